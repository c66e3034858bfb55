// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The types of `tt`, and common queries of types.

#ifndef CM2TT_DIALECT_TT_TTTYPES_H
#define CM2TT_DIALECT_TT_TTTYPES_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Types.h"
#include "mlir/IR/Value.h"

#define GET_TYPEDEF_CLASSES
#include "cm2tt/Dialect/TT/TTTypes.h.inc"

namespace cm2tt::tt {

/// Address space of global memory, the one that is not printed.
inline constexpr unsigned kGlobalAddressSpace = 1;

/// Whether `type` is a pointer to a tile.
bool isBlockPtr(mlir::Type type);

/// Whether a value is a tile.
inline bool isTile(mlir::Value value) {
  return mlir::isa<mlir::RankedTensorType>(value.getType());
}

/// Whether `type` is one of the 8-bit floating-point types that tiles hold:
/// E4M3FN, E4M3FNUZ, E5M2, E5M2FNUZ.
bool isFloat8(mlir::Type type);

/// `type`, a scalar or a tile, with another element type.
mlir::Type withElementType(mlir::Type type, mlir::Type element);

/// The pointee type of a pointer; for a tile of pointers, the tile of pointee
/// types. Null for any other type.
mlir::Type getPointeeType(mlir::Type type);

/// i1, or a tile of i1 with the shape and encoding of `type`; a block pointer
/// counts as the tile that it points at.
mlir::Type getI1SameShape(mlir::Type type);

/// The type of the base of a block pointer of type `type`: a pointer to its
/// element type in the same address space. Null for any other type.
mlir::Type getBlockBaseType(mlir::Type type);

/// The type of the base of a tensor descriptor of type `type`: a pointer to
/// its signless element type. Null for any other type.
mlir::Type getDescBaseType(mlir::Type type);

/// The signless integer type for an integer with a sign; any other type as is.
mlir::Type getSignless(mlir::Type element);

/// Bits of the elements of `type`, a number or a pointer or a tile of them; a
/// pointer has 64.
unsigned getElementBits(mlir::Type type);

} // namespace cm2tt::tt

#endif // CM2TT_DIALECT_TT_TTTYPES_H
