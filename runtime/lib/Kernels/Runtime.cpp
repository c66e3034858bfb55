// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Shared by kernels: options, devices, messages to users, the loaded kernels.

#include "KernelsInternals.h"

#include "cm2tt/Lowering/PlainText.h"
#include "cm2tt/Runtime/CpuDevice.h"
#include "cm2tt/Runtime/CudaDevice.h"
#include "cm2tt/Runtime/Environment.h"
#include "cm2tt/Runtime/Files.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;
using namespace cm2tt;
using namespace cm2tt::runtime;

//===----------------------------------------------------------------------===//
// Options
//===----------------------------------------------------------------------===//

Expected<RuntimeOptions> RuntimeOptions::fromEnvironment() {
  RuntimeOptions options;
  options.cache = DiskCacheOptions::fromEnvironment();
  options.dumpFolder = environmentValue("CM2TT_DUMP_DIR").value_or("");
  std::optional<std::string> threads = environmentValue("CM2TT_THREADS");
  if (threads && (!to_integer(*threads, options.cpuThreads, 10) ||
                  options.cpuThreads == 0))
    return createStringError(std::errc::invalid_argument,
                             "CM2TT_THREADS=%s: expected a number of threads, "
                             "at least 1",
                             threads->c_str());
  std::optional<std::string> checks = environmentValue("CM2TT_CHECK");
  if (checks && *checks != "0" && *checks != "1")
    return createStringError(std::errc::invalid_argument,
                             "CM2TT_CHECK=%s: expected 0 or 1",
                             checks->c_str());
  options.checksLaunches = checks == "1";
  static constexpr std::pair<const char *, bool RuntimeOptions::*> switches[] =
      {
          {"CM2TT_CRASH_GUARD", &RuntimeOptions::crashGuard},
          {"CM2TT_LINE_INFO", &RuntimeOptions::lineInfo},
      };
  for (auto [name, member] : switches) {
    Expected<bool> value = environmentSwitch(name, options.*member);
    if (!value)
      return value.takeError();
    options.*member = *value;
  }
  Expected<WordSet<Optimization>> without = WordSet<Optimization>::parse(
      environmentValue("CM2TT_WITHOUT").value_or(""));
  if (!without)
    return createStringError("CM2TT_WITHOUT: " + toString(without.takeError()));
  options.without = *without;
  SmallString<128> temporary;
  sys::path::system_temp_directory(/*ErasedOnReboot=*/true, temporary);
  options.reproducerFolder =
      environmentValue("CM2TT_REPRODUCER_DIR").value_or(temporary.str().str());
  return options;
}

Runtime::Impl::Impl(const RuntimeOptions &options)
    : options(options), cache(cacheOptions()) {}

DiskCacheOptions Runtime::Impl::cacheOptions() {
  DiskCacheOptions result = options.cache;
  if (!result.onRemark)
    result.onRemark = [this](StringRef text) {
      remark(Severity::Warning, text);
    };
  return result;
}

//===----------------------------------------------------------------------===//
// Messages to users
//===----------------------------------------------------------------------===//

void Runtime::Impl::report(const Diagnostic &diagnostic) {
  std::lock_guard<std::mutex> lock(reporting);
  if (options.onRemark)
    options.onRemark(diagnostic);
  else if (diagnostic.severity != Severity::Remark)
    printDiagnostics(errs(), diagnostic, DiagnosticStyle());
}

void Runtime::Impl::remark(Severity severity, const Twine &message) {
  Diagnostic diagnostic;
  diagnostic.severity = severity;
  diagnostic.message = message.str();
  report(diagnostic);
}

void Runtime::Impl::setOptions(CompileOptions &compileOptions) const {
  compileOptions.survivesCrashes = options.crashGuard;
  compileOptions.reproduces = !options.reproducerFolder.empty();
}

