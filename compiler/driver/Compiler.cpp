// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The compiler as one call: its context, its checks of options, and MLIR's
/// diagnostics as data.
///
/// Not here: the stages (Stages.cpp), crashes (CrashGuard.cpp), reproducers
/// (Reproducer.cpp).

#include "cm2tt/Compiler/Compiler.h"

#include "CrashGuard.h"
#include "LargeStack.h"
#include "ReproducerInternals.h"
#include "Stages.h"
#include "cm2tt/Compiler/Register.h"
#include "cm2tt/Compiler/Targets.h"
#include "cm2tt/Dialect/CM/Signature.h"
#include "cm2tt/Dialect/TT/TTDialect.h"
#include "cm2tt/Language/InferTypes.h"
#include "cm2tt/Lowering/Target.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace cm2tt;

namespace {
/// The state of one run of the compiler. It is on the heap: after a crash, it
/// is read and never freed.
struct Attempt {
  CompileResult result;
  CompileProgress progress;
  /// Whether the result's diagnostics are being changed. If a crash interrupted
  /// that, they cannot be read.
  bool isReporting = false;
};
} // namespace

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

  /// The implementation of a member of Compiler; needs a large stack.
  using Step = void (Impl::*)(StringRef input, StringRef inputName,
                              const CompileOptions &options, Attempt &attempt);
  void compile(StringRef input, StringRef inputName,
               const CompileOptions &options, Attempt &attempt);
  void readParameters(StringRef input, StringRef inputName,
                      const CompileOptions &options, Attempt &attempt);

  /// Runs a step. After a crash, `impl` is replaced. With `keepsInput`, the
  /// result of an internal failure has a reproducer.
  static CompileResult runOnce(std::unique_ptr<Impl> &impl, Step step,
                               StringRef input, StringRef inputName,
                               const CompileOptions &options, bool keepsInput);
  /// Runs a step, and again if it failed and the options ask for a reproducer.
  static CompileResult run(std::unique_ptr<Impl> &impl, Step step,
                           StringRef input, StringRef inputName,
                           const CompileOptions &options);

  MLIRContext context;
  KeptState kept;
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

/// An error without a location: of an option, or of the compiler.
static cm2tt::Diagnostic plainError(const Twine &message) {
  cm2tt::Diagnostic diagnostic;
  diagnostic.message = message.str();
  return diagnostic;
}

/// Adds an error for each option that is invalid for a CPU. Options without
/// effect on CPUs are not checked.
static void checkCpuOptions(const CompileOptions &options,
                            std::vector<cm2tt::Diagnostic> &diagnostics) {
  if (options.stage == Stage::TTG || options.stage == Stage::PTX ||
      options.stage == Stage::Cubin)
    diagnostics.push_back(plainError(
        "'" + stageName(options.stage) + "' is a stage of GPUs, but the " +
        "target is '" + options.target + "': expected llvm, asm or obj"));
}

/// Adds an error for each option that is invalid for a GPU.
static void checkGpuOptions(const CompileOptions &options,
                            std::vector<cm2tt::Diagnostic> &diagnostics) {
  if (options.stage == Stage::Asm || options.stage == Stage::Obj)
    diagnostics.push_back(plainError(
        "'" + stageName(options.stage) + "' is a stage of CPUs, but the " +
        "target is '" + options.target + "': expected ttg, llvm, ptx or " +
        "cubin, or --target=cpu"));
  if (options.numWarps &&
      (!llvm::isPowerOf2_32(options.numWarps) || options.numWarps > 32))
    diagnostics.push_back(
        plainError("the number of warps must be a power of two up to 32: " +
                   Twine(options.numWarps)));
  if (!options.libdevice.empty() && options.libdevice != "none" &&
      !llvm::sys::fs::is_regular_file(options.libdevice))
    diagnostics.push_back(
        plainError("there is no library '" + options.libdevice + "'"));
}

