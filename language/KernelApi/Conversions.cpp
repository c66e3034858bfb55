// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Conversions that a kernel asks for: to another type, or the same bits as
/// another type, or as a pointer.
///
/// Not here: how numbers are converted (NumberConversions.cpp); Java's casts
/// (JavaOperators.cpp).

#include "NumberRules.h"
#include "RoundedConversions.h"

#include "cm2tt/Dialect/CM/CMDialect.h"
#include "cm2tt/Dialect/TT/TTOps.h"
#include "cm2tt/Dialect/TT/TTTypes.h"

#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace cm2tt;

/// Whether the last argument, which is optional, asks for a rounding.
static bool hasRounding(ArrayRef<AbsType> args) {
  return args.size() == 3 && !isa_and_nonnull<cm::NullAttr>(args[2].getValue());
}

/// A constant of Rounding; nothing for anything else.
static std::optional<RoundTo> roundingOf(AbsType type) {
  return llvm::StringSwitch<std::optional<RoundTo>>(
             type.getEnumName("Rounding"))
      .Case("RTNE", RoundTo::Nearest)
      .Case("RTZ", RoundTo::Zero)
      .Case("RTN", RoundTo::Negative)
      .Case("RTP", RoundTo::Positive)
      .Default(std::nullopt);
}

/// A rounding is a constant of Rounding and has something to round.
static LogicalResult checkRounding(ArrayRef<AbsType> args, Type to,
                                   EmitError error) {
  if (!hasRounding(args))
    return success();
  /// T-CONV-3: the rounding is a constant of Rounding.
  std::optional<RoundTo> rounding = roundingOf(args[2]);
  if (!rounding)
    return error() << "T-CONV-3: the rounding must be a constant of Rounding: "
                   << args[2].str();
  /// T-CONV-4: a rounding is of a double to float, to an integer, of an integer
  /// to float or double; RTNE and RTZ also to narrower floating-point numbers.
  Type from = args[1].getElementType();
  if (!hasRoundedConversion(*rounding, from, to))
    return error() << "T-CONV-4: no conversion has the rounding "
                   << args[2].getEnumName("Rounding") << " from "
                   << typeName(from) << " to " << typeName(to);
  return success();
}

static FailureOr<AbsType> typeOfConv(ArrayRef<AbsType> args, EmitError error) {
  /// T-CONV-1: the first argument is a class literal of a number type.
  Type to = args[0].getTypeValue();
  if (!isa_and_nonnull<IntegerType, FloatType>(to))
    return error() << "T-CONV-1: the target must be a class literal of a "
                      "number type: "
                   << args[0].str();
  /// T-CONV-2: the operand is a number or a tile of numbers.
  if (!args[1].isData() || args[1].getPointeeType())
    return error() << "T-CONV-2: only numbers can be converted: "
                   << args[1].str();
  if (failed(checkRounding(args, to, error)))
    return failure();
  if (!hasRounding(args))
    return convertedType(args[1], to);
  // Others are computed at run time.
  if (!args[1].isConstant() || !isa<FloatType>(args[1].getType()) ||
      !isa<FloatType>(to))
    return AbsType::tile(args[1].getShape(), to);
  switch (*roundingOf(args[2])) {
  case RoundTo::Nearest:
    return convertedType(args[1], to);
  case RoundTo::Zero:
    return AbsType::constant(
        to, foldTowardZero(args[1].getValue(), cast<FloatType>(to)));
  default:
    return AbsType::tile({}, to);
  }
}

static Results buildConv(TileBuilder &builder, ArrayRef<TypedOperand> args,
                         AbsType result) {
  Type from = args[1].type.getElementType(), to = result.getElementType();
  Value value = builder.get(args[1]);
  auto types = llvm::map_to_vector(
      args, [](const TypedOperand &arg) { return arg.type; });
  if (!hasRounding(types))
    return buildConversion(builder, value, from, to, /*saturate=*/false);
  return buildRoundedConversion(builder, *roundingOf(types[2]), value, from,
                                to);
}

/// The bits of a constant as one of a type of as many bits.
static Attribute foldBits(Attribute value, Type to) {
  auto number = dyn_cast<FloatAttr>(value);
  APInt bits = number ? number.getValue().bitcastToAPInt()
                      : cast<IntegerAttr>(value).getValue();
  if (auto type = dyn_cast<FloatType>(to))
    return FloatAttr::get(to, APFloat(type.getFloatSemantics(), bits));
  if (to.isInteger(1))
    return BoolAttr::get(to.getContext(), !bits.isZero());
  return IntegerAttr::get(signlessType(to), bits);
}

