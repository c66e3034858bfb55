// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Constants of Java's operators against the same operations done by the host
/// on random operands, of which half are limits, zeros, NaNs or infinities.
///
/// Not here: what tiles may be combined (tests/lit/language/InferTypes).

#include "cm2tt/Dialect/CM/CMDialect.h"
#include "cm2tt/Language/KernelApi.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/Location.h"
#include "mlir/IR/MLIRContext.h"

#include "gtest/gtest.h"

#include <cmath>
#include <cstring>
#include <limits>
#include <random>

using namespace mlir;
using namespace cm2tt;

/// Random operands for each operation and type.
static constexpr unsigned rounds = 2000;

namespace {
template <typename T> using Limits = std::numeric_limits<T>;

/// Operators applied to constants; their errors are kept, not printed.
class KernelApiFoldTest : public testing::Test {
protected:
  KernelApiFoldTest()
      : builder(&context), handler(&context, [this](Diagnostic &diagnostic) {
          errors.push_back(diagnostic.str());
        }) {
    context.loadDialect<cm::CMDialect>();
  }

  /// The type of a host type's numbers: of `unsigned` ones, but char, only
  /// signatures make them.
  template <typename T> Type typeOf() {
    if constexpr (std::is_same_v<T, float>)
      return builder.getF32Type();
    else if constexpr (std::is_same_v<T, double>)
      return builder.getF64Type();
    else if constexpr (std::is_same_v<T, bool>)
      return builder.getI1Type();
    else if constexpr (std::is_unsigned_v<T>)
      return builder.getIntegerType(8 * sizeof(T), /*isSigned=*/false);
    else
      return builder.getIntegerType(8 * sizeof(T));
  }

  template <typename T> AbsType constant(T value) {
    if constexpr (std::is_floating_point_v<T>)
      return AbsType::constant(
          typeOf<T>(), FloatAttr::get(typeOf<T>(), llvm::APFloat(value)));
    else if constexpr (std::is_same_v<T, bool>)
      return AbsType::constantBool(&context, value);
    else
      return AbsType::constant(
          typeOf<T>(),
          builder.getIntegerAttr(builder.getIntegerType(8 * sizeof(T)),
                                 llvm::APInt(8 * sizeof(T), uint64_t(value),
                                             /*isSigned=*/false,
                                             /*implicitTrunc=*/true)));
  }

  /// The operator's constant, `nothing` after an error.
  AbsType apply(StringRef name, ArrayRef<AbsType> args) {
    const Method *method = findOperator(name, args.size());
    if (!method) {
      ADD_FAILURE() << "no operator " << name.str();
      return {};
    }
    FailureOr<TypedCall> call = method->typeOf(
        args, [&] { return emitError(UnknownLoc::get(&context)); });
    return failed(call) ? AbsType() : call->type;
  }

  AbsType convert(AbsType value, Type to) {
    AbsType target = AbsType::constant(
        cm::JavaType::get(&context, "java.lang.Class"), TypeAttr::get(to));
    return apply("conv", {value, target});
  }

  /// A number that is a limit, a small one or any bits.
  template <typename T> T random() {
    static const T special[] = {T(0),
                                T(1),
                                T(-1),
                                T(2),
                                Limits<T>::min(),
                                Limits<T>::max(),
                                Limits<T>::lowest(),
                                T(Limits<T>::max() / 2)};
    uint64_t bits = engine();
    if (bits & 1)
      return special[engine() % std::size(special)];
    if constexpr (std::is_floating_point_v<T>) {
      static const T floats[] = {Limits<T>::quiet_NaN(),
                                 Limits<T>::infinity(),
                                 -Limits<T>::infinity(),
                                 T(-0.0),
                                 T(-1.5),
                                 T(2147483648.0),
                                 T(-2147483649.0),
                                 T(9223372036854775808.0),
                                 T(65535.7)};
      if (bits & 2)
        return floats[engine() % std::size(floats)];
    }
    T value;
    bits = engine();
    std::memcpy(&value, &bits, sizeof value);
    return value;
  }

  template <typename T>
  void expect(StringRef name, T a, T b, AbsType got, T want) {
    if constexpr (std::is_floating_point_v<T>)
      if (std::isnan(want)) {
        auto number = dyn_cast_or_null<FloatAttr>(got.getValue());
        EXPECT_TRUE(number && number.getValue().isNaN())
            << name.str() << " of " << a << " and " << b;
        return;
      }
    EXPECT_EQ(got, constant<T>(want))
        << name.str() << " of " << +a << " and " << +b << " is " << got.str();
  }

  template <typename T> void checkIntegers();
  template <typename T> void checkDivision(T a, T b);
  template <typename T> void checkFloats();
  template <typename T> void checkComparisons();
  template <typename From, typename To> void checkConversion();

