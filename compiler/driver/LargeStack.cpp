// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Threads with a large stack.
///
/// Not `llvm::thread`: if no thread can be created, it ends the process.

#include "LargeStack.h"

#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <pthread.h>
#include <sys/resource.h>

using namespace cm2tt;

/// Several times the stack that the deepest input needs; a usual main thread
/// has more.
static constexpr size_t enoughBytes = size_t(7) << 20;

namespace {
/// The stack of a thread.
struct Stack {
  uintptr_t first = 0;
  size_t size = 0;
  /// The limit of the process for which the size was found: a main thread's
  /// stack grows up to it.
  rlim_t limit = 0;
};
} // namespace

/// The stack of this thread; of size 0 if that cannot be known. It is kept, as
/// the C library reads a file about the memory of the process to find that of
/// the main thread, which takes 25 us.
static const Stack &findStack() {
  static thread_local Stack known;
  rlimit limit = {};
  getrlimit(RLIMIT_STACK, &limit);
  pthread_attr_t attributes;
  if ((known.size && known.limit == limit.rlim_cur) ||
      pthread_getattr_np(pthread_self(), &attributes))
    return known;
  void *begin = nullptr;
  pthread_attr_getstack(&attributes, &begin, &known.size);
  pthread_attr_destroy(&attributes);
  known.first = reinterpret_cast<uintptr_t>(begin);
  known.limit = limit.rlim_cur;
  return known;
}

/// How much of this thread's stack is free; 0 if that cannot be known.
static size_t freeBytes() {
  const auto &[first, size, limit] = findStack();
  // It grows down. A coroutine with its own stack is not within the thread's
  // stack.
  const auto here = reinterpret_cast<uintptr_t>(__builtin_frame_address(0));
  return here > first && here - first <= size ? here - first : 0;
}

/// The function of the new thread.
static void *callWork(void *work) {
  (*static_cast<llvm::function_ref<void()> *>(work))();
  return nullptr;
}

bool cm2tt::startThread(pthread_t &thread, const pthread_attr_t &attributes,
                        void *(*work)(void *), void *data) {
  sigset_t blocked, before;
  sigfillset(&blocked);
  for (int fault : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS})
    sigdelset(&blocked, fault);
  const bool isMasked = !pthread_sigmask(SIG_SETMASK, &blocked, &before);
  const bool isStarted = !pthread_create(&thread, &attributes, work, data);
  if (isMasked)
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return isStarted;
}

/// Starts one with a large stack.
static bool startLarge(pthread_t &thread, llvm::function_ref<void()> &work) {
  pthread_attr_t attributes;
  if (pthread_attr_init(&attributes))
    return false;
  const bool isStarted =
      !pthread_attr_setstacksize(&attributes, largeStackBytes) &&
      startThread(thread, attributes, callWork, &work);
  pthread_attr_destroy(&attributes);
  return isStarted;
}

void cm2tt::withLargeStack(llvm::function_ref<void()> work) {
  const int error = errno;
  pthread_t thread;
  // Without another thread, this one will do for most inputs.
  if (freeBytes() >= enoughBytes || !startLarge(thread, work)) {
    errno = error;
    return work();
  }
  pthread_join(thread, nullptr);
  errno = error;
}
