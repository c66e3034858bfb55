// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Shared by the families that create and reshape tiles: the limits of a tile,
/// arguments that are compile-time constants, and reductions' regions.
///
/// Not here: numbers (KernelApiInternals.h).

#ifndef CM2TT_LANGUAGE_KERNELAPI_TILEINTERNALS_H
#define CM2TT_LANGUAGE_KERNELAPI_TILEINTERNALS_H

#include "KernelApiInternals.h"

namespace cm2tt {

/// Triton's bound on the elements of a tile.
constexpr int64_t maxTileElements = int64_t(1) << 20;

/// The tile of that shape, a scalar if there are no extents. An error, which
/// begins with the label, if Triton has no such tile: extents are powers of
/// two, and there are 2^20 elements at most.
llvm::FailureOr<AbsType> checkedTile(llvm::StringRef label,
                                     llvm::ArrayRef<int64_t> shape,
                                     mlir::Type element, EmitError error);

/// The tile whose extents are these arguments, constant ints.
llvm::FailureOr<AbsType> checkedTile(llvm::StringRef label,
                                     llvm::ArrayRef<AbsType> extents,
                                     mlir::Type element, EmitError error);

/// The value of a constant that Java calls `int`; nothing for anything else.
std::optional<int64_t> constantInt(AbsType type);

/// The value of a constant truth value; nothing for anything else.
std::optional<bool> constantBool(AbsType type);

/// The value of a constant string; nothing for anything else.
std::optional<llvm::StringRef> constantString(AbsType type);

/// The number type in a class literal; null for anything else.
mlir::Type numberClass(AbsType type);

/// Whether the argument is `null`, which stands for an optional one left out.
bool isAbsent(AbsType type);

/// Whether it is a number or a tile of numbers.
bool isNumeric(AbsType type);

/// The axis that the argument names, counted from the last if negative: from
/// -rank to rank - 1. Nothing if it names none.
std::optional<int64_t> getAxis(AbsType type, int64_t rank);

/// Notes how a parameter becomes a constant, if an argument is a number that is
/// known at run time only.
void noteRunTimeNumber(mlir::InFlightDiagnostic &diagnostic,
                       llvm::ArrayRef<AbsType> args);

/// A type rule's error: such an axis was expected. Always failure.
mlir::LogicalResult reportAxis(llvm::StringRef label, AbsType type,
                               int64_t rank, EmitError error);

/// For methods whose result is always a constant.
Results buildNothing(TileBuilder &builder, llvm::ArrayRef<TypedOperand> args,
                     AbsType result);

/// The tile with the shape of the result and its own elements in row-major
/// order; in any order with `reorder`.
mlir::Value buildReshape(TileBuilder &builder, mlir::Value tile,
                         llvm::ArrayRef<int64_t> shape, bool reorder = false);

/// The elements of the tile in one dimension, in any order with `reorder`.
mlir::Value buildRavel(TileBuilder &builder, mlir::Value tile, bool reorder);

/// The index of each element along the axis, ints, in the shape of a tile.
mlir::Value indicesAlong(TileBuilder &builder, llvm::ArrayRef<int64_t> shape,
                         int64_t axis);

/// Makes the combination of accumulated elements and new ones.
using Combine = llvm::function_ref<llvm::SmallVector<mlir::Value>(
    TileBuilder &builder, mlir::ValueRange accumulated, mlir::ValueRange next)>;

/// `tt.reduce` of tiles of one shape.
Results buildReduce(TileBuilder &builder, mlir::ValueRange tiles, int64_t axis,
                    Combine combine);

/// `tt.scan` of tiles of one shape.
Results buildScan(TileBuilder &builder, mlir::ValueRange tiles, int64_t axis,
                  bool reverse, Combine combine);

/// The shape that a reduction along the axis leaves, or along all axes for
/// none; extents of 1 are kept in place of what it drops with `keepDims`.
llvm::SmallVector<int64_t> reducedShape(llvm::ArrayRef<int64_t> shape,
                                        std::optional<int64_t> axis,
                                        bool keepDims);

/// The value in that shape, which has extents of 1 where it has none.
mlir::Value restoreDims(TileBuilder &builder, mlir::Value value,
                        llvm::ArrayRef<int64_t> shape,
                        std::optional<int64_t> axis);

} // namespace cm2tt

#endif // CM2TT_LANGUAGE_KERNELAPI_TILEINTERNALS_H
