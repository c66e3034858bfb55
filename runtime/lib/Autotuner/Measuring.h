// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Measures configurations in rounds and compares their times. A round runs
/// each configuration once, in random order, so that a temporary disturbance
/// affects all of them. The interval of a median by ranks (99 %) assumes
/// nothing about the distribution of times, which have a long tail. A
/// configuration whose interval is above that of the fastest is excluded.

#ifndef CM2TT_RUNTIME_AUTOTUNER_MEASURING_H
#define CM2TT_RUNTIME_AUTOTUNER_MEASURING_H

#include "cm2tt/Runtime/Autotuner.h"

namespace cm2tt::runtime::tuning {

/// Fewer times than this say nothing with a confidence of 99 %.
constexpr unsigned fewestRuns = 8;

/// A median and its confidence interval.
struct MedianInterval {
  double median = 0, low = 0, high = 0;
};

/// The median of at least one time with its confidence interval of 99 %, which
/// holds for any distribution of the times: its ends are times themselves, by
/// their rank. Of fewer than `fewestRuns`, the ends are the shortest and the
/// longest.
MedianInterval medianInterval(llvm::ArrayRef<double> times);

/// The results of rounds of runs.
struct Measured {
  /// The milliseconds of each run's repetitions, at least one.
  std::vector<std::vector<double>> times;
  /// The index of the fastest.
  size_t best = 0;
  bool isCertain = false;
};

/// Where runs take place.
struct Place {
  Device &device;
  StreamHandle stream;
};

/// Times runs, at least one, in rounds until the fastest is known, several are
/// as good, or time is up.
llvm::Expected<Measured> measure(const Place &place,
                                 llvm::ArrayRef<TimedRun> runs,
                                 const TuneTiming &timing, RunTimer &timer);

/// The timer that uses the device's events; for one device.
std::unique_ptr<RunTimer> makeEventTimer();

} // namespace cm2tt::runtime::tuning

#endif // CM2TT_RUNTIME_AUTOTUNER_MEASURING_H
