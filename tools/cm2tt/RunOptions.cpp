// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Reads the options of `cm2tt run`.
///
/// Not here: the meaning of arguments (Runtime/RunArguments.h).

#include "RunOptions.h"

#include "CommandLine.h"
#include "Files.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Option/Arg.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace cm2tt;
using namespace cm2tt::tools;

Error tools::readGrid(StringRef text, const RunOptions &options,
                      runtime::Dim3 &grid) {
  // Programs are numbered by an i32. Of GPUs, CUDA's limits for compute
  // capability 8.0 and newer.
  constexpr uint32_t most = INT32_MAX;
  uint32_t mostOther = options.target == "cpu" ? most : 65535;
  const uint32_t limits[] = {most, mostOther, mostOther};
  uint32_t *extents[] = {&grid.x, &grid.y, &grid.z};
  SmallVector<StringRef, 4> parts;
  text.split(parts, ',');
  if (parts.size() > 3)
    return usage("--grid: '" + text + "': expected at most three numbers");
  for (auto [part, extent, limit] : zip(parts, extents, limits))
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

std::vector<NamedFile> tools::inputFiles(const RunOptions &options) {
  std::vector<NamedFile> files = {{"the input", options.model}};
  for (StringRef text : options.request.arguments)
    if (StringRef file = runtime::fileOfArgument(text); !file.empty())
      files.push_back({"--arg", file.str()});
  return files;
}

static Error readSave(StringRef text, RunOptions &options) {
  auto [index, path] = text.split(':');
  unsigned parameter;
  if (path.empty() || index.getAsInteger(10, parameter))
    return usage("--save: '" + text + "': expected INDEX:FILE.npy");
  for (const auto &[other, file] : options.settings.saves)
    if (isSameFile(path, file))
      return usage("--save: '" + path + "' is where argument " + Twine(other) +
                   " is saved: expected another file");
  if (Error error = checkOutput("--save", path, inputFiles(options)))
    return error;
  options.settings.saves.emplace_back(parameter, path);
  return Error::success();
}

/// Reads --target, --device and --threads.
static Error readWhere(const opt::ArgList &arguments, RunOptions &options) {
  StringRef target = arguments.getLastArgValue(OPT_target, "native");
  if (target.starts_with("cpu:"))
    return usage("--target: '" + target +
                 "': kernels run on this computer's CPU only: expected cpu");
  bool isGpu = target.starts_with("sm_");
  if (target != "native" && target != "cpu" && !isGpu)
    return usage("--target: '" + target + "': expected native, cpu or sm_XX");
  options.target = target.str();
  if (arguments.hasArg(OPT_device)) {
    if (target == "cpu")
      return usage("--device names a CUDA device, but --target is cpu");
    if (Error error = readNumber(arguments, OPT_device, 0, 1023,
                                 options.device.emplace()))
      return error;
  }
  if (isGpu && arguments.hasArg(OPT_threads))
    return usage("--threads is for a CPU, but --target is " + target);
  return readNumber(arguments, OPT_threads, 1, 4096, options.threads);
}

/// Reads --check, after all options that it restricts.
static Error readCheck(const opt::ArgList &arguments, RunOptions &options) {
  options.check = arguments.hasArg(OPT_check);
  if (!options.check)
    return Error::success();
  if (options.target != "native" && options.target != "cpu")
    return usage("--check runs a kernel on the CPU, but --target is " +
                 options.target);
  if (options.device)
    return usage("--check runs a kernel on the CPU, but --device names a CUDA "
                 "device");
  if (options.threads > 1)
    return usage("--check runs a kernel on one thread, but --threads is " +
                 Twine(options.threads));
  if (options.settings.repeat > 1)
    return usage("--check runs a kernel once, but --repeat is " +
                 Twine(options.settings.repeat));
  options.target = "cpu";
  return Error::success();
}

Error tools::readSharedOptions(const opt::ArgList &arguments,
                               RunOptions &options) {
  options.model = arguments.getLastArgValue(OPT_INPUT).str();
  options.style.sourceRoots = {sys::path::parent_path(options.model).str()};
  options.request.arguments = arguments.getAllArgValues(OPT_arg);
  if (const opt::Arg *signature = arguments.getLastArg(OPT_signature))
    options.request.signature = signature->getValue();
  for (const std::string &text : arguments.getAllArgValues(OPT_constant))
    if (Error error = readConstant(text, options))
      return error;
  if (Error error = readWhere(arguments, options))
    return error;
  return readCompileOptions(arguments, options.compile);
}

Error tools::readRunOptions(const opt::ArgList &arguments,
                            RunOptions &options) {
  if (Error error = readSharedOptions(arguments, options))
    return error;
  options.timing = arguments.hasArg(OPT_timing);
  for (const std::string &text : arguments.getAllArgValues(OPT_save))
    if (Error error = readSave(text, options))
      return error;
  runtime::RunSettings &settings = options.settings;
  if (Error error =
          readNumber(arguments, OPT_repeat, 1, 1000000, settings.repeat))
    return error;
  if (Error error = readCheck(arguments, options))
    return error;
  if (!arguments.hasArg(OPT_grid))
    return usage("no --grid is given");
  return readGrid(arguments.getLastArgValue(OPT_grid), options, settings.grid);
}
