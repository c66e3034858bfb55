// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Plans the blocks of a function; see FusionPlan.h for what a plan is.
///
/// One loop is *open* while a block is walked: later roots of the same shape
/// join it unless a dependence forbids it, so that one loop computes two sums.
/// It becomes a step when an operation needs its results, or cannot be
/// deferred.

#ifndef CM2TT_LIB_TTTOCPU_BLOCKPLANNER_H
#define CM2TT_LIB_TTTOCPU_BLOCKPLANNER_H

#include "FusionPlan.h"

namespace cm2tt {

/// Plans all blocks of a region. `programPoint` counts steps over the function.
void planRegion(FusionPlan &plan, mlir::Region &region, unsigned &programPoint);

/// The requirements of one root on the loop that computes it.
struct ProducerSet {
  /// The values that must be in memory before the loop.
  llvm::SmallVector<mlir::Value> first;
  /// The operations that are computed at each element's own index.
  llvm::SmallSetVector<mlir::Operation *, 16> ops;
  /// The values that are computed once, in this loop.
  llvm::SmallVector<mlir::Value> once;
  /// The values that the open loop already computes, at each element's own
  /// index.
  llvm::SmallVector<mlir::Value> shared;
  /// The values that are read from memory, and whether at each element's own
  /// index.
  llvm::SmallVector<std::pair<mlir::Value, bool>> read;
  /// Whether it needs results that the open loop has only when it ends.
  bool needsOpen = false;
};

/// The requirements of a root on its loop.
struct LoopNeeds {
  llvm::SmallVector<int64_t> shape;
  std::optional<unsigned> axis;
  bool isScalar = false;
  /// The root if it writes memory of the user.
  mlir::Operation *write = nullptr;
};

/// Plans one block.
class BlockPlanner {
public:
  BlockPlanner(FusionPlan &plan, mlir::Block &block, unsigned &programPoint)
      : plan(plan), block(block), result(plan.blocks[&block]),
        programPoint(programPoint) {}
  void run();

private:
  // Loops (BlockPlanner.cpp).
  ProducerSet collectProducers(mlir::ValueRange roots);
  void visit(mlir::Value value, bool isOwn, ProducerSet &set);
  void visitOperands(mlir::Operation *op, bool isOwn);
  bool visitOnce(mlir::Value value, bool isOwn, ProducerSet &set);
  bool isOnce(mlir::Value value);
  unsigned getCost(mlir::Value value);
  bool canJoin(const ProducerSet &set, const LoopNeeds &needs) const;
  bool mixesAccesses(const ProducerSet &set, const LoopNeeds &needs) const;
  TileLoop &place(mlir::ValueRange roots, const LoopNeeds &needs);
  void commit(const ProducerSet &set, TileLoop &loop);
  void flush();
  void pushLoop(TileLoop *loop);
  unsigned pushStep(Step step);
  /// Records that a step writes a tile.
  void write(BufferId buffer, unsigned step);

  // Values in memory.
  void spillIn(mlir::Value value, TileLoop &loop);
  void spillApart(mlir::Value value);
  void spill(mlir::Value value);
  void spillInto(mlir::Value value, BufferId buffer);
  void spillOperand(mlir::OpOperand &operand);
  void forceOnce(mlir::Value value);
  void
  forcePending(llvm::function_ref<bool(mlir::Operation *)> mayWait = nullptr);

  // Operations (PlanSteps.cpp).
  void planRoot(mlir::Operation *op);
  void planMaterialized(mlir::Operation *op);
  void planScalar(mlir::Operation *op);
  void planControlFlow(mlir::Operation *op);
  void planTerminator(mlir::Operation *op);
  void forceUsesIn(mlir::Operation *op, std::optional<unsigned> step);
  void forceUsesElsewhere();
  void bindCarried(mlir::Operation *op);
  /// Binds the tiles that a block passes on: to the next iteration of its loop,
  /// to results of the enclosing operation or hidden arguments, or to another
  /// block.
  enum class Into { Carried, Result, Successor };
  void yieldInto(mlir::ValueRange values, mlir::ValueRange targets, Into into);
  bool tryMerge(mlir::Value value, mlir::Value target, Into into);
  void pushCopies(llvm::SmallVectorImpl<std::pair<BufferId, BufferId>> &copies);
  void shareDotAccumulators();
  bool isMadeByOpen(mlir::Value value) const;

  /// A read of a value in memory.
  struct Read {
    TileLoop *loop;
    unsigned step;
    bool isOwn;
  };
  unsigned getStep(const Read &read) const {
    return read.loop ? read.loop->step : read.step;
  }

  FusionPlan &plan;
  mlir::Block &block;
  BlockPlan &result;
  unsigned &programPoint;
  TileLoop *open = nullptr;
  /// The operands of the visited operation, and whether at their own index.
  llvm::SmallVector<std::pair<mlir::Value, bool>> next;
  /// The loop of each operation that is computed once.
  llvm::DenseMap<mlir::Value, TileLoop *> computedIn;
  /// Loads that no loop performs yet.
  llvm::SmallSetVector<mlir::Operation *, 8> pending;
  llvm::DenseMap<mlir::Value, llvm::SmallVector<Read, 2>> reads;
  /// The first step that writes a tile; by what it is one with.
  llvm::DenseMap<BufferId, unsigned> firstWrite;
  /// Tiles of enclosing operations, which must not be merged with others.
  llvm::DenseSet<BufferId> fixed;
  llvm::DenseMap<mlir::Value, bool> once;
  llvm::DenseMap<mlir::Value, unsigned> costs;
};

} // namespace cm2tt

#endif // CM2TT_LIB_TTTOCPU_BLOCKPLANNER_H
