// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Runs elementwise operations for the CPU and compares them with LLVM's exact
/// arithmetic: integers, numbers of 16 bits, conversions.
///
/// Not here: functions (CpuFunctionsTest.cpp).

#include "ElementwiseRunner.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"

#include "gtest/gtest.h"

#include <cmath>
#include <limits>
#include <random>

using namespace cm2tt;
using llvm::APFloat;
using llvm::APInt;

/// Tiles of 16 elements of that type, or scalars.
static std::string shaped(const std::string &element, bool isTile) {
  return isTile ? "tensor<16x" + element + ">" : element;
}

/// "%a: T" or "%a: T, %b: T", ....
static std::string argumentsOf(unsigned count, const std::string &type) {
  std::string text;
  for (unsigned i = 0; i < count; ++i)
    text += std::string(i ? ", " : "") + "%" + char('a' + i) + ": " + type;
  return text;
}

/// An operation on two integers or floats of one type.
static ElementwiseRunner binary(const std::string &name,
                                const std::string &element, bool isTile,
                                const std::string &cpu = "") {
  std::string type = shaped(element, isTile);
  return ElementwiseRunner(argumentsOf(2, type), name + " %a, %b : " + type,
                           cpu);
}

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

namespace {
/// Pairs of integers: special ones with each other, and others at random.
template <typename T> struct Pairs {
  Pairs() {
    using Limits = std::numeric_limits<T>;
    std::vector<T> special = {0,
                              1,
                              2,
                              3,
                              7,
                              8,
                              31,
                              32,
                              100,
                              T(-1),
                              T(-2),
                              T(-3),
                              T(-7),
                              Limits::min(),
                              T(Limits::min() + 1),
                              Limits::max(),
                              T(Limits::max() - 1)};
    for (T x : special)
      for (T y : special)
        add(x, y);
    std::mt19937_64 random(1);
    for (int i = 0; i < 20000; ++i)
      add(T(random()), T(int64_t(random()) >> (random() % 64)));
    a.resize(llvm::alignTo(a.size(), 64), 1);
    b.resize(a.size(), 1);
  }
  void add(T x, T y) {
    a.push_back(x);
    b.push_back(y);
  }
  std::vector<T> a, b;
};

/// An operation on integers, with what it should give; none: anything.
struct IntegerOp {
  const char *name;
  std::optional<APInt> (*reference)(const APInt &, const APInt &);
};
} // namespace

static bool isOverflow(const APInt &a, const APInt &b) {
  return a.isMinSignedValue() && b.isAllOnes();
}

static const IntegerOp integerOps[] = {
    {"arith.divsi",
     [](const APInt &a, const APInt &b) -> std::optional<APInt> {
       return b.isZero() ? std::nullopt : std::optional(a.sdiv(b));
     }},
    {"arith.divui",
     [](const APInt &a, const APInt &b) -> std::optional<APInt> {
       return b.isZero() ? std::nullopt : std::optional(a.udiv(b));
     }},
    {"arith.remsi",
     [](const APInt &a, const APInt &b) -> std::optional<APInt> {
       return b.isZero() ? std::nullopt : std::optional(a.srem(b));
     }},
    {"arith.remui",
     [](const APInt &a, const APInt &b) -> std::optional<APInt> {
       return b.isZero() ? std::nullopt : std::optional(a.urem(b));
     }},
    {"arith.ceildivsi",
     [](const APInt &a, const APInt &b) -> std::optional<APInt> {
       if (b.isZero() || isOverflow(a, b))
         return std::nullopt;
       return llvm::APIntOps::RoundingSDiv(a, b, APInt::Rounding::UP);
     }},
    {"arith.floordivsi",
     [](const APInt &a, const APInt &b) -> std::optional<APInt> {
       if (b.isZero() || isOverflow(a, b))
         return std::nullopt;
       return llvm::APIntOps::RoundingSDiv(a, b, APInt::Rounding::DOWN);
     }},
    {"arith.ceildivui",
     [](const APInt &a, const APInt &b) -> std::optional<APInt> {
       if (b.isZero())
         return std::nullopt;
       return llvm::APIntOps::RoundingUDiv(a, b, APInt::Rounding::UP);
     }},
    {"arith.shli",
     [](const APInt &a, const APInt &b) -> std::optional<APInt> {
       return a.shl(b);
     }},
    {"arith.shrui",
     [](const APInt &a, const APInt &b) -> std::optional<APInt> {
       return a.lshr(b);
     }},
    {"arith.shrsi",
     [](const APInt &a, const APInt &b) -> std::optional<APInt> {
       return a.ashr(b);
     }},
    {"tt.mulhiui",
     [](const APInt &a, const APInt &b) -> std::optional<APInt> {
       return llvm::APIntOps::mulhu(a, b);
     }},
};

