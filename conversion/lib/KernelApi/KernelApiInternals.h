// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// What the families of the kernel language share: their tables, the binary
/// operations with folding, and checks of arguments.
///
/// Not here: the rules themselves (<Family>.cpp).

#ifndef CM2TT_CONVERSION_KERNELAPI_KERNELAPIINTERNALS_H
#define CM2TT_CONVERSION_KERNELAPI_KERNELAPIINTERNALS_H

#include "cm2tt/Conversion/KernelApi.h"

namespace cm2tt {

/// The families' tables, in the order of the reference.
llvm::ArrayRef<Method> creationMethods();
llvm::ArrayRef<Method> arithmeticMethods();
llvm::ArrayRef<Method> comparisonMethods();
llvm::ArrayRef<Method> memoryMethods();
llvm::ArrayRef<Method> shapeMethods();
llvm::ArrayRef<Method> mathMethods();
llvm::ArrayRef<Method> reductionMethods();
llvm::ArrayRef<Method> matrixProductMethods();
llvm::ArrayRef<Method> atomicMethods();
llvm::ArrayRef<Method> hintMethods();
llvm::ArrayRef<Method> debuggingMethods();
llvm::ArrayRef<Method> boxingMethods();
llvm::ArrayRef<Method> javaOperators();

/// Operations on two numbers of one type. Integers wrap; division truncates;
/// the element type's signedness chooses the form.
enum class Binary {
  Add,
  Sub,
  Mul,
  Div,
  Mod,
  And,
  Or,
  Xor,
  Shl,
  AShr,
  LShr,
  Max,
  Min
};

/// Comparisons of two numbers of one type.
enum class Compare { Eq, Ne, Lt, Le, Gt, Ge };

/// The result on two constants of `type`; null where there is none (a
/// division by zero).
mlir::Attribute fold(Binary kind, mlir::Type type, mlir::Attribute a,
                     mlir::Attribute b);
bool fold(Compare kind, mlir::Type type, mlir::Attribute a, mlir::Attribute b);

/// Whether the operation is a division by the integer 0, which has no result
/// whatever is divided.
bool isDivisionByZero(Binary kind, AbsType divisor);

/// The operation; `element` carries the signedness that the values lack.
mlir::Value build(TileBuilder &builder, Binary kind, mlir::Type element,
                  mlir::Value a, mlir::Value b);
mlir::Value build(TileBuilder &builder, Compare kind, mlir::Type element,
                  mlir::Value a, mlir::Value b);

/// Whether the operation exists on that element type (no shifts of floats).
bool isDefinedOn(Binary kind, mlir::Type element);

/// The conversion of a number between types, elementwise, as Java's casts and
/// Triton's `to` agree on it but for `saturate`: Java's cast of a
/// floating-point number to an integer saturates and makes NaN zero.
mlir::Value buildConversion(TileBuilder &builder, mlir::Value value,
                            mlir::Type from, mlir::Type to, bool saturate);

/// T-BINARY-1 to T-BINARY-3: the type of an elementwise operation on two
/// operands, both numbers or tiles of one element type, shapes broadcast.
llvm::FailureOr<AbsType> typeOfElementwise(llvm::ArrayRef<AbsType> args,
                                           EmitError error);

/// The operands brought to the type of their elementwise result's shape.
std::pair<mlir::Value, mlir::Value>
elementwiseOperands(TileBuilder &builder, llvm::ArrayRef<TypedOperand> args);

/// The element type of an operation on both: the same, or the unsigned one of
/// two integers of one width; null if they differ otherwise.
mlir::Type commonElementType(mlir::Type a, mlir::Type b);

} // namespace cm2tt

#endif // CM2TT_CONVERSION_KERNELAPI_KERNELAPIINTERNALS_H
