// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// How exact functions are on the CPU, with and without fma: numbers of f32
/// from all over, compared with C's functions of f64.
///
/// CM2TT_STRIDE=N takes every N-th number; 1 takes all, in some minutes.

#include "ElementwiseRunner.h"

#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"

#include "gtest/gtest.h"

#include <cmath>
#include <cstdlib>
#include <random>

using namespace cm2tt;

namespace {
/// A function, and what it is compared with.
struct Function {
  const char *operation;
  double (*reference)(double);
  /// The largest error, in units of the last place.
  double bound;
};

class CpuFunctions
    : public ::testing::TestWithParam<std::tuple<Function, const char *>> {};
} // namespace

/// A unit in the last place of the f32 nearest to a number.
static double unitOf(double value) {
  float nearest = std::fabs(static_cast<float>(value));
  if (std::isinf(nearest))
    return 0x1p104;
  return std::nextafter(nearest, INFINITY) - double(nearest);
}

/// The error of a result in units; infinite if it is another kind of number.
static double errorOf(float got, double want) {
  if (std::isnan(want) || std::isnan(got))
    return std::isnan(want) && std::isnan(got) ? 0 : INFINITY;
  float nearest = static_cast<float>(want);
  if (std::isinf(nearest) || std::isinf(got))
    return got == nearest ? 0 : INFINITY;
  // The sign of 0 counts.
  if (got == 0 && nearest == 0)
    return std::signbit(got) == std::signbit(nearest) ? 0 : INFINITY;
  return std::fabs(got - want) / unitOf(want);
}

/// Numbers of all magnitudes and both signs, and all that are special.
static std::vector<float> sampleFloats() {
  const char *given = getenv("CM2TT_STRIDE");
  uint64_t stride = given ? strtoull(given, nullptr, 10) : 1021;
  std::vector<float> numbers = {0.0f,
                                -0.0f,
                                INFINITY,
                                -INFINITY,
                                NAN,
                                1.0f,
                                -1.0f,
                                0x1p-149f,
                                -0x1p-149f,
                                0x1p-126f,
                                -0x1p-126f,
                                0x1.fffffep127f,
                                -0x1.fffffep127f,
                                88.72284f,
                                -87.336545f,
                                -103.97208f,
                                -103.972084f,
                                128.0f,
                                -149.0f,
                                -150.0f,
                                -126.0f,
                                0.625f,
                                -0.625f,
                                0x1.fffffep-1f,
                                0x1.000002p0f,
                                4.0f,
                                0x1p20f};
  for (uint64_t bits = 0; bits < (uint64_t(1) << 32); bits += stride)
    numbers.push_back(llvm::bit_cast<float>(uint32_t(bits)));
  numbers.resize(llvm::alignTo(numbers.size(), 64));
  return numbers;
}

TEST_P(CpuFunctions, AreExactEnough) {
  auto [function, cpu] = GetParam();
  std::string tile = "tensor<16xf32>";
  ElementwiseRunner runner(
      "%a: " + tile, std::string(function.operation) + " %a : " + tile, cpu);
  static const std::vector<float> numbers = sampleFloats();
  std::vector<float> results = runner.run<float>(numbers);
  double worst = -1;
  float where = 0, got = 0;
  for (size_t i = 0; i < numbers.size(); ++i) {
    double error = errorOf(results[i], function.reference(numbers[i]));
    if (error > worst) {
      worst = error;
      where = numbers[i];
      got = results[i];
    }
  }
  std::printf("%s (%s): %.3f ulp at %a\n", function.operation, cpu, worst,
              where);
  EXPECT_LE(worst, function.bound)
      << function.operation << "(" << where << ") = " << got << ", not "
      << function.reference(where);
}

static double rsqrt(double x) { return 1 / std::sqrt(x); }

INSTANTIATE_TEST_SUITE_P(
    , CpuFunctions,
    ::testing::Combine(
        ::testing::Values(Function{"math.exp", std::exp, 1.1},
                          Function{"math.exp2", std::exp2, 1.25},
                          Function{"math.expm1", std::expm1, 2.0},
                          Function{"math.log", std::log, 1.0},
                          Function{"math.log10", std::log10, 2.0},
                          Function{"math.log1p", std::log1p, 2.0},
                          Function{"math.log2", std::log2, 1.5},
                          Function{"math.tanh", std::tanh, 1.5},
                          Function{"math.erf", std::erf, 1.5},
                          Function{"math.sin", std::sin, 1.6},
                          Function{"math.cos", std::cos, 1.6},
                          Function{"math.sqrt", std::sqrt, 0.5},
                          Function{"math.rsqrt", rsqrt, 1.5}),
        ::testing::Values("", "x86-64-v2")));

