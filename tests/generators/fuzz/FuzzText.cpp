// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Fuzzes the text reader, half of the time byte by byte, else operation by
/// operation.

#include "CustomMutators.h"
#include "EntryPoints.h"
#include "FuzzTarget.h"
#include "ModelMutator.h"

using namespace cm2tt::fuzz;

CM2TT_FUZZ_MUTATORS(mutateModel, /*bytewise=*/2, crossModels)
CM2TT_FUZZ_TARGET(readTextModel)
