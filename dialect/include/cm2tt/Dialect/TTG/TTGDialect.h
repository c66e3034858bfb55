// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The class of the dialect `ttg`, and the attributes of a module that describe
/// the machine it is laid out for.
///
/// Not here: layouts (TTGAttrs.h), operations (TTGOps.h).

#ifndef CM2TT_DIALECT_TTG_TTGDIALECT_H
#define CM2TT_DIALECT_TTG_TTGDIALECT_H

#include "mlir/IR/Dialect.h"

#include "cm2tt/Dialect/TTG/TTGDialect.h.inc"

namespace mlir {
class ModuleOp;
} // namespace mlir

namespace cm2tt::ttg {

/// On a module: warps in a block, i32, a power of two.
inline constexpr llvm::StringLiteral kNumWarpsAttr = "ttg.num-warps";
/// On a module with a `ttg.producer`: warps in a block, i32, those of the
/// producer among them.
inline constexpr llvm::StringLiteral kTotalNumWarpsAttr = "ttg.total-num-warps";
/// On a module: threads in a warp, i32, a power of two.
inline constexpr llvm::StringLiteral kThreadsPerWarpAttr =
    "ttg.threads-per-warp";
/// On a module: the target, a string such as "sm_90a".
inline constexpr llvm::StringLiteral kTargetAttr = "ttg.target";
/// On a module: bytes of shared memory of a block, i32.
inline constexpr llvm::StringLiteral kSharedAttr = "ttg.shared";
/// On a module: registers that a thread may use at most, i32, at least 1.
inline constexpr llvm::StringLiteral kMaxRegistersAttr = "ttg.maxnreg";
/// On a module: bytes of global memory that each program of the grid gets by
/// the last parameter of the kernel, i32.
inline constexpr llvm::StringLiteral kScratchAttr = "ttg.scratch";
/// On a kernel, unit: it waits for the kernels before it by itself, ahead of
/// its first access to global memory.
inline constexpr llvm::StringLiteral kWaitsForKernelsAttr =
    "ttg.waits_for_kernels";
/// Warps of a producer.
inline constexpr unsigned kProducerWarps = 4;
/// On an operation that has or uses shared memory: where it begins in that of
/// the block, in bytes, i32.
inline constexpr llvm::StringLiteral kOffsetAttr = "ttg.offset";
/// On assembly for packs of elements: the dimension along which those of a pack
/// are neighbours, i32; any registers of a thread are one without it.
inline constexpr llvm::StringLiteral kPackAxisAttr = "ttg.pack_axis";

/// Warps that tiles are laid out over, all of a block but those of a producer;
/// 4 where the module does not say.
unsigned getNumWarps(mlir::ModuleOp module);
/// Warps in a block with those of a producer; getNumWarps() where the module
/// does not say.
unsigned getTotalNumWarps(mlir::ModuleOp module);
/// Threads in a warp; 32 where the module does not say.
unsigned getThreadsPerWarp(mlir::ModuleOp module);
/// The target; empty where the module does not say.
llvm::StringRef getTarget(mlir::ModuleOp module);
/// Bytes of shared memory of a block; 0 where the module does not say.
unsigned getSharedBytes(mlir::ModuleOp module);
/// Bytes of global memory of a program; 0 where the module does not say.
unsigned getScratchBytes(mlir::ModuleOp module);
/// Registers that a thread may use at most; 0 where the module does not say.
unsigned getMaxRegisters(mlir::ModuleOp module);

/// Writes the first three attributes.
void setMachine(mlir::ModuleOp module, unsigned numWarps,
                unsigned threadsPerWarp, llvm::StringRef target);
/// Writes `ttg.total-num-warps`.
void setTotalNumWarps(mlir::ModuleOp module, unsigned warps);
/// Writes `ttg.shared`.
void setSharedBytes(mlir::ModuleOp module, unsigned bytes);
/// Writes `ttg.scratch`.
void setScratchBytes(mlir::ModuleOp module, unsigned bytes);
/// Writes `ttg.maxnreg`.
void setMaxRegisters(mlir::ModuleOp module, unsigned registers);

} // namespace cm2tt::ttg

#endif // CM2TT_DIALECT_TTG_TTGDIALECT_H
