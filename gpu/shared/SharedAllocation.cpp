// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Packing: items that are live at the same time do not overlap. See
/// SharedAllocation.h.
///
/// Not here: what lives when (SharedLiveness.cpp).

#include "SharedLiveness.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace cm2tt;

namespace {
/// A piece of memory, from `begin` to before `end`.
struct Piece {
  uint64_t begin, end;
  bool operator<(const Piece &other) const { return begin < other.begin; }
};
} // namespace

static Piece pieceOf(const SharedItem &item) {
  return {item.offset, item.offset + item.bytes};
}

/// The lowest offset at which `item` meets none of `taken`, which gets sorted.
static uint64_t findLowest(const SharedItem &item,
                           llvm::MutableArrayRef<Piece> taken) {
  llvm::sort(taken);
  uint64_t offset = 0;
  for (const Piece &piece : taken) {
    if (offset + item.bytes <= piece.begin)
      break;
    offset = std::max(offset, llvm::alignTo(piece.end, item.alignment));
  }
  return offset;
}

namespace {
/// Assigns offsets to items that are in the order of `begin`.
struct Packing {
  explicit Packing(llvm::MutableArrayRef<SharedItem> items) : items(items) {}

  /// Assigns offsets to the tiles; returns the memory that they take.
  uint64_t placeTiles();
  /// Assigns offsets to the scratch between them. Each is at another offset
  /// than the previous one if that is possible within `budget`.
  uint64_t placeScratch(uint64_t budget);

private:
  llvm::MutableArrayRef<SharedItem> items;
};
} // namespace

uint64_t Packing::placeTiles() {
  // Who lives together: linear in the number of such pairs.
  SmallVector<SmallVector<unsigned>, 0> neighbours(items.size());
  SmallVector<unsigned> living, order;
  for (auto [i, item] : llvm::enumerate(items)) {
    if (item.isScratch)
      continue;
    unsigned now = item.begin;
    llvm::erase_if(living, [&](unsigned j) { return items[j].end < now; });
    for (unsigned j : living) {
      neighbours[i].push_back(j);
      neighbours[j].push_back(i);
    }
    living.push_back(i);
    order.push_back(i);
  }
  llvm::stable_sort(order, [&](unsigned a, unsigned b) {
    return items[a].bytes > items[b].bytes;
  });
  uint64_t most = 0;
  llvm::BitVector isPlaced(items.size());
  for (unsigned i : order) {
    SmallVector<Piece> taken;
    for (unsigned j : neighbours[i])
      if (isPlaced[j])
        taken.push_back(pieceOf(items[j]));
    items[i].offset = findLowest(items[i], taken);
    isPlaced.set(i);
    most = std::max(most, pieceOf(items[i]).end);
  }
  return most;
}

uint64_t Packing::placeScratch(uint64_t budget) {
  uint64_t most = 0;
  SmallVector<unsigned> living;
  Piece last{0, 0};
  for (auto [i, item] : llvm::enumerate(items)) {
    unsigned now = item.begin;
    llvm::erase_if(living, [&](unsigned j) { return items[j].end < now; });
    if (item.isScratch) {
      SmallVector<Piece> taken;
      for (unsigned j : living)
        taken.push_back(pieceOf(items[j]));
      SmallVector<Piece> avoided(taken);
      avoided.push_back(last);
      item.offset = findLowest(item, avoided);
      if (item.offset + item.bytes > budget)
        item.offset = findLowest(item, taken);
      last = pieceOf(item);
      most = std::max(most, last.end);
    }
    living.push_back(i);
  }
  return most;
}

SharedAllocation cm2tt::packShared(SmallVector<SharedItem, 0> items,
                                   uint64_t roomyBytes) {
  llvm::stable_sort(items, [](const SharedItem &a, const SharedItem &b) {
    return a.begin < b.begin;
  });
  SharedAllocation allocation;
  allocation.items = std::move(items);
  Packing packing(allocation.items);
  uint64_t tiles = packing.placeTiles();
  uint64_t bytes = std::max(tiles, packing.placeScratch(/*budget=*/0));
  uint64_t budget = std::max(bytes, roomyBytes);
  allocation.bytes = std::max(tiles, packing.placeScratch(budget));
  return allocation;
}

SharedAllocation cm2tt::allocateShared(tt::FuncOp func, uint64_t roomyBytes,
                                       bool keepsStored) {
  return packShared(findSharedItems(func, OperationNumbers(func), keepsStored),
                    roomyBytes);
}
