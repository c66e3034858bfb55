// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Which tiles are another one, moved by the same amount in all elements.
///
/// **Idea.** A *step* is an operation that moves all elements of a tile alike,
/// by a scalar (IntegerForms::ofMovedTiles). A tile's *base* is what one gets
/// to by going back over steps, over a choice (`scf.if`, a select by one
/// scalar) between two tiles of one base, and over a loop from the yielded to
/// the initial value, if an iteration yields its initial value, moved.
///
/// **Key fact.** What is a base, moved, needs but the base and a scalar. So a
/// loop carries a scalar, if the base can be had in it again: *cheap* tiles are
/// made of ranges, splats and integer arithmetic, and of cheap tiles, moved.
///
/// Everything is found in two walks, the first for bases, from the inside out,
/// the second for what is cheap, from the outside in.

#ifndef CM2TT_LIB_TTREDUCESTRENGTH_TTREDUCESTRENGTHINTERNALS_H
#define CM2TT_LIB_TTREDUCESTRENGTH_TTREDUCESTRENGTHINTERNALS_H

#include "tile/analysis/IntegerForms.h"

namespace cm2tt {

/// The amount that is added to each element of a base to get a tile: a number,
/// and scalars times numbers.
struct Movement {
  mlir::Value base;
  llvm::SmallVector<std::pair<mlir::Value, int64_t>> scalars = {};
  int64_t number = 0;
};

/// Goes back over steps alone.
Movement getMovement(mlir::Value value);

/// Tiles that are bases, moved, in one function.
class MovedTiles {
public:
  /// Analyses everything in `root`.
  explicit MovedTiles(mlir::Operation *root);

  /// Whether `value`, a result of a loop or a choice or what a loop carries, is
  /// a cheap base, moved.
  bool isMoved(mlir::Value value) const {
    return links.contains(value) && costs.contains(value);
  }

private:
  /// The base of a tile, after what was linked so far.
  mlir::Value getBase(mlir::Value value) const;

  /// The first walk: links what is moved to a tile that has the same base.
  void link(mlir::Operation *op);
  void linkFor(mlir::scf::ForOp loop);
  void linkWhile(mlir::scf::WhileOp loop);
  void linkChoice(mlir::Value result, mlir::Value a, mlir::Value b);

  /// The second walk: what making a tile again costs, where it is cheap.
  void price(mlir::Operation *op);
  void priceResult(mlir::Value result);
  void priceLinked(mlir::ValueRange values);

  /// From results and arguments to tiles defined outside of their operation.
  llvm::DenseMap<mlir::Value, mlir::Value> links;
  /// In operations; of cheap tiles only.
  llvm::DenseMap<mlir::Value, unsigned> costs;
};

} // namespace cm2tt

#endif // CM2TT_LIB_TTREDUCESTRENGTH_TTREDUCESTRENGTHINTERNALS_H
