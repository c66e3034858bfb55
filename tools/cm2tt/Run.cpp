// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// `cm2tt run`: compiles and launches a model.
///
/// Not here: the options (RunOptions.h), its steps (RunSteps.h), the meaning of
/// arguments (Runtime/RunArguments.h), the launch itself (Runtime/KernelRun.h).

#include "CommandLine.h"
#include "Commands.h"
#include "RunOptions.h"
#include "RunSteps.h"

#include "cm2tt/Compiler/Compiler.h"
#include "cm2tt/Lowering/PlainText.h"
#include "cm2tt/Runtime/CheckedMemory.h"
#include "cm2tt/Runtime/CpuDevice.h"
#include "cm2tt/Runtime/CudaDevice.h"
#include "cm2tt/Runtime/KernelRun.h"
#include "cm2tt/Runtime/RunArguments.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdio>

using namespace llvm;
using namespace cm2tt;
using namespace cm2tt::runtime;
using namespace cm2tt::tools;

static const Command runDescription = {
    "cm2tt run", opt::Visibility(RunVis),
    "compile a kernel and run it once or many times",
    R"(cm2tt run [options] MODEL --grid=X[,Y[,Z]] --arg=VALUE ...

MODEL is a file, or - for standard input: JSON, code-model text or MLIR.)",
    R"(
exit codes: 0 done, 1 the input or the device is at fault, 2 the command line
is, 3 the compiler failed

example:
  cm2tt run examples/babylon/vector-add/model.json --grid=98 --arg=random:fp32:100000 \
    --arg=@y.npy --arg=empty:fp32:100000 --arg=100000 --save=2:sum.npy --timing
)"};

static Error printTiming(const KernelMetadata &metadata,
                         const RunReport &report, StringRef device) {
  std::string text;
  raw_string_ostream(text) << metadata.name << " on " << device << ": "
                           << plain::format("%.4f ms, %.1f GB/s",
                                            report.medianMilliseconds,
                                            report.gigabytesPerSecond())
                           << " (median of " << report.launches << ", "
                           << report.bufferBytes << " bytes in "
                           << report.buffers << " buffers)\n";
  return print(text);
}

/// Adds to the outcome of a checked run what its kernel did wrong, or prints
/// that there is nothing.
static Error reportChecks(Error outcome, const CheckedMemory &checked,
                          const RunOptions &options) {
  std::vector<Diagnostic> faults = checked.reports();
  if (!faults.empty())
    return joinErrors(
        make_error<CompileError>(std::move(faults), InputFault, options.style),
        std::move(outcome));
  if (outcome)
    return outcome;
  return print("checked: " + std::to_string(checked.accesses()) +
               " accesses, no fault\n");
}

static Error run(const RunOptions &options) {
  Expected<std::unique_ptr<MemoryBuffer>> model = readModel(options.model);
  if (!model)
    return model.takeError();
  Compiler compiler;
  Expected<RunArguments> arguments =
      bindToModel(compiler, **model, options, options.request);
  if (!arguments)
    return arguments.takeError();
  CheckedMemory checked;
  Expected<std::unique_ptr<Device>> device = openDevice(options, &checked);
  if (!device)
    return device.takeError();
  StringRef target =
      options.target == "native" ? (*device)->target() : options.target;
  Expected<CompileResult> compiled =
      compileFor(compiler, **model, options, arguments->signature, target);
  if (!compiled)
    return compiled.takeError();
  RunSettings settings = options.settings;
  settings.checked = options.check ? &checked : nullptr;
  Expected<RunReport> report = runKernel(
      **device, compiled->output, compiled->metadata, *arguments, settings);
  // The output of a kernel on the CPU precedes the report.
  std::fflush(stdout);
  Error outcome = report.takeError();
  if (options.check)
    outcome = reportChecks(std::move(outcome), checked, options);
  if (outcome)
    return outcome;
  if (options.timing)
    return printTiming(compiled->metadata, *report, (*device)->name());
  return Error::success();
}

int tools::runCommand(int argc, const char *const *argv) {
  RunOptions options;
  return performCommand(runDescription, ArrayRef(argv, argc), options.style,
                        [&](const opt::InputArgList &arguments) {
                          Error error = readRunOptions(arguments, options);
                          return error ? std::move(error) : run(options);
                        });
}
