// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The compiler as one call: its context, its checks of options, and MLIR's
/// diagnostics as data.
///
/// Not here: the stages (Stages.cpp).

#include "cm2tt/Driver/Compiler.h"

#include "CrashGuard.h"
#include "LargeStack.h"
#include "Stages.h"
#include "cm2tt/Conversion/HostTarget.h"
#include "cm2tt/Conversion/InferTypes.h"
#include "cm2tt/Conversion/Register.h"
#include "cm2tt/Conversion/Target.h"
#include "cm2tt/Conversion/TargetInfo.h"
#include "cm2tt/Dialect/CM/Signature.h"
#include "cm2tt/Dialect/TT/TTDialect.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MathExtras.h"
#include <cstring>

using namespace mlir;
using namespace cm2tt;

struct Compiler::Impl {
  Impl() : context(registry(), MLIRContext::Threading::DISABLED) {
    initializeBackEnds();
    context.printOpOnDiagnostic(false);
    // To have no threads is not enough: the context's tables of types,
    // attributes and locations would still be locked, a twelfth of the time.
    context.disableMultithreading();
    // Typing makes types of these outside of any pass.
    context.loadDialect<cm::CMDialect, tt::TTDialect>();
  }

  static DialectRegistry registry() {
    DialectRegistry all;
    registerAllDialects(all);
    return all;
  }

  /// What the members of Compiler do, on a stack that is large enough. Returns
  /// whether it crashed (callGuarded); after that, this object must neither be
  /// used again nor be destroyed. With `reproduce`, a pass that
  /// fails writes the reproducer.
  bool compile(StringRef input, StringRef inputName,
               const CompileOptions &options, CompileResult &result,
               bool reproduce);
  std::vector<JavaParameter>
  kernelParameters(StringRef input, StringRef inputName,
                   const CompileOptions &options,
                   std::vector<cm2tt::Diagnostic> &diagnostics);

  MLIRContext context;
};

Compiler::Compiler() : impl(std::make_unique<Impl>()) {}
Compiler::~Compiler() = default;

FileLineColLoc cm2tt::placeOf(Location loc) {
  FileLineColLoc place;
  loc->walk([&](Location part) {
    place = dyn_cast<FileLineColLoc>(part);
    return place ? WalkResult::interrupt() : WalkResult::advance();
  });
  return place;
}

static Severity severityOf(DiagnosticSeverity severity) {
  switch (severity) {
  case DiagnosticSeverity::Error:
    return Severity::Error;
  case DiagnosticSeverity::Warning:
    return Severity::Warning;
  case DiagnosticSeverity::Remark:
    return Severity::Remark;
  case DiagnosticSeverity::Note:
    return Severity::Note;
  }
  llvm_unreachable("every severity is listed");
}

static cm2tt::Diagnostic convert(mlir::Diagnostic &from) {
  cm2tt::Diagnostic to;
  to.severity = severityOf(from.getSeverity());
  to.message = from.str();
  if (FileLineColLoc place = placeOf(from.getLocation())) {
    to.file = place.getFilename().str();
    to.line = place.getLine();
    to.column = place.getColumn();
  }
  for (mlir::Diagnostic &note : from.getNotes())
    to.notes.push_back(convert(note));
  return to;
}

/// An error about an option, which has no place in a file.
static cm2tt::Diagnostic optionError(const Twine &message) {
  cm2tt::Diagnostic diagnostic;
  diagnostic.message = message.str();
  return diagnostic;
}

/// Adds an error for each option that makes no sense for a CPU. What a CPU has
/// no use for is not looked at.
static void checkCpuOptions(const CompileOptions &options,
                            std::vector<cm2tt::Diagnostic> &diagnostics) {
  llvm::Expected<HostTarget> target = HostTarget::parse(options.target);
  if (!target)
    diagnostics.push_back(optionError(llvm::toString(target.takeError())));
  if (options.stage == Stage::TTG || options.stage == Stage::PTX ||
      options.stage == Stage::Cubin)
    diagnostics.push_back(optionError(
        "'" + stageName(options.stage) + "' is a stage of GPUs, but the " +
        "target is '" + options.target + "': expected llvm, asm or obj"));
}

/// Adds an error for each option that makes no sense for a GPU.
static void checkGpuOptions(const CompileOptions &options,
                            std::vector<cm2tt::Diagnostic> &diagnostics) {
  if (!TargetInfo::parse(options.target))
    diagnostics.push_back(optionError("unknown target '" + options.target +
                                      "': expected sm_80, sm_86, sm_89, "
                                      "sm_90, sm_90a or newer, cpu or "
                                      "cpu:NAME"));
  if (options.stage == Stage::Asm || options.stage == Stage::Obj)
    diagnostics.push_back(optionError(
        "'" + stageName(options.stage) + "' is a stage of CPUs, but the " +
        "target is '" + options.target + "': expected ttg, llvm, ptx or " +
        "cubin, or --target=cpu"));
  if (options.checked)
    diagnostics.push_back(optionError(
        "only kernels of a CPU can be checked, but the target is '" +
        options.target + "': expected --target=cpu"));
  if (!llvm::isPowerOf2_32(options.numWarps) || options.numWarps > 32)
    diagnostics.push_back(
        optionError("the number of warps must be a power of two up to 32: " +
                    Twine(options.numWarps)));
  if (options.numStages < 1)
    diagnostics.push_back(optionError("the number of stages must be 1 or "
                                      "more: 0"));
  if (!options.libdevice.empty() && options.libdevice != "none" &&
      !llvm::sys::fs::is_regular_file(options.libdevice))
    diagnostics.push_back(
        optionError("there is no library '" + options.libdevice + "'"));
}

