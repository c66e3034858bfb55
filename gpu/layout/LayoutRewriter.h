// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Gives every tile the layout that was planned: operations with a defined
/// layout are changed in place, cheap ones are rematerialised in each layout
/// that is required.
///
/// Not here: choosing the layouts (LayoutPlanner.h).

#ifndef CM2TT_LIB_TTTOTTG_LAYOUTREWRITER_H
#define CM2TT_LIB_TTTOTTG_LAYOUTREWRITER_H

#include "LayoutPlanner.h"

#include "cm2tt/Dialect/TTG/TTGOps.h"

#include "mlir/IR/Builders.h"

namespace cm2tt {

/// Rewrites one function for a plan. Everything in it is supported.
class LayoutRewriter {
public:
  LayoutRewriter(tt::FuncOp func, const LayoutPlanner &plan)
      : func(func), plan(plan), builder(func.getContext()) {}

  void run();
  unsigned getNumConversions() const { return conversions; }

private:
  /// A tile, and the layout in which it is wanted.
  using Demand = std::pair<mlir::Value, mlir::Attribute>;

  /// Changes an operation that is not cheap in place.
  void rewrite(mlir::Operation *op);
  /// Makes a product one of warp groups.
  void rewriteWarpGroupDot(tt::DotOp op);
  /// A tile in shared memory, as an operand of a product.
  mlir::Value share(mlir::Value tile, const ttg::LinearLayout &layout);
  /// Gives a tile that is not cheap its type.
  void retype(mlir::Value tile);
  /// The tile in that layout, or in any if there is none: converted, or
  /// rematerialised.
  mlir::Value provide(mlir::Value tile, ttg::LinearAttr layout);
  /// Whether all tiles that a demand needs are provided; else adds the others.
  bool demandOperands(Demand demand,
                      llvm::SmallVectorImpl<Demand> &demands) const;
  /// The layout of an operand that a cheap operation needs for its result in
  /// `layout`.
  ttg::LinearAttr operandLayout(mlir::OpOperand &operand,
                                ttg::LinearAttr layout) const;
  /// Rematerialises a cheap tile, whose operands are provided.
  mlir::Value remake(mlir::Value tile, ttg::LinearAttr layout);
  mlir::Value convert(mlir::Value tile, ttg::LinearAttr layout);

  tt::FuncOp func;
  const LayoutPlanner &plan;
  mlir::OpBuilder builder;
  llvm::DenseMap<Demand, mlir::Value> provided;
  /// Tiles in shared memory, by tile and layout.
  llvm::DenseMap<Demand, mlir::Value> shared;
  /// Products, and the operations that replace them.
  llvm::SmallVector<std::pair<tt::DotOp, ttg::WarpGroupDotOp>> products;
  unsigned conversions = 0;
};

} // namespace cm2tt

#endif // CM2TT_LIB_TTTOTTG_LAYOUTREWRITER_H
