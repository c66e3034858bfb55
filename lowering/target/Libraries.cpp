// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Finds libraries of LLVM bitcode and links what is called.

#include "cm2tt/Lowering/Libraries.h"

#include "GpuBackEnd.h"
#include "TargetInternals.h"
#include "cm2tt/Lowering/PlainText.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/Module.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"
#include "llvm/Transforms/IPO/Internalize.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"

using namespace mlir;
using namespace cm2tt;

//===----------------------------------------------------------------------===//
// Where libdevice is
//===----------------------------------------------------------------------===//

/// The first of the files that is there.
static std::string firstFile(ArrayRef<std::string> paths) {
  for (const std::string &path : paths)
    if (llvm::sys::fs::is_regular_file(path))
      return path;
  return {};
}

static constexpr StringLiteral inToolkit = "/nvvm/libdevice/libdevice.10.bc";

static std::string findInToolkits() {
  SmallVector<std::string> paths;
  for (const char *name : {"CUDA_HOME", "CUDA_PATH"})
    if (auto root = llvm::sys::Process::GetEnv(name))
      paths.push_back(*root + inToolkit.str());
  SmallString<128> real;
  auto ptxas = llvm::sys::findProgramByName("ptxas");
  if (ptxas && !llvm::sys::fs::real_path(*ptxas, real)) {
    StringRef root =
        llvm::sys::path::parent_path(llvm::sys::path::parent_path(real));
    paths.push_back((root + inToolkit).str());
    // As wheels of Python have it.
    paths.push_back((root + "/lib/libdevice.10.bc").str());
  }
  paths.push_back("/usr/local/cuda" + inToolkit.str());
  std::error_code error;
  for (llvm::sys::fs::directory_iterator it("/usr/local", error), end;
       !error && it != end; it.increment(error))
    if (llvm::sys::path::filename(it->path()).starts_with("cuda-"))
      paths.push_back(it->path() + inToolkit.str());
  paths.push_back("/usr/lib/nvidia-cuda-toolkit/libdevice/libdevice.10.bc");
  return firstFile(paths);
}

std::string cm2tt::findLibdevice(Operation *op) {
  auto module = dyn_cast<ModuleOp>(op);
  if (!module)
    module = op->getParentOfType<ModuleOp>();
  auto given = module->getAttrOfType<StringAttr>(kLibdeviceAttr);
  return findLibdevice(given ? given.getValue() : StringRef());
}

std::string cm2tt::findLibdevice(StringRef given) {
  std::string path = given.str();
  if (path.empty())
    path = llvm::sys::Process::GetEnv("CM2TT_LIBDEVICE").value_or("");
  if (!path.empty())
    return path == "none" ? std::string() : firstFile(path);
  return findInToolkits();
}

StringRef cm2tt::libdevicePlaces() {
  return "--libdevice, $CM2TT_LIBDEVICE, $CUDA_HOME, $CUDA_PATH, around ptxas "
         "on PATH, /usr/local/cuda*, /usr/lib/nvidia-cuda-toolkit";
}

//===----------------------------------------------------------------------===//
// What is in libdevice
//===----------------------------------------------------------------------===//

static constexpr MathFunction functions[] = {
#define MATH_FUNCTION(OP, NAME, SIGNATURE, GPU, CPU, VECTOR)                   \
  {OP, NAME, MathFunction::GPU},
#include "cm2tt/Lowering/MathFunctions.def"
};

ArrayRef<MathFunction> cm2tt::getMathFunctions() { return functions; }

/// The first function for which it holds, of those that are not Native and
/// that are operations of `math`.
static const MathFunction *
findFunction(llvm::function_ref<bool(const MathFunction &)> isWanted) {
  const auto *found =
      llvm::find_if(functions, [&](const MathFunction &function) {
        return function.support != MathFunction::Native &&
               function.op.starts_with("math.") && isWanted(function);
      });
  return found == std::end(functions) ? nullptr : found;
}

const MathFunction *cm2tt::findMathFunction(StringRef op) {
  return findFunction(
      [&](const MathFunction &function) { return function.op == op; });
}

const MathFunction *cm2tt::findMathFunctionBySymbol(StringRef symbol) {
  if (!symbol.consume_front("__nv_") || !symbol.consume_back("f"))
    return nullptr;
  return findFunction(
      [&](const MathFunction &function) { return function.name == symbol; });
}

//===----------------------------------------------------------------------===//
// Linking
//===----------------------------------------------------------------------===//

/// The library's functions are read when they are linked.
static std::unique_ptr<llvm::Module>
readLibrary(StringRef path, llvm::LLVMContext &context, std::string &error) {
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/false,
                                            /*RequiresNullTerminator=*/false);
  if (!buffer) {
    error = plain::reasonOf(buffer.getError());
    return nullptr;
  }
  auto module = llvm::getOwningLazyBitcodeModule(std::move(*buffer), context);
  if (!module) {
    error = llvm::toString(module.takeError());
    return nullptr;
  }
  return std::move(*module);
}

