// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// An entry of a signature: what one parameter is compiled for.
///
/// `*T`, `*T:16`, `T`, `T:16`, `T:1`, or a number or boolean, which makes the
/// parameter a compile-time constant.

#ifndef CM2TT_RUNTIME_SIGNATUREENTRY_H
#define CM2TT_RUNTIME_SIGNATUREENTRY_H

#include "cm2tt/Runtime/ElementType.h"

#include <string>

namespace cm2tt::runtime {

/// One entry, taken apart.
struct SignatureEntry {
  enum class Kind { Constant, Scalar, Pointer };
  /// What is promised of the run-time value.
  enum class Promise { Nothing, DivisibleBy16, One };

  Kind kind = Kind::Constant;
  /// A scalar's type or what a pointer points to.
  ElementType type = ElementType::I32;
  Promise promise = Promise::Nothing;
  /// A constant's value as it stands.
  std::string constant;

  /// The entry as text.
  std::string str() const;
};

/// Reads an entry; spaces around it are ignored.
llvm::Expected<SignatureEntry> parseSignatureEntry(llvm::StringRef text);

/// Whether a constant of that text can stand in a signature: a JSON number,
/// `true`, `false`, `NaN`, `Infinity` or `-Infinity`.
bool isConstantEntry(llvm::StringRef text);

/// The entry that serves a run-time integer best: T:1, T:16 or T.
SignatureEntry specialise(const ScalarValue &value);

} // namespace cm2tt::runtime

#endif // CM2TT_RUNTIME_SIGNATUREENTRY_H
