// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Random numbers: the counter-based generator Philox (Salmon et al., Parallel
/// Random Numbers: As Easy as 1, 2, 3, SC 2011), and numbers of its integers.
///
/// Triton's functions of the same names give the same integers and uniform
/// floats, bit by bit. Constants of the conversions are those of Triton.

#include "NumberRules.h"
#include "TileInternals.h"

#include "cm2tt/Dialect/TT/TTOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace cm2tt;

/// The kind of numbers that a method draws.
enum class Drawn { Bits, Uniform, Normal };

static constexpr int64_t usualRounds = 10;
/// More are an error of the caller, and would be a lot of code.
static constexpr int64_t maxRounds = 64;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

static bool isIntegral(AbsType type) {
  return isNumeric(type) && isa<IntegerType>(type.getElementType()) &&
         !type.getElementType().isInteger(1);
}

static IntegerType unsignedType(MLIRContext *context, unsigned width) {
  return IntegerType::get(context, width, IntegerType::Unsigned);
}

/// T-RANDOM-1 and T-RANDOM-3: the seed, and the rounds if they are given.
static LogicalResult checkSeed(AbsType seed, ArrayRef<AbsType> rounds,
                               EmitError error) {
  /// T-RANDOM-1: the seed is an integer.
  if (!isIntegral(seed))
    return error() << "T-RANDOM-1: the seed must be an integer: " << seed.str();
  /// T-RANDOM-3: the number of rounds is a constant from 0 to 64.
  if (rounds.empty())
    return success();
  std::optional<int64_t> count = constantInt(rounds[0]);
  if (count && *count >= 0 && *count <= maxRounds)
    return success();
  InFlightDiagnostic diagnostic =
      error()
      << "T-RANDOM-3: the number of rounds must be a constant from 0 to "
      << maxRounds << ": " << rounds[0].str();
  noteRunTimeNumber(diagnostic, rounds);
  return diagnostic;
}

template <Drawn drawn>
static FailureOr<AbsType> typeOfDrawing(ArrayRef<AbsType> args,
                                        EmitError error) {
  if (failed(checkSeed(args[0], args.drop_front(2), error)))
    return failure();
  /// T-RANDOM-2: the offsets are integers.
  if (!isIntegral(args[1]))
    return error() << "T-RANDOM-2: offsets must be integers: " << args[1].str();
  auto shape = broadcastAll(args.take_front(2), error);
  if (failed(shape))
    return failure();
  MLIRContext *context = args[0].getType().getContext();
  if (drawn == Drawn::Bits)
    return AbsType::tile(*shape, unsignedType(context, 32));
  return AbsType::tile(*shape, Float32Type::get(context));
}

template <Drawn drawn>
static FailureOr<AbsType> typeOfDrawings(ArrayRef<AbsType> args,
                                         EmitError error) {
  FailureOr<AbsType> one = typeOfDrawing<drawn>(args, error);
  if (failed(one))
    return failure();
  return recordType(quadRecord, {*one, *one, *one, *one});
}

static FailureOr<AbsType> typeOfPhilox(ArrayRef<AbsType> args,
                                       EmitError error) {
  if (failed(checkSeed(args[0], args.drop_front(5), error)))
    return failure();
  /// T-RANDOM-4: the counters are integers, the first one of 32 or 64 bits.
  for (AbsType counter : args.slice(1, 4))
    if (!isIntegral(counter))
      return error() << "T-RANDOM-4: counters must be integers: "
                     << counter.str();
  unsigned width = args[1].getElementType().getIntOrFloatBitWidth();
  if (width < 32)
    return error() << "T-RANDOM-4: the first counter must have 32 or 64 bits: "
                   << args[1].str();
  auto shape = broadcastAll(args.take_front(5), error);
  if (failed(shape))
    return failure();
  AbsType one = AbsType::tile(
      *shape, unsignedType(args[0].getType().getContext(), width));
  return recordType(quadRecord, {one, one, one, one});
}

static FailureOr<AbsType> typeOfUniform(ArrayRef<AbsType> args,
                                        EmitError error) {
  /// T-RANDOM-5: the operand is an integer of 32 or 64 bits.
  if (!isIntegral(args[0]) ||
      args[0].getElementType().getIntOrFloatBitWidth() < 32)
    return error() << "T-RANDOM-5: integers of 32 or 64 bits are expected: "
                   << args[0].str();
  return AbsType::tile(args[0].getShape(),
                       Float32Type::get(args[0].getType().getContext()));
}

