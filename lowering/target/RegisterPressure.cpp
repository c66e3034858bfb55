// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Orders the instructions of a block so that fewer values are live at once.
///
/// A tile operation becomes an instruction for each register, and the next
/// operation follows after all of them. Where a thread has many elements, every
/// step of a computation is live for all of them at once. `ptxas` keeps the
/// order in blocks of thousands of instructions, and spills.
///
///   %a0 = xor %x0, %k        %a0 = xor %x0, %k
///   %a1 = xor %x1, %k        %b0 = mul %a0, %c
///   %b0 = mul %a0, %c   =>   %s0 = add %s, %b0
///   %b1 = mul %a1, %c        %a1 = xor %x1, %k
///   %s0 = add %s, %b0        %b1 = mul %a1, %c
///   %s1 = add %s0, %b1       %s1 = add %s0, %b1
///
/// Instructions with effects keep their order; each pure one moves to where its
/// first user is. Operands that need more registers come first (R. Sethi, J. D.
/// Ullman, "The Generation of Optimal Code for Arithmetic Expressions", 1970).
///
/// Pure instructions that end the lives of more registers than they take keep
/// their order, too, as `%s0` and `%s1`: moving them down saves nothing.
/// Several running sums thus alternate, and `ptxas` can move loads down to
/// where they are added. With one sum after the other, a sum of 32768 products
/// took 255 registers for all loads at once, and Triton's code 64 (4 warps,
/// sm_90a, ptxas 12.8, 2026-11-30).
///
/// Blocks in which more than 224 registers are live are reordered, if that
/// helps: a kernel of PyTorch's compiler with random numbers spills 1,100 bytes
/// instead of 26,564, and `ptxas` takes 2.5 s instead of 5.0 (sm_90a, ptxas
/// 12.8, 2026-11-23).

#include "TargetInternals.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace cm2tt;
using namespace llvm;

/// The registers that are for values: 255, less addresses and temporaries.
static constexpr unsigned maxRegisters = 224;

/// The 32-bit registers that a value of the type takes; predicates are others.
static unsigned getNumRegisters(Type *type) {
  if (auto *aggregate = dyn_cast<StructType>(type)) {
    unsigned sum = 0;
    for (Type *element : aggregate->elements())
      sum += getNumRegisters(element);
    return sum;
  }
  if (type->isPointerTy())
    return type->getPointerAddressSpace() == 3 ? 1 : 2;
  unsigned bits = type->getPrimitiveSizeInBits().getKnownMinValue();
  return bits == 1 ? 0 : divideCeil(bits, 32);
}

namespace {
/// One block, and an order of its instructions.
class BlockOrder {
public:
  explicit BlockOrder(BasicBlock &block) : block(block) {
    for (Instruction &instruction : block)
      order.push_back(&instruction);
  }

  /// The most registers that are live between two instructions, in the order.
  unsigned pressure() const;
  /// Moves pure instructions to their first users.
  void sink();
  /// Gives the block this order.
  void apply();

private:
  bool isOf(const Value *value) const {
    auto *instruction = dyn_cast<Instruction>(value);
    return instruction && instruction->getParent() == &block;
  }
  /// Whether it may move down to its first user in the block.
  static bool isMovable(const Instruction &instruction) {
    return !isa<PHINode, AllocaInst>(instruction) &&
           !instruction.isTerminator() && !instruction.mayReadOrWriteMemory() &&
           !instruction.mayHaveSideEffects() && !isOpaque(instruction);
  }
  /// Whether it acts together with other threads, or is assembly, which may
  /// read memory without saying so.
  static bool isOpaque(const Instruction &instruction) {
    auto *call = dyn_cast<CallBase>(&instruction);
    return call && (call->isConvergent() || call->isInlineAsm());
  }
  void countNeeds();
  void findFolds();
  void emit(Instruction *root);

  BasicBlock &block;
  SmallVector<Instruction *> order;
  /// The registers that computing a value takes, by Sethi and Ullman.
  DenseMap<const Instruction *, unsigned> needs;
  /// Movable instructions that stay, see above.
  DenseSet<const Instruction *> folds;
  DenseSet<const Instruction *> emitted;
};
} // namespace

