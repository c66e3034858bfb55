// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// `wgmma` reads operands of 32 bits from shared memory only if they are
/// contiguous along K. A row-major B is not, and would have to be transposed
/// through registers in each iteration, which also ends its asynchronous copy.
/// Its first operand may come from registers, in any order: so the product is
/// computed as
///
///   %d = tt.dot %a, %b, %c
/// =>
///   %0 = tt.dot (tt.trans %b), (tt.trans %a), (tt.trans %c)
///   %d = tt.trans %0
///
/// where fragments of the transposed B are loaded from shared memory, and the
/// transposed A is contiguous along K as it is. No transposition moves data:
/// each relabels the dimensions of a layout. A loop that carries the sum
/// carries the transposed sum, so that products follow one another directly.
///
/// Not here: which operands are in registers (PlanDots.cpp).

#include "TransposeDots.h"

#include "LayoutCosts.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace cm2tt;

/// Whether a load gives the tile, transposed or not.
static bool isLoaded(Value tile) {
  while (auto trans = tile.getDefiningOp<tt::TransOp>())
    tile = trans.getSrc();
  return isa_and_present<tt::LoadOp, tt::DescriptorLoadOp>(
      tile.getDefiningOp());
}

/// Whether the product is better transposed: both operands are loaded, B has
/// its neighbours along N and A along K, and the unit stays the same.
static bool isBetterTransposed(tt::DotOp dot, const PlannerOptions &options) {
  DotTraits traits(dot);
  if (traits.rank != 2 || !traits.a.isF32() ||
      chooseDotUnit(traits, options.target, options.numWarps) !=
          DotUnit::WarpGroup)
    return false;
  for (Value operand : {dot.getA(), dot.getB()})
    if (!isLoaded(operand) || getFastestDim(options.axisInfo, operand) != 1)
      return false;
  std::swap(traits.m, traits.n);
  std::swap(traits.a, traits.b);
  return chooseDotUnit(traits, options.target, options.numWarps) ==
         DotUnit::WarpGroup;
}

/// The transposed matrix.
static Value transpose(OpBuilder &builder, Location loc, Value matrix) {
  // The order is its own inverse.
  if (auto trans = matrix.getDefiningOp<tt::TransOp>();
      trans && trans.getOrder().front() == 1)
    return trans.getSrc();
  auto type = cast<RankedTensorType>(matrix.getType());
  int64_t shape[] = {type.getDimSize(1), type.getDimSize(0)};
  RankedTensorType turned = type.clone(shape);
  if (SplatElementsAttr splat; matchPattern(matrix, m_Constant(&splat)))
    return arith::ConstantOp::create(builder, loc, splat.resizeSplat(turned));
  return tt::TransOp::create(builder, loc, turned, matrix,
                             ArrayRef<int32_t>{1, 0});
}

/// Changes the product in place.
static void transposeDot(tt::DotOp dot) {
  OpBuilder builder(dot);
  Location loc = dot.getLoc();
  Value a = transpose(builder, loc, dot.getB());
  Value b = transpose(builder, loc, dot.getA());
  Value c = transpose(builder, loc, dot.getC());
  RankedTensorType type = dot.getType();
  dot->setOperands({a, b, c});
  dot.getD().setType(cast<RankedTensorType>(c.getType()));
  builder.setInsertionPointAfter(dot);
  auto result = tt::TransOp::create(builder, loc, type, dot.getD(),
                                    ArrayRef<int32_t>{1, 0});
  dot.getD().replaceAllUsesExcept(result, result);
}

/// Gives a value that a loop carries, or its result, the type of its transpose;
/// its users have it transposed back.
static void turnCarried(OpBuilder &builder, Value value, Type turned) {
  Type type = value.getType();
  value.setType(turned);
  auto back = tt::TransOp::create(builder, value.getLoc(), type, value,
                                  ArrayRef<int32_t>{1, 0});
  value.replaceAllUsesExcept(back, back);
  for (Operation *user : llvm::make_early_inc_range(back->getUsers())) {
    auto trans = dyn_cast<tt::TransOp>(user);
    if (!trans || trans.getOrder().front() != 1)
      continue;
    trans.replaceAllUsesWith(value);
    trans.erase();
  }
  if (back->use_empty())
    back.erase();
}

/// If the loop around a product carries the transposed sum, makes it carry the
/// sum.
static void carryTransposed(tt::DotOp dot) {
  auto back = dyn_cast<tt::TransOp>(*dot->user_begin());
  auto loop = dyn_cast<scf::ForOp>(dot->getParentOp());
  if (!back || !loop)
    return;
  for (OpOperand &yielded : loop.getBody()->getTerminator()->getOpOperands()) {
    if (yielded.get() != back.getResult())
      continue;
    unsigned index = yielded.getOperandNumber();
    yielded.set(dot.getD());
    OpBuilder builder(loop);
    OpOperand &init = loop.getInitArgsMutable()[index];
    init.set(transpose(builder, loop.getLoc(), init.get()));
    builder.setInsertionPointToStart(loop.getBody());
    turnCarried(builder, loop.getRegionIterArg(index), dot.getType());
    builder.setInsertionPointAfter(loop);
    turnCarried(builder, loop.getResult(index), dot.getType());
  }
  if (back->use_empty())
    back.erase();
}

unsigned cm2tt::transposeDots(tt::FuncOp func, const PlannerOptions &options) {
  SmallVector<tt::DotOp> dots;
  func.walk([&](tt::DotOp dot) {
    if (isBetterTransposed(dot, options))
      dots.push_back(dot);
  });
  for (tt::DotOp dot : dots)
    transposeDot(dot);
  for (tt::DotOp dot : dots)
    carryTransposed(dot);
  return dots.size();
}
