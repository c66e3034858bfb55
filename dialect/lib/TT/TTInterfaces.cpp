// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The traits of `tt` and the use of LayoutEncodingInterface.

#include "cm2tt/Dialect/TT/TTInterfaces.h"

#include "TTDialectInternals.h"

#include "cm2tt/Dialect/TT/TTTypes.h"

#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace cm2tt::tt;

#include "cm2tt/Dialect/TT/TTAttrInterfaces.cpp.inc"

//===----------------------------------------------------------------------===//
// Traits
//===----------------------------------------------------------------------===//

/// The tile that `type` is, points at or describes; null if none.
static RankedTensorType tileOf(Type type) {
  if (auto ptr = dyn_cast<PtrType>(type))
    return dyn_cast<RankedTensorType>(ptr.getPointeeType());
  if (auto desc = dyn_cast<TensorDescType>(type))
    return desc.getBlockType();
  return dyn_cast<RankedTensorType>(type);
}

/// Checks one tile; `what` and `index` name it: "operand" 0.
static LogicalResult verifyTile(Operation *op, RankedTensorType tile,
                                StringRef what, unsigned index) {
  auto error = [&]() -> InFlightDiagnostic {
    return op->emitOpError() << what << " #" << index << " ";
  };
  if (!tile.hasStaticShape())
    return error() << "has a dynamic dimension: " << tile;
  if (tile.getRank() == 0)
    return error() << "has no dimension: " << tile;
  int64_t elements = 1;
  bool isPower = true;
  for (int64_t size : tile.getShape()) {
    if (size == 0)
      return error() << "has a dimension of size 0: " << tile;
    isPower &= llvm::isPowerOf2_64(size);
    elements = size > kMaxTileElements ? kMaxTileElements + 1
                                       : elements * llvm::PowerOf2Ceil(size);
    if (elements > kMaxTileElements)
      return error() << "has more than " << kMaxTileElements << " elements"
                     << (isPower ? "" : ", rounded up to powers of two") << ": "
                     << tile;
  }
  // Layouts are maps of bits.
  if (!isPower && tile.getEncoding())
    return error() << "has a layout, and a dimension that is not a power of "
                      "two: "
                   << tile;
  return success();
}

LogicalResult cm2tt::tt::impl::verifyTileSize(Operation *op) {
  for (auto [index, type] : llvm::enumerate(op->getOperandTypes()))
    if (RankedTensorType tile = tileOf(type))
      if (failed(verifyTile(op, tile, "operand", index)))
        return failure();
  for (auto [index, type] : llvm::enumerate(op->getResultTypes()))
    if (RankedTensorType tile = tileOf(type))
      if (failed(verifyTile(op, tile, "result", index)))
        return failure();
  return success();
}

/// Checks that `type` has the tile of `first`, shape and encoding.
static LogicalResult verifySameTile(Operation *op, Type first, Type type) {
  RankedTensorType a = tileOf(first), b = tileOf(type);
  if (!a && !b)
    return success();
  if (!a || !b)
    return op->emitOpError()
           << "mixes scalars and tiles: " << first << " and " << type;
  if (a.getShape() != b.getShape())
    return op->emitOpError()
           << "has tiles of two shapes: " << first << " and " << type;
  if (a.getEncoding() != b.getEncoding())
    return op->emitOpError()
           << "has tiles of two encodings: " << first << " and " << type;
  return success();
}

LogicalResult cm2tt::tt::impl::verifySameTiles(Operation *op) {
  SmallVector<Type> types(op->getOperandTypes());
  llvm::append_range(types, op->getResultTypes());
  for (Type type : llvm::drop_begin(types, types.empty() ? 0 : 1))
    if (failed(verifySameTile(op, types.front(), type)))
      return failure();
  return success();
}

//===----------------------------------------------------------------------===//
// Encodings
//===----------------------------------------------------------------------===//

FailureOr<Attribute> cm2tt::tt::inferEncoding(
    RankedTensorType src, std::optional<Location> loc,
    function_ref<FailureOr<Attribute>(LayoutEncodingInterface)> infer) {
  Attribute encoding = src.getEncoding();
  if (!encoding)
    return Attribute();
  if (auto layout = dyn_cast<LayoutEncodingInterface>(encoding))
    return infer(layout);
  return emitOptionalError(loc, "the encoding is not a layout: ", encoding);
}
