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

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size,
                                          size_t maxSize, unsigned seed) {
  llvm::StringRef text = textOf(data, size);
  return put(seed % 8 ? mutateTiles(text, seed) : mutateLines(text, "", seed),
             data, maxSize);
}

extern "C" size_t LLVMFuzzerCustomCrossOver(const uint8_t *data1, size_t size1,
                                            const uint8_t *data2, size_t size2,
                                            uint8_t *out, size_t maxSize,
                                            unsigned seed) {
  return put(mutateLines(textOf(data1, size1), textOf(data2, size2), seed), out,
             maxSize);
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  llvm::StringRef input = textOf(data, size);
  if (!canBeRead(input))
    return -1;
  endIfWrong(compileTtirToPtx(input));
  return 0;
}
