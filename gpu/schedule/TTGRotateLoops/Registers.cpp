// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The registers of a thread in a loop as it is, and rotated.
///
/// The most tiles are live while the first stage computes the second operand of
/// the chain: the results of its products, and what the loop carries. In the
/// rotated loop that includes the operand of the iteration before, which the
/// running product reads. In the loop as it is, the operand replaces the
/// results of which it is computed.
///
/// With kOther, the counts for attention with blocks that descriptors load are
/// the limits above which `ptxas` 13.0 spills nothing (`.maxnreg` of its input,
/// 2026-11-27, b7b77caa): 160 of tiles of 128x128x128 with 8 warps and 96 of
/// 64x64x64 with 4; rotated 192, where it is 200, and 112. Loads by pointers,
/// with masks, need 136 instead of 96 for two tiles of 64x64.
///
/// Not here: how a block's registers are shared with a producer
/// (RegisterBudget.h).

#include "RotateLoopsInternals.h"

#include "cm2tt/Dialect/TT/TTOps.h"
#include "cm2tt/Lowering/TargetInfo.h"
#include "gpu/schedule/GroupStores.h"
#include "gpu/schedule/RegisterBudget.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace cm2tt;

/// Registers for indices, addresses, masks, rows of statistics that are
/// computed, and halves of tiles that are being converted.
constexpr unsigned kOther = 28;

/// For each 16 bytes that a thread loads by pointers: two addresses, the mask,
/// and what computes them; without a mask less.
constexpr unsigned kOfCopy = 5, kOfPlainCopy = 3;

/// The registers of a tile; 0 of a scalar. Indices and pointers are counted
/// with loads: most of their elements are not used.
static unsigned countWords(Value value) {
  auto tile = dyn_cast<RankedTensorType>(value.getType());
  if (!tile ||
      (isa<BlockArgument>(value) && !isa<FloatType>(tile.getElementType())))
    return 0;
  constexpr unsigned kWord = 32;
  unsigned bits = tt::getElementBits(tile.getElementType());
  return llvm::divideCeil(
      ttg::getLayoutAttr(tile).getLayout().getInSize(ttg::InDim::Register) *
          bits,
      kWord);
}

template <typename Range> static unsigned sumWords(Range &&values) {
  unsigned sum = 0;
  for (Value value : values)
    sum += countWords(value);
  return sum;
}

/// The registers for addresses and masks of the loads of a loop.
static unsigned countOfLoads(scf::ForOp loop) {
  constexpr unsigned kWordsOfCopy = 4;
  unsigned sum = 0;
  for (auto load : loop.getBody()->getOps<tt::LoadOp>())
    sum += (load.getMask() ? kOfCopy : kOfPlainCopy) *
           llvm::divideCeil(countWords(load), kWordsOfCopy);
  return sum;
}

static RegisterDemand getDemand(ModuleOp module) {
  RegisterDemand demand = measureProducts(module);
  demand.consumerWarps = ttg::getNumWarps(module);
  demand.blockWarps = ttg::getTotalNumWarps(module);
  demand.maxRegisters = ttg::getMaxRegisters(module);
  return demand;
}

/// The registers that a thread can have, with the producer if there is one.
static unsigned getLimit(ModuleOp module, unsigned threads) {
  const RegisterDemand demand = getDemand(module);
  if (demand.blockWarps != demand.consumerWarps)
    if (std::optional<RegisterBudget> budget = planRegisterBudget(demand))
      return budget->consumer;
  constexpr unsigned all = TargetInfo::registersOfMultiprocessor;
  unsigned most = std::min<unsigned>(
      TargetInfo::maxRegistersOfThread,
      llvm::alignDown(all / threads, TargetInfo::registerStep));
  return demand.maxRegisters ? std::min(most, demand.maxRegisters) : most;
}

/// Registers for the numbers of a second slot, and what is computed from them.
constexpr unsigned kOfAhead = 12;

/// With products ahead the most tiles are live either where the operands of the
/// other products are computed, of which the first one is read while the last
/// is computed, or where results are stored while products run.
static RotationRegisters countAhead(const RotationPlan &plan, ModuleOp module) {
  scf::ForOp loop = plan.loop;
  unsigned fixed = kOther + countOfLoads(loop) + sumWords(plan.first.carried) +
                   sumWords(plan.second.carried);
  unsigned computed = 0, stored = 0, operand = 0;
  for (auto dot : loop.getBody()->getOps<ttg::WarpGroupDotOp>()) {
    if (!llvm::is_contained(plan.chained, dot))
      computed += countWords(dot.getD());
    else if (!isa<BlockArgument>(dot.getC()))
      stored += countWords(dot.getD());
    if (isa<RankedTensorType>(dot.getA().getType()))
      operand = std::max(operand, countWords(dot.getA()));
  }
  unsigned ahead = sumWords(plan.crossing);
  RotationRegisters count;
  count.before = fixed + std::max(computed + operand, stored);
  count.after = fixed + kOfAhead + std::max(computed + operand, ahead + stored);
  count.limit =
      getLimit(module, ttg::getTotalNumWarps(module) * TargetInfo::warpSize);
  count.blocksBefore = count.blocksAfter = 1;
  return count;
}

RotationRegisters cm2tt::countRegisters(const RotationPlan &plan,
                                        ModuleOp module) {
  if (plan.isAhead)
    return countAhead(plan, module);
  constexpr unsigned kMostBlocks = 2;
  scf::ForOp loop = plan.loop;
  unsigned fixed = kOther + countOfLoads(loop) + sumWords(plan.first.carried);
  for (Value carried : plan.second.carried)
    if (!plan.accumulated.contains(carried))
      fixed += countWords(carried);
  for (ttg::WarpGroupDotOp dot : plan.leading)
    if (loop.isDefinedOutsideOfLoop(dot.getA()))
      fixed += countWords(dot.getA());
  fixed += sumWords(plan.accumulated);
  SmallVector<Value> sums, operands, results;
  for (ttg::WarpGroupDotOp dot : plan.chained)
    sums.push_back(dot.getC());
  for (Value value : plan.crossing)
    if (!llvm::is_contained(sums, value))
      operands.push_back(value);
  for (ttg::WarpGroupDotOp dot : plan.leading)
    results.push_back(dot.getD());
  RotationRegisters count;
  count.before = fixed + std::max(sumWords(results), sumWords(operands));
  count.after = fixed + sumWords(results) + sumWords(operands);
  unsigned threads = ttg::getTotalNumWarps(module) * TargetInfo::warpSize;
  count.limit = getLimit(module, threads);
  auto countBlocks = [&](unsigned registers) {
    // The registers of a block with a producer are distributed already.
    if (ttg::getTotalNumWarps(module) != ttg::getNumWarps(module))
      return 1u;
    return std::min<unsigned>(
        kMostBlocks,
        TargetInfo::registersOfMultiprocessor /
            (threads * llvm::alignTo(registers, TargetInfo::registerStep)));
  };
  count.blocksBefore = countBlocks(count.before);
  count.blocksAfter = countBlocks(count.after);
  return count;
}

unsigned cm2tt::countGroups(ModuleOp module) {
  const unsigned warps = ttg::getNumWarps(module);
  const unsigned all = ttg::getTotalNumWarps(module);
  unsigned blocks = 1;
  if (all != warps)
    if (auto budget = planRegisterBudget(getDemand(module)))
      blocks = TargetInfo::registersOfMultiprocessor /
               (budget->launch * all * TargetInfo::warpSize);
  return blocks * warps / kWarpsOfGroup;
}
