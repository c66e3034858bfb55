// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Time by a device's events and by the host's clock.

#include "Measuring.h"

#include "llvm/ADT/STLExtras.h"

#include <chrono>

using namespace llvm;
using namespace cm2tt::runtime;
using namespace cm2tt::runtime::tuning;

RunTimer::~RunTimer() = default;

double RunTimer::now() {
  using namespace std::chrono;
  return duration<double, std::milli>(steady_clock::now().time_since_epoch())
      .count();
}

namespace {
/// Queues all runs between pairs of events, then reads those. So the device
/// does not wait for the host between an event and the launch after it.
class EventTimer : public RunTimer {
public:
  Error time(Device &device, StreamHandle stream, ArrayRef<TimedRun> runs,
             MutableArrayRef<double> milliseconds) override;

private:
  Error makeEvents(Device &device, size_t count);

  std::vector<std::pair<Event, Event>> events;
};
} // namespace

Error EventTimer::makeEvents(Device &device, size_t count) {
  while (events.size() < count) {
    Expected<std::pair<Event, Event>> pair = device.createEventPair();
    if (!pair)
      return pair.takeError();
    events.push_back(std::move(*pair));
  }
  return Error::success();
}

Error EventTimer::time(Device &device, StreamHandle stream,
                       ArrayRef<TimedRun> runs,
                       MutableArrayRef<double> milliseconds) {
  if (Error error = makeEvents(device, runs.size()))
    return error;
  for (const auto &[run, pair] : zip(runs, events)) {
    if (Error error = run.before())
      return error;
    if (Error error = device.record(pair.first, stream))
      return error;
    if (Error error = run.launch())
      return error;
    if (Error error = device.record(pair.second, stream))
      return error;
  }
  for (auto [pair, time] : zip(events, milliseconds)) {
    Expected<double> elapsed =
        device.elapsedMilliseconds(pair.first, pair.second);
    if (!elapsed)
      return elapsed.takeError();
    time = *elapsed;
  }
  return Error::success();
}

std::unique_ptr<RunTimer> tuning::makeEventTimer() {
  return std::make_unique<EventTimer>();
}
