// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Arithmetic with a rounding on units that round to the nearest: the nearest
/// result, and the sign of what it lacks, tell whether its neighbour is the
/// result.
///
/// Key fact: what the nearest sum, product, quotient or root lacks is computed
/// exactly from it, with fma, as long as no exponent leaves its range. So
/// floats are computed as double, and doubles with their exponents apart.

#include "RoundedArithmetic.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/TypeUtilities.h"

#include <cmath>
#include <limits>

using namespace mlir;
using namespace cm2tt;

using arith::CmpFPredicate;
using arith::CmpIPredicate;

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

unsigned RoundedArithmetic::getNumOperands() const {
  return kind == Fma ? 3 : kind == Rcp || kind == Sqrt ? 1 : 2;
}

std::optional<RoundedArithmetic> RoundedArithmetic::find(StringRef symbol) {
  auto [name, mode] = symbol.rsplit('_');
  if (!name.consume_front("__nv_"))
    return std::nullopt;
  static constexpr std::pair<StringLiteral, Rounding> modes[] = {
      {"rn", Nearest}, {"rz", Zero}, {"rd", Negative}, {"ru", Positive}};
  static constexpr std::pair<StringLiteral, Kind> kinds[] = {
      {"add", Add}, {"sub", Sub}, {"mul", Mul},
      {"div", Div}, {"rcp", Rcp}, {"sqrt", Sqrt}};
  for (auto [ending, rounding] : modes) {
    if (mode != ending)
      continue;
    if (name == "fma" || name == "fmaf")
      return RoundedArithmetic{Fma, rounding, name == "fma"};
    for (auto [word, kind] : kinds)
      if (name.drop_front() == word &&
          (name.front() == 'f' || name.front() == 'd'))
        return RoundedArithmetic{kind, rounding, name.front() == 'd'};
  }
  return std::nullopt;
}

std::optional<RoundedArithmetic>
cm2tt::getRoundedArithmetic(tt::ExternElementwiseOp op) {
  bool isLibdevice =
      op.getLibpath().empty() &&
      (op.getLibname().empty() || op.getLibname() == "libdevice");
  auto arithmetic = RoundedArithmetic::find(op.getSymbol());
  if (!isLibdevice || !arithmetic ||
      op.getNumOperands() != arithmetic->getNumOperands())
    return std::nullopt;
  auto isOfType = [&](Type type) {
    type = getElementTypeOrSelf(type);
    return arithmetic->isDouble ? type.isF64() : type.isF32();
  };
  if (!llvm::all_of(op.getOperandTypes(), isOfType) || !isOfType(op.getType()))
    return std::nullopt;
  return arithmetic;
}

//===----------------------------------------------------------------------===//
// Exact arithmetic
//===----------------------------------------------------------------------===//

namespace {
/// A number as its nearest double and a number with the sign of the rest, times
/// a power of two.
struct Parts {
  Value nearest, rest;
  /// The exponent, i64; null for 0.
  Value exponent;
};

/// A double as a number from 1 to 2 with its sign, times a power of two.
struct Scaled {
  Value number, exponent;
};

struct ExactEmitter {
  ImplicitLocOpBuilder &builder;
  RoundedArithmetic arithmetic;

  Type withElement(Value like, Type element) const {
    if (auto vector = dyn_cast<VectorType>(like.getType()))
      return vector.clone(element);
    return element;
  }
  Value constant(Type type, Attribute one) const {
    if (auto vector = dyn_cast<VectorType>(type))
      one = DenseElementsAttr::get(vector, one);
    return arith::ConstantOp::create(builder, llvm::cast<TypedAttr>(one));
  }
  /// Constants of the type of a value.
  Value number(Value like, double value) const {
    return constant(
        like.getType(),
        builder.getFloatAttr(getElementTypeOrSelf(like.getType()), value));
  }
  Value integer(Value like, int64_t value) const {
    return constant(
        like.getType(),
        builder.getIntegerAttr(getElementTypeOrSelf(like.getType()), value));
  }
  Value add(Value a, Value b) const {
    return arith::AddFOp::create(builder, a, b);
  }
  Value sub(Value a, Value b) const {
    return arith::SubFOp::create(builder, a, b);
  }
  Value mul(Value a, Value b) const {
    return arith::MulFOp::create(builder, a, b);
  }
  Value negate(Value a) const { return arith::NegFOp::create(builder, a); }
  Value fma(Value a, Value b, Value c) const {
    return math::FmaOp::create(builder, a, b, c);
  }
  Value magnitude(Value a) const { return math::AbsFOp::create(builder, a); }
  Value is(CmpFPredicate predicate, Value a, Value b) const {
    return arith::CmpFOp::create(builder, predicate, a, b);
  }
  Value is(CmpIPredicate predicate, Value a, Value b) const {
    return arith::CmpIOp::create(builder, predicate, a, b);
  }
  template <typename Op> Value op(Value a, Value b) const {
    return Op::create(builder, a, b);
  }
  Value select(Value condition, Value a, Value b) const {
    return arith::SelectOp::create(builder, condition, a, b);
  }
  Value asBits(Value a) const {
    unsigned bits = getElementTypeOrSelf(a).getIntOrFloatBitWidth();
    return arith::BitcastOp::create(
        builder, withElement(a, builder.getIntegerType(bits)), a);
  }
  Value asDouble(Value bits) const {
    return arith::BitcastOp::create(
        builder, withElement(bits, builder.getF64Type()), bits);
  }

