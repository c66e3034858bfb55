// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Runs what is emitted for conversions of 8-bit numbers and compares it with
/// LLVM's own arithmetic, for every number of 8 bits and of 16, and for numbers
/// of 32 bits around those of 16.

#include "lowering/numerics/Float8.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/TypeSwitch.h"

#include "gtest/gtest.h"

#include <cmath>

using namespace mlir;
using namespace cm2tt;

static float toFloat(uint32_t bits) { return llvm::bit_cast<float>(bits); }
static uint32_t toBits(float value) { return llvm::bit_cast<uint32_t>(value); }

namespace {
/// Straight-line code of the LLVM dialect with one argument, compiled: values
/// are numbered, a step computes one.
class Program {
public:
  explicit Program(Block &block) {
    number(block.getArgument(0));
    for (Operation &op : block) {
      Step step;
      step.op = &op;
      for (Value operand : op.getOperands())
        step.operands.push_back(numbers.at(operand.getAsOpaquePointer()));
      if (auto constant = dyn_cast<LLVM::ConstantOp>(op))
        step.constant = constantBits(constant.getValue());
      step.compute = find(&op);
      steps.push_back(step);
      number(op.getResult(0));
    }
    values.resize(numbers.size());
  }

  /// The last value that is computed; floats are passed as their bits.
  uint32_t run(uint32_t argument) {
    values[0] = argument;
    for (auto [index, step] : llvm::enumerate(steps))
      values[index + 1] = step.compute(step, *this);
    return values.back();
  }

private:
  struct Step;
  using Compute = uint32_t (*)(const Step &, const Program &);
  struct Step {
    Operation *op;
    SmallVector<unsigned> operands;
    uint32_t constant = 0;
    Compute compute;
  };

  uint32_t get(const Step &step, unsigned operand) const {
    return values[step.operands[operand]];
  }
  void number(Value value) {
    unsigned next = numbers.size();
    numbers[value.getAsOpaquePointer()] = next;
  }
  static uint32_t constantBits(Attribute value) {
    if (auto number = dyn_cast<FloatAttr>(value))
      return number.getValue().bitcastToAPInt().getZExtValue();
    return cast<IntegerAttr>(value).getValue().getZExtValue();
  }

#define STEP(expression)                                                       \
  [](const Step &s, const Program &p) -> uint32_t {                            \
    [[maybe_unused]] auto x = [&] { return p.get(s, 0); };                     \
    [[maybe_unused]] auto y = [&] { return p.get(s, 1); };                     \
    return expression;                                                         \
  }
  static Compute find(Operation *op) {
    return llvm::TypeSwitch<Operation *, Compute>(op)
        .Case<LLVM::ConstantOp>([](auto) { return STEP(s.constant); })
        .Case<LLVM::BitcastOp, LLVM::ZExtOp>([](auto) { return STEP(x()); })
        .Case<LLVM::AndOp>([](auto) { return STEP(x() & y()); })
        .Case<LLVM::OrOp>([](auto) { return STEP(x() | y()); })
        .Case<LLVM::LShrOp>([](auto) { return STEP(x() >> y()); })
        .Case<LLVM::ShlOp>([](auto) { return STEP(x() << y()); })
        .Case<LLVM::AddOp>([](auto) { return STEP(x() + y()); })
        .Case<LLVM::SubOp>([](auto) { return STEP(x() - y()); })
        .Case<LLVM::FMulOp>(
            [](auto) { return STEP(toBits(toFloat(x()) * toFloat(y()))); })
        .Case<LLVM::FAddOp>(
            [](auto) { return STEP(toBits(toFloat(x()) + toFloat(y()))); })
        .Case<LLVM::FAbsOp>([](auto) { return STEP(x() & 0x7FFFFFFF); })
        .Case<LLVM::MinNumOp>([](auto) {
          return STEP(toBits(std::fmin(toFloat(x()), toFloat(y()))));
        })
        // Only used where it is in range; computed elsewhere too.
        .Case<LLVM::FPToUIOp>([](auto) {
          return STEP(toFloat(x()) < 1e9f ? uint32_t(toFloat(x())) : 0u);
        })
        .Case<LLVM::FCmpOp>([](LLVM::FCmpOp compare) -> Compute {
          if (compare.getLhs().getType().isF16())
            return STEP((x() & 0x7FFF) > 0x7C00);
          return STEP(std::isnan(toFloat(x())));
        })
        .Case<LLVM::ICmpOp>([](LLVM::ICmpOp compare) -> Compute {
          if (compare.getPredicate() == LLVM::ICmpPredicate::eq)
            return STEP(x() == y());
          return STEP(x() < y());
        })
        .Case<LLVM::SelectOp>(
            [](auto) { return STEP(x() ? y() : p.get(s, 2)); })
        .Case<LLVM::TruncOp>([](auto) { return STEP(x() & 0xFF); });
  }
#undef STEP

  llvm::DenseMap<const void *, unsigned> numbers;
  SmallVector<Step> steps;
  std::vector<uint32_t> values;
};

/// A block with one argument, and a builder at its end.
struct ArgumentBlock {
  ArgumentBlock(MLIRContext &context, Type type)
      : builder(&context), loc(builder.getUnknownLoc()),
        argument(block.addArgument(type, loc)) {
    builder.setInsertionPointToEnd(&block);
  }

