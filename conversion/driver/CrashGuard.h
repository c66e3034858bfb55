// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Work that may crash inside of a process that must not end by it, such as a
/// JVM.
///
/// Not `llvm::CrashRecoveryContext`: it takes the process's signal handlers
/// away while work is guarded, and a JVM has faults on other threads all the
/// time, by which it finds null pointers and stops threads. Here, a fault
/// outside of guarded work goes to the handler that was installed before, with
/// all that the kernel said of it.

#ifndef CM2TT_DRIVER_CRASHGUARD_H
#define CM2TT_DRIVER_CRASHGUARD_H

#include "llvm/ADT/STLFunctionalExtras.h"

namespace cm2tt {

/// Calls `work` on this thread and returns 0; or, where a fault or `abort` ends
/// it, the signal's number (SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT).
/// Then no destructor of what `work` had begun runs: what it allocated is lost,
/// what it locked stays locked, and what it was changing must not be used
/// again. Not reentrant: guarded work does not guard work.
int callGuarded(llvm::function_ref<void()> work);

} // namespace cm2tt

#endif // CM2TT_DRIVER_CRASHGUARD_H
