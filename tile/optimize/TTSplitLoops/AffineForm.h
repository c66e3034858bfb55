// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Integers of a loop as affine forms, which are exact where the program wraps.
///
/// **Idea.** The elements of a value in iteration `k` of a loop are
///
///     constant + step * k + sum of coefficient * atom
///              + sum over the dimensions of coefficient * index
///
/// modulo the range of its type. An atom is a scalar of 32 bits that the loop
/// does not change. Sums and products wrap as the form does, so that only those
/// need proof that the form is in range who compare or extend a value.
///
/// **Limits.** All numbers of a form are small enough that its value, and the
/// difference of two, fits into 60 bits for each `k` up to kMostIterations.
///
/// Not here: what is concluded from forms (Constraints.cpp).

#ifndef CM2TT_TILE_OPTIMIZE_TTSPLITLOOPS_AFFINEFORM_H
#define CM2TT_TILE_OPTIMIZE_TTSPLITLOOPS_AFFINEFORM_H

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

#include <optional>

namespace cm2tt {

/// More than the iterations of a loop over 32 bits.
inline constexpr int64_t kMostIterations = int64_t(1) << 32;

/// A scalar of the program with its coefficient, which is not zero.
struct FormTerm {
  mlir::Value atom;
  int64_t coefficient;

  bool operator==(const FormTerm &other) const {
    return atom == other.atom && coefficient == other.coefficient;
  }
};

/// The elements of a value; see the comment of this file.
struct AffineForm {
  int64_t constant = 0;
  /// The coefficient of the number of the iteration.
  int64_t step = 0;
  /// Each atom once, in the order in which the program adds them.
  llvm::SmallVector<FormTerm> terms;
  /// The coefficient of the index in each dimension of a tile.
  llvm::SmallVector<int64_t> dims;
  /// Numbers of extended values (FormBuilder::getExtended): the form holds
  /// where those are in the range of 32 bits.
  llvm::SmallVector<unsigned> extended;

  /// Whether the form is a number.
  bool isConstant() const;
  /// Whether atoms and constant are those of `other`, and the dimensions too.
  bool hasTermsOf(const AffineForm &other) const;
};

/// `a + factor * b`, for forms of the same shape; nothing beyond the limits.
std::optional<AffineForm> addScaled(const AffineForm &a, const AffineForm &b,
                                    int64_t factor);

/// The form, a scalar, of the smallest or largest elements of a tile.
AffineForm getExtreme(const AffineForm &form, llvm::ArrayRef<int64_t> shape,
                      bool isLargest);

/// An affine form, and the shape of the tile that it describes.
struct ShapedForm {
  AffineForm form;
  llvm::SmallVector<int64_t> shape;
};

/// Describes the values of one loop.
class FormBuilder {
public:
  /// `loop` counts with a constant step (getStep).
  explicit FormBuilder(mlir::scf::ForOp loop) : loop(loop) {}

  /// The form of an integer of 32 or 64 bits, or of a tile of them; nothing if
  /// it is not affine.
  std::optional<AffineForm> get(mlir::Value value);
  /// The forms of 32 bits that the program extends, which `extended` counts.
  llvm::ArrayRef<ShapedForm> getExtended() const { return extended; }
  /// The step of the loop; nothing if it is not a positive constant within the
  /// limits.
  static std::optional<int64_t> getStep(mlir::scf::ForOp loop);

private:
  std::optional<AffineForm> compute(mlir::Value value);
  std::optional<AffineForm> ofArgument(mlir::BlockArgument argument);
  std::optional<AffineForm> ofTile(mlir::Operation *op);
  std::optional<AffineForm> ofArithmetic(mlir::Operation *op);
  std::optional<AffineForm> ofProduct(mlir::Value lhs, mlir::Value rhs);
  std::optional<AffineForm> ofShift(mlir::Value value, mlir::Value amount);
  std::optional<AffineForm> extend(mlir::Value from);
  std::optional<int64_t> getAdvance(mlir::Value next, mlir::Value argument);

  mlir::scf::ForOp loop;
  llvm::DenseMap<mlir::Value, std::optional<AffineForm>> known;
  llvm::SmallVector<ShapedForm, 2> extended;
  unsigned depth = 0;
};

} // namespace cm2tt

#endif // CM2TT_TILE_OPTIMIZE_TTSPLITLOOPS_AFFINEFORM_H
