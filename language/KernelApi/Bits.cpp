// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Operations on the bits of integers and on truth values, elementwise.

#include "NumberRules.h"

#include "cm2tt/Dialect/TT/TTOps.h"

#include "llvm/ADT/APInt.h"

using namespace mlir;
using namespace cm2tt;

/// All bits set: what `not` combines with by exclusive or.
static AbsType allOnes(Type type) {
  unsigned width = type.getIntOrFloatBitWidth();
  return AbsType::constant(
      type, IntegerAttr::get(signlessType(type), APInt::getAllOnes(width)));
}

static FailureOr<AbsType> typeOfNot(ArrayRef<AbsType> args, EmitError error) {
  if (failed(checkUnary(args[0], error)) ||
      failed(checkDefined(Binary::Xor, args[0].getElementType(), error)))
    return failure();
  if (!args[0].isConstant())
    return args[0];
  Type type = args[0].getType();
  return foldBinary(Binary::Xor, type, args[0], allOnes(type));
}

static Results buildNot(TileBuilder &builder, ArrayRef<TypedOperand> args,
                        AbsType result) {
  Type element = result.getElementType();
  Value value = builder.get(args[0]);
  Value ones = builder.constant(value.getType(), allOnes(element).getValue());
  return build(builder, Binary::Xor, element, value, ones);
}

/// The sign of what is shifted decides, before promotion, as in Triton; a
/// constant has the sign of the result.
static Binary rightShift(AbsType shifted, AbsType distance) {
  Type type = shifted.isConstant() && !distance.isConstant()
                  ? promotedType(Promotion::Common, shifted, distance)
                  : shifted.getElementType();
  return type.isUnsignedInteger() ? Binary::LShr : Binary::AShr;
}

/// `fold` and `build` read the sign of an arithmetic shift from the type.
static Type shiftType(Binary kind, Type type) {
  return kind == Binary::AShr ? signlessType(type) : type;
}

static FailureOr<AbsType> typeOfShr(ArrayRef<AbsType> args, EmitError error) {
  FailureOr<AbsType> result = typeOfBinary(Binary::LShr, args, error);
  if (failed(result) || !result->isConstant())
    return result;
  Binary kind = rightShift(args[0], args[1]);
  Type type = result->getType();
  AbsType bits =
      foldBinary(kind, shiftType(kind, type), convertedType(args[0], type),
                 convertedType(args[1], type));
  return AbsType::constant(type, bits.getValue());
}

static Results buildShr(TileBuilder &builder, ArrayRef<TypedOperand> args,
                        AbsType result) {
  Binary kind = rightShift(args[0].type, args[1].type);
  Type element = result.getElementType();
  auto [a, b] = elementwiseOperands(builder, args, element);
  return build(builder, kind, shiftType(kind, element), a, b);
}

static FailureOr<AbsType> typeOfUmulhi(ArrayRef<AbsType> args,
                                       EmitError error) {
  FailureOr<AbsType> result = typeOfElementwise(args, error);
  if (failed(result))
    return failure();
  /// T-UMULHI-1: the operands are integers of 32 or 64 bits.
  Type type = result->getElementType();
  unsigned width = type.getIntOrFloatBitWidth();
  if (!isa<IntegerType>(type) || (width != 32 && width != 64))
    return error() << "T-UMULHI-1: operands must be integers of 32 or 64 bits: "
                   << args[0].str() << " and " << args[1].str();
  if (!areConstants(args))
    return result;
  auto bits = [&](AbsType arg) {
    return cast<IntegerAttr>(convertedType(arg, type).getValue()).getValue();
  };
  return AbsType::constant(
      type,
      IntegerAttr::get(signlessType(type),
                       llvm::APIntOps::mulhu(bits(args[0]), bits(args[1]))));
}

static Results buildUmulhi(TileBuilder &builder, ArrayRef<TypedOperand> args,
                           AbsType result) {
  auto [a, b] = elementwiseOperands(builder, args, result.getElementType());
  return builder.create<tt::MulhiuiOp>(a, b);
}

static FailureOr<AbsType> typeOfDp4a(ArrayRef<AbsType> args, EmitError error) {
  /// T-DP4A-1: the operands are integers of 32 bits.
  for (AbsType arg : args)
    if (!arg.isData() || !arg.getElementType().isInteger(32))
      return error() << "T-DP4A-1: operands must be integers of 32 bits: "
                     << arg.str();
  FailureOr<SmallVector<int64_t>> shape = broadcastAll(args, error);
  if (failed(shape))
    return failure();
  return AbsType::tile(*shape, args[2].getElementType());
}

static Results buildDp4a(TileBuilder &builder, ArrayRef<TypedOperand> args,
                         AbsType result) {
  auto get = [&](unsigned i) {
    return builder.get(args[i], result.getShape());
  };
  auto isUnsigned = [&](unsigned i) {
    return args[i].type.getElementType().isUnsignedInteger();
  };
  Value a = get(0), b = get(1), c = get(2);
  return builder.create<tt::Dp4aOp>(a, b, c, isUnsigned(0), isUnsigned(1));
}

ArrayRef<Method> cm2tt::getBitsMethods() {
  static constexpr Method methods[] = {
#include "Bits.inc"
  };
  return methods;
}
