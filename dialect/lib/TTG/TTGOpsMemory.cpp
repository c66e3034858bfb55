// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Tiles in shared memory: verifiers and effects of their operations.

#include "cm2tt/Dialect/TTG/TTGOps.h"

#include "mlir/Dialect/Utils/IndexingUtils.h"

using namespace mlir;
using namespace cm2tt;
using namespace cm2tt::ttg;

/// Whether `memory` is one tile of the shape and the elements of `tile`, for an
/// operation whose constraint has this label.
static LogicalResult verifyHolds(Operation *op, StringRef label,
                                 MemDescType memory, Type tile) {
  auto type = cast<RankedTensorType>(tile);
  if (memory.getBuffers() != 1)
    return op->emitOpError() << label << ": one tile expected, there are "
                             << memory.getBuffers() << " buffers";
  if (memory.getShape() != type.getShape() ||
      memory.getElementType() != type.getElementType())
    return op->emitOpError()
           << label << ": " << memory << " cannot hold " << tile;
  return success();
}

//===----------------------------------------------------------------------===//
// LocalAllocOp
//===----------------------------------------------------------------------===//

void LocalAllocOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  effects.emplace_back(MemoryEffects::Allocate::get(),
                       getOperation()->getOpResult(0), tt::SharedMemory::get());
  if (getSrc())
    effects.emplace_back(MemoryEffects::Write::get(),
                         getOperation()->getOpResult(0),
                         tt::SharedMemory::get());
}

LogicalResult LocalAllocOp::verify() {
  if (!getSrc())
    return success();
  return verifyHolds(*this, "TTG-LOCAL-ALLOC-1", getType(), getSrc().getType());
}

//===----------------------------------------------------------------------===//
// LocalStoreOp, LocalLoadOp
//===----------------------------------------------------------------------===//

LogicalResult LocalStoreOp::verify() {
  return verifyHolds(*this, "TTG-LOCAL-STORE-1", getDest().getType(),
                     getSrc().getType());
}

LogicalResult LocalLoadOp::verify() {
  return verifyHolds(*this, "TTG-LOCAL-LOAD-1", getSrc().getType(), getType());
}

//===----------------------------------------------------------------------===//
// MemDescIndexOp, NextBufferOp, MemDescTransOp
//===----------------------------------------------------------------------===//

LogicalResult MemDescIndexOp::verify() {
  if (getType() != getSrc().getType().withBuffers(1))
    return emitOpError() << "TTG-MEMDESC-INDEX-1: the result must be "
                         << getSrc().getType().withBuffers(1) << ", not "
                         << getType();
  return success();
}

OpFoldResult NextBufferOp::fold(FoldAdaptor adaptor) {
  auto current = dyn_cast_if_present<IntegerAttr>(adaptor.getCurrent());
  if (!current)
    return {};
  int64_t next = current.getInt() + 1;
  return IntegerAttr::get(getType(), next == getCount() ? 0 : next);
}

LogicalResult MemDescTransOp::verify() {
  MemDescType source = getSrc().getType();
  SmallVector<int64_t> order(getOrder().begin(), getOrder().end());
  if (order.size() != source.getShape().size() || !isPermutationVector(order))
    return emitOpError()
           << "TTG-MEMDESC-TRANS-1: 'order' is not a permutation of "
           << source.getShape().size() << " dimensions";
  SmallVector<unsigned> permutation(order.begin(), order.end());
  LinearLayout layout =
      source.getLayout().getLayout().transposeOuts(permutation);
  auto expected = MemDescType::get(
      getContext(), applyPermutation(source.getShape(), order),
      source.getElementType(), SharedAttr::get(getContext(), layout),
      source.getBuffers());
  if (getType() != expected)
    return emitOpError() << "TTG-MEMDESC-TRANS-2: the result must be "
                         << expected << ", not " << getType();
  return success();
}

//===----------------------------------------------------------------------===//
// AsyncCopyOp
//===----------------------------------------------------------------------===//

LogicalResult AsyncCopyOp::verify() {
  auto pointers = cast<RankedTensorType>(getPtr().getType());
  auto pointer = cast<tt::PtrType>(pointers.getElementType());
  return verifyHolds(
      *this, "TTG-ASYNC-COPY-1", getDest().getType(),
      RankedTensorType::get(pointers.getShape(), pointer.getPointeeType()));
}
