// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The LLVM passes of cm2tt for CPUs, which remove repeated computations and
/// hoist loop invariants. LLVM's vectorisers do not run: the code consists of
/// vectors already, and they take time and find nothing
/// (docs/notebook/llvm-passes.md).

#include "TargetInternals.h"
#include "cm2tt/Lowering/HostTarget.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/LICM.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace cm2tt;

namespace {
/// Gives each loop a block before it, as hoisting needs. LLVM's pass does so
/// too, but updates the depth of all blocks after each loop.
struct InsertPreheaders : llvm::PassInfoMixin<InsertPreheaders> {
  llvm::PreservedAnalyses run(llvm::Function &function,
                              llvm::FunctionAnalysisManager &analyses);
};
} // namespace

llvm::PreservedAnalyses
InsertPreheaders::run(llvm::Function &function,
                      llvm::FunctionAnalysisManager &analyses) {
  auto &loops = analyses.getResult<llvm::LoopAnalysis>(function);
  llvm::SmallVector<
      std::pair<llvm::BasicBlock *, llvm::SmallVector<llvm::BasicBlock *, 4>>>
      missing;
  for (llvm::Loop *loop : loops.getLoopsInPreorder()) {
    if (loop->getLoopPreheader())
      continue;
    llvm::BasicBlock *header = loop->getHeader();
    auto &[block, before] = missing.emplace_back();
    block = header;
    for (llvm::BasicBlock *predecessor : llvm::predecessors(header))
      if (!loop->contains(predecessor))
        before.push_back(predecessor);
  }
  llvm::DominatorTree *none = nullptr;
  for (auto &[header, before] : missing)
    llvm::SplitBlockPredecessors(header, before, ".preheader", none);
  return missing.empty() ? llvm::PreservedAnalyses::all()
                         : llvm::PreservedAnalyses::none();
}

void cm2tt::optimizeHostIR(llvm::Module &module, const HostTarget &target) {
  std::unique_ptr<llvm::TargetMachine> machine = makeTargetMachine(target);
  PassTools tools(*machine);

  llvm::FunctionPassManager passes;
  passes.addPass(llvm::SimplifyCFGPass());
  passes.addPass(llvm::EarlyCSEPass(/*UseMemorySSA=*/true));
  passes.addPass(llvm::InstCombinePass());
  passes.addPass(InsertPreheaders());
  passes.addPass(llvm::createFunctionToLoopPassAdaptor(
      llvm::LICMPass(llvm::LICMOptions()), /*UseMemorySSA=*/true));
  for (llvm::Function &function : module)
    if (!function.isDeclaration()) {
      passes.run(function, tools.functions);
      splitMaskedAccesses(function, target);
    }
}
