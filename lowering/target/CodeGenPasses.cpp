// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Splits long blocks before code is generated, and leaves out passes that
/// would take quadratic time. See CodeGenPasses.h.

#include "CodeGenPasses.h"

#include "TargetInternals.h"

#include "llvm/Analysis/CFG.h"
#include "llvm/CodeGen/Passes.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Pass.h"
#include "llvm/Transforms/Scalar.h"

#include <tuple>

using namespace cm2tt;

/// The length of blocks, in instructions, from which on they are split. A chain
/// of 8,000 operations on scalars takes 4.2 s on a CPU in one block, 0.7 s in
/// parts of 2,048.
constexpr size_t maxBlockLength = 2048;

/// The number of loops in a function above which passes that compare them are
/// left out. At 1,024 the quadratic part of loop strength reduction takes
/// 0.1 s, at 8,000 it takes 4 s.
constexpr size_t maxLoops = 1024;

/// The number of uses of a value above which machine CSE is left out. 4,096
/// uses take it 0.03 s, 16,000 take 0.5 s.
constexpr unsigned maxUses = 4096;

//===----------------------------------------------------------------------===//
// Long blocks
//===----------------------------------------------------------------------===//

namespace {
/// Splits long blocks.
class SplitLongBlocks : public llvm::FunctionPass {
public:
  static char id;
  SplitLongBlocks() : llvm::FunctionPass(id) {}
  llvm::StringRef getPassName() const override {
    return "cm2tt-split-long-blocks";
  }
  bool runOnFunction(llvm::Function &function) override;
};
} // namespace

char SplitLongBlocks::id = 0;

/// Moves all allocations to the front of the first block: elsewhere they would
/// be dynamic.
static void gatherAllocations(llvm::BasicBlock &entry) {
  llvm::SmallVector<llvm::Instruction *> allocations;
  for (llvm::Instruction &instruction : entry)
    if (auto *alloca = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
        alloca && alloca->isStaticAlloca())
      allocations.push_back(alloca);
  auto begin = entry.getFirstInsertionPt();
  for (llvm::Instruction *alloca : allocations)
    alloca->moveBefore(entry, begin);
}

bool SplitLongBlocks::runOnFunction(llvm::Function &function) {
  llvm::SmallVector<llvm::BasicBlock *> blocks;
  for (llvm::BasicBlock &block : function)
    if (block.size() > maxBlockLength)
      blocks.push_back(&block);
  if (blocks.empty())
    return false;
  gatherAllocations(function.getEntryBlock());
  for (llvm::BasicBlock *block : blocks) {
    llvm::SmallVector<llvm::Instruction *> heads;
    auto it = block->getFirstNonPHIOrDbgOrAlloca();
    for (unsigned count = 1; &*it != block->getTerminator(); ++it, ++count)
      if (count % maxBlockLength == 0)
        heads.push_back(&*it);
    // From the last to the first, so that each instruction moves once.
    for (llvm::Instruction *head : llvm::reverse(heads))
      block->splitBasicBlock(head, block->getName());
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Quadratic passes
//===----------------------------------------------------------------------===//

static bool hasManyLoops(const llvm::Function &function) {
  llvm::SmallVector<
      std::pair<const llvm::BasicBlock *, const llvm::BasicBlock *>>
      edges;
  if (function.size() > maxLoops)
    llvm::FindFunctionBackedges(function, edges);
  return edges.size() > maxLoops;
}

static bool hasManyUses(const llvm::Function &function) {
  auto isUsedOften = [](const llvm::Value &value) {
    return value.hasNUsesOrMore(maxUses + 1);
  };
  return llvm::any_of(function.args(), isUsedOften) ||
         llvm::any_of(llvm::instructions(function), isUsedOften);
}

//===----------------------------------------------------------------------===//
// The list
//===----------------------------------------------------------------------===//

/// The number of instructions in the longest block.
static size_t countLongestBlock(const llvm::Module &module) {
  size_t longest = 0;
  for (const llvm::Function &function : module)
    for (const llvm::BasicBlock &block : function)
      longest = std::max(longest, block.size());
  return longest;
}

ModuleShape::ModuleShape(const llvm::Module &module)
    : hasLoops(cm2tt::hasLoops(module)),
      hasManyLoops(llvm::any_of(module, ::hasManyLoops)),
      hasManyUses(llvm::any_of(module, ::hasManyUses)),
      hasBlockToSplit(countLongestBlock(module) > maxBlockLength),
      isStraight(llvm::all_of(module, [](const llvm::Function &function) {
        return function.size() <= 1;
      })) {}

bool ModuleShape::operator<(const ModuleShape &other) const {
  auto parts = [](const ModuleShape &shape) {
    return std::tie(shape.hasLoops, shape.hasManyLoops, shape.hasManyUses,
                    shape.hasBlockToSplit, shape.isStraight);
  };
  return parts(*this) < parts(other);
}

CodeGenPasses::CodeGenPasses(llvm::legacy::PassManagerBase &passes,
                             const ModuleShape &shape)
    : passes(passes) {
  if (shape.hasManyLoops) {
    leaveOut(llvm::createLoopStrengthReducePass());
    leaveOut(llvm::MachineSinkingLegacyID);
    leaveOut(llvm::ShrinkWrapID);
  }
  if (shape.hasManyLoops || shape.hasManyUses)
    leaveOut(llvm::MachineCSELegacyID);
  if (!shape.hasBlockToSplit)
    return;
  std::unique_ptr<llvm::Pass> last(llvm::createCodeGenPrepareLegacyPass());
  lastJoining = last->getPassID();
}

void CodeGenPasses::leaveOut(llvm::Pass *pass, unsigned kept) {
  unwanted[pass->getPassID()] = kept;
  delete pass;
}

void CodeGenPasses::leaveOutRepeated(llvm::Pass *pass) {
  unrepeated = pass->getPassID();
  delete pass;
}

void CodeGenPasses::addAfter(const char &id, std::unique_ptr<llvm::Pass> pass) {
  assert(!addition && "there is one addition at a time");
  addition = std::move(pass);
  beforeAddition = &id;
}

void CodeGenPasses::add(llvm::Pass *pass) {
  const void *id = pass->getPassID();
  auto left = unwanted.find(id);
  bool isUnwanted = left != unwanted.end() && left->second == 0;
  if (isUnwanted || (id == unrepeated && id == last)) {
    delete pass;
    return;
  }
  if (left != unwanted.end())
    --left->second;
  last = id;
  passes.add(pass);
  if (id == lastJoining)
    passes.add(new SplitLongBlocks());
  if (addition && id == beforeAddition)
    passes.add(addition.release());
}
