// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The items of shared memory that plans and the passes after them add and
/// remove. See SharedForecast.h.

#include "SharedForecast.h"

#include "LoopLoads.h"
#include "TensorCopies.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace cm2tt;

using Span = OperationNumbers::Span;

/// Whether `op` copies a tile that was loaded to memory to memory of the same
/// type, so that it becomes a view (TensorCopies.h).
static bool becomesView(Operation *op, ttg::MemDescType memory) {
  auto alloc = dyn_cast<ttg::LocalAllocOp>(op);
  return alloc && alloc.getType() == memory;
}

static ttg::MemDescType getMemory(tt::DescriptorLoadOp load) {
  return ttg::getTensorCopyMemory(load.getDesc().getType(),
                                  load.getType().getShape());
}

SharedForecast::SharedForecast(tt::FuncOp func)
    : numbers(func),
      items(findSharedItems(func, numbers, /*keepsStored=*/false)) {
  func.walk([&](Operation *op) {
    if (auto load = dyn_cast<tt::DescriptorLoadOp>(op)) {
      ttg::MemDescType memory = getMemory(load);
      // Conversions load the tile in another layout.
      for (Operation *user : load->getUsers())
        if (becomesView(user, memory) || isa<ttg::ConvertLayoutOp>(user))
          drop(user);
    }
    if (isa<tt::DescriptorLoadOp, tt::DescriptorStoreOp,
            tt::DescriptorReduceOp>(op))
      accesses.push_back(op);
  });
}

//===----------------------------------------------------------------------===//
// Plans
//===----------------------------------------------------------------------===//

void SharedForecast::add(Operation *op, ttg::MemDescType memory, unsigned count,
                         Operation *first, Operation *last) {
  unsigned begin = first ? numbers[first].begin : 0;
  planned.push_back(
      makeTiles(op, memory.withBuffers(count), {begin, numbers[last].end}));
}

//===----------------------------------------------------------------------===//
// Items
//===----------------------------------------------------------------------===//

Span SharedForecast::getLife(ttg::LocalAllocOp alloc) const {
  Span life = cm2tt::getLife(alloc, numbers, /*keepsStored=*/false);
  auto loop = dyn_cast<scf::ForOp>(alloc->getParentOp());
  if (!loop)
    return life;
  forEachReader(alloc, alloc.getType(), [&](Operation *user) {
    auto dot = dyn_cast<ttg::WarpGroupDotOp>(user);
    if (!dot || dot->getBlock() != alloc->getBlock())
      return;
    Operation *end = findCompletion(loop, dot);
    life.end =
        std::max(life.end, end ? numbers[end].begin - 1 : numbers[loop].end);
  });
  return life;
}

/// A tile that is loaded where it is used lives until its last view is read.
void SharedForecast::addLoad(tt::DescriptorLoadOp load,
                             SmallVectorImpl<SharedItem> &all) const {
  ttg::MemDescType memory = getMemory(load);
  if (!memory)
    return;
  Span life = numbers[load];
  all.push_back(makeTiles(load, getBarrierMemory(load.getContext()), life));
  for (Operation *user : load->getUsers())
    if (becomesView(user, memory))
      life.end = std::max(life.end, getLife(cast<ttg::LocalAllocOp>(user)).end);
  all.push_back(makeTiles(load, memory, life));
}

void SharedForecast::addStore(Operation *store, Value desc, Value tile,
                              SmallVectorImpl<SharedItem> &all) const {
  auto memory = ttg::getTensorCopyMemory(
      cast<tt::TensorDescType>(desc.getType()),
      cast<RankedTensorType>(tile.getType()).getShape());
  if (!memory)
    return;
  SharedItem item = makeTiles(store, memory, numbers[store]);
  item.bytes /= std::max(parts.lookup(store), 1u);
  all.push_back(item);
}

SharedAllocation SharedForecast::allocate() const {
  SmallVector<SharedItem, 0> all;
  for (const SharedItem &item : items) {
    if (dropped.contains(item.op))
      continue;
    all.push_back(item);
    if (auto alloc = dyn_cast<ttg::LocalAllocOp>(item.op))
      all.back().end = getLife(alloc).end;
  }
  for (Operation *op : accesses) {
    if (dropped.contains(op))
      continue;
    if (auto load = dyn_cast<tt::DescriptorLoadOp>(op))
      addLoad(load, all);
    else if (auto store = dyn_cast<tt::DescriptorStoreOp>(op))
      addStore(op, store.getDesc(), store.getSrc(), all);
    else if (auto reduce = dyn_cast<tt::DescriptorReduceOp>(op))
      addStore(op, reduce.getDesc(), reduce.getSrc(), all);
  }
  all.append(planned);
  return packShared(std::move(all), /*roomyBytes=*/0);
}
