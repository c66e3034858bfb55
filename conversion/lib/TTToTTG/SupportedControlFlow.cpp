// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Branches and loops that the GPU takes.
///
/// Not here: calls, which are inlined (Supported.cpp).

#include "SupportedInternals.h"

#include "cm2tt/Dialect/TT/TTOps.h"

#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace cm2tt;

Verdict cm2tt::checkControlFlow(Operation *op) {
  if (isa<scf::ForOp, scf::IfOp, scf::WhileOp, scf::YieldOp, scf::ConditionOp,
          cf::BranchOp, cf::CondBranchOp, cf::SwitchOp, tt::ReturnOp,
          gpu::BarrierOp, LLVM::AssumeOp>(op))
    return success();
  return std::nullopt;
}
