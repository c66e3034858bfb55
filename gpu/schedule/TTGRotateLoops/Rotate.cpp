// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Changes a loop as planned:
///
///     if (lower < upper) {
///       first stage of lower
///       for (i = lower + step; i < upper; i += step) {
///         first stage of i, up to its products
///         second stage of i - step
///         the rest of the first stage of i
///         an anchor, before which the waits that follow do not begin
///         reports of the slots that the second stage has read
///         what waits for the second stage
///       }
///       second stage of the last iteration
///     }
///
/// With products ahead (PlanAhead.cpp) the body of the loop is
///
///     second stage of i - step, up to its last product
///     first stage of i
///     the rest of the second stage of i - step
///
/// The order of operations inside of each part is that of the loop's body.
///
/// Not here: the plan (Plan.cpp).

#include "RotateLoopsInternals.h"

#include "cm2tt/Dialect/TT/TTOps.h"
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
      : plan(plan), old(plan.loop), loc(old.getLoc()),
        builder(old.getContext()) {}
  void run();

private:
  SmallVector<Value> emitLoop();
  SmallVector<Value> getInits(const IRMapping &prologue);
  void emitBody(Block *body);
  void emitRotated(IRMapping &first, IRMapping &second);
  void emitAhead(IRMapping &first, IRMapping &second);
  Value findAnchor();
  void emitAnchor(IRMapping &first);
  void emitLateReports(IRMapping &second);
  void mapCarried(IRMapping &first, IRMapping &second, ValueRange values);
  Value getLastIndex();
  void clone(Operation &op, IRMapping &mapping) { builder.clone(op, mapping); }
  Value getInit(Value carried) {
    return old.getTiedLoopInit(cast<BlockArgument>(carried))->get();
  }
  auto getOps() { return old.getBody()->without_terminator(); }

  RotationPlan &plan;
  scf::ForOp old;
  Location loc;
  OpBuilder builder;
};
} // namespace

/// The index of the last iteration of a loop that has one. The difference of
/// the bounds is a number without a sign, in loops over indices with one too.
Value Rotator::getLastIndex() {
  Value lower = old.getLowerBound(), step = old.getStep();
  Value one = arith::ConstantOp::create(
      builder, loc, builder.getIntegerAttr(lower.getType(), 1));
  Value extent =
      arith::SubIOp::create(builder, loc, old.getUpperBound(), lower);
  extent = arith::SubIOp::create(builder, loc, extent, one);
  Value count = arith::DivUIOp::create(builder, loc, extent, step);
  Value offset = arith::MulIOp::create(builder, loc, count, step);
  return arith::AddIOp::create(builder, loc, lower, offset);
}

/// The initial values of the new loop, after the first stage of the first
/// iteration: those that the first stage carries, the second, and others.
SmallVector<Value> Rotator::getInits(const IRMapping &prologue) {
  SmallVector<Value> inits;
  for (Value carried : plan.first.carried)
    inits.push_back(prologue.lookupOrDefault(getNext(old, carried)));
  for (Value carried : plan.second.carried)
    inits.push_back(getInit(carried));
  for (Value value : plan.crossing)
    inits.push_back(prologue.lookupOrDefault(value));
  return inits;
}

/// Maps what the loop carries, in the order of getInits().
void Rotator::mapCarried(IRMapping &first, IRMapping &second,
                         ValueRange values) {
  for (Value carried : plan.first.carried) {
    first.map(carried, values.front());
    values = values.drop_front();
  }
  for (Value carried : plan.second.carried) {
    second.map(carried, values.front());
    values = values.drop_front();
  }
  for (Value value : plan.crossing) {
    second.map(value, values.front());
    values = values.drop_front();
  }
}

