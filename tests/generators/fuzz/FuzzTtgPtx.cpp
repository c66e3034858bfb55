// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Fuzzes code generation for GPUs: kernels in `tt` to `ttg` and PTX. Kernels
/// are mostly changed so that they stay valid (TileMutator.h), else line by
/// line. Inputs that cannot be read are not kept: FuzzTtir tests the parser.

#include "CustomMutators.h"
#include "EntryPoints.h"
#include "FuzzTarget.h"
#include "ModelMutator.h"
#include "TileMutator.h"

using namespace cm2tt::fuzz;

static std::string mutateKernel(llvm::StringRef text, unsigned seed) {
  return seed % 8 ? mutateTiles(text, seed) : mutateLines(text, "", seed);
}

CM2TT_FUZZ_MUTATORS(mutateKernel, /*bytewise=*/0, mutateLines)
CM2TT_FUZZ_READABLE_TARGET(compileTtirToPtx)
