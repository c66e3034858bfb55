// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Which layout each tile of a function gets, decided once.
///
/// A tile is *cheap* if it is made of constants, ranges and scalars by pure
/// operations: addresses and masks are. A cheap tile has no layout of its own;
/// it is made anew in every layout that a user asks for. All other tiles have a
/// *home* layout. Those that must have the same one (an elementwise operation's
/// operands and result, a load's result, a stored value) form a class, and a
/// class gets the layout that its accesses to memory cost least in; an access
/// that gains more by a layout of its own than converting costs gets that.
///
/// Not here: rewriting the function (TTToTTG.cpp).

#ifndef CM2TT_CONVERSION_TTTOTTG_LAYOUTPLANNER_H
#define CM2TT_CONVERSION_TTTOTTG_LAYOUTPLANNER_H

#include "cm2tt/Conversion/AxisInfo.h"
#include "cm2tt/Dialect/TT/TTOps.h"
#include "cm2tt/Dialect/TTG/TTGAttrs.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/MapVector.h"

namespace cm2tt {

/// Plans one function. Queries are valid while the function is not changed.
class LayoutPlanner {
public:
  LayoutPlanner(tt::FuncOp func, const ModuleAxisInfo &axisInfo,
                unsigned numWarps);

  /// Whether a tile can be made anew in any layout at the cost of arithmetic.
  bool isCheap(mlir::Value tile) const { return !homes.contains(tile); }
  /// The layout of a tile that is not cheap.
  ttg::LinearAttr homeOf(mlir::Value tile) const { return homes.lookup(tile); }
  /// The layout in which an operation accesses memory.
  ttg::LinearAttr layoutOfAccess(mlir::Operation *access) const {
    return accessLayouts.lookup(access);
  }

private:
  /// An access to memory through a tile of pointers.
  struct Access {
    mlir::Operation *op;
    mlir::Value pointer, mask;
  };
  /// A set of tiles with one shape and one layout.
  struct TileClass {
    llvm::SmallVector<Access> accesses;
    llvm::SmallVector<mlir::Value> tiles;
    llvm::ArrayRef<int64_t> shape;
  };

  /// A blocked layout to choose from: `perThread` neighbours along order[0].
  struct Candidate {
    llvm::SmallVector<unsigned> order;
    int64_t perThread = 1;
  };

  void classify(mlir::Operation *op);
  void addAccess(mlir::Operation *op, mlir::Value pointer, mlir::Value mask,
                 mlir::Value data);
  bool dependsOnHome(mlir::Operation *op) const;
  /// Gives a class its layout, and another to those of its accesses that gain
  /// more by one of their own than converting costs.
  void plan(const TileClass &tiles);
  /// The candidate of least cost for these accesses together.
  Candidate choose(llvm::ArrayRef<int64_t> shape,
                   llvm::ArrayRef<Access> accesses) const;
  /// What an access costs in a layout, in about the issue slots of a warp.
  double costOf(const Access &access, const Candidate &candidate,
                int64_t registers) const;
  ttg::LinearAttr layoutOf(llvm::ArrayRef<int64_t> shape,
                           const Candidate &candidate) const;
  int64_t registersFor(llvm::ArrayRef<int64_t> shape) const;

  const ModuleAxisInfo &axisInfo;
  unsigned numWarps;
  mlir::MLIRContext *context;
  /// Values and accesses, as opaque pointers, in classes.
  llvm::EquivalenceClasses<const void *> classes;
  llvm::SmallVector<Access> accesses;
  /// Tiles that are not cheap, in order, and their layouts.
  llvm::MapVector<mlir::Value, ttg::LinearAttr> homes;
  llvm::DenseMap<mlir::Operation *, ttg::LinearAttr> accessLayouts;
};

} // namespace cm2tt

#endif // CM2TT_CONVERSION_TTTOTTG_LAYOUTPLANNER_H
