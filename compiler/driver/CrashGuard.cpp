// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Threads with guarded work, and how they stop.

#include "CrashGuard.h"

#include "GuardedStack.h"
#include "LargeStack.h"

#include "cm2tt/Compiler/FaultHandlers.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/ErrorHandling.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <malloc.h>
#include <mutex>
#include <semaphore.h>
#include <unistd.h>

using namespace cm2tt;

/// The time in tenths of a second after which the allocator counts as locked.
/// To take and release its locks takes milliseconds.
static constexpr unsigned probeTenths = 100;

namespace {
/// A thread with guarded work. Signal handlers search the list of all of them,
/// so they are reused and never freed.
struct GuardedThread {
  std::atomic<bool> isUsed{true};
  /// Whether the faults of the thread `id` are crashes of its work.
  std::atomic<bool> isWorking{false};
  std::atomic<pthread_t> id{};
  llvm::function_ref<void()> work;
  GuardedStack stack;
  /// Posted when the work ends; after a crash once more, when the allocator is
  /// known not to be locked.
  sem_t ended;
  bool hasCrashed = false;
  int signal = 0;
  /// The fatal error of LLVM, if there is no signal.
  std::array<char, 1024> message;
  /// The frame that calls the work.
  const void *frame = nullptr;
  /// Whether the thread has stopped on the alternate stack.
  bool isOnAlternateStack = false;
  GuardedThread *next = nullptr;
};
} // namespace

static std::atomic<GuardedThread *> allThreads{nullptr};

static GuardedThread &takeThread() {
  for (GuardedThread *one = allThreads; one; one = one->next) {
    bool isUsed = false;
    if (one->isUsed.compare_exchange_strong(isUsed, true))
      return *one;
  }
  auto *created = new GuardedThread;
  created->next = allThreads;
  while (!allThreads.compare_exchange_weak(created->next, created))
    ;
  return *created;
}

/// The calling thread, if it has guarded work; otherwise null.
static GuardedThread *findThread() {
  for (GuardedThread *one = allThreads; one; one = one->next)
    if (one->isWorking && pthread_equal(one->id, pthread_self()))
      return one;
  return nullptr;
}

//===----------------------------------------------------------------------===//
// The thread of the work
//===----------------------------------------------------------------------===//

/// Takes and releases every lock of the allocator.
static void probeAllocator() {
  // Larger than the blocks that a thread allocates without a lock.
  void *volatile memory = std::malloc(size_t(64) << 10);
  std::free(memory);
#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 33)
  (void)mallinfo2();
#endif
}

/// Reports the crash to the caller and stops this thread. The allocator may be
/// called, although the thread is in a signal handler: if that blocks, the
/// caller notices.
[[noreturn]] static void stop(GuardedThread &own) {
  own.isWorking = false;
  own.hasCrashed = true;
  own.isOnAlternateStack = own.stack.isAlternate(__builtin_frame_address(0));
  // A fault of the probe is passed to the host's handler.
  sigset_t faults, all;
  sigemptyset(&faults);
  for (int fault : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT})
    sigaddset(&faults, fault);
  pthread_sigmask(SIG_UNBLOCK, &faults, nullptr);
  sem_post(&own.ended);
  probeAllocator();
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, nullptr);
  sem_post(&own.ended);
  for (;;)
    pause();
}

static bool takeFault(int signal, siginfo_t *info, void *context) {
  GuardedThread *own = findThread();
  // A signal that was sent by `kill` is not caused by the work.
  if (!own || (info && (info->si_code == SI_USER || info->si_code == SI_QUEUE)))
    return false;
  if (own->stack.grow(info, context))
    return true;
  own->signal = signal;
  stop(*own);
}

/// LLVM's handler of fatal errors. LLVM ends the process when it returns.
static void takeFatalError(void *, const char *reason, bool) {
  GuardedThread *own = findThread();
  const size_t length = std::strlen(reason);
  if (!own) {
    // LLVM prints it only if there is no handler.
    for (llvm::StringRef text : {"LLVM ERROR: ", reason, "\n"})
      (void)!write(STDERR_FILENO, text.data(), text.size());
    return;
  }
  own->signal = 0;
  const size_t kept = std::min(length, own->message.size() - 1);
  std::copy_n(reason, kept, own->message.begin());
  own->message[kept] = '\0';
  stop(*own);
}

