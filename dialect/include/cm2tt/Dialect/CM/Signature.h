// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Signatures: the argument types that a kernel is compiled for, with one entry
/// for each parameter.
///
/// An entry is `TYPE` or `TYPE:SPEC`, or a compile-time constant:
///
///   *fp32:16   a pointer to 32-bit floats, its address divisible by 16
///   i32        an integer
///   i32:1      an integer that equals 1 at run time, and is folded away
///   64, true   constants
///   null       a null pointer
///   Mode.FAST  a constant of an enum, whose name may have the classes and the
///              package around it: demo.Outer$Mode.FAST, Outer.Mode.FAST
///   fp16.class a class literal, by the type's name
///   "a%2Cb"    a string, here `a,b`: %XX is a byte of UTF-8
///   tensordesc<fp16[64x32]>:16
///              a descriptor of a tensor that is accessed by blocks of that
///              shape; 16 bytes divide its address, its strides and its rows
///
/// In a module they are the elements of `cm.signature`: strings for types,
/// integers, floats and booleans for constants, and strings for objects and
/// for "NaN", "Infinity" and "-Infinity".

#ifndef CM2TT_DIALECT_CM_SIGNATURE_H
#define CM2TT_DIALECT_CM_SIGNATURE_H

#include "mlir/IR/Attributes.h"
#include "mlir/IR/Types.h"
#include "llvm/ADT/SmallVector.h"

#include <optional>
#include <string>

namespace cm2tt::cm {

/// The compile-time knowledge about one argument.
struct ArgSpec {
  /// The promise about the value at run time.
  enum class Spec { None, DivisibleBy16, EqualsOne };

  /// Whether the argument is a pointer to `elementType`.
  bool isPointer = false;
  /// iN for signed, uiN for unsigned integers, f16, bf16, f32, f64, f8E4M3FN
  /// or f8E5M2; null for constants.
  mlir::Type elementType;
  /// The shape of the blocks of a descriptor of a tensor of `elementType`;
  /// empty for any other argument.
  llvm::SmallVector<int64_t, 2> block;
  Spec spec = Spec::None;
  /// The constant that the argument always is, or null: an integer, float or
  /// boolean, the null attribute, the type of a class literal, `Mode.FAST` or a
  /// string in quotes.
  mlir::Attribute constant;
};

/// Called with a message (lower case, no full stop) when reading fails.
using SignatureErrorFn = llvm::function_ref<void(const llvm::Twine &message)>;

/// Reads an element of `cm.signature`.
mlir::FailureOr<ArgSpec> parseArgSpec(mlir::Attribute entry,
                                      SignatureErrorFn error);

/// The string that an entry in quotes spells; nothing for any other text, and
/// for one with a comma, a quote or a percent sign that is not written as %XX.
std::optional<std::string> parseStringConstant(llvm::StringRef text);

/// Makes the elements of `cm.signature` of a list with commas, as on a command
/// line. Types are not read yet; only an empty entry is an error.
mlir::FailureOr<llvm::SmallVector<mlir::Attribute>>
splitSignature(llvm::StringRef list, mlir::MLIRContext *context,
               SignatureErrorFn error);

/// The spelling of an argument, `*fp32:16`.
std::string printArgSpec(const ArgSpec &spec);

} // namespace cm2tt::cm

#endif // CM2TT_DIALECT_CM_SIGNATURE_H