/// Functions that C computes, a lane at a time.
static const Function functionsOfC[] = {
    {"math.acos", std::acos, 1},   {"math.acosh", std::acosh, 2},
    {"math.asin", std::asin, 1},   {"math.asinh", std::asinh, 2},
    {"math.atan", std::atan, 1},   {"math.atanh", std::atanh, 2},
    {"math.cbrt", std::cbrt, 1},   {"math.cosh", std::cosh, 2},
    {"math.erfc", std::erfc, 4},   {"math.expm1", std::expm1, 2},
    {"math.log10", std::log10, 2}, {"math.log1p", std::log1p, 2},
    {"math.sinh", std::sinh, 2},   {"math.tan", std::tan, 1},
    {"math.ceil", std::ceil, 0},   {"math.floor", std::floor, 0},
    {"math.round", std::round, 0}, {"math.roundeven", std::nearbyint, 0},
    {"math.trunc", std::trunc, 0}, {"math.absf", std::fabs, 0}};

/// In f32 and f64, in vectors and scalars.
TEST(CpuFunctionsOfC, AreCalled) {
  std::vector<double> numbers;
  for (int i = -320; i < 320; ++i)
    numbers.push_back(i / 64.0);
  std::vector<float> floats(numbers.begin(), numbers.end());
  for (const Function &function : functionsOfC)
    for (std::string shape : {"tensor<16x", "tensor<64x", ""}) {
      auto make = [&](const char *element) {
        std::string type = shape + element + (shape.empty() ? "" : ">");
        return ElementwiseRunner(
            "%a: " + type, std::string(function.operation) + " %a : " + type);
      };
      auto wide = make("f64").run<double>(numbers);
      auto narrow = make("f32").run<float>(floats);
      for (size_t i = 0; i < numbers.size(); ++i) {
        double want = function.reference(numbers[i]);
        EXPECT_TRUE(wide[i] == want || (std::isnan(want) && wide[i] != wide[i]))
            << function.operation << "(" << numbers[i] << ")";
        EXPECT_LE(errorOf(narrow[i], want), function.bound)
            << function.operation << "(" << numbers[i] << ")";
      }
    }
}

TEST(CpuFunctionsOfC, HaveTwoArguments) {
  std::vector<float> a, b;
  for (int i = 0; i < 64; ++i) {
    a.push_back(i * 0.25f - 4);
    b.push_back((i * 7 % 16) * 0.5f - 3.75f);
  }
  std::string tile = "tensor<16xf32>",
              arguments = "%a: " + tile + ", %b: " + tile;
  auto run = [&](const std::string &name) {
    return ElementwiseRunner(arguments, name + " %a, %b : " + tile)
        .run<float>(a, b);
  };
  auto powers = run("math.powf"), angles = run("math.atan2"),
       rests = run("arith.remf");
  for (size_t i = 0; i < a.size(); ++i) {
    EXPECT_LE(errorOf(powers[i], std::pow(double(a[i]), b[i])), 1) << i;
    EXPECT_LE(errorOf(angles[i], std::atan2(double(a[i]), b[i])), 1) << i;
    EXPECT_EQ(rests[i], std::fmod(a[i], b[i])) << i;
  }
}

/// All special bases and exponents with each other, and others at random.
TEST(CpuPowers, AreExactEnough) {
  std::vector<float> special = {0.0f,
                                -0.0f,
                                1.0f,
                                -1.0f,
                                2.0f,
                                -2.0f,
                                3.0f,
                                -3.0f,
                                0.5f,
                                -0.5f,
                                1.5f,
                                -1.5f,
                                INFINITY,
                                -INFINITY,
                                NAN,
                                0x1p-149f,
                                -0x1p-149f,
                                0x1p24f,
                                -0x1p24f,
                                16777215,
                                -16777215,
                                0x1p127f,
                                0x1.fffffep127f,
                                -0x1.fffffep127f};
  std::vector<float> bases, exponents;
  for (float x : special)
    for (float y : special) {
      bases.push_back(x);
      exponents.push_back(y);
    }
  const char *given = getenv("CM2TT_STRIDE");
  int count = given ? 40000000 : 1000000;
  std::mt19937 random(1);
  for (int i = 0; i < count; ++i) {
    float x = llvm::bit_cast<float>(uint32_t(random()));
    // Such that the power is a number more often than not.
    float y = std::ldexp(float(int32_t(random())), -31) *
              std::fabs(140 / std::log2(std::fabs(x)));
    bases.push_back(x);
    exponents.push_back(i % 4 ? y : std::round(y));
  }
  bases.resize(llvm::alignTo(bases.size(), 16), 1);
  exponents.resize(bases.size(), 1);
  std::string tile = "tensor<16xf32>";
  for (const char *cpu : {"", "x86-64-v2"}) {
    auto results = ElementwiseRunner("%a: " + tile + ", %b: " + tile,
                                     "math.powf %a, %b : " + tile, cpu)
                       .run<float>(bases, exponents);
    double worst = 0;
    for (size_t i = 0; i < bases.size(); ++i) {
      double want = std::pow(double(bases[i]), double(exponents[i]));
      double error = errorOf(results[i], want);
      worst = std::max(worst, error);
      EXPECT_LE(error, 0.75) << bases[i] << " to the power of " << exponents[i]
                             << " = " << results[i];
    }
    std::printf("math.powf (%s): %.3f ulp\n", cpu, worst);
  }
}

