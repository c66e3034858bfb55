// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Launches: the fast path for known specialisations, and the slow path for new
/// ones.
///
/// If a device lacks resources (ResourceError), a plain launch compiles the
/// kernel again with fewer stages. A launch with attributes does not: an
/// attribute that requests too much concerns that launch alone. If a launch has
/// values or attributes that the code's optimizations cannot have, such as a
/// stride of 0 (UnsuitedLaunchError), the kernel is compiled again without
/// these, for such launches.
///
/// Not here: compiling (KernelCode.cpp).

#include "KernelsInternals.h"

#include "cm2tt/Compiler/Targets.h"
#include "cm2tt/Lowering/PlainText.h"
#include "cm2tt/Runtime/RunArguments.h"
#include "cm2tt/Runtime/SignatureEntry.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace cm2tt;
using namespace cm2tt::runtime;
using namespace cm2tt::runtime::kernels;

Kernel::Kernel(std::unique_ptr<Impl> impl) : impl(std::move(impl)) {}
Kernel::~Kernel() = default;

const std::vector<JavaParameter> &Kernel::parameters() const {
  return impl->parameters;
}

ArrayRef<unsigned> Kernel::launchParameters() const {
  return impl->binding.launchParameters();
}

bool Kernel::isChecked() const { return impl->isChecked; }

namespace cm2tt::runtime::kernels {
/// The maps of one launch that are encoded from arguments. Few need no memory.
class LaunchMaps {
public:
  explicit LaunchMaps(size_t count) {
    if (count > few.size())
      many.resize(count);
  }
  TensorMap &next() { return many.empty() ? few[used++] : many[used++]; }

private:
  std::array<TensorMap, 8> few;
  std::vector<TensorMap> many;
  size_t used = 0;
};
} // namespace cm2tt::runtime::kernels

//===----------------------------------------------------------------------===//
// The short way: no lock, no allocation, no string
//===----------------------------------------------------------------------===//

Error LoadedKernel::launch(const LaunchConfig &config,
                           ArrayRef<Argument> arguments) const {
  if (!positive.empty())
    if (Error error = checkPositive(arguments))
      return error;
  if (LLVM_UNLIKELY(!config.attributes.extents.empty()))
    return launchWithExtents(config, arguments);
  if (LLVM_UNLIKELY(!parts.empty()))
    return launchWithDescriptors(config, arguments);
  SmallVector<void *, 32> values;
  values.resize_for_overwrite(places.size());
  for (size_t i = 0, end = places.size(); i < end; ++i)
    values[i] = const_cast<uint64_t *>(&arguments[places[i]].bits);
  return device->launch(handle, config.grid, config.stream, values,
                        config.attributes);
}

Error LoadedKernel::checkPositive(ArrayRef<Argument> arguments) const {
  constexpr float least = 0x1p-64f, most = 0x1p64f;
  for (unsigned parameter : positive) {
    const float value = bit_cast<float>(
        static_cast<uint32_t>(arguments[places[parameter]].bits));
    if (value >= least && value <= most)
      continue;
    std::string message;
    raw_string_ostream(message)
        << "parameter '" << compiled->metadata.parameters[parameter].name
        << "' is " << plain::format("%g", value)
        << ": a number from 2^-64 to 2^64 expected";
    return make_error<UnsuitedLaunchError>(LauncherFeature::ChecksValues,
                                           message);
  }
  return Error::success();
}

Error LoadedKernel::launchWithExtents(const LaunchConfig &config,
                                      ArrayRef<Argument> arguments) const {
  ArrayRef<uint64_t> given = config.attributes.extents;
  SmallVector<uint64_t> extents;
  for (auto [index, place] : enumerate(places)) {
    const bool isMemory = parts.empty() ||
                          parts[index].part == ParameterPlace::Part::Whole ||
                          parts[index].part == ParameterPlace::Part::Base;
    extents.push_back(place < given.size() && isMemory ? given[place] : 0);
  }
  LaunchAttributes attributes = config.attributes;
  attributes.extents = extents;
  SmallVector<void *> values;
  LaunchMaps maps(numTensors);
  if (Error error = collect(arguments, values, maps))
    return error;
  return device->launch(handle, config.grid, config.stream, values, attributes);
}

