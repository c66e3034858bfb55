// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Shared by the files of the target.

#ifndef CM2TT_LOWERING_TARGET_TARGETINTERNALS_H
#define CM2TT_LOWERING_TARGET_TARGETINTERNALS_H

#include "cm2tt/Lowering/HostTarget.h"
#include "cm2tt/Lowering/TargetInfo.h"

#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Target/TargetMachine.h"

#include <memory>

namespace cm2tt {

/// An error with that text.
llvm::Error makeError(const llvm::Twine &message);

/// Keeps the errors that LLVM reports instead of printing them.
struct KeepErrors : llvm::DiagnosticHandler {
  explicit KeepErrors(std::string &errors) : errors(errors) {}
  bool handleDiagnostics(const llvm::DiagnosticInfo &info) override;
  std::string &errors;
};

/// Translates the dialects of LLVM to LLVM IR, for no target yet.
llvm::Expected<std::unique_ptr<llvm::Module>>
translate(mlir::ModuleOp module, llvm::LLVMContext &context);

/// The triple of the computer that cm2tt runs on.
const llvm::Triple &getHostTriple();
/// LLVM's back end for it, with what is known of CPUs but no code generator;
/// null if there is none.
const llvm::Target *findHostBackEnd();
/// Creates LLVM's back end for a valid CPU.
std::unique_ptr<llvm::TargetMachine>
makeTargetMachine(const HostTarget &target);

/// Creates LLVM's back end for the target, which takes a third of a
/// millisecond: GpuBackEnd keeps it.
std::unique_ptr<llvm::TargetMachine> makeTargetMachine(const TargetInfo &target,
                                                       unsigned ptxVersion);
/// One for the target's oldest PTX version: what is not written does not have
/// another.
std::unique_ptr<llvm::TargetMachine>
makeTargetMachine(const TargetInfo &target);

/// The objects with which LLVM's passes are created and run.
struct PassTools {
  explicit PassTools(llvm::TargetMachine &machine);

  /// Forgets what is known of the module that the passes ran on. Before the
  /// module is destroyed, if the object is used again.
  void clear();

  llvm::PassBuilder builder;
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
};

/// Whether a function of the module has a loop. Straight code needs fewer
/// passes.
bool hasLoops(const llvm::Module &module);

/// Splits masked accesses that are wider than a register of a CPU that has no
/// registers for masks.
void splitMaskedAccesses(llvm::Function &function, const HostTarget &target);

/// Replaces instructions on floats of 8 bits whose upper halves of words
/// `ptxas` may know, and then takes for others.
void protectFloat8(llvm::Module &module, const TargetInfo &target);

/// Replaces products of one factor and of numbers that differ by a constant, by
/// sums of one product and multiples of the factor. In linear time.
void reduceMultiplications(llvm::Module &module);

/// Orders the instructions of blocks in which more values are live at once than
/// a thread has registers, where another order needs fewer.
void reduceRegisterPressure(llvm::Module &module);

/// Says how many blocks of a kernel a multiprocessor should run at once, where
/// `ptxas` would otherwise choose too few registers or too many.
void chooseOccupancy(llvm::Module &module);

/// Keeps values in memory that are used many blocks after their definition, so
/// that register allocation takes linear time. In linear time.
void spillFarValues(llvm::Module &module);

} // namespace cm2tt

#endif // CM2TT_LOWERING_TARGET_TARGETINTERNALS_H
