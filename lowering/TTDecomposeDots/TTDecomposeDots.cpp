// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Decomposes matrix products into products that a unit of the target computes.
///
/// **Products of f32 by parts.** Let a = a1 + a2 + ..., where a1 has the first
/// p bits of `a`, a2 those of the rest, and so on; the rests are exact in f32.
/// Units for matrices multiply parts exactly and add in f32. With p = 11 (tf32)
/// and two parts, a2 is less than 2^-10 |a| and has 13 bits, of which reading
/// it as tf32 loses two: less than 2^-21 |a|. What is left out, a2 * b2, is
/// less than 2^-20 |a b|. So
///
///     a1 b1 + (a1 b2 + a2 b1)   differs from a b   by less than 2^-19 |a b|,
///
/// where plain tf32 may differ by 2^-9. With p = 8 (bf16, rounded) the same
/// three products leave 2^-16 |a b|; three parts and the six largest products
/// leave 2^-23 |a b|. Small products are added first.
///
/// The parts of an infinity are an infinity and NaN. So NaN becomes zero in the
/// sum of small products: where the result is NaN, the product of the first
/// parts is NaN, too.
///
/// Not here: which unit computes a product (DotUnits.h); widening the operands
/// of products by scalar multiply-add, which is done in registers (DotFma.cpp);
/// products of CPUs (CpuDots.cpp) and scaled ones (ScaledDots.cpp).

#include "TTDecomposeDotsInternals.h"

#include "cm2tt/Lowering/HostTarget.h"
#include "cm2tt/Lowering/Passes.h"
#include "lowering/DotUnits.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace cm2tt;

namespace cm2tt {
#define GEN_PASS_DEF_TTDECOMPOSEDOTSPASS
#include "cm2tt/Lowering/Passes.h.inc"
} // namespace cm2tt

/// The type of a tile like `tile` with other elements.
static RankedTensorType withElements(Value tile, Type element) {
  return cast<RankedTensorType>(tile.getType()).clone(element);
}

//===----------------------------------------------------------------------===//
// Products of f32 by parts
//===----------------------------------------------------------------------===//

namespace {
/// Makes the products of the parts of one product.
struct PartsBuilder {
  PartsBuilder(OpBuilder &builder, tt::DotOp dot)
      : builder(builder), dot(dot), loc(dot.getLoc()) {}

  Value build();

private:
  /// The parts of an operand, large ones first.
  SmallVector<Value> splitTF32(Value operand);
  SmallVector<Value> splitBF16(Value operand, unsigned count);
  Value zero();
  Value multiply(Value a, Value b, Value sum);
  Value nanToZero(Value tile);

  OpBuilder &builder;
  tt::DotOp dot;
  Location loc;
};
} // namespace

/// The first part is cut to 11 bits, not rounded: that is one instruction, and
/// keeps infinities and NaN as they are.
SmallVector<Value> PartsBuilder::splitTF32(Value operand) {
  constexpr int32_t upperBits = ~0x1fff;
  auto bitsType = withElements(operand, builder.getI32Type());
  Value mask = arith::ConstantOp::create(
      builder, loc,
      DenseElementsAttr::get(bitsType, builder.getI32IntegerAttr(upperBits)));
  Value bits = arith::BitcastOp::create(builder, loc, bitsType, operand);
  bits = arith::AndIOp::create(builder, loc, bits, mask);
  Value large = arith::BitcastOp::create(builder, loc, operand.getType(), bits);
  return {large, arith::SubFOp::create(builder, loc, operand, large)};
}

SmallVector<Value> PartsBuilder::splitBF16(Value operand, unsigned count) {
  Type type = withElements(operand, builder.getBF16Type());
  SmallVector<Value> parts;
  Value rest = operand;
  for (unsigned i = 0; i < count; ++i) {
    if (i > 0) {
      Value wide =
          arith::ExtFOp::create(builder, loc, operand.getType(), parts.back());
      rest = arith::SubFOp::create(builder, loc, rest, wide);
    }
    parts.push_back(arith::TruncFOp::create(builder, loc, type, rest));
  }
  return parts;
}

Value PartsBuilder::zero() {
  auto type = cast<RankedTensorType>(dot.getType());
  return arith::ConstantOp::create(
      builder, loc, DenseElementsAttr::get(type, builder.getF32FloatAttr(0)));
}

Value PartsBuilder::multiply(Value a, Value b, Value sum) {
  bool isTF32 = getElementTypeOrSelf(a.getType()).isF32();
  return tt::DotOp::create(builder, loc, sum.getType(), a, b, sum,
                           isTF32 ? tt::InputPrecision::TF32
                                  : tt::InputPrecision::IEEE,
                           dot.getMaxNumImpreciseAcc());
}

Value PartsBuilder::nanToZero(Value tile) {
  Value isNan = arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::UNO,
                                      tile, tile);
  return arith::SelectOp::create(builder, loc, isNan, zero(), tile);
}