  MLIRContext context;
  Builder builder;
  ScopedDiagnosticHandler handler;
  std::vector<std::string> errors;
  std::mt19937_64 engine{20261120};
};
} // namespace

/// Java's integers wrap; so does the host's unsigned arithmetic.
template <typename T> void KernelApiFoldTest::checkIntegers() {
  for (unsigned i = 0; i < rounds; ++i) {
    T a = random<T>(), b = random<T>();
    uint64_t x = uint64_t(a), y = uint64_t(b);
    unsigned distance = y & (8 * sizeof(T) - 1);
    auto binary = [&](StringRef name, T want) {
      expect(name, a, b, apply(name, {constant(a), constant(b)}), want);
    };
    binary("add", T(x + y));
    binary("sub", T(x - y));
    binary("mul", T(x * y));
    binary("and", T(x & y));
    binary("or", T(x | y));
    binary("xor", T(x ^ y));
    binary("lshl", T(x << distance));
    binary("ashr", T(a >> distance));
    binary("lshr", T(std::make_unsigned_t<T>(a) >> distance));
    expect("neg", a, b, apply("neg", {constant(a)}), T(0 - x));
    expect("compl", a, b, apply("compl", {constant(a)}), T(~x));
    checkDivision(a, b);
  }
}

/// Division truncates; the smallest number by -1 is itself; by 0, an error.
template <typename T> void KernelApiFoldTest::checkDivision(T a, T b) {
  AbsType quotient = apply("div", {constant(a), constant(b)});
  AbsType rest = apply("mod", {constant(a), constant(b)});
  if (b == 0) {
    EXPECT_TRUE(quotient.isUnknown() && rest.isUnknown());
    ASSERT_EQ(errors.size(), 2u);
    EXPECT_TRUE(StringRef(errors[0]).starts_with("T-JAVA-4: division by zero"))
        << errors[0];
    errors.clear();
    return;
  }
  bool wraps = std::is_signed_v<T> && b == T(-1);
  expect("div", a, b, quotient, wraps ? T(0 - uint64_t(a)) : T(a / b));
  expect("mod", a, b, rest, wraps ? T(0) : T(a % b));
}

template <typename T> void KernelApiFoldTest::checkFloats() {
  for (unsigned i = 0; i < rounds; ++i) {
    T a = random<T>(), b = random<T>();
    auto binary = [&](StringRef name, T want) {
      expect(name, a, b, apply(name, {constant(a), constant(b)}), want);
    };
    binary("add", a + b);
    binary("sub", a - b);
    binary("mul", a * b);
    binary("div", a / b);
    binary("mod", std::fmod(a, b));
    expect("neg", a, b, apply("neg", {constant(a)}), -a);
  }
}

template <typename T> void KernelApiFoldTest::checkComparisons() {
  for (unsigned i = 0; i < rounds; ++i) {
    T a = random<T>(), b = engine() % 4 ? random<T>() : a;
    auto compare = [&](StringRef name, bool want) {
      EXPECT_EQ(apply(name, {constant(a), constant(b)}), constant(want))
          << name.str() << " of " << +a << " and " << +b;
    };
    compare("eq", a == b);
    compare("neq", a != b);
    compare("lt", a < b);
    compare("le", a <= b);
    compare("gt", a > b);
    compare("ge", a >= b);
  }
}

/// A cast as in JLS 5.1.3; the host's casts of values out of range are
/// undefined.
template <typename To, typename From> static To javaCast(From value) {
  if constexpr (std::is_floating_point_v<From> && std::is_integral_v<To>) {
    using Wide = std::conditional_t<sizeof(To) == 8, int64_t, int32_t>;
    if (std::isnan(value))
      return 0;
    double wide = value, limit = std::ldexp(1.0, 8 * sizeof(Wide) - 1);
    Wide whole = wide >= limit   ? Limits<Wide>::max()
                 : wide < -limit ? Limits<Wide>::min()
                                 : Wide(wide);
    return To(whole);
  } else {
    return To(value);
  }
}

template <typename From, typename To>
void KernelApiFoldTest::checkConversion() {
  for (unsigned i = 0; i < rounds; ++i) {
    From value = random<From>();
    To want = javaCast<To>(value);
    expect("conv", To(0), want, convert(constant(value), typeOf<To>()), want);
  }
}

TEST_F(KernelApiFoldTest, Integers) {
  checkIntegers<int8_t>();
  checkIntegers<int16_t>();
  checkIntegers<uint16_t>();
  checkIntegers<int32_t>();
  checkIntegers<uint32_t>();
  checkIntegers<int64_t>();
  checkIntegers<uint64_t>();
  EXPECT_TRUE(errors.empty());
}

TEST_F(KernelApiFoldTest, Floats) {
  checkFloats<float>();
  checkFloats<double>();
  EXPECT_TRUE(errors.empty());
}

