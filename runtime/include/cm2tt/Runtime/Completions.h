// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The completions of a device: functions that are called after work, by a
/// thread that may use the device, which the threads of streams may not.
///
/// Not here: when the work is complete (the devices say so).

#ifndef CM2TT_RUNTIME_COMPLETIONS_H
#define CM2TT_RUNTIME_COMPLETIONS_H

#include "cm2tt/Runtime/Device.h"

#include <functional>
#include <memory>
#include <string>

namespace cm2tt::runtime {

/// A completion that was added. Copies stand for the same one.
class CompletionTicket {
public:
  /// The work is complete, or was cancelled for the reason `failure`. Any
  /// thread may call it; it does not wait. Only the first call counts.
  void finish(std::string failure = "") const;
  /// Removes the completion, which is not called then.
  void withdraw() const;

private:
  friend class Completions;
  struct Queue;
  std::shared_ptr<Queue> queue;
  uint64_t number = 0;
};

/// The completions of a device, and the thread that calls them, in the order in
/// which they finish.
class Completions {
public:
  /// `findFailure` is called every now and then while work is not complete. If
  /// it returns a text, no work will ever be complete, and it is the reason.
  /// May be null.
  explicit Completions(std::function<std::string()> findFailure = nullptr);
  /// Calls `stop`.
  ~Completions();

  /// Adds a completion. Fails if the system has no more threads.
  llvm::Expected<CompletionTicket> add(Completion completion);
  /// Waits until all completions were called. Called by one of them, it
  /// cancels the others instead.
  void stop();

private:
  std::shared_ptr<CompletionTicket::Queue> queue;
};

} // namespace cm2tt::runtime

#endif // CM2TT_RUNTIME_COMPLETIONS_H
