// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Changes a loop as planned: gives each operation of the body one stage, with
/// copies for both where both need it, and then their order in the new loop,
///
///     first stage of i, up to its products
///     second stage of i - step
///     the rest of the first stage of i
///     an anchor, before which the waits that follow do not begin
///     reports of the slots that the second stage has read
///     what waits for the second stage
///
/// or, with products ahead (PlanAhead.cpp),
///
///     second stage of i - step, up to its last product
///     first stage of i
///     the rest of the second stage of i - step
///
/// In each part the order is that of the body. A branch around it all ensures
/// that there is an iteration.
///
/// Not here: the plan (Plan.cpp); the new loop (ExpandLoop.cpp).

#include "RotateLoopsInternals.h"

#include "cm2tt/Dialect/TT/TTOps.h"
#include "gpu/schedule/ExpandLoop.h"
#include "tile/analysis/TripCount.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace cm2tt;

namespace {
/// Rotates one loop.
class Rotator {
public:
  explicit Rotator(RotationPlan &plan)
      : plan(plan), loop(plan.loop), loc(loop.getLoc()),
        builder(loop.getContext()) {}
  LogicalResult run();

private:
  SmallVector<Value> separate();
  void computeTwice();
  Value findAnchor();
  void emitAnchor();
  void emitLateReports();
  void addOps(unsigned stage, llvm::function_ref<bool(Operation &)> in);
  void orderRotated();
  void orderAhead();
  Block *getBody() { return loop.getBody(); }

  RotationPlan &plan;
  scf::ForOp loop;
  Location loc;
  OpBuilder builder;
  /// Values of the second stage for those that both compute or carry.
  IRMapping late;
  /// The operations of the second stage that are in the body.
  llvm::DenseSet<Operation *> second;
  /// Operations that are added, in their order.
  SmallVector<Operation *> anchor, reports;
  StagedOps order;
};
} // namespace

//===----------------------------------------------------------------------===//
// Two stages in one body
//===----------------------------------------------------------------------===//

/// Gives the second stage operations of its own for those that both need.
void Rotator::computeTwice() {
  for (Operation &op :
       llvm::make_early_inc_range(getBody()->without_terminator())) {
    if (!plan.second.ops.contains(&op))
      continue;
    builder.setInsertionPointAfter(&op);
    Operation *own = &op;
    if (plan.first.ops.contains(&op))
      own = builder.clone(op, late);
    else
      op.walk([&](Operation *inner) {
        for (OpOperand &operand : inner->getOpOperands())
          operand.set(late.lookupOrDefault(operand.get()));
      });
    second.insert(own);
  }
}

/// Lets the loop carry values for both stages that each needs. Returns the
/// results of the loop as it was: the products of the last iteration read tiles
/// with the numbers of the second stage, and TTGOverlapDots compares a report
/// after the loop with them by value.
SmallVector<Value> Rotator::separate() {
  scf::ForOp old = loop;
  SmallVector<Value> inits(old.getInitArgs()), twice;
  for (Value carried : plan.second.carried)
    if (plan.first.carried.contains(carried)) {
      inits.push_back(old.getTiedLoopInit(cast<BlockArgument>(carried))->get());
      twice.push_back(carried);
    }
  loop = scf::ForOp::create(builder, loc, old.getLowerBound(),
                            old.getUpperBound(), old.getStep(), inits,
                            /*bodyBuilder=*/nullptr, old.getUnsignedCmp());
  loop->setDiscardableAttrs(old->getDiscardableAttrDictionary());
  loop.getRegion().takeBody(old.getRegion());
  for (Value carried : twice)
    late.map(carried, getBody()->addArgument(carried.getType(), loc));
  OpBuilder::InsertionGuard guard(builder);
  computeTwice();
  Operation *yield = getBody()->getTerminator();
  SmallVector<Value> results(loop.getResults().drop_back(twice.size()));
  for (Value carried : plan.second.carried) {
    unsigned index = cast<BlockArgument>(carried).getArgNumber() - 1;
    Value next = late.lookupOrDefault(yield->getOperand(index));
    if (!late.contains(carried)) {
      yield->setOperand(index, next);
      continue;
    }
    results[index] = loop->getResult(yield->getNumOperands());
    yield->insertOperands(yield->getNumOperands(), next);
  }
  if (!plan.isAhead)
    emitAnchor();
  emitLateReports();
  return results;
}

/// The next value of a row that the first stage carries, and computes last, as
/// the sum of the weights; null if the loop carries no such row.
Value Rotator::findAnchor() {
  Value anchor;
  for (Value carried : plan.first.carried) {
    Value next = getNext(loop, carried);
    Operation *def = next.getDefiningOp();
    auto type = dyn_cast<RankedTensorType>(next.getType());
    if (!def || !type || type.getRank() != 1 ||
        !type.getElementType().isF32() || !plan.first.ops.contains(def) ||
        plan.last.contains(def))
      continue;
    if (!anchor || anchor.getDefiningOp()->isBeforeInBlock(def))
      anchor = next;
  }
  return anchor;
}

