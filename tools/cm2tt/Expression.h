// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Whole numbers as formulas of variables, as of `n`: `cdiv(n, 1024)`.
///
///   sum      product (('+' | '-') product)*
///   product  factor (('*' | '/' | '%') factor)*      / rounds towards zero
///   factor   '-' factor | '(' sum ')' | number | variable
///            | name '(' sum, ... ')'
///   number   digits with a suffix K, M or G for 2^10, 2^20, 2^30
///
/// Functions: cdiv(a, b) rounds up, min and max of two, pow2(a) is the least
/// power of two that is a or more. 64 bits; what does not fit is an error.

#ifndef CM2TT_TOOLS_CM2TT_EXPRESSION_H
#define CM2TT_TOOLS_CM2TT_EXPRESSION_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>

namespace cm2tt::tools {

/// A name that stands for a number. Of names that begin alike, formulas mean
/// the longest that fits.
struct Variable {
  llvm::StringRef name;
  int64_t value = 0;
};

/// Computes the formula that `text` begins with, for a value of `n`, and drops
/// it and the spaces around it from `text`: text with which no formula
/// continues, such as the `x` of `nx2`, remains. An error shows the position in
/// `text`.
llvm::Expected<int64_t> evaluateFront(llvm::StringRef &text, int64_t n);
/// The same for values of several variables, at least one.
llvm::Expected<int64_t> evaluateFront(llvm::StringRef &text,
                                      llvm::ArrayRef<Variable> variables);

/// The same for a text that is a formula and nothing else.
llvm::Expected<int64_t> evaluate(llvm::StringRef text, int64_t n);

} // namespace cm2tt::tools

#endif // CM2TT_TOOLS_CM2TT_EXPRESSION_H
