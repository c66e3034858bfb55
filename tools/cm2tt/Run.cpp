// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The options of `cm2tt run`, and the way from a model to a launch.
///
/// The options are read by a table of their own: LLVM's command line library
/// keeps one global list, in which the compiler's options of the same names
/// stand already.
///
/// Not here: what arguments mean (Runtime/RunArguments.h), the launch itself
/// (Runtime/KernelRun.h).

#include "Run.h"

#include "cm2tt/Driver/Compiler.h"
#include "cm2tt/Runtime/CudaDevice.h"
#include "cm2tt/Runtime/KernelRun.h"
#include "cm2tt/Runtime/RunArguments.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace cm2tt;
using namespace cm2tt::runtime;

static constexpr StringLiteral helpText =
    R"(cm2tt run: compile a kernel and run it once or many times

usage: cm2tt run [options] MODEL --grid=X[,Y[,Z]] --arg=VALUE ...

MODEL is a file, or - for standard input: JSON, code-model text or MLIR.

  --grid=X[,Y[,Z]]          how many programs run, in each dimension
  --arg=@FILE.npy[:TYPE]    a buffer with the file's content; TYPE for what
                            NumPy has no name for: bf16, fp8e4nv, fp8e5
  --arg=VALUE               a number, converted to the parameter's type
  --constant=NAME=VALUE     a compile-time constant, by the parameter's name;
                            such a parameter takes no --arg
  --save=INDEX:FILE.npy     write a buffer as the first launch left it; INDEX
                            counts the kernel's Java parameters from 0
  --repeat=N                launch N times (default 1)
  --timing                  print the median time of the launches and the
                            bytes of all buffers over it
  --kernel=NAME             the kernel, if the model has several
  --signature=LIST          argument types, comma-separated; default: from the
                            arguments
  --target=native|sm_XX     what to compile for; default: native, the device's
                            own
  --num-warps=N             warps of a program (default 4)
  --num-stages=N            buffers of a pipelined loop (default 3)
  --device=N                the CUDA device, from 0 (default 0)
  --help                    this text

exit codes: 0 done, 1 the input or the device is at fault, 2 the command line
is, 3 the compiler failed

example:
  cm2tt run model.json --grid=98 --arg=@x.npy --arg=@y.npy --arg=@out.npy \
    --arg=100000 --constant=BLOCK_SIZE=1024 --save=2:sum.npy --timing
)";

namespace {
/// Everything that the command line says.
struct RunOptions {
  std::string model;
  CompileOptions compile;
  RunRequest request;
  RunSettings settings;
  std::string target = "native";
  unsigned device = 0;
  bool hasGrid = false;
  bool timing = false;
  bool help = false;
};

/// An option: its name and what its value does. A flag has no value.
struct OptionSpec {
  StringLiteral name;
  bool isFlag;
  Error (*apply)(StringRef value, RunOptions &options);
};

/// A failure of the compiler; its diagnostics are the message.
class CompileError : public ErrorInfo<CompileError> {
public:
  CompileError(std::vector<Diagnostic> diagnostics, bool internal)
      : internal(internal), diagnostics(std::move(diagnostics)) {}
  void log(raw_ostream &os) const override {
    for (const Diagnostic &diagnostic : diagnostics)
      printDiagnostic(os, diagnostic);
  }
  std::error_code convertToErrorCode() const override {
    return inconvertibleErrorCode();
  }
  static char ID;

  const bool internal;

private:
  std::vector<Diagnostic> diagnostics;
};
} // namespace

char CompileError::ID = 0;

//===----------------------------------------------------------------------===//
// Options
//===----------------------------------------------------------------------===//

static Error usage(const Twine &message) {
  return make_error<UsageError>(message);
}

/// Reads a whole number from 1 (or `least`) to `most`.
static Error readNumber(StringRef option, StringRef text, uint64_t least,
                        uint64_t most, uint32_t &result) {
  uint64_t value;
  if (text.getAsInteger(10, value) || value < least || value > most)
    return usage("--" + option + ": '" + text + "': expected a number from " +
                 Twine(least) + " to " + Twine(most));
  result = static_cast<uint32_t>(value);
  return Error::success();
}