void LoadedKernel::setPlaces(SmallVector<ParameterPlace> all) {
  places.clear();
  for (const ParameterPlace &place : all)
    places.push_back(place.argument);
  positive.clear();
  for (auto [index, parameter] : enumerate(compiled->metadata.parameters))
    if (parameter.isPositive)
      positive.push_back(index);
  parts.clear();
  numTensors = count_if(all, [](const ParameterPlace &place) {
    return place.part == ParameterPlace::Part::Described;
  });
  if (any_of(all, [](const ParameterPlace &place) {
        return place.part != ParameterPlace::Part::Whole;
      }))
    parts = std::move(all);
}

Expected<const void *> LoadedKernel::valueOf(const ParameterPlace &place,
                                             const Argument &argument) const {
  using Part = ParameterPlace::Part;
  if (place.part == Part::Whole)
    return &argument.bits;
  const TensorDescriptor &tensor = argument.tensor();
  switch (place.part) {
  case Part::Whole:
  case Part::Described:
  case Part::Map:
    break;
  case Part::Base:
    return &tensor.address();
  case Part::Extent:
    return &tensor.extent(place.dim);
  case Part::Stride:
    return &tensor.stride(place.dim);
  case Part::IsNaN:
    return &tensor.nan();
  }
  Expected<const TensorMap *> map =
      tensor.getMap(place.recipe, [&](TensorMap &made) {
        return device->encodeTensorMap(tensor, place.recipe, made);
      });
  if (!map)
    return map.takeError();
  return *map;
}

Error LoadedKernel::collect(ArrayRef<Argument> arguments,
                            SmallVectorImpl<void *> &values,
                            LaunchMaps &maps) const {
  for (auto [index, place] : enumerate(places)) {
    if (!parts.empty() && parts[index].tensor) {
      TensorMap &map = maps.next();
      if (Error error = parts[index].tensor->getMap(*device, arguments, map))
        return error;
      values.push_back(&map);
      continue;
    }
    ParameterPlace whole;
    Expected<const void *> value =
        valueOf(parts.empty() ? whole : parts[index], arguments[place]);
    if (!value)
      return value.takeError();
    values.push_back(const_cast<void *>(*value));
  }
  return Error::success();
}

Error LoadedKernel::checkValues(ArrayRef<Argument> arguments) const {
  if (Error error = checkPositive(arguments))
    return error;
  SmallVector<void *, 64> values;
  LaunchMaps maps(numTensors);
  return numTensors ? collect(arguments, values, maps) : Error::success();
}

Error LoadedKernel::launchWithDescriptors(const LaunchConfig &config,
                                          ArrayRef<Argument> arguments) const {
  SmallVector<void *, 64> values;
  LaunchMaps maps(numTensors);
  if (Error error = collect(arguments, values, maps))
    return error;
  return device->launch(handle, config.grid, config.stream, values,
                        config.attributes);
}

Error Kernel::launch(Device &device, const LaunchConfig &config,
                     ArrayRef<Argument> arguments) {
  if (LLVM_UNLIKELY(arguments.size() != impl->binding.wanted().size()))
    return impl->binding.countError(arguments.size());
  LaunchKey key(device, arguments, impl->binding.wanted());
  const LoadedKernel *kernel = impl->table.find(key);
  if (LLVM_UNLIKELY(!kernel))
    return impl->launchFirst(device, config, arguments, key);
  Error error = kernel->launch(config, arguments);
  if (LLVM_UNLIKELY(static_cast<bool>(error)))
    return impl->launchAgain(config, arguments, key, *kernel, std::move(error));
  return error;
}

//===----------------------------------------------------------------------===//
// The long way
//===----------------------------------------------------------------------===//

Error Kernel::Impl::checkMayCompile(Device &device, StreamHandle stream,
                                    StringRef signature) const {
  StringRef reason;
  if (runtime->isFrozen) {
    reason = "the runtime is frozen: prepare or launch it so before that";
  } else {
    Expected<bool> capturing = device.isCapturing(stream);
    if (!capturing)
      return capturing.takeError();
    if (*capturing)
      reason = "the stream records a graph: prepare or launch it so before "
               "that";
  }
  if (reason.empty())
    return Error::success();
  return createStringError(inconvertibleErrorCode(),
                           Twine(modelName) + ": not yet compiled for '" +
                               signature + "', and " + reason);
}

