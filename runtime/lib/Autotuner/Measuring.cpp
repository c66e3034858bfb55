// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Rounds of runs, and the evaluation of their times.

#include "Measuring.h"

#include "llvm/ADT/STLExtras.h"

#include <cmath>
#include <random>

using namespace llvm;
using namespace cm2tt::runtime;
using namespace cm2tt::runtime::tuning;

//===----------------------------------------------------------------------===//
// Statistics
//===----------------------------------------------------------------------===//

/// The number of `count` sorted times below the lower end of the interval; the
/// number above the upper end is the same. Each time is below the true median
/// with a chance of 1/2, so that the number of those below it has a binomial
/// distribution.
static size_t timesOutside(size_t count) {
  constexpr double chance = 0.005;
  constexpr size_t largestExact = 64;
  if (count > largestExact) {
    double outside = (count - 2.576 * std::sqrt(double(count))) / 2;
    return static_cast<size_t>(outside) - 1;
  }
  // The chance that exactly k of them are below: count over k, by 2^count.
  double exactly = std::ldexp(1.0, -static_cast<int>(count)), atMost = 0;
  size_t k = 0;
  for (;; ++k) {
    atMost += exactly;
    if (atMost > chance)
      break;
    exactly *= double(count - k) / double(k + 1);
  }
  return k == 0 ? 0 : k - 1;
}

MedianInterval tuning::medianInterval(ArrayRef<double> times) {
  std::vector<double> sorted(times.begin(), times.end());
  sort(sorted);
  size_t count = sorted.size(), half = count / 2;
  size_t outside = timesOutside(count);
  MedianInterval result;
  result.median =
      count % 2 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
  result.low = sorted[outside];
  result.high = sorted[count - 1 - outside];
  return result;
}

//===----------------------------------------------------------------------===//
// Rounds
//===----------------------------------------------------------------------===//

namespace {
/// The runs of a tuning: who is still in it, and all times.
class Contest {
public:
  Contest(const Place &place, ArrayRef<TimedRun> runs, const TuneTiming &timing,
          RunTimer &timer)
      : place(place), runs(runs), timing(timing), timer(timer),
        times(runs.size()) {
    for (size_t i = 0; i < runs.size(); ++i)
      alive.push_back(i);
  }

  /// Rounds that show who is out of the question.
  Error warmUp();
  /// Rounds that count, to the end.
  Error decide();
  Measured take();

private:
  Error round();
  void leaveOut(function_ref<bool(size_t)> isOut);
  bool isDecided();

  const Place place;
  const ArrayRef<TimedRun> runs;
  const TuneTiming &timing;
  RunTimer &timer;
  std::vector<std::vector<double>> times;
  SmallVector<size_t> alive;
  // The same order each time: what can be repeated can be understood.
  std::minstd_rand random{1};
  bool isCertain = false;
};
} // namespace

/// Times each once that is still in, in random order, so that none always runs
/// on what the same other left in the caches.
Error Contest::round() {
  std::shuffle(alive.begin(), alive.end(), random);
  std::vector<TimedRun> ordered;
  for (size_t index : alive)
    ordered.push_back(runs[index]);
  SmallVector<double> milliseconds(ordered.size());
  if (Error error =
          timer.time(place.device, place.stream, ordered, milliseconds))
    return error;
  for (auto [index, time] : zip(alive, milliseconds))
    times[index].push_back(time);
  return Error::success();
}

void Contest::leaveOut(function_ref<bool(size_t)> isOut) {
  erase_if(alive, isOut);
}

Error Contest::warmUp() {
  for (unsigned i = 0; i < std::max(timing.warmups, 1u); ++i)
    if (Error error = round())
      return error;
  auto shortest = [&](size_t index) { return *min_element(times[index]); };
  double best = shortest(alive.front());
  for (size_t index : alive)
    best = std::min(best, shortest(index));
  // Chance makes a run slower, but not that often by so much; and what is not
  // longer than a few launches costs nothing to find out.
  constexpr double hopeless = 5, slack = 0.02;
  leaveOut(
      [&](size_t index) { return shortest(index) > hopeless * best + slack; });
  for (size_t index : alive)
    times[index].clear();
  return Error::success();
}

/// Leaves out who is slower by more than chance; whether the rest need no more
/// rounds.
bool Contest::isDecided() {
  if (times[alive.front()].size() < std::max(timing.minRuns, fewestRuns))
    return false;
  SmallVector<MedianInterval> intervals(runs.size());
  for (size_t index : alive)
    intervals[index] = medianInterval(times[index]);
  size_t best = alive.front();
  for (size_t index : alive)
    if (intervals[index].median < intervals[best].median)
      best = index;
  leaveOut([&](size_t index) {
    return intervals[index].low > intervals[best].high;
  });
  isCertain = alive.size() == 1;
  double lowest = intervals[best].low;
  for (size_t index : alive)
    lowest = std::min(lowest, intervals[index].low);
  return isCertain || intervals[best].high <= lowest * (1 + timing.tolerance);
}

Error Contest::decide() {
  double end = timer.now() + timing.budgetMilliseconds;
  for (unsigned i = 0; i < std::max(timing.maxRuns, 1u); ++i) {
    if (Error error = round())
      return error;
    if (isDecided() || timer.now() >= end)
      break;
  }
  return Error::success();
}

Measured Contest::take() {
  Measured result;
  result.isCertain = isCertain;
  // By index, so that the first of equals is chosen.
  sort(alive);
  result.best = alive.front();
  double fastest = medianInterval(times[result.best]).median;
  for (size_t index : alive)
    if (double median = medianInterval(times[index]).median; median < fastest) {
      fastest = median;
      result.best = index;
    }
  result.times = std::move(times);
  return result;
}

Expected<Measured> tuning::measure(const Place &place, ArrayRef<TimedRun> runs,
                                   const TuneTiming &timing, RunTimer &timer) {
  Contest contest(place, runs, timing, timer);
  if (Error error = contest.warmUp())
    return error;
  if (Error error = contest.decide())
    return error;
  return contest.take();
}
