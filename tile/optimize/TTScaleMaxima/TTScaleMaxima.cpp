// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Multiplies maxima by a scale, in place of the elements that they are of.
///
/// For a scale above 0, the greatest product is that of the greatest element:
/// rounding keeps the order, also to infinity and 0, so that the result is the
/// same to the bit. What else uses the products, as the difference to the
/// maximum in a softmax, multiplies as it subtracts, by fused operations, so
/// that attention saves an operation for each score.
///
/// **The scale** is a product of constants and parameters of a kernel. A
/// parameter gets the attribute `tt.positive`, a promise of launchers
/// (PositiveParameters.h). It bounds the value on both sides, so that the
/// product is neither 0 nor infinite: 0 times infinity would be no number.
///
/// Not here: the check of the promise (runtime/lib/Kernels,
/// python/cm2tt_triton).

#include "cm2tt/Dialect/TT/TTOps.h"
#include "cm2tt/Tile/Passes.h"
#include "cm2tt/Tile/PositiveParameters.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace cm2tt;

namespace cm2tt {
#define GEN_PASS_DEF_TTSCALEMAXIMAPASS
#include "cm2tt/Tile/Passes.h.inc"
} // namespace cm2tt

namespace {
/// A scale above 0.
struct Scale {
  /// Its logarithm to base 2 is within -bound and bound.
  int bound = 0;
  /// The parameters of the kernel that it is computed from.
  SmallVector<BlockArgument, 1> parameters;
};

/// A product of a tile and a scale.
struct Scaled {
  Value tile = {};
  /// The scale: a scalar, or a constant if that is null.
  Value scale = {};
  APFloat constant = APFloat(0.0f);
  Scale facts = {};
};

struct TTScaleMaximaPass
    : cm2tt::impl::TTScaleMaximaPassBase<TTScaleMaximaPass> {
  using Base::Base;

  void runOnOperation() override {
    SmallVector<tt::ReduceOp> reductions;
    getOperation().walk([&](tt::ReduceOp op) { reductions.push_back(op); });
    for (tt::ReduceOp op : reductions)
      scaleMaximum(op);
  }

private:
  /// The facts of a scalar of f32 that is above 0 for certain.
  std::optional<Scale> findScale(Value scalar) const;
  std::optional<Scale> findScale(const APFloat &constant) const;
  std::optional<Scaled> findScaled(Value tile) const;
  void scaleMaximum(tt::ReduceOp op);
};
} // namespace

static bool isMaximum(tt::ReduceOp op) {
  Block &block = op.getCombineOp().front();
  return op.getNumOperands() == 1 && llvm::hasNItems(block, 2) &&
         isa<arith::MaxNumFOp, arith::MaximumFOp>(block.front());
}

std::optional<Scale>
TTScaleMaximaPass::findScale(const APFloat &constant) const {
  if (!constant.isFiniteNonZero() || constant.isNegative())
    return std::nullopt;
  return Scale{std::abs(ilogb(constant)) + 1, {}};
}

std::optional<Scale> TTScaleMaximaPass::findScale(Value scalar) const {
  APFloat constant(0.0f);
  if (matchPattern(scalar, m_ConstantFloat(&constant)))
    return findScale(constant);
  if (auto argument = dyn_cast<BlockArgument>(scalar)) {
    auto kernel = dyn_cast<tt::FuncOp>(argument.getOwner()->getParentOp());
    if (!assumesParameters || !kernel || !kernel.isPublic())
      return std::nullopt;
    return Scale{kPositiveExponent, {argument}};
  }
  auto product = scalar.getDefiningOp<arith::MulFOp>();
  std::optional<Scale> left, right;
  if (product && (left = findScale(product.getLhs())) &&
      (right = findScale(product.getRhs()))) {
    llvm::append_range(left->parameters, right->parameters);
    left->bound += right->bound;
    return left;
  }
  return std::nullopt;
}

std::optional<Scaled> TTScaleMaximaPass::findScaled(Value tile) const {
  // Products of normal numbers of f32 within these bounds are such numbers.
  constexpr int kMaxBound = 120;
  auto product = tile.getDefiningOp<arith::MulFOp>();
  if (!product)
    return std::nullopt;
  for (bool isSwapped : {false, true}) {
    Value factor = isSwapped ? product.getLhs() : product.getRhs();
    Scaled found;
    found.tile = isSwapped ? product.getRhs() : product.getLhs();
    std::optional<Scale> facts;
    if (auto splat = factor.getDefiningOp<tt::SplatOp>()) {
      found.scale = splat.getSrc();
      facts = findScale(found.scale);
    } else if (matchPattern(factor, m_ConstantFloat(&found.constant))) {
      facts = findScale(found.constant);
    }
    if (!facts || facts->bound > kMaxBound)
      continue;
    found.facts = *facts;
    return found;
  }
  return std::nullopt;
}

static TypedAttr constantOf(Type type, const APFloat &value) {
  auto element = FloatAttr::get(getElementTypeOrSelf(type), value);
  auto tile = dyn_cast<RankedTensorType>(type);
  return tile ? TypedAttr(DenseElementsAttr::get(tile, element)) : element;
}

void TTScaleMaximaPass::scaleMaximum(tt::ReduceOp op) {
  auto tile = cast<RankedTensorType>(op->getOperand(0).getType());
  if (!isMaximum(op) || !tile.getElementType().isF32())
    return;
  std::optional<Scaled> scaled = findScaled(op->getOperand(0));
  if (!scaled)
    return;
  op->setOperand(0, scaled->tile);
  OpBuilder builder(op);
  builder.setInsertionPointAfter(op);
  Value maximum = op->getResult(0), scale = scaled->scale;
  Type type = maximum.getType();
  if (!scale)
    scale = arith::ConstantOp::create(builder, op.getLoc(),
                                      constantOf(type, scaled->constant));
  else if (isa<RankedTensorType>(type))
    scale = tt::SplatOp::create(builder, op.getLoc(), type, scale);
  auto product = arith::MulFOp::create(builder, op.getLoc(), maximum, scale);
  maximum.replaceAllUsesExcept(product, product);
  for (BlockArgument parameter : scaled->facts.parameters)
    cast<tt::FuncOp>(parameter.getOwner()->getParentOp())
        .setArgAttr(parameter.getArgNumber(), kPositiveAttr,
                    builder.getUnitAttr());
  emitRemark(op.getLoc()) << "the maximum is multiplied, not each element";
  ++scaledMaxima;
}