/// Whether code needs more of its launcher than arguments and tensor maps for
/// descriptors.
static bool needsLauncher(const KernelMetadata &metadata) {
  return metadata.persistentAxes ||
         any_of(metadata.parameters, [](const KernelParameter &parameter) {
           return parameter.recipe.has_value();
         });
}

bool Kernel::Impl::needLess(const Error &error, Request &request) {
  if (!error.isA<ResourceError>() || isCpuTarget(request.target))
    return false;
  std::string change;
  // The maps and the producer that come with these need memory.
  const WordSet<LauncherFeature> less =
      request.launcher -
      WordSet{LauncherFeature::PassesRecipes, LauncherFeature::PassesGrid};
  Expected<Compiled> code = compile(request);
  if (code && less != request.launcher && needsLauncher((*code)->metadata)) {
    change = "without describe-tensors and persistent";
    request.launcher = less;
  } else if (unsigned stages =
                 code ? (*code)->metadata.numStages : request.numStages;
             stages > 1) {
    request.numStages = stages - 1;
    change =
        ("with " + Twine(request.numStages) + " stages, not " + Twine(stages))
            .str();
  }
  consumeError(code.takeError());
  if (change.empty())
    return false;
  std::string text;
  raw_string_ostream(text) << error;
  runtime->remark(Severity::Remark,
                  modelName + ": compiling " + change + ", since " + text);
  return true;
}

Expected<const LoadedKernel *>
Kernel::Impl::loadFirst(Device &device, const LaunchConfig &config,
                        ArrayRef<Argument> arguments, const LaunchKey &key) {
  // The code is the same for memory that may be written.
  SmallVector<Argument> writable(arguments);
  for (Argument &argument : writable)
    argument.isReadOnly = false;
  const LaunchKey general(device, writable, binding.wanted());
  if (const LoadedKernel *known = table.find(general))
    return known;
  Expected<std::string> signature = binding.signature(arguments, key);
  if (!signature)
    return signature.takeError();
  if (Error error = checkMayCompile(device, config.stream, *signature))
    return error;
  Expected<const LoadedKernel *> kernel =
      loadFor(device, requestFor(device.target(), *signature));
  if (kernel)
    table.set(general, *kernel);
  return kernel;
}

Error Kernel::Impl::launchFirst(Device &device, const LaunchConfig &config,
                                ArrayRef<Argument> arguments,
                                const LaunchKey &key) {
  Expected<const LoadedKernel *> kernel =
      loadFirst(device, config, arguments, key);
  if (!kernel)
    return kernel.takeError();
  if (Error error = binding.checkWrites(*(*kernel)->compiled, arguments))
    return error;
  table.set(key, *kernel);
  if (Error error = (*kernel)->launch(config, arguments))
    return launchAgain(config, arguments, key, **kernel, std::move(error));
  return Error::success();
}

Error Kernel::Impl::launchAgain(const LaunchConfig &config,
                                ArrayRef<Argument> arguments,
                                const LaunchKey &key,
                                const LoadedKernel &failed, Error error) {
  const LoadedKernel *kernel = &failed;
  // Later launches of the key may suit the code.
  const bool isUnsuited = error.isA<UnsuitedLaunchError>();
  while (error.isA<UnsuitedLaunchError>()) {
    Expected<const LoadedKernel *> plainer =
        loadPlainer(config.stream, *kernel, std::move(error));
    if (!plainer)
      return plainer.takeError();
    kernel = *plainer;
    error = kernel->launch(config, arguments);
  }
  // The resources that a plain launch lacks, all later ones lack; those that an
  // attribute needs concern this launch only.
  if (!error.isA<ResourceError>() || !config.attributes.isPlain())
    return error;
  Device &device = *failed.device;
  if (Error busy =
          checkMayCompile(device, config.stream, failed.compiled->signature)) {
    consumeError(std::move(busy));
    return error;
  }
  Request request{device.target(), failed.compiled->signature,
                  kernel->compiled->metadata.numStages, kernel->launcher};
  while (error) {
    if (!needLess(error, request))
      return error;
    consumeError(std::move(error));
    Expected<const LoadedKernel *> next = loadFor(device, request);
    if (!next)
      return next.takeError();
    kernel = *next;
    error = kernel->launch(config, arguments);
  }
  if (!isUnsuited)
    table.set(key, kernel);
  return Error::success();
}

