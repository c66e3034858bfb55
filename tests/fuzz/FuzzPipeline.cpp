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

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size,
                                          size_t maxSize, unsigned seed) {
  return put(mutateModel(textOf(data, size), seed), data, maxSize);
}

extern "C" size_t LLVMFuzzerCustomCrossOver(const uint8_t *data1, size_t size1,
                                            const uint8_t *data2, size_t size2,
                                            uint8_t *out, size_t maxSize,
                                            unsigned seed) {
  return put(crossModels(textOf(data1, size1), textOf(data2, size2), seed), out,
             maxSize);
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  llvm::StringRef input = textOf(data, size);
  if (!canBeRead(input))
    return -1;
  endIfWrong(compileModelToCode(input));
  return 0;
}
