// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Merges operations on tiles with the users of their results.
///
/// One walk in the order of execution suffices, since no created operation
/// enables a rewrite of an earlier one. Each rewrite looks at a fixed number of
/// operations, so the whole is linear.
///
/// Not here: sums of products (SumOfProducts.cpp), conditions that are compared
/// as integers (IntegerConditions.cpp).

#include "TTCombineInternals.h"

#include "cm2tt/Tile/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace cm2tt;

namespace cm2tt {
#define GEN_PASS_DEF_TTCOMBINEPASS
#include "cm2tt/Tile/Passes.h.inc"
} // namespace cm2tt

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

/// The product that `sum` adds, if it can start from something else than zero.
static tt::DotOp movableProduct(Operation *sum, Value operand) {
  auto dot = operand.getDefiningOp<tt::DotOp>();
  // In another block it would be computed more often, or less.
  if (!dot || !dot->hasOneUse() || dot->getBlock() != sum->getBlock())
    return {};
  bool isZero = matchPattern(dot.getC(), m_AnyZeroFloat()) ||
                matchPattern(dot.getC(), m_Zero());
  // Imprecise accumulation would now also lose bits of the other operand.
  bool isPrecise = isa<arith::AddIOp>(sum) || dot.getMaxNumImpreciseAcc() == 0;
  return isZero && isPrecise ? dot : tt::DotOp();
}

/// Invariant: a product is added to an accumulator anyway.
///
///   %d = tt.dot %a, %b, %zero : ...
///   %r = arith.addf %d, %c : tensor<64x64xf32>
/// =>
///   %r = tt.dot %a, %b, %c : ...
static bool accumulateInProduct(Operation *sum) {
  for (unsigned index : {0, 1}) {
    tt::DotOp dot = movableProduct(sum, sum->getOperand(index));
    if (!dot)
      continue;
    dot->moveBefore(sum);
    dot.getCMutable().assign(sum->getOperand(1 - index));
    dot->setLoc(sum->getLoc());
    sum->replaceAllUsesWith(dot->getResults());
    sum->erase();
    return true;
  }
  return false;
}

//===----------------------------------------------------------------------===//
// Addresses
//===----------------------------------------------------------------------===//

/// The sum of two constant offsets of one type, unless it overflows.
static TypedAttr addConstants(Value left, Value right) {
  APInt first, second;
  if (left.getType() != right.getType() ||
      !matchPattern(left, m_ConstantInt(&first)) ||
      !matchPattern(right, m_ConstantInt(&second)))
    return {};
  bool overflows = false;
  APInt sum = first.sadd_ov(second, overflows);
  if (overflows)
    return {};
  auto value = IntegerAttr::get(getElementTypeOrSelf(left.getType()), sum);
  if (auto tile = dyn_cast<RankedTensorType>(left.getType()))
    return DenseElementsAttr::get(tile, value.getValue());
  return value;
}

/// Whether offsets may be added first: in 64 bits pointers wrap as they do. The
/// inner pointer must be of no other use, nor computed less often.
static bool mayAddOffsets(tt::AddPtrOp inner, tt::AddPtrOp outer) {
  return inner.getOffset().getType() == outer.getOffset().getType() &&
         getElementTypeOrSelf(inner.getOffset().getType()).isInteger(64) &&
         inner->hasOneUse() && inner->getBlock() == outer->getBlock();
}

/// Invariant: the sum of the offsets is exact, or wraps as the pointer does.
///
///   %q = tt.addptr %p, %i : !tt.ptr<f32>, i64
///   %r = tt.addptr %q, %j : !tt.ptr<f32>, i64
/// =>
///   %k = arith.addi %i, %j : i64
///   %r = tt.addptr %p, %k : !tt.ptr<f32>, i64
static bool mergeOffsets(tt::AddPtrOp outer) {
  auto inner = outer.getPtr().getDefiningOp<tt::AddPtrOp>();
  if (!inner)
    return false;
  OpBuilder builder(outer);
  Value sum;
  if (TypedAttr constant = addConstants(inner.getOffset(), outer.getOffset()))
    sum = arith::ConstantOp::create(builder, outer.getLoc(), constant);
  else if (mayAddOffsets(inner, outer))
    sum = arith::AddIOp::create(builder, outer.getLoc(), inner.getOffset(),
                                outer.getOffset());
  else
    return false;
  outer.getPtrMutable().assign(inner.getPtr());
  outer.getOffsetMutable().assign(sum);
  if (inner->use_empty())
    inner->erase();
  return true;
}