template <typename T> static void checkIntegers(bool isTile) {
  Pairs<T> pairs;
  unsigned bits = 8 * sizeof(T);
  for (const IntegerOp &op : integerOps)
    for (const char *cpu : {"", "x86-64-v3"}) {
      auto results = binary(op.name, "i" + std::to_string(bits), isTile, cpu)
                         .template run<T>(pairs.a, pairs.b);
      unsigned wrong = 0;
      for (size_t i = 0; i < results.size() && wrong < 5; ++i) {
        APInt a(bits, pairs.a[i], true, true), b(bits, pairs.b[i], true, true);
        std::optional<APInt> want = op.reference(a, b);
        if (!want || T(want->getSExtValue()) == results[i])
          continue;
        ++wrong;
        ADD_FAILURE() << op.name << " i" << bits << " of "
                      << int64_t(a.getSExtValue()) << " and "
                      << int64_t(b.getSExtValue()) << " gave "
                      << int64_t(results[i]) << ", not "
                      << want->getSExtValue();
      }
    }
}

TEST(CpuIntegers, OfTiles) {
  checkIntegers<int8_t>(true);
  checkIntegers<int16_t>(true);
  checkIntegers<int32_t>(true);
  checkIntegers<int64_t>(true);
}

TEST(CpuIntegers, OfScalars) {
  checkIntegers<int8_t>(false);
  checkIntegers<int32_t>(false);
  checkIntegers<int64_t>(false);
}

TEST(CpuIntegers, LeastByMinusOneIsItself) {
  for (bool isTile : {true, false}) {
    std::vector<int32_t> least(16, INT32_MIN), minusOne(16, -1);
    auto run = [&](const char *name) {
      return binary(name, "i32", isTile).run<int32_t>(least, minusOne);
    };
    EXPECT_EQ(run("arith.divsi"), least);
    EXPECT_EQ(run("arith.remsi"), std::vector<int32_t>(16, 0));
  }
}

//===----------------------------------------------------------------------===//
// Numbers of 16 bits
//===----------------------------------------------------------------------===//

namespace {
/// A type of 16 bits.
struct Narrow {
  const char *name;
  const llvm::fltSemantics &format;

  APFloat number(uint16_t bits) const {
    return APFloat(format, APInt(16, bits));
  }
  uint16_t bitsOf(APFloat value) const {
    return value.bitcastToAPInt().getZExtValue();
  }
  /// Whether two are equal, or both no number.
  bool isSame(uint16_t got, const APFloat &want) const {
    return want.isNaN() ? number(got).isNaN() : got == bitsOf(want);
  }
};
} // namespace

static const Narrow narrowTypes[] = {{"f16", APFloat::IEEEhalf()},
                                     {"bf16", APFloat::BFloat()}};

static std::vector<uint16_t> randomBits(unsigned seed, size_t count) {
  std::mt19937 random(seed);
  std::vector<uint16_t> bits(count);
  for (uint16_t &each : bits)
    each = random();
  return bits;
}

TEST(CpuNarrowFloats, RoundOnce) {
  using Round = void (*)(APFloat &, const APFloat &);
  const std::pair<const char *, Round> ops[] = {
      {"arith.addf",
       [](APFloat &a, const APFloat &b) {
         a.add(b, APFloat::rmNearestTiesToEven);
       }},
      {"arith.subf",
       [](APFloat &a, const APFloat &b) {
         a.subtract(b, APFloat::rmNearestTiesToEven);
       }},
      {"arith.mulf",
       [](APFloat &a, const APFloat &b) {
         a.multiply(b, APFloat::rmNearestTiesToEven);
       }},
      {"arith.divf",
       [](APFloat &a, const APFloat &b) {
         a.divide(b, APFloat::rmNearestTiesToEven);
       }},
      {"arith.maximumf",
       [](APFloat &a, const APFloat &b) { a = maximum(a, b); }},
  };
  auto a = randomBits(1, 1 << 17), b = randomBits(2, 1 << 17);
  for (const Narrow &type : narrowTypes)
    for (auto [name, round] : ops)
      for (const char *cpu : {"", "x86-64-v3", "x86-64-v2"}) {
        auto results = binary(name, type.name, true, cpu).run<uint16_t>(a, b);
        unsigned wrong = 0;
        for (size_t i = 0; i < a.size(); ++i) {
          APFloat want = type.number(a[i]);
          round(want, type.number(b[i]));
          wrong += !type.isSame(results[i], want);
        }
        EXPECT_EQ(wrong, 0u) << name << " " << type.name << " " << cpu;
      }
}

