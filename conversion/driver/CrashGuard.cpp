// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Signal handlers that are installed while any thread has guarded work, and
/// leave it by `siglongjmp`.

#include "CrashGuard.h"

#include <array>
#include <csetjmp>
#include <csignal>
#include <cstddef>
#include <memory>
#include <mutex>

using namespace cm2tt;

static constexpr std::array faults = {SIGSEGV, SIGBUS,  SIGFPE,
                                      SIGILL,  SIGTRAP, SIGABRT};
/// The handler's own stack, as the thread's may be what is used up.
static constexpr size_t handlerBytes = size_t(64) << 10;

/// Where the thread's guarded work is left to; null if it has none.
static thread_local sigjmp_buf *leave = nullptr;

/// How many threads have guarded work, and the handlers from before.
static std::mutex handlers;
static unsigned guards = 0;
static std::array<struct sigaction, faults.size()> previous;

static const struct sigaction &previousOf(int signal) {
  for (size_t i = 0; i < faults.size(); ++i)
    if (faults[i] == signal)
      return previous[i];
  return previous.front();
}

/// What is done about a fault outside of guarded work. Returning from the
/// handler repeats the instruction that faulted.
static void callPrevious(int signal, siginfo_t *info, void *context) {
  const struct sigaction &before = previousOf(signal);
  if (before.sa_flags & SA_SIGINFO)
    return before.sa_sigaction(signal, info, context);
  if (before.sa_handler == SIG_IGN)
    return;
  if (before.sa_handler != SIG_DFL)
    return before.sa_handler(signal);
  struct sigaction ends = {};
  ends.sa_handler = SIG_DFL;
  sigaction(signal, &ends, nullptr);
  // A signal that was sent is not sent again by itself.
  if (info->si_code <= 0)
    raise(signal);
}

static void handleFault(int signal, siginfo_t *info, void *context) {
  if (!leave)
    return callPrevious(signal, info, context);
  siglongjmp(*leave, signal);
}

static void installHandlers() {
  std::lock_guard<std::mutex> lock(handlers);
  if (guards++ != 0)
    return;
  struct sigaction ours = {};
  ours.sa_sigaction = handleFault;
  ours.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  sigemptyset(&ours.sa_mask);
  for (size_t i = 0; i < faults.size(); ++i) {
    // Known before ours can be called: other threads may have faults now.
    sigaction(faults[i], nullptr, &previous[i]);
    sigaction(faults[i], &ours, nullptr);
  }
}

/// Puts the handlers from before back, unless somebody has installed others.
static void restoreHandlers() {
  std::lock_guard<std::mutex> lock(handlers);
  if (--guards != 0)
    return;
  for (size_t i = 0; i < faults.size(); ++i) {
    struct sigaction current;
    if (!sigaction(faults[i], nullptr, &current) &&
        (current.sa_flags & SA_SIGINFO) && current.sa_sigaction == handleFault)
      sigaction(faults[i], &previous[i], nullptr);
  }
}

int cm2tt::callGuarded(llvm::function_ref<void()> work) {
  auto memory = std::make_unique<std::byte[]>(handlerBytes);
  stack_t own = {}, before = {};
  own.ss_sp = memory.get();
  own.ss_size = handlerBytes;
  const bool hasStack = !sigaltstack(&own, &before);
  installHandlers();
  sigjmp_buf buffer;
  const int signal = sigsetjmp(buffer, /*savemask=*/1);
  if (signal == 0) {
    leave = &buffer;
    work();
  }
  leave = nullptr;
  restoreHandlers();
  if (hasStack)
    sigaltstack(&before, nullptr);
  return signal;
}
