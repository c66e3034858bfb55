// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The parts of the CPU device: object code in memory, threads, and the
/// distribution of a grid to them.
///
/// Not here: the device itself (CpuDevice.h).

#ifndef CM2TT_RUNTIME_CPUINTERNALS_H
#define CM2TT_RUNTIME_CPUINTERNALS_H

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <pthread.h>
#include <vector>

namespace cm2tt::runtime::cpu {

/// Tells the processor that this is a loop that waits.
inline void relax() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

/// How often to look before sleeping: some ten microseconds.
constexpr unsigned waitingSpins = 1000;

/// The addresses of linked code.
struct CodeRange {
  uint64_t begin = 0, end = 0;
  /// Whether it calls functions that may hold locks: those that print.
  bool callsLocking = false;

  bool contains(uint64_t address) const {
    return begin <= address && address < end;
  }
};

/// Object code that was linked into this process; unmapped with its owner.
class ObjectCode {
public:
  /// Links `image`, an ELF relocatable for this processor. What it does not
  /// define comes from the C library. Fails if it is something else, damaged,
  /// or needs what is not there.
  static llvm::Expected<std::unique_ptr<ObjectCode>>
  load(llvm::StringRef image);
  ~ObjectCode();

  /// The addresses of the code.
  const CodeRange &range() const { return code; }
  /// The address of a symbol that the image exports; null if it does not.
  void *symbol(llvm::StringRef name) const { return symbols.lookup(name); }

private:
  ObjectCode();
  class Linking;
  struct Memory;

  std::unique_ptr<Memory> memory;
  CodeRange code;
  llvm::StringMap<void *> symbols;
};

/// The programs of a grid that no thread has taken yet: first come, first
/// served, in ever smaller chunks of consecutive programs, so that tiny
/// programs cost few calls and all threads end together.
class ProgramQueue {
public:
  /// The programs [0, total), for that many threads. At most 2^63.
  ProgramQueue(uint64_t total, unsigned threads)
      : total(total), threads(threads) {}

  /// Takes a chunk, if one is left.
  bool take(uint64_t &begin, uint64_t &end);
  /// Leaves nothing to take.
  void drop() { next.store(total, std::memory_order_relaxed); }
  /// The number of remaining programs.
  uint64_t left() const {
    return total - std::min(next.load(std::memory_order_relaxed), total);
  }

  /// The number of programs of the next chunk if `left` remain, at least 1.
  static uint64_t chunk(uint64_t left, unsigned threads);

private:
  std::atomic<uint64_t> next{0};
  const uint64_t total;
  const unsigned threads;
};

/// Threads that work on one job at a time, together with the one that gives it.
///
/// A job is open while its giver works on it. A thread that wakes joins it if
/// it is open, and wakes others if there is enough to do; one that wakes too
/// late sleeps again. So a small job waits for no thread, and a large one is
/// not delayed by waking a hundred threads one after the other. Idle threads
/// spin a moment before they sleep, since a launch often follows another.
class ThreadPool {
public:
  /// The work of threads. Called on each participating thread, at most once;
  /// the giver is number 0. Returns when no work is left.
  struct Job {
    virtual void work(unsigned thread) = 0;
    /// Whether waking another thread is worth it now.
    virtual bool wantsHelp() const = 0;

  protected:
    ~Job() = default;
  };

  /// A pool of no threads yet.
  ThreadPool() = default;
  ~ThreadPool();
  /// Starts all threads but the giver's. Fails if the system has no more.
  llvm::Error start(unsigned threads);
  /// With the giver's.
  unsigned size() const { return static_cast<unsigned>(workers.size()) + 1; }

  /// Works on a job until all have done. One caller at a time.
  void run(Job &job);
  /// Wakes threads that sleep, if there are some, to join the job.
  void wake(unsigned count);

private:
  /// A thread and what it has to know.
  struct Worker {
    ThreadPool *pool;
    unsigned number;
    pthread_t thread;
  };

  static void *serveThread(void *worker);
  void serve(unsigned thread);
  bool spinForJob(uint64_t seen) const;
  uint64_t waitForJob(uint64_t seen);
  bool join(uint64_t state);
  void leave();

  /// Whether the job may be joined, and whether its giver sleeps until the last
  /// one has left.
  static constexpr uint64_t openBit = 1, giverSleepsBit = 2;
  /// The number of threads that work, in addition to the giver: 14 bits.
  static constexpr uint64_t oneActive = 4, activeMask = 0xfffc;
  /// Which job it is.
  static constexpr uint64_t oneJob = 0x10000;
  /// The most threads that the counter above has room for.
  static constexpr unsigned maxThreads = 0x3fff;

  /// Everything about the current job that decides, in one word.
  alignas(64) std::atomic<uint64_t> state{0};
  alignas(64) std::atomic<unsigned> sleepers{0};
  std::atomic<bool> ending{false};
  Job *job = nullptr;
  std::mutex mutex;
  std::condition_variable jobCame, allLeft;
  std::vector<Worker> workers;
};

} // namespace cm2tt::runtime::cpu

#endif // CM2TT_RUNTIME_CPUINTERNALS_H
