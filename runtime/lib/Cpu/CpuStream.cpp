// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Queues of work with a thread each.

#include "CpuStreamInternals.h"

#include "CpuInternals.h"

#include "cm2tt/Lowering/PlainText.h"

#include <cstring>

using namespace llvm;
using namespace cm2tt;
using namespace cm2tt::runtime;
using namespace cm2tt::runtime::cpu;

//===----------------------------------------------------------------------===//
// Marks
//===----------------------------------------------------------------------===//

void Mark::reach(bool hasFailed) {
  std::lock_guard<std::mutex> lock(mutex);
  reached = true;
  failed = hasFailed;
  reachedAt = std::chrono::steady_clock::now();
  came.notify_all();
}

bool Mark::wait() {
  std::unique_lock<std::mutex> lock(mutex);
  came.wait(lock, [&] { return reached; });
  return !failed;
}

bool Mark::isReached() {
  std::lock_guard<std::mutex> lock(mutex);
  return reached;
}

//===----------------------------------------------------------------------===//
// Those who give work
//===----------------------------------------------------------------------===//

WorkStream::~WorkStream() {
  {
    std::lock_guard<std::mutex> lock(mutex);
    ending = true;
  }
  workCame.notify_one();
  if (started)
    pthread_join(thread, nullptr);
  consumeError(takeFailure());
}

Error WorkStream::start() {
  int code = pthread_create(&thread, nullptr, serveThread, this);
  started = code == 0;
  if (started)
    return Error::success();
  return createStringError(inconvertibleErrorCode(),
                           "the thread of a stream cannot be started: %s; use "
                           "fewer streams",
                           plain::reasonOf(code).c_str());
}

Error WorkStream::takeFailureLocked() {
  if (LLVM_LIKELY(!failure))
    return Error::success();
  Error taken = std::move(*failure);
  failure.reset();
  --failures;
  return taken;
}

Error WorkStream::takeFailure() {
  std::lock_guard<std::mutex> lock(mutex);
  return takeFailureLocked();
}

/// Wakes the thread if it sleeps; called with the lock.
void WorkStream::wakeThread() {
  if (sleeping)
    workCame.notify_one();
}

Error WorkStream::submit(Work &&work) {
  std::lock_guard<std::mutex> lock(mutex);
  if (Error kept = takeFailureLocked())
    return kept;
  pending.push_back(std::move(work));
  ++queued;
  wakeThread();
  return Error::success();
}

Error WorkStream::submit(ArrayRef<Work> works) {
  std::lock_guard<std::mutex> lock(mutex);
  if (Error kept = takeFailureLocked())
    return kept;
  pending.insert(pending.end(), works.begin(), works.end());
  queued += works.size();
  wakeThread();
  return Error::success();
}

void WorkStream::drain() {
  // Not for what comes later, of which there may be ever more.
  const uint64_t wanted = queued;
  for (unsigned i = 0; i < waitingSpins; ++i) {
    if (finished >= wanted)
      return;
    relax();
  }
  std::unique_lock<std::mutex> lock(mutex);
  workDone.wait(lock, [&] { return finished >= wanted; });
}

void WorkStream::keepUp() {
  const uint64_t wanted = queued;
  if (LLVM_LIKELY(finished + mostBehind >= wanted))
    return;
  std::unique_lock<std::mutex> lock(mutex);
  workDone.wait(lock, [&] { return finished + mostBehind >= wanted; });
}

//===----------------------------------------------------------------------===//
// The thread
//===----------------------------------------------------------------------===//

void *WorkStream::serveThread(void *stream) {
  static_cast<WorkStream *>(stream)->serve();
  return nullptr;
}

/// Keeps a failure; what waits for the rest need not wait any more.
void WorkStream::giveUp(Error reason, MutableArrayRef<Work> rest) {
  std::lock_guard<std::mutex> lock(mutex);
  const std::string text = toStringWithoutConsuming(reason);
  failure = std::move(reason);
  ++failures;
  auto reach = [&](MutableArrayRef<Work> works) {
    for (Work &work : works)
      if (work.kind == Work::Kind::Reach)
        work.mark->reach(/*failed=*/true);
      else if (work.kind == Work::Kind::Finish)
        work.ticket.finish(text);
  };
  reach(rest);
  reach(pending);
  finished += pending.size();
  pending.clear();
}

/// Waits a moment for more than `seen` works, since one often follows another.
void WorkStream::spin(uint64_t seen) const {
  for (unsigned i = 0; i < waitingSpins && queued == seen; ++i)
    relax();
}

void WorkStream::serve() {
  std::vector<Work> works;
  std::unique_lock<std::mutex> lock(mutex);
  while (true) {
    if (pending.empty() && !ending) {
      uint64_t seen = queued;
      lock.unlock();
      spin(seen);
      lock.lock();
      sleeping = true;
      workCame.wait(lock, [&] { return !pending.empty() || ending; });
      sleeping = false;
    }
    if (pending.empty())
      return;
    std::swap(works, pending);
    lock.unlock();
    for (size_t i = 0; i < works.size(); ++i)
      if (Error error = worker.perform(works[i])) {
        giveUp(std::move(error), MutableArrayRef(works).drop_front(i));
        break;
      }
    lock.lock();
    finished += works.size();
    works.clear();
    workDone.notify_all();
  }
}
