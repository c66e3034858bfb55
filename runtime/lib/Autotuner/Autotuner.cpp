// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Launches of the choice, and the search for it: in memory, on disk, in
/// shipped files, by tuning.
///
/// Not here: tuning itself (Tuning.cpp).

#include "AutotunerInternals.h"

#include "cm2tt/Runtime/RunArguments.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace cm2tt;
using namespace cm2tt::runtime;
using namespace cm2tt::runtime::tuning;

//===----------------------------------------------------------------------===//
// Results that are known
//===----------------------------------------------------------------------===//

Expected<TuneResult>
Autotuner::Impl::identify(Device &device, ArrayRef<Argument> arguments) const {
  Expected<DeviceProperties> properties = device.getProperties();
  if (!properties)
    return properties.takeError();
  TuneResult result;
  result.model = modelHash;
  result.device = device.name().str();
  result.target = device.target().str();
  result.driver = properties->driverVersion;
  result.compiler = compilerVersion().str();
  for (const KeyPart &part : parts)
    result.key.push_back(part.text(arguments[part.argument]));
  return result;
}

/// Whether a result has a choice among `configs`, and none of them is new.
static bool covers(const TuneResult &result, ArrayRef<TuneConfig> configs) {
  auto has = [&](const TuneConfig &config) {
    return any_of(result.measurements, [&](const TuneMeasurement &known) {
      return known.config == config;
    });
  };
  return is_contained(configs, result.chosen()) && all_of(configs, has);
}

std::optional<TuneResult>
Autotuner::Impl::findResult(const TuneResult &wanted) const {
  auto fits = [&](const TuneResult &known) {
    return known.model == wanted.model && known.device == wanted.device &&
           known.target == wanted.target && known.key == wanted.key &&
           covers(known, options.configs);
  };
  auto fitsHere = [&](const TuneResult &known) {
    return fits(known) && known.driver == wanted.driver &&
           known.compiler == wanted.compiler;
  };
  if (std::optional<TuneResult> kept = store->find(wanted, fitsHere))
    return kept;
  auto known = find_if(shipped, fits);
  if (known == shipped.end())
    return std::nullopt;
  return *known;
}

