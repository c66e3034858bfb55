// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Integers and pointers of a kernel as polynomials: the one analysis of how
/// they are computed. AxisInfo.h says how the elements of a tile vary.
///
/// **Idea.** A form is a sum of products of *atoms*, which are
///
/// - coordinates in a tile;
/// - numbers of iterations of loops: a value that a loop advances by the same
///   amount in each iteration is its initial value plus that number times the
///   amount;
/// - scalars that are not taken apart further: parameters, program ids,
///   quotients, loaded values.
///
/// **Wrap-around.** A value of n bits is congruent to its form modulo 2^n in
/// each execution in which the *assumptions* of the form hold. Sums, products
/// and shifts to the left wrap as their forms do: they need no assumption. What
/// reads a value as a number, an extension or the offset of a pointer, needs
/// that the value is its form, which is
///
/// - proved, if operations have the flags `nsw` (`nuw`), or if the form is
///   within the type for all values of its atoms: `isSigned` (`isUnsigned`);
/// - an assumption otherwise.
///
/// The same holds for a reader of forms. Two passes are correct where programs
/// wrap: TTReduceStrength has no forms with assumptions, and TTSplitLoops makes
/// assumptions, and the ranges of what it compares, conditions of the code that
/// it creates. TTDescribeTensors and TTGInsertBarriers do not regard them:
/// indices are assumed not to wrap, as AxisInfo.h presumes. Where that is wrong
/// in TTOrderPrograms, programs are slower, and results the same.
///
/// **Not used of MLIR.** `ValueBoundsConstraintSet` has bounds of values of
/// type `index` that do not wrap. `IntegerRangeAnalysis` knows ranges, and not
/// that two values are equal or one a multiple of the other; all that is needed
/// of it are the ranges of atoms, which are those of types, of ids, of loops
/// with constant bounds, and those that AxisInfo knows. Presburger relations
/// have unbounded integers: each sum that wraps would need a variable, and
/// products of parameters, as strides are, are not among them. The constraints
/// of TTSplitLoops have one unknown, so that each is solved by a quotient.
///
/// Not here: sums and products of polynomials (Polynomial.h).

#ifndef CM2TT_TILE_ANALYSIS_INTEGERFORMS_H
#define CM2TT_TILE_ANALYSIS_INTEGERFORMS_H

#include "Polynomial.h"

#include "cm2tt/Dialect/TT/TTOps.h"
#include "cm2tt/Tile/AxisInfo.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/DenseMap.h"

namespace cm2tt {

/// A remainder `index % modulus` that a form takes for `index`. Users prove
/// that this is what they need.
struct Remainder {
  Polynomial index, modulus;
};

/// All numbers from the least to the greatest, including both.
struct IntegerRange {
  int64_t least, greatest;

  /// The numbers that a type has; `bits` is at most 64.
  static IntegerRange ofSigned(unsigned bits);
  /// Whether all of them are in another range.
  bool isWithin(const IntegerRange &other) const {
    return least >= other.least && greatest <= other.greatest;
  }
  bool operator==(const IntegerRange &other) const {
    return isWithin(other) && other.isWithin(*this);
  }
};

/// An integer, a pointer, or a tile of them.
struct IntegerForm {
  /// The base of a pointer, or of a moved tile; null for an integer.
  mlir::Value base;
  /// The value; for a pointer, the elements from its base.
  Polynomial sum;
  llvm::SmallVector<Remainder, 2> remainders = {};
  /// Numbers of assumptions (IntegerForms::getAssumption), each once.
  llvm::SmallVector<unsigned, 2> assumptions = {};
  /// Whether it is proved that the integer, read with a sign (without one), is
  /// the sum itself. A form that is has no assumptions.
  bool isSigned = false, isUnsigned = false;
};

/// The elements of a sum are in a range; a scalar has no shape.
struct IntegerAssumption {
  Polynomial sum;
  llvm::SmallVector<int64_t> shape;
  IntegerRange range;
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
class IntegerForms {
public:
  IntegerForms() = default;
  /// With what is known of atoms.
  explicit IntegerForms(const ModuleAxisInfo &axisInfo) : axisInfo(&axisInfo) {}
  /// Forms that are affine, for code before a loop: atoms are scalars of at
  /// most 32 bits, products of these, values of other loops, and the number of
  /// the iteration of `loop`.
  explicit IntegerForms(mlir::scf::ForOp loop) : loop(loop) {}