/// Invariant: small products first; the accumulator is added last, in f32.
///
///   %d = tt.dot %a, %b, %c, inputPrecision = tf32x3
/// =>
///   %0 = tt.dot %a2, %b1, %zero, inputPrecision = tf32
///   %1 = tt.dot %a1, %b2, %0, inputPrecision = tf32
///   %2 = tt.dot %a1, %b1, NaN to zero of %1, inputPrecision = tf32
///   %d = arith.addf %2, %c
Value PartsBuilder::build() {
  bool isTF32 = dot.getInputPrecision() == tt::InputPrecision::TF32x3;
  bool isSix = dot.getInputPrecision() == tt::InputPrecision::BF16x6;
  auto split = [&](Value operand) {
    return isTF32 ? splitTF32(operand) : splitBF16(operand, isSix ? 3 : 2);
  };
  SmallVector<Value> a = split(dot.getA()), b = split(dot.getB());
  Value sum = zero();
  if (isSix)
    for (auto [i, j] : {std::pair(1, 1), {2, 0}, {0, 2}})
      sum = multiply(a[i], b[j], sum);
  sum = multiply(a[1], b[0], sum);
  sum = multiply(a[0], b[1], sum);
  sum = multiply(a[0], b[0], nanToZero(sum));
  if (matchPattern(dot.getC(), m_AnyZeroFloat()))
    return sum;
  return arith::AddFOp::create(builder, loc, sum, dot.getC());
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

/// Whether the product is to be made of products of parts.
static bool isByParts(tt::DotOp dot) {
  using tt::InputPrecision;
  InputPrecision precision = dot.getInputPrecision();
  return getElementTypeOrSelf(dot.getA().getType()).isF32() &&
         precision != InputPrecision::TF32 && precision != InputPrecision::IEEE;
}

/// Whether there is a unit for the products of the parts.
static bool hasUnitForParts(tt::DotOp dot, const TargetInfo &target,
                            unsigned numWarps) {
  DotTraits part(dot);
  if (dot.getInputPrecision() != tt::InputPrecision::TF32x3)
    part.a = part.b = BFloat16Type::get(dot.getContext());
  part.precision = tt::InputPrecision::TF32;
  return chooseDotUnit(part, target, numWarps) != DotUnit::Fma;
}

namespace {
struct TTDecomposeDotsPass
    : cm2tt::impl::TTDecomposeDotsPassBase<TTDecomposeDotsPass> {
  using Base::Base;

  void runOnOperation() override {
    if (HostTarget::isCpu(target))
      return prepareForCpu();
    std::optional<TargetInfo> info = TargetInfo::parse(target);
    if (!info) {
      getOperation()->emitError("unknown target: '") << target << "'";
      return signalPassFailure();
    }
    applyAllScales(/*isCpu=*/false);
    warps =
        tt::getNumWarps(getOperation()->getParentOfType<ModuleOp>(), numWarps);
    SmallVector<tt::DotOp> dots;
    getOperation()->walk([&](tt::DotOp dot) { dots.push_back(dot); });
    for (tt::DotOp dot : dots) {
      if (isByParts(dot))
        takeApart(dot, *info);
      else
        widen(dot, *info);
    }
  }

  /// Products of scaled numbers become plain ones.
  void applyAllScales(bool isCpu) {
    SmallVector<tt::DotScaledOp> scaledDots;
    getOperation()->walk(
        [&](tt::DotScaledOp dot) { scaledDots.push_back(dot); });
    for (tt::DotScaledOp dot : scaledDots)
      applyScales(dot, isCpu);
    scaled += scaledDots.size();
  }

  /// Operands become what sums are.
  void prepareForCpu() {
    applyAllScales(/*isCpu=*/true);
    getOperation()->walk(
        [&](tt::DotOp dot) { widened += widenDotForCpu(dot); });
  }

  /// By parts, or by scalar multiply-add where they have no unit.
  void takeApart(tt::DotOp dot, const TargetInfo &info) {
    if (!hasUnitForParts(dot, info, warps)) {
      dot.setInputPrecision(tt::InputPrecision::IEEE);
      return;
    }
    OpBuilder builder(dot);
    dot.replaceAllUsesWith(PartsBuilder(builder, dot).build());
    dot.erase();
    ++decomposed;
  }

  /// Operands of 8-bit floats become f16, without loss, where no unit takes
  /// them as they are or only a slower one does. Scalar sums are in f32.
  void widen(tt::DotOp dot, const TargetInfo &info) {
    OpBuilder builder(dot);
    DotTraits traits(dot);
    DotUnit unit = chooseDotUnit(traits, info, warps);
    if (tt::isFloat8(traits.a) || tt::isFloat8(traits.b)) {
      traits.a = traits.b = builder.getF16Type();
      DotUnit wideUnit = chooseDotUnit(traits, info, warps);
      bool isFaster = wideUnit < unit;
      if (isFaster || unit == DotUnit::Fma) {
        widenOperand(builder, dot.getAMutable());
        widenOperand(builder, dot.getBMutable());
        unit = wideUnit;
        ++widened;
      }
    }
    if (unit == DotUnit::Fma)
      sumInF32(builder, dot);
  }

  static void widenOperand(OpBuilder &builder, OpOperand &operand) {
    Value narrow = operand.get();
    if (!tt::isFloat8(getElementTypeOrSelf(narrow.getType())))
      return;
    operand.set(tt::FpToFpOp::create(builder, narrow.getLoc(),
                                     withElements(narrow, builder.getF16Type()),
                                     narrow, tt::RoundingModeAttr()));
  }

  /// Has a sum of f16 in f32, and rounds once.
  static void sumInF32(OpBuilder &builder, tt::DotOp dot) {
    if (getElementTypeOrSelf(dot.getA().getType()).isF32())
      dot.setInputPrecision(tt::InputPrecision::IEEE);
    Type narrow = dot.getType();
    if (!getElementTypeOrSelf(narrow).isF16())
      return;
    Type wide = withElements(dot.getC(), builder.getF32Type());
    Value sum = arith::ExtFOp::create(builder, dot.getLoc(), wide, dot.getC());
    auto wideDot = tt::DotOp::create(builder, dot.getLoc(), wide, dot.getA(),
                                     dot.getB(), sum, dot.getInputPrecision(),
                                     dot.getMaxNumImpreciseAcc());
    dot.replaceAllUsesWith(
        arith::TruncFOp::create(builder, dot.getLoc(), narrow, wideDot)
            .getResult());
    dot.erase();
  }

  /// Warps of a block of a GPU.
  unsigned warps = 0;
};
} // namespace
