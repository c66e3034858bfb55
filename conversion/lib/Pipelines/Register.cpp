// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The list of dialects, passes and pipelines that cm2tt registers with MLIR.

#include "cm2tt/Conversion/Register.h"

#include "cm2tt/Conversion/AxisInfo.h"
#include "cm2tt/Conversion/Passes.h"
#include "cm2tt/Conversion/Pipelines.h"
#include "cm2tt/Dialect/CM/CMDialect.h"
#include "cm2tt/Dialect/TT/TTDialect.h"
#include "cm2tt/Dialect/TTG/TTGDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/LLVMIR/Transforms/InlinerInterfaceImpl.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassOptions.h"

using namespace mlir;
using namespace cm2tt;

void cm2tt::registerAllDialects(DialectRegistry &registry) {
  registry.insert<cm::CMDialect, arith::ArithDialect, cf::ControlFlowDialect,
                  gpu::GPUDialect, LLVM::LLVMDialect, math::MathDialect,
                  NVVM::NVVMDialect, scf::SCFDialect, tt::TTDialect,
                  ttg::TTGDialect, ub::UBDialect>();
  // Without it a device function with llvm.intr.assume would not be inlined.
  LLVM::registerInlinerInterface(registry);
}

//===----------------------------------------------------------------------===//
// Phases
//===----------------------------------------------------------------------===//

// The defaults are those of PipelineOptions.
namespace {
struct FrontEndPhaseOptions : PassPipelineOptions<FrontEndPhaseOptions> {
  Option<bool> remarks{
      *this, "remarks",
      llvm::cl::desc("Report decided branches and unrolled loops as remarks"),
      llvm::cl::init(PipelineOptions().remarks)};
};

struct TTGPhaseOptions : PassPipelineOptions<TTGPhaseOptions> {
  Option<std::string> target{*this, "target",
                             llvm::cl::desc("sm_80, sm_90a, ..."),
                             llvm::cl::init(PipelineOptions().target)};
  Option<unsigned> numWarps{*this, "num-warps",
                            llvm::cl::desc("Warps of a block"),
                            llvm::cl::init(PipelineOptions().numWarps)};
  Option<unsigned> numStages{
      *this, "num-stages",
      llvm::cl::desc("Buffers of a software-pipelined loop; 1: none is"),
      llvm::cl::init(PipelineOptions().numStages)};
  Option<bool> warpSpecialize{
      *this, "warp-specialize",
      llvm::cl::desc("Let a warp group of its own copy the tiles of products"),
      llvm::cl::init(PipelineOptions().warpSpecialize)};
  Option<bool> rotateLoops{
      *this, "rotate-loops",
      llvm::cl::desc("Run a second product while its next operand is computed"),
      llvm::cl::init(PipelineOptions().rotateLoops)};
};

struct CPUPhaseOptions : PassPipelineOptions<CPUPhaseOptions> {
  Option<std::string> target{*this, "target",
                             llvm::cl::desc("cpu, the host's, or cpu:NAME"),
                             llvm::cl::init("cpu")};
  Option<bool> checked{*this, "checked",
                       llvm::cl::desc("Ask before each access to memory"),
                       llvm::cl::init(PipelineOptions().checked)};
};
} // namespace

/// Registers the phases from a model to `ttg`, which lead to each target.
static void registerTilePhases() {
  PassPipelineRegistration<FrontEndPhaseOptions>(
      "cm2tt-front-end-phase", "cm to tt: type the kernel, rewrite it",
      [](OpPassManager &passes, const FrontEndPhaseOptions &options) {
        PipelineOptions phase;
        phase.remarks = options.remarks;
        buildFrontEndPhase(passes, phase);
      });
  PassPipelineRegistration<>(
      "cm2tt-tt-phase", "tt to optimised tt",
      [](OpPassManager &passes) { buildTTPhase(passes, PipelineOptions()); });
}

/// Registers the phases from `tt` to the LLVM dialect.
static void registerTargetPhases() {
  PassPipelineRegistration<TTGPhaseOptions>(
      "cm2tt-ttg-phase",
      "tt to ttg: layouts, pipelined loops, shared memory, barriers",
      [](OpPassManager &passes, const TTGPhaseOptions &options) {
        PipelineOptions phase;
        phase.target = options.target;
        phase.numWarps = options.numWarps;
        phase.numStages = options.numStages;
        phase.warpSpecialize = options.warpSpecialize;
        phase.rotateLoops = options.rotateLoops;
        buildTTGPhase(passes, phase);
      });
  PassPipelineRegistration<>("cm2tt-shared-memory-phase",
                             "ttg with layouts to ttg with shared memory, "
                             "the end of cm2tt-ttg-phase",
                             buildSharedMemoryPhase);
  PassPipelineRegistration<>(
      "cm2tt-llvm-phase", "ttg to the LLVM dialect",
      [](OpPassManager &passes) { buildLLVMPhase(passes, PipelineOptions()); });
  PassPipelineRegistration<CPUPhaseOptions>(
      "cm2tt-cpu-phase", "tt to the LLVM dialect, for a CPU",
      [](OpPassManager &passes, const CPUPhaseOptions &options) {
        PipelineOptions phase;
        phase.target = options.target;
        phase.checked = options.checked;
        buildCPUPhase(passes, phase);
      });
}

void cm2tt::registerAllPasses() {
  registerCm2ttPasses();
  registerTestPrintAxisInfoPass();
  registerTilePhases();
  registerTargetPhases();
}
