// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The table of special functions, and those that need no approximation of
/// their own.
///
/// Not here: error functions (SpecialErrorFunctions.cpp), Bessel functions
/// (SpecialBessel.cpp).

#include "SpecialFunctions.h"

#include "SpecialFormulas.h"

#include "mlir/IR/TypeUtilities.h"

#include <array>
#include <limits>

using namespace mlir;
using namespace cm2tt;
using namespace cm2tt::special;

//===----------------------------------------------------------------------===//
// Sine and cosine of multiples of pi
//===----------------------------------------------------------------------===//

static constexpr double pi = 0x1.921fb54442d18p+1,
                        piRest = 0x1.1a62633145c07p-53;

/// The power series of sin(pi r) / r from r^2 on, or of cos(pi r), by r^2: the
/// rests are less than 2^-57 for |r| <= 1/4.
template <unsigned first>
static constexpr std::array<double, 8> makeTurnSeries() {
  std::array<double, 8> series{};
  double term = first == 1 ? pi : 1;
  for (unsigned k = 0; k < series.size(); ++k) {
    unsigned power = 2 * k + first + 1;
    term *= -(pi / power) * (pi / (power + 1));
    series[k] = term;
  }
  return series;
}

namespace {
/// x = 2k + n / 2 + r, where |n| <= 2 is a whole number and |r| <= 1/4: exact.
struct Turn {
  Number n, sine, cosine;
};
} // namespace

static Turn splitTurn(Number x) {
  static constexpr auto sineSeries = makeTurnSeries<1>();
  static constexpr auto cosineSeries = makeTurnSeries<0>();
  Number angle = x - roundEven(x * 0.5) * 2.0;
  Number n = roundEven(angle + angle);
  Number r = angle - n * 0.5;
  Number square = r * r;
  Number rest = square * polynomial(square, sineSeries) + piRest;
  return {n, r * pi + r * rest,
          square * polynomial(square, cosineSeries) + 1.0};
}

/// The result for a whole number is 0 with the sign of x.
Number special::sinPi(ArrayRef<Number> x) {
  Turn turn = splitTurn(x[0]);
  Number size = abs(turn.n);
  Number result = select(isEqual(size, 1.0), turn.cosine, turn.sine);
  Number isNegated = isEqual(size, 2.0) | isEqual(turn.n, -1.0);
  result = select(isNegated, -result, result);
  return select(isEqual(result, 0.0), copySign(result, x[0]), result);
}

/// The sum with 0 has no negative zero.
Number special::cosPi(ArrayRef<Number> x) {
  Turn turn = splitTurn(x[0]);
  Number size = abs(turn.n);
  Number result = select(isEqual(size, 1.0), turn.sine, turn.cosine);
  Number isNegated = isEqual(size, 2.0) | isEqual(turn.n, 1.0);
  return select(isNegated, -result, result) + 0.0;
}

//===----------------------------------------------------------------------===//
// Roots
//===----------------------------------------------------------------------===//

/// Three steps of y += y (h / 3 + 2 h^2 / 9 + 14 h^3 / 81 + ...) with h = 1 - x
/// y^3, the series of (1 - h)^(-1/3), from a first y by a third of the bits.
Number special::rcbrt(ArrayRef<Number> x) {
  Number magnitude = abs(x[0]);
  Number isSmall = magnitude < 0x1p-1022;
  Number normal = select(isSmall, magnitude * 0x1p54, magnitude);
  Number third = divideBits(normal.bits(), 3);
  Number y =
      subtractBits(x[0].like(int64_t(0x553F000000000000)), third).fromBits();
  for (int step = 0; step < 3; ++step) {
    Number h = 1.0 - normal * y * y * y;
    y = y + y * h * polynomial(h, {1.0 / 3, 2.0 / 9, 14.0 / 81});
  }
  Number result = select(isSmall, y * 0x1p18, y);
  constexpr double infinity = std::numeric_limits<double>::infinity();
  result = select(isEqual(magnitude, 0.0), x[0].like(infinity), result);
  result = select(isEqual(magnitude, infinity), x[0].like(0.0), result);
  return copySign(result, x[0]);
}

namespace {
/// sqrt(x^2 + y^2 + ...), divided by a power of two and multiplied by it.
struct Length {
  Number root, largest, scale, unscale;
};
} // namespace

/// The power of two makes the largest number about 1, so that no square
/// overflows, and squares that are too small do not matter.
static Length lengthOf(ArrayRef<Number> x) {
  Number largest = abs(x[0]);
  for (Number next : x.drop_front())
    largest = select(largest < abs(next), abs(next), largest);
  Number bounded = atMost(atLeast(largest, 0x1p-1022), 0x1.fp1022);
  Number exponent = shiftLeft(shiftRight(bounded.bits(), 52), 52);
  Number unscale = exponent.fromBits();
  constexpr int64_t twice = int64_t(2046) << 52;
  Number scale = subtractBits(exponent.like(twice), exponent).fromBits();
  Number sum = x[0].like(0.0);
  for (Number each : x) {
    Number scaled = each * scale;
    sum = scaled * scaled + sum;
  }
  return {sqrt(sum), largest, scale, unscale};
}

