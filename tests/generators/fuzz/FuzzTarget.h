// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Makes a libFuzzer target of an entry point.

#ifndef CM2TT_TESTS_FUZZ_FUZZTARGET_H
#define CM2TT_TESTS_FUZZ_FUZZTARGET_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace cm2tt::fuzz {

/// Ends the process if anything is wrong; libFuzzer keeps the input.
inline void endIfWrong(const std::string &wrong) {
  if (wrong.empty())
    return;
  std::fprintf(stderr, "WRONG: %s\n", wrong.c_str());
  std::abort();
}

} // namespace cm2tt::fuzz

/// Defines what libFuzzer calls.
#define CM2TT_FUZZ_TARGET(entryPoint)                                          \
  extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {    \
    cm2tt::fuzz::endIfWrong(entryPoint(                                        \
        llvm::StringRef(reinterpret_cast<const char *>(data), size)));         \
    return 0;                                                                  \
  }

/// The same for inputs that can be read; libFuzzer does not keep others.
#define CM2TT_FUZZ_READABLE_TARGET(entryPoint)                                 \
  extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {    \
    llvm::StringRef input(reinterpret_cast<const char *>(data), size);         \
    if (!cm2tt::fuzz::canBeRead(input))                                        \
      return -1;                                                               \
    cm2tt::fuzz::endIfWrong(entryPoint(input));                                \
    return 0;                                                                  \
  }

#endif // CM2TT_TESTS_FUZZ_FUZZTARGET_H
