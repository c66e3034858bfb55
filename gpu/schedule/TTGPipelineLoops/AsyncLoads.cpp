// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Replaces loads of a loop by copies into buffers:
///
///   %x = tt.load %p, %k
///   %m = ttg.local_alloc %x
///   %d = ttg.warp_group_dot %m, ...
/// =>
///   %v = ttg.memdesc_index %buffers[%insert]     // stage of the load
///   %t = ttg.async_copy %p, %v mask %k
///   %g = ttg.async_commit %t
///   ttg.async_wait %g                            // stage of the use
///   %w = ttg.memdesc_index %buffers[%extract]
///   %d = ttg.warp_group_dot %w, ...
///
/// where the loop carries the numbers of the buffers, which count from 0 up to
/// their count and then start again. A load by a descriptor becomes a bulk
/// copy, with a barrier for each buffer instead of a group:
///
///   ttg.tensor_copy %d[%i], %v, %barriers[%insert]
///   ttg.mbarrier_wait %barriers[%extract], %parity
///
/// where the parity, which the loop carries as well, changes whenever the
/// number of the buffer starts again.
///
/// Not here: the number of pending groups (PendingGroups.cpp).

#include "PipelineLoopsInternals.h"

#include "gpu/schedule/TensorCopies.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace cm2tt;

namespace {
/// Rewrites one loop for its schedule.
class AsyncLoads {
public:
  AsyncLoads(scf::ForOp loop, LoopSchedule &schedule)
      : loop(loop), schedule(schedule), builder(loop.getContext()) {}
  scf::ForOp run();

private:
  /// A counter of buffers: the stage in which it counts, and its limit.
  using CounterKey = std::pair<unsigned, unsigned>;

  void addCounters();
  Value emitParity(BlockArgument carried, CounterKey key);
  Value number(int64_t value);
  Value indexBuffer(Location loc, Value buffers, CounterKey key);
  void rewrite(PipelinedLoad &load);
  Value startCopy(PipelinedLoad load);
  void startBulkCopy(PipelinedLoad load, Value barriers);
  void replaceUses(PipelinedLoad load, Value view);
  bool replaceTransposed(tt::TransOp trans, Value view);
  Value loadTile(PipelinedLoad load, Value view);
  Operation *findFirstUser(Operation *op);
  void noteStage(Operation *op, unsigned stage) {
    if (stage != schedule.getLastStage())
      schedule.early[op] = stage;
  }
  /// Erases an operation with its stage: another one may get its address.
  void erase(Operation *op) {
    schedule.early.erase(op);
    op->erase();
  }

  scf::ForOp loop;
  LoopSchedule &schedule;
  OpBuilder builder;
  llvm::MapVector<CounterKey, Value> counters;
  /// The parities of the phases that bulk copies are waited for in.
  llvm::MapVector<CounterKey, Value> parities;
};
} // namespace

//===----------------------------------------------------------------------===//
// Counters
//===----------------------------------------------------------------------===//

/// The first of the buffers begins the other parity.
Value AsyncLoads::emitParity(BlockArgument carried, CounterKey key) {
  Location loc = loop.getLoc();
  Value one = number(1), first = number(0);
  Value other = arith::XOrIOp::create(builder, loc, carried, one);
  Value restarts = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                         counters.lookup(key), first);
  Value parity =
      arith::SelectOp::create(builder, loc, restarts, other, carried);
  for (Value made : {other, restarts, parity})
    noteStage(made.getDefiningOp(), key.first);
  return parity;
}

/// A constant in front of the loop.
Value AsyncLoads::number(int64_t value) {
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(
      &loop->getParentOfType<tt::FuncOp>().getBody().front());
  return arith::ConstantIntOp::create(builder, loop.getLoc(), value, 32);
}

/// Makes the loop carry the counters that the loads need. Copies of one stage
/// with equally many buffers share theirs.
void AsyncLoads::addCounters() {
  for (const PipelinedLoad &load : schedule.loads) {
    for (unsigned stage : {load.stage, load.useStage})
      counters.insert({{stage, load.getNumBuffers()}, {}});
    if (load.isBulk())
      parities.insert({{load.useStage, load.getNumBuffers()}, {}});
  }
  IRRewriter rewriter(loop.getContext());
  rewriter.setInsertionPoint(loop);
  SmallVector<Value> inits(counters.size(), number(-1));
  // The first iteration begins with the first buffer, and parity 0.
  inits.append(parities.size(), number(1));
  auto emit = [&](OpBuilder &, Location, ArrayRef<BlockArgument> carried) {
    SmallVector<Value> yielded;
    builder.setInsertionPointToStart(carried.front().getOwner());
    for (auto [argument, counter] :
         llvm::zip(carried.take_front(counters.size()), counters)) {
      auto [stage, count] = counter.first;
      counter.second =
          ttg::NextBufferOp::create(builder, loop.getLoc(), argument, count);
      noteStage(counter.second.getDefiningOp(), stage);
      yielded.push_back(counter.second);
    }
    for (auto [argument, parity] :
         llvm::zip(carried.drop_front(counters.size()), parities))
      yielded.push_back(parity.second = emitParity(argument, parity.first));
    return yielded;
  };
  auto replaced = loop.replaceWithAdditionalYields(
      rewriter, inits, /*replaceInitOperandUsesInLoop=*/false, emit);
  loop = cast<scf::ForOp>(replaced->getOperation());
}

