// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The thread that calls completions.

#include "cm2tt/Runtime/Completions.h"

#include "cm2tt/Lowering/PlainText.h"

#include <chrono>
#include <condition_variable>
#include <cstring>
#include <deque>
#include <map>
#include <mutex>
#include <pthread.h>

using namespace llvm;
using namespace cm2tt;
using namespace cm2tt::runtime;

/// How often the device is asked for a failure.
static constexpr std::chrono::milliseconds failureInterval(100);

/// The state that a device, its tickets and the thread share: each may be the
/// last one that needs it.
struct CompletionTicket::Queue {
  void serve();
  void finish(uint64_t number, std::string failure);
  void cancelAll(const std::string &failure);

  std::mutex mutex;
  std::condition_variable changed;
  /// The completions whose work is not complete, by number.
  std::map<uint64_t, Completion> waiting;
  /// The completions that can be called, and the failures.
  std::deque<std::pair<Completion, std::string>> ready;
  std::function<std::string()> findFailure;
  uint64_t added = 0;
  bool started = false, ending = false;
  pthread_t thread = {};
};

/// Called with the lock.
void CompletionTicket::Queue::finish(uint64_t number, std::string failure) {
  auto found = waiting.find(number);
  if (found == waiting.end())
    return;
  ready.emplace_back(std::move(found->second), std::move(failure));
  waiting.erase(found);
  changed.notify_all();
}

/// Called with the lock.
void CompletionTicket::Queue::cancelAll(const std::string &failure) {
  while (!waiting.empty())
    finish(waiting.begin()->first, failure);
}

void CompletionTicket::Queue::serve() {
  std::unique_lock<std::mutex> lock(mutex);
  while (true) {
    auto isWoken = [&] {
      return !ready.empty() || (ending && waiting.empty());
    };
    if (!findFailure || waiting.empty()) {
      changed.wait(
          lock, [&] { return isWoken() || (findFailure && !waiting.empty()); });
    } else if (!changed.wait_for(lock, failureInterval, isWoken)) {
      lock.unlock();
      std::string failure = findFailure();
      lock.lock();
      if (!failure.empty())
        cancelAll(failure);
    }
    if (ready.empty() && ending && waiting.empty())
      return;
    if (ready.empty())
      continue;
    auto [completion, failure] = std::move(ready.front());
    ready.pop_front();
    lock.unlock();
    completion(failure);
    // Its captures may use the device.
    completion = nullptr;
    lock.lock();
  }
}

void CompletionTicket::finish(std::string failure) const {
  std::lock_guard<std::mutex> lock(queue->mutex);
  queue->finish(number, std::move(failure));
}

void CompletionTicket::withdraw() const {
  std::lock_guard<std::mutex> lock(queue->mutex);
  queue->waiting.erase(number);
  queue->changed.notify_all();
}

Completions::Completions(std::function<std::string()> findFailure)
    : queue(std::make_shared<CompletionTicket::Queue>()) {
  queue->findFailure = std::move(findFailure);
}

Completions::~Completions() { stop(); }

Expected<CompletionTicket> Completions::add(Completion completion) {
  using Queue = CompletionTicket::Queue;
  CompletionTicket ticket;
  ticket.queue = queue;
  std::lock_guard<std::mutex> lock(queue->mutex);
  if (!queue->started) {
    auto *shared = new std::shared_ptr<Queue>(queue);
    auto serve = [](void *given) -> void * {
      std::unique_ptr<std::shared_ptr<Queue>> own(
          static_cast<std::shared_ptr<Queue> *>(given));
      (*own)->serve();
      return nullptr;
    };
    if (int code = pthread_create(&queue->thread, nullptr, serve, shared)) {
      delete shared;
      return createStringError(
          inconvertibleErrorCode(),
          "the thread of completions cannot be started: %s",
          plain::reasonOf(code).c_str());
    }
    queue->started = true;
  }
  ticket.number = ++queue->added;
  queue->waiting.emplace(ticket.number, std::move(completion));
  queue->changed.notify_all();
  return ticket;
}

void Completions::stop() {
  std::unique_lock<std::mutex> lock(queue->mutex);
  if (!queue->started || queue->ending)
    return;
  queue->ending = true;
  queue->changed.notify_all();
  const bool isOwnThread = pthread_equal(queue->thread, pthread_self());
  if (isOwnThread)
    queue->cancelAll("the device was closed before the work was complete");
  lock.unlock();
  if (isOwnThread)
    pthread_detach(queue->thread);
  else
    pthread_join(queue->thread, nullptr);
}
