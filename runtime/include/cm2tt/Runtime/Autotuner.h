// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Finds the fastest of several configurations of a kernel by trying them.
///
///     TunerOptions options;
///     options.configs = {{{{"BLOCK", "256"}}, 4}, {{{"BLOCK", "1024"}}, 8}};
///     options.key = {{"n", TuneKeyPart::By::PowerOfTwo}};
///     options.grid = [](const TuneConfig &config, ArrayRef<Argument> given) {
///       int64_t block = config.constant("BLOCK");
///       return Dim3{uint32_t((given[3].bits + block - 1) / block)};
///     };
///     auto add = cantFail(Autotuner::create(*runtime, model, "m.json",
///                                           std::move(options)));
///     cantFail(add->launch(device, {x, y, out, n}));
///
/// The first launch with arguments of a new key compiles all configurations in
/// parallel, leaves out those that cannot be compiled or launched, and times
/// the others on the launch's stream with the launch's arguments, in turns:
/// rounds in which each runs once, so that what disturbs a while disturbs all.
/// After each round, those that are slower than the fastest by more than chance
/// are left out, until one is left, all are as good, or time is up.
///
/// Results are kept on disk, and may be shipped (TuneResult.h).
///
/// Everything here may be used from several threads at once; one key is tuned
/// after the other.
///
/// Not here: what a launch compiles for its arguments (Kernel.h).

#ifndef CM2TT_RUNTIME_AUTOTUNER_H
#define CM2TT_RUNTIME_AUTOTUNER_H

#include "cm2tt/Runtime/Kernel.h"
#include "cm2tt/Runtime/TuneResult.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace cm2tt::runtime {

/// What of an argument is part of the key: for each key there is a choice.
struct TuneKeyPart {
  enum class By {
    Value,
    /// The value, rounded up to a power of two; all that is not positive is
    /// one. Integers only.
    PowerOfTwo,
    /// The argument's type; of a pointer, what it points to.
    Type,
  };
  /// The name of a parameter that a launch gives an argument to.
  std::string parameter;
  By by = By::Value;
};

/// Memory that the kernel changes and that has to be as before for each run.
struct TuneRestored {
  /// The name of the pointer's parameter.
  std::string parameter;
  /// How many bytes lie there, by the launch's arguments. May be empty where
  /// each call says it (TunedCall).
  std::function<uint64_t(llvm::ArrayRef<Argument>)> bytes;
};

/// One run of a configuration, for who times it.
struct TimedRun {
  const TuneConfig *config = nullptr;
  /// Queues what comes before a run and is not timed.
  std::function<llvm::Error()> before;
  /// Queues the launch.
  std::function<llvm::Error()> launch;
};

/// What tells the time. The default one has the device's events around each
/// launch and queues a whole round before it waits.
class RunTimer {
public:
  virtual ~RunTimer();
  /// Does all runs in their order, on `stream`; sets the milliseconds of each.
  virtual llvm::Error time(Device &device, StreamHandle stream,
                           llvm::ArrayRef<TimedRun> runs,
                           llvm::MutableArrayRef<double> milliseconds) = 0;
  /// The host's time in milliseconds, from whenever.
  virtual double now();
};

/// How long and how well is measured.
struct TuneTiming {
  /// Rounds that do not count, at least 1, besides a first run of each.
  unsigned warmups = 2;
  /// Rounds before a configuration is left out as slower, at least 8, and at
  /// all.
  unsigned minRuns = 8, maxRuns = 500;
  /// No new round begins later than this after the first one.
  double budgetMilliseconds = 1000;
  /// Configurations of which none is slower than another by more than this
  /// fraction are equally good.
  double tolerance = 0.01;
  /// Bytes that are written before each run, so that caches have nothing of the
  /// kernel's data; 0: none. Unset: 256 MiB on a GPU, none on a CPU.
  std::optional<uint64_t> flushBytes;
};

