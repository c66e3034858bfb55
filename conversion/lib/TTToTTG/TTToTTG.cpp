// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Gives every tile a layout: operations with a home are changed in place,
/// cheap ones are made anew in each layout that is asked for.
///
/// Not here: which layout (LayoutPlanner.h); lowering conversions (TTGToLLVM).

#include "LayoutPlanner.h"

#include "cm2tt/Conversion/Passes.h"
#include "cm2tt/Conversion/TargetInfo.h"
#include "cm2tt/Dialect/TTG/TTGDialect.h"
#include "cm2tt/Dialect/TTG/TTGOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace cm2tt;

namespace cm2tt {
#define GEN_PASS_DEF_TTTOTTGPASS
#include "cm2tt/Conversion/Passes.h.inc"
} // namespace cm2tt

namespace {
/// Rewrites one function for a plan.
class LayoutRewriter {
public:
  LayoutRewriter(tt::FuncOp func, const LayoutPlanner &plan)
      : func(func), plan(plan), builder(func.getContext()) {}

  /// Failure after an error at an operation that cannot be laid out.
  LogicalResult run();
  unsigned getNumConversions() const { return conversions; }

private:
  /// Changes an operation with a home, or an access, in place.
  LogicalResult rewrite(Operation *op);
  /// The tile in that layout: its home, converted, or made anew.
  FailureOr<Value> provide(Value tile, ttg::LinearAttr layout);
  FailureOr<Value> remake(Operation *op, ttg::LinearAttr layout);
  Value convert(Value tile, ttg::LinearAttr layout);

  tt::FuncOp func;
  const LayoutPlanner &plan;
  OpBuilder builder;
  llvm::DenseMap<std::pair<Value, Attribute>, Value> provided;
  unsigned conversions = 0;
};
} // namespace

static bool isTile(Value value) {
  return isa<RankedTensorType>(value.getType());
}

static RankedTensorType withLayout(Type type, ttg::LinearAttr layout) {
  auto tile = cast<RankedTensorType>(type);
  return RankedTensorType::get(tile.getShape(), tile.getElementType(), layout);
}

/// The layout that an operand must have for an operation whose result has
/// `layout` to move no data; null if the operation is not known.
static ttg::LinearAttr operandLayout(Operation *op, Value operand,
                                     ttg::LinearAttr layout) {
  const ttg::LinearLayout &result = layout.getLayout();
  auto make = [&](const ttg::LinearLayout &map) {
    return ttg::LinearAttr::get(op->getContext(), map);
  };
  return llvm::TypeSwitch<Operation *, ttg::LinearAttr>(op)
      .Case([&](tt::ExpandDimsOp op) {
        return make(result.projectOut(op.getAxis()));
      })
      .Case([&](tt::BroadcastOp) {
        ttg::LinearLayout source = result;
        auto from = cast<RankedTensorType>(operand.getType()).getShape();
        for (auto [dim, extent] : llvm::enumerate(from))
          if (extent == 1 && source.getOutSize(dim) != 1)
            source = source.shrinkToOne(dim);
        return make(source);
      })
      .Case<tt::LoadOp, tt::StoreOp>([&](auto) { return layout; })
      .Default([&](Operation *other) {
        return other->hasTrait<OpTrait::Elementwise>() ? layout
                                                       : ttg::LinearAttr();
      });
}

static InFlightDiagnostic unsupported(Operation *op) {
  return op->emitError("'")
         << op->getName() << "' is not supported on the GPU yet";
}

Value LayoutRewriter::convert(Value tile, ttg::LinearAttr layout) {
  builder.setInsertionPointAfterValue(tile);
  ++conversions;
  return ttg::ConvertLayoutOp::create(builder, tile.getLoc(),
                                      withLayout(tile.getType(), layout), tile);
}

FailureOr<Value> LayoutRewriter::provide(Value tile, ttg::LinearAttr layout) {
  Value known = provided.lookup({tile, layout});
  if (known)
    return known;
  FailureOr<Value> value = tile;
  if (plan.isCheap(tile))
    value = remake(tile.getDefiningOp(), layout);
  else if (plan.homeOf(tile) != layout)
    value = convert(tile, layout);
  if (succeeded(value))
    provided[{tile, layout}] = *value;
  return value;
}

FailureOr<Value> LayoutRewriter::remake(Operation *op, ttg::LinearAttr layout) {
  SmallVector<Value> operands;
  for (Value operand : op->getOperands()) {
    if (!isTile(operand)) {
      operands.push_back(operand);
      continue;
    }
    ttg::LinearAttr wanted = operandLayout(op, operand, layout);
    if (!wanted)
      return unsupported(op);
    FailureOr<Value> value = provide(operand, wanted);
    if (failed(value))
      return failure();
    operands.push_back(*value);
  }
  builder.setInsertionPoint(op);
  Operation *clone = builder.clone(*op);
  clone->setOperands(operands);
  RankedTensorType type = withLayout(op->getResult(0).getType(), layout);
  clone->getResult(0).setType(type);
  if (auto constant = dyn_cast<arith::ConstantOp>(clone)) {
    auto splat = dyn_cast<SplatElementsAttr>(constant.getValue());
    if (!splat)
      return op->emitError("a constant tile must have one value in all its "
                           "elements on the GPU");
    constant.setValueAttr(splat.resizeSplat(type));
  }
  return clone->getResult(0);
}

LogicalResult LayoutRewriter::rewrite(Operation *op) {
  ttg::LinearAttr layout = plan.layoutOfAccess(op);
  for (Value result : op->getResults())
    if (isTile(result))
      layout = plan.homeOf(result);
  if (!layout || op->getNumRegions() || isa<BlockArgument>(op->getOperand(0)))
    return unsupported(op);
  for (OpOperand &operand : op->getOpOperands()) {
    if (!isTile(operand.get()))
      continue;
    ttg::LinearAttr wanted = operandLayout(op, operand.get(), layout);
    if (!wanted)
      return unsupported(op);
    FailureOr<Value> value = provide(operand.get(), wanted);
    if (failed(value))
      return failure();
    operand.set(*value);
  }
  for (Value result : op->getResults())
    if (isTile(result))
      result.setType(withLayout(result.getType(), layout));
  return success();
}

LogicalResult LayoutRewriter::run() {
  SmallVector<Operation *> cheap, others;
  func.walk<WalkOrder::PreOrder>([&](Operation *op) {
    bool hasTile = llvm::any_of(op->getOperands(), isTile) ||
                   llvm::any_of(op->getResults(), isTile);
    if (!hasTile)
      return;
    bool isCheap = op->getNumResults() == 1 && isTile(op->getResult(0)) &&
                   plan.isCheap(op->getResult(0));
    (isCheap ? cheap : others).push_back(op);
  });
  for (Operation *op : others)
    if (failed(rewrite(op)))
      return failure();
  for (Operation *op : llvm::reverse(cheap))
    op->erase();
  return success();
}

namespace {
struct TTToTTGPass : cm2tt::impl::TTToTTGPassBase<TTToTTGPass> {
  using Base::Base;
  void runOnOperation() override {
    ModuleOp module = getOperation();
    const ModuleAxisInfo &axisInfo = getAnalysis<ModuleAxisInfo>();
    ttg::setMachine(module, numWarps, TargetInfo::warpSize, target);
    for (auto func : module.getOps<tt::FuncOp>()) {
      LayoutPlanner plan(func, axisInfo, numWarps);
      LayoutRewriter rewriter(func, plan);
      if (failed(rewriter.run()))
        return signalPassFailure();
      conversions += rewriter.getNumConversions();
    }
  }
};
} // namespace