  /// Forms of tiles as other tiles, their bases, plus the same amount in all
  /// elements: a sum of scalars, which are the atoms, without assumptions.
  static IntegerForms ofMovedTiles() {
    IntegerForms forms;
    forms.movesTiles = true;
    return forms;
  }

  /// The form of an integer, a pointer or a tile of them, if there is one.
  std::optional<IntegerForm> get(mlir::Value value);

  const AtomTable &getAtoms() const { return atoms; }
  /// The atom that stands for a scalar, and for the number of an iteration.
  unsigned getAtom(mlir::Value scalar) { return atoms.getValue(scalar); }
  unsigned getAtom(mlir::scf::ForOp loop) { return atoms.getIteration(loop); }
  const IntegerAssumption &getAssumption(unsigned number) const {
    return assumptions[number];
  }

  /// The numbers that a sum has, in a tile of a shape; nothing if some may not
  /// have 64 bits.
  std::optional<IntegerRange> getRange(const Polynomial &sum,
                                       llvm::ArrayRef<int64_t> shape) const;
  /// Whether the sum is known not to be negative, if the atoms for which
  /// `isAssumed` holds are not.
  bool isNonNegative(const Polynomial &sum,
                     llvm::function_ref<bool(unsigned)> isAssumed) const;
  /// A divisor of the sum, a power of two.
  int64_t getDivisor(const Polynomial &sum) const;

private:
  using Form = std::optional<IntegerForm>;
  /// The sum, product or shift of the forms of two operands.
  using Combine = llvm::function_ref<std::optional<Polynomial>(
      const Polynomial &, const Polynomial &)>;

  Form compute(mlir::Value value);
  Form computeMoved(mlir::Value tile);
  Form computeArith(mlir::Operation *op);
  Form computeTile(mlir::Operation *op);
  Form computeBinary(mlir::Operation *op, Combine combine);
  Form computePointer(tt::AddPtrOp add);
  Form computeCast(mlir::Operation *cast, bool isSigned);
  Form computeRemainder(mlir::Value dividend, mlir::Value divisor);
  Form computeSelect(mlir::arith::SelectOp select);
  Form computeRenamed(mlir::Value source,
                      llvm::function_ref<unsigned(unsigned)> rename);
  Form computeArgument(mlir::BlockArgument argument);
  Form computeCounter(mlir::scf::ForOp loop);
  Form findAdvance(mlir::scf::ForOp loop, mlir::BlockArgument argument,
                   bool isPointer);
  Form computeAfter(mlir::scf::ForOp loop, unsigned index,
                    const IntegerForm &count, mlir::Value result);
  Form countIterations(mlir::scf::ForOp loop);
  Form computeResult(mlir::OpResult result);
  Form opaque(mlir::Value value);
  Form prove(IntegerForm form, mlir::Value value, bool isSigned = false,
             bool isUnsigned = false) const;
  void assume(IntegerForm &form, IntegerAssumption assumption);
  void assumeNoWrap(IntegerForm &form, mlir::Value value);
  std::optional<IntegerRange> getAtomRange(unsigned atom,
                                           llvm::ArrayRef<int64_t> shape) const;

  const ModuleAxisInfo *axisInfo = nullptr;
  mlir::scf::ForOp loop;
  bool movesTiles = false;
  AtomTable atoms;
  llvm::SmallVector<IntegerAssumption> assumptions;
  llvm::DenseMap<mlir::Value, Form> known;
  /// The values in `known`, in the order in which they were added.
  llvm::SmallVector<mlir::Value> order;
  unsigned depth = 0, steps = 0;
};

/// The extents of a tile; empty for a scalar.
llvm::ArrayRef<int64_t> getTileShape(mlir::Type type);
/// The bits of an integer, a pointer, an index, or an element of a tile of
/// them.
unsigned getFormBits(mlir::Type type);

} // namespace cm2tt

#endif // CM2TT_TILE_ANALYSIS_INTEGERFORMS_H
