// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Queues of work for the CPU, and their entries.
///
/// A stream has a thread that executes its work in order. A failure cancels the
/// work queued after it. It is stored and reported once, by the next call on
/// that stream or by the next `copyOut`; until then the stream accepts no work.
/// A wait for a later event fails too, so that nothing waits for ever.

#ifndef CM2TT_RUNTIME_LIB_CPU_CPUSTREAMINTERNALS_H
#define CM2TT_RUNTIME_LIB_CPU_CPUSTREAMINTERNALS_H

#include "cm2tt/Runtime/Completions.h"

#include "cm2tt/Runtime/Device.h"

#include "llvm/ADT/SmallVector.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <pthread.h>
#include <vector>

namespace cm2tt::runtime::cpu {

struct CpuKernel;

/// A point in a stream, reached when all before it is done or was given up.
class Mark {
public:
  using Time = std::chrono::steady_clock::time_point;
  /// It is reached now; `failed`: what was before it was given up.
  void reach(bool failed);
  /// Waits until it is reached; whether all before it was done.
  bool wait();
  /// Whether it is reached.
  bool isReached();
  /// When it was reached; wait first.
  Time time() const { return reachedAt; }

private:
  std::mutex mutex;
  std::condition_variable came;
  bool reached = false, failed = false;
  Time reachedAt;
};

/// Something to do.
struct Work {
  enum class Kind {
    Launch,
    Copy,
    Fill,
    Reach,
    Wait,
    Finish
  } kind = Kind::Launch;

  /// Launch: the kernel, its grid, the values of its arguments, and
  /// LaunchAttributes::extents.
  CpuKernel *kernel = nullptr;
  Dim3 grid = {};
  llvm::SmallVector<uint64_t, 16> values;
  std::vector<uint64_t> extents;

  /// Copy, Fill.
  char *to = nullptr;
  const char *from = nullptr;
  uint64_t bytes = 0;
  FillValue value;

  /// Reach, Wait.
  std::shared_ptr<Mark> mark;

  /// Finish.
  CompletionTicket ticket;
};

/// The captured work of all streams, in the order of the calls.
struct CapturedWork {
  std::vector<Work> works;
  /// The stream on which the capture began.
  StreamHandle origin = 0;
  /// Whether the capture is going on.
  bool open = true;
};

/// Does the work of streams, on their threads.
class Worker {
public:
  virtual llvm::Error perform(Work &work) = 0;

protected:
  ~Worker() = default;
};

/// A queue of work and the thread that does it.
class WorkStream {
public:
  /// `failures` counts the streams that keep a failure.
  WorkStream(Worker &worker, std::atomic<unsigned> &failures)
      : worker(worker), failures(failures) {}
  /// Waits for all work.
  ~WorkStream();
  /// Starts the thread. Fails if the system has no more.
  llvm::Error start();

  /// Queues work, which is all that it waits for; or gives the failure that is
  /// kept.
  llvm::Error submit(llvm::ArrayRef<Work> works);
  llvm::Error submit(Work &&work);
  /// Waits until all that is queued now is done or given up.
  void drain();
  /// Whether all that is queued now is done or given up.
  bool isDone() const { return finished >= queued; }
  /// Waits while too much work is queued: a caller that queues work faster than
  /// it is executed would use more and more memory, and waiting for it would
  /// take longer and longer.
  void keepUp();
  /// The failure that is kept, if any; it is kept no more.
  llvm::Error takeFailure();

  /// The capture of the stream's work, if any. Protected by the lock of the
  /// device.
  std::shared_ptr<CapturedWork> capture;
  /// Whether it was given back and only its work is left. Of the device, too.
  bool isClosed = false;

private:
  static void *serveThread(void *stream);
  void serve();
  void spin(uint64_t seen) const;
  void wakeThread();
  llvm::Error takeFailureLocked();
  void giveUp(llvm::Error reason, llvm::MutableArrayRef<Work> rest);

  /// How much may be queued.
  static constexpr uint64_t mostBehind = 1024;

  Worker &worker;
  std::atomic<unsigned> &failures;
  std::mutex mutex;
  std::condition_variable workCame, workDone;
  /// The work that the thread has not taken yet.
  std::vector<Work> pending;
  std::optional<llvm::Error> failure;
  /// The number of works that were queued, and of those that were executed or
  /// cancelled.
  std::atomic<uint64_t> queued{0}, finished{0};
  bool sleeping = false, ending = false, started = false;
  pthread_t thread = {};
};

} // namespace cm2tt::runtime::cpu

#endif // CM2TT_RUNTIME_LIB_CPU_CPUSTREAMINTERNALS_H
