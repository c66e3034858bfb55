// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Creates a tuner, and checks its options.

#include "AutotunerInternals.h"

#include "cm2tt/Runtime/ParameterType.h"
#include "cm2tt/Runtime/RunArguments.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SHA256.h"

using namespace llvm;
using namespace cm2tt;
using namespace cm2tt::runtime;
using namespace cm2tt::runtime::tuning;

Autotuner::Autotuner(std::unique_ptr<Impl> impl) : impl(std::move(impl)) {}
Autotuner::~Autotuner() = default;

/// A hash of the model and of what all configurations share. Not a KeyBuilder's
/// key: that has this build of cm2tt in it, and results outlive builds.
static std::string hashOf(StringRef model, const KernelOptions &options) {
  SHA256 hash;
  auto add = [&](StringRef field) {
    hash.update(std::to_string(field.size()) + ":");
    hash.update(field);
  };
  add(model);
  add(options.kernel);
  auto constants = options.constants;
  sort(constants);
  for (const auto &[name, value] : constants) {
    add(name);
    add(value);
  }
  add(options.specializes ? "specialised" : "general");
  auto general = options.unspecialized;
  sort(general);
  for (const std::string &name : general)
    add(name);
  return toHex(hash.final(), /*LowerCase=*/true);
}

/// Where results are kept.
static std::string folderOf(const TunerOptions &options,
                            const DiskCacheOptions &cache) {
  if (options.folder)
    return *options.folder;
  // The cache says why it does not use a folder.
  if (cache.folder.empty() || checkCacheFolder(cache.folder))
    return "";
  SmallString<128> folder(cache.folder);
  sys::path::append(folder, "tuning");
  return folder.str().str();
}

Autotuner::Impl::Impl(Runtime &runtime, StringRef model, StringRef modelName,
                      TunerOptions given)
    : runtime(runtime), model(model), modelName(modelName),
      options(std::move(given)), modelHash(hashOf(model, options.kernel)),
      kernels(options.configs.size()) {
  if (!options.onRemark)
    options.onRemark = [](StringRef text) {
      errs() << "warning: " << text << '\n';
    };
  for (TuneConfig &config : options.configs)
    sort(config.constants);
  const DiskCacheOptions &cache = runtime.settings().cache;
  // Times of checked launches are not those of the kernel.
  bool isReadOnly =
      runtime.settings().checksLaunches || (!options.folder && cache.readOnly);
  store.emplace(folderOf(options, cache), isReadOnly, options.onRemark);
}

Error Autotuner::Impl::checkConfigs() {
  if (options.kernel.checked)
    return make_error<UsageError>(
        "a checked kernel cannot be tuned, since checks change its speed: tune "
        "it without checks, and check the kernel of a configuration");
  if (options.configs.empty())
    return make_error<UsageError>(
        "no configuration to choose from: expected at least one");
  auto names = [](const TuneConfig &config) {
    return join(make_first_range(config.constants), ", ");
  };
  const TuneConfig &first = options.configs.front();
  for (const TuneConfig &config : options.configs)
    if (names(config) != names(first))
      return make_error<UsageError>(
          "configuration '" + config.str() + "': its constants are '" +
          names(config) + "', but those of '" + first.str() + "' are '" +
          names(first) + "': expected the same in all");
  if (options.key.size() > maxKeyParts)
    return make_error<UsageError>("a key of " + Twine(options.key.size()) +
                                  " parts: expected at most " +
                                  Twine(maxKeyParts));
  return Error::success();
}

KernelOptions Autotuner::Impl::kernelOptions(const TuneConfig &config) const {
  KernelOptions result = options.kernel;
  append_range(result.constants, config.constants);
  result.numWarps = config.numWarps;
  result.numStages = config.numStages;
  if (config.maxRegisters)
    result.maxRegisters = config.maxRegisters;
  return result;
}

Expected<std::shared_ptr<Kernel>>
Autotuner::Impl::load(const TuneConfig &config) const {
  return runtime.load(model, modelName, kernelOptions(config));
}

