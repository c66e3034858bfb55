// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The pass that lowers kernels on tiles to loops over vectors.
///
/// `linalg` on tensors and bufferisation are not used: cm2tt needs few passes
/// to create vectors, while MLIR's would need a copy for each operation on
/// tiles, and do not know which lanes are contiguous.
///
/// Not here: the supported operations (Supported.h), the plan of the loops
/// (FusionPlan.h), their code (TileLoops.cpp, Steps.cpp).

#include "CpuFunction.h"
#include "cpu/emit/ElementwiseInternals.h"
#include "cpu/plan/Supported.h"

#include "cm2tt/CPU/Passes.h"
#include "cm2tt/Lowering/KernelSymbols.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"

using namespace mlir;
using namespace cm2tt;

namespace cm2tt {
#define GEN_PASS_DEF_TTTOCPUPASS
#include "cm2tt/CPU/Passes.h.inc"
} // namespace cm2tt

/// Gives each way out of a branch with several a block of its own if it takes
/// tiles along, so that these are moved on that way only.
static void splitEdges(tt::FuncOp func) {
  SmallVector<Block *> blocks(llvm::make_pointer_range(func.getBody()));
  for (Block *block : blocks) {
    auto branch = dyn_cast<BranchOpInterface>(block->getTerminator());
    if (!branch || block->getNumSuccessors() < 2)
      continue;
    for (auto [index, next] : llvm::enumerate(block->getSuccessors())) {
      SuccessorOperands operands = branch.getSuccessorOperands(index);
      if (!llvm::any_of(operands.getForwardedOperands().getTypes(), isTile))
        continue;
      auto *edge = new Block;
      edge->insertBefore(next);
      OpBuilder builder = OpBuilder::atBlockEnd(edge);
      cf::BranchOp::create(builder, branch.getLoc(), next,
                           operands.getForwardedOperands());
      operands.getMutableForwardedOperands().clear();
      branch->setSuccessor(edge, index);
    }
  }
}

namespace {
struct TTToCPUPass : cm2tt::impl::TTToCPUPassBase<TTToCPUPass> {
  using Base::Base;
  void runOnOperation() override {
    ModuleOp module = getOperation();
    llvm::Expected<HostTarget> machine = HostTarget::parse(target);
    if (!machine) {
      module.emitError(llvm::toString(machine.takeError()));
      return signalPassFailure();
    }
    if (failed(checkSupportedOnCPU(module)))
      return signalPassFailure();
    chooseKernelSymbols(module, SymbolsOf::Cpu);
    if (!machine->hasHalfConversions())
      module->setAttr(kSoftwareF16Attr, UnitAttr::get(&getContext()));
    const auto &axisInfo = getAnalysis<ModuleAxisInfo>();
    std::vector<Site> sites;
    CpuLowering lowering{*machine, axisInfo, checked, sites};
    SmallVector<tt::FuncOp> functions(module.getOps<tt::FuncOp>());
    int64_t scratch = 0;
    for (tt::FuncOp func : functions) {
      splitEdges(func);
      FusionPlan plan(func, checked);
      emitCpuFunction(func, plan, lowering);
      scratch = std::max(scratch, plan.getScratch().getBytes());
      loops += plan.getNumLoops();
    }
    Builder builder(&getContext());
    module->setAttr("cpu.scratch", builder.getI64IntegerAttr(scratch));
    module->setAttr("cpu.sites", describeSites(&getContext(), sites));
    for (tt::FuncOp func : functions)
      func.erase();
  }
};
} // namespace
