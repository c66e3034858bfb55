// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// From the LLVM dialect to a target's code: LLVM IR in memory, optimised, then
/// PTX by LLVM's NVPTX back end, then machine code by `ptxas`.
///
/// Not here: the target's facts (TargetInfo.h); lowerings to the LLVM dialect.

#ifndef CM2TT_LOWERING_TARGET_H
#define CM2TT_LOWERING_TARGET_H

#include "cm2tt/Lowering/TargetInfo.h"

#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <string>

namespace llvm {
class LLVMContext;
class Module;
} // namespace llvm

namespace cm2tt {

/// Registers LLVM's back ends that cm2tt uses. A program that compiles in
/// several threads calls it in each of them before other functions of this
/// header and of HostTarget.h; later calls cost nothing.
void initializeBackEnds();

/// How code describes the lines of its source.
enum class LineTables {
  /// By directives of assembly alone. In PTX, sections with debug information
  /// would keep `ptxas` from optimising.
  Directives,
  /// By sections with debug information.
  Sections
};

/// Adds the scopes to the locations of a module of the LLVM dialect without
/// which translation drops them. A call that was inlined keeps its location.
void addLineTables(mlir::ModuleOp module, LineTables form);

/// LLVM's passes and code generators for GPUs. Each is created for the first
/// kernel that needs it and kept for later ones. For one thread at a time;
/// after a crash of LLVM, it must not be used or destroyed.
class GpuBackEnd {
public:
  GpuBackEnd();
  ~GpuBackEnd();

  /// The kept state, for the implementation of the functions below.
  struct Kept;
  Kept &get() { return *kept; }

private:
  std::unique_ptr<Kept> kept;
};

/// Translates a module of the LLVM and NVVM dialects to LLVM IR for the target.
/// An error says what could not be translated.
llvm::Expected<std::unique_ptr<llvm::Module>>
translateToLLVMIR(mlir::ModuleOp module, llvm::LLVMContext &context,
                  const TargetInfo &target, GpuBackEnd &backEnd);

/// Optimises the module: the few passes that pay
/// (docs/notebook/llvm-passes.md).
void optimizeLLVMIR(llvm::Module &module, const TargetInfo &target,
                    GpuBackEnd &backEnd);

/// The PTX version to write, times 10: the oldest that has the target and what
/// the module uses of it, so that old drivers take what is not new to them.
unsigned findPtxVersion(const llvm::Module &module, const TargetInfo &target);

/// PTX text for the module, which is consumed by code generation.
llvm::Expected<std::string> emitPTX(llvm::Module &module,
                                    const TargetInfo &target,
                                    unsigned ptxVersion, GpuBackEnd &backEnd);

/// The path of NVIDIA's assembler: the program `given`, or if that is empty, on
/// PATH, then in CUDA's usual folder. An error says what was tried.
llvm::Expected<std::string> findAssembler(llvm::StringRef given);

/// Machine code for PTX text. `ptxas` is the program's path; empty: found on
/// PATH, then in CUDA's usual folder. An error has what the program said.
llvm::Expected<std::string>
assemble(llvm::StringRef ptx, const TargetInfo &target, llvm::StringRef ptxas);

} // namespace cm2tt

#endif // CM2TT_LOWERING_TARGET_H
