// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Arithmetic of the kernel language on numbers, tiles and pointers.
///
/// Not here: promotion (Promotion.cpp); bits (Bits.cpp); Java's own operators
/// (JavaOperators.cpp); functions (Math.cpp).

#include "NumberRules.h"

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

bool cm2tt::areConstants(ArrayRef<AbsType> args) {
  return llvm::all_of(args, [](AbsType arg) { return arg.isConstant(); });
}

AbsType cm2tt::foldBinary(Binary kind, Type type, AbsType a, AbsType b) {
  return AbsType::constant(type,
                           fold(kind, type, convertedType(a, type).getValue(),
                                convertedType(b, type).getValue()));
}

LogicalResult cm2tt::checkUnary(AbsType arg, EmitError error) {
  /// T-UNARY-1: the operand is a number or a tile of numbers.
  if (!arg.isData() || arg.getPointeeType())
    return error() << "T-UNARY-1: the operand must be a number or a tile of "
                      "numbers: "
                   << arg.str();
  return success();
}

LogicalResult cm2tt::checkDefined(Binary kind, Type element, EmitError error) {
  /// T-BINARY-4: the operation exists for the element type.
  if (isDefinedOn(kind, element))
    return success();
  InFlightDiagnostic diagnostic =
      error() << "T-BINARY-4: no such operation on this type: "
              << typeName(element);
  if (element.isInteger(1))
    diagnostic.attachNote() << "truth values have 'and', 'or', 'xor' and 'not'"
                               "; as numbers: Triton.conv(int.class, x)";
  else if (isDefinedOn(kind, Float32Type::get(element.getContext())))
    diagnostic.attachNote()
        << "fp8 is for memory and for 'dot'; to compute with it, convert it: "
           "Triton.conv(float.class, x)";
  else
    diagnostic.attachNote()
        << "'Triton.bitcast' returns the bits as an integer";
  return diagnostic;
}

/// Divisions promote their operands by rules of their own.
static Promotion promotionOf(Binary kind) {
  return kind == Binary::Div || kind == Binary::Mod ? Promotion::Division
                                                    : Promotion::Common;
}

FailureOr<AbsType> cm2tt::typeOfBinary(Binary kind, ArrayRef<AbsType> args,
                                       EmitError error) {
  FailureOr<AbsType> result = typeOfElementwise(args, error, promotionOf(kind));
  if (failed(result) ||
      failed(checkDefined(kind, result->getElementType(), error)))
    return failure();
  /// T-BINARY-5: no integer is divided by a constant zero.
  if (isa<IntegerType>(result->getElementType()) &&
      isDivisionByZero(kind, args[1]))
    return error() << "T-BINARY-5: division by zero: " << args[0].str()
                   << " by " << args[1].str();
  if (!areConstants(args))
    return result;
  return foldBinary(kind, result->getType(), args[0], args[1]);
}

Value cm2tt::buildBinary(TileBuilder &builder, Binary kind,
                         ArrayRef<TypedOperand> args, AbsType result) {
  Type element = result.getElementType();
  auto [a, b] = elementwiseOperands(builder, args, element);
  return build(builder, kind, element, a, b);
}

/// A pointer or a tile of pointers, and what is added to it.
static FailureOr<AbsType> typeOfAddPtr(AbsType pointer, AbsType offset,
                                       EmitError error) {
  /// T-ADD-1: an integer, or a tile of integers, is added to a pointer or a
  /// tile of pointers.
  auto integer = dyn_cast_or_null<IntegerType>(offset.getElementType());
  if (!integer || integer.getWidth() == 1)
    return error() << "T-ADD-1: a pointer's offset must be an integer: "
                   << offset.str();
  /// T-ADD-2: extents are equal or 1, counted from the last dimension.
  auto shape = broadcastShapes(pointer.getShape(), offset.getShape());
  if (!shape)
    return error() << "T-ADD-2: shapes do not broadcast: " << pointer.str()
                   << " and " << offset.str();
  return AbsType::tile(*shape, pointer.getElementType());
}

/// `tt.addptr` reads its offset as signed: a narrow unsigned one is widened.
static Value buildAddPtr(TileBuilder &builder, const TypedOperand &pointer,
                         const TypedOperand &offset, AbsType result) {
  Value base = builder.get(pointer, result.getShape());
  Type element = offset.type.getElementType();
  if (element.isUnsignedInteger())
    element = builder.builder.getI64Type();
  Value index =
      builder.get(convertTo(builder, offset, element), result.getShape());
  return builder.create<tt::AddPtrOp>(base.getType(), base, index);
}

