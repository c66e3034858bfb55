// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The implementation of a tuner.

#ifndef CM2TT_RUNTIME_AUTOTUNER_AUTOTUNERINTERNALS_H
#define CM2TT_RUNTIME_AUTOTUNER_AUTOTUNERINTERNALS_H

#include "ChoiceTable.h"
#include "Measuring.h"
#include "ResultStore.h"

namespace cm2tt::runtime {

namespace tuning {

/// A launch that is tuned for.
struct TunedLaunch {
  Device &device;
  StreamHandle stream;
  const LaunchAttributes &attributes;
  llvm::ArrayRef<Argument> arguments;
  /// As in TunedCall; empty: as the options say.
  llvm::ArrayRef<Dim3> grids = {};
  llvm::ArrayRef<uint64_t> restoredBytes = {};
};

/// Buffers of a launch that are as before whenever that is wanted.
class Restorer {
public:
  /// Queues copies of them.
  static llvm::Expected<Restorer> save(const TunedLaunch &launch,
                                       llvm::ArrayRef<unsigned> places,
                                       llvm::ArrayRef<uint64_t> sizes);
  /// Queues that they are as they were.
  llvm::Error restore(const TunedLaunch &launch) const;

private:
  struct Saved {
    DeviceAddress original;
    DeviceBuffer copy;
    uint64_t bytes;
  };
  std::vector<Saved> all;
};

/// A configuration while it is tuned.
struct Candidate {
  std::shared_ptr<Kernel> kernel;
  std::shared_ptr<const CompiledKernel> compiled;
  /// Why it is out; empty if it is not.
  std::string pruned;
};

} // namespace tuning

/// A tuner's inside.
struct Autotuner::Impl {
  Impl(Runtime &runtime, llvm::StringRef model, llvm::StringRef modelName,
       TunerOptions options);

  /// Checks the options and reads what they name; the rest of construction.
  llvm::Error read();
  llvm::Error checkConfigs();
  llvm::Error bindParameters();
  /// The index of a parameter's argument; `what` is the option that names it.
  llvm::Expected<unsigned> placeOf(llvm::StringRef what,
                                   llvm::StringRef parameter) const;
  llvm::Error readShipped();

  /// The options of one configuration's kernel.
  KernelOptions kernelOptions(const TuneConfig &config) const;
  llvm::Expected<std::shared_ptr<Kernel>> load(const TuneConfig &config) const;

  /// Launches the choice, having tuned if need be.
  llvm::Error launch(const tuning::TunedLaunch &launch);
  /// Tunes even if there is a choice.
  llvm::Expected<TuneResult> tune(const tuning::TunedLaunch &launch);
  /// Fails unless each parameter that takes an argument has one.
  llvm::Error checkCount(llvm::ArrayRef<Argument> arguments) const;
  /// Fails unless there are arguments, grids and sizes, as many as needed.
  llvm::Error check(const tuning::TunedLaunch &launch) const;
  /// The grid of a launch with the configuration of that index.
  Dim3 gridOf(const tuning::TunedLaunch &launch, size_t config) const {
    return launch.grids.empty()
               ? options.grid(options.configs[config], launch.arguments)
               : launch.grids[config];
  }
  /// The number of bytes at each restored pointer.
  std::vector<uint64_t> sizesOf(const tuning::TunedLaunch &launch) const;

  /// A result with all but its measurements and the kernel's name.
  llvm::Expected<TuneResult> identify(Device &device,
                                      llvm::ArrayRef<Argument> arguments) const;
  /// The result for `wanted` in the folder, else a shipped one.
  std::optional<TuneResult> findResult(const TuneResult &wanted) const;
  /// Has launches use a result.
  llvm::Expected<const tuning::Choice *> use(const tuning::TuneKey &key,
                                             TuneResult result);

  /// The choice of a launch that the table does not know; tunes if need be.
  llvm::Expected<const tuning::Choice *>
  chooseFirst(const tuning::TunedLaunch &launch, const tuning::TuneKey &key);
  /// Whether no configuration has any programs to run.
  bool isEmpty(const tuning::TunedLaunch &launch) const;
  llvm::Error checkMayTune(const tuning::TunedLaunch &launch,
                           const TuneResult &wanted) const;

  llvm::Expected<TuneResult> tuneNow(const tuning::TunedLaunch &launch,
                                     TuneResult result);
  /// Loads and compiles all in parallel; prunes what fails and what is as
  /// another one.
  std::vector<tuning::Candidate> compileAll(const tuning::TunedLaunch &launch);
  void compileOne(const tuning::TunedLaunch &launch, size_t index,
                  tuning::Candidate &candidate);
  void pruneDoubles(std::vector<tuning::Candidate> &candidates) const;
  /// Runs once, to see whether that can be.
  llvm::Error tryOnce(const tuning::TunedLaunch &launch, const TimedRun &run,
                      size_t index, tuning::Candidate &candidate) const;
  TimedRun makeRun(const tuning::TunedLaunch &launch, size_t index,
                   const tuning::Candidate &candidate,
                   const tuning::Restorer &restorer,
                   const DeviceBuffer &flushed) const;
  /// Memory to be written before each run; none if there is not enough.
  DeviceBuffer allocateFlushed(Device &device) const;
  uint64_t flushBytes(Device &device) const;
  llvm::Error measureAll(const tuning::TunedLaunch &launch,
                         std::vector<tuning::Candidate> &candidates,
                         const tuning::Restorer &restorer, TuneResult &result);

  Runtime &runtime;
  const std::string model, modelName;
  TunerOptions options;
  /// Stands for the model and what all configurations share.
  std::string modelHash;
  /// Names of the parameters that take arguments.
  std::vector<std::string> takers;
  std::vector<tuning::KeyPart> parts;
  std::vector<unsigned> restoredPlaces;
  std::vector<TuneResult> shipped;
  std::optional<tuning::ResultStore> store;
  tuning::ChoiceTable table;
  /// Held while a key is tuned.
  std::mutex tuning;
  /// Kernels by configuration; used by who holds `tuning`.
  std::vector<std::shared_ptr<Kernel>> kernels;
};

} // namespace cm2tt::runtime

#endif // CM2TT_RUNTIME_AUTOTUNER_AUTOTUNERINTERNALS_H
