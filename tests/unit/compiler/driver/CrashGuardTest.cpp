// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Guarded work that crashes, while the process, its threads and the allocator
/// continue.
///
/// Not here: handlers of the process (FaultHandlersTest.cpp).

#include "CrashGuard.h"

#include "llvm/Support/ErrorHandling.h"

#include "gtest/gtest.h"

#include <alloca.h>
#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <sys/mman.h>
#include <thread>
#include <unistd.h>
#include <vector>

using namespace cm2tt;

// The functions overflow the stack on purpose.
#pragma GCC diagnostic ignored "-Wpragmas"
#pragma GCC diagnostic ignored "-Winfinite-recursion"

/// Reads from nowhere.
static int fault() {
  volatile int *volatile nowhere = nullptr;
  return *nowhere;
}

/// Overflows the stack.
static int recurse(volatile int depth) {
  volatile char frame[4096];
  frame[0] = static_cast<char>(depth);
  return recurse(depth + 1) + frame[0];
}

/// Overflows the stack while it allocates memory, as a compiler does.
static size_t recurseAndAllocate(unsigned depth, unsigned seed) {
  volatile char frame[96];
  frame[0] = static_cast<char>(depth);
  seed = seed * 1103515245 + 12345;
  // Sizes of all classes of the allocator.
  void *volatile all[3];
  for (unsigned i = 0; i < 3; ++i)
    all[i] = std::malloc((seed >> 8) % 3000 * i + 40);
  for (void *memory : all)
    std::free(memory);
  return recurseAndAllocate(depth + 1, seed) + frame[0];
}

/// Reads after the end of a file.
static int readBeyondFile() {
  std::FILE *file = std::tmpfile();
  void *memory =
      mmap(nullptr, 4096, PROT_READ, MAP_PRIVATE, fileno(file), /*offset=*/0);
  return *static_cast<volatile char *>(memory);
}

static int divideByZero() {
  volatile int seven = 7, zero = 0;
  return seven / zero;
}

/// The signal that ends the work; 0 if none does, -1 if something else does.
static int signalOf(llvm::function_ref<void()> work) {
  std::optional<Crash> crash = callGuarded(work);
  if (!crash)
    return 0;
  return crash->signal ? crash->signal : -1;
}

TEST(CrashGuard, WorkIsDone) {
  int done = 0;
  EXPECT_FALSE(callGuarded([&] { done = 7; }));
  EXPECT_EQ(done, 7);
}

TEST(CrashGuard, FaultsEndTheWork) {
  int done = 0;
  EXPECT_EQ(signalOf([&] { done = fault() + 1; }), SIGSEGV);
  EXPECT_EQ(signalOf([&] { std::abort(); }), SIGABRT);
  EXPECT_EQ(signalOf([&] { __builtin_trap(); }), SIGILL);
  EXPECT_EQ(signalOf([&] { raise(SIGTRAP); }), SIGTRAP);
  EXPECT_EQ(signalOf([&] { done = readBeyondFile() + 1; }), SIGBUS);
#ifdef __x86_64__
  EXPECT_EQ(signalOf([&] { done = divideByZero() + 1; }), SIGFPE);
#else
  (void)divideByZero;
#endif
  EXPECT_EQ(signalOf([&] { done = recurse(0); }), SIGSEGV);
  EXPECT_EQ(done, 0);
  EXPECT_EQ(signalOf([&] { done = 1; }), 0);
  EXPECT_EQ(done, 1);
}

TEST(CrashGuard, TheReasonIsForPeople) {
  EXPECT_EQ(callGuarded([] { fault(); })->reason,
            "by signal 11 (Segmentation fault)");
}

// LLVM ends the process by `abort` or `exit`.
TEST(CrashGuard, ErrorsThatLLVMDoesNotReturnFromEndTheWork) {
  std::optional<Crash> crash =
      callGuarded([] { llvm::report_fatal_error("cannot select"); });
  ASSERT_TRUE(crash);
  EXPECT_EQ(crash->signal, 0);
  EXPECT_EQ(crash->reason, "by a fatal error of LLVM: cannot select");
  crash = callGuarded([] { llvm::reportFatalUsageError("unsupported"); });
  ASSERT_TRUE(crash);
  EXPECT_EQ(crash->reason, "by a fatal error of LLVM: unsupported");
  std::string longer(5000, 'x');
  crash = callGuarded([&] { llvm::reportFatalUsageError(longer.c_str()); });
  ASSERT_TRUE(crash);
  EXPECT_EQ(crash->reason,
            "by a fatal error of LLVM: " + longer.substr(0, 1023));
}