  Block block;
  OpBuilder builder;
  Location loc;
  Value argument;
};

/// The types of 8 bits, by number.
class Float8Test : public ::testing::TestWithParam<int> {
protected:
  Float8Test() { context.loadDialect<LLVM::LLVMDialect>(); }

  FloatType type() {
    switch (GetParam()) {
    case 0:
      return Float8E4M3FNType::get(&context);
    case 1:
      return Float8E5M2Type::get(&context);
    case 2:
      return Float8E4M3FNUZType::get(&context);
    default:
      return Float8E5M2FNUZType::get(&context);
    }
  }

  /// The expected number: the nearest one of the type; infinity rounded toward
  /// zero remains infinity if the type has one.
  uint32_t expected(float value, bool isTowardZero) {
    const llvm::fltSemantics &format = type().getFloatSemantics();
    bool isUnsignedZero = GetParam() >= 2;
    if (std::isnan(value))
      return isUnsignedZero ? 0x80 : 0x7F;
    if (isTowardZero && std::isinf(value) && GetParam() == 1)
      return std::signbit(value) ? 0xFC : 0x7C;
    float largest = llvm::APFloat::getLargest(format).convertToFloat();
    llvm::APFloat number(
        std::copysign(std::fmin(std::fabs(value), largest), value));
    bool ignored;
    number.convert(format,
                   isTowardZero ? llvm::APFloat::rmTowardZero
                                : llvm::APFloat::rmNearestTiesToEven,
                   &ignored);
    uint32_t bits = number.bitcastToAPInt().getZExtValue();
    return isNan(bits) ? 0 : bits; // -0 where there is none
  }
  bool isNan(uint32_t bits) { return GetParam() >= 2 && bits == 0x80; }

  void expectNarrowing(bool isTowardZero) {
    ArgumentBlock code(context, Float32Type::get(&context));
    emitFloat8OfF32(code.builder, code.loc, code.argument, type(),
                    isTowardZero);
    Program program(code.block);
    unsigned wrong = 0;
    for (uint32_t upper = 0; upper < 0x10000; ++upper)
      for (uint32_t lower : {0u, 1u, 0x7FFFu, 0x8000u, 0x8001u, 0xFFFFu}) {
        uint32_t bits = upper << 16 | lower;
        uint32_t want = expected(toFloat(bits), isTowardZero);
        uint32_t got = program.run(bits);
        if (got != want && wrong++ < 10)
          ADD_FAILURE() << std::hex << bits << " = " << toFloat(bits)
                        << " became " << got << " instead of " << want;
      }
    EXPECT_EQ(wrong, 0u);
  }

  MLIRContext context;
};

/// The type that is the upper half of f16.
class F8E5M2Test : public Float8Test {};
} // namespace

TEST_P(Float8Test, RoundsToTheNearestEven) { expectNarrowing(false); }

TEST_P(Float8Test, RoundsTowardZero) { expectNarrowing(true); }

TEST_P(F8E5M2Test, RoundsHalvesTowardZero) {
  ArgumentBlock code(context, Float16Type::get(&context));
  emitE5M2OfF16TowardZero(code.builder, code.loc, code.argument);
  Program program(code.block);
  for (uint32_t bits = 0; bits < 0x10000; ++bits) {
    llvm::APFloat half(llvm::APFloat::IEEEhalf(), llvm::APInt(16, bits));
    float value = half.isNaN() ? std::nanf("") : half.convertToFloat();
    EXPECT_EQ(program.run(bits), expected(value, /*isTowardZero=*/true))
        << std::hex << bits;
  }
}

TEST_P(Float8Test, WidensAllNumbers) {
  ArgumentBlock code(context, IntegerType::get(&context, 8));
  bool isHalf = isa<Float8E5M2Type>(type());
  if (isHalf)
    emitF16OfE5M2(code.builder, code.loc, code.argument);
  else
    emitF32OfFloat8(code.builder, code.loc, code.argument, type());
  Program program(code.block);
  for (uint32_t byte = 0; byte < 256; ++byte) {
    llvm::APFloat want(type().getFloatSemantics(), llvm::APInt(8, byte));
    uint32_t bits = program.run(byte);
    llvm::APFloat got(isHalf ? llvm::APFloat::IEEEhalf()
                             : llvm::APFloat::IEEEsingle(),
                      llvm::APInt(isHalf ? 16 : 32, bits));
    if (want.isNaN()) {
      EXPECT_TRUE(got.isNaN()) << byte;
    } else {
      EXPECT_EQ(got.convertToFloat(), want.convertToFloat()) << byte;
      EXPECT_EQ(got.isNegative(), want.isNegative()) << byte;
    }
  }
}

TEST_P(Float8Test, MagnitudesOfAllNumbers) {
  ArgumentBlock code(context, IntegerType::get(&context, 8));
  emitAbsOfFloat8(code.builder, code.loc, code.argument, type());
  Program program(code.block);
  const llvm::fltSemantics &format = type().getFloatSemantics();
  for (uint32_t byte = 0; byte < 256; ++byte) {
    llvm::APFloat want(format, llvm::APInt(8, byte));
    llvm::APFloat got(format, llvm::APInt(8, program.run(byte)));
    if (!want.isNaN())
      want.clearSign();
    EXPECT_TRUE(want.isNaN() ? got.isNaN() : got.bitwiseIsEqual(want)) << byte;
  }
}

INSTANTIATE_TEST_SUITE_P(Types, Float8Test, ::testing::Range(0, 4));
INSTANTIATE_TEST_SUITE_P(Type, F8E5M2Test, ::testing::Values(1));
