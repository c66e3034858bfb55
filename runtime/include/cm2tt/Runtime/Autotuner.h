// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Finds the fastest of several configurations of a kernel by measuring them.
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
/// parallel, excludes those that cannot be compiled or launched, and measures
/// the others on the stream and with the arguments of the launch. Measuring
/// proceeds in rounds, in each of which every configuration runs once, so that
/// a temporary disturbance affects all of them. After each round,
/// configurations that are significantly slower than the fastest are excluded,
/// until one remains, the rest are equally fast, or the time limit is reached.
///
/// Results are kept on disk, and may be shipped (TuneResult.h).
///
/// A checked kernel cannot be tuned. If the runtime checks all launches, those
/// of a tuner are checked too, tuning fails with the first KernelFault, and no
/// results are written to disk.
///
/// All functions may be called from several threads at once; keys are tuned one
/// at a time.
///
/// Not here: compilation for the arguments of a launch (Kernel.h).

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

/// The property of an argument that is part of the key. There is one choice for
/// each key.
struct TuneKeyPart {
  enum class By {
    Value,
    /// The value, rounded up to a power of two; 0 and negative values count as
    /// 1. Integers only.
    PowerOfTwo,
    /// The type of the argument; of a pointer, that of its elements.
    Type,
  };
  /// The name of a parameter that takes an argument.
  std::string parameter;
  By by = By::Value;
};

/// Memory that the kernel changes and that is restored before each run.
struct TuneRestored {
  /// The name of the pointer's parameter.
  std::string parameter;
  /// The size of the memory in bytes, computed from the arguments of the
  /// launch. May be empty if each call passes the size (TunedCall).
  std::function<uint64_t(llvm::ArrayRef<Argument>)> bytes;
};

/// One run of a configuration, for a RunTimer.
struct TimedRun {
  const TuneConfig *config = nullptr;
  /// Queues the work before a run that is not timed.
  std::function<llvm::Error()> before;
  /// Queues the launch.
  std::function<llvm::Error()> launch;
};

/// Measures runs. The default timer records the device's events around each
/// launch and queues a whole round before it waits.
class RunTimer {
public:
  virtual ~RunTimer();
  /// Queues all runs in order on `stream` and sets the milliseconds of each.
  virtual llvm::Error time(Device &device, StreamHandle stream,
                           llvm::ArrayRef<TimedRun> runs,
                           llvm::MutableArrayRef<double> milliseconds) = 0;
  /// The host's time in milliseconds since an arbitrary point.
  virtual double now();
};

/// The duration and the precision of the measurements.
struct TuneTiming {
  /// The number of rounds that are not measured, at least 1, after a first run
  /// of each configuration.
  unsigned warmups = 2;
  /// The number of rounds before a configuration may be excluded, at least 8,
  /// and of all rounds.
  unsigned minRuns = 8, maxRuns = 500;
  /// No round begins later than this after the first.
  double budgetMilliseconds = 1000;
  /// Configurations of which none is slower than another by more than this
  /// fraction are equally good.
  double tolerance = 0.01;
  /// The number of bytes that are written before each run, so that the caches
  /// do not contain data of the kernel; 0: none. Unset: 256 MiB on a GPU, none
  /// on a CPU.
  std::optional<uint64_t> flushBytes;
};

