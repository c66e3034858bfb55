// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Handlers of a process that were installed before or after the first guarded
/// work: they are called as if there were no other. Each test has a process of
/// its own, since handlers are installed once.
///
/// Not here: the JVM's handlers (java/runtime/.../CrashGuardTest.java).

#include "CrashGuard.h"

#include "gtest/gtest.h"

#include <atomic>
#include <csetjmp>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <unistd.h>

using namespace cm2tt;

namespace {
/// Runs each test in a new process.
class FaultHandlersDeathTest : public testing::Test {
protected:
  void SetUp() override { GTEST_FLAG_SET(death_test_style, "threadsafe"); }
};
} // namespace

/// Writes to an address without memory.
static void writeTo(uintptr_t address) {
  volatile int *volatile target = reinterpret_cast<int *>(address);
  *target = 1;
}

/// Whether a crash of guarded work is survived.
static bool isGuarded() {
  std::optional<Crash> crash = callGuarded([] { writeTo(0); });
  return crash && crash->signal == SIGSEGV;
}

/// Ends the process with the line of a condition that does not hold.
#define REQUIRE(condition)                                                     \
  if (!(condition)) {                                                          \
    std::fprintf(stderr, "line %d: %s\n", __LINE__, #condition);               \
    _exit(1);                                                                  \
  }

static struct sigaction actionOf(int signal) {
  struct sigaction action;
  sigaction(signal, nullptr, &action);
  return action;
}

//===----------------------------------------------------------------------===//
// Earlier handlers
//===----------------------------------------------------------------------===//

/// A handler that, as a JVM's, continues after faults of its own threads.
static thread_local sigjmp_buf leave;
static std::atomic<unsigned> ownFaults{0};
static std::atomic<void *> ownAddress{nullptr};
/// Whether the signals are blocked in the handler.
static std::atomic<bool> blocksUser{false}, blocksFault{false};

static void handleOwn(int signal) {
  sigset_t mask;
  pthread_sigmask(SIG_BLOCK, nullptr, &mask);
  blocksUser = sigismember(&mask, SIGUSR1);
  blocksFault = sigismember(&mask, signal);
  ++ownFaults;
  siglongjmp(leave, 1);
}

static void handleOwnInfo(int signal, siginfo_t *info, void *context) {
  ownAddress = context ? info->si_addr : nullptr;
  handleOwn(signal);
}

/// Installs it with a mask.
static void registerOwn(int flags) {
  struct sigaction own = {};
  if (flags & SA_SIGINFO)
    own.sa_sigaction = handleOwnInfo;
  else
    own.sa_handler = handleOwn;
  own.sa_flags = flags;
  sigaddset(&own.sa_mask, SIGUSR1);
  sigaction(SIGSEGV, &own, nullptr);
}

/// A fault that the handler handles.
static void faultInHost(uintptr_t address) {
  if (!sigsetjmp(leave, /*savemask=*/1))
    writeTo(address);
}

/// On another thread, while guarded work runs, that crashes in the end.
static bool faultBesideWork(unsigned count) {
  std::optional<Crash> crash = callGuarded([&] {
    std::thread([&] {
      for (unsigned i = 0; i < count; ++i)
        faultInHost(0x10);
    }).join();
    writeTo(0);
  });
  return crash && crash->signal == SIGSEGV;
}

TEST_F(FaultHandlersDeathTest, AHostsHandlerIsCalledAsItWasRegistered) {
  EXPECT_EXIT(
      {
        registerOwn(SA_SIGINFO);
        REQUIRE(faultBesideWork(100));
        REQUIRE(ownFaults == 100);
        REQUIRE(ownAddress == reinterpret_cast<void *>(0x10));
        REQUIRE(blocksUser && blocksFault);
        // While no work is guarded.
        faultInHost(0x20);
        REQUIRE(ownFaults == 101);
        REQUIRE(ownAddress == reinterpret_cast<void *>(0x20));
        _exit(0);
      },
      testing::ExitedWithCode(0), "");
}

TEST_F(FaultHandlersDeathTest, ItsFlagsHold) {
  EXPECT_EXIT(
      {
        registerOwn(SA_NODEFER);
        REQUIRE(faultBesideWork(3));
        REQUIRE(ownFaults == 3);
        REQUIRE(blocksUser && !blocksFault);
        _exit(0);
      },
      testing::ExitedWithCode(0), "");
}

TEST_F(FaultHandlersDeathTest, OneCallOnly) {
  EXPECT_EXIT(
      {
        registerOwn(SA_SIGINFO | static_cast<int>(SA_RESETHAND));
        REQUIRE(faultBesideWork(1));
        REQUIRE(ownFaults == 1);
        writeTo(0x10);
      },
      testing::KilledBySignal(SIGSEGV), "");
}

TEST_F(FaultHandlersDeathTest, IgnoredSignalsAreIgnored) {
  EXPECT_EXIT(
      {
        signal(SIGTRAP, SIG_IGN);
        signal(SIGSEGV, SIG_IGN);
        REQUIRE(isGuarded());
        raise(SIGTRAP);
        raise(SIGSEGV);
        // The kernel does not ignore a fault of an instruction.
        writeTo(0);
      },
      testing::KilledBySignal(SIGSEGV), "");
}

#ifndef __SANITIZE_ADDRESS__ // which has handlers
TEST_F(FaultHandlersDeathTest, WithoutAHandlerTheProcessEnds) {
  EXPECT_EXIT(
      { callGuarded([] { std::thread([] { writeTo(0); }).join(); }); },
      testing::KilledBySignal(SIGSEGV), "");
  EXPECT_EXIT(
      { callGuarded([] { std::thread([] { std::abort(); }).join(); }); },
      testing::KilledBySignal(SIGABRT), "");
  for (int signal : {SIGTRAP, SIGBUS, SIGFPE, SIGILL})
    EXPECT_EXIT(
        {
          callGuarded([] {});
          raise(signal);
        },
        testing::KilledBySignal(signal), "");
}
#endif

// `kill` ends the process, whichever thread gets the signal.
TEST_F(FaultHandlersDeathTest, WhatIsSentIsNotTheWorks) {
  EXPECT_EXIT(
      {
        sigset_t abort;
        sigemptyset(&abort);
        sigaddset(&abort, SIGABRT);
        pthread_sigmask(SIG_BLOCK, &abort, nullptr);
        callGuarded([] {
          kill(getpid(), SIGABRT);
          for (;;)
            pause();
        });
      },
      testing::KilledBySignal(SIGABRT), "");
}

//===----------------------------------------------------------------------===//
// Later handlers
//===----------------------------------------------------------------------===//

static struct sigaction beforeLater;
static std::atomic<unsigned> laterFaults{0};

/// Takes faults at 0x30 and calls the handler before it for others.
static void handleLater(int signal, siginfo_t *info, void *context) {
  if (info->si_addr == reinterpret_cast<void *>(0x30)) {
    ++laterFaults;
    siglongjmp(leave, 1);
  }
  beforeLater.sa_sigaction(signal, info, context);
}

static void registerLater() {
  struct sigaction later = {};
  later.sa_sigaction = handleLater;
  later.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigaction(SIGSEGV, &later, &beforeLater);
}

TEST_F(FaultHandlersDeathTest, ALaterHandlerStaysInFront) {
  EXPECT_EXIT(
      {
        registerOwn(SA_SIGINFO);
        REQUIRE(isGuarded());
        registerLater();
        REQUIRE(isGuarded());
        REQUIRE(actionOf(SIGSEGV).sa_sigaction == handleLater);
        faultInHost(0x30);
        REQUIRE(laterFaults == 1 && ownFaults == 0);
        // The chain ends at the first handler.
        faultInHost(0x10);
        REQUIRE(laterFaults == 1 && ownFaults == 1);
        _exit(0);
      },
      testing::ExitedWithCode(0), "");
}

TEST_F(FaultHandlersDeathTest, ALaterHandlerMayGo) {
  EXPECT_EXIT(
      {
        registerOwn(SA_SIGINFO);
        REQUIRE(isGuarded());
        registerLater();
        REQUIRE(isGuarded());
        sigaction(SIGSEGV, &beforeLater, nullptr);
        REQUIRE(isGuarded());
        faultInHost(0x30);
        REQUIRE(laterFaults == 0 && ownFaults == 1);
        _exit(0);
      },
      testing::ExitedWithCode(0), "");
}

TEST_F(FaultHandlersDeathTest, WhatWasSetToTheDefaultIsRepaired) {
  EXPECT_EXIT(
      {
        REQUIRE(isGuarded());
        signal(SIGSEGV, SIG_DFL);
        REQUIRE(isGuarded());
        _exit(0);
      },
      testing::ExitedWithCode(0), "");
}

TEST_F(FaultHandlersDeathTest, TheCallersAlternateStackIsUnchanged) {
  stack_t before, after;
  ASSERT_EQ(sigaltstack(nullptr, &before), 0);
  EXPECT_TRUE(isGuarded());
  ASSERT_EQ(sigaltstack(nullptr, &after), 0);
  EXPECT_EQ(after.ss_flags, before.ss_flags);
  EXPECT_EQ(after.ss_sp, before.ss_sp);
}
