// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The state of a compilation as it runs through the stages.
///
/// Not here: contexts and collecting diagnostics (Compiler.cpp).

#ifndef CM2TT_COMPILER_DRIVER_STAGES_H
#define CM2TT_COMPILER_DRIVER_STAGES_H

#include "KeptState.h"

#include "cm2tt/Compiler/Compiler.h"

#include "cm2tt/Dialect/TT/TTOps.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Support/Timing.h"

namespace cm2tt {

/// The position of a location: the first one in a file, within names and
/// fusions. Null if there is none.
mlir::FileLineColLoc placeOf(mlir::Location loc);

/// The progress of a compilation, which is read after a crash.
struct CompileProgress {
  /// The current or last phase, as in --timing, and its current or last pass;
  /// passes are recorded if `keepsInput`.
  llvm::StringRef phase = "read", pass;
  /// Whether the input of each phase of passes is printed to `input`.
  bool keepsInput = false;
  /// The input of the last phase as MLIR; empty before the first.
  std::string input;
  /// The location of the kernel, or of the module, in that input; no file
  /// before the first phase.
  std::string file;
  unsigned line = 0, column = 0;
};

/// The operations that can fail at run time, from the attribute of that name of
/// a lowered module; empty if it has none.
std::vector<KernelSite> readSites(mlir::ModuleOp module, llvm::StringRef name);

/// Takes one input through the stages. Reports errors to the context's
/// diagnostic engine, nothing else.
class Compilation {
public:
  Compilation(mlir::MLIRContext &context, KeptState &kept,
              const CompileOptions &options, mlir::TimingScope &timing,
              CompileResult &result, CompileProgress &progress)
      : context(context), kept(kept), options(options), timing(timing),
        result(result), progress(progress), kernelName(options.kernel) {}

  /// Runs all stages up to the one asked for and sets the result's output and
  /// metadata. Failure after an error.
  mlir::LogicalResult run(llvm::StringRef input, llvm::StringRef inputName);

  /// Reads the input: JSON, code-model text or MLIR. Null after an error.
  mlir::OwningOpRef<mlir::ModuleOp> read(llvm::StringRef input,
                                         llvm::StringRef inputName);

  /// The parameters that a kernel in `tt` is compiled with; their types are not
  /// specialised. Replaces descriptors in `module`. Failure after an error.
  mlir::FailureOr<std::vector<JavaParameter>>
  tileKernelParameters(mlir::ModuleOp module);

private:
  /// Times a phase while the result lives.
  mlir::TimingScope begin(llvm::StringRef phase) {
    progress.phase = phase;
    progress.pass = {};
    return timing.nest(phase);
  }
  /// The public function that the options name, or the first; null if there is
  /// none.
  tt::FuncOp findTileKernel(mlir::ModuleOp module) const;
  /// Lets the command line's kernel and signature replace the model's.
  mlir::LogicalResult override(mlir::ModuleOp module);
  /// The stages of code models; true if the compilation ends there.
  mlir::FailureOr<bool> emitModel(mlir::ModuleOp module);
  /// Records the location of the kernel in the progress.
  void keepLocation(mlir::ModuleOp module);
  /// Prints the module to the progress, with the passes for `cm2tt-opt
  /// --run-reproducer`, and records each pass there when it runs.
  void keepInput(mlir::ModuleOp module, mlir::PassManager &passes);
  /// The phase of the module's passes for that stage.
  Phase makePhase(mlir::ModuleOp module, Stage stage) const;
  /// Runs the passes of a phase that are kept, or others if they are observed.
  mlir::LogicalResult runPasses(mlir::ModuleOp module, const Phase &phase,
                                mlir::TimingScope &scope);
  /// Runs a phase of passes, and verifies the module.
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
  /// Prints `tt` as the text of the version of Triton that the options name.
  mlir::LogicalResult printTiles(mlir::ModuleOp module);
  mlir::LogicalResult describeParameters(mlir::ModuleOp module);
  /// Fails with an error if the kernel is persistent, and cannot be compiled
  /// so.
  mlir::LogicalResult checkPersistent(tt::FuncOp func) const;
  void describeKernel(mlir::ModuleOp module);
  /// Notes by which parameters the kernel may write memory, and which are
  /// promised to be above 0.
  void describePromises(mlir::ModuleOp module);
  /// Reads the attributes that lowering for a CPU added to the module.
  void describeHostKernel(mlir::ModuleOp module);

  mlir::MLIRContext &context;
  KeptState &kept;
  const CompileOptions &options;
  mlir::TimingScope &timing;
  CompileResult &result;
  CompileProgress &progress;
  /// The kernel that the options name, without the types of its parameters.
  std::string kernelName;
};

} // namespace cm2tt

#endif // CM2TT_COMPILER_DRIVER_STAGES_H
