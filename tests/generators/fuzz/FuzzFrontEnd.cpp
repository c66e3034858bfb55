// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Fuzzes the front end, from a code model to optimised `tt`. Most of what
/// libFuzzer makes up no reader accepts, so that texts are changed operation
/// by operation (ModelMutator.h), and only one time in twenty byte by byte.
/// What cannot be read is not kept: other fuzzers look after the readers.

#include "CustomMutators.h"
#include "EntryPoints.h"
#include "FuzzTarget.h"
#include "ModelMutator.h"

using namespace cm2tt::fuzz;

CM2TT_FUZZ_MUTATORS(mutateModel, /*bytewise=*/20, crossModels)
CM2TT_FUZZ_READABLE_TARGET(compileModel)
