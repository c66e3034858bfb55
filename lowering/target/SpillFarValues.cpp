// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Keeps values in memory that are used many blocks after their definition:
///
///   %p = getelementptr ...              %p = getelementptr ...
///                                       store ptr %p, ptr %slot
///   ... many blocks ...         =>      ... many blocks ...
///                                       %q = load ptr, ptr %slot
///   loop: ... load ..., ptr %p          loop: ... load ..., ptr %q
///
/// A tile of a kernel is a loop of its own, and the pointers of a kernel that
/// loads many tiles before it stores them are live in all loops between.
/// Register allocation visits every block in which a value is live, several
/// times, and then spills most of them: 4,000 tiles took 27 seconds.
///
/// Functions with few blocks do not change. In others a value is loaded before
/// the outermost loop of few blocks that uses it and does not define it.

#include "TargetInternals.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

using namespace cm2tt;
using namespace llvm;

/// Fewer blocks than this are quickly visited for each value.
constexpr unsigned fewBlocks = 64;
/// In smaller functions even all values may be live in all blocks.
constexpr size_t smallFunction = 4 * fewBlocks;

namespace {
/// The values of one function.
class FarValues {
public:
  explicit FarValues(Function &function);
  /// Spills the far uses of all values.
  void spill();

private:
  /// The block at whose end or, if it contains the use, before the use a value
  /// is loaded.
  Instruction *placeFor(const Use &use, const BasicBlock *definition) const;
  void spill(Value &value, BasicBlock *definition);

  Function &function;
  DominatorTree dominators;
  LoopInfo loops;
  DenseMap<const BasicBlock *, unsigned> numbers;
};
} // namespace

FarValues::FarValues(Function &function)
    : function(function), dominators(function), loops(dominators) {
  for (BasicBlock *block : ReversePostOrderTraversal<Function *>(&function))
    numbers.try_emplace(block, numbers.size());
}

/// The block in which a value has to be known for a use.
static BasicBlock *blockOf(const Use &use) {
  auto *user = cast<Instruction>(use.getUser());
  auto *phi = dyn_cast<PHINode>(user);
  return phi ? phi->getIncomingBlock(use) : user->getParent();
}

Instruction *FarValues::placeFor(const Use &use,
                                 const BasicBlock *definition) const {
  BasicBlock *block = blockOf(use);
  Instruction *place = isa<PHINode>(use.getUser())
                           ? block->getTerminator()
                           : cast<Instruction>(use.getUser());
  for (Loop *loop = loops.getLoopFor(block);
       loop && !loop->contains(definition) && loop->getNumBlocks() < fewBlocks;
       loop = loop->getParentLoop()) {
    BasicBlock *before = loop->getLoopPreheader();
    if (!before)
      break;
    place = before->getTerminator();
  }
  return place;
}

void FarValues::spill(Value &value, BasicBlock *definition) {
  const unsigned start = numbers.lookup(definition);
  SmallVector<Use *> far;
  for (Use &use : value.uses()) {
    auto number = numbers.find(blockOf(use));
    // Nothing is known of a block that is never reached.
    if (number != numbers.end() && number->second >= start + fewBlocks)
      far.push_back(&use);
  }
  if (far.empty())
    return;
  BasicBlock &entry = function.getEntryBlock();
  IRBuilder<> builder(&entry, entry.begin());
  AllocaInst *slot = builder.CreateAlloca(value.getType());
  // One value for all uses in a block: at its end for those of loops after it,
  // before the first use for others.
  DenseMap<Instruction *, Value *> loaded;
  for (Use *use : far) {
    Instruction *place = placeFor(*use, definition);
    Value *&load = loaded[place];
    if (!load) {
      builder.SetInsertPoint(place);
      load = builder.CreateLoad(value.getType(), slot);
    }
    use->set(load);
  }
  auto *instruction = dyn_cast<Instruction>(&value);
  if (instruction)
    builder.SetInsertPoint(*instruction->getInsertionPointAfterDef());
  else
    builder.SetInsertPoint(slot->getNextNode());
  builder.SetCurrentDebugLocation(instruction ? instruction->getDebugLoc()
                                              : DebugLoc());
  builder.CreateStore(&value, slot);
}

/// Whether a value can be stored: others are no data, or are constants already
/// for the code generator.
static bool isStorable(const Instruction &instruction) {
  return instruction.getType()->isFirstClassType() &&
         !instruction.getType()->isTokenTy() &&
         !instruction.getType()->isMetadataTy() &&
         !instruction.isTerminator() && !isa<AllocaInst>(instruction);
}

void FarValues::spill() {
  for (Argument &argument : function.args())
    spill(argument, &function.getEntryBlock());
  SmallVector<Instruction *> values;
  for (BasicBlock &block : function)
    for (Instruction &instruction : block)
      if (isStorable(instruction))
        values.push_back(&instruction);
  for (Instruction *value : values)
    if (numbers.contains(value->getParent()))
      spill(*value, value->getParent());
}

void cm2tt::spillFarValues(llvm::Module &module) {
  for (Function &function : module)
    if (function.size() > smallFunction)
      FarValues(function).spill();
}
