// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The results of tuning: configurations, their times or the reasons why they
/// have none, and the choice; as a table and as JSON that can be shipped.
///
/// A file is one object:
///
///     {"format": "cm2tt-tuning", "version": 2, "results": [
///       {"kernel": "softmax", "model": "<64 digits>",
///        "device": "NVIDIA H200", "target": "sm_90a", "driver": 13000,
///        "compiler": "cm2tt 0.1.0", "key": ["n<=1024", "x:*fp32"],
///        "choice": 0, "certain": true, "configurations": [
///          {"constants": {"BLOCK": "64"}, "warps": 4, "stages": 3,
///           "options": "persistent=on", "median": 0.012, "low": 0.011, "high": 0.013, "runs": 40},
///          {"constants": {"BLOCK": "96"}, "warps": 4, "stages": 3,
///           "pruned": "tiles have sizes that are powers of two"}]}]}
///
/// Times are milliseconds. `model` is a hash of the model and of the options
/// that all configurations share; `choice` is an index into `configurations`.
/// Readers ignore unknown members; a change that older readers would misread
/// increases the version.
///
/// There is one file for each device and model, without the identity of the
/// build, so that files can be shipped and remain valid after a new build.
/// Stored results apply to the same driver and compiler, shipped ones to any;
/// both apply only if they include all configurations.
///
/// Not here: how results are computed and used (Autotuner.h).

#ifndef CM2TT_RUNTIME_TUNERESULT_H
#define CM2TT_RUNTIME_TUNERESULT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace cm2tt::runtime {

/// One way to compile a kernel.
struct TuneConfig {
  /// Compile-time constants: a parameter's name and a number or boolean.
  std::vector<std::pair<std::string, std::string>> constants;
  /// As in KernelOptions; 0: as the compiler chooses. A CPU ignores them.
  unsigned numWarps = 0, numStages = 0;
  /// As in KernelOptions; 0: as in those that all configurations share.
  unsigned maxRegisters = 0;

  /// The value of an integer constant, or `otherwise` if there is none with
  /// that name. Allocates nothing, so that computing a grid allocates nothing.
  int64_t constant(llvm::StringRef name, int64_t otherwise = 1) const;
  /// `BLOCK=64 warps=4 stages=3 registers=64`, without the numbers that are 0;
  /// `as compiled` if nothing is set.
  std::string str() const;
  bool operator==(const TuneConfig &other) const {
    return constants == other.constants && numWarps == other.numWarps &&
           numStages == other.numStages && maxRegisters == other.maxRegisters;
  }
};

/// The measurement of one configuration.
struct TuneMeasurement {
  TuneConfig config;
  /// In milliseconds: the median of all runs, and its confidence interval of 99
  /// % (for less than 8 runs, the shortest and the longest).
  double median = 0, low = 0, high = 0;
  /// The number of measured runs; 0 if the configuration was pruned.
  unsigned runs = 0;
  /// The reason for which it was not measured; empty if it was.
  std::string pruned;
};

/// The result of tuning for one kernel, device and key.
struct TuneResult {
  /// The kernel's name, and a hash of the model and the options that all
  /// configurations share.
  std::string kernel, model;
  /// Device::name and Device::target.
  std::string device, target;
  /// The driver's version, as in DeviceProperties, and the compiler's.
  unsigned driver = 0;
  std::string compiler;
  /// The key, with an entry for each of its parts: `n=1000`, `n<=1024`,
  /// `x:*fp32`.
  std::vector<std::string> key;
  /// All configurations, in the order of the options.
  std::vector<TuneMeasurement> measurements;
  /// The index of the chosen configuration.
  size_t choice = 0;
  /// Whether the choice is significantly faster than all others; otherwise the
  /// time limit was reached, or others are as fast.
  bool isCertain = false;

  const TuneConfig &chosen() const { return measurements[choice].config; }
  /// Writes a table: a line for the kernel, device and key, then one for each
  /// configuration, the fastest first: time, ratio to the choice, runs, or the
  /// reason for which it was pruned.
  void print(llvm::raw_ostream &os) const;
};

/// The text of a file with the results.
std::string writeTuneResults(llvm::ArrayRef<TuneResult> results);

/// Parses such a text. Errors begin with `fileName` and state the location and
/// the reason.
llvm::Expected<std::vector<TuneResult>>
readTuneResults(llvm::StringRef text, llvm::StringRef fileName);

} // namespace cm2tt::runtime

#endif // CM2TT_RUNTIME_TUNERESULT_H
