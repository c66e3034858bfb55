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
/// same. Halves are split again where quarters are asked for.

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

/// The type of each half of the columns; null if these are not in different
/// registers.
static RankedTensorType halve(RankedTensorType tile) {
  auto encoding = cast<ttg::LinearAttr>(tile.getEncoding());
  int64_t rows = tile.getDimSize(0), columns = tile.getDimSize(1);
  std::optional<ttg::LinearLayout> half =
      encoding.getLayout()
          .reshapeOuts({rows, 2, columns / 2})
          .transposeOuts({0, 2, 1})
          .split();
  if (!half)
    return {};
  return RankedTensorType::get({rows, columns / 2}, tile.getElementType(),
                               ttg::LinearAttr::get(tile.getContext(), *half));
}

/// How often a store can be split, up to `most`.
static unsigned countSplits(tt::DescriptorStoreOp store, unsigned most) {
  if (!runsOnceInProgram(store))
    return 0;
  tt::TensorDescType desc = store.getDesc().getType();
  RankedTensorType tile = store.getSrc().getType();
  for (unsigned count = 0; count < most; ++count) {
    tt::TensorDescType half = halve(desc);
    if (!half || !findGroupRows(tile, desc))
      return count;
    tile = halve(tile);
    if (!tile)
      return count;
    desc = half;
  }
  return most;
}

/// Splits a store once; returns its halves.
static std::array<tt::DescriptorStoreOp, 2> split(tt::DescriptorStoreOp store) {
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
  auto left = tt::DescriptorStoreOp::create(builder, loc, store.getDesc(),
                                            both.getOutLHS(), indices);
  Value distance = arith::ConstantIntOp::create(builder, loc, columns / 2, 32);
  indices.back() =
      builder.createOrFold<arith::AddIOp>(loc, indices.back(), distance);
  auto right = tt::DescriptorStoreOp::create(builder, loc, store.getDesc(),
                                             both.getOutRHS(), indices);
  store.erase();
  return {left, right};
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

SmallVector<SplitStores, 1> cm2tt::planSplits(tt::FuncOp func, unsigned most) {
  llvm::MapVector<Value, SmallVector<tt::DescriptorStoreOp>> stores;
  func.walk([&](tt::DescriptorStoreOp store) {
    stores[store.getDesc()].push_back(store);
  });
  SmallVector<SplitStores, 1> splits;
  for (auto &[desc, users] : stores) {
    if (!isOwn(desc) || llvm::range_size(desc.getUses()) != users.size())
      continue;
    unsigned times = most;
    for (tt::DescriptorStoreOp store : users)
      times = std::min(times, countSplits(store, most));
    if (times)
      splits.push_back({desc, users, times});
  }
  return splits;
}

void cm2tt::splitStores(const SplitStores &plan) {
  SmallVector<tt::DescriptorStoreOp> stores(plan.stores);
  for (unsigned time = 0; time < plan.times; ++time) {
    setType(plan.desc, halve(stores.front().getDesc().getType()));
    SmallVector<tt::DescriptorStoreOp> halves;
    for (tt::DescriptorStoreOp store : stores)
      llvm::append_range(halves, split(store));
    stores = std::move(halves);
  }
}
