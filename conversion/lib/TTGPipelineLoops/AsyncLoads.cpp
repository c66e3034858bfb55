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
/// their count and then start again.
///
/// Not here: the number of pending groups (PendingGroups.cpp).

#include "PipelineLoopsInternals.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/SetVector.h"

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
  Value emitCounter(BlockArgument carried, CounterKey key);
  Value number(int64_t value);
  void rewrite(PipelinedLoad &load);
  Value startCopy(PipelinedLoad load, Value buffers);
  void replaceUses(PipelinedLoad load, Value view);
  bool replaceTransposed(tt::TransOp trans, Value view);
  Value loadTile(PipelinedLoad load, Value view);
  Operation *findFirstUse(PipelinedLoad load);
  void noteStage(Operation *op, unsigned stage) {
    if (stage != schedule.getLastStage())
      schedule.early[op] = stage;
  }

  scf::ForOp loop;
  LoopSchedule &schedule;
  OpBuilder builder;
  llvm::MapVector<CounterKey, Value> counters;
};
} // namespace

//===----------------------------------------------------------------------===//
// Counters
//===----------------------------------------------------------------------===//

Value AsyncLoads::emitCounter(BlockArgument carried, CounterKey key) {
  auto counter =
      ttg::NextBufferOp::create(builder, loop.getLoc(), carried, key.second);
  noteStage(counter, key.first);
  return counter;
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
  for (PipelinedLoad load : schedule.loads)
    for (unsigned stage : {load.stage, load.useStage})
      counters.insert({{stage, load.getNumBuffers()}, {}});
  IRRewriter rewriter(loop.getContext());
  rewriter.setInsertionPoint(loop);
  SmallVector<Value> inits(counters.size(), number(-1));
  auto emit = [&](OpBuilder &, Location, ArrayRef<BlockArgument> carried) {
    SmallVector<Value> yielded;
    for (auto [argument, counter] : llvm::zip_equal(carried, counters)) {
      builder.setInsertionPointToStart(argument.getOwner());
      counter.second = emitCounter(argument, counter.first);
      yielded.push_back(counter.second);
    }
    return yielded;
  };
  auto replaced = loop.replaceWithAdditionalYields(
      rewriter, inits, /*replaceInitOperandUsesInLoop=*/false, emit);
  loop = cast<scf::ForOp>(replaced->getOperation());
}

//===----------------------------------------------------------------------===//
// Uses
//===----------------------------------------------------------------------===//

/// The first operation of the body that needs the tile; its views in shared
/// memory, which are free, do not.
Operation *AsyncLoads::findFirstUse(PipelinedLoad load) {
  Operation *first = nullptr;
  SmallVector<Value> pending{load.load.getResult()};
  while (!pending.empty())
    for (Operation *user : pending.pop_back_val().getUsers()) {
      if (isa<ttg::LocalAllocOp, ttg::MemDescTransOp>(user)) {
        pending.push_back(user->getResult(0));
        continue;
      }
      Operation *op = getAncestorInBody(loop, user);
      if (!first || op->isBeforeInBlock(first))
        first = op;
    }
  return first;
}

/// The tile in registers, in the layout of the load.
Value AsyncLoads::loadTile(PipelinedLoad load, Value view) {
  tt::LoadOp op = load.load;
  Value tile =
      ttg::LocalLoadOp::create(builder, op.getLoc(), op.getType(), view);
  noteStage(tile.getDefiningOp(), load.useStage);
  if (!hasOther(op))
    return tile;
  tile = arith::SelectOp::create(builder, op.getLoc(), op.getMask(), tile,
                                 op.getOther());
  noteStage(tile.getDefiningOp(), load.useStage);
  return tile;
}

