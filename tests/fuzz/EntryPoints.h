// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// What is fuzzed: four functions that take any bytes. The fuzzers call them
/// with what libFuzzer makes up, a test with what fuzzers found in the past.
///
/// Each says what is wrong with how the bytes were treated, and nothing if all
/// is well: a rejected input has an error, an accepted one none, and what is
/// written of it can be read again.

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

/// Whether an input of any form can be read.
bool canBeRead(llvm::StringRef input);

} // namespace cm2tt::fuzz

#endif // CM2TT_TESTS_FUZZ_ENTRYPOINTS_H
