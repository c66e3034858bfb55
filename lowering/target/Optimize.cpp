// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The LLVM passes of cm2tt for GPUs: EarlyCSE, InstCombine and LICM, which
/// remove repeated index arithmetic. In kernels with loops, multiplications are
/// reduced as well, without which loops with matrix products are slower. NVPTX
/// adds loop strength reduction and EarlyCSE before code generation
/// (docs/notebook/llvm-passes.md).
///
/// Not `O3`, which takes several times as long. It reduces a matrix product by
/// `mma.sync` from 912 instructions to 878, with the same number in the loop;
/// the loops of layer normalisation and attention do not change.

#include "GpuBackEnd.h"
#include "TargetInternals.h"
#include "cm2tt/Lowering/Target.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/LICM.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/SeparateConstOffsetFromGEP.h"

using namespace cm2tt;

cm2tt::GpuPasses::GpuPasses(const TargetInfo &target)
    : machine(makeTargetMachine(target)), tools(*machine) {
  passes.addPass(llvm::EarlyCSEPass());
  passes.addPass(llvm::InstCombinePass());
  passes.addPass(llvm::createFunctionToLoopPassAdaptor(
      llvm::LICMPass(llvm::LICMOptions()), /*UseMemorySSA=*/true));
}

void cm2tt::optimizeLLVMIR(llvm::Module &module, const TargetInfo &target,
                           GpuBackEnd &backEnd) {
  auto &[machine, tools, passes] = backEnd.get().findPasses(target);
  llvm::scope_exit forget([&tools = tools] { tools.clear(); });
  for (llvm::Function &function : module)
    if (!function.isDeclaration())
      passes.run(function, tools.functions);
  protectFloat8(module, target);
  if (hasLoops(module)) {
    reduceMultiplications(module);
    reduceRegisterPressure(module);
    return chooseOccupancy(module);
  }
  // Constants in addresses go to the instructions of accesses. NVPTX does so
  // for kernels with loops.
  llvm::SeparateConstOffsetFromGEPPass offsets;
  for (llvm::Function &function : module)
    if (!function.isDeclaration())
      offsets.run(function, tools.functions);
  reduceRegisterPressure(module);
  chooseOccupancy(module);
}

cm2tt::PassTools::PassTools(llvm::TargetMachine &machine) : builder(&machine) {
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
}

void cm2tt::PassTools::clear() {
  loops.clear();
  functions.clear();
  components.clear();
  modules.clear();
}

bool cm2tt::hasLoops(const llvm::Module &module) {
  llvm::SmallVector<
      std::pair<const llvm::BasicBlock *, const llvm::BasicBlock *>>
      edges;
  for (const llvm::Function &function : module)
    if (!function.isDeclaration())
      llvm::FindFunctionBackedges(function, edges);
  return !edges.empty();
}