/// Loads fragments of a transposed tile from the transposed view.
bool AsyncLoads::replaceTransposed(tt::TransOp trans, Value view) {
  auto convert =
      trans->hasOneUse()
          ? dyn_cast<ttg::ConvertLayoutOp>(*trans->getUsers().begin())
          : ttg::ConvertLayoutOp();
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
  convert.erase();
  trans.erase();
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

/// Gives the users of the load the part of the view that they need, created
/// right after it: users are erased on the way, the first use of the body among
/// them. A user may have the tile as several operands.
void AsyncLoads::replaceUses(PipelinedLoad load, Value view) {
  tt::LoadOp op = load.load;
  Value tile;
  llvm::SetVector<Operation *> users(op->user_begin(), op->user_end());
  for (Operation *user : users) {
    builder.setInsertionPointAfter(view.getDefiningOp());
    if (auto alloc = dyn_cast<ttg::LocalAllocOp>(user);
        alloc && alloc.getType() == view.getType()) {
      alloc.replaceAllUsesWith(view);
      alloc.erase();
      moveViewsBehind(view.getDefiningOp());
      continue;
    }
    if (auto trans = dyn_cast<tt::TransOp>(user);
        trans && replaceTransposed(trans, view))
      continue;
    auto convert = dyn_cast<ttg::ConvertLayoutOp>(user);
    if (convert && !hasOther(op)) {
      Value fragment = ttg::LocalLoadOp::create(builder, convert.getLoc(),
                                                convert.getType(), view);
      noteStage(fragment.getDefiningOp(), load.useStage);
      convert.replaceAllUsesWith(fragment);
      convert.erase();
      continue;
    }
    if (!tile)
      tile = loadTile(load, view);
    user->replaceUsesOfWith(op, tile);
  }
}

//===----------------------------------------------------------------------===//
// Loads
//===----------------------------------------------------------------------===//

/// Creates the copy at the location of the load; returns its group.
Value AsyncLoads::startCopy(PipelinedLoad load, Value buffers) {
  tt::LoadOp op = load.load;
  Location loc = op.getLoc();
  builder.setInsertionPoint(op);
  Value insert = counters.lookup({load.stage, load.getNumBuffers()});
  Value view =
      ttg::MemDescIndexOp::create(builder, loc, load.memory, buffers, insert);
  auto copy = ttg::AsyncCopyOp::create(
      builder, loc, ttg::TokenType::get(op.getContext()), op.getPtr(), view,
      op.getMask(), op.getCache(), op.getEvict());
  auto commit = ttg::AsyncCommitOp::create(
      builder, loc, ttg::TokenType::get(op.getContext()), copy.getToken());
  for (Operation *made :
       {view.getDefiningOp(), copy.getOperation(), commit.getOperation()})
    noteStage(made, load.stage);
  return commit.getGroup();
}

void AsyncLoads::rewrite(PipelinedLoad &load) {
  tt::LoadOp op = load.load;
  Location loc = op.getLoc();
  Operation *firstUse = findFirstUse(load);
  builder.setInsertionPoint(loop);
  auto type = ttg::MemDescType::get(
      op.getContext(), load.memory.getShape(), load.memory.getElementType(),
      load.memory.getLayout(), load.getNumBuffers());
  load.buffers = ttg::LocalAllocOp::create(builder, loc, type, Value());
  Value group = startCopy(load, load.buffers);
  builder.setInsertionPoint(firstUse);
  auto wait = ttg::AsyncWaitOp::create(builder, loc, group, /*pending=*/0);
  Value extract = counters.lookup({load.useStage, load.getNumBuffers()});
  Value view = ttg::MemDescIndexOp::create(builder, loc, load.memory,
                                           load.buffers, extract);
  noteStage(wait, load.useStage);
  noteStage(view.getDefiningOp(), load.useStage);
  replaceUses(load, view);
  schedule.early.erase(op);
  op.erase();
}

scf::ForOp AsyncLoads::run() {
  addCounters();
  for (PipelinedLoad &load : schedule.loads)
    rewrite(load);
  // Copies of the last iterations are empty, but write zeros to the buffers.
  builder.setInsertionPointAfter(loop);
  ttg::AsyncWaitOp::create(builder, loop.getLoc(), ValueRange(), /*pending=*/0);
  return loop;
}

scf::ForOp cm2tt::makeLoadsAsync(scf::ForOp loop, LoopSchedule &schedule) {
  return AsyncLoads(loop, schedule).run();
}
