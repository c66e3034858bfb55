// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The passes of the compiler, in their order.

#include "cm2tt/Compiler/Pipelines.h"

#include "cm2tt/CPU/Passes.h"
#include "cm2tt/Dialect/TT/TTOps.h"
#include "cm2tt/GPU/Passes.h"
#include "cm2tt/Language/Passes.h"
#include "cm2tt/Lowering/Passes.h"
#include "cm2tt/Lowering/TargetInfo.h"
#include "cm2tt/Tile/Passes.h"

#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace cm2tt;

/// Whether accesses of a kernel of a GPU are guarded (TTGuardAccesses).
static bool guardsAccesses(const PipelineOptions &options) {
  return options.checked && TargetInfo::parse(options.target);
}

void cm2tt::buildFrontEndPhase(OpPassManager &passes, const PipelineOptions &) {
  passes.addPass(createCMToTTPass());
}

ArrayRef<StringRef> cm2tt::leftOutCanonicalizations() {
  static constexpr StringRef names[] = {
      // Compares each carried value of a loop with each: quadratic, 2 s for
      // 5,000. TTSimplifyIterArgs does more in linear time.
      "(anonymous namespace)::RemoveDuplicateSuccessorInputUses",
      // Wrong in MLIR 22 (llvm#219456): of a result of scf.if that a loop
      // forwards twice, the second copy gets the value of the else branch.
      "(anonymous namespace)::WhileMoveIfDown",
  };
  return names;
}

/// Adds one pattern-driven simplification of each function.
static void addCanonicalizer(OpPassManager &passes) {
  GreedyRewriteConfig config;
  // Operands are simple before their users are looked at: one iteration does.
  config.setUseTopDownTraversal(true);
  // Blocks that are alike are not worth comparing: kernels have few.
  config.setRegionSimplificationLevel(GreedySimplifyRegionLevel::Normal);
  passes.addPass(createCanonicalizerPass(
      config, llvm::to_vector_of<std::string>(leftOutCanonicalizations())));
}

/// Whether an optimization may apply.
static bool mayDo(const PipelineOptions &options, Optimization each) {
  return !options.without.contains(each);
}

/// Whether a launcher passes what bulk tensor copies need, by one of its
/// abilities.
static bool hasTensorMaps(const PipelineOptions &options,
                          LauncherFeature ability) {
  std::optional<TargetInfo> gpu = TargetInfo::parse(options.target);
  return gpu && gpu->hasTensorMaps() && !guardsAccesses(options) &&
         mayDo(options, Optimization::TensorMaps) &&
         options.launcher.contains(ability);
}

/// Replaces descriptors as the target requires it.
static void addDescriptors(OpPassManager &passes,
                           const PipelineOptions &options) {
  TTLowerDescriptorsPassOptions descriptors;
  descriptors.tensorMaps =
      hasTensorMaps(options, LauncherFeature::PassesTensorMaps);
  descriptors.createsTensorMaps =
      descriptors.tensorMaps &&
      TargetInfo::parse(options.target)->canCreateTensorMaps();
  passes.addPass(createTTLowerDescriptorsPass(descriptors));
}

/// Whether blocks may run several programs.
static bool mayBePersistent(const PipelineOptions &options) {
  return mayDo(options, Optimization::Persistent) &&
         options.launcher.contains(LauncherFeature::PassesGrid) &&
         !guardsAccesses(options) && TargetInfo::parse(options.target);
}

void cm2tt::buildBlocksPhase(OpPassManager &passes,
                             const PipelineOptions &options) {
  passes.addPass(createTTSetVersionPass());
  passes.addPass(createTTLowerBlockPointersPass());
  addDescriptors(passes, options);
}

/// The beginning of the rest of the phase, on each function.
static void addSimplifications(OpPassManager &kernel) {
  // Early, so that copies are simplified with the rest.
  kernel.addPass(createTTUnrollLoopsPass());
  addCanonicalizer(kernel);
  kernel.addPass(createTTCombinePass());
  kernel.addPass(createTTReorderBroadcastPass());
}

/// In a persistent kernel, a tile that is stored takes shared memory from the
/// operands of the next program. A product of tf32 with tiles of 256x128, 128
/// KiB, had 278 TFLOP/s, with two slots, and 362 if it was not persistent, with
/// three (4096x4096x4096, tests/bench/gpu.py, one H100, 2026-11-28, cd284028).
static constexpr uint64_t kMaxPersistentStoreBytes = 64 << 10;

/// Describes tensors as the target and the options allow it. Returns whether
/// they do.
static bool addDescription(OpPassManager &passes,
                           const PipelineOptions &options) {
  if (!mayDo(options, Optimization::DescribeTensors) ||
      !hasTensorMaps(options, LauncherFeature::PassesRecipes))
    return false;
  TTDescribeTensorsPassOptions describe;
  if (mayBePersistent(options))
    describe.maxStoreBytes = kMaxPersistentStoreBytes;
  describe.assumesMultiples =
      options.launcher.contains(LauncherFeature::ChecksValues);
  passes.addPass(createTTDescribeTensorsPass(describe));
  return true;
}

