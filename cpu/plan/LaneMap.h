// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The elements of a tile in the lanes of a vector.
///
/// **Idea.** A loop over a tile handles several elements at a time. Along each
/// dimension, lane l is at index base + offset(l): the base is a value at run
/// time, the same for all lanes; the offsets are known at compile time.
/// Operations that change shapes (transposing, reshaping, joining) permute bits
/// of indices, since extents are powers of two: a map of the result becomes a
/// map of the operand, whose offsets are still known.
///
/// **Key fact.** Bases are multiples of a power of two that is larger than all
/// offsets, so that adding the two has no carries, and the bits of each can be
/// moved separately.
///
/// **Smallest example.** A tile of 4x2, 4 lanes, as a loop over its first
/// dimension in steps of 2 sees it:
///
///     bases i, 0   offsets (0,0) (0,1) (1,0) (1,1)
///     transposed, as the 2x4 tile that it was made of:
///     bases 0, i   offsets (0,0) (1,0) (0,1) (1,1)

#ifndef CM2TT_LIB_TTTOCPU_LANEMAP_H
#define CM2TT_LIB_TTTOCPU_LANEMAP_H

#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/SmallVector.h"

namespace cm2tt {

/// The indices of a vector's lanes in a tile; see the comment of this file.
class LaneMap {
public:
  /// One element at `bases`, an i64 for each dimension or null for 0.
  explicit LaneMap(llvm::ArrayRef<mlir::Value> bases)
      : bases(bases), offsets(bases.size(), {0}) {}
  /// The first lanes of a tile in row-major order, from `bases` on.
  static LaneMap rowMajor(llvm::ArrayRef<mlir::Value> bases,
                          llvm::ArrayRef<int64_t> shape, unsigned lanes);

  unsigned getRank() const { return bases.size(); }
  unsigned getLanes() const { return offsets.empty() ? 1 : offsets[0].size(); }
  mlir::Value getBase(unsigned dim) const { return bases[dim]; }
  llvm::ArrayRef<int64_t> getOffsets(unsigned dim) const {
    return offsets[dim];
  }
  /// Whether all lanes are at one index along `dim`.
  bool isUniform(unsigned dim) const;
  bool operator==(const LaneMap &other) const {
    return bases == other.bases && offsets == other.offsets;
  }

  /// The index of one lane.
  LaneMap atLane(unsigned lane) const;
  /// A map of one lane if all have the same index, otherwise itself.
  LaneMap simplified() const;
  /// Some of the lanes.
  LaneMap picked(llvm::ArrayRef<unsigned> lanes) const;
  /// The lanes `first` to `first + count - 1`.
  LaneMap slice(unsigned first, unsigned count) const;

  /// Advanced by a number of indices along `dim`.
  LaneMap moved(unsigned dim, int64_t steps) const;
  /// For a map of one lane: a number of lanes along `dim`, `steps` further.
  LaneMap spread(unsigned dim, int64_t steps, unsigned lanes) const;
  /// For a map of one lane: at another base along `dim`.
  LaneMap rebased(unsigned dim, mlir::Value base) const;

  /// Without a dimension.
  LaneMap withoutDim(unsigned dim) const;
  /// With one more dimension, at `index` in all lanes.
  LaneMap withDim(unsigned dim, int64_t index) const;
  /// At index 0 along the dimensions of size 1 in `shape`.
  LaneMap clampedTo(llvm::ArrayRef<int64_t> shape) const;
  /// The operand's index where the result's dimension i is its `order[i]`.
  LaneMap permuted(llvm::ArrayRef<int32_t> order) const;
  /// The index of the same elements in a tile of shape `to`, in row-major
  /// order.
  LaneMap reshaped(mlir::ImplicitLocOpBuilder &builder,
                   llvm::ArrayRef<int64_t> from,
                   llvm::ArrayRef<int64_t> to) const;
  /// The index along `dim` modulo `size`, a power of two.
  LaneMap wrapped(mlir::ImplicitLocOpBuilder &builder, unsigned dim,
                  int64_t size) const;

  /// The row-major index of the bases, an i64 or null for 0.
  mlir::Value linearBase(mlir::ImplicitLocOpBuilder &builder,
                         llvm::ArrayRef<int64_t> shape) const;
  /// The row-major index of each lane's offsets.
  llvm::SmallVector<int64_t> linearOffsets(llvm::ArrayRef<int64_t> shape) const;
  /// The largest n such that in every group of n lanes, all are neighbours
  /// along `dim` and have the same index along the others; a power of two.
  unsigned getRun(unsigned dim) const;

private:
  LaneMap withOtherUnits(llvm::ArrayRef<int64_t> from,
                         llvm::ArrayRef<int64_t> to) const;

  llvm::SmallVector<mlir::Value, 4> bases;
  /// By dimension and lane.
  llvm::SmallVector<llvm::SmallVector<int64_t, 16>, 4> offsets;
};

/// The largest n such that in every group of n, all are consecutive: 0 1 2 3 8
/// 9 10 11 has runs of 4. A power of two.
unsigned getRunLength(llvm::ArrayRef<int64_t> offsets);

} // namespace cm2tt

#endif // CM2TT_LIB_TTTOCPU_LANEMAP_H
