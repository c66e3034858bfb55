// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The plan of a function for the CPU: the operations of each loop.
///
/// **Idea.** Most tiles never exist as a whole. Cheap values (ranges,
/// addresses, masks, arithmetic) are computed where an element is needed, in
/// the loop of the user. Loops are created for *roots*: stores, atomics,
/// reductions, checks, and values that must be in memory. A load, or another
/// operation that should be computed only once, runs in the loop of its first
/// user; if others need its result too, that loop also keeps it in scratch
/// memory. So the code grows with the kernel, not with its tiles.
///
/// **Smallest example.** A softmax has three loops:
///
///     %x = tt.load                  loop 1: load, keep x, maximum
///     %m = tt.reduce max %x
///     %e = math.exp (%x - %m)       loop 2: read x, exp, keep e, sum
///     %s = tt.reduce add %e
///     tt.store (%e / %s)            loop 3: read e, divide, store
///
/// Invariant: a value that is computed once and is needed at other indices than
/// each element's own (transposed, broadcast), or inside of a loop of the
/// program, is stored to memory by an earlier loop of its own shape.
///
/// Not here: creating the loops (TileLoops.cpp), the allocation of tiles in
/// memory (Scratch.h).

#ifndef CM2TT_LIB_TTTOCPU_FUSIONPLAN_H
#define CM2TT_LIB_TTTOCPU_FUSIONPLAN_H

#include "Scratch.h"

#include "cm2tt/Dialect/TT/TTOps.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"

#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

namespace cm2tt {

/// The operations of a loop over a tile's elements.
struct TileLoop {
  llvm::SmallVector<int64_t> shape;
  /// The dimension that its reductions run along; it is the innermost loop.
  std::optional<unsigned> axis;
  /// Stores, atomics, reductions, checks, prints; in order.
  llvm::SmallVector<mlir::Operation *> roots;
  /// Values that it writes to memory, and where.
  llvm::SmallVector<std::pair<mlir::Value, BufferId>> spilled;
  /// The operations that it computes at each element's own index.
  llvm::SmallSetVector<mlir::Operation *, 16> producers;
  /// The values that it computes once, in the program's order.
  llvm::SmallVector<mlir::Value> once;
  /// The values that it reads from memory; it computes all others.
  llvm::SmallSetVector<mlir::Value, 8> read;
  /// Whether it works on one element at a time.
  bool isScalar = false;
  /// Whether it writes memory of the user.
  bool hasWrite = false;
  /// Its index among all steps, once it has one.
  unsigned step = ~0u;
};

/// One step: an operation, a loop over a tile, or a copy in memory.
struct Step {
  /// A scalar operation, control flow, or an operation on tiles in memory.
  mlir::Operation *op = nullptr;
  TileLoop *loop = nullptr;
  /// The source and the destination of a copy in memory.
  std::optional<std::pair<BufferId, BufferId>> copy;
};

/// The steps of a block, in order; its terminator is the last one, unless it
/// has none.
struct BlockPlan {
  std::vector<Step> steps;
};

/// Finds the arguments of the kernel that addresses come from. It remembers
/// what it passes: a chain of additions is followed once, and each of them may
/// be accessed.
class ArgumentFinder {
public:
  /// The one argument that all addresses in a pointer or a tile of them come
  /// from; null if there may be several.
  mlir::Value find(mlir::Value pointer);

private:
  llvm::DenseMap<mlir::Value, mlir::Value> found;
};

/// The plan of a function.
class FusionPlan {
public:
  /// Plans `func`, which has passed checkSupportedOnCPU. In checked code loads
  /// and stores, which are performed one by one, are separated from reductions,
  /// whose order must not depend on it.
  explicit FusionPlan(tt::FuncOp func, bool isChecked = false);

  const BlockPlan &of(mlir::Block *block) const {
    return blocks.find(block)->second;
  }
  /// The buffer of a tile, if it is in memory.
  std::optional<BufferId> getBuffer(mlir::Value tile) const;
  /// The same for an operand of an operation on whole tiles.
  std::optional<BufferId> getBuffer(mlir::OpOperand &operand) const;
  const Scratch &getScratch() const { return scratch; }
  unsigned getNumLoops() const { return loops.size(); }

  /// Whether `write` cannot change what `load` reads for another element: they
  /// access the same address for each element, or different arguments.
  bool isSafeTogether(tt::LoadOp load, mlir::Operation *write) const;
  /// Whether two accesses are by different arguments, which are assumed not to
  /// alias, since threads of a GPU would race otherwise. With a barrier between
  /// both they would not: it ends the loop. Checked code assumes nothing.
  bool areDistinct(mlir::Operation *one, mlir::Operation *other) const;
  /// The one argument of the kernel that all addresses in a pointer or a tile
  /// of them come from; null if there may be several.
  mlir::Value findArgument(mlir::Value pointer) const {
    return arguments.find(pointer);
  }

private:
  friend class BlockPlanner;
  friend void planRegion(FusionPlan &, mlir::Region &, unsigned &);

  /// Gives a tile memory.
  BufferId addBuffer(mlir::Value tile);

  /// Planners hold references to entries while others are added.
  std::unordered_map<mlir::Block *, BlockPlan> blocks;
  /// Whether the code checks each access with the runtime.
  bool isChecked;
  llvm::DenseMap<mlir::Value, BufferId> buffers;
  /// Memory for one use of a value.
  llvm::DenseMap<mlir::OpOperand *, BufferId> operands;
  std::vector<std::unique_ptr<TileLoop>> loops;
  Scratch scratch;
  /// Answers that it has given before.
  mutable ArgumentFinder arguments;
};

/// How an operation takes part in a plan.
enum class Role {
  /// Computed where it is needed.
  Lazy,
  /// Runs in a loop over a tile, for each element.
  Root,
  /// Takes and gives tiles in memory.
  Materialized,
  /// Branches and loops of the program.
  ControlFlow,
  /// The end of a block.
  Terminator,
  /// Anything on scalars.
  Scalar
};
Role getRole(mlir::Operation *op);

/// Whether a type is a tile.
inline bool isTile(mlir::Type type) {
  return llvm::isa<mlir::RankedTensorType>(type);
}
/// The extents of a tile; none of a scalar.
llvm::ArrayRef<int64_t> getShape(mlir::Value value);

} // namespace cm2tt

#endif // CM2TT_LIB_TTTOCPU_FUSIONPLAN_H