static Error readGrid(StringRef text, RunOptions &options) {
  // CUDA's limits for compute capability 8.0 and newer.
  constexpr uint64_t most[] = {2147483647, 65535, 65535};
  Dim3 &grid = options.settings.grid;
  uint32_t *extents[] = {&grid.x, &grid.y, &grid.z};
  SmallVector<StringRef, 4> parts;
  text.split(parts, ',');
  if (parts.size() > 3)
    return usage("--grid: '" + text + "': expected at most three numbers");
  for (auto [part, extent, limit] : zip(parts, extents, most))
    if (Error error = readNumber("grid", part, 1, limit, *extent))
      return error;
  options.hasGrid = true;
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

static Error readWarps(StringRef text, RunOptions &options) {
  unsigned &warps = options.compile.numWarps;
  if (Error error = readNumber("num-warps", text, 1, 32, warps))
    return error;
  if (!isPowerOf2_32(warps))
    return usage("--num-warps: '" + text + "': expected a power of two");
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

static const OptionSpec optionTable[] = {
    {"grid", false, readGrid},
    {"arg", false,
     [](StringRef value, RunOptions &options) -> Error {
       options.request.arguments.push_back(value.str());
       return Error::success();
     }},
    {"constant", false, readConstant},
    {"save", false, readSave},
    {"repeat", false,
     [](StringRef value, RunOptions &options) -> Error {
       return readNumber("repeat", value, 1, 1000000, options.settings.repeat);
     }},
    {"timing", true,
     [](StringRef, RunOptions &options) -> Error {
       options.timing = true;
       return Error::success();
     }},
    {"kernel", false,
     [](StringRef value, RunOptions &options) -> Error {
       options.compile.kernel = value.str();
       return Error::success();
     }},
    {"signature", false,
     [](StringRef value, RunOptions &options) -> Error {
       options.request.signature = value.str();
       return Error::success();
     }},
    {"target", false, readTarget},
    {"num-warps", false, readWarps},
    {"num-stages", false,
     [](StringRef value, RunOptions &options) -> Error {
       return readNumber("num-stages", value, 1, 64, options.compile.numStages);
     }},
    {"device", false,
     [](StringRef value, RunOptions &options) -> Error {
       return readNumber("device", value, 0, 1023, options.device);
     }},
    {"help", true,
     [](StringRef, RunOptions &options) -> Error {
       options.help = true;
       return Error::success();
     }},
};

/// Reads the option that `rest` begins with and drops it.
static Error readOption(ArrayRef<const char *> &rest, RunOptions &options) {
  StringRef text = rest.front();
  rest = rest.drop_front();
  auto [name, value] = text.ltrim('-').split('=');
  bool hasValue = text.contains('=');
  const OptionSpec *spec =
      find_if(optionTable, [&, &name = name](const OptionSpec &o) {
        return o.name == name;
      });
  if (spec == std::end(optionTable))
    return usage("unknown option '" + text + "'");
  if (spec->isFlag && hasValue)
    return usage("--" + name + " takes no value");
  if (!spec->isFlag && !hasValue) {
    if (rest.empty())
      return usage("--" + name + " needs a value");
    value = rest.front();
    rest = rest.drop_front();
  }
  return spec->apply(value, options);
}

static Expected<RunOptions> parseOptions(ArrayRef<const char *> arguments) {
  RunOptions options;
  bool onlyFiles = false;
  while (!arguments.empty()) {
    StringRef text = arguments.front();
    if (!onlyFiles && text == "--") {
      onlyFiles = true;
      arguments = arguments.drop_front();
    } else if (!onlyFiles && text.starts_with("-") && text != "-") {
      if (Error error = readOption(arguments, options))
        return error;
    } else if (options.model.empty() && !text.empty()) {
      options.model = text.str();
      arguments = arguments.drop_front();
    } else {
      return usage("'" + text + "': expected one MODEL; '" + options.model +
                   "' is one already");
    }
  }
  if (options.help)
    return options;
  if (options.model.empty())
    return usage("no MODEL is given");
  if (!options.hasGrid)
    return usage("no --grid is given");
  return options;
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
    return make_error<CompileError>(std::move(diagnostics), false);
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
                                    result.internalFailure);
  for (const Diagnostic &diagnostic : result.diagnostics)
    printDiagnostic(errs(), diagnostic);
  return result;
}

static void printTiming(const KernelMetadata &metadata, const RunReport &report,
                        StringRef device) {
  outs() << metadata.name << " on " << device << ": "
         << format("%.4f ms, %.1f GB/s", report.medianMilliseconds,
                   report.gigabytesPerSecond())
         << " (median of " << report.launches << ", " << report.bufferBytes
         << " bytes in " << report.buffers << " buffers)\n";
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
    printTiming(compiled->metadata, *report, (*device)->name());
  return Error::success();
}

/// Prints an error and returns the exit code that it means.
static int report(Error error) {
  int code = 0;
  handleAllErrors(
      std::move(error),
      [&](const UsageError &usageError) {
        errs() << "cm2tt: error: " << usageError.getMessage()
               << "\ncm2tt: note: see cm2tt run --help\n";
        code = 2;
      },
      [&](const CompileError &compileError) {
        compileError.log(errs());
        code = compileError.internal ? 3 : 1;
      },
      [&](const ErrorInfoBase &other) {
        errs() << "cm2tt: error: " << other.message() << '\n';
        code = other.isA<MismatchError>() ? 3 : 1;
      });
  return code;
}

int cm2tt::tools::runCommand(int argc, const char *const *argv) {
  Expected<RunOptions> options =
      parseOptions(ArrayRef(argv, argc).drop_front(std::min(argc, 2)));
  if (!options)
    return report(options.takeError());
  if (options->help) {
    outs() << helpText;
    return 0;
  }
  return report(run(*options));
}