/// Whether the options make sense; else errors are added.
static bool checkOptions(const CompileOptions &options,
                         std::vector<cm2tt::Diagnostic> &diagnostics) {
  size_t before = diagnostics.size();
  if (isCpuTarget(options.target))
    checkCpuOptions(options, diagnostics);
  else
    checkGpuOptions(options, diagnostics);
  return diagnostics.size() == before;
}

/// Whether any of them is an error.
static bool hasErrors(ArrayRef<cm2tt::Diagnostic> diagnostics) {
  return llvm::any_of(diagnostics, [](const cm2tt::Diagnostic &diagnostic) {
    return diagnostic.severity == Severity::Error;
  });
}

/// Collects what is reported while it lives; remarks if `remarks`.
static auto collectInto(std::vector<cm2tt::Diagnostic> &diagnostics,
                        bool remarks) {
  return [&diagnostics, remarks](mlir::Diagnostic &diagnostic) {
    if (remarks || diagnostic.getSeverity() != DiagnosticSeverity::Remark)
      diagnostics.push_back(convert(diagnostic));
  };
}

CompileResult Compiler::compile(StringRef input, StringRef inputName,
                                const CompileOptions &options) {
  CompileResult result;
  if (!checkOptions(options, result.diagnostics)) {
    result.optionFault = true;
    return result;
  }
  auto compileWith = [&](CompileResult &into, bool reproduce) {
    bool hasCrashed = false;
    withLargeStack([&] {
      hasCrashed = impl->compile(input, inputName, options, into, reproduce);
    });
    if (hasCrashed) {
      // What crashed is in no state to be taken apart.
      (void)impl.release();
      impl = std::make_unique<Impl>();
    }
  };
  compileWith(result, /*reproduce=*/false);
  if (result.internalFailure && !options.reproducer.empty()) {
    // Once more, for a reproducer of the pass that fails.
    CompileResult again;
    compileWith(again, /*reproduce=*/true);
    if (hasErrors(again.diagnostics))
      result.diagnostics = std::move(again.diagnostics);
  }
  return result;
}

bool Compiler::Impl::compile(StringRef input, StringRef inputName,
                             const CompileOptions &options,
                             CompileResult &result, bool reproduce) {
  ScopedDiagnosticHandler collect(
      &context, collectInto(result.diagnostics, options.remarks));
  DefaultTimingManager timing;
  timing.setEnabled(options.timing);
  TimingScope root = timing.getRootScope();
  Compilation compilation(context, options, root, result, reproduce);
  auto run = [&] {
    result.succeeded = succeeded(compilation.run(input, inputName));
  };
  std::optional<Crash> crash;
  if (options.survivesCrashes)
    crash = callGuarded(run);
  else
    run();
  if (crash) {
    result.succeeded = false;
    result.internalFailure = true;
    result.diagnostics.push_back(optionError(
        "the compiler crashed in '" + compilation.phase() + "', " +
        crash->reason + ": please report it with the input and the options"));
  } else if (!result.succeeded && !hasErrors(result.diagnostics)) {
    result.internalFailure = true;
    result.diagnostics.push_back(
        optionError("the compiler failed in '" + compilation.phase() +
                    "' and does not say why: please report it with the input "
                    "and the options"));
  }
  root.stop();
  if (!result.succeeded)
    result.output.clear();
  return crash.has_value();
}

std::vector<JavaParameter>
Compiler::kernelParameters(StringRef input, StringRef inputName,
                           const CompileOptions &options,
                           std::vector<cm2tt::Diagnostic> &diagnostics) {
  std::vector<JavaParameter> parameters;
  withLargeStack([&] {
    parameters = impl->kernelParameters(input, inputName, options, diagnostics);
  });
  return parameters;
}

std::vector<JavaParameter>
Compiler::Impl::kernelParameters(StringRef input, StringRef inputName,
                                 const CompileOptions &options,
                                 std::vector<cm2tt::Diagnostic> &diagnostics) {
  ScopedDiagnosticHandler collect(&context,
                                  collectInto(diagnostics, options.remarks));
  TimingScope none;
  CompileResult unused;
  Compilation compilation(context, options, none, unused);
  OwningOpRef<ModuleOp> module = compilation.read(input, inputName);
  if (!module)
    return {};
  if ((*module).getOps<cm::FuncOp>().empty()) {
    auto parameters = compilation.tileKernelParameters(*module);
    return succeeded(parameters) ? *parameters : std::vector<JavaParameter>();
  }
  if (!options.kernel.empty())
    (*module)->setAttr(cm::kernelAttrName,
                       StringAttr::get(&context, options.kernel));
  FailureOr<cm::FuncOp> kernel = findKernel(*module);
  if (failed(kernel))
    return {};
  auto signature = (*module)->getAttrOfType<ArrayAttr>(cm::signatureAttrName);
  std::vector<JavaParameter> parameters;
  for (auto [i, parameter] :
       llvm::enumerate(cm2tt::kernelParameters(*kernel))) {
    JavaParameter java{parameter.name, typeName(parameter.javaType), ""};
    if (signature && i < signature.size()) {
      cm::ArgSpec constant;
      constant.constant = signature[i];
      auto text = dyn_cast<StringAttr>(signature[i]);
      java.signature = text ? text.str() : cm::printArgSpec(constant);
    }
    parameters.push_back(std::move(java));
  }
  return parameters;
}
