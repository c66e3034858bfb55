// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Sums of products of integers that a kernel computes. Addresses and the sides
/// of comparisons are brought to this form.
///
/// The factors of products are *atoms*, which are numbered (AtomTable in
/// IntegerForms.h). The first `kMaxRank` are the coordinates in a tile.

#ifndef CM2TT_TILE_ANALYSIS_POLYNOMIAL_H
#define CM2TT_TILE_ANALYSIS_POLYNOMIAL_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <cstdint>
#include <map>
#include <optional>

namespace cm2tt {

/// The most dimensions of a tile, and of a tensor that bulk copies access.
inline constexpr unsigned kMaxRank = 5;

/// Atoms in ascending order; one that is a factor twice is there twice. The
/// product of none is 1.
using Monomial = llvm::SmallVector<unsigned, 4>;

/// Whether an atom is the coordinate along a dimension of a tile.
inline bool isCoordinate(unsigned atom) { return atom < kMaxRank; }

/// The quotient if that is a whole number of 64 bits.
std::optional<int64_t> divideExactly(int64_t number, int64_t divisor);

/// The monomial without the factors of another; nothing if it lacks one.
std::optional<Monomial> divide(const Monomial &product,
                               const Monomial &factors);

/// Coefficients of monomials, none of them 0. An operation whose result has too
/// many terms, or a coefficient that 64 bits cannot have, returns nothing.
class Polynomial {
public:
  using Terms = std::map<Monomial, int64_t>;

  static Polynomial constant(int64_t value);
  static Polynomial atom(unsigned atom);
  static Polynomial term(int64_t coefficient, Monomial monomial);

  /// Adds `factor` times `other`.
  std::optional<Polynomial> plus(const Polynomial &other,
                                 int64_t factor = 1) const;
  std::optional<Polynomial> times(const Polynomial &other) const;
  /// The same with other numbers for atoms.
  Polynomial renamed(llvm::function_ref<unsigned(unsigned)> rename) const;

  const Terms &getTerms() const { return terms; }
  bool isZero() const { return terms.empty(); }
  /// The value, if no atom is in it.
  std::optional<int64_t> getConstant() const;
  /// The coefficient of a monomial, 0 if it is not there.
  int64_t getCoefficient(const Monomial &monomial) const;
  bool hasCoordinate() const;
  /// Whether the predicate holds for each atom.
  bool allAtoms(llvm::function_ref<bool(unsigned)> predicate) const;
  bool operator==(const Polynomial &other) const {
    return terms == other.terms;
  }
  bool operator!=(const Polynomial &other) const { return !(*this == other); }

private:
  /// Whether the result is still one.
  bool add(const Monomial &monomial, int64_t coefficient);

  Terms terms;
};

} // namespace cm2tt

#endif // CM2TT_TILE_ANALYSIS_POLYNOMIAL_H