static FailureOr<AbsType> typeOfAdd(ArrayRef<AbsType> args, EmitError error) {
  if (args[0].getPointeeType())
    return typeOfAddPtr(args[0], args[1], error);
  if (args[1].getPointeeType())
    return typeOfAddPtr(args[1], args[0], error);
  return typeOfBinary(Binary::Add, args, error);
}

static Results buildAdd(TileBuilder &builder, ArrayRef<TypedOperand> args,
                        AbsType result) {
  if (args[0].type.getPointeeType())
    return buildAddPtr(builder, args[0], args[1], result);
  if (args[1].type.getPointeeType())
    return buildAddPtr(builder, args[1], args[0], result);
  return buildBinary(builder, Binary::Add, args, result);
}

static FailureOr<AbsType> typeOfSub(ArrayRef<AbsType> args, EmitError error) {
  if (args[0].getPointeeType())
    return typeOfAddPtr(args[0], args[1], error);
  return typeOfBinary(Binary::Sub, args, error);
}

static Results buildSub(TileBuilder &builder, ArrayRef<TypedOperand> args,
                        AbsType result) {
  if (!args[0].type.getPointeeType())
    return buildBinary(builder, Binary::Sub, args, result);
  // A pointer less an integer is the pointer plus 0 - integer, in 64 bits so
  // that the negation cannot wrap.
  Type wide = builder.builder.getI64Type();
  TypedOperand offset = convertTo(builder, args[1], wide);
  AbsType zero = AbsType::constant(wide, builder.builder.getI64IntegerAttr(0));
  if (offset.type.isConstant())
    return buildAddPtr(builder, args[0],
                       foldBinary(Binary::Sub, wide, zero, offset.type),
                       result);
  Value value = builder.get(offset);
  Value negated = builder.create<arith::SubIOp>(
      builder.constantInt(value.getType(), 0), value);
  return buildAddPtr(builder, args[0], {offset.type, negated}, result);
}

/// The minuend of a negation; -0.0 keeps the sign of 0.0.
static AbsType negationOf(Type type) {
  Builder builder(type.getContext());
  if (isa<FloatType>(type))
    return AbsType::constant(type, builder.getFloatAttr(type, -0.0));
  return AbsType::constant(type, builder.getZeroAttr(signlessType(type)));
}

static FailureOr<AbsType> typeOfNeg(ArrayRef<AbsType> args, EmitError error) {
  if (failed(checkUnary(args[0], error)) ||
      failed(checkDefined(Binary::Sub, args[0].getElementType(), error)))
    return failure();
  if (!args[0].isConstant())
    return args[0];
  Type type = args[0].getType();
  return foldBinary(Binary::Sub, type, negationOf(type), args[0]);
}

static Results buildNeg(TileBuilder &builder, ArrayRef<TypedOperand> args,
                        AbsType result) {
  Value value = builder.get(args[0]);
  if (isa<FloatType>(result.getElementType()))
    return builder.create<arith::NegFOp>(value);
  return builder.create<arith::SubIOp>(builder.constantInt(value.getType(), 0),
                                       value);
}

/// The smallest integer that is not below a / b, of positive numbers.
static FailureOr<AbsType> typeOfCdiv(ArrayRef<AbsType> args, EmitError error) {
  FailureOr<AbsType> result =
      typeOfElementwise(args, error, Promotion::Division);
  if (failed(result))
    return failure();
  /// T-CDIV-1: the operands are integers.
  Type type = result->getElementType();
  if (!isa<IntegerType>(type) || type.isInteger(1))
    return error() << "T-CDIV-1: operands must be integers: " << args[0].str()
                   << " and " << args[1].str();
  /// T-CDIV-2: no integer is divided by a constant zero.
  if (isDivisionByZero(Binary::Div, args[1]))
    return error() << "T-CDIV-2: division by zero: " << args[0].str() << " by "
                   << args[1].str();
  if (!areConstants(args))
    return result;
  AbsType one =
      AbsType::constant(type, IntegerAttr::get(signlessType(type), 1));
  AbsType less = foldBinary(Binary::Sub, type, args[1], one);
  AbsType above = foldBinary(Binary::Add, type, args[0], less);
  return foldBinary(Binary::Div, type, above, args[1]);
}

static Results buildCdiv(TileBuilder &builder, ArrayRef<TypedOperand> args,
                         AbsType result) {
  Type type = result.getElementType();
  auto [a, b] = elementwiseOperands(builder, args, type);
  Value one = builder.constantInt(b.getType(), 1);
  Value less = build(builder, Binary::Sub, type, b, one);
  Value above = build(builder, Binary::Add, type, a, less);
  return build(builder, Binary::Div, type, above, b);
}

ArrayRef<Method> cm2tt::getArithmeticMethods() {
  static constexpr Method methods[] = {
#include "Arithmetic.inc"
  };
  return methods;
}
