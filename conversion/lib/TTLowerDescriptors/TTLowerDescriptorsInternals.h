// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Shared by the sources of TTLowerDescriptors.

#ifndef CM2TT_CONVERSION_TTLOWERDESCRIPTORS_TTLOWERDESCRIPTORSINTERNALS_H
#define CM2TT_CONVERSION_TTLOWERDESCRIPTORS_TTLOWERDESCRIPTORSINTERNALS_H

#include "cm2tt/Conversion/AxisInfo.h"
#include "cm2tt/Dialect/TT/TTOps.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"

namespace cm2tt {

/// Bulk tensor copies move units of this size: strides, and the alignment of a
/// tensor's first element, are multiples of it.
inline constexpr int64_t kBulkCopyBytes = 16;

/// Checks a descriptor that a kernel makes. Fails after an error at `op` for a
/// block or a constant stride that violates the rules of tensor descriptors.
llvm::LogicalResult checkDescriptor(tt::MakeTensorDescriptorOp op);
/// Checks the types of the descriptors that are passed to the kernel `func`.
llvm::LogicalResult checkParameters(tt::FuncOp func);

/// Why bulk tensor copies cannot perform all accesses of a descriptor; empty if
/// they can.
llvm::StringRef findBulkObstacle(mlir::Value desc,
                                 const ModuleAxisInfo &axisInfo);

/// Parameters that stay descriptors while others are converted: the conversion
/// of a signature knows types, not single parameters.
class KeptParameters {
public:
  /// Gives a parameter of a kernel another type.
  void hide(tt::FuncOp func, unsigned index);
  /// Gives all parameters their types again.
  void restore();

private:
  static void updateType(tt::FuncOp func);

  llvm::SmallVector<mlir::UnrealizedConversionCastOp> casts;
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

#endif // CM2TT_CONVERSION_TTLOWERDESCRIPTORS_TTLOWERDESCRIPTORSINTERNALS_H
