// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// A handler of faults in front of the handlers of the process.
///
/// The host may handle faults itself: a JVM finds null pointers and stops
/// threads by faults. The handler passes every fault that neither the compiler
/// nor a compiled kernel caused to the handler that was installed before, with
/// the kernel's information about the fault, and with the mask and the flags of
/// that handler. One difference remains: a thread that has an alternate signal
/// stack uses it (SA_ONSTACK).
///
/// The first guarded work or kernel installs the handler, and it stays
/// installed. If it were removed after each work, a library that installs its
/// own handler meanwhile would keep ours as the previous one; when ours is
/// installed again in front of that handler, each would call the other without
/// end. A handler that stays is installed once, and every chain of handlers
/// ends.
///
/// There are handlers for six signals: SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP
/// and SIGABRT, and none with `no_crash_guard` or CM2TT_CRASH_GUARD=off
/// (CApiTest). LLVM's class for temporary files is not used, since it handles
/// more signals. Handlers that are installed later must call the previous ones.
///
/// Not here: faults of the compiler (CrashGuard.cpp) and of kernels
/// (KernelGuard in the runtime).

#ifndef CM2TT_COMPILER_FAULTHANDLERS_H
#define CM2TT_COMPILER_FAULTHANDLERS_H

#include <csignal>

namespace cm2tt {

/// Handles a fault and returns true, after which the thread continues; or
/// returns false for a fault of the host. It is called in the signal handler,
/// on any thread, with the arguments of `sigaction`'s handlers.
using FaultFunction = bool (*)(int signal, siginfo_t *info, void *context);

/// Installs `takes`, which is called for each fault (SIGSEGV, SIGBUS, SIGFPE,
/// SIGILL, SIGTRAP, SIGABRT) that no function installed earlier handles, before
/// the handlers of the process. At most four functions can be installed. Later
/// calls with a function only install the handler again where the process has
/// restored the default action. A
/// handler that was installed later stays in front; it must call the previous
/// one.
void installFaultHandlers(FaultFunction takes);

} // namespace cm2tt

#endif // CM2TT_COMPILER_FAULTHANDLERS_H