/// The type of a number or a tile of numbers read as `to`.
static FailureOr<AbsType> typeOfBits(AbsType arg, Type to, EmitError error) {
  /// T-BITS-3: the two types have the same number of bits.
  Type from = arg.getElementType();
  if (from.getIntOrFloatBitWidth() != to.getIntOrFloatBitWidth())
    return error() << "T-BITS-3: widths differ: " << arg.str() << " of "
                   << from.getIntOrFloatBitWidth() << " bits and "
                   << typeName(to) << " of " << to.getIntOrFloatBitWidth();
  if (!arg.isConstant())
    return arg.withElementType(to);
  return AbsType::constant(to, foldBits(arg.getValue(), to));
}

static FailureOr<AbsType> typeOfBitcast(ArrayRef<AbsType> args,
                                        EmitError error) {
  /// T-BITS-1: the first argument is a class literal of a number type.
  Type to = args[0].getTypeValue();
  if (!isa_and_nonnull<IntegerType, FloatType>(to))
    return error() << "T-BITS-1: the target must be a class literal of a "
                      "number type: "
                   << args[0].str();
  /// T-BITS-2: the operand is a number, a pointer or a tile of them.
  if (!args[1].isData())
    return error() << "T-BITS-2: only numbers and pointers have other types: "
                   << args[1].str();
  auto pointer = dyn_cast<tt::PtrType>(args[1].getElementType());
  if (!pointer)
    return typeOfBits(args[1], to, error);
  return args[1].withElementType(
      tt::PtrType::get(to, pointer.getAddressSpace()));
}

static Results buildBitcast(TileBuilder &builder, ArrayRef<TypedOperand> args,
                            AbsType result) {
  Value value = builder.get(args[1]);
  Type type = signlessType(result.getType());
  if (value.getType() == type)
    return value;
  return builder.create<tt::BitcastOp>(type, value);
}

static FailureOr<AbsType> typeOfToPointer(ArrayRef<AbsType> args,
                                          EmitError error) {
  /// T-POINTER-1: the first argument is a class literal of a number type.
  Type to = args[0].getTypeValue();
  if (!isa_and_nonnull<IntegerType, FloatType>(to))
    return error() << "T-POINTER-1: the elements must be given by a class "
                      "literal of a number type: "
                   << args[0].str();
  /// T-POINTER-2: addresses are 64-bit integers.
  if (!args[1].isData() || !args[1].getElementType().isInteger(64))
    return error() << "T-POINTER-2: an address must be a long: "
                   << args[1].str();
  return args[1].withElementType(tt::PtrType::get(to, 1));
}

static Results buildToPointer(TileBuilder &builder, ArrayRef<TypedOperand> args,
                              AbsType result) {
  return builder.create<tt::IntToPtrOp>(signlessType(result.getType()),
                                        builder.get(args[1]));
}

/// The bits of a number of the first type as the second, for the JDK's names.
template <typename From, typename To>
static FailureOr<AbsType> typeOfRawBits(ArrayRef<AbsType> args,
                                        EmitError error) {
  if (failed(checkNumbers(args, error)))
    return failure();
  MLIRContext *context = args[0].getType().getContext();
  auto make = [&](auto tag) -> Type {
    using T = decltype(tag);
    if constexpr (std::is_same_v<T, float>)
      return Float32Type::get(context);
    else if constexpr (std::is_same_v<T, double>)
      return Float64Type::get(context);
    else
      return IntegerType::get(context, 8 * sizeof(T));
  };
  return typeOfBits(convertedType(args[0], make(From())), make(To()), error);
}

template <typename From>
static Results buildRawBits(TileBuilder &builder, ArrayRef<TypedOperand> args,
                            AbsType result) {
  Value value = builder.get(args[0]);
  Type from;
  if constexpr (std::is_same_v<From, float>)
    from = builder.builder.getF32Type();
  else if constexpr (std::is_same_v<From, double>)
    from = builder.builder.getF64Type();
  else
    from = builder.builder.getIntegerType(8 * sizeof(From));
  value = buildConversion(builder, value, args[0].type.getType(), from,
                          /*saturate=*/false);
  return builder.create<tt::BitcastOp>(result.getType(), value);
}

ArrayRef<Method> cm2tt::getConversionsMethods() {
  static constexpr Method methods[] = {
#include "Conversions.inc"
  };
  return methods;
}