static FailureOr<AbsType> typeOfNormal(ArrayRef<AbsType> args,
                                       EmitError error) {
  /// T-RANDOM-6: the operands are floats.
  for (AbsType arg : args)
    if (!isNumeric(arg) || !arg.getElementType().isF32())
      return error() << "T-RANDOM-6: floats are expected: " << arg.str();
  auto shape = broadcastAll(args, error);
  if (failed(shape))
    return failure();
  AbsType one = AbsType::tile(*shape, args[0].getElementType());
  return recordType(pairRecord, {one, one});
}

//===----------------------------------------------------------------------===//
// Philox
//===----------------------------------------------------------------------===//

namespace {
/// The constants of one width: what is added to the keys in each round, and the
/// multipliers of the counters.
struct PhiloxConstants {
  uint64_t keys[2], multipliers[2];
};
} // namespace

static constexpr PhiloxConstants constants32 = {{0x9E3779B9, 0xBB67AE85},
                                                {0xD2511F53, 0xCD9E8D57}};
static constexpr PhiloxConstants constants64 = {
    {0x9E3779B97F4A7C15, 0xBB67AE8584CAA73B},
    {0xD2E7470EE14C6C93, 0xCA5A826395121157}};

/// A constant of an integer type, given by its bits.
static Value constantBits(TileBuilder &builder, Type type, uint64_t bits) {
  Type element = getElementTypeOrSelf(type);
  APInt value = APInt(64, bits).trunc(element.getIntOrFloatBitWidth());
  return builder.constant(type, builder.builder.getIntegerAttr(element, value));
}

/// The low or the high half of integers of 64 bits.
static Value buildHalf(TileBuilder &builder, Value wide, bool isHigh) {
  Type type = wide.getType(), i32 = builder.builder.getI32Type();
  if (isHigh)
    wide =
        builder.create<arith::ShRUIOp>(wide, constantBits(builder, type, 32));
  Type half = i32;
  if (auto tile = dyn_cast<RankedTensorType>(type))
    half = tile.clone(i32);
  return builder.create<arith::TruncIOp>(half, wide);
}

/// The two keys of a seed, in its own shape.
static std::pair<TypedOperand, TypedOperand>
buildKeys(TileBuilder &builder, const TypedOperand &seed, unsigned width) {
  MLIRContext *context = builder.builder.getContext();
  Value wide = builder.get(convertTo(builder, seed, unsignedType(context, 64)));
  AbsType type =
      AbsType::tile(seed.type.getShape(), unsignedType(context, width));
  if (width == 64)
    return {{type, wide}, {type, constantBits(builder, wide.getType(), 0)}};
  return {{type, buildHalf(builder, wide, /*isHigh=*/false)},
          {type, buildHalf(builder, wide, /*isHigh=*/true)}};
}

/// The integers of four counters; the keys grow by a constant in each round, in
/// the shape of the seed.
static Results buildRounds(TileBuilder &builder, const TypedOperand &seed,
                           Results c, int64_t rounds) {
  Type type = c[0].getType();
  unsigned width = getElementTypeOrSelf(type).getIntOrFloatBitWidth();
  const PhiloxConstants &constants = width == 32 ? constants32 : constants64;
  auto [k0, k1] = buildKeys(builder, seed, width);
  ArrayRef<int64_t> shape;
  if (auto tile = dyn_cast<RankedTensorType>(type))
    shape = tile.getShape();
  Value a = constantBits(builder, type, constants.multipliers[0]);
  Value b = constantBits(builder, type, constants.multipliers[1]);
  auto mixed = [&](Value factor, Value counter, Value other,
                   const TypedOperand &key) -> Value {
    Value high = builder.create<tt::MulhiuiOp>(factor, counter);
    Value both = builder.create<arith::XOrIOp>(high, other);
    return builder.create<arith::XOrIOp>(both, builder.get(key, shape));
  };
  auto grown = [&](const TypedOperand &key, uint64_t step) -> TypedOperand {
    Value value = builder.get(key);
    return {key.type, builder.create<arith::AddIOp>(
                          value, constantBits(builder, value.getType(), step))};
  };
  for (int64_t i = 0; i < rounds; ++i) {
    Value low1 = builder.create<arith::MulIOp>(b, c[2]);
    Value low3 = builder.create<arith::MulIOp>(a, c[0]);
    Value high0 = mixed(b, c[2], c[1], k0);
    Value high2 = mixed(a, c[0], c[3], k1);
    c = Results(ValueRange{high0, low1, high2, low3});
    k0 = grown(k0, constants.keys[0]);
    k1 = grown(k1, constants.keys[1]);
  }
  return c;
}

static int64_t roundsOf(ArrayRef<TypedOperand> rounds) {
  return rounds.empty() ? usualRounds : *constantInt(rounds[0].type);
}

