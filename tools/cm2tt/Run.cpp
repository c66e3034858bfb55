// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The options of `cm2tt run`, and the way from a model to a launch.
///
/// Not here: how the options are spelled (Options.td), what arguments mean
/// (Runtime/RunArguments.h), the launch itself (Runtime/KernelRun.h).

#include "CommandLine.h"
#include "Commands.h"

#include "cm2tt/Driver/Compiler.h"
#include "cm2tt/Runtime/CudaDevice.h"
#include "cm2tt/Runtime/KernelRun.h"
#include "cm2tt/Runtime/RunArguments.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Option/Arg.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace cm2tt;
using namespace cm2tt::runtime;
using namespace cm2tt::tools;

static const Command command = {
    "cm2tt run", opt::Visibility(RunVis),
    "compile a kernel and run it once or many times",
    R"(cm2tt run [options] MODEL --grid=X[,Y[,Z]] --arg=VALUE ...

MODEL is a file, or - for standard input: JSON, code-model text or MLIR.)",
    R"(
exit codes: 0 done, 1 the input or the device is at fault, 2 the command line
is, 3 the compiler failed

example:
  cm2tt run model.json --grid=98 --arg=@x.npy --arg=@y.npy --arg=@out.npy \
    --arg=100000 --constant=BLOCK_SIZE=1024 --save=2:sum.npy --timing
)"};

namespace {
/// Everything that the command line says.
struct RunOptions {
  std::string model;
  CompileOptions compile;
  RunRequest request;
  RunSettings settings;
  std::string target = "native";
  unsigned device = 0;
  bool timing = false;
  /// How errors are printed.
  DiagnosticStyle style;
};

/// A failure of the compiler; its diagnostics are the message.
class CompileError : public ErrorInfo<CompileError> {
public:
  CompileError(std::vector<Diagnostic> diagnostics, ExitCode code,
               const RunOptions &options)
      : code(code), diagnostics(std::move(diagnostics)), style(options.style) {}
  void log(raw_ostream &os) const override {
    printDiagnostics(os, diagnostics, style);
  }
  std::error_code convertToErrorCode() const override {
    return inconvertibleErrorCode();
  }
  static char ID;

  const ExitCode code;

private:
  std::vector<Diagnostic> diagnostics;
  DiagnosticStyle style;
};
} // namespace

char CompileError::ID = 0;

//===----------------------------------------------------------------------===//
// Options
//===----------------------------------------------------------------------===//

static Error readGrid(StringRef text, RunOptions &options) {
  // CUDA's limits for compute capability 8.0 and newer.
  constexpr uint32_t most[] = {2147483647, 65535, 65535};
  Dim3 &grid = options.settings.grid;
  uint32_t *extents[] = {&grid.x, &grid.y, &grid.z};
  SmallVector<StringRef, 4> parts;
  text.split(parts, ',');
  if (parts.size() > 3)
    return usage("--grid: '" + text + "': expected at most three numbers");
  for (auto [part, extent, limit] : zip(parts, extents, most))
    if (Error error = readNumber(OPT_grid, part, 1, limit, *extent))
      return error;
  return Error::success();
}

static Error readConstant(StringRef text, RunOptions &options) {
  auto [name, value] = text.split('=');
  if (name.empty() || value.empty())
    return usage("--constant: '" + text + "': expected NAME=VALUE");
  options.request.constants.emplace_back(name, value);
  return Error::success();
}

static Error readSave(StringRef text, RunOptions &options) {
  auto [index, path] = text.split(':');
  unsigned parameter;
  if (path.empty() || index.getAsInteger(10, parameter))
    return usage("--save: '" + text + "': expected INDEX:FILE.npy");
  options.settings.saves.emplace_back(parameter, path);
  return Error::success();
}

static Error readTarget(StringRef text, RunOptions &options) {
  if (text == "cpu")
    return usage("--target: 'cpu': this build runs kernels on a GPU only");
  if (text != "native" && !text.starts_with("sm_"))
    return usage("--target: '" + text + "': expected native or sm_XX");
  options.target = text.str();
  return Error::success();
}

