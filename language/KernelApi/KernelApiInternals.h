// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Shared by the families of the kernel language: their tables, the binary
/// operations with folding, and checks of arguments.
///
/// Not here: the rules themselves (<Family>.cpp).

#ifndef CM2TT_LANGUAGE_KERNELAPI_KERNELAPIINTERNALS_H
#define CM2TT_LANGUAGE_KERNELAPI_KERNELAPIINTERNALS_H

#include "cm2tt/Language/KernelApi.h"

namespace cm2tt {

/// The methods of each family: `getMathMethods` of Math.td and so on, in the
/// order of the manual.
#define METHODS(GETTER) llvm::ArrayRef<Method> GETTER();
#include "Families.inc"
#undef METHODS

/// The type rule of an entry whose function `rule` has the parameters
/// `(args, error)`.
template <auto rule>
llvm::FailureOr<TypedCall> typeRule(llvm::ArrayRef<AbsType> args,
                                    EmitError error) {
  llvm::FailureOr<AbsType> type = rule(args, error);
  if (failed(type))
    return llvm::failure();
  return TypedCall{*type, {}};
}

/// The type rule of an entry with options. `parse` takes `(args, error)` and
/// returns the options or failure, `rule` takes `(args, options, error)`.
template <auto rule, auto parse>
llvm::FailureOr<TypedCall> typeRule(llvm::ArrayRef<AbsType> args,
                                    EmitError error) {
  auto options = parse(args, error);
  if (failed(options))
    return llvm::failure();
  llvm::FailureOr<AbsType> type = rule(args, *options, error);
  if (failed(type))
    return llvm::failure();
  return TypedCall{*type, std::move(*options)};
}

/// The builder of an entry whose function `build` has the parameters
/// `(builder, args, result)`.
template <auto build>
Results buildRule(TileBuilder &builder, llvm::ArrayRef<TypedOperand> args,
                  const TypedCall &call) {
  return build(builder, args, call.type);
}

/// The builder of an entry with options, `(builder, args, options, result)`.
template <auto build, auto parse>
Results buildRule(TileBuilder &builder, llvm::ArrayRef<TypedOperand> args,
                  const TypedCall &call) {
  using Parsed =
      std::invoke_result_t<decltype(parse), llvm::ArrayRef<AbsType>, EmitError>;
  auto *options = std::any_cast<typename Parsed::value_type>(&call.options);
  assert(options && "the method's type rule has stored them");
  return build(builder, args, *options, call.type);
}

/// Each enum of the kernel language, by its simple name, with its constants.
void forEachEnum(llvm::function_ref<void(llvm::StringRef,
                                         llvm::ArrayRef<llvm::StringLiteral>)>
                     visit);

/// Each number in a static field of the JDK, by its class and name.
void forEachStaticNumber(
    llvm::function_ref<void(llvm::StringRef, llvm::StringRef)> visit);

/// Whether an integer type is unsigned; truth values count as unsigned.
bool isUnsigned(mlir::Type type);

/// The type with the shape of `like`, of signless elements.
mlir::Type shaped(mlir::Value like, mlir::Type element);

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
  /// For floating-point numbers: NaN if one is NaN, and -0 is less than 0.
  Max,
  Min,
  /// For floating-point numbers: the other one if one is NaN.
  MaxNum,
  MinNum
};

/// Comparisons of two numbers of one type.
enum class Compare { Eq, Ne, Lt, Le, Gt, Ge };

/// The result on two constants of `type`; null where there is none (a
/// division by zero).
mlir::Attribute fold(Binary kind, mlir::Type type, mlir::Attribute a,
                     mlir::Attribute b);
bool fold(Compare kind, mlir::Type type, mlir::Attribute a, mlir::Attribute b);

/// Whether the operation is a division by the integer 0, which has no result
/// for any dividend.
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

/// A floating-point constant as one of a narrower type, rounded towards zero.
mlir::Attribute foldTowardZero(mlir::Attribute value, mlir::FloatType to);

/// How an operation chooses the type that its operands are converted to.
enum class Promotion {
  /// Triton's common rules (Promotion.cpp).
  Common,
  /// The rules of divisions and remainders: fp16 and bf16 become fp32, and
  /// integers have one signedness.
  Division
};

/// The element type that both operands, numbers or tiles of numbers, are
/// converted to; null if there is none. A constant plays the part of a Python
/// number: the other operand decides where it can.
mlir::Type promotedType(Promotion kind, AbsType a, AbsType b);

/// The same with an error instead of null, and for a constant that the type
/// cannot represent.
llvm::FailureOr<mlir::Type> promote(Promotion kind, AbsType a, AbsType b,
                                    EmitError error);

/// The type of an elementwise operation on all arguments, numbers or tiles of
/// numbers: their promoted element type in the shape that they broadcast to.
/// It is no constant. Errors are T-BINARY-1 to -3 and -6 to -8.
llvm::FailureOr<AbsType> typeOfElementwise(llvm::ArrayRef<AbsType> args,
                                           EmitError error,
                                           Promotion kind = Promotion::Common);

/// The shape that all arguments broadcast to; an error (T-BINARY-3) if there
/// is none.
llvm::FailureOr<llvm::SmallVector<int64_t>>
broadcastAll(llvm::ArrayRef<AbsType> args, EmitError error);

/// The type of a number or a tile of numbers converted to `element`; a constant
/// remains one.
AbsType convertedType(AbsType type, mlir::Type element);

/// A number or a tile of numbers converted to `element`, as Triton's `to` does
/// it (not saturating); a constant remains one.
TypedOperand convertTo(TileBuilder &builder, const TypedOperand &operand,
                       mlir::Type element);

/// The operand converted to `type`'s elements, then broadcast to its shape.
mlir::Value operandAs(TileBuilder &builder, const TypedOperand &operand,
                      AbsType type);

/// Two operands converted to `element`, then broadcast to one shape.
std::pair<mlir::Value, mlir::Value>
elementwiseOperands(TileBuilder &builder, llvm::ArrayRef<TypedOperand> args,
                    mlir::Type element);

/// The element type of an operation on both: the same, or the unsigned one of
/// two integers of one width; null if they differ otherwise.
mlir::Type commonElementType(mlir::Type a, mlir::Type b);

} // namespace cm2tt

#endif // CM2TT_LANGUAGE_KERNELAPI_KERNELAPIINTERNALS_H
