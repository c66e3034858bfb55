// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Shared by the families on numbers: rules and builders of operations with two
/// operands, checks of one operand, Java's rule for two numbers.
///
/// Not here: promotion, folding and conversions, which all families use
/// (KernelApiInternals.h).

#ifndef CM2TT_LANGUAGE_KERNELAPI_NUMBERRULES_H
#define CM2TT_LANGUAGE_KERNELAPI_NUMBERRULES_H

#include "KernelApiInternals.h"

namespace cm2tt {

/// Whether all arguments are constants, so that the result is one too.
bool areConstants(llvm::ArrayRef<AbsType> args);

/// The result of a binary operation on two constants, converted to `type`
/// before; no division of integers by zero.
AbsType foldBinary(Binary kind, mlir::Type type, AbsType a, AbsType b);

/// T-BINARY-4: the operation exists for the element type.
mlir::LogicalResult checkDefined(Binary kind, mlir::Type element,
                                 EmitError error);

/// T-UNARY-1: the operand is a number or a tile of numbers.
mlir::LogicalResult checkUnary(AbsType arg, EmitError error);

/// A method of two numbers or tiles, promoted.
llvm::FailureOr<AbsType> typeOfBinary(Binary kind, llvm::ArrayRef<AbsType> args,
                                      EmitError error);
mlir::Value buildBinary(TileBuilder &builder, Binary kind,
                        llvm::ArrayRef<TypedOperand> args, AbsType result);

/// The same for entries of the table.
template <Binary kind>
llvm::FailureOr<AbsType> typeOfBinary(llvm::ArrayRef<AbsType> args,
                                      EmitError error) {
  return typeOfBinary(kind, args, error);
}
template <Binary kind>
Results buildBinary(TileBuilder &builder, llvm::ArrayRef<TypedOperand> args,
                    AbsType result) {
  return buildBinary(builder, kind, args, result);
}

/// T-JAVA-1 and T-JAVA-2: the one type of the operands of Java's operators and
/// of methods on Java's numbers.
llvm::FailureOr<mlir::Type> commonNumber(llvm::ArrayRef<AbsType> args,
                                         EmitError error);

/// T-JAVA-1, T-JAVA-3 and T-JAVA-4: the type of a binary operation on Java's
/// numbers; a constant if the operands are.
llvm::FailureOr<AbsType>
typeOfJavaBinary(Binary kind, llvm::ArrayRef<AbsType> args, EmitError error);

/// The operation with Java's semantics: the quotient of the most negative
/// integer and -1 wraps if the divisor is a constant.
mlir::Value buildJavaBinary(TileBuilder &builder, Binary kind, mlir::Type type,
                            llvm::ArrayRef<TypedOperand> args);

/// The same for entries of the table.
template <Binary kind>
llvm::FailureOr<AbsType> typeOfJavaBinary(llvm::ArrayRef<AbsType> args,
                                          EmitError error) {
  return typeOfJavaBinary(kind, args, error);
}
template <Binary kind>
Results buildJavaBinary(TileBuilder &builder, llvm::ArrayRef<TypedOperand> args,
                        AbsType result) {
  return buildJavaBinary(builder, kind, result.getType(), args);
}

/// T-JAVA-1: all arguments are numbers.
mlir::LogicalResult checkNumbers(llvm::ArrayRef<AbsType> args, EmitError error);

/// A function of one floating-point number: its operation and its evaluation.
struct FloatFunction {
  mlir::Value (*build)(TileBuilder &builder, mlir::Value x);
  double (*compute)(double x);
};

/// The constant of a function of a constant, computed in fp64 for fp64 and
/// rounded to fp32 otherwise, then to the type.
AbsType foldFloat(double (*compute)(double), AbsType x);

} // namespace cm2tt

#endif // CM2TT_LANGUAGE_KERNELAPI_NUMBERRULES_H
