// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Shared by the files of TTSplitLoops: constraints on the number of the
/// iteration, and the plan for a loop.

#ifndef CM2TT_TILE_OPTIMIZE_TTSPLITLOOPS_SPLITLOOPSINTERNALS_H
#define CM2TT_TILE_OPTIMIZE_TTSPLITLOOPS_SPLITLOOPSINTERNALS_H

#include "AffineForm.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

#include <functional>

namespace cm2tt {

/// Holds in an iteration of a loop if the form, a scalar, is at most 0.
struct Constraint {
  AffineForm form;
  /// Whether it only says that a value does not wrap, which is hardly ever
  /// violated.
  bool isRange = false;
};

/// The comparisons of a loop that are true for all elements in each iteration
/// in which all constraints hold. Those iterations follow each other.
struct SplitPlan {
  mlir::scf::ForOp loop;
  llvm::SmallVector<mlir::arith::CmpIOp> comparisons;
  llvm::SmallVector<Constraint, 4> constraints;
  /// Whether iterations before (after) those may violate a constraint. Without
  /// a back, all iterations are in the front if an invariant one is violated.
  bool hasFront = false, hasBack = false;
  /// Whether at most one iteration is after those.
  bool hasShortBack = false;

  /// The number of parts of the loop.
  unsigned getNumParts() const { return 1 + hasFront + hasBack; }
};

/// Derives constraints of one loop.
class ConstraintBuilder {
public:
  explicit ConstraintBuilder(mlir::scf::ForOp loop);

  /// Appends the constraints under which `comparison` is true for all elements.
  /// Returns false, and appends nothing, if it is not affine, does not depend
  /// on the iteration, or is true in no iteration.
  bool add(mlir::arith::CmpIOp comparison,
           llvm::SmallVectorImpl<Constraint> &constraints);
  /// Decides which parts the loop has, and makes constraints invariant that
  /// would need another part for values that wrap.
  void chooseParts(SplitPlan &plan);

private:
  bool isAlways(const AffineForm &form) const;
  bool isNever(const AffineForm &form) const;
  std::optional<AffineForm> atEnd(const AffineForm &form) const;
  std::optional<AffineForm> boundAtEnd(const AffineForm &form);
  bool hasShortBack(const SplitPlan &plan) const;
  void boundLast();
  bool addRange(const ShapedForm &shaped, bool isUpper,
                llvm::SmallVectorImpl<Constraint> &constraints) const;

  mlir::scf::ForOp loop;
  FormBuilder forms;
  /// At least the number of the last iteration.
  int64_t last = kMostIterations;
  /// At least `scale` times the number of the last iteration, if that is
  /// affine. Where the program wraps it is not, unless `isEndExact`.
  std::optional<AffineForm> end;
  int64_t scale = 1;
  bool isEndExact = false;
};

/// Decides whether and how to split a loop. Calls `refuse` with the reason why
/// not, if it has a comparison of which this is asked.
std::optional<SplitPlan>
planSplit(mlir::scf::ForOp loop, unsigned maxOperations,
          llvm::function_ref<void(const llvm::Twine &reason)> refuse);

/// Replaces the loop by its parts.
void splitLoop(const SplitPlan &plan);

} // namespace cm2tt

#endif // CM2TT_TILE_OPTIMIZE_TTSPLITLOOPS_SPLITLOOPSINTERNALS_H