/// `ptxas` moves the wait for a product to the front, before what it should
/// overlap with, as no register connects the two. (With 13.0, both waits of an
/// iteration were next to each other, and the whole softmax came after them.)
/// So an instruction that depends on a row, and is not moved over waits, stands
/// before the wait. It is a fence, which is correct anywhere, and runs only for
/// a NaN that arithmetic does not create.
void Rotator::emitAnchor() {
  Value row = findAnchor();
  if (!row)
    return;
  builder.setInsertionPointAfter(row.getDefiningOp());
  auto marked = tt::ElementwiseInlineAsmOp::create(
      builder, loc, row.getType(),
      "{\n.reg .pred %is;\nsetp.eq.b32 %is, $1, 0x7fc0dead;\n"
      "@%is fence.proxy.async.shared::cta;\nmov.b32 $0, $1;\n}",
      "=r,r", /*pure=*/false, /*packed_element=*/1, row);
  marked->setAttr(kOnlyInLoopAttr, builder.getUnitAttr());
  anchor.push_back(marked);
  row.replaceUsesWithIf(marked->getResult(0), [&](OpOperand &use) {
    Operation *op = getBody()->findAncestorOpInBlock(*use.getOwner());
    return op != marked && (!plan.first.ops.contains(op) ||
                            second.contains(op) || plan.last.contains(op));
  });
}

/// Reports the slots of the iteration of the second stage; the loop reported
/// those of the iteration before, which has the numbers that the loop carries.
/// Those of the last iteration are reported after the loop.
void Rotator::emitLateReports() {
  IRMapping next;
  for (Value carried : plan.second.carried)
    next.map(carried, late.lookupOrDefault(getNext(loop, carried)));
  builder.setInsertionPoint(getBody()->getTerminator());
  auto cloneView = [&](Value view) -> Value {
    Operation *def = view.getDefiningOp();
    if (!def || def->getBlock() != getBody())
      return view;
    reports.push_back(builder.clone(*def, next));
    return reports.back()->getResult(0);
  };
  for (ttg::MBarrierArriveOp report : plan.lateReports) {
    SmallVector<Value> tiles =
        llvm::map_to_vector(report.getTiles(), cloneView);
    Value barrier = cloneView(report.getBarrier());
    reports.push_back(ttg::MBarrierArriveOp::create(
        builder, report.getLoc(), barrier, tiles, /*mask=*/Value()));
    reports.back()->setAttr(kOnlyInLoopAttr, builder.getUnitAttr());
    report.erase();
  }
}

//===----------------------------------------------------------------------===//
// The order of the rotated loop
//===----------------------------------------------------------------------===//

void Rotator::addOps(unsigned stage, llvm::function_ref<bool(Operation &)> in) {
  for (Operation &op : getBody()->without_terminator())
    if (second.contains(&op) == stage && in(op) &&
        !llvm::is_contained(anchor, &op) && !llvm::is_contained(reports, &op))
      order.push_back({&op, stage});
}

void Rotator::orderRotated() {
  Operation *issued = plan.leading.back();
  auto isIssued = [&](Operation &op) { return !issued->isBeforeInBlock(&op); };
  auto isLast = [&](Operation &op) { return plan.last.contains(&op); };
  addOps(0, [&](Operation &op) { return isIssued(op) && !isLast(op); });
  addOps(1, [](Operation &) { return true; });
  addOps(0, [&](Operation &op) { return !isIssued(op) && !isLast(op); });
  for (Operation *op : anchor)
    order.push_back({op, 0});
  for (Operation *op : reports)
    order.push_back({op, 1});
  addOps(0, isLast);
}

void Rotator::orderAhead() {
  Operation *last = plan.chained.back();
  auto isRest = [&](Operation &op) { return last->isBeforeInBlock(&op); };
  addOps(1, [&](Operation &op) { return !isRest(op); });
  addOps(0, [](Operation &) { return true; });
  addOps(1, isRest);
}

LogicalResult Rotator::run() {
  scf::ForOp old = loop;
  builder.setInsertionPoint(old);
  SmallVector<Value> results;
  if (surelyRuns(old)) {
    results = separate();
  } else {
    auto branch = scf::IfOp::create(
        builder, loc, old.getResultTypes(), createRuns(builder, old),
        /*addThenBlock=*/true, /*addElseBlock=*/true);
    builder.setInsertionPointToStart(branch.elseBlock());
    scf::YieldOp::create(builder, loc, old.getInitArgs());
    builder.setInsertionPointToStart(branch.thenBlock());
    scf::YieldOp::create(builder, loc, separate());
    results.assign(branch.result_begin(), branch.result_end());
  }
  old->replaceAllUsesWith(results);
  old->erase();
  if (plan.isAhead)
    orderAhead();
  else
    orderRotated();
  return success(succeeded(expandPeeled(loop, order)));
}

LogicalResult cm2tt::rotate(RotationPlan &plan) { return Rotator(plan).run(); }
