// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Shared by the files of TTSplitLoops: constraints on the number of the
/// iteration, and the plan for a loop.

#ifndef CM2TT_TILE_OPTIMIZE_TTSPLITLOOPS_SPLITLOOPSINTERNALS_H
#define CM2TT_TILE_OPTIMIZE_TTSPLITLOOPS_SPLITLOOPSINTERNALS_H

#include "tile/analysis/IntegerForms.h"

namespace cm2tt {

/// A unit attribute of the parts that keep their masks: they are not split
/// again when a text is read.
inline constexpr llvm::StringLiteral kSplitAttr = "tt.split";

/// The number that is `start + step * k` in iteration k of a loop. The start is
/// affine in scalars that the loop does not change.
struct LoopForm {
  Polynomial start;
  int64_t step = 0;
};

/// Holds in an iteration of a loop if the form is at most 0.
struct Constraint {
  LoopForm form;
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
  /// The values of the atoms of constraints.
  AtomTable atoms;
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

  const AtomTable &getAtoms() const { return forms.getAtoms(); }

private:
  std::optional<IntegerForm> getForm(mlir::Value value);
  bool isAffine(const Polynomial &sum, llvm::ArrayRef<int64_t> shape) const;
  LoopForm getExtreme(const Polynomial &sum, llvm::ArrayRef<int64_t> shape,
                      bool isLargest) const;
  int64_t getLimit(const LoopForm &form, int64_t last, bool isLargest) const;
  std::optional<LoopForm> moveTo(const LoopForm &form, const Polynomial &end,
                                 int64_t scale) const;
  bool isAlways(const LoopForm &form) const;
  bool isNever(const LoopForm &form) const;
  std::optional<LoopForm> atEnd(const LoopForm &form) const;
  std::optional<LoopForm> boundAtEnd(const LoopForm &form);
  bool hasShortBack(const SplitPlan &plan) const;
  void boundLast();
  bool addRange(const IntegerAssumption &range, bool isUpper,
                llvm::SmallVectorImpl<Constraint> &constraints) const;

  mlir::scf::ForOp loop;
  IntegerForms forms;
  /// The atom that is the number of the iteration.
  unsigned iteration;
  /// At least the number of the last iteration.
  int64_t last;
  /// At least `scale` times the number of the last iteration, if that is
  /// affine. Where the program wraps it is not, unless `isEndExact`.
  std::optional<Polynomial> end;
  int64_t scale = 1;
  bool isEndExact = false;
};

/// The step of the loop; nothing if it is not a positive constant, or large.
std::optional<int64_t> getSmallStep(mlir::scf::ForOp loop);

/// Decides whether and how to split a loop. Calls `refuse` with the reason why
/// not, if it has a comparison of which this is asked.
std::optional<SplitPlan>
planSplit(mlir::scf::ForOp loop, unsigned maxOperations,
          llvm::function_ref<void(const llvm::Twine &reason)> refuse);

/// Replaces the loop by its parts.
void splitLoop(const SplitPlan &plan);

} // namespace cm2tt

#endif // CM2TT_TILE_OPTIMIZE_TTSPLITLOOPS_SPLITLOOPSINTERNALS_H
