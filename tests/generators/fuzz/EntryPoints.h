// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The functions that are fuzzed; each takes any bytes. The fuzzers call them
/// with inputs that libFuzzer generates, FuzzReplayTest with seeds and
/// findings.
///
/// Each returns a description of what is wrong, or an empty string: a rejected
/// input has an error, an accepted one none, and what is written of it can be
/// read again.

#ifndef CM2TT_TESTS_FUZZ_ENTRYPOINTS_H
#define CM2TT_TESTS_FUZZ_ENTRYPOINTS_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace cm2tt::fuzz {

/// Reads JSON, writes it as both forms, and makes `cm` of it.
std::string readJsonModel(llvm::StringRef input);
/// The same for text.
std::string readTextModel(llvm::StringRef input);
/// Reads MLIR's text as the compiler does, verifies it and makes optimised
/// `tt` of it, and LLVM IR for a CPU. Input that does not look like MLIR is
/// none.
std::string compileTtir(llvm::StringRef input);
/// Takes an input of any form through the front end, to optimised `tt`.
std::string compileModel(llvm::StringRef input);

/// Compiles `tt` in MLIR's text to PTX for sm_90a; for sm_80 to `ttg`, and this
/// to PTX as if it were an input. Inputs of any other form are ignored, those
/// that mention the dialect `ttg` among them, and kernels beyond the limits of
/// CompileToCode.cpp. A first line such as `// fuzz: num-warps=1 num-stages=2`
/// gives the options; without it they are the defaults.
std::string compileTtirToPtx(llvm::StringRef input);
/// Compiles an input of any form to PTX for sm_90a and to object code of a CPU,
/// within the same limits.
std::string compileModelToCode(llvm::StringRef input);

/// Whether an input of any form can be read.
bool canBeRead(llvm::StringRef input);

} // namespace cm2tt::fuzz

#endif // CM2TT_TESTS_FUZZ_ENTRYPOINTS_H
