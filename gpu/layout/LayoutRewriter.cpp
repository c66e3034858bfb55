// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Rewriting a function for the layouts that were planned.

#include "LayoutRewriter.h"

#include "cm2tt/Dialect/TTG/TTGDialect.h"
#include "cm2tt/Dialect/TTG/TTGOps.h"
#include "cm2tt/Dialect/TTG/TTGTypes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace cm2tt;

static RankedTensorType withLayout(Type type, ttg::LinearAttr layout) {
  auto tile = cast<RankedTensorType>(type);
  return RankedTensorType::get(tile.getShape(), tile.getElementType(), layout);
}

//===----------------------------------------------------------------------===//
// Providing tiles
//===----------------------------------------------------------------------===//

ttg::LinearAttr LayoutRewriter::operandLayout(OpOperand &operand,
                                              ttg::LinearAttr layout) const {
  LayoutTransform image = getOperandTransform(operand);
  if (image.isSame())
    return layout;
  return ttg::LinearAttr::get(layout.getContext(),
                              *image.of(layout.getLayout()));
}

Value LayoutRewriter::convert(Value tile, ttg::LinearAttr layout) {
  builder.setInsertionPointAfterValue(tile);
  ++conversions;
  return ttg::ConvertLayoutOp::create(builder, tile.getLoc(),
                                      withLayout(tile.getType(), layout), tile);
}

Value LayoutRewriter::provide(Value tile, ttg::LinearAttr layout) {
  if (!layout)
    layout = plan.isCheap(tile) ? plan.getPlainLayout(tile)
                                : plan.getDefinedLayout(tile);
  // With an explicit stack: a chain of index arithmetic may be long.
  SmallVector<Demand> demands{{tile, layout}};
  while (!demands.empty()) {
    Demand demand = demands.back();
    if (!provided.contains(demand) && !demandOperands(demand, demands))
      continue;
    demands.pop_back();
    auto [wanted, as] = demand;
    if (provided.contains(demand))
      continue;
    auto target = cast<ttg::LinearAttr>(as);
    provided[demand] = plan.isCheap(wanted) ? remake(wanted, target)
                       : plan.getDefinedLayout(wanted) == target
                           ? wanted
                           : convert(wanted, target);
  }
  return provided.lookup({tile, layout});
}

bool LayoutRewriter::demandOperands(Demand demand,
                                    SmallVectorImpl<Demand> &demands) const {
  auto [tile, layout] = demand;
  if (!plan.isCheap(tile))
    return true;
  bool areProvided = true;
  for (OpOperand &operand : tile.getDefiningOp()->getOpOperands()) {
    if (!tt::isTile(operand.get()))
      continue;
    Demand wanted{operand.get(),
                  operandLayout(operand, cast<ttg::LinearAttr>(layout))};
    if (provided.contains(wanted))
      continue;
    demands.push_back(wanted);
    areProvided = false;
  }
  return areProvided;
}

Value LayoutRewriter::remake(Value tile, ttg::LinearAttr layout) {
  Operation *op = tile.getDefiningOp();
  SmallVector<Value> operands;
  for (OpOperand &operand : op->getOpOperands())
    operands.push_back(
        tt::isTile(operand.get())
            ? provided.lookup({operand.get(), operandLayout(operand, layout)})
            : operand.get());
  builder.setInsertionPoint(op);
  Operation *clone = builder.clone(*op);
  clone->setOperands(operands);
  RankedTensorType type = withLayout(op->getResult(0).getType(), layout);
  clone->getResult(0).setType(type);
  if (auto constant = dyn_cast<arith::ConstantOp>(clone))
    constant.setValueAttr(
        cast<SplatElementsAttr>(constant.getValue()).resizeSplat(type));
  return clone->getResult(0);
}

//===----------------------------------------------------------------------===//
// Products of warp groups
//===----------------------------------------------------------------------===//

