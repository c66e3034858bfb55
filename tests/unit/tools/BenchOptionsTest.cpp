// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Tests of the formulas and of the sizes of `cm2tt bench`.

#include "BenchOptions.h"
#include "Expression.h"

#include "gtest/gtest.h"

using namespace llvm;
using namespace cm2tt;
using namespace cm2tt::tools;

/// The value as text, or the error.
static std::string valueOf(StringRef text, int64_t n = 10) {
  Expected<int64_t> value = evaluate(text, n);
  return value ? std::to_string(*value) : toString(value.takeError());
}

TEST(Expression, Computes) {
  EXPECT_EQ(valueOf("n"), "10");
  EXPECT_EQ(valueOf("2+3*4"), "14");
  EXPECT_EQ(valueOf(" ( 2 + 3 ) * 4 "), "20");
  EXPECT_EQ(valueOf("10-3-2"), "5");
  EXPECT_EQ(valueOf("100/7/2"), "7");
  EXPECT_EQ(valueOf("100%7"), "2");
  EXPECT_EQ(valueOf("-n+1"), "-9");
  EXPECT_EQ(valueOf("--n"), "10");
  EXPECT_EQ(valueOf("-7/2"), "-3");
  EXPECT_EQ(valueOf("4K"), "4096");
  EXPECT_EQ(valueOf("2M+1G"), "1075838976");
  EXPECT_EQ(valueOf("9223372036854775807"), "9223372036854775807");
}

TEST(Expression, HasFunctions) {
  EXPECT_EQ(valueOf("cdiv(n,3)"), "4");
  EXPECT_EQ(valueOf("cdiv(9,3)"), "3");
  EXPECT_EQ(valueOf("cdiv(-n,3)"), "-3");
  EXPECT_EQ(valueOf("cdiv(0,3)"), "0");
  EXPECT_EQ(valueOf("min(n, 3) + max(n, 3)"), "13");
  EXPECT_EQ(valueOf("pow2(n)"), "16");
  EXPECT_EQ(valueOf("pow2(16)"), "16");
  EXPECT_EQ(valueOf("pow2(0)"), "1");
  EXPECT_EQ(valueOf("pow2(4611686018427387904)"), "4611686018427387904");
  EXPECT_EQ(valueOf("min(cdiv(n,4),max(n,2))*n"), "30");
}

TEST(Expression, ShowsWhereItIsWrong) {
  EXPECT_EQ(valueOf("n+"), "expected a number, n, cdiv, min, max, pow2 or "
                           "'('\n  n+\n    ^");
  EXPECT_EQ(valueOf("n 2"), "expected an operator or the end\n  n 2\n    ^");
  EXPECT_EQ(valueOf("(n"), "expected ')'\n  (n\n    ^");
  EXPECT_EQ(valueOf("cdiv(n)"), "expected ',' of cdiv\n  cdiv(n)\n        ^");
  EXPECT_EQ(valueOf("min n"), "expected '(' of min\n  min n\n      ^");
  EXPECT_EQ(valueOf("").substr(0, 8), "expected");
  EXPECT_EQ(valueOf("m*2").substr(0, 8), "expected");
  EXPECT_EQ(valueOf("1.5").substr(0, 8), "expected");
}

TEST(Expression, RefusesWhatDoesNotFit) {
  const char *texts[] = {"1/0",
                         "n%(n-10)",
                         "cdiv(1,0)",
                         "9223372036854775807+1",
                         "-9223372036854775807-2",
                         "9223372036854775807*2",
                         "(-9223372036854775807-1)/-1",
                         "-(-9223372036854775807-1)",
                         "cdiv(-9223372036854775807-1,-1)",
                         "pow2(4611686018427387905)",
                         "9999999999999G"};
  for (const char *text : texts)
    EXPECT_EQ(valueOf(text).substr(0, 16), "division by zero") << text;
  EXPECT_EQ(valueOf("99999999999999999999").substr(0, 17), "a number of more ");
  EXPECT_EQ(valueOf("(-9223372036854775807-1)%-1"), "0");
}

TEST(Expression, SurvivesNesting) {
  EXPECT_EQ(valueOf(std::string(100, '(') + "n" + std::string(100, ')')), "10");
  EXPECT_EQ(valueOf(std::string(100000, '(')).substr(0, 10), "too deeply");
  EXPECT_EQ(valueOf(std::string(100000, '-')).substr(0, 10), "too deeply");
}

TEST(Expression, StopsBehindAFormula) {
  StringRef text = "nx(n+1)x max(n,4):7";
  Expected<int64_t> value = evaluateFront(text, 3);
  ASSERT_TRUE(static_cast<bool>(value));
  EXPECT_EQ(*value, 3);
  EXPECT_EQ(text, "x(n+1)x max(n,4):7");
}

/// The sizes with spaces between them, or the error.
static std::string sizesOf(StringRef text) {
  Expected<std::vector<int64_t>> sizes = parseSizes(text);
  if (!sizes)
    return toString(sizes.takeError());
  std::string result;
  for (int64_t size : *sizes)
    result += (result.empty() ? "" : " ") + std::to_string(size);
  return result;
}

