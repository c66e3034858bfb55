// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Gives every tile a layout: operations with a home are changed in place,
/// cheap ones are made anew in each layout that is asked for.
///
/// Not here: what can be laid out (Supported.h); which layout
/// (LayoutPlanner.h); lowering conversions (TTGToLLVM).

#include "LayoutPlanner.h"
#include "Supported.h"

#include "cm2tt/Conversion/Passes.h"
#include "cm2tt/Conversion/TargetInfo.h"
#include "cm2tt/Dialect/TTG/TTGDialect.h"
#include "cm2tt/Dialect/TTG/TTGOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace cm2tt;

namespace cm2tt {
#define GEN_PASS_DEF_TTTOTTGPASS
#include "cm2tt/Conversion/Passes.h.inc"
} // namespace cm2tt

namespace {
/// Rewrites one function for a plan. Everything in it is supported.
class LayoutRewriter {
public:
  LayoutRewriter(tt::FuncOp func, const LayoutPlanner &plan)
      : func(func), plan(plan), builder(func.getContext()) {}

  void run();
  unsigned getNumConversions() const { return conversions; }

private:
  /// A tile, and the layout in which it is wanted.
  using Demand = std::pair<Value, Attribute>;

  /// Changes an operation with a home, or an access, in place.
  void rewrite(Operation *op);
  /// The tile in that layout: its home, converted, or made anew.
  Value provide(Value tile, ttg::LinearAttr layout);
  /// Whether all that a demand needs is provided; else adds what is not.
  bool demandOperands(Demand demand, SmallVectorImpl<Demand> &demands) const;
  /// Makes a cheap tile anew, whose operands are provided.
  Value remake(Value tile, ttg::LinearAttr layout);
  Value convert(Value tile, ttg::LinearAttr layout);

  tt::FuncOp func;
  const LayoutPlanner &plan;
  OpBuilder builder;
  llvm::DenseMap<Demand, Value> provided;
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
/// `layout` to move no data.
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
      .Default([&](Operation *) {
        assert((isa<tt::LoadOp, tt::StoreOp>(op) ||
                op->hasTrait<OpTrait::Elementwise>()) &&
               "the operation is supported");
        return layout;
      });
}

Value LayoutRewriter::convert(Value tile, ttg::LinearAttr layout) {
  builder.setInsertionPointAfterValue(tile);
  ++conversions;
  return ttg::ConvertLayoutOp::create(builder, tile.getLoc(),
                                      withLayout(tile.getType(), layout), tile);
}

Value LayoutRewriter::provide(Value tile, ttg::LinearAttr layout) {
  // By a stack of our own: a chain of index arithmetic may be long.
  SmallVector<Demand> demands{{tile, layout}};
  while (!demands.empty()) {
    Demand demand = demands.back();
    if (!provided.contains(demand) && !demandOperands(demand, demands))
      continue;
    demands.pop_back();
    Value &value = provided[demand];
    if (value)
      continue;
    auto [wanted, as] = demand;
    auto target = cast<ttg::LinearAttr>(as);
    value = plan.isCheap(wanted)            ? remake(wanted, target)
            : plan.homeOf(wanted) == target ? wanted
                                            : convert(wanted, target);
  }
  return provided.lookup({tile, layout});
}

bool LayoutRewriter::demandOperands(Demand demand,
                                    SmallVectorImpl<Demand> &demands) const {
  auto [tile, layout] = demand;
  if (!plan.isCheap(tile))
    return true;
  Operation *op = tile.getDefiningOp();
  bool areProvided = true;
  for (Value operand : op->getOperands()) {
    if (!isTile(operand))
      continue;
    Demand wanted{operand,
                  operandLayout(op, operand, cast<ttg::LinearAttr>(layout))};
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
  for (Value operand : op->getOperands())
    operands.push_back(
        isTile(operand)
            ? provided.lookup({operand, operandLayout(op, operand, layout)})
            : operand);
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

void LayoutRewriter::rewrite(Operation *op) {
  ttg::LinearAttr layout = plan.layoutOfAccess(op);
  for (Value result : op->getResults())
    if (isTile(result))
      layout = plan.homeOf(result);
  for (OpOperand &operand : op->getOpOperands())
    if (isTile(operand.get()))
      operand.set(
          provide(operand.get(), operandLayout(op, operand.get(), layout)));
  for (Value result : op->getResults())
    if (isTile(result))
      result.setType(withLayout(result.getType(), layout));
}

void LayoutRewriter::run() {
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
    rewrite(op);
  // Blocks need not be in the order of dominance.
  for (Operation *op : cheap)
    op->dropAllReferences();
  for (Operation *op : cheap)
    op->erase();
}

namespace {
struct TTToTTGPass : cm2tt::impl::TTToTTGPassBase<TTToTTGPass> {
  using Base::Base;
  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (failed(checkMachine()) || failed(checkSupported(module, numWarps)))
      return signalPassFailure();
    const ModuleAxisInfo &axisInfo = getAnalysis<ModuleAxisInfo>();
    ttg::setMachine(module, numWarps, TargetInfo::warpSize, target);
    for (auto func : module.getOps<tt::FuncOp>()) {
      LayoutPlanner plan(func, axisInfo, numWarps);
      LayoutRewriter rewriter(func, plan);
      rewriter.run();
      conversions += rewriter.getNumConversions();
    }
  }

  /// Whether the options make sense.
  LogicalResult checkMachine() {
    if (!llvm::isPowerOf2_32(numWarps) || numWarps > 32)
      return emitError(getOperation().getLoc(),
                       "the number of warps must be a power of two up to 32: ")
             << numWarps.getValue();
    if (!TargetInfo::parse(target))
      return emitError(getOperation().getLoc(), "unknown target: '")
             << target << "'";
    return success();
  }
};
} // namespace
