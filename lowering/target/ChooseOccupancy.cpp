// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Says how many blocks of a kernel a multiprocessor should run at once, and
/// with that, how many registers `ptxas` may use:
///
///   .reqntid 512, 1, 1
///   .minnctapersm 2           // 65,536 / (512 * 2): at most 64 registers
///
/// Without the directive `ptxas` guesses:
///
/// - In a loop with several loads it moves some down to their uses, to save
///   registers, also where that lets no further block run. A thread then waits
///   for memory several times in an iteration. Or it takes a few more than let
///   one more block run. Softmax of tiles of 8x1024 did both: 72 registers of
///   512 threads, so that one block ran. With 64, two run, and all loads are at
///   the beginning of the loop. The blocks here are as many as have registers
///   for what the loop carries and for all that an iteration loads.
/// - Where the values that are live at a barrier do not fit, it may decide for
///   32 registers. A row of 65,536 elements in 128 threads moved 17 kB of each
///   thread to memory and back then, and 6 kB with 255 registers (sm_90a, ptxas
///   12.8, 2026-11-30).
///
/// Not for kernels that multiply matrices: their accumulators decide, and
/// RegisterBudget.h may share the registers out.

#include "TargetInternals.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MathExtras.h"

using namespace cm2tt;
using namespace llvm;

/// Registers of a loop for addresses, temporaries and the results of one step;
/// more where more than a few blocks run, as that hardly makes them fewer.
static constexpr unsigned kTemporaries = 6, kMoreTemporaries = 38;
static constexpr unsigned kFewBlocks = 8;
/// With more threads, each has less than 64 registers: `ptxas` decides, as what
/// is computed between barriers and loads, such as a scan, may need more than
/// is known here. With fewer, a second or third block is worth up to a fifth of
/// the registers: cross entropy of 8192 logits in 512 threads was 26 % slower
/// with 75 registers than with 64. A fifth block is not: layer norm of rows of
/// 65,536 elements in 128 threads was 15 % slower with 96 than with 109.
static constexpr unsigned kManyThreads = 1024, kMostToAddOne = 2;
/// Functions of more blocks are not measured.
static constexpr size_t kMostBlocks = 256;

//===----------------------------------------------------------------------===//
// Live values
//===----------------------------------------------------------------------===//

namespace {
/// The values of a kernel that are live at a location. Constants and arguments,
/// which are in memory for constants, take no registers.
class LiveValues {
public:
  void add(const Value *value);
  /// Goes from after an instruction to before it.
  void goBefore(const Instruction &instruction);
  void join(const LiveValues &other);

  /// 32-bit registers; predicates are others.
  unsigned getNumRegisters() const { return registers; }
  size_t size() const { return values.size(); }

  static unsigned getNumRegisters(const Instruction &value);

private:
  DenseSet<const Instruction *> values;
  unsigned registers = 0;
};
} // namespace

unsigned LiveValues::getNumRegisters(const Instruction &value) {
  Type *type = value.getType();
  if (type->isIntegerTy(1) || !type->isSized())
    return 0;
  return divideCeil(
      value.getDataLayout().getTypeSizeInBits(type).getFixedValue(), 32);
}

void LiveValues::add(const Value *value) {
  auto *instruction = dyn_cast<Instruction>(value);
  if (instruction && values.insert(instruction).second)
    registers += getNumRegisters(*instruction);
}

void LiveValues::goBefore(const Instruction &instruction) {
  if (values.erase(&instruction))
    registers -= getNumRegisters(instruction);
  // The operands of a PHI are live at the ends of other blocks.
  if (!isa<PHINode>(instruction))
    for (const Value *operand : instruction.operands())
      add(operand);
}

void LiveValues::join(const LiveValues &other) {
  for (const Instruction *value : other.values)
    add(value);
}

/// The values that are live at the end of each block.
static DenseMap<const BasicBlock *, LiveValues>
findLiveAtEnds(Function &function) {
  DenseMap<const BasicBlock *, LiveValues> atBegin, atEnd;
  SmallVector<BasicBlock *> blocks(post_order(&function));
  for (bool changes = true; changes;) {
    changes = false;
    for (BasicBlock *block : blocks) {
      LiveValues live;
      for (BasicBlock *next : successors(block)) {
        live.join(atBegin.lookup(next));
        for (PHINode &phi : next->phis())
          live.add(phi.getIncomingValueForBlock(block));
      }
      atEnd[block] = live;
      for (const Instruction &instruction : reverse(*block))
        live.goBefore(instruction);
      // Sets of live values only grow.
      LiveValues &known = atBegin[block];
      changes |= live.size() != known.size();
      known = std::move(live);
    }
  }
  return atEnd;
}

