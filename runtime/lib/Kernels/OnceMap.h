// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Computes each value once for any number of threads. Those that need the same
/// value wait for one computation and get its error too; a later call tries
/// again, since memory may be available then.
///
/// Not here: the table without locks (LaunchTable.h).

#ifndef CM2TT_RUNTIME_KERNELS_ONCEMAP_H
#define CM2TT_RUNTIME_KERNELS_ONCEMAP_H

#include "Failure.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringMap.h"

#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>

namespace cm2tt::runtime::kernels {

/// Values by name. A created value is kept; a failed creation is tried again by
/// later callers, unless the failure is lasting, while those who waited for it
/// get the same error.
template <typename T> class OnceMap {
public:
  using Result = llvm::Expected<std::shared_ptr<T>>;

  /// Returns the value of `name`: created by `make` if there is none, or after
  /// waiting for the thread that creates it.
  Result get(llvm::StringRef name, llvm::function_ref<Result()> make) {
    std::unique_lock<std::mutex> lock(mutex);
    std::shared_ptr<Slot> &known = slots[name];
    if (known) {
      std::shared_ptr<Slot> slot = known;
      changed.wait(lock, [&] { return slot->isDone; });
      if (slot->failure)
        return slot->failure->toError();
      return slot->value;
    }
    known = std::make_shared<Slot>();
    std::shared_ptr<Slot> slot = known;
    lock.unlock();
    Result result = make();
    lock.lock();
    slot->isDone = true;
    changed.notify_all();
    if (result) {
      slot->value = *result;
      return result;
    }
    slot->failure = Failure::of(result.takeError());
    if (!slot->failure->isLasting())
      slots.erase(name);
    return slot->failure->toError();
  }

  /// Whether there is a value of `name`.
  bool contains(llvm::StringRef name) {
    std::lock_guard<std::mutex> lock(mutex);
    auto known = slots.find(name);
    return known != slots.end() && known->second && known->second->value;
  }

private:
  struct Slot {
    bool isDone = false;
    std::shared_ptr<T> value;
    std::optional<Failure> failure;
  };

  std::mutex mutex;
  std::condition_variable changed;
  llvm::StringMap<std::shared_ptr<Slot>> slots;
};

} // namespace cm2tt::runtime::kernels

#endif // CM2TT_RUNTIME_KERNELS_ONCEMAP_H
