// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// A multiprocessor has 65,536 registers, and `setmaxnreg` moves them between
/// warp groups in steps of 8 (PTX ISA, "setmaxnreg"). The producer keeps 24,
/// the least; 8 warps of consumers get 240 a thread. Blocks of 256 threads are
/// launched with 128 a thread, so that two fit, and 4 warps of consumers get
/// 232, unless products need more: the results of one loop take more than 160,
/// or `ptxas` refuses a product of N = 256, whose accumulators alone take as
/// many as a thread has at launch (C7602). Then each thread has all that it can
/// use, and none move.
///
/// Not here: the instructions (TTGToLLVM/Producer.cpp).

#include "RegisterBudget.h"

#include "cm2tt/Dialect/TTG/TTGOps.h"
#include "cm2tt/Lowering/TargetInfo.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace cm2tt;

/// Whether an operation of the block is a loop with products.
static bool hasLoopWithProducts(Block *block) {
  return llvm::any_of(block->getOps<scf::ForOp>(), [](scf::ForOp loop) {
    return loop
        .walk([](ttg::WarpGroupDotOp) { return WalkResult::interrupt(); })
        .wasInterrupted();
  });
}

RegisterDemand cm2tt::measureProducts(ModuleOp module) {
  RegisterDemand demand;
  llvm::SmallDenseMap<Block *, unsigned> registersOf;
  module.walk([&](ttg::WarpGroupDotOp dot) {
    demand.widestProduct =
        std::max<unsigned>(demand.widestProduct, dot.getInstrN());
    Block *block = dot->getBlock();
    if (hasLoopWithProducts(block))
      return;
    unsigned &registers = registersOf[block];
    registers += ttg::getLayoutAttr(dot.getType())
                     .getLayout()
                     .getInSize(ttg::InDim::Register);
    demand.productRegisters = std::max(demand.productRegisters, registers);
  });
  return demand;
}

std::optional<RegisterBudget>
cm2tt::planRegisterBudget(const RegisterDemand &demand) {
  constexpr unsigned most = TargetInfo::maxRegistersOfThread;
  constexpr unsigned step = TargetInfo::registerStep;
  constexpr unsigned kProducer = 24, kThreadsOfBlocks = 512;
  unsigned threads = demand.blockWarps * TargetInfo::warpSize;
  constexpr unsigned kMostForTwo = 160, kWidest = 256;
  bool isSmall =
      demand.productRegisters <= kMostForTwo && demand.widestProduct < kWidest;
  unsigned blocks = isSmall ? std::max(kThreadsOfBlocks / threads, 1u) : 1;
  unsigned launch = TargetInfo::registersOfMultiprocessor / (blocks * threads);
  if (launch > most)
    return std::nullopt;
  if (demand.maxRegisters)
    launch = std::min(launch, demand.maxRegisters);
  launch = llvm::alignDown(launch, step);
  if (launch <= kProducer)
    return std::nullopt;
  unsigned producers = demand.blockWarps - demand.consumerWarps;
  unsigned moved = (launch - kProducer) * producers / demand.consumerWarps;
  unsigned consumer = llvm::alignDown(std::min(launch + moved, most), step);
  return RegisterBudget{launch, kProducer, consumer};
}
