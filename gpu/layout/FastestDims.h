// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Along which dimension of a tile elements are neighbours in memory: that of
/// the loads from which a tile is computed. Packs of assembly
/// (`tt.elementwise_inline_asm`) hold neighbours along it, as programs that are
/// written for Triton expect: there, the layout of an access has such
/// neighbours in consecutive registers, and what is computed has that layout.
///
/// Not here: dimensions of operands of products (LayoutCosts.h).

#ifndef CM2TT_LIB_TTTOTTG_FASTESTDIMS_H
#define CM2TT_LIB_TTTOTTG_FASTESTDIMS_H

#include "cm2tt/Tile/AxisInfo.h"

#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"

namespace cm2tt {

/// The dimensions of a function's tiles: found in one walk, before its types
/// change, if the function has packs.
class FastestDims {
public:
  FastestDims(const ModuleAxisInfo &axisInfo, mlir::Region &body);

  /// The dimension of the first operand that was loaded, or else of one that a
  /// shape operation made of a tile that was not; or else the last one, as of
  /// products and of what is computed from indices. `op` has a tile.
  unsigned get(mlir::Operation *op) const;

private:
  /// A dimension, and whether it is that of a load.
  struct Dim {
    unsigned number;
    bool isLoaded;
  };

  void visit(mlir::Region &region);
  void visit(mlir::Operation *op);
  void visitLoop(mlir::Operation *op, mlir::ValueRange inits);
  /// Results are what the regions yield.
  void visitYields(mlir::Operation *op);
  void copy(mlir::Value from, mlir::Value to);
  /// The dimension of the operands of an elementwise operation.
  std::optional<Dim> ofOperands(mlir::Operation *op) const;
  /// The dimension of the result of an operation that changes the shape; the
  /// last one of an operand that is not known.
  std::optional<Dim> ofShape(mlir::Operation *op) const;

  const ModuleAxisInfo &axisInfo;
  llvm::DenseMap<mlir::Value, Dim> dims;
};

} // namespace cm2tt

#endif // CM2TT_LIB_TTTOTTG_FASTESTDIMS_H
