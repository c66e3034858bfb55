// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The last stages for a CPU: from the LLVM dialect to LLVM IR, assembly and
/// object code, and what a launcher needs to know of it.

#include "Stages.h"

#include "cm2tt/Conversion/HostTarget.h"
#include "cm2tt/Dialect/TTG/TTGDialect.h"

#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

using namespace mlir;
using namespace cm2tt;

/// The attributes that lowering adds to the module, as described in TTToCPU.
static constexpr llvm::StringLiteral scratchAttrName = "cpu.scratch",
                                     sitesAttrName = "cpu.sites";

/// The kind of that name; Assert for other names.
static KernelSite::Kind siteKindOf(StringRef name) {
  for (KernelSite::Kind kind : {KernelSite::Kind::Load, KernelSite::Kind::Store,
                                KernelSite::Kind::Atomic})
    if (siteKindName(kind) == name)
      return kind;
  return KernelSite::Kind::Assert;
}

/// An entry of `cpu.sites`. What is not there or of another type is left as it
/// is for unknown: modules can come from elsewhere.
static KernelSite siteOf(DictionaryAttr entry) {
  KernelSite site;
  if (auto kind = entry.getAs<StringAttr>("kind"))
    site.kind = siteKindOf(kind);
  if (auto bytes = entry.getAs<IntegerAttr>("bytes"))
    site.bytes = bytes.getValue().getLimitedValue();
  if (auto parameter = entry.getAs<IntegerAttr>("parameter"))
    site.parameter = parameter.getValue().trySExtValue().value_or(-1);
  if (auto shape = entry.getAs<DenseI64ArrayAttr>("shape"))
    site.shape.assign(shape.asArrayRef().begin(), shape.asArrayRef().end());
  if (auto message = entry.getAs<StringAttr>("message"))
    site.message = message.str();
  auto loc = entry.getAs<LocationAttr>("loc");
  if (FileLineColLoc place = loc ? placeOf(loc) : FileLineColLoc()) {
    site.file = place.getFilename().str();
    site.line = place.getLine();
    site.column = place.getColumn();
  }
  return site;
}

void Compilation::describeHostKernel(ModuleOp module) {
  KernelMetadata &metadata = result.metadata;
  if (auto scratch = module->getAttrOfType<IntegerAttr>(scratchAttrName))
    metadata.scratchBytes = scratch.getValue().getLimitedValue();
  auto sites = module->getAttrOfType<ArrayAttr>(sitesAttrName);
  if (!sites)
    return;
  for (Attribute entry : sites)
    if (auto site = dyn_cast<DictionaryAttr>(entry))
      metadata.sites.push_back(siteOf(site));
    else
      metadata.sites.emplace_back();
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
