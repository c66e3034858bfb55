// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Allocates tiles in scratch memory.

#include "Scratch.h"

#include "cm2tt/Dialect/TT/TTTypes.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace cm2tt;

unsigned cm2tt::bytesInMemory(Type element) {
  if (isa<tt::PtrType>(element))
    return 8;
  return llvm::divideCeil(element.getIntOrFloatBitWidth(), 8);
}

BufferId Scratch::add(RankedTensorType type) {
  BufferId id = tiles.size();
  tiles.push_back({type, id});
  return id;
}

BufferId Scratch::find(BufferId buffer) const {
  while (tiles[buffer].parent != buffer)
    buffer = tiles[buffer].parent;
  return buffer;
}

void Scratch::merge(BufferId a, BufferId b) {
  a = find(a);
  b = find(b);
  if (a == b)
    return;
  assert(getBytes(tiles[a]) == getBytes(tiles[b]) && "tiles of one size");
  tiles[b].parent = a;
  tiles[a].first = std::min(tiles[a].first, tiles[b].first);
  tiles[a].last = std::max(tiles[a].last, tiles[b].last);
}

void Scratch::use(BufferId buffer, unsigned programPoint) {
  Tile &tile = tiles[find(buffer)];
  tile.first = std::min(tile.first, programPoint);
  tile.last = std::max(tile.last, programPoint);
}

void Scratch::useAcross(unsigned begin, unsigned end) {
  for (Tile &tile : tiles)
    if (tile.first < begin && tile.last >= begin)
      tile.last = std::max(tile.last, end);
}

void Scratch::useAlways(unsigned begin, unsigned end) {
  for (auto [id, tile] : llvm::enumerate(tiles))
    if (tile.parent == id) {
      tile.first = std::min(tile.first, begin);
      tile.last = std::max(tile.last, end);
    }
}

int64_t Scratch::getBytes(const Tile &tile) const {
  int64_t size = tile.type.getNumElements() *
                 int64_t(bytesInMemory(tile.type.getElementType()));
  return llvm::alignTo(size, alignment);
}

/// In the order of their first use, each tile gets the lowest offset that is
/// free during its lifetime.
void Scratch::allocate() {
  SmallVector<Tile *> order;
  for (auto [id, tile] : llvm::enumerate(tiles))
    if (tile.parent == id && tile.first <= tile.last)
      order.push_back(&tile);
  llvm::stable_sort(order,
                    [](Tile *a, Tile *b) { return a->first < b->first; });
  // The tiles in use, by offset.
  SmallVector<Tile *> live;
  for (Tile *tile : order) {
    llvm::erase_if(live,
                   [&](Tile *other) { return other->last < tile->first; });
    auto *place = live.begin();
    int64_t offset = 0;
    for (; place != live.end(); ++place) {
      if (offset + getBytes(*tile) <= (*place)->offset)
        break;
      offset = (*place)->offset + getBytes(**place);
    }
    tile->offset = offset;
    live.insert(place, tile);
    bytes = std::max(bytes, offset + getBytes(*tile));
  }
}
