// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Shared by the sources of TTLowerDescriptors.

#ifndef CM2TT_TILE_PREPARE_TTLOWERDESCRIPTORS_TTLOWERDESCRIPTORSINTERNALS_H
#define CM2TT_TILE_PREPARE_TTLOWERDESCRIPTORS_TTLOWERDESCRIPTORSINTERNALS_H

#include "cm2tt/Dialect/TT/TTOps.h"
#include "cm2tt/Tile/AxisInfo.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/EquivalenceClasses.h"

namespace cm2tt {

/// Bulk tensor copies move units of this size: strides, and the alignment of a
/// tensor's first element, are multiples of it.
inline constexpr int64_t kBulkCopyBytes = 16;

/// Checks a descriptor that a kernel makes. Fails after an error at `op` for a
/// block or a constant stride that violates the rules of tensor descriptors.
llvm::LogicalResult checkDescriptor(tt::MakeTensorDescriptorOp op);
/// Checks the types of the descriptors that are passed to the kernel `func`.
llvm::LogicalResult checkParameters(tt::FuncOp func);

/// The descriptors of a module in sets. Those that branches, loops, selects or
/// calls may pass on as one value are in one set.
class DescriptorSets {
public:
  explicit DescriptorSets(mlir::ModuleOp module);
  /// Calls `visit` with the values of each set.
  template <typename Visitor> void forEach(Visitor visit) const {
    for (const auto *set : sets)
      if (set->isLeader())
        visit(llvm::SmallVector<mlir::Value>(sets.member_begin(*set),
                                             sets.member_end()));
  }

private:
  void addValues(mlir::Operation *op);
  void addRegions(mlir::RegionBranchOpInterface op);
  void addBranch(mlir::BranchOpInterface branch);
  void addCall(tt::CallOp call);
  /// Joins the sets of both if `from` is a descriptor.
  void connect(mlir::Value from, mlir::Value to);

  llvm::EquivalenceClasses<mlir::Value> sets;
};

/// Why bulk tensor copies cannot perform all accesses of the descriptors of a
/// set; empty if they can. `canCreate`: whether the target creates tensor maps.
llvm::StringRef findBulkObstacle(llvm::ArrayRef<mlir::Value> descs,
                                 bool canCreate,
                                 const ModuleAxisInfo &axisInfo);

/// Descriptors that stay while others are converted: the conversion knows
/// types, not single values. So they have another type meanwhile, a tuple.
struct KeptDescriptors {
  /// Gives these descriptors the other type.
  static void hide(mlir::ModuleOp module,
                   const llvm::DenseSet<mlir::Value> &descs);
  /// Whether a type is that of a hidden descriptor.
  static bool isHidden(mlir::Type type);
  /// Gives all hidden descriptors their types again.
  static void restore(mlir::ModuleOp module);
};

/// A tile that is combined with memory.
struct TileReduction {
  tt::DescriptorReduceKind kind;
  /// Whether elements are integers without a sign.
  bool isUnsigned;
  /// Tiles of pointers, of numbers, and of i1.
  mlir::Value pointers, source, mask;
  /// A pointer to an element that exists if the mask is true anywhere.
  mlir::Value base;
};

/// Combines the elements in memory with those of the source, atomically, where
/// the mask is true. Operations are created at `builder`.
void createReduction(mlir::OpBuilder &builder, mlir::Location loc,
                     const TileReduction &reduction);

} // namespace cm2tt

#endif // CM2TT_TILE_PREPARE_TTLOWERDESCRIPTORS_TTLOWERDESCRIPTORSINTERNALS_H
