// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The steps from a model to code on a device.

#include "RunSteps.h"

#include "Files.h"

#include "cm2tt/Lowering/PlainText.h"
#include "cm2tt/Runtime/CheckedMemory.h"
#include "cm2tt/Runtime/CpuDevice.h"
#include "cm2tt/Runtime/CudaDevice.h"
#include "cm2tt/Runtime/KernelRun.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace cm2tt;
using namespace cm2tt::runtime;
using namespace cm2tt::tools;

char CompileError::ID = 0;

void CompileError::log(raw_ostream &os) const {
  printDiagnostics(os, diagnostics, style);
}

std::error_code CompileError::convertToErrorCode() const {
  return inconvertibleErrorCode();
}

Expected<std::unique_ptr<MemoryBuffer>> tools::readModel(StringRef path) {
  ErrorOr<std::unique_ptr<MemoryBuffer>> model = readInput(path);
  if (model)
    return std::move(*model);
  return createStringError(
      model.getError(),
      path + ": cannot be read: " + plain::reasonOf(model.getError()));
}

Expected<RunArguments> tools::bindToModel(Compiler &compiler,
                                          const MemoryBuffer &model,
                                          const RunOptions &options,
                                          const RunRequest &request) {
  CompileResult read = compiler.readParameters(
      model.getBuffer(), model.getBufferIdentifier(), options.compile);
  // Without errors, compiling will report the rest again.
  if (!read.succeeded)
    return make_error<CompileError>(std::move(read.diagnostics), exitCode(read),
                                    options.style);
  Expected<RunArguments> arguments =
      bindArguments(read.metadata.declared, request);
  if (!arguments)
    return arguments.takeError();
  if (Error error = checkSaves(*arguments, options.settings))
    return error;
  return arguments;
}

Expected<CompileResult> tools::compileFor(Compiler &compiler,
                                          const MemoryBuffer &model,
                                          const RunOptions &options,
                                          StringRef signature,
                                          StringRef target) {
  CompileOptions compileOptions = options.compile;
  compileOptions.stage = target == "cpu" ? Stage::Obj : Stage::PTX;
  compileOptions.checked = options.check;
  // Code for this process is not registered with debuggers.
  compileOptions.lineInfo &= target != "cpu";
  compileOptions.signature = signature.str();
  compileOptions.target = target.str();
  CompileResult result = compiler.compile(
      model.getBuffer(), model.getBufferIdentifier(), compileOptions);
  if (!result.succeeded)
    return make_error<CompileError>(std::move(result.diagnostics),
                                    exitCode(result), options.style);
  printDiagnostics(errs(), result.diagnostics, options.style);
  return result;
}

Expected<std::unique_ptr<Device>> tools::openDevice(const RunOptions &options,
                                                    CheckedMemory *checked) {
  CpuDeviceOptions cpu;
  cpu.threads = options.threads;
  cpu.checker = options.check ? checked : nullptr;
  if (options.target == "cpu")
    return openCpuDevice(cpu);
  Expected<std::unique_ptr<Device>> gpu =
      openCudaDevice(options.device.value_or(0));
  if (gpu)
    return gpu;
  std::string reason = toString(gpu.takeError());
  if (options.target == "native" && !options.device)
    return openCpuDevice(cpu);
  return createStringError(inconvertibleErrorCode(),
                           "no CUDA device: " + reason);
}

static Error
readAndPerform(const Command &command, ArrayRef<const char *> arguments,
               DiagnosticStyle &style,
               function_ref<Error(const opt::InputArgList &)> perform) {
  Expected<opt::InputArgList> parsed = readArguments(command, arguments, style);
  if (!parsed)
    return parsed.takeError();
  if (parsed->hasArg(OPT_help))
    return printHelp(command);
  return perform(*parsed);
}

int tools::performCommand(
    const Command &command, ArrayRef<const char *> argv, DiagnosticStyle &style,
    function_ref<Error(const opt::InputArgList &)> perform) {
  ArrayRef<const char *> arguments =
      argv.drop_front(std::min<size_t>(argv.size(), 2));
  Error error = readAndPerform(command, arguments, style, perform);
  int code = Done;
  error = handleErrors(std::move(error), [&](const CompileError &compileError) {
    compileError.log(errs());
    code = compileError.code;
  });
  return error ? report(command, std::move(error), style) : code;
}