//===----------------------------------------------------------------------===//
// Loads
//===----------------------------------------------------------------------===//

/// Whether the tiles `left` and `right`, or the scalar `left` and the splat
/// `right`, are the same everywhere.
static bool isSameMask(Value left, Value right) {
  if (left == right)
    return true;
  auto splat = right.getDefiningOp<tt::SplatOp>();
  if (!splat)
    return false;
  auto other = left.getDefiningOp<tt::SplatOp>();
  return (other ? other.getSrc() : left) == splat.getSrc();
}

/// Whether `value`, which dominates a later operation of the block of `op`,
/// dominates `op` itself.
static bool isBefore(Value value, Operation *op) {
  Operation *definition = value.getDefiningOp();
  return !definition || definition->getBlock() != op->getBlock() ||
         definition->isBeforeInBlock(op);
}

/// Invariant: where the mask is false, what was loaded is not used.
///
///   %x = tt.load %p, %m : tensor<64x!tt.ptr<f32>>
///   %r = arith.select %m, %x, %o : tensor<64xi1>, tensor<64xf32>
/// =>
///   %r = tt.load %p, %m, %o : tensor<64x!tt.ptr<f32>>
static bool loadOther(arith::SelectOp select) {
  auto load = select.getTrueValue().getDefiningOp<tt::LoadOp>();
  // The load stays where it is: memory may be written before the select.
  if (!load || !load.getMask() || !load->hasOneUse() || load.getIsVolatile() ||
      load->getBlock() != select->getBlock() ||
      !isSameMask(select.getCondition(), load.getMask()) ||
      !isBefore(select.getFalseValue(), load))
    return false;
  load.getOtherMutable().assign(select.getFalseValue());
  select->replaceAllUsesWith(load->getResults());
  select->erase();
  return true;
}

//===----------------------------------------------------------------------===//
// Reshapes
//===----------------------------------------------------------------------===//

/// Whether `op` gives the same for any order of the elements of its only tile.
static bool ignoresOrder(Operation *op) {
  if (auto histogram = dyn_cast<tt::HistogramOp>(op))
    return !histogram.getMask();
  auto reduce = dyn_cast<tt::ReduceOp>(op);
  if (!reduce || reduce.getSrcs().size() != 1)
    return false;
  Operation *combine = onlyCombination(reduce.getCombineOp());
  return combine && combine->hasTrait<OpTrait::IsCommutative>();
}

/// Invariant: the order of the elements is not observable.
///
///   %y = tt.reshape %x : tensor<64x32xf32> -> tensor<2048xf32>
/// =>
///   %y = tt.reshape %x allow_reorder : tensor<64x32xf32> -> tensor<2048xf32>
///
/// if only reductions and histograms use %y.
static bool allowReorder(tt::ReshapeOp reshape) {
  if (reshape.getAllowReorder() || reshape.getType().getRank() != 1 ||
      reshape->use_empty() || !llvm::all_of(reshape->getUsers(), ignoresOrder))
    return false;
  reshape.setAllowReorder(true);
  return true;
}

/// Merges `op` with its operands if it can.
static bool combine(Operation *op) {
  return TypeSwitch<Operation *, bool>(op)
      .Case<arith::AddFOp, arith::AddIOp>(accumulateInProduct)
      .Case<arith::CmpIOp>(compareConditions)
      .Case<arith::SelectOp>(loadOther)
      .Case<tt::AddPtrOp>(mergeOffsets)
      .Case<tt::ReduceOp>(multiplyMatrices)
      .Case<tt::ReshapeOp>(allowReorder)
      .Default(false);
}

namespace {
struct TTCombinePass : cm2tt::impl::TTCombinePassBase<TTCombinePass> {
  using Base::Base;
  void runOnOperation() override {
    // Before its operations, so that what is erased was visited.
    getOperation()->walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (!combine(op))
        return WalkResult::advance();
      ++combined;
      return WalkResult::skip();
    });
  }
};
} // namespace
