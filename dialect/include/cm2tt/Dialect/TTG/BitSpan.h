// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Vector spaces over GF(2) whose vectors are 64-bit words: a span to which
/// vectors are added one by one, and which decomposes a word into a sum (XOR)
/// of its vectors.
///
/// Not here: maps with named inputs and tensor coordinates (LinearLayout.h).

#ifndef CM2TT_DIALECT_TTG_BITSPAN_H
#define CM2TT_DIALECT_TTG_BITSPAN_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

#include <cstdint>
#include <optional>

namespace cm2tt::ttg {

/// The XOR of the columns whose bit is set in `mask`: a GF(2) matrix, given by
/// its columns, times a vector.
uint64_t xorOfColumns(llvm::ArrayRef<uint64_t> columns, uint64_t mask);

/// The span of the vectors inserted so far, kept as a reduced basis. Each
/// vector inserted has a number, 0 for the first; at most 64 may be inserted.
class BitSpan {
public:
  BitSpan() = default;
  /// The span of `vectors`, inserted in order.
  explicit BitSpan(llvm::ArrayRef<uint64_t> vectors) { insert(vectors); }

  /// Adds `vector` and returns whether the span grew.
  bool insert(uint64_t vector);
  /// Adds `vectors` in order and returns how often the span grew.
  unsigned insert(llvm::ArrayRef<uint64_t> vectors);

  /// `vector` less what the span can take away from it: zero exactly when the
  /// span contains it, and one representative for each coset.
  uint64_t reduce(uint64_t vector) const;
  /// Whether `vector` is a sum of inserted vectors.
  bool contains(uint64_t vector) const { return reduce(vector) == 0; }
  /// Bit i of the result is set if the i-th inserted vector is a term of a sum
  /// equal to `vector`; nothing if there is no such sum. Only vectors that
  /// extended the span are used, so that early ones are preferred.
  std::optional<uint64_t> express(uint64_t vector) const;

  /// The dimension of the span.
  unsigned getDim() const { return rows.size(); }
  /// The number of inserted vectors.
  unsigned getNumInserted() const { return numInserted; }

private:
  /// A basis vector, which inserted vectors it is the sum of, and its pivot:
  /// a bit set in no other row.
  struct Row {
    uint64_t vector;
    uint64_t terms;
    uint64_t pivot;
  };
  llvm::SmallVector<Row, 12> rows;
  unsigned numInserted = 0;
};

/// A basis of the vectors that are in both spans. Vectors of `b` that are in
/// the span of `a` come first, unchanged.
llvm::SmallVector<uint64_t> intersectSpans(llvm::ArrayRef<uint64_t> a,
                                           llvm::ArrayRef<uint64_t> b);

/// A basis of the masks x with xorOfColumns(columns, x) == 0.
llvm::SmallVector<uint64_t> kernelOf(llvm::ArrayRef<uint64_t> columns);

/// Which columns are sums of columns before them, as a mask.
uint64_t dependentColumns(llvm::ArrayRef<uint64_t> columns);

} // namespace cm2tt::ttg

#endif // CM2TT_DIALECT_TTG_BITSPAN_H
