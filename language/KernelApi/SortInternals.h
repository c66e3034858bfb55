// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Shared by the methods that sort: their arguments, the keys of elements, and
/// bitonic networks.

#ifndef CM2TT_LANGUAGE_KERNELAPI_SORTINTERNALS_H
#define CM2TT_LANGUAGE_KERNELAPI_SORTINTERNALS_H

#include "TileInternals.h"

namespace cm2tt {

/// The arguments after the tile.
struct SortOptions {
  int64_t axis;
  /// The number of elements that are left along the axis.
  int64_t count;
  bool descending;
};

/// Parses `(x)`, `(x, axis)` or `(x, axis, descending)`.
mlir::FailureOr<SortOptions> parseSort(llvm::ArrayRef<AbsType> args,
                                       EmitError error);
/// The same with the number of elements as the second argument.
mlir::FailureOr<SortOptions> parseTopk(llvm::ArrayRef<AbsType> args,
                                       EmitError error);

/// The type of a tile with other elements.
mlir::Type withElement(mlir::Type tile, mlir::Type element);
/// Unsigned integers of the width of keys, as signed ones in the same order. It
/// is its own inverse.
mlir::Value buildUnsignedOrder(TileBuilder &builder, mlir::Value bits);
/// The keys of elements, signed integers of 32 or 64 bits.
mlir::Value buildKeys(TileBuilder &builder, const TypedOperand &operand);
/// The elements with those keys.
mlir::Value buildElements(TileBuilder &builder, mlir::Value keys,
                          mlir::Type element);

/// Sorts keys whose axis is split into dimensions of extent 2.
class BitonicNetwork {
public:
  /// `keys` in their own shape. If the axis is not a power of two, keys are
  /// added: the least ones if the elements are to descend. With indices, these
  /// move along, and the lesser of two is first if their keys are equal.
  BitonicNetwork(TileBuilder &builder, mlir::Value keys, int64_t axis,
                 bool descending, bool withIndices = false);

  /// Sorts all elements.
  void sort();
  /// Sorts a sequence that is bitonic.
  void merge();
  /// Leaves the first `count` elements of the order, sorted: a power of two.
  void keep(int64_t count);
  /// The keys in `shape`, without those that were added, and the indices.
  Results finish(llvm::ArrayRef<int64_t> shape);

private:
  mlir::Value get(mlir::Value value) {
    return builder.get({AbsType(value.getType()), value}, getShape());
  }
  llvm::ArrayRef<int64_t> getShape() const {
    return llvm::cast<mlir::RankedTensorType>(parts[0].getType()).getShape();
  }
  /// The dimension of a bit.
  int64_t dimOf(int64_t bit) const { return axis + bits - 1 - bit; }
  /// Whether the bit of an element's index is set, in the rank of the keys.
  mlir::Value indicator(int64_t bit);
  /// Whether the elements descend, in the rank of the keys.
  mlir::Value direction(int64_t bit);
  /// Sorts each sequence of 2^`bit` elements, which is bitonic: every other one
  /// in descending order unless it is all of them.
  void mergeEach(int64_t bit);
  void exchange(int64_t bit, mlir::Value descends);
  /// Takes the first, in the order, of two elements that differ in the bit.
  void halve(int64_t bit);
  /// Takes the first, in the order, of each dimension.
  llvm::SmallVector<mlir::Value> reduce(int64_t dim);

  TileBuilder &builder;
  /// The keys, and the indices if there are any, inverted if keys descend.
  llvm::SmallVector<mlir::Value, 2> parts;
  int64_t axis, bits;
  bool descending;
};

} // namespace cm2tt

#endif // CM2TT_LANGUAGE_KERNELAPI_SORTINTERNALS_H
