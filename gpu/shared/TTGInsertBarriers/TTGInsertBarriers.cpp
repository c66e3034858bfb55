// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Inserts barriers between accesses to shared memory, and between accesses to
/// global memory that different threads may perform: propagates the pending
/// accesses along control flow, through loops until nothing changes, and
/// separates only accesses that conflict, as late as possible. If only accesses
/// before a loop conflict with accesses in it, the barrier precedes the loop.
///
/// Not here: pending accesses (SharedState.h), the accesses of operations
/// (SharedAccesses.cpp, GlobalAccesses.cpp).

#include "SharedAccesses.h"

#include "gpu/schedule/GroupStores.h"

#include "cm2tt/GPU/Passes.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/RegionGraphTraits.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace cm2tt;

namespace cm2tt {
#define GEN_PASS_DEF_TTGINSERTBARRIERSPASS
#include "cm2tt/GPU/Passes.h.inc"
} // namespace cm2tt

/// The synchronisation to insert before each operation.
using Separations = llvm::MapVector<Operation *, Separation>;

namespace {
/// Follows the control flow of a function.
class BarrierPlanner {
public:
  explicit BarrierPlanner(const SharedAccesses &accesses)
      : accesses(accesses) {}

  /// Returns the state after a region, given the state before it.
  SharedState runRegion(Region &region, SharedState state, Separations &needed);

private:
  /// A loop: its body, and its exit.
  struct Body {
    Operation *loop;
    /// One iteration, from its begin. Returns what is pending where the next
    /// one begins, and where the loop is left.
    llvm::function_ref<std::pair<SharedState, SharedState>(SharedState,
                                                           Separations &)>
        iterate;
  };

  SharedState runBlock(Block &block, SharedState state, Separations &needed);
  SharedState runGraph(Region &region, SharedState state, Separations &needed);
  SharedState runOp(Operation *op, SharedState state, Separations &needed);
  SharedState runLoop(Operation *loop, SharedState state, Separations &needed);
  SharedState runLoop(const Body &body, SharedState state, Separations &needed);
  SharedState findFixpoint(const Body &body, const SharedState &entry,
                           Separations &needed);

  const SharedAccesses &accesses;
};
} // namespace

/// Adds what goes in front of other operations.
static void append(Separations &to, const Separations &from) {
  for (auto &[op, separation] : from)
    to[op] = separation;
}

static unsigned countBarriers(const Separations &separations) {
  return llvm::count_if(
      separations, [](const auto &entry) { return entry.second.hasBarrier; });
}

SharedState BarrierPlanner::runRegion(Region &region, SharedState state,
                                      Separations &needed) {
  if (region.empty())
    return state;
  if (region.hasOneBlock())
    return runBlock(region.front(), std::move(state), needed);
  return runGraph(region, std::move(state), needed);
}

SharedState BarrierPlanner::runBlock(Block &block, SharedState state,
                                     Separations &needed) {
  for (Operation *op : accesses.getOperations(&block))
    state = runOp(op, std::move(state), needed);
  return state;
}

/// Blocks in any order of branches: until nothing changes.
SharedState BarrierPlanner::runGraph(Region &region, SharedState state,
                                     Separations &needed) {
  llvm::ReversePostOrderTraversal<Block *> order(&region.front());
  llvm::DenseMap<Block *, SharedState> begins;
  begins[&region.front()] = std::move(state);
  SharedState end;
  Separations found;
  for (bool isChanged = true; isChanged;) {
    isChanged = false;
    found.clear();
    end = SharedState();
    llvm::SmallPtrSet<Block *, 8> done;
    for (Block *block : order) {
      SharedState after = runBlock(*block, begins[block], found);
      if (block->hasNoSuccessors())
        end.join(after);
      done.insert(block);
      for (Block *next : block->getSuccessors())
        isChanged |= begins[next].join(
            done.contains(next) ? after.inEarlierBlock() : after);
    }
  }
  append(needed, found);
  return end;
}

SharedState BarrierPlanner::runOp(Operation *op, SharedState state,
                                  Separations &needed) {
  bool hasInner = llvm::any_of(op->getRegions(), [&](Region &region) {
    return llvm::any_of(region, [&](Block &block) {
      return !accesses.getOperations(&block).empty();
    });
  });
  if (!hasInner) {
    Separation separation = accesses.apply(op, state);
    if (separation.isNeeded())
      needed[op] = separation;
    return state;
  }
  auto branch = dyn_cast<scf::IfOp>(op);
  if (!branch)
    return runLoop(op, std::move(state), needed);
  SharedState after = runRegion(branch.getThenRegion(), state, needed);
  after.join(runRegion(branch.getElseRegion(), state, needed));
  return after;
}

