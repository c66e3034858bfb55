// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The polynomials that integers and pointers of a kernel are.
///
/// A value that a loop advances by the same amount in each iteration is its
/// initial value plus the number of the iteration times that amount. Integers
/// of any other origin are atoms. Sums and products are assumed not to wrap, as
/// AxisInfo.h does.

#ifndef CM2TT_TILE_ANALYSIS_LINEARFORMS_H
#define CM2TT_TILE_ANALYSIS_LINEARFORMS_H

#include "Polynomial.h"

#include "cm2tt/Dialect/TT/TTOps.h"
#include "cm2tt/Tile/AxisInfo.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/DenseMap.h"

namespace cm2tt {

/// A remainder `index % modulus` that a form takes for `index`.
struct Wrap {
  Polynomial index, modulus;
};

/// An integer, a pointer, or a tile of them.
struct LinearForm {
  /// The base of a pointer; null for an integer.
  mlir::Value base;
  /// The value; for a pointer, the elements from its base.
  Polynomial sum;
  llvm::SmallVector<Wrap, 2> wraps;
};

/// The values, and the numbers of iterations of loops, that atoms stand for.
class AtomTable {
public:
  unsigned getValue(mlir::Value value);
  unsigned getIteration(mlir::scf::ForOp loop);

  /// The value that an atom is; null for others.
  mlir::Value asValue(unsigned atom) const;
  /// The loop whose iterations an atom counts; null for others.
  mlir::scf::ForOp asIteration(unsigned atom) const;
  /// Whether an atom, no coordinate, has one value during a run of the loop.
  bool isInvariant(unsigned atom, mlir::scf::ForOp loop) const;

private:
  unsigned get(void *key);

  llvm::DenseMap<void *, unsigned> numbers;
  llvm::SmallVector<void *> keys;
  llvm::SmallVector<mlir::Value> values;
  llvm::SmallVector<mlir::scf::ForOp> loops;
};

/// Finds the forms of values in a kernel.
class LinearForms {
public:
  explicit LinearForms(const ModuleAxisInfo &axisInfo) : axisInfo(axisInfo) {}

  /// The form of an integer, a pointer or a tile of them, if there is one.
  std::optional<LinearForm> get(mlir::Value value);

  const AtomTable &getAtoms() const { return atoms; }

  /// Whether the sum is known not to be negative, if the atoms for which
  /// `isAssumed` holds are not.
  bool isNonNegative(const Polynomial &sum,
                     llvm::function_ref<bool(unsigned)> isAssumed) const;
  /// A divisor of the sum, a power of two.
  int64_t getDivisor(const Polynomial &sum) const;

private:
  using Form = std::optional<LinearForm>;

  Form compute(mlir::Value value);
  Form computeOp(mlir::Operation *op);
  Form computeSum(mlir::Value left, mlir::Value right, int64_t factor);
  Form computeProduct(mlir::Value left, mlir::Value right);
  Form computeRemainder(mlir::Value dividend, mlir::Value divisor);
  Form computeSelect(mlir::arith::SelectOp select);
  Form computeRenamed(mlir::Value source,
                      llvm::function_ref<unsigned(unsigned)> rename);
  Form computeArgument(mlir::BlockArgument argument);
  Form computeCounter(mlir::scf::ForOp loop);
  std::optional<Polynomial> findAdvance(mlir::scf::ForOp loop,
                                        mlir::BlockArgument argument,
                                        const LinearForm &first);
  Form computeAfter(mlir::scf::ForOp loop, unsigned index,
                    const Polynomial &count);
  std::optional<Polynomial> countIterations(mlir::scf::ForOp loop);
  Form computeResult(mlir::OpResult result);
  Form opaque(mlir::Value value);

  const ModuleAxisInfo &axisInfo;
  AtomTable atoms;
  llvm::DenseMap<mlir::Value, Form> known;
  /// The values in `known`, in the order in which they were added.
  llvm::SmallVector<mlir::Value> order;
  unsigned depth = 0, steps = 0;
};

} // namespace cm2tt

#endif // CM2TT_TILE_ANALYSIS_LINEARFORMS_H
