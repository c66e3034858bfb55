// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The LLVM passes of cm2tt for CPUs, which remove repeated computations and
/// hoist loop invariants. LLVM's vectorisers do not run: the code consists of
/// vectors already, and they take time and find nothing (docs/llvm-passes.md).

#include "TargetInternals.h"
#include "cm2tt/Conversion/HostTarget.h"

#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/LICM.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"

using namespace cm2tt;

void cm2tt::optimizeHostIR(llvm::Module &module, const HostTarget &target) {
  std::unique_ptr<llvm::TargetMachine> machine = makeTargetMachine(target);
  PassTools tools(*machine);

  llvm::FunctionPassManager passes;
  passes.addPass(llvm::SimplifyCFGPass());
  passes.addPass(llvm::EarlyCSEPass(/*UseMemorySSA=*/true));
  passes.addPass(llvm::InstCombinePass());
  passes.addPass(llvm::createFunctionToLoopPassAdaptor(
      llvm::LICMPass(llvm::LICMOptions()), /*UseMemorySSA=*/true));
  for (llvm::Function &function : module)
    if (!function.isDeclaration())
      passes.run(function, tools.functions);
}
