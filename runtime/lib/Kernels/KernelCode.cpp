// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// From a model to loaded code, which is in memory, on disk, or compiled.
///
/// The driver's cubin is stored as well, by device and driver, so that a hit
/// needs neither cm2tt's compiler nor the driver's. If the driver can no longer
/// load it, it is compiled again. Kernels that link libraries named in their
/// models are not stored, since changes of those files are not observed; the
/// compiler reports the linked libraries, so that all spellings of `libpath`
/// are covered.
///
/// A kernel whose compilation crashed is not compiled again for such arguments:
/// each crash costs the memory of the compilation and a sleeping thread.
///
/// Not here: launches (Kernel.cpp), files (DiskCache.h).

#include "KernelsInternals.h"
#include "StoredKernel.h"

#include "cm2tt/Compiler/CacheKeyInputs.h"
#include "cm2tt/Runtime/RunArguments.h"
#include "cm2tt/Runtime/SignatureEntry.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace cm2tt;
using namespace cm2tt::runtime;
using namespace cm2tt::runtime::kernels;

Error Kernel::Impl::read() {
  modelKey = KeyBuilder()
                 .add("model", model)
                 .add("name", modelName)
                 .add("kernel", options.kernel)
                 .finish();
  const std::string key =
      KeyBuilder().add("what", "parameters").add("model", modelKey).finish();
  std::optional<std::vector<JavaParameter>> known;
  if (std::optional<std::string> text = runtime->cache.find(key))
    known = readParameters(*text);
  if (!known) {
    CompileOptions compileOptions;
    compileOptions.kernel = options.kernel;
    runtime->setOptions(compileOptions);
    CompileResult result = runtime->compilers.take()->readParameters(
        model, modelName, compileOptions);
    if (Error error = runtime->take(result, modelName))
      return error;
    known = std::move(result.metadata.declared);
    runtime->cache.insert(key, writeParameters(*known),
                          "parameters of " + modelName);
  }
  parameters = std::move(*known);
  Expected<Binding> bound = Binding::make(parameters, options);
  if (!bound)
    return bound.takeError();
  binding = std::move(*bound);
  return Error::success();
}

//===----------------------------------------------------------------------===//
// The cache on disk
//===----------------------------------------------------------------------===//

CompileOptions Kernel::Impl::compileOptions(const Request &request) const {
  CompileOptions result;
  runtime->setOptions(result);
  const bool isCpu = isCpuTarget(request.target);
  result.stage = isCpu ? Stage::Obj : Stage::PTX;
  result.kernel = options.kernel;
  result.signature = request.signature.str();
  result.target = request.target.str();
  result.fpFusion = options.fpFusion;
  result.checked = isChecked;
  result.lineInfo = runtime->options.lineInfo && !isCpu;
  result.without = options.without | runtime->options.without;
  if (!isCpu) {
    result.launcher = request.launcher;
    result.numWarps = options.numWarps;
    result.numStages = request.numStages;
    result.maxRegisters = options.maxRegisters;
    result.ftz = options.ftz;
    result.libdevice = runtime->options.libdevice;
  }
  return result;
}

std::optional<std::string> Kernel::Impl::diskKey(const Request &request) const {
  if (!runtime->cache.enabled())
    return std::nullopt;
  CompileOptions all = compileOptions(request);
  KeyBuilder key;
  key.add("what", "code").add("model", modelKey);
  for (const CompilerOptionValue &option : optionValues(all))
    if (option.info.changesCode)
      key.add(option.info.name, option.text);
  return key.add("surroundings", getCacheKeyInputs(all)).finish();
}

Kernel::Impl::Compiled
Kernel::Impl::findOnDisk(const std::optional<std::string> &key) {
  if (!key)
    return nullptr;
  std::optional<std::string> bytes = runtime->cache.find(*key);
  std::optional<CompiledKernel> found =
      bytes ? readCompiled(*bytes) : std::nullopt;
  if (!found)
    return nullptr;
  runtime->dump(*found);
  return std::make_shared<const CompiledKernel>(std::move(*found));
}

void Kernel::Impl::keepOnDisk(const std::optional<std::string> &key,
                              const CompiledKernel &compiled) {
  // Changes of files that a model names are not observed.
  if (!key || !compiled.namedLibraries.empty())
    return;
  const KernelMetadata &metadata = compiled.metadata;
  runtime->cache.insert(*key, writeCompiled(compiled),
                        metadata.name + " for " + metadata.target + " (" +
                            compiled.signature + ")");
}

//===----------------------------------------------------------------------===//
// Compiling
//===----------------------------------------------------------------------===//

Expected<Kernel::Impl::Compiled>
Kernel::Impl::compileNow(const Request &request) {
  ++numBuilds;
  const std::optional<std::string> key = diskKey(request);
  if (Compiled found = findOnDisk(key))
    return found;
  Expected<std::shared_ptr<CompiledKernel>> compiled =
      runtime->compileNow(model, modelName, compileOptions(request));
  if (!compiled)
    return compiled.takeError();
  std::shared_ptr<CompiledKernel> made = std::move(*compiled);
  made->signature = request.signature.str();
  keepOnDisk(key, *made);
  runtime->dump(*made);
  return made;
}