TEST(CrashGuardDeathTest, ErrorsOfLLVMElsewhereEndTheProcess) {
  EXPECT_EXIT(
      {
        callGuarded([] {});
        llvm::reportFatalUsageError("unsupported");
      },
      testing::ExitedWithCode(1), "LLVM ERROR: unsupported");
}

TEST(CrashGuard, GuardedWorkGuardsWork) {
  int inner = 0, done = 0;
  EXPECT_EQ(signalOf([&] {
              inner = signalOf([] { fault(); });
              done = 1;
              std::abort();
            }),
            SIGABRT);
  EXPECT_EQ(inner, SIGSEGV);
  EXPECT_EQ(done, 1);
}

TEST(CrashGuard, ManyThreads) {
  std::atomic<unsigned> crashed{0}, done{0};
  std::vector<std::thread> threads;
  for (unsigned thread = 0; thread < 8; ++thread)
    threads.emplace_back([&, thread] {
      for (unsigned i = 0; i < 40; ++i)
        if ((i + thread) % 2)
          crashed += signalOf([] { fault(); }) == SIGSEGV;
        else
          done += signalOf([] {}) == 0;
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(crashed, 160u);
  EXPECT_EQ(done, 160u);
}

// Sanitizers replace the allocator.
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)

/// The resident memory of the process in bytes.
static size_t residentBytes() {
  size_t all = 0, resident = 0;
  std::FILE *file = std::fopen("/proc/self/statm", "r");
  if (!file || std::fscanf(file, "%zu %zu", &all, &resident) != 2)
    ADD_FAILURE() << "/proc/self/statm cannot be read";
  if (file)
    std::fclose(file);
  return resident * sysconf(_SC_PAGESIZE);
}

// Without a reserve, about half of these would stop with the allocator's lock.
TEST(CrashGuard, AUsedUpStackLeavesTheAllocatorAlone) {
  for (unsigned i = 0; i < 20; ++i) {
    size_t sum = 0;
    ASSERT_EQ(signalOf([&] {
                // Each overflow occurs in another function.
                volatile char *begin = static_cast<char *>(alloca(48 * i + 1));
                begin[0] = 0;
                sum = recurseAndAllocate(0, i);
              }),
              SIGSEGV);
    ASSERT_EQ(sum, 0u);
    // This blocks if a lock is held.
    std::thread([] {
      std::vector<std::string> texts(1000, std::string(2000, 'x'));
    }).join();
  }
}

TEST(CrashGuard, AUsedUpStackIsGivenBack) {
  (void)signalOf([] { recurse(0); });
  const size_t before = residentBytes();
  for (int i = 0; i < 10; ++i)
    EXPECT_EQ(signalOf([] { recurse(0); }), SIGSEGV);
  EXPECT_LT(residentBytes(), before + (size_t(64) << 20));
}

#ifdef __GLIBC__
/// Writes to memory that was freed.
static void writeTwoWords(volatile uintptr_t address, uintptr_t value) {
  auto *words = reinterpret_cast<volatile uintptr_t *>(address);
  words[0] = words[1] = value;
}

/// Has `free` fault while it holds a lock, by a damaged list of free blocks.
static void damageAllocator() {
  void *volatile all[3];
  for (void *volatile &memory : all)
    memory = std::malloc(5000);
  const uintptr_t address = reinterpret_cast<uintptr_t>(all[0]);
  std::free(all[0]);
  writeTwoWords(address, 0x10);
  std::free(all[1]);
}

TEST(CrashGuardDeathTest, TheProcessEndsIfTheAllocatorCannotGoOn) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(callGuarded(damageAllocator), testing::KilledBySignal(SIGSEGV),
              "the compiler crashed while it held the lock of the memory "
              "allocator: the process cannot continue");
}
#endif
#endif
