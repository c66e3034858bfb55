// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Shared by tests of tuning: a timer with times of its own, and a tuner of the
/// kernel that adds vectors.

#ifndef CM2TT_TESTS_UNIT_AUTOTUNERTESTING_H
#define CM2TT_TESTS_UNIT_AUTOTUNERTESTING_H

#include "tests/unit/runtime/Kernels/KernelTesting.h"

#include "cm2tt/Runtime/Autotuner.h"

#include <map>

namespace cm2tt::runtime {

/// The text of an error; KernelTesting's and CudaFake's names meet in tests
/// that have both.
inline std::string errorText(llvm::Error error) {
  return llvm::toString(std::move(error));
}

/// A timer that runs its argument and then returns given times, by which its
/// clock advances.
class ScriptedTimer : public RunTimer {
public:
  llvm::Error time(Device &, StreamHandle, llvm::ArrayRef<TimedRun> runs,
                   llvm::MutableArrayRef<double> milliseconds) override {
    ++rounds;
    for (size_t i = 0; i < runs.size(); ++i) {
      if (llvm::Error error = runs[i].before())
        return error;
      if (llvm::Error error = runs[i].launch())
        return error;
      std::string name = runs[i].config->str();
      unsigned count = runsOf[name]++;
      const std::vector<double> &script = times.at(name);
      milliseconds[i] = script[count % script.size()];
      clock += milliseconds[i];
    }
    return llvm::Error::success();
  }
  double now() override { return clock; }

  /// The times of each configuration by its name, repeated cyclically.
  std::map<std::string, std::vector<double>> times;
  std::map<std::string, unsigned> runsOf;
  unsigned rounds = 0;
  double clock = 0;
};

/// Configurations of addModel by their blocks.
inline TuneConfig blockConfig(llvm::StringRef block, unsigned numWarps = 4,
                              unsigned numStages = 3) {
  return {{{"BLOCK", block.str()}}, numWarps, numStages};
}

/// How a configuration with that block is called.
inline std::string blockName(llvm::StringRef block, unsigned numWarps = 4) {
  return blockConfig(block, numWarps).str();
}

/// Options for addModel without a key that ask `timer`; a program for each
/// block of n.
inline TunerOptions addOptions(std::vector<TuneConfig> configs,
                               std::shared_ptr<RunTimer> timer = nullptr) {
  TunerOptions options;
  options.configs = std::move(configs);
  options.grid = [](const TuneConfig &config,
                    llvm::ArrayRef<Argument> arguments) {
    int64_t block = config.constant("BLOCK");
    int64_t n = static_cast<int64_t>(arguments[3].bits);
    return Dim3{static_cast<uint32_t>((n + block - 1) / block)};
  };
  options.timer = std::move(timer);
  options.threads = 2;
  // Rounds end by what is measured, however slow the computer is.
  options.timing.budgetMilliseconds = 1e9;
  return options;
}

/// How a configuration was measured.
inline const TuneMeasurement &measurementOf(const TuneResult &result,
                                            const TuneConfig &config) {
  for (const TuneMeasurement &measurement : result.measurements)
    if (measurement.config == config)
      return measurement;
  ADD_FAILURE() << config.str() << " is not in the result";
  return result.measurements.front();
}

} // namespace cm2tt::runtime

#endif // CM2TT_TESTS_UNIT_AUTOTUNERTESTING_H