TEST(CpuNarrowFloats, FmaRoundsOnce) {
  auto a = randomBits(3, 1 << 20), b = randomBits(4, 1 << 20),
       c = randomBits(5, 1 << 20);
  for (const Narrow &type : narrowTypes) {
    std::string tile = shaped(type.name, true);
    auto results =
        ElementwiseRunner(argumentsOf(3, tile), "math.fma %a, %b, %c : " + tile)
            .run<uint16_t>(a, b, c);
    unsigned wrong = 0;
    for (size_t i = 0; i < a.size(); ++i) {
      APFloat want = type.number(a[i]);
      want.fusedMultiplyAdd(type.number(b[i]), type.number(c[i]),
                            APFloat::rmNearestTiesToEven);
      wrong += !type.isSame(results[i], want);
    }
    EXPECT_EQ(wrong, 0u) << type.name;
  }
}

//===----------------------------------------------------------------------===//
// Conversions
//===----------------------------------------------------------------------===//

namespace {
/// A type that conversions go to.
struct Target {
  const char *name;
  const llvm::fltSemantics &format;
};
} // namespace

static const Target targets[] = {
    {"f16", APFloat::IEEEhalf()},
    {"bf16", APFloat::BFloat()},
    {"f8E4M3FN", APFloat::Float8E4M3FN()},
    {"f8E5M2", APFloat::Float8E5M2()},
    {"f8E4M3FNUZ", APFloat::Float8E4M3FNUZ()},
    {"f8E5M2FNUZ", APFloat::Float8E5M2FNUZ()},
};

/// The converted number; types of 8 bits saturate.
static APFloat converted(APFloat value, const Target &target,
                         bool isTowardZero) {
  bool isNarrow = APFloat::getSizeInBits(target.format) == 8, ignored;
  if (isNarrow && !value.isNaN()) {
    APFloat largest = APFloat::getLargest(target.format);
    APFloat wide = largest;
    wide.convert(value.getSemantics(), APFloat::rmNearestTiesToEven, &ignored);
    bool isKept = value.isInfinity() && isTowardZero &&
                  &target.format == &APFloat::Float8E5M2();
    if (!isKept && abs(value) > wide)
      value = APFloat::copySign(wide, value);
  }
  value.convert(target.format,
                isTowardZero ? APFloat::rmTowardZero
                             : APFloat::rmNearestTiesToEven,
                &ignored);
  return value;
}

/// Numbers of f64 near those of a narrower type and near their middles, where
/// rounding twice goes wrong.
static std::vector<double> numbersAround() {
  std::vector<double> numbers = {
      0.0,      -0.0,   INFINITY,       -INFINITY,     NAN,
      1e300,    -1e300, 1e-300,         0x1p-1074,     65504,
      65519.99, 65520,  0x1.fffffep127, 0x1.ffffffp127};
  std::mt19937_64 random(7);
  for (int i = 0; i < 60000; ++i) {
    float base = llvm::bit_cast<float>(uint32_t(random()) & 0xFFFFF000u);
    if (i % 2)
      base =
          std::ldexp(1 + (random() % 4096) / 4096.0f, int(random() % 60) - 40);
    double offset = std::ldexp(double(base), -20 - int(random() % 33));
    numbers.push_back(double(base) + (int(random() % 3) - 1) * offset);
  }
  numbers.resize(llvm::alignTo(numbers.size(), 16));
  return numbers;
}

template <typename Source>
static void checkNarrowing(const char *from, const std::vector<Source> &numbers,
                           const Target &target, bool isTowardZero,
                           const std::string &cpu) {
  bool isByte = APFloat::getSizeInBits(target.format) == 8;
  std::string source = shaped(from, true);
  ElementwiseRunner runner("%a: " + source,
                           "tt.fp_to_fp %a, rounding = " +
                               std::string(isTowardZero ? "rtz" : "rtne") +
                               " : " + source + " -> " +
                               shaped(target.name, true),
                           cpu);
  std::vector<uint16_t> results;
  if (isByte)
    for (uint8_t byte : runner.template run<uint8_t>(numbers))
      results.push_back(byte);
  else
    results = runner.template run<uint16_t>(numbers);
  unsigned wrong = 0;
  for (size_t i = 0; i < numbers.size(); ++i) {
    APFloat want = converted(APFloat(numbers[i]), target, isTowardZero);
    APFloat got(target.format, APInt(isByte ? 8 : 16, results[i]));
    bool isSame = want.isNaN() ? got.isNaN() : got.bitwiseIsEqual(want);
    if (!isSame && wrong++ < 3)
      ADD_FAILURE() << from << " " << numbers[i] << " to " << target.name
                    << (isTowardZero ? " toward zero" : "") << " gave "
                    << results[i];
  }
}

