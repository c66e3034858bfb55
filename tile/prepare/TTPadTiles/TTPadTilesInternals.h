// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The declarations that the parts of TTPadTiles share.
///
/// **Invariant.** A tile of 96 elements is represented by one of 128, of which
/// the last 32 are the *padding*. Elements of the padding are undefined: an
/// operation whose result or effect depends on them has to exclude them.
/// Most operations compute an element of the result from elements with the same
/// coordinates, or with permuted ones, and do not need to know:
///
///     excluded by                      operations
///     nothing: the type changes        arithmetic, broadcast, trans, join, ...
///     a mask                           accesses to memory, histogram, assert
///     a neutral element                reduce, scan in reverse, products
///     a condition in their region      reduce, scan and maps in general
///     indices of the elements          reshape and cat that change the rows

#ifndef CM2TT_LIB_TTPADTILES_TTPADTILESINTERNALS_H
#define CM2TT_LIB_TTPADTILES_TTPADTILESINTERNALS_H

#include "cm2tt/Dialect/TT/TTOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

#include <map>

namespace cm2tt::pad {

/// The shape of extents.
using Shape = llvm::SmallVector<int64_t, 4>;

/// Each extent rounded up to a power of two.
Shape roundUp(llvm::ArrayRef<int64_t> shape);
/// Whether the shape has an extent that is not a power of two.
bool needsPadding(llvm::ArrayRef<int64_t> shape);
/// The type that represents `type`: other extents if it is a tile without a
/// layout that needs padding, else `type`.
mlir::Type getPaddedType(mlir::Type type);

/// An operation whose operands or results have padding, with the shapes that
/// these had in the program; empty for scalars.
struct PaddedOp {
  mlir::Operation *op;
  llvm::SmallVector<Shape> operands, results;
};

/// Creates `op` on tiles of i32 or i64 and the constant `value`.
template <typename OpT>
mlir::Value withConstant(mlir::ImplicitLocOpBuilder &builder, mlir::Value tile,
                         int64_t value) {
  auto type = llvm::cast<mlir::RankedTensorType>(tile.getType());
  mlir::Value constant = mlir::arith::ConstantOp::create(
      builder, mlir::DenseElementsAttr::get(
                   type, builder.getIntegerAttr(type.getElementType(), value)));
  return OpT::create(builder, tile, constant);
}

/// A tile of `type` with `element`, a number, everywhere.
mlir::Value createConstant(mlir::ImplicitLocOpBuilder &builder, mlir::Type type,
                           mlir::TypedAttr element);
/// The coordinate along `dim` of each element of a tile of `shape`, in i32. Its
/// extents along the other dimensions are 1.
mlir::Value createCoordinates(mlir::ImplicitLocOpBuilder &builder,
                              llvm::ArrayRef<int64_t> shape, unsigned dim);
/// `tile` repeated for `shape`; `tile` itself if it has the shape.
mlir::Value broadcastTo(mlir::ImplicitLocOpBuilder &builder, mlir::Value tile,
                        llvm::ArrayRef<int64_t> shape);

/// The masks of the paddings of a function, each created once, at its entry.
class Masks {
public:
  explicit Masks(tt::FuncOp func) : func(func) {}

  /// A tile of i1: which elements of the padded `shape` have coordinates along
  /// `dims` that are not in the padding. Null if `dims` has no padding.
  mlir::Value get(mlir::Location loc, llvm::ArrayRef<int64_t> shape,
                  llvm::ArrayRef<int64_t> dims);
  /// The same for all dimensions.
  mlir::Value get(mlir::Location loc, llvm::ArrayRef<int64_t> shape);

private:
  tt::FuncOp func;
  std::map<std::pair<Shape, Shape>, mlir::Value> known;
  /// The first operation that the program has; masks are before it.
  mlir::Operation *first = nullptr;
};

/// The state that the functions below share.
struct Context {
  Masks masks;
  /// Replaced operations, which are erased at the end.
  llvm::SmallVector<mlir::Operation *> replaced;

  /// Replaces the results of `op`.
  void replace(mlir::Operation *op, mlir::ValueRange values);
};

/// Whether the reshape of padded tiles moves the elements as that of the tiles
/// does. It does if only the first extent of each group of extents that have
/// one product, as in 6x64 and 3x2x64, needs padding.
bool isReshapePlain(llvm::ArrayRef<int64_t> from, llvm::ArrayRef<int64_t> to);
/// The elements of `src`, which represents a tile of the shape `from`, in the
/// shape `to`: a reshape, or a gather with the index of each element.
mlir::Value reshape(mlir::ImplicitLocOpBuilder &builder, mlir::Value src,
                    llvm::ArrayRef<int64_t> from, llvm::ArrayRef<int64_t> to);
/// `tile` with elements of the tile in its padding, for numbers and pointers.
mlir::Value repeatLast(mlir::ImplicitLocOpBuilder &builder, mlir::Value tile,
                       llvm::ArrayRef<int64_t> shape);

/// Before types change: replaces reductions of all elements of a tile, which
/// reshape it first, by one for each dimension, where a padded reshape would
/// have to gather.
void splitReductions(tt::FuncOp func);

// Each excludes the padding from one operation whose types have been changed.
void padReshape(Context &context, const PaddedOp &padded, tt::ReshapeOp op);
void padCat(Context &context, const PaddedOp &padded, tt::CatOp op);
/// Replaces a gather of the elements at their own indices, which extends a tile
/// into its padding or cuts it.
void padGather(Context &context, tt::GatherOp op);
void padReduce(Context &context, const PaddedOp &padded, tt::ReduceOp op);
void padScan(Context &context, const PaddedOp &padded, tt::ScanOp op);
void padDot(Context &context, const PaddedOp &padded, tt::DotOp op);
void padDotScaled(Context &context, const PaddedOp &padded, tt::DotScaledOp op);
void padMap(Context &context, const PaddedOp &padded, tt::MapElementwiseOp op);

} // namespace cm2tt::pad

#endif // CM2TT_LIB_TTPADTILES_TTPADTILESINTERNALS_H
