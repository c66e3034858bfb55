// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Spans, intersections and kernels of 64-bit words over GF(2).

#include "cm2tt/Dialect/TTG/BitSpan.h"

#include "llvm/ADT/bit.h"

#include <cassert>

using namespace cm2tt::ttg;

uint64_t cm2tt::ttg::xorOfColumns(llvm::ArrayRef<uint64_t> columns,
                                  uint64_t mask) {
  uint64_t sum = 0;
  for (; mask != 0; mask &= mask - 1)
    sum ^= columns[llvm::countr_zero(mask)];
  return sum;
}

bool BitSpan::insert(uint64_t vector) {
  assert(numInserted < 64 && "terms are numbered by the bits of one word");
  uint64_t terms = uint64_t(1) << numInserted++;
  for (const Row &row : rows) {
    if (vector & row.pivot) {
      vector ^= row.vector;
      terms ^= row.terms;
    }
  }
  if (vector == 0)
    return false;
  uint64_t pivot = llvm::bit_floor(vector);
  for (Row &row : rows) {
    if (row.vector & pivot) {
      row.vector ^= vector;
      row.terms ^= terms;
    }
  }
  rows.push_back({vector, terms, pivot});
  return true;
}

unsigned BitSpan::insert(llvm::ArrayRef<uint64_t> vectors) {
  unsigned grown = 0;
  for (uint64_t vector : vectors)
    grown += insert(vector);
  return grown;
}

uint64_t BitSpan::reduce(uint64_t vector) const {
  for (const Row &row : rows)
    if (vector & row.pivot)
      vector ^= row.vector;
  return vector;
}

std::optional<uint64_t> BitSpan::express(uint64_t vector) const {
  uint64_t terms = 0;
  for (const Row &row : rows) {
    if (vector & row.pivot) {
      vector ^= row.vector;
      terms ^= row.terms;
    }
  }
  if (vector != 0)
    return std::nullopt;
  return terms;
}

/// A vector in both spans is a dependency between the two lists: a sum of `a`
/// equals a sum of `b` that has no smaller dependency.
llvm::SmallVector<uint64_t>
cm2tt::ttg::intersectSpans(llvm::ArrayRef<uint64_t> a,
                           llvm::ArrayRef<uint64_t> b) {
  BitSpan spanA(a), both(a), common;
  llvm::SmallVector<uint64_t> basis;
  for (uint64_t vector : b)
    if (spanA.contains(vector) && common.insert(vector))
      basis.push_back(vector);
  for (uint64_t vector : b) {
    // The part of the dependency that consists of vectors of `a` is in both
    // spans.
    if (auto terms = both.express(vector)) {
      uint64_t partOfA =
          xorOfColumns(a, *terms & ((uint64_t(1) << a.size()) - 1));
      if (common.insert(partOfA))
        basis.push_back(partOfA);
    }
    both.insert(vector);
  }
  return basis;
}

llvm::SmallVector<uint64_t>
cm2tt::ttg::kernelOf(llvm::ArrayRef<uint64_t> columns) {
  BitSpan span;
  llvm::SmallVector<uint64_t> kernel;
  for (auto [index, column] : llvm::enumerate(columns)) {
    if (auto terms = span.express(column))
      kernel.push_back(*terms | (uint64_t(1) << index));
    span.insert(column);
  }
  return kernel;
}

uint64_t cm2tt::ttg::dependentColumns(llvm::ArrayRef<uint64_t> columns) {
  BitSpan span;
  uint64_t mask = 0;
  for (auto [index, column] : llvm::enumerate(columns))
    if (!span.insert(column))
      mask |= uint64_t(1) << index;
  return mask;
}