/// The next value of a row that the first stage carries, and computes last, as
/// the sum of the weights; null if the loop carries no such row.
Value Rotator::findAnchor() {
  Value anchor;
  for (Value carried : plan.first.carried) {
    Value next = getNext(old, carried);
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
void Rotator::emitAnchor(IRMapping &first) {
  Value anchor = findAnchor();
  if (!anchor)
    return;
  Value row = first.lookup(anchor);
  auto marked = tt::ElementwiseInlineAsmOp::create(
      builder, loc, row.getType(),
      "{\n.reg .pred %is;\nsetp.eq.b32 %is, $1, 0x7fc0dead;\n"
      "@%is fence.proxy.async.shared::cta;\nmov.b32 $0, $1;\n}",
      "=r,r", /*pure=*/false, /*packed_element=*/1, row);
  first.map(anchor, marked->getResult(0));
}

/// Reports the slots of the iteration of the second stage; the loop reported
/// those of the iteration before, which has the numbers that the loop carries.
void Rotator::emitLateReports(IRMapping &second) {
  IRMapping next;
  for (Value carried : plan.second.carried)
    next.map(carried, second.lookupOrDefault(getNext(old, carried)));
  auto cloneView = [&](Value view) -> Value {
    Operation *def = view.getDefiningOp();
    if (!def || def->getBlock() != old.getBody())
      return view;
    return builder.clone(*def, next)->getResult(0);
  };
  for (ttg::MBarrierArriveOp report : plan.lateReports) {
    SmallVector<Value> tiles =
        llvm::map_to_vector(report.getTiles(), cloneView);
    Value barrier = cloneView(report.getBarrier());
    ttg::MBarrierArriveOp::create(builder, report.getLoc(), barrier, tiles,
                                  /*mask=*/Value());
  }
}

void Rotator::emitRotated(IRMapping &first, IRMapping &second) {
  auto cloneFirst = [&](Operation &op, bool isLast) {
    if (plan.first.ops.contains(&op) && plan.last.contains(&op) == isLast)
      clone(op, first);
  };
  Operation *issued = plan.leading.back();
  for (Operation &op : getOps())
    if (&op == issued || op.isBeforeInBlock(issued))
      cloneFirst(op, /*isLast=*/false);
  for (Operation &op : getOps())
    if (plan.second.ops.contains(&op))
      clone(op, second);
  for (Value carried : plan.accumulated)
    first.map(carried, second.lookupOrDefault(getNext(old, carried)));
  for (Operation &op : getOps())
    if (issued->isBeforeInBlock(&op))
      cloneFirst(op, /*isLast=*/false);
  emitAnchor(first);
  emitLateReports(second);
  for (Operation &op : getOps())
    cloneFirst(op, /*isLast=*/true);
}

void Rotator::emitAhead(IRMapping &first, IRMapping &second) {
  for (Operation &op : getOps()) {
    if (plan.second.ops.contains(&op))
      clone(op, second);
    if (&op == plan.chained.back())
      for (Operation &ahead : getOps())
        if (plan.first.ops.contains(&ahead))
          clone(ahead, first);
  }
}

void Rotator::emitBody(Block *body) {
  builder.setInsertionPointToStart(body);
  IRMapping first, second;
  Value index = body->getArgument(0);
  first.map(old.getInductionVar(), index);
  second.map(old.getInductionVar(),
             arith::SubIOp::create(builder, loc, index, old.getStep()));
  mapCarried(first, second, body->getArguments().drop_front());
  if (plan.isAhead)
    emitAhead(first, second);
  else
    emitRotated(first, second);
  SmallVector<Value> yielded;
  for (Value carried : plan.first.carried)
    yielded.push_back(first.lookupOrDefault(getNext(old, carried)));
  for (Value carried : plan.second.carried)
    yielded.push_back(second.lookupOrDefault(getNext(old, carried)));
  for (Value value : plan.crossing)
    yielded.push_back(first.lookupOrDefault(value));
  scf::YieldOp::create(builder, loc, yielded);
}

/// Emits all for a loop that has an iteration. Returns its results.
SmallVector<Value> Rotator::emitLoop() {
  IRMapping first, second;
  first.map(old.getInductionVar(), old.getLowerBound());
  for (Value carried : old.getRegionIterArgs())
    first.map(carried, getInit(carried));
  for (Operation &op : getOps())
    if (plan.first.ops.contains(&op))
      clone(op, first);
  Value lower =
      arith::AddIOp::create(builder, loc, old.getLowerBound(), old.getStep());
  auto loop = scf::ForOp::create(
      builder, loc, lower, old.getUpperBound(), old.getStep(), getInits(first),
      [](OpBuilder &, Location, Value, ValueRange) {}, old.getUnsignedCmp());
  loop->setDiscardableAttrs(old->getDiscardableAttrDictionary());
  emitBody(loop.getBody());
  builder.setInsertionPointAfter(loop);
  mapCarried(first, second, loop.getResults());
  second.map(old.getInductionVar(), getLastIndex());
  for (Operation &op : getOps())
    if (plan.second.ops.contains(&op))
      clone(op, second);
  SmallVector<Value> results;
  for (Value carried : old.getRegionIterArgs()) {
    bool isOfFirst = plan.first.carried.contains(carried);
    bool isOfSecond = plan.accumulated.contains(carried) ||
                      plan.second.carried.contains(carried);
    // A number of a slot that both stages carry is the second's: the
    // products of the last iteration read tiles of these, and TTGOverlapDots
    // compares a report after the loop with them by value.
    if (isOfSecond)
      results.push_back(second.lookupOrDefault(getNext(old, carried)));
    else if (isOfFirst)
      results.push_back(first.lookup(carried));
    else
      results.push_back(getInit(carried));
  }
  return results;
}

void Rotator::run() {
  builder.setInsertionPoint(old);
  SmallVector<Value> results;
  if (surelyRuns(old)) {
    results = emitLoop();
  } else {
    auto branch = scf::IfOp::create(
        builder, loc, old.getResultTypes(), createRuns(builder, old),
        /*addThenBlock=*/true, /*addElseBlock=*/true);
    builder.setInsertionPointToStart(branch.thenBlock());
    results = emitLoop();
    scf::YieldOp::create(builder, loc, results);
    builder.setInsertionPointToStart(branch.elseBlock());
    scf::YieldOp::create(builder, loc, old.getInitArgs());
    results.assign(branch.result_begin(), branch.result_end());
  }
  old->replaceAllUsesWith(results);
  old->erase();
}

void cm2tt::rotate(RotationPlan &plan) { Rotator(plan).run(); }
