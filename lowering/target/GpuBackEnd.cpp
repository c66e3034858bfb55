// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Creates and finds what a GpuBackEnd keeps.

#include "GpuBackEnd.h"

#include "llvm/CodeGen/Passes.h"
#include "llvm/Transforms/Scalar.h"
#include "llvm/Transforms/Vectorize/LoadStoreVectorizer.h"

using namespace cm2tt;

/// The number of generators that are kept; each takes about 1 MB. A process
/// uses one or two for each target.
constexpr size_t maxGenerators = 32;

GpuBackEnd::GpuBackEnd() : kept(std::make_unique<Kept>()) {}
GpuBackEnd::~GpuBackEnd() = default;

GpuPasses &GpuBackEnd::Kept::findPasses(const TargetInfo &target) {
  std::unique_ptr<GpuPasses> &found = passes[target.getName()];
  if (!found)
    found = std::make_unique<GpuPasses>(target);
  return *found;
}

PtxGenerator *GpuBackEnd::Kept::findGenerator(const TargetInfo &target,
                                              unsigned ptxVersion,
                                              const ModuleShape &shape) {
  Key key(target.getName().str(), ptxVersion, shape);
  if (auto found = generators.find(key); found != generators.end())
    return found->second.get();
  auto made = std::make_unique<PtxGenerator>(target, ptxVersion, shape);
  if (!made->isValid())
    return nullptr;
  if (generators.size() == maxGenerators)
    generators.clear();
  return (generators[std::move(key)] = std::move(made)).get();
}

/// Leaves out what a module does not need of the passes over LLVM IR that NVPTX
/// adds. docs/notebook/llvm-passes.md says what each costs.
static void leaveOutPasses(CodeGenPasses &passes, const ModuleShape &shape) {
  // ReduceMultiplications.cpp does what helps.
  passes.leaveOut(llvm::createStraightLineStrengthReducePass());
  passes.leaveOut(llvm::createNaryReassociatePass());
  passes.leaveOut(llvm::createSpeculativeExecutionPass());
  passes.leaveOut(llvm::createLoadStoreVectorizerPass());
  // It was to follow n-ary reassociation.
  passes.leaveOutRepeated(llvm::createEarlyCSEPass());
  // They emit locations of variables, which line tables do not contain.
  passes.leaveOut(llvm::RemoveRedundantDebugValuesID);
  passes.leaveOut(llvm::LiveDebugValuesID);
  if (shape.hasLoops)
    return;
  // Optimize.cpp runs it where it helps.
  passes.leaveOut(llvm::createSeparateConstOffsetFromGEPPass());
  // The last one is for what loop strength reduction adds.
  passes.leaveOut(llvm::createEarlyCSEPass(), /*kept=*/1);
  // Within a block, instruction selection merges what is equal.
  if (shape.isStraight)
    passes.leaveOut(llvm::MachineCSELegacyID);
}

PtxGenerator::PtxGenerator(const TargetInfo &target, unsigned ptxVersion,
                           const ModuleShape &shape)
    : machine(makeTargetMachine(target, ptxVersion)), stream(text) {
  CodeGenPasses list(passes, shape);
  leaveOutPasses(list, shape);
  // The last pass that uses live intervals.
  list.addAfter(llvm::StackSlotColoringID, createDefineRegistersPass());
  hasPasses = !machine->addPassesToEmitFile(list, stream, nullptr,
                                            llvm::CodeGenFileType::AssemblyFile,
                                            /*DisableVerify=*/true);
  assert((!hasPasses || !list.hasAddition()) &&
         "NVPTX colours stack slots at level Default");
}

std::string PtxGenerator::run(llvm::Module &module) {
  passes.run(module);
  std::string ptx = text.str().str();
  text.clear();
  return ptx;
}
