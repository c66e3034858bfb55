// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The decision which unit of a GPU computes a matrix product; no other code
/// decides it.
///
/// Not here: what has to be done to a product before a unit can compute it
/// (TTDecomposeDots), the layouts that a unit wants (MatrixLayouts.h).

#ifndef CM2TT_LOWERING_DOTUNITS_H
#define CM2TT_LOWERING_DOTUNITS_H

#include "cm2tt/Dialect/TT/TTOps.h"
#include "cm2tt/Lowering/TargetInfo.h"

namespace cm2tt {

/// The units that compute matrix products.
enum class DotUnit {
  /// `wgmma`: four warps together, operands in shared memory.
  WarpGroup,
  /// `mma.sync`: a warp, operands in registers.
  Warp,
  /// One multiplication and addition after the other.
  Fma
};

/// The properties of a product that the choice depends on.
struct DotTraits {
  explicit DotTraits(tt::DotOp op);

  /// 2, or 3 with a batch.
  unsigned rank;
  /// `a` is MxK, `b` is KxN.
  int64_t m, n, k;
  /// Types of elements.
  mlir::Type a, b, accumulator;
  tt::InputPrecision precision;
  unsigned maxNumImpreciseAcc;
};

/// The best unit that can compute such a product as it is. Of f32, only
/// precision `tf32` is for a unit for matrices.
DotUnit chooseDotUnit(const DotTraits &dot, const TargetInfo &target,
                      unsigned numWarps);
DotUnit chooseDotUnit(tt::DotOp op, const TargetInfo &target,
                      unsigned numWarps);

/// f8E4M3FN and f8E5M2, the 8-bit numbers that units for matrices know.
bool isMatrixFloat8(mlir::Type type);

} // namespace cm2tt

#endif // CM2TT_LOWERING_DOTUNITS_H