/// The options of a tuner.
struct TunerOptions {
  /// The options that all configurations share; its warps and stages are
  /// ignored, and it must not be checked.
  KernelOptions kernel;
  /// The configurations, at least one; all have the same constants, in any
  /// order.
  std::vector<TuneConfig> configs;
  /// The key, at most 16 parts; without parts, all launches on a device share
  /// one choice.
  std::vector<TuneKeyPart> key;
  /// Computes the grid of a launch. Called for each launch, by any thread. May
  /// be empty if each call passes the grid (TunedCall).
  std::function<Dim3(const TuneConfig &, llvm::ArrayRef<Argument>)> grid;
  /// The memory that is restored before each run and after the last one.
  std::vector<TuneRestored> restored;
  /// Called before each measured run to queue work that the run needs on the
  /// stream. Not called for other launches. It must not use this tuner.
  std::function<llvm::Error(Device &, StreamHandle, const TuneConfig &,
                            llvm::ArrayRef<Argument>)>
      beforeRun;
  TuneTiming timing;
  /// The number of threads that compile; 0: the number of CPUs, at most 16.
  unsigned threads = 0;
  /// The folder of the results, with a file for each device and model. Unset:
  /// `tuning` in the folder of the runtime's disk cache, if that has one;
  /// empty: results are not kept.
  std::optional<std::string> folder;
  /// Files with shipped results. If the folder has no result, the first of them
  /// that matches is used, for any version of the driver and the compiler.
  std::vector<std::string> shipped;
  /// Receives the reason if results are not kept or not used. Empty: it is
  /// written to standard error.
  std::function<void(llvm::StringRef)> onRemark;
  /// The timer; unset: the device's events.
  std::shared_ptr<RunTimer> timer;
};

/// The grids and sizes of one call, for callers that do not pass functions to
/// compute them, such as other languages.
struct TunedCall {
  StreamHandle stream = 0;
  LaunchAttributes attributes = {};
  /// The grid of each configuration.
  llvm::ArrayRef<Dim3> grids;
  /// The size in bytes of each memory that is restored.
  llvm::ArrayRef<uint64_t> restoredBytes;
};

/// A kernel with several configurations. The runtime and the devices that it is
/// launched on must outlive it.
class Autotuner {
public:
  /// Creates a tuner. Fails with UsageError if the options are invalid, and
  /// fails if a shipped file cannot be read.
  static llvm::Expected<std::unique_ptr<Autotuner>>
  create(Runtime &runtime, llvm::StringRef model, llvm::StringRef modelName,
         TunerOptions options);
  ~Autotuner();

  /// Launches the choice for these arguments (Kernel::launch). If there is none
  /// in memory, on disk or shipped, tunes first, which fails if the runtime is
  /// frozen or the stream captures a graph. A launch with a known choice takes
  /// no lock, allocates nothing and builds no string to find it.
  llvm::Error launch(Device &device, llvm::ArrayRef<Argument> arguments,
                     StreamHandle stream = 0,
                     const LaunchAttributes &attributes = {});
  /// The same with the call's own grids.
  llvm::Error launch(Device &device, llvm::ArrayRef<Argument> arguments,
                     const TunedCall &call);

  /// Tunes even if there is a result; later launches use the new one. Fails if
  /// no configuration can be launched; the error contains the reason for each.
  llvm::Expected<TuneResult> tune(Device &device,
                                  llvm::ArrayRef<Argument> arguments,
                                  StreamHandle stream = 0,
                                  const LaunchAttributes &attributes = {});
  /// The same with the call's own grids.
  llvm::Expected<TuneResult> tune(Device &device,
                                  llvm::ArrayRef<Argument> arguments,
                                  const TunedCall &call);

  /// The index of the configuration that launches with such arguments use;
  /// nothing if there has been no such launch. Takes no lock and allocates
  /// nothing.
  llvm::Expected<std::optional<size_t>>
  choice(Device &device, llvm::ArrayRef<Argument> arguments) const;
  /// The kernel with that configuration, which launches the code that the tuner
  /// launches.
  llvm::Expected<std::shared_ptr<Kernel>> kernel(size_t config) const;

  /// The result that determines the choice for such arguments; nothing if there
  /// has been no such launch.
  std::optional<TuneResult> explain(Device &device,
                                    llvm::ArrayRef<Argument> arguments) const;
  /// All results in use, in the order in which they were found.
  std::vector<TuneResult> results() const;
  /// Writes all results in use to a file, atomically.
  llvm::Error save(llvm::StringRef fileName) const;

private:
  struct Impl;
  explicit Autotuner(std::unique_ptr<Impl> impl);

  std::unique_ptr<Impl> impl;
};

} // namespace cm2tt::runtime

#endif // CM2TT_RUNTIME_AUTOTUNER_H