/// The function of the thread.
static void *run(void *data) {
  GuardedThread &own = *static_cast<GuardedThread *>(data);
  own.stack.installAlternate();
  own.frame = __builtin_frame_address(0);
  own.id = pthread_self();
  own.isWorking = true;
  own.work();
  own.isWorking = false;
  own.stack.restoreAlternate();
  sem_post(&own.ended);
  return nullptr;
}

//===----------------------------------------------------------------------===//
// The caller's thread
//===----------------------------------------------------------------------===//

static bool start(GuardedThread &thread, pthread_t &id) {
  pthread_attr_t attributes;
  if (pthread_attr_init(&attributes))
    return false;
  bool isStarted = thread.stack.allocate(attributes);
  if (isStarted && !startThread(id, attributes, run, &thread)) {
    thread.stack.release();
    isStarted = false;
  }
  pthread_attr_destroy(&attributes);
  return isStarted;
}

static void wait(sem_t &semaphore) {
  while (sem_wait(&semaphore) && errno == EINTR)
    ;
}

/// Whether the semaphore is posted in time. Many short waits, since the process
/// may be stopped meanwhile, or the clock be set.
static bool waitInTime(sem_t &semaphore) {
  constexpr long tenth = 100000000, second = 10 * tenth;
  for (unsigned i = 0; i < probeTenths;) {
    timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += tenth;
    until.tv_sec += until.tv_nsec / second;
    until.tv_nsec %= second;
    if (!sem_timedwait(&semaphore, &until))
      return true;
    // A wait that a signal interrupts does not count.
    i += errno == ETIMEDOUT;
  }
  return false;
}

/// Ends the process by the signal of the crash, for which the host's handler
/// may write a report. Allocates no memory.
[[noreturn]] static void end(int signal) {
  constexpr llvm::StringLiteral text =
      "cm2tt: the compiler crashed while it held the lock of the memory "
      "allocator: the process cannot continue\n";
  (void)!write(STDERR_FILENO, text.data(), text.size());
  if (signal != 0)
    raise(signal);
  std::abort();
}

static Crash describe(const GuardedThread &thread) {
  Crash crash;
  crash.signal = thread.signal;
  if (crash.signal == 0)
    crash.reason =
        std::string("by a fatal error of LLVM: ") + thread.message.data();
  else
    crash.reason = "by signal " + std::to_string(crash.signal) + " (" +
                   strsignal(crash.signal) + ")";
  return crash;
}

/// Without it, a fatal error of LLVM ends the process, some of them by `exit`.
static void installFatalErrorHandler() {
  static std::once_flag once;
  std::call_once(once,
                 [] { llvm::install_fatal_error_handler(takeFatalError); });
}

std::optional<Crash> cm2tt::callGuarded(llvm::function_ref<void()> work) {
  const int error = errno;
  installFaultHandlers(takeFault);
  installFatalErrorHandler();
  GuardedThread &thread = takeThread();
  thread.work = work;
  thread.hasCrashed = false;
  sem_init(&thread.ended, /*pshared=*/0, 0);
  pthread_t id;
  if (!start(thread, id)) {
    thread.isUsed = false;
    errno = error;
    work();
    return std::nullopt;
  }
  wait(thread.ended);
  std::optional<Crash> crash;
  if (!thread.hasCrashed) {
    pthread_join(id, nullptr);
    thread.stack.release();
    sem_destroy(&thread.ended);
    thread.isUsed = false;
  } else {
    if (!waitInTime(thread.ended))
      end(thread.signal);
    pthread_detach(id);
    if (thread.isOnAlternateStack)
      thread.stack.dropBelow(thread.frame);
    crash = describe(thread);
  }
  errno = error;
  return crash;
}