//===----------------------------------------------------------------------===//
// Uses
//===----------------------------------------------------------------------===//

/// The first operation of the body that uses the result of one in it.
Operation *AsyncLoads::findFirstUser(Operation *op) {
  Operation *first = loop.getBody()->getTerminator();
  for (Operation *user : op->getUsers()) {
    Operation *ancestor = findInBody(loop, user);
    if (ancestor && ancestor->isBeforeInBlock(first))
      first = ancestor;
  }
  return first;
}

/// The tile in registers, in the layout of the load.
Value AsyncLoads::loadTile(PipelinedLoad load, Value view) {
  Location loc = load.load->getLoc();
  Value tile = ttg::LocalLoadOp::create(
      builder, loc, load.load->getResult(0).getType(), view);
  noteStage(tile.getDefiningOp(), load.useStage);
  if (!hasOther(load.load))
    return tile;
  auto op = cast<tt::LoadOp>(load.load);
  tile =
      arith::SelectOp::create(builder, loc, op.getMask(), tile, op.getOther());
  noteStage(tile.getDefiningOp(), load.useStage);
  return tile;
}

/// The only user of a transposed tile, if it converts that; else null.
static ttg::ConvertLayoutOp getOnlyConversion(tt::TransOp trans) {
  return trans->hasOneUse()
             ? dyn_cast<ttg::ConvertLayoutOp>(*trans->getUsers().begin())
             : ttg::ConvertLayoutOp();
}

/// Loads fragments of a transposed tile from the transposed view.
bool AsyncLoads::replaceTransposed(tt::TransOp trans, Value view) {
  ttg::ConvertLayoutOp convert = getOnlyConversion(trans);
  if (!convert)
    return false;
  auto memory = cast<ttg::MemDescType>(view.getType());
  SmallVector<unsigned> order(trans.getOrder().begin(), trans.getOrder().end());
  auto layout = ttg::SharedAttr::get(
      trans.getContext(), memory.getLayout().getLayout().transposeOuts(order));
  auto type = ttg::MemDescType::get(
      trans.getContext(), cast<RankedTensorType>(trans.getType()).getShape(),
      memory.getElementType(), layout, 1);
  Value turned = ttg::MemDescTransOp::create(builder, trans.getLoc(), type,
                                             view, trans.getOrder());
  Value tile = ttg::LocalLoadOp::create(builder, convert.getLoc(),
                                        convert.getType(), turned);
  convert.replaceAllUsesWith(tile);
  erase(convert);
  erase(trans);
  return true;
}

/// Moves the views of the memory after it.
static void moveViewsBehind(Operation *memory) {
  for (Operation *user : memory->getUsers())
    if (isa<ttg::MemDescTransOp>(user)) {
      user->moveAfter(memory);
      moveViewsBehind(user);
    }
}

void cm2tt::forEachReplacedUser(const PipelinedLoad &load,
                                llvm::function_ref<void(Operation *)> each) {
  for (Operation *user : load.load->getUsers()) {
    auto alloc = dyn_cast<ttg::LocalAllocOp>(user);
    auto trans = dyn_cast<tt::TransOp>(user);
    bool isView = alloc && alloc.getType() == load.memory;
    if (isView || (isa<ttg::ConvertLayoutOp>(user) && !hasOther(load.load)))
      each(user);
    else if (ttg::ConvertLayoutOp convert =
                 trans ? getOnlyConversion(trans) : ttg::ConvertLayoutOp())
      each(convert);
  }
}

/// Gives the users of the load the part of the view that they need, created
/// right after it: users are erased on the way, the first use of the body among
/// them. A user may have the tile as several operands.
void AsyncLoads::replaceUses(PipelinedLoad load, Value view) {
  Operation *op = load.load;
  Value tile;
  for (Operation *user : getUsersFromLast(op)) {
    builder.setInsertionPointAfter(view.getDefiningOp());
    if (auto alloc = dyn_cast<ttg::LocalAllocOp>(user);
        alloc && alloc.getType() == view.getType()) {
      alloc.replaceAllUsesWith(view);
      erase(alloc);
      moveViewsBehind(view.getDefiningOp());
      continue;
    }
    if (auto trans = dyn_cast<tt::TransOp>(user);
        trans && replaceTransposed(trans, view))
      continue;
    auto convert = dyn_cast<ttg::ConvertLayoutOp>(user);
    if (convert && !hasOther(op)) {
      // A row takes registers of each thread from there on.
      if (convert.getType().getRank() == 1)
        builder.setInsertionPoint(findFirstUser(convert));
      Value fragment = ttg::LocalLoadOp::create(builder, convert.getLoc(),
                                                convert.getType(), view);
      noteStage(fragment.getDefiningOp(), load.useStage);
      convert.replaceAllUsesWith(fragment);
      erase(convert);
      continue;
    }
    if (!tile)
      tile = loadTile(load, view);
    user->replaceUsesOfWith(op->getResult(0), tile);
  }
}