static Results buildPhilox(TileBuilder &builder, ArrayRef<TypedOperand> args,
                           AbsType result) {
  AbsType type = result.getComponents()[0];
  Results counters;
  for (const TypedOperand &counter : args.slice(1, 4))
    counters.push_back(operandAs(builder, counter, type));
  return buildRounds(builder, args[0], counters, roundsOf(args.drop_front(5)));
}

/// The four integers of each offset.
static Results buildIntegers(TileBuilder &builder, ArrayRef<TypedOperand> args,
                             ArrayRef<int64_t> shape) {
  MLIRContext *context = builder.builder.getContext();
  AbsType type = AbsType::tile(shape, unsignedType(context, 32));
  TypedOperand offset = args[1];
  Value zero = constantBits(builder, signlessType(type.getType()), 0);
  Results counters(ValueRange{zero, zero, zero, zero});
  if (offset.type.getElementType().getIntOrFloatBitWidth() < 64) {
    counters[0] = operandAs(builder, offset, type);
  } else {
    Value wide = builder.get(offset);
    for (unsigned i = 0; i < 2; ++i)
      counters[i] = builder.get(
          {AbsType::tile(offset.type.getShape(), unsignedType(context, 32)),
           buildHalf(builder, wide, /*isHigh=*/i == 1)},
          shape);
  }
  return buildRounds(builder, args[0], counters, roundsOf(args.drop_front(2)));
}

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

/// Integers x, read as signed: those below 0 become -1 - x, and all are scaled
/// by a little less than 2^-31 or 2^-63.
static Value buildUniform(TileBuilder &builder, Value x) {
  Type type = x.getType(), f32 = builder.builder.getF32Type();
  bool isWide = getElementTypeOrSelf(type).isInteger(64);
  Value isNegative = builder.create<arith::CmpIOp>(
      arith::CmpIPredicate::slt, x, constantBits(builder, type, 0));
  Value inverted = builder.create<arith::XOrIOp>(
      x, constantBits(builder, type, ~uint64_t(0)));
  Value magnitude = builder.create<arith::SelectOp>(isNegative, inverted, x);
  Type floats = f32;
  if (auto tile = dyn_cast<RankedTensorType>(type))
    floats = tile.clone(f32);
  Value number = builder.create<arith::SIToFPOp>(floats, magnitude);
  double scale = isWide ? 1.0842020432385337e-19 : 4.6566127342e-10;
  return builder.create<arith::MulFOp>(number,
                                       builder.constantFloat(floats, scale));
}

static Results buildUniformMethod(TileBuilder &builder,
                                  ArrayRef<TypedOperand> args, AbsType) {
  return buildUniform(builder, builder.get(args[0]));
}

/// Two normally distributed numbers; the second one only `withSecond`.
static Results buildNormal(TileBuilder &builder, Value u1, Value u2,
                           bool withSecond) {
  Type type = u1.getType();
  auto number = [&](double value) {
    return builder.constantFloat(type, value);
  };
  Value positive = builder.create<arith::MaxNumFOp>(number(1.0e-7), u1);
  Value angle = builder.create<arith::MulFOp>(number(6.283185307179586), u2);
  Value log = builder.create<math::LogOp>(positive);
  Value radius = builder.create<math::SqrtOp>(
      builder.create<arith::MulFOp>(number(-2.0), log));
  Results pair;
  pair.push_back(builder.create<arith::MulFOp>(
      radius, builder.create<math::CosOp>(angle)));
  if (withSecond)
    pair.push_back(builder.create<arith::MulFOp>(
        radius, builder.create<math::SinOp>(angle)));
  return pair;
}

static Results buildNormalMethod(TileBuilder &builder,
                                 ArrayRef<TypedOperand> args, AbsType result) {
  AbsType type = result.getComponents()[0];
  return buildNormal(builder, operandAs(builder, args[0], type),
                     operandAs(builder, args[1], type), /*withSecond=*/true);
}

/// One number for each offset, or four.
template <Drawn drawn, bool isQuad>
static Results buildDrawing(TileBuilder &builder, ArrayRef<TypedOperand> args,
                            AbsType result) {
  Results numbers =
      buildIntegers(builder, args, result.getComponents().front().getShape());
  numbers.resize(isQuad ? 4 : drawn == Drawn::Normal ? 2 : 1);
  if (drawn != Drawn::Bits)
    for (Value &number : numbers)
      number = buildUniform(builder, number);
  if (drawn != Drawn::Normal)
    return numbers;
  Results normal;
  for (size_t i = 0; i < numbers.size(); i += 2)
    normal.append(buildNormal(builder, numbers[i], numbers[i + 1], isQuad));
  return normal;
}

ArrayRef<Method> cm2tt::getRandomMethods() {
  static constexpr Method methods[] = {
#include "Random.inc"
  };
  return methods;
}
