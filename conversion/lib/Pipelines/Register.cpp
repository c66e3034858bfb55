// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The one list of what cm2tt registers with MLIR.

#include "cm2tt/Conversion/Register.h"

#include "cm2tt/Conversion/AxisInfo.h"
#include "cm2tt/Conversion/Passes.h"
#include "cm2tt/Conversion/Pipelines.h"
#include "cm2tt/Dialect/CM/CMDialect.h"
#include "cm2tt/Dialect/TT/TTDialect.h"
#include "cm2tt/Dialect/TTG/TTGDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/LLVMIR/Transforms/InlinerInterfaceImpl.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Pass/PassManager.h"

using namespace mlir;

void cm2tt::registerAllDialects(DialectRegistry &registry) {
  registry.insert<cm::CMDialect, arith::ArithDialect, cf::ControlFlowDialect,
                  gpu::GPUDialect, LLVM::LLVMDialect, math::MathDialect,
                  NVVM::NVVMDialect, scf::SCFDialect, tt::TTDialect,
                  ttg::TTGDialect, ub::UBDialect>();
  // Without it a device function with llvm.intr.assume would not be inlined.
  LLVM::registerInlinerInterface(registry);
}

void cm2tt::registerAllPasses() {
  registerCm2ttPasses();
  registerTestPrintAxisInfoPass();
  PassPipelineRegistration<>(
      "cm2tt-optimize-tt", "all passes from tt to optimised tt, in order",
      [](OpPassManager &passes) { buildTTPhase(passes, PipelineOptions()); });
}