  // The nearest result and the rest of finite doubles.
  Parts sum(Value a, Value b) const;
  Parts product(Value a, Value b, Value c) const;
  Parts product(Value a, Value b) const;
  Parts quotient(Value a, Value b) const;
  Parts root(Value a) const;

  Scaled scale(Value a) const;
  Value power(Value exponent) const;

  Value step(Value nearest, Value error) const;
  Value narrow(const Parts &parts) const;
  Value unscale(const Parts &parts) const;

  Value emitFloat(ArrayRef<Value> operands) const;
  Value emitDouble(ArrayRef<Value> operands) const;
  Value emitNearest(ArrayRef<Value> operands) const;
  Value emitDoubleSum(Value a, Value b) const;
  Value emitDoubleRoot(Value a) const;
  Value keepSpecial(ArrayRef<Value> operands, Value result) const;
};
} // namespace

Parts ExactEmitter::sum(Value a, Value b) const {
  Value isLarger = is(CmpFPredicate::OGE, magnitude(a), magnitude(b));
  Value large = select(isLarger, a, b), small = select(isLarger, b, a);
  Value nearest = add(a, b);
  Value kept = sub(nearest, large);
  return {nearest, sub(small, kept), {}};
}

Parts ExactEmitter::product(Value a, Value b) const {
  Value nearest = mul(a, b);
  return {nearest, fma(a, b, negate(nearest)), {}};
}

/// a * b + c: what the nearest sum lacks of three numbers that are it exactly.
Parts ExactEmitter::product(Value a, Value b, Value c) const {
  Value nearest = fma(a, b, c);
  Parts ab = product(a, b);
  Parts low = sum(c, ab.rest);
  Parts high = sum(ab.nearest, low.nearest);
  Value middle = add(sub(high.nearest, nearest), high.rest);
  return {nearest, add(middle, low.rest), {}};
}

Parts ExactEmitter::quotient(Value a, Value b) const {
  Value nearest = arith::DivFOp::create(builder, a, b);
  Value remainder = fma(negate(nearest), b, a);
  return {nearest, mul(remainder, b), {}};
}

Parts ExactEmitter::root(Value a) const {
  Value nearest = math::SqrtOp::create(builder, a);
  return {nearest, fma(negate(nearest), nearest, a), {}};
}

/// The result for 0, infinity and NaN is of no use.
Scaled ExactEmitter::scale(Value a) const {
  Value isSmall = is(CmpFPredicate::OLT, magnitude(a),
                     number(a, std::numeric_limits<double>::min()));
  Value normal = select(isSmall, mul(a, number(a, 0x1p54)), a);
  Value bits = asBits(normal);
  Value code = op<arith::AndIOp>(op<arith::ShRUIOp>(bits, integer(bits, 52)),
                                 integer(bits, 0x7FF));
  Value bias = select(isSmall, integer(bits, 1023 + 54), integer(bits, 1023));
  Value rest =
      op<arith::AndIOp>(bits, integer(bits, int64_t(0x800FFFFFFFFFFFFF)));
  Value one = op<arith::OrIOp>(rest, integer(bits, int64_t(1023) << 52));
  return {asDouble(one), op<arith::SubIOp>(code, bias)};
}

/// 2 to the power of an exponent from -1022 to 1023.
Value ExactEmitter::power(Value exponent) const {
  Value code = op<arith::AddIOp>(exponent, integer(exponent, 1023));
  return asDouble(op<arith::ShLIOp>(code, integer(code, 52)));
}

//===----------------------------------------------------------------------===//
// The rounding
//===----------------------------------------------------------------------===//

