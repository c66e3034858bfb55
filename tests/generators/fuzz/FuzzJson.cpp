// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Fuzzes the JSON reader.

#include "EntryPoints.h"
#include "FuzzTarget.h"

CM2TT_FUZZ_TARGET(cm2tt::fuzz::readJsonModel)