/// Reads every option but --help.
static Error readOptions(const opt::ArgList &arguments, RunOptions &options) {
  options.model = arguments.getLastArgValue(OPT_INPUT).str();
  options.style.sourceRoots = {sys::path::parent_path(options.model).str()};
  options.timing = arguments.hasArg(OPT_timing);
  options.request.arguments = arguments.getAllArgValues(OPT_arg);
  if (const opt::Arg *signature = arguments.getLastArg(OPT_signature))
    options.request.signature = signature->getValue();
  for (const std::string &text : arguments.getAllArgValues(OPT_constant))
    if (Error error = readConstant(text, options))
      return error;
  for (const std::string &text : arguments.getAllArgValues(OPT_save))
    if (Error error = readSave(text, options))
      return error;
  if (Error error =
          readTarget(arguments.getLastArgValue(OPT_target, "native"), options))
    return error;
  if (Error error = readNumber(arguments, OPT_repeat, 1, 1000000,
                               options.settings.repeat))
    return error;
  if (Error error = readNumber(arguments, OPT_device, 0, 1023, options.device))
    return error;
  if (Error error = readCompileOptions(arguments, options.compile))
    return error;
  if (!arguments.hasArg(OPT_grid))
    return usage("no --grid is given");
  return readGrid(arguments.getLastArgValue(OPT_grid), options);
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

/// The arguments of the kernel that the options select in `model`.
static Expected<RunArguments> bindToModel(Compiler &compiler,
                                          const MemoryBuffer &model,
                                          const RunOptions &options) {
  std::vector<Diagnostic> diagnostics;
  std::vector<JavaParameter> parameters =
      compiler.kernelParameters(model.getBuffer(), model.getBufferIdentifier(),
                                options.compile, diagnostics);
  auto isError = [](const Diagnostic &diagnostic) {
    return diagnostic.severity == Severity::Error;
  };
  // Without errors, compiling will report the rest again.
  if (any_of(diagnostics, isError))
    return make_error<CompileError>(std::move(diagnostics), InputFault,
                                    options);
  Expected<RunArguments> arguments = bindArguments(parameters, options.request);
  if (!arguments)
    return arguments.takeError();
  if (Error error = checkSaves(*arguments, options.settings))
    return error;
  return arguments;
}

static Expected<CompileResult>
compileFor(Compiler &compiler, const MemoryBuffer &model,
           const RunOptions &options, StringRef signature, StringRef target) {
  CompileOptions compileOptions = options.compile;
  compileOptions.stage = Stage::PTX;
  compileOptions.signature = signature.str();
  compileOptions.target = target.str();
  CompileResult result = compiler.compile(
      model.getBuffer(), model.getBufferIdentifier(), compileOptions);
  if (!result.succeeded)
    return make_error<CompileError>(std::move(result.diagnostics),
                                    exitCode(result), options);
  printDiagnostics(errs(), result.diagnostics, options.style);
  return result;
}

static Error printTiming(const KernelMetadata &metadata,
                         const RunReport &report, StringRef device) {
  std::string text;
  raw_string_ostream(text) << metadata.name << " on " << device << ": "
                           << format("%.4f ms, %.1f GB/s",
                                     report.medianMilliseconds,
                                     report.gigabytesPerSecond())
                           << " (median of " << report.launches << ", "
                           << report.bufferBytes << " bytes in "
                           << report.buffers << " buffers)\n";
  return print(text);
}

static Error run(const RunOptions &options) {
  ErrorOr<std::unique_ptr<MemoryBuffer>> model =
      MemoryBuffer::getFileOrSTDIN(options.model);
  if (!model)
    return createStringError(
        model.getError(),
        options.model + ": cannot be read: " + model.getError().message());
  Compiler compiler;
  Expected<RunArguments> arguments = bindToModel(compiler, **model, options);
  if (!arguments)
    return arguments.takeError();
  Expected<std::unique_ptr<Device>> device = openCudaDevice(options.device);
  if (!device)
    return createStringError(
        inconvertibleErrorCode(),
        "this build runs kernels on a GPU only; no CUDA device: " +
            toString(device.takeError()));
  StringRef target =
      options.target == "native" ? (*device)->target() : options.target;
  Expected<CompileResult> compiled =
      compileFor(compiler, **model, options, arguments->signature, target);
  if (!compiled)
    return compiled.takeError();
  Expected<RunReport> report =
      runKernel(**device, compiled->output, compiled->metadata, *arguments,
                options.settings);
  if (!report)
    return report.takeError();
  if (options.timing)
    return printTiming(compiled->metadata, *report, (*device)->name());
  return Error::success();
}

static Error readAndRun(ArrayRef<const char *> arguments, RunOptions &options) {
  Expected<opt::InputArgList> parsed =
      readArguments(command, arguments, options.style);
  if (!parsed)
    return parsed.takeError();
  if (parsed->hasArg(OPT_help))
    return printHelp(command);
  if (Error error = readOptions(*parsed, options))
    return error;
  return run(options);
}

int tools::runCommand(int argc, const char *const *argv) {
  int code = Done;
  RunOptions options;
  Error error = handleErrors(
      readAndRun(ArrayRef(argv, argc).drop_front(std::min(argc, 2)), options),
      [&](const CompileError &compileError) {
        compileError.log(errs());
        code = compileError.code;
      });
  return error ? report(command, std::move(error), options.style) : code;
}