/// Whether the options make sense; else errors are added.
static bool checkOptions(const CompileOptions &options,
                         std::vector<cm2tt::Diagnostic> &diagnostics) {
  size_t before = diagnostics.size();
  if (llvm::Error error = checkTarget(options.target))
    diagnostics.push_back(plainError(llvm::toString(std::move(error))));
  if (!tt::parseTextVersion(options.ttVersion))
    diagnostics.push_back(plainError("the version of Triton is '" +
                                     options.ttVersion + "': expected " +
                                     tt::kTextVersions));
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
static auto collectInto(Attempt &attempt, bool remarks) {
  return [&attempt, remarks](mlir::Diagnostic &diagnostic) {
    if (!remarks && diagnostic.getSeverity() == DiagnosticSeverity::Remark)
      return;
    cm2tt::Diagnostic converted = convert(diagnostic);
    attempt.isReporting = true;
    attempt.result.diagnostics.push_back(std::move(converted));
    attempt.isReporting = false;
  };
}

//===----------------------------------------------------------------------===//
// Failures of the compiler
//===----------------------------------------------------------------------===//

/// Describes a failure of the compiler: what it does, in which phase and pass,
/// and how, at the kernel as far as it is known.
static cm2tt::Diagnostic internalError(const CompileProgress &progress,
                                       StringRef what, const Twine &how) {
  std::string pass;
  if (!progress.pass.empty())
    pass = (", pass '" + progress.pass + "',").str();
  cm2tt::Diagnostic error = plainError("the compiler " + what + " in '" +
                                       progress.phase + "'" + pass + " " + how);
  error.file = progress.file;
  error.line = progress.line;
  error.column = progress.column;
  return error;
}

/// The result of a run that crashed.
static CompileResult resultOf(const Attempt &attempt, const Crash &crash) {
  CompileResult result;
  if (!attempt.isReporting)
    result.diagnostics = attempt.result.diagnostics;
  result.internalFailure = true;
  result.diagnostics.push_back(
      internalError(attempt.progress, "crashed", crash.reason));
  return result;
}

//===----------------------------------------------------------------------===//
// Compiling
//===----------------------------------------------------------------------===//

/// Calls the work with a large stack. Returns its crash, if it is guarded.
static std::optional<Crash> callWithGuard(bool isGuarded,
                                          llvm::function_ref<void()> work) {
  if (isGuarded)
    return callGuarded(work);
  withLargeStack(work);
  return std::nullopt;
}

CompileResult Compiler::Impl::runOnce(std::unique_ptr<Impl> &impl, Step step,
                                      StringRef input, StringRef inputName,
                                      const CompileOptions &options,
                                      bool keepsInput) {
  auto attempt = std::make_unique<Attempt>();
  attempt->progress.keepsInput = keepsInput;
  std::optional<Crash> crash = callWithGuard(options.survivesCrashes, [&] {
    ((*impl).*step)(input, inputName, options, *attempt);
  });
  CompileResult result =
      crash ? resultOf(*attempt, *crash) : std::move(attempt->result);
  if (keepsInput && result.internalFailure)
    result.reproducer = makeReproducer(attempt->progress.input, input, options);
  if (crash) {
    // They may be damaged.
    (void)attempt.release();
    (void)impl.release();
    impl = std::make_unique<Impl>();
  }
  return result;
}

CompileResult Compiler::Impl::run(std::unique_ptr<Impl> &impl, Step step,
                                  StringRef input, StringRef inputName,
                                  const CompileOptions &options) {
  CompileResult result =
      runOnce(impl, step, input, inputName, options, /*keepsInput=*/false);
  if (!result.internalFailure)
    return result;
  if (!options.reproduces) {
    addReportNote(result.diagnostics, "");
    return result;
  }
  CompileResult again =
      runOnce(impl, step, input, inputName, options, /*keepsInput=*/true);
  if (again.internalFailure)
    return again;
  addReportNote(result.diagnostics,
                "; the same compilation did not fail again");
  return result;
}

CompileResult Compiler::compile(StringRef input, StringRef inputName,
                                const CompileOptions &options) {
  CompileResult result;
  if (checkOptions(options, result.diagnostics))
    return Impl::run(impl, &Impl::compile, input, inputName, options);
  result.optionFault = true;
  return result;
}

void Compiler::Impl::compile(StringRef input, StringRef inputName,
                             const CompileOptions &options, Attempt &attempt) {
  ScopedDiagnosticHandler collect(&context,
                                  collectInto(attempt, options.remarks));
  DefaultTimingManager timing;
  timing.setEnabled(options.timing);
  TimingScope root = timing.getRootScope();
  CompileResult &result = attempt.result;
  Compilation compilation(context, kept, options, root, result,
                          attempt.progress);
  result.succeeded = succeeded(compilation.run(input, inputName));
  if (!result.succeeded && !hasErrors(result.diagnostics)) {
    result.internalFailure = true;
    result.diagnostics.push_back(
        internalError(attempt.progress, "failed", "and does not say why"));
  }
  root.stop();
  if (!result.succeeded)
    result.output.clear();
}

CompileResult Compiler::readParameters(StringRef input, StringRef inputName,
                                       const CompileOptions &options) {
  return Impl::run(impl, &Impl::readParameters, input, inputName, options);
}

/// The parameters of a code model's kernel.
static std::vector<JavaParameter> parametersOf(ModuleOp module,
                                               cm::FuncOp kernel) {
  std::vector<JavaParameter> parameters;
  auto signature = module->getAttrOfType<ArrayAttr>(cm::signatureAttrName);
  for (auto [i, parameter] : llvm::enumerate(kernelParameters(kernel))) {
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

void Compiler::Impl::readParameters(StringRef input, StringRef inputName,
                                    const CompileOptions &options,
                                    Attempt &attempt) {
  ScopedDiagnosticHandler collect(&context,
                                  collectInto(attempt, options.remarks));
  TimingScope none;
  CompileResult &result = attempt.result;
  Compilation compilation(context, kept, options, none, result,
                          attempt.progress);
  OwningOpRef<ModuleOp> module = compilation.read(input, inputName);
  if (!module)
    return;
  if ((*module).getOps<cm::FuncOp>().empty()) {
    auto parameters = compilation.tileKernelParameters(*module);
    result.succeeded = succeeded(parameters);
    if (result.succeeded)
      result.metadata.declared = std::move(*parameters);
    return;
  }
  if (!options.kernel.empty())
    (*module)->setAttr(cm::kernelAttrName,
                       StringAttr::get(&context, options.kernel));
  FailureOr<cm::FuncOp> kernel = findKernel(*module);
  result.succeeded = succeeded(kernel);
  if (result.succeeded)
    result.metadata.declared = parametersOf(*module, *kernel);
}