/// What a tuner is told.
struct TunerOptions {
  /// What all configurations share; its warps and stages are not used.
  KernelOptions kernel;
  /// At least one; all have the same constants, in any order.
  std::vector<TuneConfig> configs;
  /// At most 16 parts; without any, one choice is for all launches on a device.
  std::vector<TuneKeyPart> key;
  /// The grid of a launch. Called for each, by any thread. May be empty where
  /// each call says it (TunedCall).
  std::function<Dim3(const TuneConfig &, llvm::ArrayRef<Argument>)> grid;
  /// What is restored before each run, and after the last one.
  std::vector<TuneRestored> restored;
  /// Called before each run; queues on the stream what a run needs. Not called
  /// for ordinary launches. It must not use this tuner.
  std::function<llvm::Error(Device &, StreamHandle, const TuneConfig &,
                            llvm::ArrayRef<Argument>)>
      beforeRun;
  TuneTiming timing;
  /// Threads that compile; 0: as many as there are CPUs, at most 16.
  unsigned threads = 0;
  /// Where results are kept, a file for each device and model. Unset: `tuning`
  /// in the folder of the runtime's disk cache, if that has one; empty:
  /// nowhere.
  std::optional<std::string> folder;
  /// Files with results that somebody ships: used where the folder has none,
  /// the first one that fits, whatever the versions of driver and compiler.
  std::vector<std::string> shipped;
  /// Told why results are not kept or not used. Empty: standard error.
  std::function<void(llvm::StringRef)> onRemark;
  /// Unset: the device's events.
  std::shared_ptr<RunTimer> timer;
};

/// How the choice is launched, by who knows grids and sizes without functions
/// that see arguments: other languages.
struct TunedCall {
  StreamHandle stream = 0;
  LaunchAttributes attributes = {};
  /// The grid of each configuration.
  llvm::ArrayRef<Dim3> grids;
  /// How many bytes lie at each of what is restored.
  llvm::ArrayRef<uint64_t> restoredBytes;
};

/// A kernel with several configurations. The runtime and the devices that it is
/// launched on have to outlive it.
class Autotuner {
public:
  /// Fails with UsageError if the options make no sense, and if a shipped file
  /// cannot be read.
  static llvm::Expected<std::unique_ptr<Autotuner>>
  create(Runtime &runtime, llvm::StringRef model, llvm::StringRef modelName,
         TunerOptions options);
  ~Autotuner();

  /// Launches the choice for these arguments (Kernel::launch). If there is none
  /// yet, in memory, on disk or shipped, tunes before that; this is an error if
  /// the runtime is frozen or the stream records a graph. A launch whose choice
  /// is known finds it without a lock, an allocation or a string.
  llvm::Error launch(Device &device, llvm::ArrayRef<Argument> arguments,
                     StreamHandle stream = 0,
                     const LaunchAttributes &attributes = {});
  /// The same with the call's own grids.
  llvm::Error launch(Device &device, llvm::ArrayRef<Argument> arguments,
                     const TunedCall &call);

  /// Tunes, whatever is known, and has later launches use the result. Fails if
  /// no configuration can be launched; the error has the reason of each.
  llvm::Expected<TuneResult> tune(Device &device,
                                  llvm::ArrayRef<Argument> arguments,
                                  StreamHandle stream = 0,
                                  const LaunchAttributes &attributes = {});
  /// The same with the call's own grids.
  llvm::Expected<TuneResult> tune(Device &device,
                                  llvm::ArrayRef<Argument> arguments,
                                  const TunedCall &call);

  /// The index of the configuration that launches with such arguments use;
  /// nothing if there has been none. Takes no lock and allocates nothing.
  llvm::Expected<std::optional<size_t>>
  choice(Device &device, llvm::ArrayRef<Argument> arguments) const;
  /// The kernel of a configuration, which launches what the tuner would.
  llvm::Expected<std::shared_ptr<Kernel>> kernel(size_t config) const;

  /// Why launches with such arguments use what they use; nothing if there has
  /// been none.
  std::optional<TuneResult> explain(Device &device,
                                    llvm::ArrayRef<Argument> arguments) const;
  /// All results in use, in the order in which they came.
  std::vector<TuneResult> results() const;
  /// Writes these into a file to be shipped, in one step.
  llvm::Error save(llvm::StringRef fileName) const;

private:
  struct Impl;
  explicit Autotuner(std::unique_ptr<Impl> impl);

  std::unique_ptr<Impl> impl;
};

} // namespace cm2tt::runtime

#endif // CM2TT_RUNTIME_AUTOTUNER_H