void Runtime::Impl::keepReproducer(CompileResult &result,
                                   StringRef modelName) const {
  const Reproducer &reproducer = *result.reproducer;
  // The same failure has the same file.
  std::string all = reproducer.text + reproducer.options;
  SmallString<128> path(options.reproducerFolder);
  sys::path::append(path, "cm2tt-" +
                              fileNameOf(sys::path::filename(modelName)) + "-" +
                              utohexstr(xxh3_64bits(all), /*LowerCase=*/true) +
                              ".reproducer." + reproducer.suffix);
  std::error_code code = sys::fs::create_directories(options.reproducerFolder);
  if (!code)
    code = writeWholeFile(path, reproducer.text);
  reproducer.addNote(result.diagnostics, path, code);
}

Error Runtime::Impl::take(CompileResult &result, StringRef modelName) {
  if (result.reproducer)
    keepReproducer(result, modelName);
  if (!result.succeeded)
    return make_error<CompileFailure>(std::move(result.diagnostics),
                                      result.internalFailure);
  for (const Diagnostic &diagnostic : result.diagnostics)
    report(diagnostic);
  return Error::success();
}

Expected<std::shared_ptr<CompiledKernel>>
Runtime::Impl::compileNow(StringRef model, StringRef modelName,
                          const CompileOptions &compileOptions) {
  CompileResult result =
      compilers.take()->compile(model, modelName, compileOptions);
  if (Error error = take(result, modelName))
    return error;
  auto made = std::make_shared<CompiledKernel>();
  made->image = std::move(result.output);
  made->metadata = std::move(result.metadata);
  made->namedLibraries = std::move(result.namedLibraries);
  return made;
}

/// The suffix of files with such an image.
static StringRef suffixOf(const CompiledKernel &compiled) {
  if (isCpuTarget(compiled.metadata.target))
    return ".o";
  return StringRef(compiled.image)
                 .starts_with("\x7f"
                              "ELF")
             ? ".cubin"
             : ".ptx";
}

void Runtime::Impl::dump(const CompiledKernel &compiled) {
  if (options.dumpFolder.empty())
    return;
  const KernelMetadata &metadata = compiled.metadata;
  // The signature too: for different ones, images can be alike. The name and
  // the target too: both may have hyphens.
  std::string all = metadata.name;
  for (StringRef part :
       {StringRef(metadata.target), StringRef(compiled.signature),
        StringRef(compiled.image)})
    (all += '\0') += part;
  std::string target = metadata.target;
  std::replace(target.begin(), target.end(), ':', '-');
  std::string name = fileNameOf(metadata.name) + "-" + fileNameOf(target) +
                     "-" + utohexstr(xxh3_64bits(all), /*LowerCase=*/true);
  auto write = [&](StringRef suffix, StringRef content) {
    SmallString<128> path(options.dumpFolder);
    sys::path::append(path, name + suffix);
    if (std::error_code code = writeWholeFile(path, content))
      remark(Severity::Warning,
             path + ": cannot be written: " + plain::reasonOf(code));
  };
  if (std::error_code code = sys::fs::create_directories(options.dumpFolder))
    return remark(Severity::Warning,
                  options.dumpFolder +
                      ": cannot be created: " + plain::reasonOf(code));
  write(suffixOf(compiled), compiled.image);
  write(".json", metadata.toJson());
}

//===----------------------------------------------------------------------===//
// Devices
//===----------------------------------------------------------------------===//

unsigned Runtime::Impl::countGpus() {
  std::lock_guard<std::mutex> lock(opening);
  if (gpuCount)
    return *gpuCount;
  Expected<unsigned> count = numCudaDevices();
  if (!count) {
    consumeError(count.takeError());
    return *(gpuCount = 0);
  }
  gpus.resize(*count);
  return *(gpuCount = *count);
}

Expected<Device &> Runtime::Impl::openGpu(unsigned ordinal) {
  std::lock_guard<std::mutex> lock(opening);
  std::unique_ptr<Device> &gpu = gpus[ordinal];
  if (!gpu) {
    Expected<std::unique_ptr<Device>> opened = openCudaDevice(ordinal);
    if (!opened)
      return opened.takeError();
    gpu = std::move(*opened);
  }
  return *gpu;
}