TEST(CpuConversions, RoundOnce) {
  std::vector<double> wide = numbersAround();
  std::vector<float> floats(wide.begin(), wide.end());
  for (const Target &target : targets)
    for (bool isTowardZero : {false, true})
      for (const char *cpu : {"", "x86-64-v3", "x86-64-v2"}) {
        checkNarrowing("f64", wide, target, isTowardZero, cpu);
        checkNarrowing("f32", floats, target, isTowardZero, cpu);
      }
}

TEST(CpuConversions, CutOffF64) {
  std::vector<double> wide = numbersAround();
  std::string source = shaped("f64", true);
  auto results = ElementwiseRunner("%a: " + source,
                                   "arith.truncf %a toward_zero : " + source +
                                       " to " + shaped("f32", true))
                     .run<float>(wide);
  for (size_t i = 0; i < wide.size(); ++i) {
    bool ignored;
    APFloat want(wide[i]);
    want.convert(APFloat::IEEEsingle(), APFloat::rmTowardZero, &ignored);
    EXPECT_TRUE(want.isNaN() ? std::isnan(results[i])
                             : results[i] == want.convertToFloat())
        << wide[i];
  }
}

/// Every number of a type as one of a wider type.
static void checkWidening(const std::string &cpu) {
  for (const Target &target : targets)
    for (const char *to : {"f32", "f64"}) {
      bool isByte = APFloat::getSizeInBits(target.format) == 8;
      std::vector<uint16_t> bits(isByte ? 256 : 65536);
      for (size_t i = 0; i < bits.size(); ++i)
        bits[i] = i;
      std::vector<uint8_t> bytes(bits.begin(), bits.end());
      std::string source = shaped(target.name, true);
      ElementwiseRunner runner(
          "%a: " + source,
          "tt.fp_to_fp %a : " + source + " -> " + shaped(to, true), cpu);
      std::vector<double> results;
      auto append = [&](const auto &operands) {
        if (std::string(to) == "f64")
          results = runner.run<double>(operands);
        else
          for (float each : runner.run<float>(operands))
            results.push_back(each);
      };
      if (isByte)
        append(bytes);
      else
        append(bits);
      unsigned wrong = 0;
      for (size_t i = 0; i < bits.size(); ++i) {
        APFloat want(target.format, APInt(isByte ? 8 : 16, bits[i]));
        if (want.isNaN())
          wrong += !std::isnan(results[i]);
        else
          wrong += results[i] != want.convertToDouble() ||
                   std::signbit(results[i]) != want.isNegative();
      }
      EXPECT_EQ(wrong, 0u) << target.name << " to " << to;
    }
}

/// By instructions, and without those for f16.
TEST(CpuConversions, WidenAll) {
  checkWidening("");
  checkWidening("x86-64-v2");
}

/// The integer that a number becomes: the nearest toward zero that there is.
template <typename T> static T saturated(double value) {
  if (std::isnan(value))
    return 0;
  double whole = std::trunc(value);
  if (whole < double(std::numeric_limits<T>::min()))
    return std::numeric_limits<T>::min();
  if (whole >= std::ldexp(1.0, std::numeric_limits<T>::digits))
    return std::numeric_limits<T>::max();
  return T(whole);
}

template <typename Source, typename T>
static void checkToInteger(const char *from, const std::vector<Source> &in) {
  for (bool isTile : {true, false}) {
    std::string source = shaped(from, isTile);
    auto results =
        ElementwiseRunner(
            "%a: " + source,
            std::string(std::is_signed_v<T> ? "arith.fptosi" : "arith.fptoui") +
                " %a : " + source + " to " +
                shaped("i" + std::to_string(8 * sizeof(T)), isTile))
            .template run<T>(in);
    unsigned wrong = 0;
    for (size_t i = 0; i < in.size(); ++i)
      if (results[i] != saturated<T>(in[i]) && wrong++ < 3)
        ADD_FAILURE() << from << " " << in[i] << " gave "
                      << int64_t(results[i]);
  }
}

