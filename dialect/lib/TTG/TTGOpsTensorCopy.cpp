// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Bulk tensor copies: verifiers of their operations.

#include "cm2tt/Dialect/TTG/TTGOps.h"
#include "cm2tt/Dialect/TTG/TensorCopyLayouts.h"

using namespace mlir;
using namespace cm2tt;
using namespace cm2tt::ttg;

MemDescType cm2tt::ttg::getTensorCopyMemory(tt::TensorDescType desc,
                                            ArrayRef<int64_t> shape) {
  RankedTensorType block = desc.getSignlessBlockType();
  std::optional<TensorCopyPlan> plan =
      planTensorCopy(block.getShape(), tt::getElementBits(block));
  if (!plan)
    return {};
  auto layout =
      SharedAttr::get(desc.getContext(), plan->layout.reshapeOuts(shape));
  return MemDescType::get(desc.getContext(), shape, block.getElementType(),
                          layout, /*buffers=*/1);
}

/// Checks the indices and the tile of a copy, for constraints with these
/// labels.
static LogicalResult verifyBlock(Operation *op,
                                 std::pair<StringRef, StringRef> labels,
                                 tt::TensorDescType desc, ValueRange indices,
                                 MemDescType tile) {
  RankedTensorType block = desc.getSignlessBlockType();
  if (indices.size() != static_cast<size_t>(block.getRank()))
    return op->emitOpError() << labels.first << ": " << block.getRank()
                             << " indices expected, not " << indices.size();
  std::optional<TensorCopyPlan> plan =
      planTensorCopy(block.getShape(), block.getElementTypeBitWidth());
  if (!plan)
    return op->emitOpError()
           << labels.second << ": bulk copies cannot move a block "
           << "of type " << block;
  auto isWide = [](int64_t size) { return size != 1; };
  bool hasShape =
      llvm::equal(llvm::make_filter_range(tile.getShape(), isWide),
                  llvm::make_filter_range(block.getShape(), isWide));
  auto expected =
      getTensorCopyMemory(desc, hasShape ? tile.getShape() : block.getShape());
  if (tile != expected)
    return op->emitOpError() << labels.second << ": the tile must be "
                             << expected << ", not " << tile;
  return success();
}

LogicalResult TensorMapCreateOp::verify() {
  RankedTensorType block = getType().getBlockType();
  auto rank = static_cast<size_t>(block.getRank());
  if (getShape().size() != rank || getStrides().size() != rank)
    return emitOpError() << "TTG-TENSOR-MAP-1: " << getShape().size()
                         << " extents and " << getStrides().size()
                         << " strides for a block of rank " << rank;
  if (!getTensorCopyMemory(getType(), block.getShape()))
    return emitOpError() << "TTG-TENSOR-MAP-2: bulk copies cannot move a block "
                         << "of type " << block;
  return success();
}

LogicalResult TensorCopyOp::verify() {
  return verifyBlock(*this, {"TTG-TENSOR-COPY-1", "TTG-TENSOR-COPY-2"},
                     getDesc().getType(), getIndices(), getDest().getType());
}

LogicalResult TensorStoreOp::verify() {
  return verifyBlock(*this, {"TTG-TENSOR-STORE-1", "TTG-TENSOR-STORE-2"},
                     getDesc().getType(), getIndices(), getSrc().getType());
}
