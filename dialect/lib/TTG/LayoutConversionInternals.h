// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Shared by the files of the conversion planner.

#ifndef CM2TT_LIB_DIALECT_TTG_LAYOUTCONVERSIONINTERNALS_H
#define CM2TT_LIB_DIALECT_TTG_LAYOUTCONVERSIONINTERNALS_H

#include "cm2tt/Dialect/TTG/LayoutConversion.h"

namespace cm2tt::ttg {

/// log2 of the bits of a word of shared memory, and of a matrix in it.
inline constexpr unsigned kLogWordBits = 5;

/// log2 of the bits that an element takes in memory.
unsigned getLogElementBits(unsigned elementBits);

/// How the matrix instructions of one side of a conversion see it.
struct MatrixRows {
  /// Vectors of the elements of a row of 16 bytes, in their order there.
  llvm::SmallVector<uint64_t, 4> row;
  /// Vectors of the rows of a matrix.
  llvm::SmallVector<uint64_t, 4> lines;
};

/// The rows of matrices if the tensor, a layout without redundant registers, is
/// to be accessed so; nothing if no layout of the memory allows it.
std::optional<MatrixRows> findMatrixRows(const LinearLayout &layout,
                                         unsigned elementBits,
                                         bool isTransposed);

/// log2 of the lanes that shared memory serves at once, those that differ in
/// the low bits of their number: as many as access 128 bytes.
unsigned getWavefrontBits(const SharedAccessPlan &plan, unsigned elementBytes);

/// Whether the lanes of no wavefront meet in a bank.
bool isConflictFree(const SharedAccessPlan &plan, unsigned elementBytes);

/// Whether nothing can be better: accesses of 16 bytes, words as they are.
bool isIdeal(const SharedAccessPlan &plan, unsigned elementBytes);

/// An estimate of the accesses in issue slots of a warp.
unsigned getAccessCost(const SharedAccessPlan &plan, unsigned elementBytes);

/// Plans a conversion through shared memory, less whether it is warp-local. No
/// layout has redundant registers.
SharedPlan planShared(const LinearLayout &source, const LinearLayout &dest,
                      const ConversionOptions &options);

} // namespace cm2tt::ttg

#endif // CM2TT_LIB_DIALECT_TTG_LAYOUTCONVERSIONINTERNALS_H