TEST(CpuConversions, SaturateIntegers) {
  std::vector<double> wide = numbersAround();
  for (double limit :
       {128.0, 256.0, 32768.0, 65536.0, 0x1p31, 0x1p32, 0x1p63, 0x1p64})
    for (double offset : {-1.0, -0.5, 0.0, 0.5})
      for (double sign : {1.0, -1.0})
        wide.push_back(sign * (limit + offset));
  wide.resize(llvm::alignTo(wide.size(), 16));
  std::vector<float> floats(wide.begin(), wide.end());
  auto check = [&](auto example) {
    checkToInteger<double, decltype(example)>("f64", wide);
    checkToInteger<float, decltype(example)>("f32", floats);
  };
  check(int8_t());
  check(uint8_t());
  check(int16_t());
  check(int32_t());
  check(uint32_t());
  check(int64_t());
  check(uint64_t());
}

template <typename T> static void checkFromInteger() {
  Pairs<T> pairs;
  unsigned bits = 8 * sizeof(T);
  for (const Narrow &type : narrowTypes) {
    std::string source = shaped("i" + std::to_string(bits), true);
    auto results =
        ElementwiseRunner(
            "%a: " + source,
            std::string(std::is_signed_v<T> ? "arith.sitofp" : "arith.uitofp") +
                " %a : " + source + " to " + shaped(type.name, true))
            .template run<uint16_t>(pairs.b);
    unsigned wrong = 0;
    for (size_t i = 0; i < results.size(); ++i) {
      APFloat want(type.format);
      want.convertFromAPInt(APInt(bits, pairs.b[i], false, true),
                            std::is_signed_v<T>, APFloat::rmNearestTiesToEven);
      if (!type.isSame(results[i], want) && wrong++ < 3)
        ADD_FAILURE() << "i" << bits << " " << int64_t(pairs.b[i]) << " to "
                      << type.name << " gave " << results[i];
    }
  }
}

TEST(CpuConversions, RoundIntegersOnce) {
  checkFromInteger<int8_t>();
  checkFromInteger<int16_t>();
  checkFromInteger<int32_t>();
  checkFromInteger<uint32_t>();
  checkFromInteger<int64_t>();
  checkFromInteger<uint64_t>();
}

//===----------------------------------------------------------------------===//
// Moves and choices
//===----------------------------------------------------------------------===//

TEST(CpuMoves, KeepBits) {
  std::vector<uint16_t> bits = randomBits(9, 64);
  std::vector<uint8_t> conditions;
  for (size_t i = 0; i < bits.size(); ++i)
    conditions.push_back(i % 3 == 0);
  std::vector<uint16_t> others = randomBits(10, 64);
  EXPECT_EQ(ElementwiseRunner("%a: tensor<16xbf16>",
                              "tt.bitcast %a : tensor<16xbf16> -> "
                              "tensor<16xi16>")
                .run<uint16_t>(bits),
            bits);
  auto chosen = ElementwiseRunner(
                    "%c: tensor<16xi1>, %a: tensor<16xbf16>, %b: "
                    "tensor<16xbf16>",
                    "arith.select %c, %a, %b : tensor<16xi1>, tensor<16xbf16>")
                    .run<uint16_t>(conditions, bits, others);
  for (size_t i = 0; i < bits.size(); ++i)
    EXPECT_EQ(chosen[i], conditions[i] ? bits[i] : others[i]);
}

/// The offset counts elements, for all of its types; truth values are bytes.
TEST(CpuMoves, CountElements) {
  std::vector<uint64_t> pointers(16, 1000);
  std::vector<int32_t> offsets;
  for (int i = 0; i < 16; ++i)
    offsets.push_back(i - 8);
  for (auto [pointee, bytes] : {std::pair("f64", 8), std::pair("bf16", 2),
                                std::pair("f8E5M2", 1), std::pair("i1", 1)}) {
    std::string type = "tensor<16x!tt.ptr<" + std::string(pointee) + ">>";
    auto moved =
        ElementwiseRunner("%a: " + type + ", %b: tensor<16xi32>",
                          "tt.addptr %a, %b : " + type + ", tensor<16xi32>")
            .run<uint64_t>(pointers, offsets);
    for (int i = 0; i < 16; ++i)
      EXPECT_EQ(moved[i], 1000 + uint64_t(int64_t(bytes) * offsets[i]))
          << pointee;
  }
}
