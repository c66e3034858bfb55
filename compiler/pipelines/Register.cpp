// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The list of dialects, passes and pipelines that cm2tt registers with MLIR.

#include "cm2tt/Compiler/Register.h"

#include "cm2tt/CPU/Passes.h"
#include "cm2tt/Compiler/Pipelines.h"
#include "cm2tt/Dialect/CM/CMDialect.h"
#include "cm2tt/Dialect/TT/TTDialect.h"
#include "cm2tt/Dialect/TTG/TTGDialect.h"
#include "cm2tt/GPU/Passes.h"
#include "cm2tt/Language/Passes.h"
#include "cm2tt/Lowering/Passes.h"
#include "cm2tt/Tile/Passes.h"
#include "gpu/layout/TestPrintAxisInfo.h"

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

/// Reads a set of words as the value of an option, in MLIR's textual pipelines.
template <typename Word>
struct llvm::cl::parser<WordSet<Word>> : llvm::cl::basic_parser<WordSet<Word>> {
  using basic_parser<WordSet<Word>>::basic_parser;
  bool parse(Option &option, StringRef, StringRef text, WordSet<Word> &value) {
    llvm::Expected<WordSet<Word>> words = WordSet<Word>::parse(text);
    if (!words)
      return option.error(toString(words.takeError()));
    value = *words;
    return false;
  }
  void printOptionDiff(const Option &option, WordSet<Word> value,
                       const OptionValue<WordSet<Word>> &, size_t width) const {
    this->printOptionName(option, width);
    llvm::outs() << "= " << value.str() << '\n';
  }
};

namespace cm2tt {
template <typename Word>
static llvm::raw_ostream &operator<<(llvm::raw_ostream &os,
                                     WordSet<Word> words) {
  return os << words.str();
}
} // namespace cm2tt

namespace {
/// The options of each phase; those that it does not use are ignored.
struct PhaseOptions : PassPipelineOptions<PhaseOptions> {
#include "cm2tt/Compiler/PhaseOptionMembers.h.inc"

  PipelineOptions get() const {
    PipelineOptions result;
#include "cm2tt/Compiler/PhaseOptionValues.h.inc"
    return result;
  }
};
} // namespace

/// Adds the passes of a phase.
template <auto phase>
static void build(OpPassManager &passes, const PhaseOptions &options) {
  phase(passes, options.get());
}

/// Adds the passes for a CPU, by default this computer's.
static void buildForCpu(OpPassManager &passes, const PhaseOptions &options) {
  PipelineOptions phase = options.get();
  if (!options.target.hasValue())
    phase.target = "cpu";
  buildCPUPhase(passes, phase);
}

static void registerPhases() {
  PassPipelineRegistration<PhaseOptions>(
      "cm2tt-front-end-phase", "cm to tt: type the kernel, rewrite it",
      build<buildFrontEndPhase>);
  PassPipelineRegistration<PhaseOptions>("cm2tt-tt-phase", "tt to optimised tt",
                                         build<buildTTPhase>);
  PassPipelineRegistration<PhaseOptions>(
      "cm2tt-ttg-phase",
      "tt to ttg: layouts, pipelined loops, shared memory, barriers",
      build<buildTTGPhase>);
  PassPipelineRegistration<>("cm2tt-shared-memory-phase",
                             "ttg with layouts to ttg with shared memory, "
                             "the end of cm2tt-ttg-phase",
                             buildSharedMemoryPhase);
  PassPipelineRegistration<PhaseOptions>(
      "cm2tt-llvm-phase", "ttg to the LLVM dialect", build<buildLLVMPhase>);
  PassPipelineRegistration<PhaseOptions>(
      "cm2tt-cpu-phase", "tt to the LLVM dialect, for a CPU", buildForCpu);
}

void cm2tt::registerAllPasses() {
  registerCm2ttLanguagePasses();
  registerCm2ttTilePasses();
  registerCm2ttLoweringPasses();
  registerCm2ttGPUPasses();
  registerCm2ttCPUPasses();
  registerTestPrintAxisInfoPass();
  registerPhases();
}
