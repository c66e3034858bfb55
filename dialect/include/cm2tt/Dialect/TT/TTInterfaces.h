// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The interface of an encoding of a tensor type in `tt`, and the traits of the
/// operations of `tt`.

#ifndef CM2TT_DIALECT_TT_TTINTERFACES_H
#define CM2TT_DIALECT_TT_TTINTERFACES_H

#include "mlir/IR/Attributes.h"
#include "mlir/IR/Location.h"
#include "mlir/IR/OpDefinition.h"

#include <optional>

#include "cm2tt/Dialect/TT/TTAttrInterfaces.h.inc"

namespace cm2tt::tt {

/// Most elements that a tile may have.
inline constexpr int64_t kMaxTileElements = int64_t(1) << 20;

namespace impl {
/// Checks every operand and result; see TileSize.
llvm::LogicalResult verifyTileSize(mlir::Operation *op);
/// Checks every operand and result; see SameTiles.
llvm::LogicalResult verifySameTiles(mlir::Operation *op);
} // namespace impl

/// Trait: the tiles among operands and results, those that a block pointer
/// points at and the blocks of descriptors are static, have a dimension or
/// more, and kMaxTileElements elements at most, with extents rounded up to
/// powers of two. Extents of tiles with an encoding are powers of two.
template <typename ConcreteType>
class TileSize : public mlir::OpTrait::TraitBase<ConcreteType, TileSize> {
public:
  /// Called by the verifier.
  static llvm::LogicalResult verifyTrait(mlir::Operation *op) {
    return impl::verifyTileSize(op);
  }
};

/// Trait: all operands and results are scalars, or all are tiles of one shape
/// and one encoding. A block pointer counts as the tile that it points at.
template <typename ConcreteType>
class SameTiles : public mlir::OpTrait::TraitBase<ConcreteType, SameTiles> {
public:
  /// Called by the verifier.
  static llvm::LogicalResult verifyTrait(mlir::Operation *op) {
    return impl::verifySameTiles(op);
  }
};

/// Trait: each element of the result, a tile, is that element of the operand.
/// Only the threads that hold it may be others.
template <typename ConcreteType>
class KeepsElements
    : public mlir::OpTrait::TraitBase<ConcreteType, KeepsElements> {};

/// Trait: the operation has effects, and none is on memory that a load reads:
/// it prints, orders threads, or writes what only bulk copies use.
template <typename ConcreteType>
class WritesNoLoadedMemory
    : public mlir::OpTrait::TraitBase<ConcreteType, WritesNoLoadedMemory> {};

/// Trait: of the memory that loads read, the operation writes only what its
/// first operand, pointers or a descriptor, points into.
template <typename ConcreteType>
class WritesFirstOperand
    : public mlir::OpTrait::TraitBase<ConcreteType, WritesFirstOperand> {};

/// Trait: the result points into the memory that the second operand points
/// into.
template <typename ConcreteType>
class PointsIntoSecond
    : public mlir::OpTrait::TraitBase<ConcreteType, PointsIntoSecond> {};

/// Trait: other threads run the region, and use no value of the code around it.
template <typename ConcreteType>
class RunsInOtherThreads
    : public mlir::OpTrait::TraitBase<ConcreteType, RunsInOtherThreads> {};

} // namespace cm2tt::tt

#endif // CM2TT_DIALECT_TT_TTINTERFACES_H