/// Any operation with regions that is no `scf.if`; one that is not known runs
/// its regions, in order, any number of times.
SharedState BarrierPlanner::runLoop(Operation *loop, SharedState state,
                                    Separations &needed) {
  auto iterate = [&](SharedState begin, Separations &found) {
    SharedState left = begin;
    if (isa<scf::WhileOp>(loop)) {
      left = runRegion(loop->getRegion(0), std::move(begin), found);
      begin = runRegion(loop->getRegion(1), left, found);
      return std::pair(begin.inNextIteration(loop), left);
    }
    for (Region &region : loop->getRegions()) {
      begin = runRegion(region, std::move(begin), found);
      left.join(begin);
    }
    return std::pair(begin.inNextIteration(loop), left.outside(loop));
  };
  return runLoop(Body{loop, iterate}, accesses.enter(loop, state), needed);
}

SharedState BarrierPlanner::runLoop(const Body &body, SharedState state,
                                    Separations &needed) {
  Separations found;
  Separation before;
  // Once here instead of in front of a barrier in each iteration.
  before.hasFence = state.fence();
  if (before.hasFence)
    needed[body.loop] = before;
  SharedState left = findFixpoint(body, state, found);
  if (!found.empty() && state.hasDone()) {
    SharedState ended = state;
    before.hasBarrier = true;
    ended.endAll();
    Separations fewer;
    SharedState leftThen = findFixpoint(body, ended, fewer);
    if (countBarriers(fewer) < countBarriers(found)) {
      needed[body.loop] = before;
      found = std::move(fewer);
      left = std::move(leftThen);
    }
  }
  append(needed, found);
  return left;
}

/// The pending accesses at the start of an iteration grow until they are
/// stable. On the way there are fewer barriers, so that it may have grown too
/// much: once more, from what the last round leaves.
SharedState BarrierPlanner::findFixpoint(const Body &body,
                                         const SharedState &entry,
                                         Separations &needed) {
  SharedState begin = entry;
  std::pair<SharedState, SharedState> ends;
  do {
    needed.clear();
    ends = body.iterate(begin, needed);
  } while (begin.join(ends.first));
  SharedState smaller = entry;
  smaller.join(ends.first);
  if (smaller == begin)
    return ends.second;
  Separations found;
  auto smallerEnds = body.iterate(smaller, found);
  if (!smaller.join(smallerEnds.first)) {
    needed = std::move(found);
    return smallerEnds.second;
  }
  return ends.second;
}

namespace {
struct TTGInsertBarriersPass
    : cm2tt::impl::TTGInsertBarriersPassBase<TTGInsertBarriersPass> {
  using Base::Base;

  void runOnOperation() override {
    for (auto func : getOperation().getOps<tt::FuncOp>()) {
      GlobalAccesses globals(func);
      SharedAccesses accesses(func, globals);
      Separations needed;
      BarrierPlanner(accesses).runRegion(func.getBody(), SharedState(), needed);
      for (auto &[op, separation] : needed)
        insert(op, separation);
    }
  }

  void insert(Operation *op, const Separation &separation) {
    OpBuilder builder(op);
    Location loc = op->getLoc();
    if (separation.waitsForCopies)
      ttg::AsyncWaitOp::create(builder, loc, ValueRange(), /*pending=*/0);
    if (separation.waitsForProducts)
      ttg::WarpGroupDotWaitOp::create(builder, loc, TypeRange(), ValueRange(),
                                      ValueRange(), /*pending=*/0);
    if (separation.runningStores)
      ttg::TensorStoreWaitOp::create(builder, loc, *separation.runningStores,
                                     /*written=*/false);
    if (separation.hasFence) {
      ttg::FenceAsyncSharedOp::create(builder, loc);
      ++fences;
    }
    if (separation.hasBarrier || separation.hasGroupBarrier) {
      auto barrier = gpu::BarrierOp::create(builder, loc);
      if (!separation.hasBarrier)
        barrier->setAttr(kOfGroupAttr, builder.getUnitAttr());
      ++barriers;
    }
  }
};
} // namespace