/// Checks that the library defines a function as it was declared.
static LogicalResult checkFunction(LLVM::LLVMFuncOp declared,
                                   const llvm::Module &module,
                                   const llvm::Module &library,
                                   StringRef path) {
  const llvm::Function *defined = library.getFunction(declared.getSymName());
  if (!defined || (defined->isDeclaration() && !defined->isMaterializable()))
    return declared.emitError("there is no function '")
           << declared.getSymName() << "' in '" << path << "'";
  const llvm::Function *called = module.getFunction(declared.getSymName());
  if (!called || called->getFunctionType() == defined->getFunctionType())
    return success();
  std::string type;
  llvm::raw_string_ostream(type) << *defined->getFunctionType();
  return declared.emitError("the function '")
         << declared.getSymName() << "' in '" << path
         << "' has other types: " << type;
}

namespace {
/// Keeps the errors of the linker; without that, LLVM would print them and end
/// the process.
struct LinkErrors : llvm::DiagnosticHandler {
  explicit LinkErrors(std::string &text) : text(text) {}
  bool handleDiagnostics(const llvm::DiagnosticInfo &info) override {
    if (info.getSeverity() != llvm::DS_Error)
      return true;
    llvm::raw_string_ostream os(text);
    os << (text.empty() ? "" : "; ");
    llvm::DiagnosticPrinterRawOStream printer(os);
    info.print(printer);
    return true;
  }
  std::string &text;
};
} // namespace

/// Links the functions, all of one library, with what they need. What was
/// linked is for the kernel alone: internal, and inlined where it is called.
static LogicalResult linkLibrary(ArrayRef<LLVM::LLVMFuncOp> functions,
                                 StringRef path, llvm::Module &module) {
  LLVM::LLVMFuncOp first = functions.front();
  std::string error;
  std::unique_ptr<llvm::Module> library =
      readLibrary(path, module.getContext(), error);
  if (!library)
    return first.emitError("cannot read the library '")
           << path << "': " << error;
  for (LLVM::LLVMFuncOp function : functions)
    if (failed(checkFunction(function, module, *library, path)))
      return failure();
  // Its own are those of an older LLVM; the linker would warn.
  library->setTargetTriple(module.getTargetTriple());
  library->setDataLayout(module.getDataLayout());
  llvm::LLVMContext &context = module.getContext();
  std::unique_ptr<llvm::DiagnosticHandler> previous =
      context.getDiagnosticHandler();
  context.setDiagnosticHandler(std::make_unique<LinkErrors>(error));
  bool isWrong = llvm::Linker::linkModules(
      module, std::move(library), llvm::Linker::Flags::LinkOnlyNeeded,
      [](llvm::Module &linked, const llvm::StringSet<> &names) {
        llvm::internalizeModule(linked, [&](const llvm::GlobalValue &value) {
          return !value.hasName() || !names.contains(value.getName());
        });
        for (const auto &name : names)
          if (llvm::Function *function = linked.getFunction(name.getKey())) {
            function->removeFnAttr(llvm::Attribute::NoInline);
            function->addFnAttr(llvm::Attribute::AlwaysInline);
          }
      });
  context.setDiagnosticHandler(std::move(previous));
  if (isWrong)
    return first.emitError("cannot link the library '")
           << path << "': " << error;
  return success();
}

/// Decides what depends on the target, before each call gets a copy, and makes
/// these copies.
static void inlineLinked(llvm::Module &module, GpuPasses &target) {
  PassTools &tools = target.tools;
  llvm::scope_exit forget([&] { tools.clear(); });

  llvm::ModulePassManager passes;
  // By name, as LLVM does not install the header of the target's passes.
  llvm::Error error = tools.builder.parsePassPipeline(passes, "nvvm-reflect");
  assert(!error && "the NVPTX back end is linked");
  llvm::consumeError(std::move(error));
  passes.run(module, tools.modules);

  llvm::FunctionPassManager simplify;
  simplify.addPass(llvm::EarlyCSEPass());
  simplify.addPass(llvm::InstCombinePass());
  simplify.addPass(llvm::SimplifyCFGPass());
  for (llvm::Function &function : module)
    if (!function.isDeclaration() &&
        function.hasFnAttribute(llvm::Attribute::AlwaysInline))
      simplify.run(function, tools.functions);

  llvm::ModulePassManager inlining;
  error = tools.builder.parsePassPipeline(inlining, "always-inline,globaldce");
  llvm::consumeError(std::move(error));
  inlining.run(module, tools.modules);
}

SmallVector<StringRef> cm2tt::libraryFiles(ModuleOp source) {
  SmallVector<StringRef> files;
  for (auto function : source.getOps<LLVM::LLVMFuncOp>())
    if (auto path = function->getAttrOfType<StringAttr>(kLibraryAttr))
      if (!llvm::is_contained(files, path.getValue()))
        files.push_back(path.getValue());
  return files;
}

LogicalResult cm2tt::linkLibraries(ModuleOp source, llvm::Module &module,
                                   const TargetInfo &target,
                                   GpuBackEnd &backEnd) {
  llvm::MapVector<StringRef, SmallVector<LLVM::LLVMFuncOp>> byLibrary;
  for (auto function : source.getOps<LLVM::LLVMFuncOp>())
    if (auto path = function->getAttrOfType<StringAttr>(kLibraryAttr))
      byLibrary[path.getValue()].push_back(function);
  if (byLibrary.empty())
    return success();
  for (auto &[path, functions] : byLibrary)
    if (failed(linkLibrary(functions, path, module)))
      return failure();
  inlineLinked(module, backEnd.get().findPasses(target));
  return success();
}