//===----------------------------------------------------------------------===//
// Loads
//===----------------------------------------------------------------------===//

/// The buffer that a counter of this kind selects.
Value AsyncLoads::indexBuffer(Location loc, Value buffers, CounterKey key) {
  auto all = cast<ttg::MemDescType>(buffers.getType());
  Value view = ttg::MemDescIndexOp::create(builder, loc, all.withBuffers(1),
                                           buffers, counters.lookup(key));
  noteStage(view.getDefiningOp(), key.first);
  return view;
}

/// Creates the copy at the location of the load; returns its group.
Value AsyncLoads::startCopy(PipelinedLoad load) {
  auto op = cast<tt::LoadOp>(load.load);
  Location loc = op.getLoc();
  builder.setInsertionPoint(op);
  Value view =
      indexBuffer(loc, load.buffers, {load.stage, load.getNumBuffers()});
  auto copy = ttg::AsyncCopyOp::create(
      builder, loc, ttg::TokenType::get(op.getContext()), op.getPtr(), view,
      op.getMask(), op.getCache(), op.getEvict());
  auto commit = ttg::AsyncCommitOp::create(
      builder, loc, ttg::TokenType::get(op.getContext()), copy.getToken());
  noteStage(copy, load.stage);
  noteStage(commit, load.stage);
  return commit.getGroup();
}

/// Creates the bulk copy at the location of the load.
void AsyncLoads::startBulkCopy(PipelinedLoad load, Value barriers) {
  auto op = cast<tt::DescriptorLoadOp>(load.load);
  builder.setInsertionPoint(op);
  CounterKey key{load.stage, load.getNumBuffers()};
  Value view = indexBuffer(op.getLoc(), load.buffers, key);
  Value barrier = indexBuffer(op.getLoc(), barriers, key);
  auto copy = ttg::TensorCopyOp::create(builder, op.getLoc(), op.getDesc(),
                                        op.getIndices(), view, barrier,
                                        /*mask=*/Value());
  noteStage(copy, load.stage);
}

void AsyncLoads::rewrite(PipelinedLoad &load) {
  Operation *op = load.load;
  Location loc = op->getLoc();
  CounterKey used{load.useStage, load.getNumBuffers()};
  Operation *firstUse =
      findFirstUse(loop, load.load->getResult(0), load.memory);
  builder.setInsertionPoint(loop);
  load.buffers = ttg::LocalAllocOp::create(
      builder, loc, load.memory.withBuffers(load.getNumBuffers()), Value());
  if (load.isBulk()) {
    Value barriers = createBarriers(builder, loc, load.getNumBuffers());
    startBulkCopy(load, barriers);
    // All copies have been waited for after the loop.
    builder.setInsertionPointAfter(loop);
    ttg::MBarrierInvalOp::create(builder, loc, barriers);
    builder.setInsertionPoint(firstUse);
    Value barrier = indexBuffer(loc, barriers, used);
    auto wait = ttg::MBarrierWaitOp::create(builder, loc, barrier,
                                            parities.lookup(used));
    noteStage(wait, load.useStage);
  } else {
    Value group = startCopy(load);
    builder.setInsertionPoint(firstUse);
    auto wait = ttg::AsyncWaitOp::create(builder, loc, group, /*pending=*/0);
    noteStage(wait, load.useStage);
  }
  Value view = indexBuffer(loc, load.buffers, used);
  replaceUses(load, view);
  erase(op);
}

scf::ForOp AsyncLoads::run() {
  addCounters();
  bool areBulk = llvm::all_of(
      schedule.loads, [](const PipelinedLoad &load) { return load.isBulk(); });
  for (PipelinedLoad &load : schedule.loads)
    rewrite(load);
  if (areBulk)
    return loop;
  // Copies of the last iterations are empty, but write zeros to the buffers.
  builder.setInsertionPointAfter(loop);
  ttg::AsyncWaitOp::create(builder, loop.getLoc(), ValueRange(), /*pending=*/0);
  return loop;
}

scf::ForOp cm2tt::makeLoadsAsync(scf::ForOp loop, LoopSchedule &schedule) {
  return AsyncLoads(loop, schedule).run();
}