/// The nearest number or its neighbour; `error` has the sign of what the
/// nearest one lacks. Magnitudes are ordered as their bits.
Value ExactEmitter::step(Value nearest, Value error) const {
  Value zero = number(error, 0), bits = asBits(nearest);
  Value isAbove = is(CmpFPredicate::OLT, error, zero);
  Value isBelow = is(CmpFPredicate::OGT, error, zero);
  Value isNegative = is(CmpIPredicate::slt, bits, integer(bits, 0));
  Value more = op<arith::AddIOp>(bits, integer(bits, 1));
  Value less = op<arith::SubIOp>(bits, integer(bits, 1));
  Value moves, moved;
  switch (arithmetic.rounding) {
  case RoundedArithmetic::Nearest:
    return nearest;
  case RoundedArithmetic::Zero:
    moves = select(isNegative, isBelow, isAbove);
    moved = less;
    break;
  case RoundedArithmetic::Negative:
    moves = isAbove;
    moved = select(isNegative, more, less);
    break;
  case RoundedArithmetic::Positive:
    moves = isBelow;
    moved = select(isNegative, less, more);
    break;
  }
  return arith::BitcastOp::create(builder, nearest.getType(),
                                  select(moves, moved, bits));
}

/// A number as float: `rest` decides if the nearest double is a float.
Value ExactEmitter::narrow(const Parts &parts) const {
  Value nearest = arith::TruncFOp::create(
      builder, withElement(parts.nearest, builder.getF32Type()), parts.nearest);
  Value back = arith::ExtFOp::create(builder, parts.nearest.getType(), nearest);
  Value lost = sub(parts.nearest, back);
  Value isLost = is(CmpFPredicate::UNE, lost, number(lost, 0));
  return step(nearest, select(isLost, lost, parts.rest));
}

