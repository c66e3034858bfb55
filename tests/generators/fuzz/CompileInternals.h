// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Shared by the entry points that compile.

#ifndef CM2TT_TESTS_FUZZ_COMPILEINTERNALS_H
#define CM2TT_TESTS_FUZZ_COMPILEINTERNALS_H

#include "cm2tt/Compiler/Compiler.h"

namespace cm2tt::fuzz {

/// Compiles with a compiler that many inputs share.
CompileResult compile(llvm::StringRef input, const CompileOptions &options);

/// All diagnostics, a line each.
std::string reports(const CompileResult &result);

/// The error in the outcome of a compilation, whether it succeeded or not: an
/// internal failure, success with an error, failure without one, a diagnostic
/// without text. Empty if nothing is.
std::string checkOutcome(const CompileResult &result);

} // namespace cm2tt::fuzz

#endif // CM2TT_TESTS_FUZZ_COMPILEINTERNALS_H