Expected<Device &> Runtime::Impl::openCpu() {
  std::lock_guard<std::mutex> lock(opening);
  if (!cpu) {
    CpuDeviceOptions cpuOptions;
    cpuOptions.threads = options.cpuThreads;
    cpuOptions.guardsKernels = options.crashGuard;
    Expected<std::unique_ptr<Device>> opened = openCpuDevice(cpuOptions);
    if (!opened)
      return opened.takeError();
    cpu = std::move(*opened);
  }
  return *cpu;
}

Expected<Device &> Runtime::device(unsigned ordinal) {
  unsigned count = impl->countGpus();
  if (ordinal < count)
    return impl->openGpu(ordinal);
  if (ordinal == 0)
    return impl->openCpu();
  return createStringError(std::errc::invalid_argument,
                           "no device %u: there %s %u GPU%s, counted from 0",
                           ordinal, count == 1 ? "is" : "are", count,
                           count == 1 ? "" : "s");
}

Expected<Device &> Runtime::cpu() { return impl->openCpu(); }

unsigned Runtime::numGpus() { return impl->countGpus(); }

//===----------------------------------------------------------------------===//
// The runtime
//===----------------------------------------------------------------------===//

Expected<std::unique_ptr<Runtime>> Runtime::create() {
  Expected<RuntimeOptions> options = RuntimeOptions::fromEnvironment();
  if (!options)
    return options.takeError();
  return create(*options);
}

Expected<std::unique_ptr<Runtime>>
Runtime::create(const RuntimeOptions &options) {
  return std::unique_ptr<Runtime>(new Runtime(std::make_shared<Impl>(options)));
}

Runtime::~Runtime() = default;

Expected<std::shared_ptr<const CompiledKernel>>
Runtime::compile(StringRef model, StringRef modelName,
                 const CompileOptions &options) {
  CompileOptions all = options;
  impl->setOptions(all);
  Expected<std::shared_ptr<CompiledKernel>> made =
      impl->compileNow(model, modelName, all);
  if (!made)
    return made.takeError();
  if (options.stage == Stage::PTX || options.stage == Stage::Cubin ||
      options.stage == Stage::Obj)
    impl->dump(**made);
  return std::move(*made);
}

void Runtime::freeze() { impl->isFrozen = true; }

bool Runtime::isFrozen() const { return impl->isFrozen; }

const RuntimeOptions &Runtime::settings() const { return impl->options; }

/// Tells kernels apart.
static std::string keyOf(StringRef model, StringRef modelName,
                         const KernelOptions &options) {
  KeyBuilder key;
  key.add("model", model).add("name", modelName).add("kernel", options.kernel);
  key.add("warps", options.numWarps).add("stages", options.numStages);
  key.add("registers", options.maxRegisters);
  key.add("fp fusion", options.fpFusion).add("ftz", options.ftz);
  key.add("checked", options.checked);
  key.add("without", options.without.str());
  for (const auto &[name, value] : options.constants)
    key.add("constant", name).add("value", value);
  for (const std::string &name : options.unspecialized)
    key.add("unspecialized", name);
  return key.add("specializes", options.specializes).finish();
}

Expected<std::shared_ptr<Kernel>> Runtime::load(StringRef model,
                                                StringRef modelName,
                                                const KernelOptions &options) {
  const std::string key = keyOf(model, modelName, options);
  auto find = [&]() -> std::shared_ptr<Kernel> {
    auto known = impl->loaded.find(key);
    return known == impl->loaded.end() ? nullptr : known->second.lock();
  };
  {
    std::lock_guard<std::mutex> lock(impl->loading);
    if (std::shared_ptr<Kernel> kernel = find())
      return kernel;
  }
  auto inside = std::make_unique<Kernel::Impl>(impl, model, modelName, options);
  if (Error error = inside->read())
    return error;
  std::shared_ptr<Kernel> made(new Kernel(std::move(inside)));
  std::lock_guard<std::mutex> lock(impl->loading);
  if (std::shared_ptr<Kernel> other = find())
    return other;
  for (auto it = impl->loaded.begin(); it != impl->loaded.end();) {
    auto next = std::next(it);
    if (it->second.expired())
      impl->loaded.erase(it);
    it = next;
  }
  impl->loaded[key] = made;
  return made;
}
