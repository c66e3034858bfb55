// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Recognises matrix products that are written as sums.

#include "TTCombineInternals.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace cm2tt;

/// Smaller dimensions do not fill a matrix instruction.
static constexpr int64_t kMinDimension = 16;

Operation *cm2tt::onlyCombination(Region &region) {
  Block &block = region.front();
  if (block.getNumArguments() != 2 || !llvm::hasNItems(block, 2))
    return nullptr;
  Operation *op = &block.front();
  Operation *end = block.getTerminator();
  if (op->getNumOperands() != 2 || op->getNumResults() != 1 ||
      end->getOperand(0) != op->getResult(0))
    return nullptr;
  Value left = block.getArgument(0), right = block.getArgument(1);
  bool isInOrder = op->getOperand(0) == left && op->getOperand(1) == right;
  bool isSwapped = op->getOperand(0) == right && op->getOperand(1) == left;
  return isInOrder || isSwapped ? op : nullptr;
}

/// The matrix that `value` repeats along its dimension `axis` of three, as a
/// tile of three dimensions; null if it does not.
static Value repeatedAlong(Value value, int64_t axis) {
  auto broadcast = value.getDefiningOp<tt::BroadcastOp>();
  if (!broadcast)
    return {};
  ArrayRef<int64_t> small = broadcast.getSrc().getType().getShape();
  ArrayRef<int64_t> large = broadcast.getType().getShape();
  for (int64_t dim = 0; dim < 3; ++dim)
    if (small[dim] != (dim == axis ? 1 : large[dim]))
      return {};
  return broadcast.getSrc();
}

/// `tile` without its dimension `axis`, which is 1.
static Value withoutDim(OpBuilder &builder, Location loc, Value tile,
                        int64_t axis) {
  auto expand = tile.getDefiningOp<tt::ExpandDimsOp>();
  if (expand && expand.getAxis() == axis)
    return expand.getSrc();
  SmallVector<int64_t> shape(cast<RankedTensorType>(tile.getType()).getShape());
  shape.erase(shape.begin() + axis);
  return tt::ReshapeOp::create(builder, loc, shape, tile);
}

/// The product of f32 that `sum` adds up along the middle one of three large
/// dimensions; null if it does not.
static arith::MulFOp productOf(tt::ReduceOp sum) {
  if (sum.getSrcs().size() != 1 || sum.getAxis() != 1)
    return {};
  auto type = cast<RankedTensorType>(sum.getSrcs()[0].getType());
  bool isLarge = llvm::all_of(
      type.getShape(), [](int64_t size) { return size >= kMinDimension; });
  if (type.getRank() != 3 || !isLarge || !type.getElementType().isF32() ||
      type.getEncoding() ||
      !isa_and_present<arith::AddFOp>(onlyCombination(sum.getCombineOp())))
    return {};
  auto product = sum.getSrcs()[0].getDefiningOp<arith::MulFOp>();
  return product && product->hasOneUse() ? product : arith::MulFOp();
}

// Invariant: each product is computed once, and only for the sum.
//
//   %x = tt.broadcast %a : tensor<64x32x1xf32> -> tensor<64x32x16xf32>
//   %y = tt.broadcast %b : tensor<1x32x16xf32> -> tensor<64x32x16xf32>
//   %p = arith.mulf %x, %y : tensor<64x32x16xf32>
//   %s = "tt.reduce"(%p) <{axis = 1 : i32}> ({ addition })
// =>
//   %s = tt.dot %a', %b', %zero : tensor<64x32xf32> * tensor<32x16xf32> -> ...
bool cm2tt::multiplyMatrices(tt::ReduceOp sum) {
  arith::MulFOp product = productOf(sum);
  if (!product)
    return false;
  Value left = repeatedAlong(product.getLhs(), 2);
  Value right = repeatedAlong(product.getRhs(), 0);
  if (!left || !right) {
    left = repeatedAlong(product.getRhs(), 2);
    right = repeatedAlong(product.getLhs(), 0);
  }
  if (!left || !right)
    return false;
  OpBuilder builder(sum);
  Location loc = sum.getLoc();
  Value a = withoutDim(builder, loc, left, 2);
  Value b = withoutDim(builder, loc, right, 0);
  auto type = cast<RankedTensorType>(sum.getResult()[0].getType());
  Value zero = arith::ConstantOp::create(builder, loc,
                                         DenseElementsAttr::get(type, 0.0f));
  Value dot = tt::DotOp::create(builder, loc, type, a, b, zero,
                                tt::InputPrecision::IEEE,
                                /*maxNumImpreciseAcc=*/0);
  sum.getResult()[0].replaceAllUsesWith(dot);
  sum->erase();
  product->erase();
  return true;
}