TEST_F(KernelApiFoldTest, Comparisons) {
  checkComparisons<int16_t>();
  checkComparisons<uint16_t>();
  checkComparisons<int32_t>();
  checkComparisons<uint32_t>();
  checkComparisons<int64_t>();
  checkComparisons<uint64_t>();
  checkComparisons<float>();
  checkComparisons<double>();
}

TEST_F(KernelApiFoldTest, Booleans) {
  for (bool a : {false, true}) {
    EXPECT_EQ(apply("not", {constant(a)}), constant(!a));
    for (bool b : {false, true}) {
      EXPECT_EQ(apply("and", {constant(a), constant(b)}), constant(a && b));
      EXPECT_EQ(apply("or", {constant(a), constant(b)}), constant(a || b));
      EXPECT_EQ(apply("xor", {constant(a), constant(b)}), constant(a != b));
      EXPECT_EQ(apply("eq", {constant(a), constant(b)}), constant(a == b));
      EXPECT_EQ(apply("lt", {constant(a), constant(b)}), constant(a < b));
    }
  }
}

/// Java's nineteen primitive conversions that change a number, and signatures'
/// unsigned numbers.
TEST_F(KernelApiFoldTest, Conversions) {
  checkConversion<float, int8_t>();
  checkConversion<float, int16_t>();
  checkConversion<float, uint16_t>();
  checkConversion<float, int32_t>();
  checkConversion<float, int64_t>();
  checkConversion<double, int8_t>();
  checkConversion<double, uint16_t>();
  checkConversion<double, int32_t>();
  checkConversion<double, int64_t>();
  checkConversion<float, double>();
  checkConversion<int32_t, int8_t>();
  checkConversion<int32_t, uint16_t>();
  checkConversion<int32_t, int64_t>();
  checkConversion<int64_t, int32_t>();
  checkConversion<uint16_t, int32_t>();
  checkConversion<uint16_t, int64_t>();
  checkConversion<int8_t, uint16_t>();
  checkConversion<int32_t, float>();
  checkConversion<int64_t, float>();
  checkConversion<int64_t, double>();
  checkConversion<uint16_t, float>();
  checkConversion<uint32_t, int64_t>();
  checkConversion<uint64_t, float>();
  EXPECT_TRUE(errors.empty());
}

/// Doubles beyond the floats become infinite, which the host's cast does too.
TEST_F(KernelApiFoldTest, NarrowingToFloat) {
  for (unsigned i = 0; i < rounds; ++i) {
    double value = random<double>();
    float want = std::isnan(value) ? Limits<float>::quiet_NaN()
                                   : static_cast<float>(value);
    expect("conv", 0.0f, want, convert(constant(value), typeOf<float>()), want);
  }
}

/// A distance may be of another type; only its low bits count.
TEST_F(KernelApiFoldTest, ShiftDistances) {
  for (unsigned i = 0; i < rounds; ++i) {
    int32_t narrow = random<int32_t>();
    int64_t wide = random<int64_t>();
    expect("lshl", narrow, narrow,
           apply("lshl", {constant(narrow), constant(wide)}),
           int32_t(uint32_t(narrow) << (wide & 31)));
    expect("ashr", wide, wide,
           apply("ashr", {constant(wide), constant(narrow)}),
           int64_t(wide >> (narrow & 63)));
  }
}

/// The entry `java.lang.Math.name` on two constants.
static AbsType applyMath(StringRef name, AbsType a, AbsType b) {
  const Method *method = findMethod("java.lang.Math", name, 2);
  auto error = [&] {
    return emitError(UnknownLoc::get(a.getType().getContext()));
  };
  return method->typeOf({a, b}, error)->type;
}

/// Math.max and Math.min: NaN wins, and -0.0 is below 0.0.
TEST_F(KernelApiFoldTest, Extremes) {
  for (unsigned i = 0; i < rounds; ++i) {
    int32_t a = random<int32_t>(), b = random<int32_t>();
    EXPECT_EQ(applyMath("max", constant(a), constant(b)),
              constant(std::max(a, b)));
    uint32_t c = uint32_t(a), d = uint32_t(b);
    EXPECT_EQ(applyMath("min", constant(c), constant(d)),
              constant(std::min(c, d)));
    double x = random<double>(), y = random<double>();
    bool isNaN = std::isnan(x) || std::isnan(y);
    double most = x == y && std::signbit(x) ? y : std::max(x, y);
    double least = x == y && std::signbit(x) ? x : std::min(y, x);
    double nan = Limits<double>::quiet_NaN();
    expect("max", x, y, applyMath("max", constant(x), constant(y)),
           isNaN ? nan : most);
    expect("min", x, y, applyMath("min", constant(x), constant(y)),
           isNaN ? nan : least);
  }
}
