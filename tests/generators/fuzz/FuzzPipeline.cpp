// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Fuzzes the whole compiler: code models to PTX for sm_90a and to object code
/// of a CPU. Models are changed operation by operation (ModelMutator.h). Inputs
/// that cannot be read are not kept: FuzzText and FuzzJson test the readers.

#include "CustomMutators.h"
#include "EntryPoints.h"
#include "FuzzTarget.h"
#include "ModelMutator.h"

using namespace cm2tt::fuzz;

CM2TT_FUZZ_MUTATORS(mutateModel, /*bytewise=*/0, crossModels)
CM2TT_FUZZ_READABLE_TARGET(compileModelToCode)