/// The rest of the phase.
static void addTilePasses(OpPassManager &passes,
                          const PipelineOptions &options) {
  addSimplifications(passes.nest<tt::FuncOp>());
  // Before invariants leave loops, as it adds some.
  const bool describes = addDescription(passes, options);
  OpPassManager &kernel = passes.nest<tt::FuncOp>();
  // After tensors are described, which regards masks.
  if (mayDo(options, Optimization::SplitLoops))
    kernel.addPass(createTTSplitLoopsPass());
  // After splitting, where no mask is between a product and its maximum.
  if (mayDo(options, Optimization::ScaleMaxima)) {
    TTScaleMaximaPassOptions maxima;
    maxima.assumesParameters =
        options.launcher.contains(LauncherFeature::ChecksValues);
    kernel.addPass(createTTScaleMaximaPass(maxima));
  }
  // Before CSE: what leaves two loops may be the same.
  kernel.addPass(createTTHoistInvariantsPass());
  kernel.addPass(createCSEPass());
  // After CSE: carried values must start from one value to be merged.
  kernel.addPass(createTTSimplifyIterArgsPass());
  // After invariants left loops, which it keeps apart from what varies.
  kernel.addPass(createTTReassociatePass());
  kernel.addPass(createTTReorderBroadcastPass());
  // Removes the addresses that loops carried.
  if (describes)
    kernel.addPass(createCSEPass());
}

void cm2tt::buildTTPhase(OpPassManager &passes,
                         const PipelineOptions &options) {
  // First, as other passes do not know block pointers.
  passes.addPass(createTTSetVersionPass());
  passes.addPass(createTTLowerBlockPointersPass());
  // Before the inliner, as it puts no blocks into a loop.
  passes.addPass(createTTLiftBranchesPass());
  // By default the inliner would canonicalise each function, before and after.
  passes.addPass(createInlinerPass({}, [](OpPassManager &) {}));
  passes.addPass(createSymbolDCEPass());
  // After inlining, which tells what the indices of helpers are multiples of.
  addDescriptors(passes, options);
  passes.nest<tt::FuncOp>().addPass(createTTInlineMapsPass());
  // Before padding, whose elements are undefined too, and before selects are
  // combined with loads.
  if (options.checked)
    passes.nest<tt::FuncOp>().addPass(createTTCheckUndefinedPass());
  // After maps are inlined, as it adds conditions to those that remain. Before
  // all passes that know divisibility, and guards, which regard masks.
  passes.addPass(createTTPadTilesPass());
  // Before unrolling, so that the copies of an access are one site.
  if (guardsAccesses(options))
    passes.addPass(createTTGuardAccessesPass());
  addTilePasses(passes, options);
  if (mayDo(options, Optimization::OrderPrograms))
    passes.addPass(createTTOrderProgramsPass());
  if (TargetInfo::parse(options.target)) {
    TTChooseWarpsPassOptions chosen;
    chosen.numWarps = options.numWarps;
    chosen.numStages = options.numStages;
    chosen.target = options.target;
    passes.addPass(createTTChooseWarpsPass(chosen));
  }
  // At last, so that loops keep what they contain and what they do not.
  if (mayBePersistent(options)) {
    TTMakePersistentPassOptions programs;
    programs.numWarps = options.numWarps;
    programs.target = options.target;
    passes.addPass(createTTMakePersistentPass(programs));
  }
}

void cm2tt::buildTextPhase(OpPassManager &passes, StringRef version) {
  TTSetVersionPassOptions options;
  options.version = version.str();
  passes.addPass(createTTSetVersionPass(options));
}

void cm2tt::buildTTGPhase(OpPassManager &passes,
                          const PipelineOptions &options) {
  TTDecomposeDotsPassOptions dots;
  dots.numWarps = options.numWarps;
  dots.target = options.target;
  passes.nest<tt::FuncOp>().addPass(createTTDecomposeDotsPass(dots));
  TTToTTGPassOptions layouts;
  layouts.numWarps = options.numWarps;
  layouts.target = options.target;
  passes.addPass(createTTToTTGPass(layouts));
  passes.addPass(createCSEPass());
  passes.addPass(createTTGAllocateTensorMapsPass());
  if (mayDo(options, Optimization::WarpSpecialize))
    passes.addPass(createTTGSpecializeWarpsPass({options.numStages}));
  if (mayDo(options, Optimization::RotateLoops))
    passes.addPass(createTTGRotateLoopsPass());
  passes.addPass(createTTGPipelineLoopsPass({options.numStages}));
  OpPassManager &kernel = passes.nest<tt::FuncOp>();
  kernel.addPass(createTTGLowerDescriptorsPass());
  // Removes values that loops carried for pipelining only, mostly tokens.
  kernel.addPass(createTTSimplifyIterArgsPass());
  kernel.addPass(createTTGOverlapDotsPass());
  // After the producer is separated, which must not follow a wait.
  if (mayDo(options, Optimization::OverlapLaunches) &&
      options.launcher.contains(LauncherFeature::LaunchesEarly))
    passes.addPass(createTTGOverlapLaunchesPass());
  buildSharedMemoryPhase(passes);
  if (mayDo(options, Optimization::RotateLoops))
    passes.addPass(createTTGAlternateGroupsPass());
}

void cm2tt::buildSharedMemoryPhase(OpPassManager &passes) {
  passes.addPass(createTTGAllocateSharedPass());
  passes.addPass(createTTGInsertBarriersPass());
}

void cm2tt::buildLLVMPhase(OpPassManager &passes, const PipelineOptions &) {
  passes.addPass(createTTGToLLVMPass());
}

void cm2tt::buildCPUPhase(OpPassManager &passes,
                          const PipelineOptions &options) {
  OpPassManager &kernel = passes.nest<tt::FuncOp>();
  TTDecomposeDotsPassOptions dots;
  dots.target = options.target;
  kernel.addPass(createTTDecomposeDotsPass(dots));
  kernel.addPass(createTTReduceStrengthPass());
  TTToCPUPassOptions loops;
  loops.target = options.target;
  loops.checked = options.checked;
  passes.addPass(createTTToCPUPass(loops));
  passes.addPass(createCPUToLLVMPass());
}
