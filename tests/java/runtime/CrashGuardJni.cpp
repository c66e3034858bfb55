// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Guarded work that crashes: the native method of CrashGuardTest.java.

#include "CrashGuard.h"

#include "llvm/Support/ErrorHandling.h"

#include <csignal>
#include <cstdlib>
#include <jni.h>

// The function overflows the stack on purpose.
#pragma GCC diagnostic ignored "-Wpragmas"
#pragma GCC diagnostic ignored "-Winfinite-recursion"

/// Overflows the stack while it allocates memory.
static int recurse(volatile int depth) {
  volatile char frame[200];
  frame[0] = static_cast<char>(depth);
  void *volatile memory = std::malloc(depth % 5000);
  std::free(memory);
  return recurse(depth + 1) + frame[0];
}

/// Crashes; `kind` is the index in CrashGuardTest.Faults.SIGNALS.
static void crash(int kind) {
  volatile int *volatile nowhere = nullptr;
  volatile int seven = 7, zero = 0;
  switch (kind) {
  case 0:
    *nowhere = 1;
    break;
  case 1:
    std::abort();
  case 2:
    zero = seven / zero;
    break;
  case 3:
    __builtin_trap();
  case 4:
    llvm::reportFatalUsageError("cannot select");
  case 5:
    recurse(0);
    break;
  default:
    break;
  }
}

/// Installs the handlers before a JVM does, in a process that loads this before
/// other libraries (LD_PRELOAD).
[[gnu::constructor]] static void guardBeforeJvm() {
  if (std::getenv("CRASH_GUARD_BEFORE_JVM"))
    cm2tt::callGuarded([] {});
}

/// Returns the signal of the crash; 0 without a crash, -1 for a fatal error of
/// LLVM.
extern "C" JNIEXPORT jint JNICALL
Java_io_github_cm2tt_runtime_internal_CrashGuardTest_00024Faults_crash(
    JNIEnv *, jclass, jint kind) {
  std::optional<cm2tt::Crash> crashed =
      cm2tt::callGuarded([&] { crash(kind); });
  if (!crashed)
    return 0;
  return crashed->signal ? crashed->signal : -1;
}
