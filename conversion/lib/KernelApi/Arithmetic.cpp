// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Arithmetic of the kernel language on numbers, tiles and pointers.
///
/// Not here: Java's own operators (JavaOperators.cpp); math functions.

#include "KernelApiInternals.h"

#include "cm2tt/Dialect/TT/TTOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace cm2tt;

Type cm2tt::commonElementType(Type a, Type b) {
  if (a == b)
    return a;
  if (signlessType(a) == signlessType(b) && isa<IntegerType>(a))
    return a.isUnsignedInteger() ? a : b;
  return {};
}

/// T-ADD-1: to a pointer or a tile of pointers, an integer is added.
static FailureOr<AbsType> typeOfAddPtr(AbsType pointer, AbsType offset,
                                       EmitError error) {
  auto integer = dyn_cast_or_null<IntegerType>(offset.elementType());
  if (!integer || integer.getWidth() == 1)
    return error() << "T-ADD-1: a pointer's offset must be an integer: "
                   << offset.str();
  /// T-ADD-2: extents are equal or 1, counted from the last dimension.
  auto shape = broadcastShapes(pointer.shape(), offset.shape());
  if (!shape)
    return error() << "T-ADD-2: shapes do not broadcast: " << pointer.str()
                   << " and " << offset.str();
  return AbsType::tile(*shape, pointer.elementType());
}

/// Divisions promote their operands by rules of their own.
static Promotion promotionOf(Binary kind) {
  return kind == Binary::Div || kind == Binary::Mod ? Promotion::Division
                                                    : Promotion::Common;
}

/// The constant of two constants of the result's type.
static AbsType foldBinary(Binary kind, Type type, AbsType a, AbsType b) {
  return AbsType::constant(type,
                           fold(kind, type, convertedType(a, type).getValue(),
                                convertedType(b, type).getValue()));
}

template <Binary kind>
static FailureOr<AbsType> typeOfBinary(ArrayRef<AbsType> args,
                                       EmitError error) {
  FailureOr<AbsType> result = typeOfElementwise(args, error, promotionOf(kind));
  if (failed(result))
    return failure();
  /// T-BINARY-4: the operation exists for the element type.
  if (!isDefinedOn(kind, result->elementType()))
    return error() << "T-BINARY-4: no such operation on this type: "
                   << typeName(result->elementType());
  /// T-BINARY-5: no integer is divided by a constant zero.
  if (isa<IntegerType>(result->elementType()) &&
      isDivisionByZero(kind, args[1]))
    return error() << "T-BINARY-5: division by zero";
  if (!args[0].isConstant() || !args[1].isConstant())
    return result;
  return foldBinary(kind, result->getType(), args[0], args[1]);
}

template <Binary kind>
static Results buildBinary(TileBuilder &builder, ArrayRef<TypedOperand> args,
                           AbsType result) {
  Type element = result.elementType();
  auto [a, b] = elementwiseOperands(builder, args, element);
  return build(builder, kind, element, a, b);
}

static FailureOr<AbsType> typeOfAdd(ArrayRef<AbsType> args, EmitError error) {
  if (args[0].pointeeType())
    return typeOfAddPtr(args[0], args[1], error);
  if (args[1].pointeeType())
    return typeOfAddPtr(args[1], args[0], error);
  return typeOfBinary<Binary::Add>(args, error);
}

/// `tt.addptr` reads its offset as signed: a narrow unsigned one is widened.
static Value buildAddPtr(TileBuilder &builder, const TypedOperand &pointer,
                         const TypedOperand &offset, AbsType result) {
  Value base = builder.get(pointer, result.shape());
  Value index = builder.get(offset, result.shape());
  Type element = offset.type.elementType();
  if (element.isUnsignedInteger())
    index = buildConversion(builder, index, element,
                            builder.builder.getI64Type(), false);
  return builder.create<tt::AddPtrOp>(base.getType(), base, index);
}

static Results buildAdd(TileBuilder &builder, ArrayRef<TypedOperand> args,
                        AbsType result) {
  if (args[0].type.pointeeType())
    return buildAddPtr(builder, args[0], args[1], result);
  if (args[1].type.pointeeType())
    return buildAddPtr(builder, args[1], args[0], result);
  return buildBinary<Binary::Add>(builder, args, result);
}

static FailureOr<AbsType> typeOfSub(ArrayRef<AbsType> args, EmitError error) {
  if (args[0].pointeeType())
    return typeOfAddPtr(args[0], args[1], error);
  return typeOfBinary<Binary::Sub>(args, error);
}

