// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Splits stores of tiles by bulk copies into two of half of the columns, one
/// after the other, which need half of the shared memory:
///
///   tt.descriptor_store %d[%i, %j], %x : tensor<128x256xf16>
///   // becomes, for a descriptor of blocks of 128x128
///   %x0, %x1 = tt.split(tt.trans(tt.reshape %x))   // registers only
///   tt.descriptor_store %d[%i, %j], %x0 : tensor<128x128xf16>
///   tt.descriptor_store %d[%i, %j + 128], %x1 : tensor<128x128xf16>
///
/// The second waits until the first has read the memory. Only stores that
/// groups of warps perform for themselves are split (GroupStores.h), so that
/// others multiply while one waits. The boxes, and so the tensor map, stay the
/// same.

#include "SpecializeWarpsInternals.h"

#include "cm2tt/Dialect/TTG/TensorCopyLayouts.h"
#include "gpu/schedule/GroupStores.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace cm2tt;

/// The type of descriptors of blocks with half of the columns; null if boxes
/// would not be the same.
static tt::TensorDescType halve(tt::TensorDescType desc) {
  RankedTensorType block = desc.getBlockType();
  unsigned bits = tt::getElementBits(block);
  SmallVector<int64_t> shape(block.getShape());
  shape.back() /= 2;
  auto whole = ttg::planTensorCopy(block.getShape(), bits);
  auto half = ttg::planTensorCopy(shape, bits);
  if (!whole || !half || whole->boxShape != half->boxShape ||
      whole->swizzleBytes != half->swizzleBytes)
    return {};
  return tt::TensorDescType::get(
      RankedTensorType::get(shape, block.getElementType()));
}

/// Whether the halves of the columns are in different registers.
static bool areInRegisters(RankedTensorType tile) {
  auto encoding = cast<ttg::LinearAttr>(tile.getEncoding());
  int64_t rows = tile.getDimSize(0), columns = tile.getDimSize(1);
  ttg::LinearLayout layout =
      encoding.getLayout().reshapeOuts({rows, 2, columns / 2});
  return layout.transposeOuts({0, 2, 1}).split().has_value();
}

/// Whether a store can be split.
static bool isSplittable(tt::DescriptorStoreOp store) {
  tt::TensorDescType desc = store.getDesc().getType();
  RankedTensorType tile = store.getSrc().getType();
  return runsOnceInProgram(store) && halve(desc) && findGroupRows(tile, desc) &&
         areInRegisters(tile);
}

static void split(tt::DescriptorStoreOp store) {
  OpBuilder builder(store);
  Location loc = store.getLoc();
  RankedTensorType tile = store.getSrc().getType();
  int64_t rows = tile.getDimSize(0), columns = tile.getDimSize(1);
  Value halves = tt::ReshapeOp::create(
      builder, loc, ArrayRef<int64_t>{rows, 2, columns / 2}, store.getSrc());
  halves =
      tt::TransOp::create(builder, loc, halves, ArrayRef<int32_t>{0, 2, 1});
  auto both = tt::SplitOp::create(builder, loc, halves);
  SmallVector<Value> indices(store.getIndices());
  tt::DescriptorStoreOp::create(builder, loc, store.getDesc(), both.getOutLHS(),
                                indices);
  Value distance = arith::ConstantIntOp::create(builder, loc, columns / 2, 32);
  indices.back() =
      builder.createOrFold<arith::AddIOp>(loc, indices.back(), distance);
  tt::DescriptorStoreOp::create(builder, loc, store.getDesc(), both.getOutRHS(),
                                indices);
  store.erase();
}

/// Gives a descriptor another type; its function, too, if it is a parameter.
static void setType(Value desc, tt::TensorDescType type) {
  desc.setType(type);
  auto argument = dyn_cast<BlockArgument>(desc);
  if (!argument)
    return;
  auto func = cast<tt::FuncOp>(argument.getOwner()->getParentOp());
  func.setFunctionType(FunctionType::get(func.getContext(),
                                         func.getBody().getArgumentTypes(),
                                         func.getFunctionType().getResults()));
}

/// Whether the type of a descriptor is determined by its uses alone.
static bool isOwn(Value desc) {
  auto argument = dyn_cast<BlockArgument>(desc);
  if (!argument)
    return isa<ttg::TensorMapCreateOp>(desc.getDefiningOp());
  return isa<tt::FuncOp>(argument.getOwner()->getParentOp()) &&
         argument.getOwner()->isEntryBlock();
}

bool cm2tt::splitStores(tt::FuncOp func) {
  llvm::MapVector<Value, SmallVector<tt::DescriptorStoreOp>> stores;
  func.walk([&](tt::DescriptorStoreOp store) {
    stores[store.getDesc()].push_back(store);
  });
  bool isSplit = false;
  for (auto &[desc, users] : stores) {
    if (!isOwn(desc) || !llvm::all_of(users, isSplittable) ||
        llvm::range_size(desc.getUses()) != users.size())
      continue;
    setType(desc, halve(users.front().getDesc().getType()));
    for (tt::DescriptorStoreOp store : users)
      split(store);
    isSplit = true;
  }
  return isSplit;
}
