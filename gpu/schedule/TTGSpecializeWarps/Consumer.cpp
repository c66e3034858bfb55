// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The consumers: a loop waits for tiles in the rings instead of loading them,
/// and reports when it has read them.
///
/// **When a tile has been read.** A tile that is loaded into registers, at
/// once. A tile that a product reads, when the product is complete: the first
/// operation that uses its result has to wait for that anyway, so the report
/// precedes it. The result of a product may be used no more in its iteration,
/// as the product adds to an accumulator that the loop carries. If that of a
/// later product is used, it is complete there, since products are in their
/// order. Otherwise the product runs on into the next iteration, whose last
/// product is followed by the report of the slot before. The first iteration
/// has none before it. With one slot, the report precedes the end of the
/// iteration, which waits for the product. If the nest goes on, or another loop
/// with these rings, the last slot is reported after the loop.
///
/// Not here: the waits for products (TTGOverlapDots).

#include "SpecializeWarpsInternals.h"

#include "gpu/schedule/TensorCopies.h"
#include "tile/analysis/TripCount.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace cm2tt;

namespace {
/// Rewrites one loop.
class LoopConsumer {
public:
  /// `end` is the position in the rings after the loop before, if that has the
  /// same ones; `isLast`, whether none that follows has.
  LoopConsumer(ProducedLoop &produced, RingPosition end, bool isLast)
      : produced(produced), end(end), isLast(isLast),
        builder(produced.loop.getContext()) {}
  /// Returns the position after the loop.
  RingPosition run();

private:
  /// Where the slots of a channel are reported.
  struct Release {
    /// The report precedes this operation of the body.
    Operation *before = nullptr;
    /// Whether it is about the slot of the previous iteration.
    bool isLate = false;

    void join(Release other);
  };

  scf::ForOp carry(scf::ForOp loop, RingPosition at,
                   const NewYieldValuesFn &yield);
  RingPosition carryThroughNest();
  void carryThroughLoop(RingPosition at);
  SmallVector<Value> takeTiles(Channel &channel);
  Value takeTile(ProducedLoad &load, Operation *firstUse);
  Release findRelease(ArrayRef<Value> tiles);
  Release findRelease(ttg::WarpGroupDotOp dot);
  Release findLateRelease(Value result);
  void release(const Channel &channel, Release at);
  void arrive(const Channel &channel, Value slot, Value mask);

  scf::ForOp getLoop() const { return produced.loop; }
  Block *getBody() const { return produced.loop.getBody(); }

  ProducedLoop &produced;
  RingPosition end;
  bool isLast;
  OpBuilder builder;
  /// The positions of this iteration, of the one before, and after the loop.
  RingPosition position;
  Value previousSlot, lastSlot;
};
} // namespace

//===----------------------------------------------------------------------===//
// The position in the ring
//===----------------------------------------------------------------------===//

/// Replaces a loop by one that carries the position, too.
scf::ForOp LoopConsumer::carry(scf::ForOp loop, RingPosition at,
                               const NewYieldValuesFn &yield) {
  IRRewriter rewriter(builder.getContext());
  rewriter.setInsertionPoint(loop);
  auto replaced = loop.replaceWithAdditionalYields(
      rewriter, {at.slot, at.parity}, /*replaceInitOperandUsesInLoop=*/false,
      yield);
  return cast<scf::ForOp>(replaced->getOperation());
}

/// The last two results of a loop.
static RingPosition getEnd(scf::ForOp loop) {
  auto results = loop.getResults().take_back(2);
  return {results[0], results[1]};
}

