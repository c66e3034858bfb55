// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Guarded work crashes; the process, its handlers and its threads do not.

#include "CrashGuard.h"

#include "gtest/gtest.h"

#include <atomic>
#include <csetjmp>
#include <csignal>
#include <cstdlib>
#include <thread>
#include <vector>

using namespace cm2tt;

/// Reads from nowhere.
static int fault() {
  volatile int *volatile nowhere = nullptr;
  return *nowhere;
}

/// Uses up the stack.
static int recurse(volatile int depth) {
  volatile char frame[4096];
  frame[0] = static_cast<char>(depth);
  return recurse(depth + 1) + frame[0];
}

static struct sigaction actionOf(int signal) {
  struct sigaction action;
  sigaction(signal, nullptr, &action);
  return action;
}

TEST(CrashGuard, WorkIsDone) {
  int done = 0;
  EXPECT_EQ(callGuarded([&] { done = 7; }), 0);
  EXPECT_EQ(done, 7);
}

TEST(CrashGuard, FaultsEndTheWork) {
  int done = 0;
  EXPECT_EQ(callGuarded([&] { done = fault() + 1; }), SIGSEGV);
  EXPECT_EQ(callGuarded([&] { std::abort(); }), SIGABRT);
  EXPECT_EQ(callGuarded([&] { __builtin_trap(); }), SIGILL);
  EXPECT_EQ(callGuarded([&] { done = recurse(0); }), SIGSEGV);
  EXPECT_EQ(done, 0);
  EXPECT_EQ(callGuarded([&] { done = 1; }), 0);
  EXPECT_EQ(done, 1);
}

TEST(CrashGuard, HandlersAreAsBefore) {
  struct sigaction before = {}, old;
  before.sa_handler = SIG_IGN;
  ASSERT_EQ(sigaction(SIGTRAP, &before, &old), 0);
  stack_t stack;
  ASSERT_EQ(sigaltstack(nullptr, &stack), 0);
  callGuarded([] { fault(); });
  callGuarded([] {});
  EXPECT_EQ(actionOf(SIGTRAP).sa_handler, SIG_IGN);
  EXPECT_EQ(actionOf(SIGSEGV).sa_handler, SIG_DFL);
  stack_t after;
  ASSERT_EQ(sigaltstack(nullptr, &after), 0);
  EXPECT_EQ(after.ss_flags, stack.ss_flags);
  EXPECT_EQ(after.ss_sp, stack.ss_sp);
  sigaction(SIGTRAP, &old, nullptr);
}

/// What a JVM does: faults of its own threads are its daily business.
static thread_local sigjmp_buf ownLeave;
static std::atomic<unsigned> ownFaults{0};
static std::atomic<void *> ownAddress{nullptr};

static void handleOwn(int, siginfo_t *info, void *) {
  ++ownFaults;
  ownAddress = info->si_addr;
  siglongjmp(ownLeave, 1);
}

TEST(CrashGuard, FaultsOfOtherThreadsGoToTheirHandler) {
  struct sigaction own = {}, old;
  own.sa_sigaction = handleOwn;
  own.sa_flags = SA_SIGINFO;
  ASSERT_EQ(sigaction(SIGSEGV, &own, &old), 0);
  int signal = callGuarded([] {
    std::thread other([] {
      for (unsigned i = 0; i < 100; ++i)
        if (!sigsetjmp(ownLeave, 1)) {
          volatile int *volatile place = reinterpret_cast<int *>(0x10);
          *place = 1;
        }
    });
    other.join();
    fault();
  });
  EXPECT_EQ(signal, SIGSEGV);
  EXPECT_EQ(ownFaults, 100u);
  EXPECT_EQ(ownAddress, reinterpret_cast<void *>(0x10));
  EXPECT_EQ(actionOf(SIGSEGV).sa_sigaction, handleOwn);
  sigaction(SIGSEGV, &old, nullptr);
}

TEST(CrashGuard, ManyThreads) {
  std::atomic<unsigned> crashed{0}, done{0};
  std::vector<std::thread> threads;
  for (unsigned thread = 0; thread < 8; ++thread)
    threads.emplace_back([&, thread] {
      for (unsigned i = 0; i < 200; ++i)
        if ((i + thread) % 2)
          crashed += callGuarded([] { fault(); }) == SIGSEGV;
        else
          done += callGuarded([] {}) == 0;
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(crashed, 800u);
  EXPECT_EQ(done, 800u);
}

TEST(CrashGuardDeathTest, FaultsOutsideEndTheProcess) {
  EXPECT_EXIT(
      { callGuarded([] { std::thread([] { fault(); }).join(); }); },
      testing::KilledBySignal(SIGSEGV), "");
  EXPECT_EXIT(
      { callGuarded([] { std::thread([] { std::abort(); }).join(); }); },
      testing::KilledBySignal(SIGABRT), "");
}