std::string Kernel::Impl::Request::name() const {
  return (target + " " + Twine(numStages) + " " + launcher.str() + " " +
          signature)
      .str();
}

std::string Kernel::Impl::Request::name(const Device &device) const {
  return utohexstr(reinterpret_cast<uintptr_t>(&device)) + " " + name();
}

Expected<Kernel::Impl::Compiled> Kernel::Impl::compile(const Request &request) {
  return compiled.get(request.name(), [&] { return compileNow(request); });
}

Expected<Kernel::Impl::Compiled> Kernel::Impl::typeCalls(StringRef signature) {
  CompileOptions compileOptions;
  runtime->setOptions(compileOptions);
  compileOptions.stage = Stage::Calls;
  compileOptions.kernel = options.kernel;
  compileOptions.signature = signature.str();
  Expected<std::shared_ptr<CompiledKernel>> made =
      runtime->compileNow(model, modelName, compileOptions);
  if (!made)
    return made.takeError();
  (*made)->signature = signature.str();
  return std::move(*made);
}

//===----------------------------------------------------------------------===//
// Loading
//===----------------------------------------------------------------------===//

Expected<Kernel::Impl::Loaded> Kernel::Impl::loadImage(Device &device,
                                                       const Request &request,
                                                       Compiled compiled) {
  auto kernel = std::make_shared<LoadedKernel>();
  Expected<SmallVector<ParameterPlace>> places = binding.places(*compiled);
  if (!places)
    return places.takeError();
  Expected<Module> module = device.load(compiled->image);
  if (!module)
    return module.takeError();
  Expected<KernelHandle> handle = device.kernel(*module, compiled->metadata);
  if (!handle)
    return handle.takeError();
  kernel->compiled = std::move(compiled);
  kernel->device = &device;
  kernel->launcher = request.launcher;
  kernel->module = std::move(*module);
  kernel->handle = *handle;
  kernel->setPlaces(std::move(*places));
  return kernel;
}

/// The key of what a GPU's driver makes of code.
static Expected<std::string> linkedKey(Device &device, StringRef codeKey) {
  Expected<DeviceProperties> properties = device.getProperties();
  if (!properties)
    return properties.takeError();
  return KeyBuilder()
      .add("what", "linked")
      .add("code", codeKey)
      .add("device", properties->name)
      .add("major", properties->computeMajor)
      .add("minor", properties->computeMinor)
      .add("driver", properties->driverVersion)
      .finish();
}

Expected<Kernel::Impl::Loaded> Kernel::Impl::loadNow(Device &device,
                                                     const Request &request) {
  ++numBuilds;
  const std::optional<std::string> codeKey =
      isCpuTarget(request.target) ? std::nullopt : diskKey(request);
  if (!codeKey) {
    Expected<Compiled> compiled = compile(request);
    if (!compiled)
      return compiled.takeError();
    return loadImage(device, request, std::move(*compiled));
  }
  // The cubin that the driver assembled last time needs neither our compiler
  // nor its.
  Expected<std::string> key = linkedKey(device, *codeKey);
  if (!key)
    return key.takeError();
  if (Compiled found = findOnDisk(*key)) {
    Expected<Loaded> loaded = loadImage(device, request, std::move(found));
    if (loaded || loaded.errorIsA<ResourceError>())
      return loaded;
    consumeError(loaded.takeError());
  }
  Expected<Compiled> compiled = compile(request);
  if (!compiled)
    return compiled.takeError();
  Expected<std::string> image = device.link((*compiled)->image);
  if (!image) {
    // Loading says what is wrong.
    consumeError(image.takeError());
    return loadImage(device, request, std::move(*compiled));
  }
  auto linked = std::make_shared<CompiledKernel>(**compiled);
  linked->image = std::move(*image);
  keepOnDisk(*key, *linked);
  return loadImage(device, request, std::move(linked));
}

Kernel::Impl::Request Kernel::Impl::requestFor(StringRef target,
                                               StringRef signature) const {
  Request request{target, signature, options.numStages, {}};
  if (isCpuTarget(target))
    return request;
  request.launcher = WordSet<LauncherFeature>::all();
  // A kernel in `tt` has the parameters of a descriptor without its map.
  if (any_of(parameters, [](const auto &each) { return each.isFixed; }))
    request.launcher =
        request.launcher - WordSet{LauncherFeature::PassesTensorMaps};
  return request;
}

Expected<const LoadedKernel *> Kernel::Impl::loadFor(Device &device,
                                                     Request request) {
  for (;;) {
    Expected<Loaded> known = loaded.get(
        request.name(device), [&] { return loadNow(device, request); });
    if (known)
      return known->get();
    Error error = known.takeError();
    if (!needLess(error, request))
      return error;
    consumeError(std::move(error));
  }
}
