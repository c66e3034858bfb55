// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Fuzzes the input of MLIR's text, half of the time byte by byte, else line by
/// line and word by word.

#include "CustomMutators.h"
#include "EntryPoints.h"
#include "FuzzTarget.h"
#include "ModelMutator.h"

using namespace cm2tt::fuzz;

static std::string mutateOneText(llvm::StringRef text, unsigned seed) {
  return mutateLines(text, "", seed);
}

CM2TT_FUZZ_MUTATORS(mutateOneText, /*bytewise=*/2, mutateLines)
CM2TT_FUZZ_TARGET(compileTtir)
