// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Verifiers of operations on tensor descriptors.

#include "cm2tt/Dialect/TT/TTOps.h"

#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace cm2tt::tt;

namespace {
/// The labels of the constraints on an access of a whole block.
struct BlockLabels {
  StringRef indices, tile;
};
} // namespace

/// Checks the access of a whole block; `value` is what is read or written.
static LogicalResult verifyBlockAccess(Operation *op, BlockLabels labels,
                                       TensorDescType desc,
                                       OperandRange indices, Type value) {
  RankedTensorType block = desc.getSignlessBlockType();
  auto tile = cast<RankedTensorType>(value);
  if (indices.size() != static_cast<size_t>(block.getRank()))
    return op->emitOpError()
           << labels.indices << ": " << indices.size()
           << " indices for a block of rank " << block.getRank();
  if (tile.getElementType() != block.getElementType())
    return op->emitOpError()
           << labels.tile << ": elements of " << tile.getElementType()
           << " for a block of " << block.getElementType();
  auto isWide = [](int64_t size) { return size != 1; };
  if (!llvm::equal(llvm::make_filter_range(tile.getShape(), isWide),
                   llvm::make_filter_range(block.getShape(), isWide)))
    return op->emitOpError()
           << labels.tile << ": shape [" << tile.getShape()
           << "] for a block of shape [" << block.getShape() << "]";
  return success();
}

//===----------------------------------------------------------------------===//
// MakeTensorDescriptorOp
//===----------------------------------------------------------------------===//

LogicalResult MakeTensorDescriptorOp::verify() {
  RankedTensorType block = getType().getBlockType();
  auto rank = static_cast<size_t>(block.getRank());
  if (rank > 5)
    return emitOpError() << "TT-MAKE-DESC-1: block of rank " << rank
                         << ", 1 to 5 expected";
  // SameVariadicOperandSize: shape and strides have one length.
  if (getShape().size() != rank)
    return emitOpError() << "TT-MAKE-DESC-1: " << getShape().size()
                         << " dimensions for a block of rank " << rank;
  if (getPadding() == PaddingOption::PAD_NAN &&
      !isa<FloatType>(block.getElementType()))
    return emitOpError() << "TT-MAKE-DESC-3: padding with NaN for elements of "
                         << block.getElementType();
  return success();
}

//===----------------------------------------------------------------------===//
// DescriptorLoadOp
//===----------------------------------------------------------------------===//

LogicalResult DescriptorLoadOp::verify() {
  return verifyBlockAccess(*this, {"TT-DESC-LOAD-1", "TT-DESC-LOAD-2"},
                           getDesc().getType(), getIndices(), getType());
}

//===----------------------------------------------------------------------===//
// DescriptorStoreOp
//===----------------------------------------------------------------------===//

LogicalResult DescriptorStoreOp::verify() {
  return verifyBlockAccess(*this, {"TT-DESC-STORE-1", "TT-DESC-STORE-2"},
                           getDesc().getType(), getIndices(),
                           getSrc().getType());
}

//===----------------------------------------------------------------------===//
// DescriptorReduceOp
//===----------------------------------------------------------------------===//

/// Whether `kind` is defined for elements of type `element`.
static bool isReducible(DescriptorReduceKind kind, Type element) {
  unsigned bits = getElementBits(element);
  bool isInteger = isa<IntegerType>(element) && (bits == 32 || bits == 64);
  switch (kind) {
  case DescriptorReduceKind::ADD:
    return isInteger || isa<Float16Type, BFloat16Type, Float32Type>(element);
  case DescriptorReduceKind::MIN:
  case DescriptorReduceKind::MAX:
    return isInteger || isa<Float16Type, BFloat16Type>(element);
  case DescriptorReduceKind::AND:
  case DescriptorReduceKind::OR:
  case DescriptorReduceKind::XOR:
    return isInteger;
  case DescriptorReduceKind::INC:
  case DescriptorReduceKind::DEC:
    return isInteger && bits == 32;
  }
  return false;
}

LogicalResult DescriptorReduceOp::verify() {
  if (failed(verifyBlockAccess(*this, {"TT-DESC-REDUCE-1", "TT-DESC-REDUCE-2"},
                               getDesc().getType(), getIndices(),
                               getSrc().getType())))
    return failure();
  Type element = getDesc().getType().getBlockType().getElementType();
  if (!isReducible(getKind(), element))
    return emitOpError() << "TT-DESC-REDUCE-3: '"
                         << stringifyDescriptorReduceKind(getKind())
                         << "' is not defined for " << element;
  return success();
}

//===----------------------------------------------------------------------===//
// DescriptorGatherOp
//===----------------------------------------------------------------------===//

namespace {
/// The labels of the constraints on an access of rows.
struct RowLabels {
  StringRef block, offsets, tile;
};
} // namespace

/// Checks that a block is one row that the hardware can move.
static LogicalResult verifyRowBlock(Operation *op, StringRef label,
                                    RankedTensorType block) {
  if (block.getRank() != 2 || block.getDimSize(0) != 1)
    return op->emitOpError()
           << label << ": block is " << block << ", one row expected";
  unsigned bits = getElementBits(block);
  if (bits > 32 || bits < 8)
    return op->emitOpError()
           << label << ": elements have " << bits << " bits, 8 to 32 expected";
  int64_t least = 32 / bits * 8;
  if (block.getDimSize(1) < least)
    return op->emitOpError() << label << ": row has " << block.getDimSize(1)
                             << " elements, at least " << least << " expected";
  return success();
}

/// Checks the access of rows; `value` is what is read or written.
static LogicalResult verifyRowAccess(Operation *op, RowLabels labels,
                                     TensorDescType desc, Type offsets,
                                     Type value) {
  RankedTensorType block = desc.getSignlessBlockType();
  auto rows = cast<RankedTensorType>(offsets);
  auto tile = cast<RankedTensorType>(value);
  if (failed(verifyRowBlock(op, labels.block, block)))
    return failure();
  if (rows.getRank() != 1 || rows.getDimSize(0) < 8)
    return op->emitOpError() << labels.offsets << ": offsets are " << rows
                             << ", at least 8 in one dimension expected";
  Type offset = rows.getElementType();
  if (!offset.isInteger(32) && !offset.isInteger(16))
    return op->emitOpError() << labels.offsets << ": offsets are of " << offset
                             << ", i16 or i32 expected";
  auto expected =
      RankedTensorType::get({rows.getDimSize(0), block.getDimSize(1)},
                            block.getElementType(), tile.getEncoding());
  if (tile != expected)
    return op->emitOpError() << labels.tile << ": tile is " << tile << ", "
                             << expected << " expected";
  return success();
}

LogicalResult DescriptorGatherOp::verify() {
  return verifyRowAccess(
      *this, {"TT-DESC-GATHER-1", "TT-DESC-GATHER-2", "TT-DESC-GATHER-3"},
      getDesc().getType(), getXOffsets().getType(), getType());
}

//===----------------------------------------------------------------------===//
// DescriptorScatterOp
//===----------------------------------------------------------------------===//

LogicalResult DescriptorScatterOp::verify() {
  return verifyRowAccess(
      *this, {"TT-DESC-SCATTER-1", "TT-DESC-SCATTER-1", "TT-DESC-SCATTER-1"},
      getDesc().getType(), getXOffsets().getType(), getSrc().getType());
}