/// Lets the loops around carry the position, unchanged. Returns that before the
/// loop.
RingPosition LoopConsumer::carryThroughNest() {
  // After the producer, which must not use these numbers.
  SmallVector<scf::ForOp> nest = getNest(produced.loop);
  builder.setInsertionPoint(nest.empty() ? produced.loop : nest.front());
  RingPosition at = createFirstPosition(builder, produced.loop.getLoc());
  RingPosition outer = at;
  for (unsigned level = 0, depth = getNest(produced.loop).size(); level < depth;
       ++level) {
    scf::ForOp loop =
        carry(getNest(produced.loop)[level], at,
              [](OpBuilder &, Location, ArrayRef<BlockArgument> carried) {
                return SmallVector<Value>(carried.begin(), carried.end());
              });
    // The loop around yields the position before this one so far.
    if (level > 0) {
      Operation *yield = loop->getBlock()->getTerminator();
      yield->replaceUsesOfWith(outer.slot, getEnd(loop).slot);
      yield->replaceUsesOfWith(outer.parity, getEnd(loop).parity);
    }
    auto arguments = loop.getRegionIterArgs().take_back(2);
    outer = at = {arguments[0], arguments[1]};
  }
  return at;
}

/// Lets the loop advance the position, and the one around yield the last.
void LoopConsumer::carryThroughLoop(RingPosition at) {
  produced.loop =
      carry(produced.loop, at,
            [&](OpBuilder &, Location loc, ArrayRef<BlockArgument> carried) {
              builder.setInsertionPointToStart(carried.front().getOwner());
              previousSlot = carried[0];
              position = createNextPosition(
                  builder, loc, {carried[0], carried[1]}, produced.slots);
              return SmallVector<Value>{position.slot, position.parity};
            });
  RingPosition last = getEnd(produced.loop);
  lastSlot = last.slot;
  if (auto yield =
          dyn_cast<scf::YieldOp>(produced.loop->getBlock()->getTerminator())) {
    yield->replaceUsesOfWith(at.slot, last.slot);
    yield->replaceUsesOfWith(at.parity, last.parity);
  }
}

//===----------------------------------------------------------------------===//
// Tiles
//===----------------------------------------------------------------------===//

/// Moves `op`, and then the views that are computed from it, before `place`.
static void sinkViews(Operation *op, ttg::MemDescType memory,
                      Operation *place) {
  op->moveBefore(place);
  for (Operation *user : llvm::to_vector(op->getUsers())) {
    auto alloc = dyn_cast<ttg::LocalAllocOp>(user);
    if (isa<ttg::MemDescTransOp>(user) || (alloc && alloc.getType() == memory))
      sinkViews(user, memory, place);
  }
}

/// Gives the users of a load its tile in the ring; returns that.
Value LoopConsumer::takeTile(ProducedLoad &load, Operation *firstUse) {
  Operation *op = load.load;
  sinkViews(op, load.memory, firstUse);
  builder.setInsertionPoint(op);
  Value tile = createView(builder, op->getLoc(), load.ring, position.slot);
  replaceByMemory(builder, op, tile);
  op->erase();
  return tile;
}

/// Waits for the tiles of a channel in front of their first use.
SmallVector<Value> LoopConsumer::takeTiles(Channel &channel) {
  Location loc = channel.loads.front().load.getLoc();
  // The first use may be a view that is replaced with the load.
  builder.setInsertionPoint(channel.firstUse);
  Value full = createView(builder, loc, channel.full, position.slot);
  auto wait = ttg::MBarrierWaitOp::create(builder, loc, full, position.parity);
  SmallVector<Value> tiles;
  for (ProducedLoad &load : channel.loads)
    tiles.push_back(takeTile(load, wait->getNextNode()));
  return tiles;
}

//===----------------------------------------------------------------------===//
// Reports
//===----------------------------------------------------------------------===//

/// Keeps the later one of two positions.
void LoopConsumer::Release::join(Release other) {
  bool isLater = isLate != other.isLate
                     ? other.isLate
                     : !before || before->isBeforeInBlock(other.before);
  if (isLater)
    *this = other;
}

