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

/// Defines what libFuzzer calls. Whatever is wrong ends the process, and
/// libFuzzer keeps the input.
#define CM2TT_FUZZ_TARGET(entryPoint)                                          \
  extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {    \
    std::string wrong = entryPoint(                                            \
        llvm::StringRef(reinterpret_cast<const char *>(data), size));          \
    if (!wrong.empty()) {                                                      \
      std::fprintf(stderr, "WRONG: %s\n", wrong.c_str());                      \
      std::abort();                                                            \
    }                                                                          \
    return 0;                                                                  \
  }

#endif // CM2TT_TESTS_FUZZ_FUZZTARGET_H