/// The result where a number is infinite, also if another one is NaN.
static Number withInfinity(ArrayRef<Number> x, Number result, double there) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  for (Number each : x)
    result = select(isEqual(abs(each), infinity), result.like(there), result);
  return result;
}

Number special::norm(ArrayRef<Number> x) {
  Length length = lengthOf(x);
  return withInfinity(x, length.root * length.unscale,
                      std::numeric_limits<double>::infinity());
}

Number special::reciprocalNorm(ArrayRef<Number> x) {
  Length length = lengthOf(x);
  return withInfinity(x, 1.0 / length.root * length.scale, 0);
}

/// Rounding the double gives the nearest float: that holds for all floats.
Number special::rsqrt(ArrayRef<Number> x) { return 1.0 / sqrt(x[0]); }

/// As the instruction of GPUs, from the high word to a high word; subnormal
/// numbers are 0.
Number special::rcp64h(ArrayRef<Number> x) {
  constexpr int64_t highWord = int64_t(0xFFFFFFFF00000000);
  auto flush = [](Number number) {
    return select(abs(number) < 0x1p-1022, copySign(number.like(0.0), number),
                  number);
  };
  Number high = flush((x[0].bits() & highWord).fromBits());
  // The high word of a NaN may be that of infinity.
  high = select(isEqual(x[0], x[0]), high, x[0]);
  Number result = flush(1.0 / high);
  return (result.bits() & highWord).fromBits();
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

namespace {
enum Types { FloatAndDouble, OnlyFloat, OnlyDouble };

/// A function: libdevice's name without `__nv_`, to which `f` is added for
/// floats if it has two, and the number of its operands.
struct SpecialFunction {
  StringLiteral name;
  unsigned numOperands;
  Formula formula;
  Types types = FloatAndDouble;
};
} // namespace

static constexpr SpecialFunction specialFunctions[] = {
    {"cospi", 1, cosPi},
    {"cyl_bessel_i0", 1, besselI0},
    {"cyl_bessel_i1", 1, besselI1},
    {"erfcinv", 1, erfcinv},
    {"erfcx", 1, erfcx},
    {"erfinv", 1, erfinv},
    {"frsqrt_rn", 1, special::rsqrt, OnlyFloat},
    {"norm3d", 3, norm},
    {"norm4d", 4, norm},
    {"normcdf", 1, normcdf},
    {"normcdfinv", 1, normcdfinv},
    {"rcbrt", 1, rcbrt},
    {"rcp64h", 1, rcp64h, OnlyDouble},
    {"rhypot", 2, reciprocalNorm},
    {"rnorm3d", 3, reciprocalNorm},
    {"rnorm4d", 4, reciprocalNorm},
    {"sinpi", 1, sinPi},
};

/// The function that `op` calls; null for all others.
static const SpecialFunction *findFunction(tt::ExternElementwiseOp op) {
  StringRef symbol = op.getSymbol();
  Type element = getElementTypeOrSelf(op.getType());
  bool isLibdevice =
      op.getLibpath().empty() &&
      (op.getLibname().empty() || op.getLibname() == "libdevice");
  if (!isLibdevice || !symbol.consume_front("__nv_") ||
      (!element.isF32() && !element.isF64()))
    return nullptr;
  const auto *found =
      llvm::find_if(specialFunctions, [&](const SpecialFunction &function) {
        StringRef rest = symbol;
        if (!rest.consume_front(function.name))
          return false;
        bool isFloat = function.types == OnlyFloat ||
                       (function.types == FloatAndDouble && rest == "f");
        StringRef ending =
            isFloat && function.types == FloatAndDouble ? "f" : "";
        return rest == ending && isFloat == element.isF32() &&
               function.numOperands == op.getNumOperands();
      });
  if (found == std::end(specialFunctions))
    return nullptr;
  bool hasTypes = llvm::all_of(op.getOperandTypes(), [&](Type type) {
    return getElementTypeOrSelf(type) == element;
  });
  return hasTypes ? found : nullptr;
}

bool cm2tt::isSpecialFunction(tt::ExternElementwiseOp op) {
  return findFunction(op) != nullptr;
}

Value cm2tt::emitSpecialFunction(ImplicitLocOpBuilder &builder,
                                 tt::ExternElementwiseOp op,
                                 ValueRange operands) {
  const SpecialFunction *function = findFunction(op);
  assert(function && "the caller has asked isSpecialFunction");
  Type type = operands.front().getType(), wide = builder.getF64Type();
  if (auto vector = dyn_cast<VectorType>(type))
    wide = vector.clone(wide);
  auto numbers = llvm::map_to_vector(operands, [&](Value operand) -> Number {
    if (type != wide)
      operand = arith::ExtFOp::create(builder, wide, operand);
    return {&builder, operand};
  });
  Value result = function->formula(numbers).value;
  if (type != wide)
    result = arith::TruncFOp::create(builder, type, result);
  return result;
}
