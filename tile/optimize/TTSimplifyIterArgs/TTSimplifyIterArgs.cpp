// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Reduces the number of values that loops carry.
///
/// MLIR's removal of dead values is not used: it leaves `ub.poison` for removed
/// values, and does not handle functions with branches.
///
/// Not here: finding equal values (EqualCarried.cpp); invariant and unused
/// values, which canonicalisation removes.

#include "TTSimplifyIterArgsInternals.h"

#include "cm2tt/Dialect/TT/TTOps.h"
#include "cm2tt/Tile/Passes.h"

#include "mlir/IR/Dominance.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/CSE.h"

using namespace mlir;
using namespace cm2tt;

namespace cm2tt {
#define GEN_PASS_DEF_TTSIMPLIFYITERARGSPASS
#include "cm2tt/Tile/Passes.h.inc"
} // namespace cm2tt

namespace {
/// Finds the carried values on which an effect or a used result depends.
class CarriedNeeds {
public:
  explicit CarriedNeeds(scf::ForOp loop);
  /// The carried values that nothing but themselves needs.
  llvm::BitVector unneeded() const;

private:
  /// All that `op` and what it contains uses is needed.
  void needOperands(Operation *op);
  void need(Value value);
  void needCarried(unsigned index);

  scf::ForOp loop;
  llvm::BitVector carried;
  llvm::DenseSet<Operation *> seen;
  SmallVector<Operation *> pending;
};
} // namespace

CarriedNeeds::CarriedNeeds(scf::ForOp loop)
    : loop(loop), carried(loop.getNumRegionIterArgs()) {
  for (auto [index, result] : llvm::enumerate(loop.getResults()))
    if (!result.use_empty())
      needCarried(index);
  for (Operation &op : loop.getBody()->without_terminator())
    if (!isMemoryEffectFree(&op) && seen.insert(&op).second)
      pending.push_back(&op);
  while (!pending.empty())
    needOperands(pending.pop_back_val());
}

llvm::BitVector CarriedNeeds::unneeded() const {
  llvm::BitVector others = carried;
  others.flip();
  return others;
}

void CarriedNeeds::needOperands(Operation *op) {
  op->walk([&](Operation *inner) {
    for (Value operand : inner->getOperands())
      need(operand);
  });
}

void CarriedNeeds::need(Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    if (argument.getOwner() == loop.getBody() && argument.getArgNumber() > 0)
      needCarried(argument.getArgNumber() - 1);
    return;
  }
  // The operation around values inside of nested regions is seen already.
  Operation *op = value.getDefiningOp();
  if (op->getBlock() == loop.getBody() && seen.insert(op).second)
    pending.push_back(op);
}

void CarriedNeeds::needCarried(unsigned index) {
  if (carried.test(index))
    return;
  carried.set(index);
  need(loop.getYieldedValues()[index]);
}

/// Lets `loop` carry no value of `dropped`, whose results are not used, and
/// erases what computed those.
static void dropCarried(scf::ForOp loop, const llvm::BitVector &dropped) {
  OpBuilder builder(loop);
  SmallVector<Value> inits, results;
  for (auto [index, init, result] :
       llvm::enumerate(loop.getInitArgs(), loop.getResults())) {
    if (dropped.test(index)) {
      loop.getRegionIterArg(index).replaceAllUsesWith(init);
      continue;
    }
    inits.push_back(init);
    results.push_back(result);
  }
  auto shrunk = scf::ForOp::create(builder, loop.getLoc(), loop.getLowerBound(),
                                   loop.getUpperBound(), loop.getStep(), inits,
                                   nullptr, loop.getUnsignedCmp());
  shrunk->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
  shrunk.getRegion().takeBody(loop.getRegion());
  Block *body = shrunk.getBody();
  body->getTerminator()->eraseOperands(dropped);
  llvm::BitVector arguments(1); // the induction variable stays
  for (unsigned index = 0; index < dropped.size(); ++index)
    arguments.push_back(dropped.test(index));
  body->eraseArguments(arguments);
  for (auto [old, result] : llvm::zip_equal(results, shrunk.getResults()))
    old.replaceAllUsesWith(result);
  loop.erase();
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(*body)))
    if (isOpTriviallyDead(&op))
      op.erase();
}

/// Common subexpression elimination in `op`.
static void eliminateEqual(Operation *op) {
  IRRewriter rewriter(op->getContext());
  DominanceInfo dominance(op);
  eliminateCommonSubExpressions(rewriter, dominance, op);
}

/// The same for kernels. A producer must not use values of the consumers
/// (TTG-PRODUCER-2), so that its body is not in the kernel meanwhile.
static void eliminateEqualApart(Operation *op) {
  SmallVector<Operation *> producers;
  op->walk([&](Operation *inner) {
    if (inner->hasTrait<tt::RunsInOtherThreads>())
      producers.push_back(inner);
  });
  std::vector<Region> bodies(producers.size());
  for (auto [producer, body] : llvm::zip_equal(producers, bodies)) {
    eliminateEqual(producer);
    body.takeBody(producer->getRegion(0));
  }
  eliminateEqual(op);
  for (auto [producer, body] : llvm::zip_equal(producers, bodies))
    producer->getRegion(0).takeBody(body);
}

namespace {
struct TTSimplifyIterArgsPass
    : cm2tt::impl::TTSimplifyIterArgsPassBase<TTSimplifyIterArgsPass> {
  using Base::Base;
  void runOnOperation() override {
    SmallVector<scf::ForOp> loops;
    getOperation()->walk<WalkOrder::PreOrder>([&](scf::ForOp loop) {
      if (loop.getNumRegionIterArgs() > 0)
        loops.push_back(loop);
    });
    unsigned equal = 0;
    // An inner loop that carries less may show that an outer one can.
    for (scf::ForOp loop : llvm::reverse(loops)) {
      equal += mergeEqualCarried(loop);
      llvm::BitVector unneeded = CarriedNeeds(loop).unneeded();
      if (unneeded.none())
        continue;
      dropped += unneeded.count();
      dropCarried(loop, unneeded);
    }
    merged += equal;
    // Values computed from merged values are equal now, too.
    if (equal > 0)
      eliminateEqualApart(getOperation());
  }
};
} // namespace
