// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Installs the handler and calls the previous ones. The handler is
/// async-signal-safe: it takes no lock, allocates nothing, and uses no
/// thread-local variables, which a library that is loaded by `dlopen` allocates
/// at their first use.

#include "cm2tt/Compiler/FaultHandlers.h"

#include <array>
#include <atomic>
#include <cassert>
#include <cstddef>
#include <mutex>

using namespace cm2tt;

static constexpr std::array faults = {SIGSEGV, SIGBUS,  SIGFPE,
                                      SIGILL,  SIGTRAP, SIGABRT};

/// The previous handlers; null before ours is installed. They are never freed,
/// since a thread may be about to call one.
static std::array<std::atomic<const struct sigaction *>, faults.size()>
    previous;
/// The functions that are called first, in order; null after the last one.
static std::array<std::atomic<FaultFunction>, 4> functions;
/// The action after the call of a handler with SA_RESETHAND.
static const struct sigaction defaultAction = {};

static std::atomic<const struct sigaction *> &previousOf(int signal) {
  for (size_t i = 0; i < faults.size(); ++i)
    if (faults[i] == signal)
      return previous[i];
  return previous.front();
}

//===----------------------------------------------------------------------===//
// Calls of the previous handler
//===----------------------------------------------------------------------===//

/// Whether a process sent the signal; otherwise, an instruction caused it.
static bool isSent(const siginfo_t *info) { return info && info->si_code <= 0; }

/// Whether the instruction that caused the signal is executed again when the
/// handler returns. A trap is not repeated, nor is a hardware error of memory
/// that the kernel found by itself.
static bool isRepeated(int signal, const siginfo_t *info) {
  return !isSent(info) && signal != SIGTRAP &&
         !(signal == SIGBUS && info && info->si_code == BUS_MCEERR_AO);
}

/// Performs the default action, which ends the process.
static void takeDefault(int signal, const siginfo_t *info) {
  sigaction(signal, &defaultAction, nullptr);
  if (!isRepeated(signal, info))
    raise(signal);
}

/// The signals of the previous handler's mask are blocked, since ours is
/// installed with that mask.
static void callPrevious(int signal, siginfo_t *info, void *context) {
  std::atomic<const struct sigaction *> &slot = previousOf(signal);
  const struct sigaction *before = slot.load();
  while (before->sa_flags & SA_RESETHAND)
    if (slot.compare_exchange_strong(before, &defaultAction))
      break;
  if (before->sa_flags & SA_SIGINFO)
    return before->sa_sigaction(signal, info, context);
  // The kernel does not ignore a fault of an instruction either.
  if (before->sa_handler == SIG_IGN && isSent(info))
    return;
  if (before->sa_handler == SIG_IGN || before->sa_handler == SIG_DFL)
    return takeDefault(signal, info);
  before->sa_handler(signal);
}

static void handleFault(int signal, siginfo_t *info, void *context) {
  for (const std::atomic<FaultFunction> &takes : functions)
    if (FaultFunction function = takes.load())
      if (function(signal, info, context))
        return;
  callPrevious(signal, info, context);
}

//===----------------------------------------------------------------------===//
// Installation
//===----------------------------------------------------------------------===//

static bool isOurs(const struct sigaction &action) {
  return (action.sa_flags & SA_SIGINFO) && action.sa_sigaction == handleFault;
}

/// Whether the action calls no function.
static bool isNone(const struct sigaction &action) {
  return !(action.sa_flags & SA_SIGINFO) &&
         (action.sa_handler == SIG_DFL || action.sa_handler == SIG_IGN);
}

static bool isSame(const struct sigaction &a, const struct sigaction &b) {
  return (a.sa_flags & SA_SIGINFO) == (b.sa_flags & SA_SIGINFO) &&
         (a.sa_flags & SA_SIGINFO ? a.sa_sigaction == b.sa_sigaction
                                  : a.sa_handler == b.sa_handler);
}

static void install(size_t index) {
  struct sigaction before, replaced;
  if (sigaction(faults[index], nullptr, &before) || isOurs(before))
    return;
  if (previous[index].load() && !isNone(before))
    return;
  // Before ours can be called: other threads may have faults now.
  previous[index].store(new struct sigaction(before));
  struct sigaction ours = before;
  ours.sa_sigaction = handleFault;
  // The fault may be that the thread's stack has overflowed.
  ours.sa_flags = (before.sa_flags & ~SA_RESETHAND) | SA_SIGINFO | SA_ONSTACK;
  if (sigaction(faults[index], &ours, &replaced))
    return;
  // Another library installed a handler in between.
  if (!isSame(replaced, before))
    previous[index].store(new struct sigaction(replaced));
}

/// Adds a function to those that are called.
static void addFunction(FaultFunction takes) {
  for (std::atomic<FaultFunction> &slot : functions) {
    FaultFunction known = slot.load();
    if (!known)
      slot.store(takes);
    if (!known || known == takes)
      return;
  }
  assert(false && "the array has an element for each caller");
}

void cm2tt::installFaultHandlers(FaultFunction takes) {
  static std::mutex mutex;
  std::lock_guard<std::mutex> lock(mutex);
  addFunction(takes);
  for (size_t i = 0; i < faults.size(); ++i)
    install(i);
}