Expected<const LoadedKernel *>
Kernel::Impl::loadPlainer(StreamHandle stream, const LoadedKernel &kernel,
                          Error error) {
  LauncherFeature feature = LauncherFeature::PassesGrid;
  std::string reason;
  handleAllErrors(std::move(error), [&](const UnsuitedLaunchError &unsuited) {
    feature = unsuited.feature;
    reason = unsuited.message;
  });
  // A signature promised it, if the launcher does not check it.
  if (feature == LauncherFeature::ChecksValues &&
      !kernel.launcher.contains(feature))
    feature = LauncherFeature::PassesRecipes;
  // A text of `tt` may need it in any case.
  if (!kernel.launcher.contains(feature))
    return createStringError(reason);
  const Request request{
      kernel.compiled->metadata.target, kernel.compiled->signature,
      kernel.compiled->metadata.numStages, kernel.launcher - WordSet{feature}};
  Device &device = *kernel.device;
  if (!loaded.contains(request.name(device))) {
    if (Error busy = checkMayCompile(device, stream, request.signature))
      return joinErrors(createStringError(reason), std::move(busy));
    runtime->remark(Severity::Remark,
                    modelName + ": compiling for such launches, since " +
                        reason);
  }
  return loadFor(device, request);
}

Expected<std::shared_ptr<const CompiledKernel>>
Kernel::prepare(Device &device, ArrayRef<Argument> arguments) {
  if (arguments.size() != impl->binding.wanted().size())
    return impl->binding.countError(arguments.size());
  const LaunchKey key(device, arguments, impl->binding.wanted());
  const LoadedKernel *kernel = impl->table.find(key);
  if (!kernel) {
    Expected<std::string> signature = impl->binding.signature(arguments, key);
    if (!signature)
      return signature.takeError();
    Expected<const LoadedKernel *> made =
        impl->loadFor(device, impl->requestFor(device.target(), *signature));
    if (!made)
      return made.takeError();
    kernel = *made;
    if (Error error = impl->binding.checkWrites(*kernel->compiled, arguments))
      return error;
    impl->table.set(key, kernel);
  }
  Error error = kernel->checkValues(arguments);
  while (error.isA<UnsuitedLaunchError>()) {
    Expected<const LoadedKernel *> plainer =
        impl->loadPlainer(/*stream=*/0, *kernel, std::move(error));
    if (!plainer)
      return plainer.takeError();
    kernel = *plainer;
    error = kernel->checkValues(arguments);
  }
  if (error)
    return error;
  return kernel->compiled;
}

Expected<std::shared_ptr<const CompiledKernel>>
Kernel::typeCalls(Device &device, ArrayRef<Argument> arguments) {
  if (arguments.size() != impl->binding.wanted().size())
    return impl->binding.countError(arguments.size());
  Expected<std::string> signature = impl->binding.signature(
      arguments, LaunchKey(device, arguments, impl->binding.wanted()));
  if (!signature)
    return signature.takeError();
  return impl->typeCalls(*signature);
}

/// Fails with UsageError for a target or an entry of a signature for which no
/// kernel can be compiled.
static Error checkRequest(StringRef target, StringRef signature) {
  if (Error error = checkTarget(target))
    return make_error<UsageError>(toString(std::move(error)));
  SmallVector<StringRef> entries;
  if (!signature.trim().empty())
    signature.split(entries, ',');
  for (StringRef entry : entries) {
    Expected<SignatureEntry> parsed = parseSignatureEntry(entry);
    if (!parsed)
      return make_error<UsageError>(toString(parsed.takeError()));
  }
  return Error::success();
}

Expected<std::shared_ptr<const CompiledKernel>>
Kernel::compile(StringRef target, StringRef signature) {
  if (Error error = checkRequest(target, signature))
    return error;
  Impl::Request request = impl->requestFor(target, signature);
  // Code for launches elsewhere, which have no other code.
  request.launcher = request.launcher - WordSet{LauncherFeature::ChecksValues};
  return impl->compile(request);
}

uint64_t Kernel::numBuilds() const { return impl->numBuilds; }
