// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Threads that wait for jobs, and the distribution of programs to them.
///
/// Programs are distributed in shrinking chunks of consecutive programs: an
/// eighth of a thread's part of the rest, at least one. A million empty
/// programs take some hundred calls, and threads finish at about the same time
/// even if programs differ.
///
/// Threads join a running launch, wake one another, and spin for some ten
/// microseconds before they sleep. So a small launch does not wait for them,
/// and the caller, which works too, does not wake a hundred threads by itself.
/// Threads are not pinned to CPUs, which other threads of the process use too.

#include "CpuInternals.h"

#include "cm2tt/Lowering/PlainText.h"

#include <algorithm>
#include <cstring>

using namespace llvm;
using namespace cm2tt;
using namespace cm2tt::runtime::cpu;

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

uint64_t ProgramQueue::chunk(uint64_t left, unsigned threads) {
  return std::max<uint64_t>(left / (8 * uint64_t(threads)), 1);
}

bool ProgramQueue::take(uint64_t &begin, uint64_t &end) {
  begin = next.load(std::memory_order_relaxed);
  do {
    if (begin >= total)
      return false;
    end = begin + chunk(total - begin, threads);
  } while (!next.compare_exchange_weak(begin, end, std::memory_order_relaxed));
  return true;
}

//===----------------------------------------------------------------------===//
// Threads
//===----------------------------------------------------------------------===//

ThreadPool::~ThreadPool() {
  {
    std::lock_guard<std::mutex> lock(mutex);
    ending = true;
  }
  jobCame.notify_all();
  for (Worker &worker : workers)
    pthread_join(worker.thread, nullptr);
}

void *ThreadPool::serveThread(void *worker) {
  auto *self = static_cast<Worker *>(worker);
  self->pool->serve(self->number);
  return nullptr;
}

Error ThreadPool::start(unsigned threads) {
  threads = std::clamp(threads, 1u, maxThreads);
  workers.reserve(threads - 1); // Threads point to their elements.
  for (unsigned i = 1; i < threads; ++i) {
    Worker &worker = workers.emplace_back(Worker{this, i, {}});
    // Not std::thread, which ends a process without exceptions if it fails.
    int code = pthread_create(&worker.thread, nullptr, serveThread, &worker);
    if (!code)
      continue;
    workers.pop_back();
    return createStringError(inconvertibleErrorCode(),
                             "thread %u of %u cannot be started: %s; use fewer",
                             i + 1, threads, plain::reasonOf(code).c_str());
  }
  return Error::success();
}

void ThreadPool::wake(unsigned count) {
  if (sleepers.load() == 0)
    return;
  // A thread that counts as a sleeper and does not sleep yet holds the mutex.
  {
    std::lock_guard<std::mutex> lock(mutex);
  }
  for (; count > 0; --count)
    jobCame.notify_one();
}

bool ThreadPool::join(uint64_t seen) {
  while (seen & openBit)
    if (state.compare_exchange_weak(seen, seen + oneActive))
      return true;
  return false;
}

void ThreadPool::leave() {
  uint64_t left = state.fetch_sub(oneActive) - oneActive;
  if ((left & activeMask) == 0 && (left & giverSleepsBit)) {
    std::lock_guard<std::mutex> lock(mutex);
    allLeft.notify_one();
  }
}

/// Whether a job other than `seen` came soon.
bool ThreadPool::spinForJob(uint64_t seen) const {
  for (unsigned i = 0; i < waitingSpins; ++i) {
    uint64_t now = state.load(std::memory_order_relaxed);
    if (now / oneJob != seen && (now & openBit))
      return true;
    relax();
  }
  return false;
}

/// Waits for an open job other than `seen`; gives the state with it, or that
/// without one if the pool ends.
uint64_t ThreadPool::waitForJob(uint64_t seen) {
  auto came = [&] {
    uint64_t now = state.load();
    return ending || ((now & openBit) && now / oneJob != seen);
  };
  if (!spinForJob(seen)) {
    std::unique_lock<std::mutex> lock(mutex);
    ++sleepers;
    jobCame.wait(lock, came);
    --sleepers;
  }
  return state.load();
}

void ThreadPool::serve(unsigned thread) {
  uint64_t seen = 0;
  while (true) {
    uint64_t now = waitForJob(seen);
    if (ending)
      return;
    if (!join(now))
      continue;
    // The job that was joined may be a later one than that which woke us.
    seen = state.load() / oneJob;
    if (job->wantsHelp())
      wake(2);
    job->work(thread);
    leave();
  }
}

void ThreadPool::run(Job &given) {
  job = &given;
  uint64_t number = state.load() / oneJob + 1;
  state.store(number * oneJob | openBit);
  if (!workers.empty() && given.wantsHelp())
    wake(1);
  given.work(0);
  // From here on no thread joins.
  uint64_t now = state.fetch_sub(openBit) - openBit;
  for (unsigned i = 0; (now & activeMask) && i < waitingSpins; ++i) {
    relax();
    now = state.load();
  }
  if ((now & activeMask) == 0)
    return;
  std::unique_lock<std::mutex> lock(mutex);
  state.fetch_or(giverSleepsBit);
  allLeft.wait(lock, [&] { return (state.load() & activeMask) == 0; });
}
