// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// What tuning found: configurations, their times or why they have none, and
/// the choice; as a table for people and as JSON that can be shipped.
///
/// A file is one object:
///
///     {"format": "cm2tt-tuning", "version": 1, "results": [
///       {"kernel": "softmax", "model": "<64 digits>",
///        "device": "NVIDIA H200", "target": "sm_90a", "driver": 13000,
///        "compiler": "cm2tt 0.1.0", "key": ["n<=1024", "x:*fp32"],
///        "choice": 0, "certain": true, "configurations": [
///          {"constants": {"BLOCK": "64"}, "warps": 4, "stages": 3,
///           "median": 0.012, "low": 0.011, "high": 0.013, "runs": 40},
///          {"constants": {"BLOCK": "96"}, "warps": 4, "stages": 3,
///           "pruned": "tiles have sizes that are powers of two"}]}]}
///
/// Times are milliseconds. `model` is a hash of the model and of what else all
/// configurations share; `choice` is an index in `configurations`. Readers
/// ignore members that they do not know; what older readers would misread gets
/// a new version.
///
/// Not here: how results come about and which are used (Autotuner.h).

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
  /// As in KernelOptions; a CPU has no use for them.
  unsigned numWarps = 4, numStages = 3;
  /// As in KernelOptions; 0: as in those that all configurations share.
  unsigned maxRegisters = 0;

  /// The value of an integer constant, or `otherwise` if there is none of that
  /// name. Allocates nothing, so that it is fit for grids.
  int64_t constant(llvm::StringRef name, int64_t otherwise = 1) const;
  /// `BLOCK=64 warps=4 stages=3`, and ` registers=64` where they are limited.
  std::string str() const;
  bool operator==(const TuneConfig &other) const {
    return constants == other.constants && numWarps == other.numWarps &&
           numStages == other.numStages && maxRegisters == other.maxRegisters;
  }
};

/// What is known of one configuration.
struct TuneMeasurement {
  TuneConfig config;
  /// Milliseconds: the median of all runs, and between what it lies with a
  /// confidence of 99 % (of less than 8 runs: the shortest and the longest).
  double median = 0, low = 0, high = 0;
  /// How often it was timed; 0 if it was pruned.
  unsigned runs = 0;
  /// Why it was not timed; empty if it was.
  std::string pruned;
};

/// What tuning found for one kernel, device and key.
struct TuneResult {
  /// The kernel's name, and a hash of what all configurations share.
  std::string kernel, model;
  /// Device::name and Device::target.
  std::string device, target;
  /// The driver's version, as in DeviceFacts, and the compiler's.
  unsigned driver = 0;
  std::string compiler;
  /// The key, an entry for each of its parts: `n=1000`, `n<=1024`, `x:*fp32`.
  std::vector<std::string> key;
  /// All configurations in the order in which they were given.
  std::vector<TuneMeasurement> measurements;
  /// The index of the chosen one.
  size_t choice = 0;
  /// Whether the choice is faster than all others by more than chance; else
  /// time ran out, or others are as fast.
  bool isCertain = false;

  const TuneConfig &chosen() const { return measurements[choice].config; }
  /// Writes a table: a line of what was tuned, then one for each configuration,
  /// the fastest first: time, ratio to the choice, runs, or why it was pruned.
  void print(llvm::raw_ostream &os) const;
};

/// The text of a file with such results.
std::string writeTuneResults(llvm::ArrayRef<TuneResult> results);

/// Reads such a text. Errors begin with `fileName` and say what is wrong where.
llvm::Expected<std::vector<TuneResult>>
readTuneResults(llvm::StringRef text, llvm::StringRef fileName);

} // namespace cm2tt::runtime

#endif // CM2TT_RUNTIME_TUNERESULT_H
