// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Scratch memory of a program: the tiles in it and their offsets.
///
/// Tiles that are not live at the same time share memory. A carried tile is
/// updated in place if the yielded value can be computed there, and a product
/// adds to its accumulator.

#ifndef CM2TT_LIB_TTTOCPU_SCRATCH_H
#define CM2TT_LIB_TTTOCPU_SCRATCH_H

#include "mlir/IR/BuiltinTypes.h"

#include <vector>

namespace cm2tt {

/// A tile in scratch memory, by number.
using BufferId = unsigned;

/// The bytes that an element takes in memory: truth values take one.
unsigned bytesInMemory(mlir::Type element);

/// The tiles in scratch memory. Two of them can be merged.
class Scratch {
public:
  /// The alignment of every tile: a cache line, and the widest vector.
  static constexpr int64_t alignment = 64;

  /// Adds a tile.
  BufferId add(mlir::RankedTensorType type);
  /// The tile into which a tile is merged: equal numbers are one tile.
  BufferId find(BufferId buffer) const;
  /// Merges two tiles of equal size.
  void merge(BufferId a, BufferId b);
  /// Records that a tile is in use at a point of the program; points are
  /// numbered over the whole function.
  void use(BufferId buffer, unsigned programPoint);
  /// Extends the use of tiles that are used before and after `begin` to `end`:
  /// there is a loop in between.
  void useAcross(unsigned begin, unsigned end);
  /// Records that all tiles that are used are in use from `begin` to `end`.
  void useAlways(unsigned begin, unsigned end);

  mlir::RankedTensorType getType(BufferId buffer) const {
    return tiles[buffer].type;
  }
  /// Assigns an offset to each tile: tiles that are not in use at the same
  /// point may share memory.
  void allocate();
  /// The offset of a tile in bytes.
  int64_t getOffset(BufferId buffer) const {
    return tiles[find(buffer)].offset;
  }
  /// The size of all tiles in bytes.
  int64_t getBytes() const { return bytes; }

private:
  struct Tile {
    mlir::RankedTensorType type;
    BufferId parent;
    unsigned first = ~0u, last = 0;
    int64_t offset = 0;
  };
  int64_t getBytes(const Tile &tile) const;

  std::vector<Tile> tiles;
  int64_t bytes = 0;
};

} // namespace cm2tt

#endif // CM2TT_LIB_TTTOCPU_SCRATCH_H