/// A number times its power of two, in two steps, of which only the second may
/// round: exponents beyond 1600 overflow or underflow as 1600 does.
Value ExactEmitter::unscale(const Parts &parts) const {
  Value exponent = parts.exponent;
  exponent = op<arith::MaxSIOp>(exponent, integer(exponent, -1600));
  exponent = op<arith::MinSIOp>(exponent, integer(exponent, 1600));
  Value half = op<arith::ShRSIOp>(exponent, integer(exponent, 1));
  Value other = op<arith::SubIOp>(exponent, half);
  Value exact = mul(parts.nearest, power(half));
  Value nearest = mul(exact, power(other));
  Value back = mul(nearest, power(op<arith::SubIOp>(integer(other, 0), other)));
  Value lost = sub(exact, back);
  Value isLost = is(CmpFPredicate::UNE, lost, number(lost, 0));
  return step(nearest, select(isLost, lost, parts.rest));
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

Value ExactEmitter::emitNearest(ArrayRef<Value> x) const {
  switch (arithmetic.kind) {
  case RoundedArithmetic::Add:
    return add(x[0], x[1]);
  case RoundedArithmetic::Mul:
    return mul(x[0], x[1]);
  case RoundedArithmetic::Div:
    return arith::DivFOp::create(builder, x[0], x[1]);
  case RoundedArithmetic::Fma:
    return fma(x[0], x[1], x[2]);
  case RoundedArithmetic::Sqrt:
    return math::SqrtOp::create(builder, x[0]);
  case RoundedArithmetic::Sub:
  case RoundedArithmetic::Rcp:
    break;
  }
  llvm_unreachable("differences are sums, reciprocals are quotients");
}

Value ExactEmitter::emitFloat(ArrayRef<Value> operands) const {
  auto x = llvm::map_to_vector(operands, [&](Value operand) -> Value {
    return arith::ExtFOp::create(
        builder, withElement(operand, builder.getF64Type()), operand);
  });
  switch (arithmetic.kind) {
  case RoundedArithmetic::Add:
    return narrow(sum(x[0], x[1]));
  case RoundedArithmetic::Mul:
    return narrow(product(x[0], x[1]));
  case RoundedArithmetic::Div:
    return narrow(quotient(x[0], x[1]));
  case RoundedArithmetic::Fma:
    return narrow(sum(mul(x[0], x[1]), x[2]));
  case RoundedArithmetic::Sqrt:
    return narrow(root(x[0]));
  case RoundedArithmetic::Sub:
  case RoundedArithmetic::Rcp:
    break;
  }
  llvm_unreachable("differences are sums, reciprocals are quotients");
}

/// A sum that overflows lacks a number of the other sign.
Value ExactEmitter::emitDoubleSum(Value a, Value b) const {
  Parts parts = sum(a, b);
  Value infinity = number(a, std::numeric_limits<double>::infinity());
  auto isFinite = [&](Value x) {
    return is(CmpFPredicate::OLT, magnitude(x), infinity);
  };
  Value areFinite = op<arith::AndIOp>(isFinite(a), isFinite(b));
  Value overflows = op<arith::AndIOp>(
      areFinite, is(CmpFPredicate::OEQ, magnitude(parts.nearest), infinity));
  Value error = select(areFinite, parts.rest, number(a, 0));
  return step(parts.nearest, select(overflows, negate(parts.nearest), error));
}

/// The remainder of the root of a small number would be too small.
Value ExactEmitter::emitDoubleRoot(Value a) const {
  Value isSmall = is(CmpFPredicate::OLT, a, number(a, 0x1p-500));
  Value one = number(a, 1);
  Parts parts = root(mul(a, select(isSmall, number(a, 0x1p600), one)));
  Value infinity = number(a, std::numeric_limits<double>::infinity());
  Value isFinite = is(CmpFPredicate::OLT, a, infinity);
  Value error = select(isFinite, parts.rest, number(a, 0));
  return mul(step(parts.nearest, error),
             select(isSmall, number(a, 0x1p-300), one));
}

/// The nearest result for 0, infinity and NaN is exact.
Value ExactEmitter::keepSpecial(ArrayRef<Value> operands, Value result) const {
  Value isSpecial,
      zero = number(operands[0], 0),
      infinity = number(operands[0], std::numeric_limits<double>::infinity());
  auto note = [&](Value condition) {
    isSpecial = isSpecial ? op<arith::OrIOp>(isSpecial, condition) : condition;
  };
  for (Value operand : operands)
    note(is(CmpFPredicate::UGE, magnitude(operand), infinity));
  for (Value factor : operands.take_front(2))
    note(is(CmpFPredicate::OEQ, factor, zero));
  return select(isSpecial, emitNearest(operands), result);
}

Value ExactEmitter::emitDouble(ArrayRef<Value> x) const {
  if (arithmetic.kind == RoundedArithmetic::Add)
    return emitDoubleSum(x[0], x[1]);
  if (arithmetic.kind == RoundedArithmetic::Sqrt)
    return emitDoubleRoot(x[0]);
  Scaled a = scale(x[0]), b = scale(x[1]);
  Parts parts;
  if (arithmetic.kind == RoundedArithmetic::Div) {
    parts = quotient(a.number, b.number);
    parts.exponent = op<arith::SubIOp>(a.exponent, b.exponent);
    return keepSpecial(x, unscale(parts));
  }
  Value exponent = op<arith::AddIOp>(a.exponent, b.exponent);
  if (arithmetic.kind == RoundedArithmetic::Mul) {
    parts = product(a.number, b.number);
    parts.exponent = exponent;
    return keepSpecial(x, unscale(parts));
  }
  // The sum is scaled as the product is, or as c where that is much larger:
  // at a distance of 400 bits, only the sign of the smaller one counts.
  Scaled c = scale(x[2]);
  Value distance = op<arith::SubIOp>(c.exponent, exponent);
  Value limit = integer(distance, 400);
  Value isFar = is(CmpIPredicate::sgt, distance, limit);
  Value kept = op<arith::MaxSIOp>(op<arith::MinSIOp>(distance, limit),
                                  integer(distance, -400));
  Value isZero = is(CmpFPredicate::OEQ, x[2], number(x[2], 0));
  Value addend = select(isZero, x[2], mul(c.number, power(kept)));
  parts = product(a.number, b.number, addend);
  Value ofAddend = op<arith::SubIOp>(c.exponent, kept);
  Value usesAddend =
      op<arith::AndIOp>(isFar, is(CmpFPredicate::UNE, x[2], number(x[2], 0)));
  parts.exponent = select(usesAddend, ofAddend, exponent);
  return keepSpecial(x, unscale(parts));
}

Value cm2tt::emitRoundedArithmetic(ImplicitLocOpBuilder &builder,
                                   const RoundedArithmetic &given,
                                   ValueRange operands) {
  ExactEmitter emitter{builder, given};
  RoundedArithmetic &arithmetic = emitter.arithmetic;
  SmallVector<Value> x(operands);
  if (given.kind == RoundedArithmetic::Sub) {
    arithmetic.kind = RoundedArithmetic::Add;
    x[1] = emitter.negate(x[1]);
  } else if (given.kind == RoundedArithmetic::Rcp) {
    arithmetic.kind = RoundedArithmetic::Div;
    x.insert(x.begin(), emitter.number(x[0], 1));
  }
  if (given.rounding == RoundedArithmetic::Nearest)
    return emitter.emitNearest(x);
  // A sum that is 0 has a minus sign if it is rounded down: it is that of the
  // negated numbers, rounded up.
  bool isSum = arithmetic.kind == RoundedArithmetic::Add ||
               arithmetic.kind == RoundedArithmetic::Fma;
  bool isNegated = isSum && given.rounding == RoundedArithmetic::Negative;
  if (isNegated) {
    arithmetic.rounding = RoundedArithmetic::Positive;
    x.front() = emitter.negate(x.front());
    x.back() = emitter.negate(x.back());
  }
  Value result = given.isDouble ? emitter.emitDouble(x) : emitter.emitFloat(x);
  return isNegated ? emitter.negate(result) : result;
}
