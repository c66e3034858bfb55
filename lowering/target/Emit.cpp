// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// LLVM IR in memory, and PTX from it.
///
/// Pointers to shared memory have 32 bits. LLVM has this as a global option
/// only, which is set while a back end is created and then restored.
///
/// Not here: the LLVM passes (Optimize.cpp); `ptxas` (Assemble.cpp).

#include "GpuBackEnd.h"
#include "TargetInternals.h"
#include "cm2tt/Lowering/FloatOptions.h"
#include "cm2tt/Lowering/Target.h"

#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/NVVM/NVVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetOptions.h"

#include <mutex>

using namespace mlir;
using namespace cm2tt;

namespace {
/// Pointers to shared memory have 32 bits during its lifetime, for back ends
/// that are created in this time. LLVM 22 knows this as an option of the
/// command line only, which the back end's constructor reads.
class ShortPointers {
public:
  ShortPointers() : lock(getMutex()), option(find()), before(*option) {
    option->setValue(true);
  }
  ~ShortPointers() { option->setValue(before); }

private:
  static std::mutex &getMutex() {
    static std::mutex mutex;
    return mutex;
  }
  static llvm::cl::opt<bool> *find() {
    auto &options = llvm::cl::getRegisteredOptions();
    auto found = options.find("nvptx-short-ptr");
    assert(found != options.end() && "LLVM 22 has the option");
    return static_cast<llvm::cl::opt<bool> *>(found->second);
  }

  std::lock_guard<std::mutex> lock;
  llvm::cl::opt<bool> *option;
  bool before;
};
} // namespace

std::unique_ptr<llvm::TargetMachine>
cm2tt::makeTargetMachine(const TargetInfo &target, unsigned ptxVersion) {
  initializeBackEnds();
  std::string error;
  llvm::Triple triple("nvptx64-nvidia-cuda");
  const llvm::Target *backEnd =
      llvm::TargetRegistry::lookupTarget(triple, error);
  assert(backEnd && "the NVPTX back end is linked");
  llvm::TargetOptions options;
  // Fused is what is marked so: arithmetic on tiles.
  options.AllowFPOpFusion = llvm::FPOpFusion::Standard;
  ShortPointers shortPointers;
  return std::unique_ptr<llvm::TargetMachine>(backEnd->createTargetMachine(
      triple, target.getName(), "+ptx" + std::to_string(ptxVersion), options,
      llvm::Reloc::PIC_, std::nullopt, llvm::CodeGenOptLevel::Default));
}

std::unique_ptr<llvm::TargetMachine>
cm2tt::makeTargetMachine(const TargetInfo &target) {
  return makeTargetMachine(target, target.getPtxVersion());
}

bool KeepErrors::handleDiagnostics(const llvm::DiagnosticInfo &info) {
  if (info.getSeverity() != llvm::DS_Error)
    return true;
  llvm::raw_string_ostream os(errors);
  llvm::DiagnosticPrinterRawOStream printer(os);
  info.print(printer);
  return true;
}

llvm::Error cm2tt::makeError(const llvm::Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
}

llvm::Expected<std::unique_ptr<llvm::Module>>
cm2tt::translate(ModuleOp module, llvm::LLVMContext &context) {
  DialectRegistry registry;
  registerBuiltinDialectTranslation(registry);
  registerLLVMDialectTranslation(registry);
  registerNVVMDialectTranslation(registry);
  module.getContext()->appendDialectRegistry(registry);
  std::unique_ptr<llvm::Module> result =
      translateModuleToLLVMIR(module, context, "cm2tt",
                              /*disableVerification=*/true);
  if (!result)
    return makeError("the LLVM dialect could not be translated to LLVM IR");
  return result;
}

llvm::Expected<std::unique_ptr<llvm::Module>>
cm2tt::translateToLLVMIR(ModuleOp module, llvm::LLVMContext &context,
                         const TargetInfo &target, GpuBackEnd &backEnd) {
  auto result = translate(module, context);
  if (!result)
    return result;
  llvm::TargetMachine &machine = *backEnd.get().findPasses(target).machine;
  (*result)->setTargetTriple(machine.getTargetTriple());
  (*result)->setDataLayout(machine.createDataLayout());
  // Read by libdevice's functions: whether they flush subnormal numbers.
  (*result)->addModuleFlag(llvm::Module::Override, "nvvm-reflect-ftz",
                           module->hasAttr(kNoFtzAttr) ? 0 : 1);
  return result;
}

llvm::Expected<std::string> cm2tt::emitPTX(llvm::Module &module,
                                           const TargetInfo &target,
                                           unsigned ptxVersion,
                                           GpuBackEnd &backEnd) {
  std::string errors;
  module.getContext().setDiagnosticHandler(
      std::make_unique<KeepErrors>(errors));
  PtxGenerator *generator =
      backEnd.get().findGenerator(target, ptxVersion, ModuleShape(module));
  if (!generator)
    return makeError("LLVM has no PTX for " + target.getName());
  std::string ptx = generator->run(module);
  // After an error, passes may have left state. And a back end of
  // LLVM numbers all calls that it generates, in comments: PTX must not depend
  // on the kernels before it.
  if (!errors.empty() || llvm::StringRef(ptx).contains("// callseq"))
    backEnd.get().dropGenerators();
  if (!errors.empty())
    return makeError(errors);
  return ptx;
}
