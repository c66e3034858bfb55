// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Addresses and masks of a block of a tensor in memory.
///
/// **Idea.** Element `i` of the block at `offsets` has the coordinates
/// `offsets[d] + i[d]` and the address `base + sum of coordinate * stride`. All
/// of it is computed in 64 bits. What is the same for all elements is a scalar:
///
///     base + sum of offsets[d] * strides[d]       one pointer
///     sum of i[d] * strides[d]                    a tile, invariant in loops
///     0 <= offsets[d] + i[d] < shape[d]           the mask
///
/// Not here: who calls it (TTLowerBlockPointers, TTLowerDescriptors).

#ifndef CM2TT_TILE_PREPARE_BLOCKACCESS_H
#define CM2TT_TILE_PREPARE_BLOCKACCESS_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"

#include <optional>

namespace cm2tt {

/// A block of a tensor in memory. Each list has one entry per dimension.
struct TensorBlock {
  /// A pointer to the tensor's first element.
  mlir::Value base;
  /// The extents of the tensor and its strides, in elements, of type i64.
  llvm::SmallVector<mlir::Value> shape, strides;
  /// The coordinates of the block's first element, of type i64; or a tile with
  /// one dimension that has the coordinate of each row.
  llvm::SmallVector<mlir::Value> offsets;
  /// Divides all strides that are not the constant 1.
  int64_t strideDivisor = 1;
};

/// Checks that the tiles of an access have no layout, as those that BlockAccess
/// creates have none. Failure after an error at `op`.
llvm::LogicalResult checkNoLayout(mlir::Operation *op);

/// Creates the operations that access one block as a tile.
class BlockAccess {
public:
  /// Operations are created at `builder`. `blockShape` is the shape of the
  /// block; that of the tile, `tileShape`, may lack dimensions of size 1.
  BlockAccess(mlir::OpBuilder &builder, mlir::Location loc, TensorBlock block,
              llvm::ArrayRef<int64_t> blockShape,
              llvm::ArrayRef<int64_t> tileShape);

  /// The tile of pointers.
  mlir::Value createPointers();
  /// A tile of i1: where the coordinates in `dims` are inside of the tensor.
  /// Null for no dimension.
  mlir::Value createMask(llvm::ArrayRef<int32_t> dims);
  /// A tile of `element` that is NaN, of any float type, or zero.
  mlir::Value createPadding(mlir::Type element, bool isNaN);
  /// The same for an `isNaN` that is known at run time: a value of type i1.
  mlir::Value createPadding(mlir::Type element, mlir::Value isNaN);

private:
  mlir::Value multiply(mlir::Value coordinate, unsigned dim);
  mlir::Value createRange(unsigned dim);
  mlir::Value createCoordinates(unsigned dim);
  mlir::Value createInside(unsigned dim);
  mlir::Value spread(mlir::Value vector, unsigned dim);
  mlir::Value splat(mlir::Value scalar, llvm::ArrayRef<int64_t> shape);

  mlir::OpBuilder &builder;
  mlir::Location loc;
  TensorBlock block;
  llvm::SmallVector<int64_t> blockShape, tileShape;
  /// The dimension of the tile for each of the block; none for size 1.
  llvm::SmallVector<std::optional<unsigned>> tileDims;
};

} // namespace cm2tt

#endif // CM2TT_TILE_PREPARE_BLOCKACCESS_H
