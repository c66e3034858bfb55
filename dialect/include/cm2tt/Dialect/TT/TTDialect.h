// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The class of the dialect `tt`, and the memory that its operations touch.
///
/// Not here: types (TTTypes.h), operations (TTOps.h).

#ifndef CM2TT_DIALECT_TT_TTDIALECT_H
#define CM2TT_DIALECT_TT_TTDIALECT_H

#include "cm2tt/Dialect/TT/TextVersion.h"

#include "mlir/IR/Dialect.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace mlir {
class ModuleOp;
} // namespace mlir

#include "cm2tt/Dialect/TT/TTDialect.h.inc"

namespace cm2tt::tt {

/// The memory that all programs of a grid share. What `tt` reads and writes.
struct GlobalMemory : mlir::SideEffects::Resource::Base<GlobalMemory> {
  /// Its name in dumps.
  llvm::StringRef getName() final { return "<Global Memory>"; }
};

/// Shared memory of the block, which layouts use and `tt` does not.
struct SharedMemory : mlir::SideEffects::Resource::Base<SharedMemory> {
  /// Its name in dumps.
  llvm::StringRef getName() final { return "<SharedMemory>"; }
};

/// On assembly that treats each element of a pack alike, before it has layouts:
/// a unit. A pack may then have any elements.
inline constexpr llvm::StringLiteral kAnyPackAttr = "ttg.any_pack";

/// Names of the discardable attributes that the dialect gives a meaning and
/// verifies. On a function argument the first three are i32; on an operation
/// they are i32 or a dense vector of i32, one entry for each dimension.
inline constexpr llvm::StringLiteral kDivisibilityAttr = "tt.divisibility";
inline constexpr llvm::StringLiteral kContiguityAttr = "tt.contiguity";
inline constexpr llvm::StringLiteral kConstancyAttr = "tt.constancy";
/// On a function argument: it is a bulk copy descriptor created by the host.
inline constexpr llvm::StringLiteral kNvTmaDescAttr = "tt.nv_tma_desc";
/// On a loop or a module: how many stages the software pipeline has, i32. A
/// loop precedes its module.
inline constexpr llvm::StringLiteral kNumStagesAttr = "tt.num_stages";
/// On a module: how many warps a block has, i32.
inline constexpr llvm::StringLiteral kNumWarpsAttr = "tt.num_warps";
/// On a loop: how often its body is repeated, i32.
inline constexpr llvm::StringLiteral kLoopUnrollFactorAttr =
    "tt.loop_unroll_factor";
/// On a loop, units.
inline constexpr llvm::StringLiteral kDisallowAccMultiBufferAttr =
    "tt.disallow_acc_multi_buffer";
inline constexpr llvm::StringLiteral kFlattenAttr = "tt.flatten";
inline constexpr llvm::StringLiteral kWarpSpecializeAttr = "tt.warp_specialize";
/// On a function: `true` keeps it from being inlined.
inline constexpr llvm::StringLiteral kNoInlineAttr = "noinline";

/// The warps of a block: `given`, or if that is 0, what `module` says
/// (`kNumWarpsAttr`), or 4.
unsigned getNumWarps(mlir::ModuleOp module, unsigned given);
/// The stages of the loops that say nothing of it: `given`, or if that is 0,
/// what `module` says (`kNumStagesAttr`), or 3.
unsigned getNumStages(mlir::ModuleOp module, unsigned given);

} // namespace cm2tt::tt

#endif // CM2TT_DIALECT_TT_TTDIALECT_H
