// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// One compilation on its way through the stages.
///
/// Not here: contexts and collecting diagnostics (Compiler.cpp).

#ifndef CM2TT_DRIVER_STAGES_H
#define CM2TT_DRIVER_STAGES_H

#include "cm2tt/Driver/Compiler.h"

#include "cm2tt/Dialect/TT/TTOps.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Support/Timing.h"

namespace cm2tt {

/// The place that a location is about: the first in a file, looking through
/// names and fusions. Null if there is none.
mlir::FileLineColLoc placeOf(mlir::Location loc);

/// Takes one input through the stages. Reports errors to the context's
/// diagnostic engine, nothing else.
class Compilation {
public:
  /// With `reproduce`, any phase that fails writes the reproducer that the
  /// options name, not only those in which the input cannot be at fault.
  Compilation(mlir::MLIRContext &context, const CompileOptions &options,
              mlir::TimingScope &timing, CompileResult &result,
              bool reproduce = false)
      : context(context), options(options), timing(timing), result(result),
        reproduce(reproduce) {}

  /// Runs all stages up to the one asked for and sets the result's output and
  /// metadata. Failure after an error.
  mlir::LogicalResult run(llvm::StringRef input, llvm::StringRef inputName);

  /// Reads the input: JSON, code-model text or MLIR. Null after an error.
  mlir::OwningOpRef<mlir::ModuleOp> read(llvm::StringRef input,
                                         llvm::StringRef inputName);

  /// The parameters of a kernel in `tt`, whose types are what they are. Failure
  /// after an error.
  mlir::FailureOr<std::vector<JavaParameter>>
  tileKernelParameters(mlir::ModuleOp module) const;

  /// The phase that runs or ran last, as --timing names it.
  llvm::StringRef phase() const { return currentPhase; }

private:
  /// Times a phase while the result lives.
  mlir::TimingScope begin(llvm::StringRef phase) {
    currentPhase = phase;
    return timing.nest(phase);
  }
  /// The public function that the options name, or the first; null if there is
  /// none.
  tt::FuncOp findTileKernel(mlir::ModuleOp module) const;
  /// Lets the command line's kernel and signature replace the model's.
  mlir::LogicalResult override(mlir::ModuleOp module);
  /// The stages of code models; true if the compilation ends there.
  mlir::FailureOr<bool> emitModel(mlir::ModuleOp module);
  /// Runs a phase of passes.
  mlir::LogicalResult runPhase(mlir::ModuleOp module, Stage stage,
                               bool isInternal);
  /// The phases for a GPU: `ttg`, then code.
  mlir::LogicalResult runForGpu(mlir::ModuleOp module);
  /// The phase for a CPU, then code.
  mlir::LogicalResult runForCpu(mlir::ModuleOp module);
  /// From the LLVM dialect to LLVM IR, PTX, machine code.
  mlir::LogicalResult emitCode(mlir::ModuleOp module);
  /// The same to a CPU's LLVM IR, assembly, object code.
  mlir::LogicalResult emitHostCode(mlir::ModuleOp module);
  void print(mlir::ModuleOp module);
  mlir::LogicalResult describeParameters(mlir::ModuleOp module);
  void describeKernel(mlir::ModuleOp module);
  /// What lowering for a CPU left on the module.
  void describeHostKernel(mlir::ModuleOp module);

  mlir::MLIRContext &context;
  const CompileOptions &options;
  mlir::TimingScope &timing;
  CompileResult &result;
  const bool reproduce;
  llvm::StringRef currentPhase = "read";
};

} // namespace cm2tt

#endif // CM2TT_DRIVER_STAGES_H