/// Names of libdevice, with operands of other types among them.
TEST(CpuLibdevice, IsComputedByC) {
  std::string attributes = " {libname = \"\", libpath = \"\", pure = true, "
                           "symbol = \"";
  std::vector<float> numbers;
  std::vector<int32_t> exponents;
  for (int i = 0; i < 64; ++i) {
    numbers.push_back(i * 0.125f + 0.0625f);
    exponents.push_back(i % 9 - 4);
  }
  auto call = [&](const std::string &symbol) {
    return ElementwiseRunner("%a: tensor<16xf32>",
                             "tt.extern_elementwise %a" + attributes + symbol +
                                 "\"} : (tensor<16xf32>) -> tensor<16xf32>")
        .run<float>(numbers);
  };
  auto powers = call("__nv_expf"), fast = call("__nv_fast_expf"),
       roots = call("__nv_rsqrtf"), gammas = call("__nv_tgammaf"),
       floors = call("__nv_floorf");
  auto scaled = ElementwiseRunner("%a: tensor<16xf32>, %b: tensor<16xi32>",
                                  "tt.extern_elementwise %a, %b" + attributes +
                                      "__nv_ldexpf\"} : (tensor<16xf32>, "
                                      "tensor<16xi32>) -> tensor<16xf32>")
                    .run<float>(numbers, exponents);
  for (size_t i = 0; i < numbers.size(); ++i) {
    double x = numbers[i];
    EXPECT_LE(errorOf(powers[i], std::exp(x)), 1);
    EXPECT_EQ(powers[i], fast[i]);
    EXPECT_LE(errorOf(roots[i], rsqrt(x)), 1.5);
    EXPECT_LE(errorOf(gammas[i], std::tgamma(x)), 8);
    EXPECT_EQ(floors[i], std::floor(numbers[i]));
    EXPECT_EQ(scaled[i], std::ldexp(numbers[i], exponents[i]));
  }
}

TEST(CpuElementwiseErrors, SayWhatIsNotTaken) {
  std::string call = "tt.extern_elementwise %a {libname = \"\", libpath = "
                     "\"\", pure = true, symbol = \"",
              types = "\"} : (f32) -> f32";
  EXPECT_EQ(errorsOfElementwise("%a: f32", call + "__nv_sinf" + types), "");
  EXPECT_EQ(errorsOfElementwise("%a: f32", call + "__nv_sin" + types),
            "libdevice's function '__nv_sin' is not supported on the CPU for "
            "these types\n");
  EXPECT_EQ(
      errorsOfElementwise("%a: f32",
                          "tt.extern_elementwise %a {libname = \"mine\", "
                          "libpath = \"mine.bc\", pure = true, symbol = \"f" +
                              types),
      "the library 'mine', which has 'f', is not supported on the CPU: only "
      "functions of libdevice are\n");
  EXPECT_EQ(errorsOfElementwise(
                "%a: i32",
                "tt.elementwise_inline_asm \"shl.b32 $0, $1, 3;\" "
                "{constraints = \"=r,r\", packed_element = 1 : i32, pure = "
                "true} %a : i32 -> i32"),
            "'tt.elementwise_inline_asm' is not supported on the CPU: the "
            "assembly is PTX, for GPUs only\n");
  EXPECT_EQ(errorsOfElementwise("%a: f8E5M2", "arith.addf %a, %a : f8E5M2"),
            "'arith.addf' is not supported on the CPU for 'f8E5M2'\n");
  EXPECT_EQ(
      errorsOfElementwise("%a: f32", "arith.truncf %a upward : f32 to f16"),
      "'arith.truncf' is not supported on the CPU with rounding mode "
      "'upward'\n");
}
