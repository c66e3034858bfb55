// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The pass that makes loops over vectors of kernels on tiles.
///
/// Not here: what can be lowered (Supported.h), which loops there are
/// (FusionPlan.h), their code (TileLoops.cpp, Steps.cpp).

#include "CpuFunction.h"
#include "Supported.h"

#include "cm2tt/Conversion/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace cm2tt;

namespace cm2tt {
#define GEN_PASS_DEF_TTTOCPUPASS
#include "cm2tt/Conversion/Passes.h.inc"
} // namespace cm2tt

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
    const auto &axisInfo = getAnalysis<ModuleAxisInfo>();
    std::vector<Site> sites;
    CpuLowering lowering{*machine, axisInfo, checked, sites};
    SmallVector<tt::FuncOp> functions(module.getOps<tt::FuncOp>());
    int64_t scratch = 0;
    for (tt::FuncOp func : functions) {
      FusionPlan plan(func);
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
