// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The order of passes: one function for each phase of the compilation of a
/// kernel.

#ifndef CM2TT_COMPILER_PIPELINES_H
#define CM2TT_COMPILER_PIPELINES_H

#include "cm2tt/Compiler/OptionWords.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace mlir {
class OpPassManager;
} // namespace mlir

namespace cm2tt {

/// An option of the compiler, for visitors of the options (CompilerOptions.td).
struct CompilerOptionInfo {
  /// The name of the member.
  llvm::StringLiteral name;
  /// The flag of the command line, without dashes; empty: none.
  llvm::StringLiteral flag;
  /// Whether the code may depend on the option.
  bool changesCode;
  /// Whether a command line states the option though it has its default.
  bool isStated;
};

/// The options of the phases.
struct PipelineOptions {
#include "cm2tt/Compiler/PipelineOptionMembers.h.inc"

  /// Calls `visit` with the CompilerOptionInfo and the address of each member.
  template <typename Visitor> static void forEach(Visitor &&visit) {
#include "cm2tt/Compiler/PipelineOptionVisits.h.inc"
  }
  bool operator==(const PipelineOptions &other) const;
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

#endif // CM2TT_COMPILER_PIPELINES_H
