// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The order of passes: one function for each phase of the compilation of a
/// kernel.

#ifndef CM2TT_CONVERSION_PIPELINES_H
#define CM2TT_CONVERSION_PIPELINES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace mlir {
class OpPassManager;
} // namespace mlir

namespace cm2tt {

/// Whether accesses by pointers become accesses by tensor descriptors
/// (TTDescribeTensors), and who encodes their tensor maps.
enum class DescribedTensors {
  None,       ///< no access does
  InKernel,   ///< each program encodes them
  ByLauncher, ///< the launcher, by recipes in the metadata
};

/// The options of the phases.
struct PipelineOptions {
  /// `sm_80`, `sm_90a`, ...; `cpu`, `cpu:NAME`.
  std::string target = "sm_80";
  /// Warps of a block.
  unsigned numWarps = 4;
  /// Buffers of a software-pipelined loop.
  unsigned numStages = 3;
  /// Report decided branches and unrolled loops as remarks.
  bool remarks = false;
  /// Let kernels of a CPU ask before each access to memory.
  bool checked = false;
  /// Guard the accesses of kernels of a GPU (TTGuardAccesses).
  bool guardsAccesses = false;
  /// Launchers pass tensor descriptors as tensor maps (CUtensorMap), for bulk
  /// tensor copies. From sm_90 on.
  bool tensorMaps = false;
  /// An additional warp group performs the bulk copies of loops with products
  /// of warp groups (TTGSpecializeWarps).
  bool warpSpecialize = false;
  /// Each block of a kernel with products of warp groups runs several programs
  /// (TTMakePersistent).
  bool persistent = false;
  /// Loops with chains of products are rotated, so that the second product runs
  /// while its next operand is computed, or the first ones of the next
  /// iteration while results are stored (TTGRotateLoops).
  bool rotateLoops = false;
  /// From sm_90 on, without guards: which accesses by pointers are bulk tensor
  /// copies.
  DescribedTensors describedTensors = DescribedTensors::None;
  /// Loops with products or loads get a part in which their masks are true for
  /// all elements (TTSplitLoops).
  bool splitLoops = false;
  /// Programs with long loops start first, if those grow with their index in
  /// the grid (TTOrderPrograms).
  bool orderPrograms = false;
};

/// The canonicalizations of MLIR that the phases leave out: debug names of
/// patterns, as MLIR hides their classes. Every canonicalizer gets them, by
/// `disable-patterns`.
llvm::ArrayRef<llvm::StringRef> leftOutCanonicalizations();

/// cm to tt: type the kernel, rewrite it.
void buildFrontEndPhase(mlir::OpPassManager &passes,
                        const PipelineOptions &options);
/// tt to tt without block pointers and tensor descriptors: kernels have the
/// parameters that they are compiled with. The beginning of buildTTPhase.
void buildBlocksPhase(mlir::OpPassManager &passes,
                      const PipelineOptions &options);
/// tt to optimised tt.
void buildTTPhase(mlir::OpPassManager &passes, const PipelineOptions &options);
/// tt to tt for a text that Triton of a version reads: 3.6 to 3.9.
void buildTextPhase(mlir::OpPassManager &passes, llvm::StringRef version);
/// tt to ttg: layouts, conversions between them.
void buildTTGPhase(mlir::OpPassManager &passes, const PipelineOptions &options);
/// The end of that phase, for modules that are laid out already: allocates
/// shared memory and inserts barriers.
void buildSharedMemoryPhase(mlir::OpPassManager &passes);
/// ttg to the LLVM dialect.
void buildLLVMPhase(mlir::OpPassManager &passes,
                    const PipelineOptions &options);
/// tt to the LLVM dialect, for a CPU.
void buildCPUPhase(mlir::OpPassManager &passes, const PipelineOptions &options);

} // namespace cm2tt

#endif // CM2TT_CONVERSION_PIPELINES_H
