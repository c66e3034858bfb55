// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Tuning: compiles all configurations, launches each once, and measures those
/// that can run. One that runs with fewer stages than it requests is excluded,
/// as is one with the same code as another.
///
/// There is no lock on a device during tuning: other work on it is measured
/// too, but a callback that launches another tuned kernel works.
///
/// Not here: measuring and comparing times (Measuring.h).

#include "AutotunerInternals.h"

#include "cm2tt/Runtime/KernelFault.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ThreadPool.h"

#include <thread>

using namespace llvm;
using namespace cm2tt;
using namespace cm2tt::runtime;
using namespace cm2tt::runtime::tuning;

//===----------------------------------------------------------------------===//
// Compiling
//===----------------------------------------------------------------------===//

void Autotuner::Impl::compileOne(const TunedLaunch &launch, size_t index,
                                 Candidate &candidate) {
  const TuneConfig &config = options.configs[index];
  if (!kernels[index]) {
    Expected<std::shared_ptr<Kernel>> loaded = load(config);
    if (!loaded) {
      candidate.pruned = toString(loaded.takeError());
      return;
    }
    kernels[index] = std::move(*loaded);
  }
  candidate.kernel = kernels[index];
  Expected<std::shared_ptr<const CompiledKernel>> compiled =
      candidate.kernel->prepare(launch.device, launch.arguments);
  if (compiled)
    candidate.compiled = std::move(*compiled);
  else
    candidate.pruned = toString(compiled.takeError());
}

/// The reason for excluding a configuration that runs with fewer stages.
static std::string stagesReason(unsigned asked, unsigned possible) {
  return std::to_string(asked) +
         " stages need too much of the device; it has enough for " +
         std::to_string(possible);
}

/// Prunes what the runtime has compiled with fewer stages than it says, and
/// what is the same code as one before it: a CPU knows no warps, and a kernel
/// without loops no stages.
void Autotuner::Impl::pruneDoubles(std::vector<Candidate> &candidates) const {
  ArrayRef<TuneConfig> configs = options.configs;
  for (auto [index, candidate] : enumerate(candidates)) {
    if (!candidate.compiled)
      continue;
    const KernelMetadata &metadata = candidate.compiled->metadata;
    if (!isCpuTarget(metadata.target) &&
        metadata.numStages < configs[index].numStages) {
      candidate.pruned =
          stagesReason(configs[index].numStages, metadata.numStages);
      continue;
    }
    for (size_t other = 0; other < index && candidate.pruned.empty(); ++other) {
      const CompiledKernel *known = candidates[other].compiled.get();
      if (known && candidates[other].pruned.empty() &&
          configs[other].constants == configs[index].constants &&
          known->metadata.numWarps == metadata.numWarps &&
          known->metadata.sharedBytes == metadata.sharedBytes &&
          known->image == candidate.compiled->image)
        candidate.pruned = "the same code as " + configs[other].str();
    }
  }
}

std::vector<Candidate> Autotuner::Impl::compileAll(const TunedLaunch &launch) {
  constexpr unsigned mostThreads = 16;
  size_t threads =
      options.threads
          ? options.threads
          : std::clamp(std::thread::hardware_concurrency(), 1u, mostThreads);
  std::vector<Candidate> candidates(options.configs.size());
  threads = std::min(threads, candidates.size());
  DefaultThreadPool pool(hardware_concurrency(static_cast<unsigned>(threads)));
  for (size_t i = 0; i < candidates.size(); ++i)
    pool.async([this, &launch, &candidates, i] {
      compileOne(launch, i, candidates[i]);
    });
  pool.wait();
  pruneDoubles(candidates);
  return candidates;
}

//===----------------------------------------------------------------------===//
// What is around a run
//===----------------------------------------------------------------------===//

Expected<Restorer> Restorer::save(const TunedLaunch &launch,
                                  ArrayRef<unsigned> places,
                                  ArrayRef<uint64_t> sizes) {
  Restorer result;
  for (const auto &[place, bytes] : zip_equal(places, sizes)) {
    if (launch.arguments[place].isReadOnly)
      continue; // It does not change.
    Expected<DeviceBuffer> copy = launch.device.allocate(bytes);
    if (!copy)
      return copy.takeError();
    DeviceAddress original = launch.arguments[place].bits;
    if (Error error = launch.device.copyAsync(copy->handle(), original, bytes,
                                              launch.stream))
      return error;
    result.all.push_back({original, std::move(*copy), bytes});
  }
  return result;
}

Error Restorer::restore(const TunedLaunch &launch) const {
  for (const Saved &saved : all)
    if (Error error = launch.device.copyAsync(
            saved.original, saved.copy.handle(), saved.bytes, launch.stream))
      return error;
  return Error::success();
}

std::vector<uint64_t>
Autotuner::Impl::sizesOf(const TunedLaunch &launch) const {
  if (!launch.restoredBytes.empty())
    return launch.restoredBytes.vec();
  std::vector<uint64_t> sizes;
  for (const TuneRestored &restored : options.restored)
    sizes.push_back(restored.bytes(launch.arguments));
  return sizes;
}

uint64_t Autotuner::Impl::flushBytes(Device &device) const {
  // Several times the second-level cache of any GPU so far.
  constexpr uint64_t ofGpu = uint64_t(256) << 20;
  return options.timing.flushBytes.value_or(
      isCpuTarget(device.target()) ? 0 : ofGpu);
}

