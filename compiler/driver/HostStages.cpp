// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The last stages for a CPU: from the LLVM dialect to LLVM IR, assembly and
/// object code, and what a launcher needs to know of it.

#include "Stages.h"

#include "cm2tt/Dialect/TTG/TTGDialect.h"
#include "cm2tt/Lowering/HostTarget.h"
#include "cm2tt/Lowering/KernelSymbols.h"
#include "cm2tt/Lowering/Target.h"

#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

using namespace mlir;
using namespace cm2tt;

/// The attributes that lowering adds to the module, as described in TTToCPU.
static constexpr llvm::StringLiteral scratchAttrName = "cpu.scratch",
                                     sitesAttrName = "cpu.sites";

void Compilation::describeHostKernel(ModuleOp module) {
  KernelMetadata &metadata = result.metadata;
  if (auto scratch = module->getAttrOfType<IntegerAttr>(scratchAttrName))
    metadata.scratchBytes = scratch.getValue().getLimitedValue();
  metadata.sites = readSites(module, sitesAttrName);
  metadata.symbol = findKernelSymbol(module, metadata.name).str();
}

LogicalResult Compilation::emitHostCode(ModuleOp module) {
  auto report = [&](llvm::Error error) {
    return emitError(module.getLoc(), llvm::toString(std::move(error)));
  };
  llvm::Expected<HostTarget> target = HostTarget::parse(options.target);
  if (!target)
    return report(target.takeError());
  llvm::LLVMContext llvmContext;
  TimingScope scope = begin("llvm: translate");
  if (options.lineInfo)
    addLineTables(module, options.stage == Stage::Obj ? LineTables::Sections
                                                      : LineTables::Directives);
  auto code = translateToHostIR(module, llvmContext, *target);
  if (!code)
    return report(code.takeError());
  scope = begin("llvm: optimise");
  optimizeHostIR(**code, *target);
  if (options.stage == Stage::LLVM) {
    llvm::raw_string_ostream os(result.output);
    (*code)->print(os, nullptr);
    return success();
  }
  scope = begin("llvm: generate code");
  llvm::Expected<std::string> output = emitHost(
      **code, *target,
      options.stage == Stage::Obj ? HostCode::Object : HostCode::Assembly);
  if (!output)
    return report(output.takeError());
  result.output = std::move(*output);
  return success();
}

LogicalResult Compilation::runForCpu(ModuleOp module) {
  if (module->hasAttr(ttg::kNumWarpsAttr))
    return emitError(module.getLoc(), "laid out for a GPU, not for ")
           << options.target;
  // Else the input has been through it.
  if (!module->hasAttr(scratchAttrName) &&
      failed(runPhase(module, Stage::Asm, /*isInternal=*/false)))
    return failure();
  describeHostKernel(module);
  return emitHostCode(module);
}
