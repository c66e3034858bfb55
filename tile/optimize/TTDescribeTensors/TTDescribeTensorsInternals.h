// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Shared by the sources of TTDescribeTensors.

#ifndef CM2TT_TILE_OPTIMIZE_TTDESCRIBETENSORS_TTDESCRIBETENSORSINTERNALS_H
#define CM2TT_TILE_OPTIMIZE_TTDESCRIBETENSORS_TTDESCRIBETENSORSINTERNALS_H

#include "tile/analysis/IntegerForms.h"

namespace cm2tt {

/// The extent of a dimension that no condition limits: the greatest one.
inline constexpr int64_t kUnlimited = INT32_MAX;
/// Bytes that divide the base, all strides but the last, and the last index.
inline constexpr int64_t kCopyUnit = 16;

/// A dimension of a tensor, and the part of it that a tile has.
struct TensorDim {
  /// The dimension of the tile; none: the tile has one index.
  std::optional<unsigned> tileDim;
  /// The extent of the tile.
  int64_t size = 1;
  /// The distance of neighbours in elements, one term.
  Polynomial stride;
  /// The index of the tile's first element.
  Polynomial start;
  /// The number of indices; absent: no condition limits them.
  std::optional<Polynomial> extent;
  /// Whether the access has a condition that no index is negative.
  bool hasLowerBound = false;
};

/// An access to a box of a strided tensor.
struct TensorBox {
  /// A parameter.
  mlir::Value base;
  /// The contiguous dimension is the last one.
  llvm::SmallVector<TensorDim, 5> dims;
  /// The remainders that the access takes and a bulk copy does not: their
  /// dimension is one of the tile, by its number.
  llvm::SmallVector<std::pair<unsigned, Remainder>, 2> remainders;
};

/// Proves that an access by a tile of pointers, with a mask or null, is one of
/// a box. Returns it, or says in `reason` which condition does not hold.
std::optional<TensorBox> proveBox(mlir::Value pointers, mlir::Value mask,
                                  IntegerForms &forms, llvm::StringRef &reason);

/// A condition `index < extent` of a mask along one dimension of a tile:
/// `sum` is the extent less the first index.
struct MaskLimit {
  unsigned dim = 0;
  Polynomial sum;
};

/// The conditions of a mask.
struct MaskLimits {
  llvm::SmallVector<MaskLimit, 4> upper;
  /// `0 <= sum + i`, where `i` is the coordinate.
  llvm::SmallVector<MaskLimit, 4> lower;
};

/// The limits whose conjunction a mask is. Returns nothing, with the reason, if
/// it is something else.
std::optional<MaskLimits> readMask(mlir::Value mask, IntegerForms &forms,
                                   llvm::StringRef &reason);

/// Whether nothing that the kernel stores depends on the rows along `dim` of
/// the tile at whose index the remainder differs from the index.
bool areWrappedRowsUnused(mlir::Value tile, unsigned dim,
                          const Remainder &remainder, IntegerForms &forms);

} // namespace cm2tt

#endif // CM2TT_TILE_OPTIMIZE_TTDESCRIBETENSORS_TTDESCRIBETENSORSINTERNALS_H