unsigned BlockOrder::pressure() const {
  DenseSet<const Value *> live;
  unsigned now = 0, most = 0;
  auto add = [&](const Value *value) {
    if (live.insert(value).second)
      now += getNumRegisters(value->getType());
  };
  for (const Instruction *instruction : order)
    for (const User *user : instruction->users())
      if (!isOf(user) || isa<PHINode>(user))
        add(instruction);
  for (const Instruction *instruction : reverse(order)) {
    if (live.erase(instruction))
      now -= getNumRegisters(instruction->getType());
    if (isa<PHINode>(instruction))
      continue;
    for (const Value *operand : instruction->operands())
      if (isOf(operand))
        add(operand);
    most = std::max(most, now);
  }
  return most;
}

void BlockOrder::countNeeds() {
  for (const Instruction *instruction : order) {
    SmallVector<std::pair<unsigned, unsigned>> operands;
    for (const Value *operand : instruction->operands())
      if (isOf(operand))
        operands.emplace_back(needs.lookup(cast<Instruction>(operand)),
                              getNumRegisters(operand->getType()));
    llvm::sort(operands, std::greater<>());
    unsigned held = 0, most = getNumRegisters(instruction->getType());
    for (auto [need, registers] : operands) {
      most = std::max(most, held + need);
      held += registers;
    }
    // An instruction that does not move is in its location already.
    needs[instruction] = isMovable(*instruction)
                             ? most
                             : getNumRegisters(instruction->getType());
  }
}

/// A value that stays in its location, with several uses, ends at the last of
/// them: each is a part of its end. An instruction that moves passes on what
/// ends in it.
void BlockOrder::findFolds() {
  DenseMap<const Instruction *, double> ends;
  for (const Instruction *instruction : order) {
    if (!isMovable(*instruction))
      continue;
    double sum = 0;
    for (const Value *operand : instruction->operands()) {
      if (!isOf(operand))
        continue;
      const auto *from = cast<Instruction>(operand);
      bool stays = !isMovable(*from) || folds.contains(from);
      sum += (stays ? getNumRegisters(from->getType()) : ends.lookup(from)) /
             double(from->getNumUses());
    }
    ends[instruction] = sum;
    // There are few predicates: conditions take no register, but count as one.
    if (sum > std::max(getNumRegisters(instruction->getType()), 1u))
      folds.insert(instruction);
  }
}

void BlockOrder::emit(Instruction *root) {
  SmallVector<std::pair<Instruction *, bool>> stack = {{root, false}};
  while (!stack.empty()) {
    auto [instruction, isReady] = stack.pop_back_val();
    if (isReady) {
      order.push_back(instruction);
      continue;
    }
    if (!emitted.insert(instruction).second)
      continue;
    stack.emplace_back(instruction, true);
    // The operands of a PHI come from the ends of blocks.
    if (isa<PHINode>(instruction))
      continue;
    SmallVector<Instruction *> operands;
    for (Value *operand : instruction->operands())
      if (isOf(operand) && !isa<PHINode>(operand) &&
          !emitted.contains(cast<Instruction>(operand)))
        operands.push_back(cast<Instruction>(operand));
    // The last one on the stack is emitted first.
    llvm::stable_sort(operands, [&](Instruction *a, Instruction *b) {
      return needs.lookup(a) < needs.lookup(b);
    });
    for (Instruction *operand : operands)
      stack.emplace_back(operand, false);
  }
}

void BlockOrder::sink() {
  countNeeds();
  findFolds();
  SmallVector<Instruction *> before = std::move(order);
  order.clear();
  for (Instruction *instruction : before)
    if ((!isMovable(*instruction) || folds.contains(instruction)) &&
        !instruction->isTerminator())
      emit(instruction);
  // Values that other blocks use.
  for (Instruction *instruction : before)
    emit(instruction);
}

void BlockOrder::apply() {
  for (Instruction *instruction : order)
    if (!isa<PHINode>(instruction))
      instruction->moveBefore(block, block.end());
}

void cm2tt::reduceRegisterPressure(Module &module) {
  for (Function &function : module)
    for (BasicBlock &block : function) {
      BlockOrder order(block);
      unsigned before = order.pressure();
      if (before <= maxRegisters)
        continue;
      order.sink();
      if (order.pressure() < before)
        order.apply();
    }
}
