// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Constructor functions for the common layouts, such as blocked ones.

#include "cm2tt/Dialect/TTG/LinearLayout.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

#include <algorithm>
#include <cassert>

using namespace cm2tt::ttg;

/// Deals out `count` units along the dimensions in `order`, to each as many as
/// `room` says, and what is left to the last. Takes them away from `room`.
static llvm::SmallVector<int64_t> dealOut(int64_t count,
                                          llvm::SmallVectorImpl<int64_t> &room,
                                          llvm::ArrayRef<unsigned> order) {
  llvm::SmallVector<int64_t> dealt(room.size(), 1);
  for (unsigned dim : order) {
    dealt[dim] = std::clamp<int64_t>(count, 1, std::max<int64_t>(room[dim], 1));
    count /= dealt[dim];
    room[dim] /= dealt[dim];
  }
  if (!order.empty())
    dealt[order.back()] *= count;
  return dealt;
}

LinearLayout
cm2tt::ttg::makeBlockedLayout(llvm::ArrayRef<int64_t> shape,
                              const BlockedLayoutOptions &options) {
  unsigned rank = shape.size();
  llvm::ArrayRef<unsigned> order = options.order;
  assert(options.sizePerThread.size() == rank && order.size() == rank &&
         "one entry per dimension");
  llvm::SmallVector<int64_t> room;
  for (auto [size, perThread] : llvm::zip_equal(shape, options.sizePerThread))
    room.push_back(size / perThread);
  llvm::SmallVector<int64_t> lanes =
      dealOut(options.threadsPerWarp, room, order);
  llvm::SmallVector<int64_t> warps = dealOut(options.numWarps, room, order);
  if (rank == 0)
    return LinearLayout::zeros1D(options.threadsPerWarp, InDim::Lane, 0) *
           LinearLayout::zeros1D(options.numWarps, InDim::Warp, 0);
  LinearLayout tile =
      LinearLayout::identityND(InDim::Register, options.sizePerThread, order) *
      LinearLayout::identityND(InDim::Lane, lanes, order) *
      LinearLayout::identityND(InDim::Warp, warps, order);
  return tile.fitTo(shape, order);
}

LinearLayout cm2tt::ttg::makeDefaultLayout(llvm::ArrayRef<int64_t> shape,
                                           unsigned numWarps,
                                           unsigned threadsPerWarp) {
  BlockedLayoutOptions options;
  options.sizePerThread.assign(shape.size(), 1);
  options.order =
      llvm::to_vector<4>(llvm::reverse(llvm::seq<unsigned>(0, shape.size())));
  options.numWarps = numWarps;
  options.threadsPerWarp = threadsPerWarp;
  return makeBlockedLayout(shape, options);
}

LinearLayout cm2tt::ttg::makeSharedLayout(llvm::ArrayRef<int64_t> shape,
                                          llvm::ArrayRef<unsigned> order) {
  return LinearLayout::identityND(InDim::Offset, shape, order);
}