static Results buildSub(TileBuilder &builder, ArrayRef<TypedOperand> args,
                        AbsType result) {
  if (!args[0].type.pointeeType())
    return buildBinary<Binary::Sub>(builder, args, result);
  // A pointer less an integer is the pointer plus 0 - integer, in 64 bits so
  // that the negation cannot wrap.
  Type wide = builder.builder.getI64Type(), from = args[1].type.elementType();
  Value offset =
      buildConversion(builder, builder.get(args[1]), from, wide, false);
  Value zero = builder.constantInt(offset.getType(), 0);
  TypedOperand negated{args[1].type.withElementType(wide),
                       builder.create<arith::SubIOp>(zero, offset)};
  return buildAddPtr(builder, args[0], negated, result);
}

/// The smallest integer that is not below a / b, of positive numbers.
static FailureOr<AbsType> typeOfCdiv(ArrayRef<AbsType> args, EmitError error) {
  FailureOr<AbsType> result =
      typeOfElementwise(args, error, Promotion::Division);
  if (failed(result))
    return failure();
  /// T-CDIV-1: the operands are integers.
  Type type = result->elementType();
  if (!isa<IntegerType>(type) || type.isInteger(1))
    return error() << "T-CDIV-1: operands must be integers: " << args[0].str()
                   << " and " << args[1].str();
  /// T-CDIV-2: no integer is divided by a constant zero.
  if (isDivisionByZero(Binary::Div, args[1]))
    return error() << "T-CDIV-2: division by zero";
  if (!args[0].isConstant() || !args[1].isConstant())
    return result;
  AbsType divisor = convertedType(args[1], type);
  AbsType one =
      AbsType::constant(type, IntegerAttr::get(signlessType(type), 1));
  AbsType less = foldBinary(Binary::Sub, type, divisor, one);
  AbsType above = foldBinary(Binary::Add, type, args[0], less);
  return foldBinary(Binary::Div, type, above, divisor);
}

static Results buildCdiv(TileBuilder &builder, ArrayRef<TypedOperand> args,
                         AbsType result) {
  Type type = result.elementType();
  auto [a, b] = elementwiseOperands(builder, args, type);
  Value one = builder.constantInt(b.getType(), 1);
  Value less = build(builder, Binary::Sub, type, b, one);
  Value above = build(builder, Binary::Add, type, a, less);
  return build(builder, Binary::Div, type, above, b);
}

static FailureOr<AbsType> typeOfConv(ArrayRef<AbsType> args, EmitError error) {
  /// T-CONV-1: the first argument is a class literal of a number type.
  Type to = args[0].getTypeValue();
  if (!isa_and_nonnull<IntegerType, FloatType>(to))
    return error() << "T-CONV-1: the target must be a class literal of a "
                      "number type: "
                   << args[0].str();
  /// T-CONV-2: what is converted is a number or a tile of numbers.
  if (!args[1].isData() || args[1].pointeeType())
    return error() << "T-CONV-2: only numbers can be converted: "
                   << args[1].str();
  if (!args[1].isConstant())
    return args[1].withElementType(to);
  return AbsType::constant(
      to, foldConversion(args[1].getValue(), args[1].getType(), to));
}

static Results buildConv(TileBuilder &builder, ArrayRef<TypedOperand> args,
                         AbsType result) {
  return buildConversion(builder, builder.get(args[1]),
                         args[1].type.elementType(), result.elementType(),
                         /*saturate=*/false);
}

static constexpr Method methods[] = {
    {"Triton", "add", 2, 2, typeOfAdd, buildAdd},
    {"Triton", "sub", 2, 2, typeOfSub, buildSub},
    {"Triton", "mul", 2, 2, typeOfBinary<Binary::Mul>,
     buildBinary<Binary::Mul>},
    {"Triton", "div", 2, 2, typeOfBinary<Binary::Div>,
     buildBinary<Binary::Div>},
    {"Triton", "mod", 2, 2, typeOfBinary<Binary::Mod>,
     buildBinary<Binary::Mod>},
    {"Triton", "and", 2, 2, typeOfBinary<Binary::And>,
     buildBinary<Binary::And>},
    {"Triton", "cdiv", 2, 2, typeOfCdiv, buildCdiv},
    {"Triton", "conv", 2, 2, typeOfConv, buildConv},
    {"java.lang.Math", "max", 2, 2, typeOfBinary<Binary::Max>,
     buildBinary<Binary::Max>},
    {"java.lang.Math", "min", 2, 2, typeOfBinary<Binary::Min>,
     buildBinary<Binary::Min>},
};

ArrayRef<Method> cm2tt::arithmeticMethods() { return methods; }