/// For a product whose result is only passed on to the next iteration: before
/// that uses it, or after its last product.
LoopConsumer::Release LoopConsumer::findLateRelease(Value result) {
  Operation *end = getBody()->getTerminator(), *first = nullptr;
  for (OpOperand &use : result.getUses()) {
    if (use.getOwner() != end)
      continue;
    BlockArgument carried = getLoop().getRegionIterArg(use.getOperandNumber());
    Operation *reader = findFirstReader(getLoop(), carried);
    if (reader && (!first || reader->isBeforeInBlock(first)))
      first = reader;
  }
  if (first)
    return {first, true};
  Operation *last = &getBody()->front();
  for (auto dot : getBody()->getOps<ttg::WarpGroupDotOp>())
    last = dot->getNextNode();
  return {last, true};
}

LoopConsumer::Release LoopConsumer::findRelease(ttg::WarpGroupDotOp dot) {
  if (Operation *reader = findCompletion(getLoop(), dot))
    return {reader, false};
  return findLateRelease(getLastSum(dot).getD());
}

/// The position where all readers of the tiles are done.
LoopConsumer::Release LoopConsumer::findRelease(ArrayRef<Value> tiles) {
  Release release;
  for (Value tile : tiles)
    forEachReader(tile, {}, [&](Operation *user) {
      Operation *op = findInBody(getLoop(), user);
      auto dot = dyn_cast<ttg::WarpGroupDotOp>(user);
      release.join(dot && op == dot ? findRelease(dot)
                                    : Release{op->getNextNode(), false});
    });
  // The copy for the next iteration waits for the only slot.
  if (release.isLate && produced.slots == 1)
    return {getBody()->getTerminator(), false};
  return release;
}

/// Creates the report of a slot at the insertion point.
void LoopConsumer::arrive(const Channel &channel, Value slot, Value mask) {
  Location loc = getLoop().getLoc();
  SmallVector<Value> tiles;
  for (const ProducedLoad &load : channel.loads)
    tiles.push_back(createView(builder, loc, load.ring, slot));
  Value empty = createView(builder, loc, channel.empty, slot);
  ttg::MBarrierArriveOp::create(builder, loc, empty, tiles, mask);
}

void LoopConsumer::release(const Channel &channel, Release at) {
  scf::ForOp loop = getLoop();
  Location loc = loop.getLoc();
  builder.setInsertionPoint(at.before);
  if (!at.isLate)
    return arrive(channel, position.slot, Value());
  Value isLater =
      arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne,
                            loop.getInductionVar(), loop.getLowerBound());
  arrive(channel, previousSlot, isLater);
  if (isLast && getNest(loop).empty())
    return;
  builder.setInsertionPointAfter(loop);
  arrive(channel, lastSlot, createRuns(builder, loop));
}

RingPosition LoopConsumer::run() {
  carryThroughLoop(end.slot ? end : carryThroughNest());
  // Its loads are what it was asked to pipeline.
  if (!produced.isOuter)
    produced.loop->removeAttr("tt.num_stages");
  for (Channel &channel : produced.channels) {
    SmallVector<Value> tiles = takeTiles(channel);
    release(channel, findRelease(tiles));
  }
  return getEnd(produced.loop);
}

/// All copies have been waited for after the nest of the last loop with these
/// rings.
static void endBarriers(const ProducedLoop &last) {
  SmallVector<scf::ForOp> nest = getNest(last.loop);
  scf::ForOp outermost = nest.empty() ? last.loop : nest.front();
  OpBuilder builder(outermost);
  builder.setInsertionPointAfter(outermost);
  for (const Channel &channel : last.channels)
    for (Value barriers : {channel.full, channel.empty})
      ttg::MBarrierInvalOp::create(builder, outermost.getLoc(), barriers);
}

void cm2tt::consume(Specialization &plan) {
  SmallVector<RingPosition> ends(plan.numRings);
  SmallVector<ProducedLoop *> last(plan.numRings);
  for (ProducedLoop &loop : plan.loops)
    last[loop.rings] = &loop;
  for (ProducedLoop &loop : plan.loops) {
    bool isLast = last[loop.rings] == &loop;
    ends[loop.rings] = LoopConsumer(loop, ends[loop.rings], isLast).run();
    if (isLast)
      endBarriers(loop);
  }
}