/// The most registers that are live where threads of a block meet, at the end
/// of which `live` is. What is loaded before and used after is live in each
/// order.
static unsigned findMostLive(const BasicBlock &block, LiveValues live) {
  unsigned most = 0;
  for (const Instruction &instruction : reverse(block)) {
    auto *call = dyn_cast<CallBase>(&instruction);
    if (call && call->isConvergent())
      most = std::max(most, live.getNumRegisters());
    live.goBefore(instruction);
  }
  return most;
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

/// The assembly or intrinsic function that an instruction calls, or nothing.
static StringRef getCalled(const Instruction &instruction) {
  auto *call = dyn_cast<CallBase>(&instruction);
  if (!call)
    return {};
  if (auto *assembly = dyn_cast<InlineAsm>(call->getCalledOperand()))
    return assembly->getAsmString();
  const Function *callee = call->getCalledFunction();
  return callee ? callee->getName() : StringRef();
}

static bool multipliesMatrices(Function &function) {
  return llvm::any_of(instructions(function), [](const Instruction &each) {
    return getCalled(each).contains("mma");
  });
}

static bool loadsFromGlobal(const Instruction &instruction) {
  if (auto *load = dyn_cast<LoadInst>(&instruction))
    return load->getPointerAddressSpace() == TargetInfo::globalSpace;
  return getCalled(instruction).contains("ld.global");
}

/// The exchanges between threads in a loop, such as those of a scan, whose
/// temporaries are not known here.
static constexpr unsigned kMostExchanges = 32;

/// The registers for what a block loads from global memory; 0 if that is at
/// most one load, or the block is no loop, or has many exchanges. Loops without
/// branches are blocks. Nor if loads fill less than a register each: they
/// gather, and more warps have more of them in flight. Nearest neighbours of
/// images of f16 took 732 us with 56 registers, 705 with 40 (H200, 2026-11-30).
static unsigned getLoadedRegisters(BasicBlock &block) {
  if (!llvm::is_contained(successors(&block), &block))
    return 0;
  unsigned loads = 0, registers = 0, exchanges = 0;
  uint64_t bits = 0;
  for (const Instruction &instruction : block) {
    auto *call = dyn_cast<CallBase>(&instruction);
    exchanges += call && call->isConvergent();
    if (loadsFromGlobal(instruction)) {
      ++loads;
      registers += LiveValues::getNumRegisters(instruction);
      bits += instruction.getDataLayout()
                  .getTypeSizeInBits(instruction.getType())
                  .getFixedValue();
    }
  }
  bool isGather = bits < 32 * uint64_t(loads);
  return loads > 1 && exchanges <= kMostExchanges && !isGather ? registers : 0;
}

/// The threads of a block, if the function is a kernel that says so, or 0.
static unsigned getNumThreads(const Function &function) {
  Attribute attribute = function.getFnAttribute("nvvm.reqntid");
  if (!attribute.isValid())
    return 0;
  SmallVector<StringRef, 3> extents;
  attribute.getValueAsString().split(extents, ',');
  unsigned threads = 1;
  for (StringRef text : extents) {
    unsigned extent = 0;
    if (text.trim().getAsInteger(10, extent))
      return 0;
    threads *= extent;
  }
  return threads;
}

/// The blocks to run at once; 0 if `ptxas` should decide.
static unsigned chooseBlocks(Function &function, unsigned threads) {
  unsigned most = 0, ofLoops = 0;
  for (const auto &[block, live] : findLiveAtEnds(function)) {
    most = std::max(most, findMostLive(*block, live));
    if (unsigned loaded = getLoadedRegisters(const_cast<BasicBlock &>(*block)))
      ofLoops = std::max(ofLoops, live.getNumRegisters() + loaded);
  }
  constexpr unsigned ofMultiprocessor = TargetInfo::registersOfMultiprocessor;
  unsigned available =
      std::min(TargetInfo::maxRegistersOfThread, ofMultiprocessor / threads);
  // Some could be kept in the type that they are converted from.
  if (most > available + available / 2)
    return 1;
  unsigned needed = std::max(ofLoops, most) + kTemporaries;
  if (!ofLoops || needed > available)
    return 0;
  auto getBlocks = [&](unsigned registers) {
    return ofMultiprocessor /
           unsigned(threads * alignTo(registers, TargetInfo::registerStep));
  };
  unsigned blocks = getBlocks(needed);
  if (blocks > kFewBlocks)
    blocks = std::max(getBlocks(needed - kTemporaries + kMoreTemporaries),
                      kFewBlocks);
  blocks = std::max(blocks, 1u);
  // With a few registers less, one more block may run.
  if (blocks * threads < kManyThreads && blocks <= kMostToAddOne &&
      5 * ofMultiprocessor >= 4 * needed * (blocks + 1) * threads)
    ++blocks;
  return blocks * threads > kManyThreads ? 0 : blocks;
}

void cm2tt::chooseOccupancy(Module &module) {
  for (Function &function : module) {
    unsigned threads = getNumThreads(function);
    if (!threads || function.size() > kMostBlocks ||
        function.hasFnAttribute("nvvm.maxnreg") ||
        function.hasFnAttribute("nvvm.minctasm") ||
        multipliesMatrices(function))
      continue;
    if (unsigned blocks = chooseBlocks(function, threads))
      function.addFnAttr("nvvm.minctasm", llvm::utostr(blocks));
  }
}
