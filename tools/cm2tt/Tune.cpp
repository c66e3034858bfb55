// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// `cm2tt tune`: measures configurations of a kernel and prints the fastest.
///
/// Not here: the options (TuneOptions.h), tuning (Runtime/Autotuner.h).

#include "CommandLine.h"
#include "Commands.h"
#include "RunSteps.h"
#include "TuneOptions.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdio>

using namespace llvm;
using namespace cm2tt;
using namespace cm2tt::runtime;
using namespace cm2tt::tools;

static const Command tuneDescription = {
    "cm2tt tune", opt::Visibility(TuneVis),
    "find the fastest configuration of a kernel",
    R"(cm2tt tune [options] MODEL --tune=NAME=A,B,... --grid=X[,Y[,Z]] --arg=VALUE ...

MODEL is a file, or - for standard input: JSON, code-model text or MLIR.
Formulas of the grid have the names of constants and of integer arguments,
numbers with K, M or G, + - * / %, parentheses, cdiv(a,b), which rounds up,
min(a,b), max(a,b) and pow2(a), the least power of two from a on.)",
    R"(
exit codes: 0 done, 1 the input or the device is at fault, 2 the command line
is, 3 the compiler failed

example:
  cm2tt tune examples/babylon/vector-add/model.json --tune=BLOCK=256,1024,4096 \
    --tune=num-warps=4,8 --grid='cdiv(n,BLOCK)' --arg=random:fp32:1000000 \
    --arg=random:fp32:1000000:1 --arg=empty:fp32:1000000 --arg=1000000
)"};

namespace {
/// The arguments of all launches, with their buffers on the device.
struct Launch {
  std::vector<Argument> arguments;
  std::vector<DeviceBuffer> buffers;
  /// The descriptors that arguments refer to.
  std::vector<std::unique_ptr<TensorDescriptor>> descriptors;
  /// Bytes of the buffers by the names of their parameters.
  std::vector<std::pair<std::string, uint64_t>> bytes;
};
} // namespace

static Expected<Launch> copyToDevice(Device &device,
                                     const RunArguments &given) {
  Launch launch;
  for (const RunArgument &argument : given.values) {
    if (argument.kind == RunArgument::Kind::Scalar)
      launch.arguments.push_back(Argument::of(argument.scalar));
    if (!argument.file)
      continue;
    ArrayRef<char> data = argument.file->data();
    Expected<DeviceBuffer> buffer = device.allocate(data.size());
    if (!buffer)
      return buffer.takeError();
    if (Error error = device.copyIn(buffer->handle(), data))
      return error;
    if (argument.kind == RunArgument::Kind::Descriptor) {
      Expected<std::unique_ptr<TensorDescriptor>> descriptor =
          makeDescriptor(argument, buffer->handle());
      if (!descriptor)
        return descriptor.takeError();
      launch.arguments.push_back(Argument::descriptor(**descriptor));
      launch.descriptors.push_back(std::move(*descriptor));
      launch.buffers.push_back(std::move(*buffer));
      continue;
    }
    launch.arguments.push_back(
        Argument::pointer(*buffer, argument.scalar.type));
    launch.buffers.push_back(std::move(*buffer));
    launch.bytes.emplace_back(argument.name, data.size());
  }
  return launch;
}

/// The options of the tuner.
static Expected<TunerOptions> tunerOptions(const TuneOptions &options,
                                           const RunArguments &given,
                                           const Launch &launch) {
  TunerOptions result;
  result.kernel.kernel = options.run.compile.kernel;
  result.kernel.fpFusion = options.run.compile.fpFusion;
  result.kernel.ftz = options.run.compile.ftz;
  result.kernel.without = options.run.compile.without;
  result.kernel.constants = options.run.request.constants;
  result.configs = options.configs;
  result.key = options.key;
  result.timing.budgetMilliseconds = options.budgetMilliseconds;
  std::vector<Dim3> grids;
  for (const TuneConfig &config : options.configs) {
    Expected<Dim3> grid = gridFor(options, config, given);
    if (!grid)
      return grid.takeError();
    grids.push_back(*grid);
  }
  result.grid = [&options, grids](const TuneConfig &config,
                                  ArrayRef<Argument>) {
    return grids[find(options.configs, config) - options.configs.begin()];
  };
  for (const std::string &name : options.restored) {
    auto buffer = find_if(
        launch.bytes, [&](const auto &known) { return known.first == name; });
    if (buffer == launch.bytes.end())
      return usage("--restore: the kernel has no buffer '" + name + "'");
    uint64_t bytes = buffer->second;
    result.restored.push_back({name, [bytes](auto) { return bytes; }});
  }
  return result;
}

static Expected<TuneResult> tuneOn(Device &device, const MemoryBuffer &model,
                                   const RunArguments &given,
                                   const TuneOptions &options) {
  Expected<Launch> launch = copyToDevice(device, given);
  if (!launch)
    return launch.takeError();
  Expected<TunerOptions> wanted = tunerOptions(options, given, *launch);
  if (!wanted)
    return wanted.takeError();
  Expected<std::unique_ptr<Runtime>> runtime = Runtime::create();
  if (!runtime)
    return runtime.takeError();
  Expected<std::unique_ptr<Autotuner>> tuner =
      Autotuner::create(**runtime, model.getBuffer(),
                        model.getBufferIdentifier(), std::move(*wanted));
  if (!tuner)
    return tuner.takeError();
  Expected<TuneResult> result = (*tuner)->tune(device, launch->arguments);
  if (result && !options.output.empty())
    if (Error error = (*tuner)->save(options.output))
      return error;
  return result;
}

static Error tune(const TuneOptions &options) {
  Expected<std::unique_ptr<MemoryBuffer>> model = readModel(options.run.model);
  if (!model)
    return model.takeError();
  // Which parameters are constants is the same for all configurations.
  RunRequest request = options.run.request;
  append_range(request.constants, options.configs.front().constants);
  Compiler compiler;
  Expected<RunArguments> given =
      bindToModel(compiler, **model, options.run, request);
  if (!given)
    return given.takeError();
  Expected<std::unique_ptr<Device>> device =
      openDevice(options.run, /*checked=*/nullptr);
  if (!device)
    return device.takeError();
  Expected<TuneResult> result = tuneOn(**device, **model, *given, options);
  // The output of a kernel on the CPU precedes the report.
  std::fflush(stdout);
  if (!result)
    return result.takeError();
  std::string text;
  raw_string_ostream os(text);
  result->print(os);
  return print(text);
}

int tools::tuneCommand(int argc, const char *const *argv) {
  TuneOptions options;
  return performCommand(tuneDescription, ArrayRef(argv, argc),
                        options.run.style,
                        [&](const opt::InputArgList &arguments) {
                          Error error = readTuneOptions(arguments, options);
                          return error ? std::move(error) : tune(options);
                        });
}
