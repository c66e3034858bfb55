// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Decides, once, the layout of each tile of a function.
///
/// A tile is *cheap* if operations without effects compute it from constants,
/// ranges and scalars, as for addresses and masks, with at most a few divisions
/// in a thread. A cheap tile has no layout of its own; it is rematerialised in
/// every layout that a user requires, at the cost of its divisions. Other tiles
/// fall into classes that must have one layout: the operands and results of an
/// elementwise operation; the values that a loop carries, with its results.
/// Accesses to memory, reductions and products have layouts of their own. A
/// graph of all of them chooses the layout of each (LayoutGraph.h).
///
/// No pass inserts conversions everywhere for another one to remove: the
/// planner knows the layouts that each use requires. Nothing is converted
/// twice, or in the wide type after an extension if it could be converted in
/// the narrow type before.
///
/// Not here: rewriting the function (LayoutRewriter.h).

#ifndef CM2TT_GPU_LAYOUT_LAYOUTPLANNER_H
#define CM2TT_GPU_LAYOUT_LAYOUTPLANNER_H

#include "FastestDims.h"
#include "LayoutGraph.h"

#include "cm2tt/Dialect/TT/TTOps.h"
#include "cm2tt/Dialect/TTG/MatrixLayouts.h"
#include "cm2tt/Dialect/TTG/TTGAttrs.h"
#include "cm2tt/Tile/AxisInfo.h"
#include "lowering/DotUnits.h"
#include "tile/analysis/IntegerForms.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"

namespace cm2tt {

/// For what is planned.
struct PlannerOptions {
  const ModuleAxisInfo &axisInfo;
  const TargetInfo &target;
  unsigned numWarps;
};

/// How a matrix product is computed.
struct DotPlan {
  DotUnit unit = DotUnit::Fma;
  /// For units for matrices.
  ttg::MmaShape shape;
  /// For `wgmma`: operands that are in shared memory, and whether neighbours
  /// along K are neighbours there.
  bool isShared[2] = {}, isKMajor[2] = {};
};

/// An image of a layout, and its inverse.
struct Images {
  LayoutTransform image, inverse = {LayoutTransform::Kind::None, {}};
};

/// Plans one function. Queries are valid until the function's types change.
class LayoutPlanner {
public:
  LayoutPlanner(tt::FuncOp func, const PlannerOptions &options);

  /// Whether a tile can be rematerialised in any layout at the cost of
  /// arithmetic.
  bool isCheap(mlir::Value tile) const { return cheap.contains(tile); }
  /// Whether this is `tt.trans` of a tile that products read from shared
  /// memory, where nothing has to be transposed.
  bool isView(mlir::Operation *op) const { return views.contains(op); }
  /// The layout in which a tile that is not cheap is computed.
  ttg::LinearAttr getDefinedLayout(mlir::Value tile) const;
  /// The layout in which an operation requires a tile; null if any will do.
  ttg::LinearAttr getRequiredLayout(mlir::OpOperand &operand) const;
  /// The layout in which a cheap tile is computed if its users accept any.
  ttg::LinearAttr getPlainLayout(mlir::Value tile) const;
  /// The dimension along which packs of assembly hold neighbours; none if a
  /// pack may have any elements.
  std::optional<unsigned> getPackAxis(mlir::Operation *op) const;
  const DotPlan &getDotPlan(tt::DotOp op) const {
    return dots.find(op)->second.plan;
  }

private:
  /// A layout that follows from that of a node.
  struct Derived {
    unsigned node;
    unsigned image = 0;
  };
  /// A product, and the nodes of its result and operands in registers.
  struct Dot {
    DotPlan plan;
    unsigned result = 0, operands[2] = {};
  };

  // Walking, in LayoutPlanner.cpp.
  void visit(mlir::Region &region);
  void visit(mlir::Operation *op);
  void visitElementwise(mlir::Operation *op);
  /// An instruction accesses up to `maxElements` neighbours.
  void visitAccess(mlir::Operation *op, mlir::Value pointer, mlir::Value mask,
                   int64_t maxElements);
  void visitReduction(mlir::Operation *op, unsigned axis, bool isScan);
  void visitPack(tt::MapElementwiseOp op);
  void visitAssembly(tt::ElementwiseInlineAsmOp op);
  void visitShape(mlir::Operation *op);
  bool visitControlFlow(mlir::Operation *op);
  bool hasCheapResult(mlir::Operation *op) const;

  // Products, in PlanDots.cpp.
  void visitDot(tt::DotOp op);
  void planDots();
  /// Decides the order of operands that threads store, after the layouts.
  void orderSharedOperands();
  void planMatrixUnit(tt::DotOp op, Dot &dot, bool isChained);
  void planFma(tt::DotOp op, Dot &dot);
  bool isKMajor(tt::DotOp op, unsigned operand) const;
  bool isFromMemory(tt::DotOp op, unsigned operand) const;
  void findViews(tt::FuncOp func);
  void findCopies(tt::FuncOp func);

  // Building the graph, in LayoutPlanner.cpp.
  /// The node of the class of a tile.
  unsigned getNode(mlir::Value tile);
  /// A node of its own for an operation, and its tiles.
  unsigned addNode(mlir::Value tile);
  /// The image of a node's layout is required for `operand`.
  void require(mlir::OpOperand &operand, unsigned node,
               const Images &images = {});
  /// Adds what it costs a node to rematerialise a cheap tile.
  void addCheap(mlir::OpOperand &operand, unsigned node,
                const LayoutTransform &image);
  /// `result` is computed in the image of a node's layout.
  void define(mlir::Value result, unsigned node, const Images &images = {});
  /// The same for all operands that are tiles.
  void requireAll(mlir::Operation *op, unsigned node);
  /// An estimate of how often a block runs.
  double getWeight(mlir::Block *block);
  double getWeight(mlir::Value value) {
    return getWeight(value.getParentBlock());
  }
  ttg::LinearAttr getAttribute(Derived derived) const;

  PlannerOptions options;
  mlir::MLIRContext *context;
  IntegerForms forms;
  FastestDims fastestDims;
  mutable LayoutTable table;
  LayoutGraph graph;
  llvm::DenseSet<mlir::Value> cheap;
  llvm::DenseSet<mlir::Operation *> views;
  /// Nodes of which a cheap tile has divisions.
  llvm::DenseSet<unsigned> divides;
  /// Loads that become copies to shared memory.
  llvm::DenseSet<mlir::Operation *> copies;
  llvm::DenseMap<mlir::Value, unsigned> classes;
  /// Tiles whose layout is not that of their class.
  llvm::DenseMap<mlir::Value, Derived> defined;
  llvm::DenseMap<mlir::OpOperand *, Derived> required;
  llvm::MapVector<mlir::Operation *, Dot> dots;
  llvm::DenseMap<mlir::Block *, double> weights;
  mutable llvm::DenseMap<LayoutId, ttg::LinearAttr> attributes;
};

/// The layout of the result of an operation that changes the shape, as an image
/// of that of `operand`, for which no element moves; and the inverse. For
/// operations on cheap tiles.
LayoutTransform getOperandTransform(mlir::OpOperand &operand);
LayoutTransform getResultTransform(mlir::Operation *op);

} // namespace cm2tt

#endif // CM2TT_GPU_LAYOUT_LAYOUTPLANNER_H