DeviceBuffer Autotuner::Impl::allocateFlushed(Device &device) const {
  uint64_t bytes = flushBytes(device);
  if (bytes == 0)
    return DeviceBuffer();
  Expected<DeviceBuffer> buffer = device.allocate(bytes);
  if (buffer)
    return std::move(*buffer);
  options.onRemark("caches are not flushed between runs: " +
                   toString(buffer.takeError()));
  return DeviceBuffer();
}

TimedRun Autotuner::Impl::makeRun(const TunedLaunch &launch, size_t index,
                                  const Candidate &candidate,
                                  const Restorer &restorer,
                                  const DeviceBuffer &flushed) const {
  const TuneConfig &config = options.configs[index];
  TimedRun run;
  run.config = &config;
  run.before = [this, &launch, &config, &restorer, &flushed]() -> Error {
    if (Error error = restorer.restore(launch))
      return error;
    if (options.beforeRun)
      if (Error error = options.beforeRun(launch.device, launch.stream, config,
                                          launch.arguments))
        return error;
    if (flushed.handle())
      return launch.device.fillAsync(flushed.handle(), 0,
                                     flushBytes(launch.device), launch.stream);
    return Error::success();
  };
  LaunchConfig launchConfig{gridOf(launch, index), launch.stream,
                            launch.attributes};
  Kernel *kernel = candidate.kernel.get();
  run.launch = [&launch, launchConfig, kernel] {
    return kernel->launch(launch.device, launchConfig, launch.arguments);
  };
  return run;
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

Error Autotuner::Impl::tryOnce(const TunedLaunch &launch, const TimedRun &run,
                               size_t index, Candidate &candidate) const {
  const TuneConfig &config = options.configs[index];
  Dim3 grid = gridOf(launch, index);
  if (grid.x == 0 || grid.y == 0 || grid.z == 0) {
    candidate.pruned = "its grid has no programs";
    return Error::success();
  }
  if (Error error = run.before())
    return error;
  Error error = run.launch();
  if (!error)
    error = launch.device.synchronize(launch.stream);
  // An invalid access of a checked launch is no property of a configuration.
  if (error.isA<KernelFault>())
    return error;
  if (error) {
    candidate.pruned = toString(std::move(error));
    return Error::success();
  }
  // Only a launch may show that there are too many stages.
  Expected<std::shared_ptr<const CompiledKernel>> used =
      candidate.kernel->prepare(launch.device, launch.arguments);
  if (!used)
    return used.takeError();
  if ((*used)->metadata.numStages < candidate.compiled->metadata.numStages)
    candidate.pruned =
        stagesReason(config.numStages, (*used)->metadata.numStages);
  return Error::success();
}

/// Says that nothing can be launched, and why.
static Error noneError(const TuneResult &result, StringRef modelName) {
  std::string text = (modelName + ": no configuration can be launched on " +
                      result.device + ":")
                         .str();
  for (const TuneMeasurement &measurement : result.measurements)
    text += "\n" + measurement.config.str() + ": " + measurement.pruned;
  return createStringError(inconvertibleErrorCode(), text);
}

Error Autotuner::Impl::measureAll(const TunedLaunch &launch,
                                  std::vector<Candidate> &candidates,
                                  const Restorer &restorer,
                                  TuneResult &result) {
  DeviceBuffer flushed = allocateFlushed(launch.device);
  std::vector<TimedRun> runs;
  SmallVector<size_t> indices;
  for (auto [index, candidate] : enumerate(candidates)) {
    if (candidate.pruned.empty()) {
      TimedRun run = makeRun(launch, index, candidate, restorer, flushed);
      if (Error error = tryOnce(launch, run, index, candidate))
        return error;
      if (candidate.pruned.empty()) {
        runs.push_back(std::move(run));
        indices.push_back(index);
      }
    }
    result.measurements[index].pruned = candidate.pruned;
  }
  if (runs.empty())
    return noneError(result, modelName);
  std::shared_ptr<RunTimer> timer = options.timer;
  if (!timer)
    timer = makeEventTimer();
  Expected<Measured> measured =
      measure({launch.device, launch.stream}, runs, options.timing, *timer);
  if (!measured)
    return measured.takeError();
  for (auto [index, times] : zip(indices, measured->times)) {
    TuneMeasurement &measurement = result.measurements[index];
    MedianInterval interval = medianInterval(times);
    measurement.median = interval.median;
    measurement.low = interval.low;
    measurement.high = interval.high;
    measurement.runs = times.size();
  }
  result.choice = indices[measured->best];
  result.isCertain = measured->isCertain;
  return Error::success();
}

Expected<TuneResult> Autotuner::Impl::tuneNow(const TunedLaunch &launch,
                                              TuneResult result) {
  for (const TuneConfig &config : options.configs)
    result.measurements.emplace_back().config = config;
  std::vector<Candidate> candidates = compileAll(launch);
  for (const Candidate &candidate : candidates)
    if (candidate.compiled)
      result.kernel = candidate.compiled->metadata.name;
  Expected<Restorer> restorer =
      Restorer::save(launch, restoredPlaces, sizesOf(launch));
  if (!restorer)
    return restorer.takeError();
  Error error = measureAll(launch, candidates, *restorer, result);
  error = joinErrors(std::move(error), restorer->restore(launch));
  // Copies go back when this returns, runs have to be done by then.
  error =
      joinErrors(std::move(error), launch.device.synchronize(launch.stream));
  if (error)
    return error;
  return result;
}