Expected<unsigned> Autotuner::Impl::placeOf(StringRef what,
                                            StringRef parameter) const {
  auto taker = find(takers, parameter);
  if (taker == takers.end())
    return make_error<UsageError>(
        what + " '" + parameter +
        "': no parameter of that name takes an argument: expected one of " +
        join(takers, ", "));
  return taker - takers.begin();
}

/// A parameter's entry of a signature, if the model has one.
static std::optional<SignatureEntry> entryOf(const JavaParameter &parameter) {
  if (parameter.signature.empty())
    return std::nullopt;
  Expected<SignatureEntry> parsed = parseSignatureEntry(parameter.signature);
  if (parsed)
    return std::move(*parsed);
  // Loading has found it good enough.
  consumeError(parsed.takeError());
  return std::nullopt;
}

/// Whether values of a parameter can be part of a key that way; why not.
static StringRef whyNoKey(const JavaParameter &parameter, TuneKeyPart::By by) {
  if (by == TuneKeyPart::By::Type)
    return "";
  std::optional<SignatureEntry> entry = entryOf(parameter);
  if (takesPointer(parameter, entry))
    return "an address does not describe the data: expected Type for a pointer";
  std::optional<ElementType> number = numberType(parameter, entry);
  if (by == TuneKeyPart::By::PowerOfTwo && number && !isInteger(*number))
    return "only integers are rounded to powers of two: expected Value";
  return "";
}

/// Whether launches pass a parameter an address.
static bool takesMemory(const JavaParameter &parameter) {
  return takesPointer(parameter, entryOf(parameter));
}

Error Autotuner::Impl::bindParameters() {
  // Invalid values of configurations are found during tuning; here, the
  // parameters are those of any configuration that can be loaded.
  std::string failures;
  for (auto [config, kernel] : zip(options.configs, kernels)) {
    Expected<std::shared_ptr<Kernel>> loaded = load(config);
    if (loaded) {
      kernel = std::move(*loaded);
      break;
    }
    failures += "\n" + config.str() + ": " + toString(loaded.takeError());
  }
  auto known = find_if(kernels, [](const auto &kernel) { return !!kernel; });
  if (known == kernels.end())
    return make_error<UsageError>(
        modelName + ": no configuration can be loaded:" + failures);
  const Kernel &kernel = **known;
  for (unsigned index : kernel.launchParameters())
    takers.push_back(kernel.parameters()[index].name);
  for (const TuneKeyPart &part : options.key) {
    Expected<unsigned> place = placeOf("key", part.parameter);
    if (!place)
      return place.takeError();
    StringRef why = whyNoKey(
        kernel.parameters()[kernel.launchParameters()[*place]], part.by);
    if (!why.empty())
      return make_error<UsageError>("key '" + part.parameter + "': " + why);
    parts.push_back({*place, part.by, part.parameter});
  }
  for (const TuneRestored &restored : options.restored) {
    Expected<unsigned> place = placeOf("restored", restored.parameter);
    if (!place)
      return place.takeError();
    const JavaParameter &parameter =
        kernel.parameters()[kernel.launchParameters()[*place]];
    if (!takesMemory(parameter))
      return make_error<UsageError>("restored '" + restored.parameter +
                                    "': expected a pointer, not a parameter "
                                    "of type " +
                                    parameter.type);
    restoredPlaces.push_back(*place);
  }
  return Error::success();
}

Error Autotuner::Impl::readShipped() {
  for (const std::string &fileName : options.shipped) {
    Expected<std::vector<TuneResult>> results = readTuneFile(fileName);
    if (!results)
      return results.takeError();
    append_range(shipped, *results);
  }
  return Error::success();
}

Error Autotuner::Impl::read() {
  if (Error error = checkConfigs())
    return error;
  if (Error error = bindParameters())
    return error;
  return readShipped();
}

Expected<std::unique_ptr<Autotuner>> Autotuner::create(Runtime &runtime,
                                                       StringRef model,
                                                       StringRef modelName,
                                                       TunerOptions options) {
  auto inside =
      std::make_unique<Impl>(runtime, model, modelName, std::move(options));
  if (Error error = inside->read())
    return error;
  return std::unique_ptr<Autotuner>(new Autotuner(std::move(inside)));
}