Expected<const Choice *> Autotuner::Impl::use(const TuneKey &key,
                                              TuneResult result) {
  size_t index =
      find(options.configs, result.chosen()) - options.configs.begin();
  if (!kernels[index]) {
    Expected<std::shared_ptr<Kernel>> loaded = load(options.configs[index]);
    if (!loaded)
      return loaded.takeError();
    kernels[index] = std::move(*loaded);
  }
  return table.set(key, Choice{std::move(result), kernels[index], index});
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

bool Autotuner::Impl::isEmpty(const TunedLaunch &launch) const {
  return all_of(seq(options.configs.size()), [&](size_t config) {
    Dim3 grid = gridOf(launch, config);
    return grid.x == 0 || grid.y == 0 || grid.z == 0;
  });
}

Error Autotuner::Impl::checkMayTune(const TunedLaunch &launch,
                                    const TuneResult &wanted) const {
  StringRef reason;
  if (runtime.isFrozen()) {
    reason = "the runtime is frozen: tune or launch it so before that";
  } else {
    Expected<bool> capturing = launch.device.isCapturing(launch.stream);
    if (!capturing)
      return capturing.takeError();
    if (*capturing)
      reason = "the stream records a graph: tune or launch it so before that";
  }
  if (reason.empty())
    return Error::success();
  return createStringError(inconvertibleErrorCode(),
                           Twine(modelName) + ": not yet tuned for '" +
                               join(wanted.key, ", ") + "', and " + reason);
}

Expected<const Choice *> Autotuner::Impl::chooseFirst(const TunedLaunch &launch,
                                                      const TuneKey &key) {
  std::lock_guard<std::mutex> lock(tuning);
  if (const Choice *choice = table.find(key))
    return choice;
  Expected<TuneResult> wanted = identify(launch.device, launch.arguments);
  if (!wanted)
    return wanted.takeError();
  if (std::optional<TuneResult> known = findResult(*wanted))
    return use(key, std::move(*known));
  if (Error error = checkMayTune(launch, *wanted))
    return error;
  Expected<TuneResult> tuned = tuneNow(launch, std::move(*wanted));
  if (!tuned)
    return tuned.takeError();
  store->keep(*tuned);
  return use(key, std::move(*tuned));
}

Error Autotuner::Impl::checkCount(ArrayRef<Argument> arguments) const {
  if (LLVM_LIKELY(arguments.size() == takers.size()))
    return Error::success();
  return make_error<UsageError>(
      Twine(arguments.size()) +
      (arguments.size() == 1 ? " argument" : " arguments") +
      " given: expected " + Twine(takers.size()) + ", for " +
      join(takers, ", "));
}

Error Autotuner::Impl::check(const TunedLaunch &launch) const {
  if (Error error = checkCount(launch.arguments))
    return error;
  if (LLVM_UNLIKELY(launch.grids.empty() && !options.grid))
    return make_error<UsageError>("no grid: expected a function that computes "
                                  "it from a configuration");
  if (!launch.grids.empty() && launch.grids.size() != options.configs.size())
    return make_error<UsageError>(
        Twine(launch.grids.size()) + " grids given: expected " +
        Twine(options.configs.size()) + ", one for each configuration");
  const size_t sizes = launch.restoredBytes.size();
  if (sizes != 0 && sizes != options.restored.size())
    return make_error<UsageError>(Twine(sizes) +
                                  " sizes of restored memory given: expected " +
                                  Twine(options.restored.size()));
  for (const TuneRestored &restored : options.restored)
    if (sizes == 0 && LLVM_UNLIKELY(!restored.bytes))
      return make_error<UsageError>("restored '" + restored.parameter +
                                    "': expected a function that computes how "
                                    "many bytes it has");
  return Error::success();
}

Error Autotuner::Impl::launch(const TunedLaunch &launch) {
  if (Error error = check(launch))
    return error;
  TuneKey key(launch.device, launch.arguments, parts);
  const Choice *choice = table.find(key);
  if (LLVM_UNLIKELY(!choice)) {
    if (isEmpty(launch))
      return Error::success();
    Expected<const Choice *> first = chooseFirst(launch, key);
    if (!first)
      return first.takeError();
    choice = *first;
  }
  LaunchConfig config{gridOf(launch, choice->config), launch.stream,
                      launch.attributes};
  return choice->kernel->launch(launch.device, config, launch.arguments);
}

Expected<TuneResult> Autotuner::Impl::tune(const TunedLaunch &launch) {
  if (Error error = check(launch))
    return error;
  TuneKey key(launch.device, launch.arguments, parts);
  std::lock_guard<std::mutex> lock(tuning);
  Expected<TuneResult> wanted = identify(launch.device, launch.arguments);
  if (!wanted)
    return wanted.takeError();
  Expected<TuneResult> tuned = tuneNow(launch, std::move(*wanted));
  if (!tuned)
    return tuned.takeError();
  store->keep(*tuned);
  Expected<const Choice *> choice = use(key, std::move(*tuned));
  if (!choice)
    return choice.takeError();
  return (*choice)->result;
}

Error Autotuner::launch(Device &device, ArrayRef<Argument> arguments,
                        StreamHandle stream,
                        const LaunchAttributes &attributes) {
  return impl->launch({device, stream, attributes, arguments});
}

Error Autotuner::launch(Device &device, ArrayRef<Argument> arguments,
                        const TunedCall &call) {
  return impl->launch({device, call.stream, call.attributes, arguments,
                       call.grids, call.restoredBytes});
}

Expected<TuneResult> Autotuner::tune(Device &device,
                                     ArrayRef<Argument> arguments,
                                     StreamHandle stream,
                                     const LaunchAttributes &attributes) {
  return impl->tune({device, stream, attributes, arguments});
}

Expected<TuneResult> Autotuner::tune(Device &device,
                                     ArrayRef<Argument> arguments,
                                     const TunedCall &call) {
  return impl->tune({device, call.stream, call.attributes, arguments,
                     call.grids, call.restoredBytes});
}

Expected<std::optional<size_t>>
Autotuner::choice(Device &device, ArrayRef<Argument> arguments) const {
  if (Error error = impl->checkCount(arguments))
    return error;
  const Choice *choice =
      impl->table.find(TuneKey(device, arguments, impl->parts));
  return choice ? std::optional<size_t>(choice->config) : std::nullopt;
}

Expected<std::shared_ptr<Kernel>> Autotuner::kernel(size_t config) const {
  const std::vector<TuneConfig> &configs = impl->options.configs;
  if (config >= configs.size())
    return make_error<UsageError>("no configuration " + Twine(config) +
                                  ": there are " + Twine(configs.size()) +
                                  ", counted from 0");
  return impl->load(configs[config]);
}

//===----------------------------------------------------------------------===//
// For people
//===----------------------------------------------------------------------===//

std::optional<TuneResult>
Autotuner::explain(Device &device, ArrayRef<Argument> arguments) const {
  if (arguments.size() != impl->takers.size())
    return std::nullopt;
  const Choice *choice =
      impl->table.find(TuneKey(device, arguments, impl->parts));
  if (!choice)
    return std::nullopt;
  return choice->result;
}

std::vector<TuneResult> Autotuner::results() const {
  return impl->table.results();
}

Error Autotuner::save(StringRef fileName) const {
  return writeTuneFile(fileName, results());
}
