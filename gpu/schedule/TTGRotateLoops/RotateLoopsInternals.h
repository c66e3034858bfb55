// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Shared by the steps of the rotation of loops (TTGRotateLoops.cpp): the plan
/// of a loop, which is built before anything is changed, and the steps.

#ifndef CM2TT_GPU_SCHEDULE_TTGROTATELOOPS_ROTATELOOPSINTERNALS_H
#define CM2TT_GPU_SCHEDULE_TTGROTATELOOPS_ROTATELOOPSINTERNALS_H

#include "cm2tt/Dialect/TTG/TTGOps.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"

#include <string>

namespace cm2tt {

/// The operations and values of a stage.
struct RotationStage {
  /// Operations of the body; cheap ones that both stages need are in both.
  llvm::DenseSet<mlir::Operation *> ops;
  /// Values that the loop carries for this stage: arguments of the body.
  llvm::SetVector<mlir::Value> carried;
};

/// The plan of a loop.
struct RotationPlan {
  mlir::scf::ForOp loop;
  /// The products that depend on others of their iteration.
  llvm::SmallVector<ttg::WarpGroupDotOp, 2> chained;
  /// All other products of the body.
  llvm::SmallVector<ttg::WarpGroupDotOp, 2> leading;
  RotationStage first, second;
  /// Values of the first stage that the second reads an iteration later.
  llvm::SetVector<mlir::Value> crossing;
  /// Arguments of the body that the second stage computes.
  llvm::SetVector<mlir::Value> accumulated;
  /// Operations of the first stage that wait for the second one of the
  /// iteration before: they read what it accumulates, or compute the operand
  /// that replaces its own.
  llvm::DenseSet<mlir::Operation *> last;
  /// Reports of slots that the second stage read an iteration before.
  llvm::SmallVector<ttg::MBarrierArriveOp, 1> lateReports;
  /// Whether the first stage runs between the last product of the second one
  /// and what follows that; before the second one, otherwise.
  bool isAhead = false;
};

/// Registers of a thread in a loop.
struct RotationRegisters {
  /// The registers that it needs as it is, and rotated.
  unsigned before = 0, after = 0;
  /// The registers that it can have.
  unsigned limit = 0;
  /// Blocks that a multiprocessor has registers for, 2 at most.
  unsigned blocksBefore = 0, blocksAfter = 0;
};

/// Plans a loop. Returns nothing if it has no chain of products, or, with
/// `reason`, if it has one that does not meet a condition.
std::optional<RotationPlan> planRotation(mlir::scf::ForOp loop,
                                         std::string &reason);

/// Plans a loop that stores what its last product computes, so that up to
/// `most` products that depend on no other run meanwhile for the next
/// iteration. Returns nothing if it is no such loop, or, with `reason`, if a
/// condition does not hold.
std::optional<RotationPlan> planAhead(mlir::scf::ForOp loop, unsigned most,
                                      std::string &reason);

/// Counts the registers of a loop.
RotationRegisters countRegisters(const RotationPlan &plan,
                                 mlir::ModuleOp module);

/// The warp groups with products that a multiprocessor runs: those of a block
/// times the blocks, if a producer's kernel has registers for several.
unsigned countGroups(mlir::ModuleOp module);

/// Whether the products of an iteration need more cycles than all else that it
/// computes of tiles.
bool areProductsLonger(mlir::scf::ForOp loop);

/// Replaces the loop. Emits an error if it cannot be expanded.
mlir::LogicalResult rotate(RotationPlan &plan);

/// The value of the next iteration for one that the loop carries, an argument
/// of its body.
mlir::Value getNext(mlir::scf::ForOp loop, mlir::Value carried);

/// Calls `each` for the operands of an operation, and of those in its regions,
/// that are defined in `body`.
void forEachOperand(mlir::Block *body, mlir::Operation *op,
                    llvm::function_ref<void(mlir::Value)> each);

/// Operations and carried values that depend on some of them.
struct Dependents {
  bool contains(mlir::Value value) const {
    return mlir::isa<mlir::BlockArgument>(value)
               ? carried.contains(value)
               : ops.contains(value.getDefiningOp());
  }
  /// Adds those that depend on what is found already.
  void follow(mlir::scf::ForOp loop, bool acrossIterations = false);

  llvm::DenseSet<mlir::Operation *> ops;
  llvm::DenseSet<mlir::Value> carried;
};

/// Visits the values of the body that `value` is computed from, in any
/// iteration, as far as `visit` returns true, and adds to `carried` what the
/// loop carries for that.
void followSources(mlir::scf::ForOp loop, mlir::Value value,
                   llvm::SetVector<mlir::Value> &carried,
                   llvm::function_ref<bool(mlir::Value)> visit);

} // namespace cm2tt

#endif // CM2TT_GPU_SCHEDULE_TTGROTATELOOPS_ROTATELOOPSINTERNALS_H