Value LayoutRewriter::share(Value tile, const ttg::LinearLayout &layout) {
  auto trans = tile.getDefiningOp<tt::TransOp>();
  bool isView = trans && plan.isView(trans);
  auto attribute = ttg::SharedAttr::get(builder.getContext(), layout);
  auto [entry, isNew] = shared.try_emplace({tile, attribute});
  if (!isNew)
    return entry->second;
  auto tileType = cast<RankedTensorType>(tile.getType());
  auto type = ttg::MemDescType::get(builder.getContext(), tileType.getShape(),
                                    tileType.getElementType(), attribute,
                                    /*buffers=*/1);
  Value memory;
  if (isView) {
    SmallVector<unsigned> inverse(trans.getOrder().size());
    for (auto [index, dim] : llvm::enumerate(trans.getOrder()))
      inverse[dim] = index;
    Value source = share(trans.getSrc(), layout.transposeOuts(inverse));
    builder.setInsertionPoint(trans);
    memory = ttg::MemDescTransOp::create(builder, trans.getLoc(), type, source,
                                         trans.getOrder());
  } else {
    Value source = provide(tile, {});
    builder.setInsertionPointAfterValue(source);
    memory = ttg::LocalAllocOp::create(builder, source.getLoc(), type, source);
  }
  return shared[{tile, attribute}] = memory;
}

void LayoutRewriter::rewriteWarpGroupDot(tt::DotOp op) {
  const DotPlan &dot = plan.getDotPlan(op);
  Value operands[2];
  for (unsigned index : {0, 1}) {
    OpOperand &operand = op->getOpOperand(index);
    auto type = cast<RankedTensorType>(operand.get().getType());
    if (!dot.isShared[index]) {
      operands[index] = provide(operand.get(), plan.getRequiredLayout(operand));
      continue;
    }
    ttg::WgmmaOperandOptions options;
    options.elementBits = type.getElementTypeBitWidth();
    options.isKMajor = dot.isKMajor[index];
    options.operand = index;
    operands[index] = share(
        operand.get(), ttg::makeWgmmaSharedLayout(type.getShape(), options));
  }
  OpOperand &accumulator = op.getCMutable();
  Value sum = provide(accumulator.get(), plan.getRequiredLayout(accumulator));
  builder.setInsertionPoint(op);
  auto product = ttg::WarpGroupDotOp::create(
      builder, op.getLoc(),
      withLayout(op.getType(), plan.getDefinedLayout(op.getD())), operands[0],
      operands[1], sum,
      /*useC=*/Value(), dot.shape.instrN, op.getInputPrecision(),
      op.getMaxNumImpreciseAcc(), /*isAsync=*/false);
  // The plan knows the result by the product that was, until the end.
  products.push_back({op, product});
  retype(op.getD());
}

//===----------------------------------------------------------------------===//
// The walk
//===----------------------------------------------------------------------===//

void LayoutRewriter::retype(Value tile) {
  if (tt::isTile(tile))
    tile.setType(withLayout(tile.getType(), plan.getDefinedLayout(tile)));
}

void LayoutRewriter::rewrite(Operation *op) {
  auto dot = dyn_cast<tt::DotOp>(op);
  if (dot && plan.getDotPlan(dot).unit == DotUnit::WarpGroup)
    return rewriteWarpGroupDot(dot);
  // Known by its operands.
  if (std::optional<unsigned> axis = plan.getPackAxis(op))
    op->setAttr(ttg::kPackAxisAttr, builder.getI32IntegerAttr(*axis));
  for (OpOperand &operand : op->getOpOperands())
    if (tt::isTile(operand.get()))
      operand.set(provide(operand.get(), plan.getRequiredLayout(operand)));
  for (Value result : op->getResults())
    retype(result);
}

void LayoutRewriter::run() {
  SmallVector<Operation *> gone, others;
  SmallVector<Value> arguments;
  func.walk<WalkOrder::PreOrder>([&](Operation *op) {
    for (Region &region : op->getRegions())
      for (Block &block : region)
        llvm::append_range(arguments, block.getArguments());
    bool hasTile = llvm::any_of(op->getOperands(), tt::isTile) ||
                   llvm::any_of(op->getResults(), tt::isTile);
    if (!hasTile)
      return;
    bool isCheap = op->getNumResults() == 1 && plan.isCheap(op->getResult(0));
    (isCheap || plan.isView(op) ? gone : others).push_back(op);
  });
  for (Operation *op : others)
    rewrite(op);
  for (Value argument : arguments)
    retype(argument);
  for (auto [op, product] : products) {
    op.getD().replaceAllUsesWith(product.getD());
    op.erase();
  }
  // Blocks need not be in the order of dominance.
  for (Operation *op : gone)
    op->dropAllReferences();
  for (Operation *op : gone)
    op->erase();
}
