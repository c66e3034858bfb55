// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// An entry of a signature: the type, a promise or the value of one parameter.
///
/// `*T`, `*T:16`, `T`, `T:16`, `T:1`, `tensordesc<T[64x32]>` or the same with
/// `:16`, or a number or boolean, which makes the parameter a compile-time
/// constant.
///
/// The dialect `cm` has its own reader of signatures, since that one creates
/// MLIR types, which the runtime does not have.

#ifndef CM2TT_RUNTIME_SIGNATUREENTRY_H
#define CM2TT_RUNTIME_SIGNATUREENTRY_H

#include "cm2tt/Runtime/ElementType.h"

#include <string>

namespace cm2tt::runtime {

/// A parsed entry.
struct SignatureEntry {
  enum class Kind { Constant, Scalar, Pointer, Descriptor };
  /// The promise about the run-time value.
  enum class Promise { Nothing, DivisibleBy16, One };

  Kind kind = Kind::Constant;
  /// The type of a scalar, or of the elements of a pointer or a tensor.
  ElementType type = ElementType::I32;
  /// The shape of the blocks of a descriptor as in the text, `64x32`.
  std::string block;
  Promise promise = Promise::Nothing;
  /// The value of a constant, as in the text.
  std::string constant;

  /// The entry as text.
  std::string str() const;
};

/// Parses an entry; spaces around it are ignored.
llvm::Expected<SignatureEntry> parseSignatureEntry(llvm::StringRef text);

/// Whether the text is a constant in a signature: a JSON number, `true`,
/// `false`, `NaN`, `Infinity` or `-Infinity`, `null`, a string in quotes, a
/// class of numbers, or a constant of an enum.
bool isConstantEntry(llvm::StringRef text);

/// The most specific entry for a run-time integer: T:1, T:16 or T.
SignatureEntry specialise(const ScalarValue &value);

} // namespace cm2tt::runtime

#endif // CM2TT_RUNTIME_SIGNATUREENTRY_H
