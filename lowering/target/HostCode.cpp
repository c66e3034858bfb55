// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// LLVM IR in memory for a CPU, and its assembly or object code.
///
/// `prefer-vector-width` is the width of the registers, also on CPUs for which
/// LLVM prefers 256 of 512 bits: the lowering has chosen the width of vectors,
/// and a smaller preferred width would split each operation into two.
///
/// Not here: the LLVM passes (HostOptimize.cpp); the properties of CPUs
/// (HostTarget.cpp).

#include "CodeGenPasses.h"
#include "TargetInternals.h"
#include "cm2tt/Lowering/HostTarget.h"
#include "cm2tt/Lowering/Target.h"

#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Target/TargetOptions.h"

using namespace mlir;
using namespace cm2tt;

std::unique_ptr<llvm::TargetMachine>
cm2tt::makeTargetMachine(const HostTarget &target) {
  initializeBackEnds();
  llvm::TargetOptions options;
  // Fused is what is marked so: arithmetic on tiles.
  options.AllowFPOpFusion = llvm::FPOpFusion::Standard;
  return std::unique_ptr<llvm::TargetMachine>(
      findHostBackEnd()->createTargetMachine(
          getHostTriple(), target.getCpu(), target.getFeatures(), options,
          llvm::Reloc::PIC_, std::nullopt, llvm::CodeGenOptLevel::Default));
}

/// Sets the CPU of each function: back ends read it there, and functions for
/// different CPUs would not be inlined.
static void addAttributes(llvm::Module &module, const HostTarget &target) {
  const std::string vectorBits = std::to_string(8 * target.getVectorBytes());
  for (llvm::Function &function : module) {
    if (function.isDeclaration())
      continue;
    function.addFnAttr(llvm::Attribute::NoUnwind);
    function.addFnAttr("target-cpu", target.getCpu());
    if (!target.getFeatures().empty())
      function.addFnAttr("target-features", target.getFeatures());
    // Some CPUs with 512 bits are said to do better with 256, which would halve
    // each vector that the lowering chose.
    function.addFnAttr("prefer-vector-width", vectorBits);
    function.addFnAttr("min-legal-vector-width", vectorBits);
    // Spills of vectors cross lines of the cache otherwise: the stack has the
    // alignment of 16 bytes, and by itself, LLVM aligns it only for variables.
    if (target.getVectorBytes() > 16)
      function.addFnAttr("stackrealign");
  }
}

llvm::Expected<std::unique_ptr<llvm::Module>>
cm2tt::translateToHostIR(ModuleOp module, llvm::LLVMContext &context,
                         const HostTarget &target) {
  auto result = translate(module, context);
  if (!result)
    return result;
  std::unique_ptr<llvm::TargetMachine> machine = makeTargetMachine(target);
  (*result)->setTargetTriple(machine->getTargetTriple());
  (*result)->setDataLayout(machine->createDataLayout());
  (*result)->setPICLevel(llvm::PICLevel::BigPIC);
  addAttributes(**result, target);
  return result;
}

llvm::Expected<std::string>
cm2tt::emitHost(llvm::Module &module, const HostTarget &target, HostCode form) {
  std::unique_ptr<llvm::TargetMachine> machine = makeTargetMachine(target);
  spillFarValues(module);
  std::string errors;
  module.getContext().setDiagnosticHandler(
      std::make_unique<KeepErrors>(errors));
  llvm::SmallString<0> code;
  llvm::raw_svector_ostream stream(code);
  llvm::legacy::PassManager passes;
  CodeGenPasses list(passes, ModuleShape(module));
  auto type = form == HostCode::Object ? llvm::CodeGenFileType::ObjectFile
                                       : llvm::CodeGenFileType::AssemblyFile;
  if (machine->addPassesToEmitFile(list, stream, nullptr, type,
                                   /*DisableVerify=*/true))
    return makeError("LLVM has no code for " + target.getName());
  passes.run(module);
  if (!errors.empty())
    return makeError(errors);
  return code.str().str();
}