TEST(BenchSizes, AreNumbersAndRanges) {
  EXPECT_EQ(sizesOf("4096"), "4096");
  EXPECT_EQ(sizesOf("1K,3*5"), "1024 15");
  EXPECT_EQ(sizesOf("1:8"), "1 2 4 8");
  EXPECT_EQ(sizesOf("1K:20K:x4"), "1024 4096 16384");
  EXPECT_EQ(sizesOf("10:30:+10,7"), "10 20 30 7");
  EXPECT_EQ(sizesOf("5:5"), "5");
  EXPECT_EQ(sizesOf("4611686018427387904:9223372036854775807"),
            "4611686018427387904");
}

TEST(BenchSizes, AreRefused) {
  EXPECT_EQ(sizesOf("8:1"), "'8:1': it ends before it begins");
  EXPECT_EQ(sizesOf("1:8:x1"), "'1:8:x1': times 1 never ends");
  EXPECT_EQ(sizesOf("1:8:2"),
            "'1:8:2': expected FROM:TO, FROM:TO:xN or FROM:TO:+N");
  EXPECT_EQ(sizesOf("1:2:x2:3"),
            "'1:2:x2:3': expected FROM:TO, FROM:TO:xN or FROM:TO:+N");
  EXPECT_EQ(sizesOf("0"), "'0': a size is 1 or more: 0");
  EXPECT_EQ(sizesOf("1:1M:+1"), "'1:1M:+1': more than 10000 sizes");
  EXPECT_EQ(sizesOf("x").substr(0, 14), "'x': expected ");
  EXPECT_EQ(sizesOf("").substr(0, 13), "'': expected ");
}

/// An option's formula for n = 6.
static BenchOptions optionsWith(StringRef argument) {
  BenchOptions options;
  options.grid = "cdiv(n,4),n";
  options.run.request.arguments = {argument.str()};
  return options;
}

/// The parsed argument, or the error.
static std::string argumentOf(StringRef text) {
  Expected<BenchSize> size = sizeFor(optionsWith(text), 6);
  return size ? size->request.arguments[0] : toString(size.takeError());
}

TEST(BenchFormulas, StandInArguments) {
  EXPECT_EQ(argumentOf("n"), "6");
  EXPECT_EQ(argumentOf("4*n"), "24");
  EXPECT_EQ(argumentOf("1.5"), "1.5");
  EXPECT_EQ(argumentOf("inf"), "inf");
  EXPECT_EQ(argumentOf("true"), "true");
  EXPECT_EQ(argumentOf("@n.npy"), "@n.npy");
  EXPECT_EQ(argumentOf("null"), "null");
  EXPECT_EQ(argumentOf("random:fp32:n"), "random:fp32:6");
  EXPECT_EQ(argumentOf("random:fp32:nxmax(n,8)x2:3"), "random:fp32:6x8x2:3");
  EXPECT_EQ(argumentOf("zeros:i32:cdiv(n,4) x n"), "zeros:i32:2x6");
  EXPECT_EQ(argumentOf("empty:fp32:3-n"),
            "--arg: 'empty:fp32:3-n': an extent is negative: -3, of 3-n");
  EXPECT_EQ(argumentOf("1.5*n").substr(0, 25), "--arg: '1.5*n': expected ");
}

/// The constant for n = 6, or the error.
static std::string constantOf(StringRef text) {
  BenchOptions options = optionsWith("1");
  options.run.request.constants = {{"C", text.str()}};
  Expected<BenchSize> size = sizeFor(options, 6);
  return size ? size->request.constants[0].second : toString(size.takeError());
}

TEST(BenchFormulas, LeaveConstantsThatAreNoNumbers) {
  for (StringRef text :
       {"Mode.FAST", "n.n", "max.pow2", "$A._b", "n.n$n.n", "\"n\"", "\"n+1\"",
        "\"\"", "\"a%2Cb\"", "fp16.class", "null", "true", "false", "NaN",
        "-Infinity", "1e-30", "0.1", "-7"})
    EXPECT_EQ(constantOf(text), text);
  EXPECT_EQ(constantOf("4*n"), "24");
  EXPECT_EQ(constantOf("pow2(n)"), "8");
  EXPECT_EQ(constantOf("FAST").substr(0, 30), "--constant: 'C=FAST': expected");
  EXPECT_EQ(constantOf("\"n").substr(0, 29), "--constant: 'C=\"n': expected ");
}

TEST(BenchFormulas, DoNotExhaustTheStack) {
  BenchOptions options = optionsWith("1");
  options.grid = std::string(100000, '(') + "n";
  Expected<BenchSize> size = sizeFor(options, 6);
  std::string message = toString(size.takeError());
  EXPECT_TRUE(StringRef(message).contains(": too deeply nested\n"))
      << message.substr(message.size() - 80);
}

TEST(BenchFormulas, StandInTheRest) {
  BenchOptions options = optionsWith("1");
  options.run.request.constants = {{"BLOCK", "pow2(n)"}};
  options.flops = "2*n*n";
  Expected<BenchSize> size = sizeFor(options, 6);
  ASSERT_TRUE(static_cast<bool>(size));
  EXPECT_EQ(size->grid.x, 2u);
  EXPECT_EQ(size->grid.y, 6u);
  EXPECT_EQ(size->grid.z, 1u);
  EXPECT_EQ(size->request.constants[0].second, "8");
  EXPECT_EQ(size->flops, 72);
  EXPECT_FALSE(size->bytes.has_value());
  options.grid = "n-6";
  Expected<BenchSize> empty = sizeFor(options, 6);
  EXPECT_EQ(toString(empty.takeError()),
            "--grid: '0': expected a number from 1 to 2147483647, where n is "
            "6");
}
