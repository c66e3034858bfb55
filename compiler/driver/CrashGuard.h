// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Work that may crash in a process that must continue, such as a JVM.
///
/// The work runs on a thread of its own. If it crashes, this thread stops for
/// ever, and the caller continues. Nothing is unwound, destroyed or freed,
/// including the thread's variables, since any of it may be damaged. The cost
/// is the memory of the work and a sleeping thread. Fatal errors of LLVM, after
/// which it calls `exit` or `abort`, are crashes too.
///
/// `llvm::CrashRecoveryContext`, which MLIR's crash reproducers use, replaces
/// the handlers of the process while work is guarded, and sends the faults of
/// other threads again without their address, which ends a JVM. `siglongjmp` on
/// the caller's thread would leave it with what the work changed of it.
///
/// The compiler does not run in a process of its own, since its program would
/// have to be installed beside each host, and started.
///
/// Not here: signal handlers (FaultHandlers.h).

#ifndef CM2TT_COMPILER_DRIVER_CRASHGUARD_H
#define CM2TT_COMPILER_DRIVER_CRASHGUARD_H

#include "llvm/ADT/STLFunctionalExtras.h"

#include <optional>
#include <string>

namespace cm2tt {

/// A crash of guarded work.
struct Crash {
  /// SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP or SIGABRT; 0 for a fatal error
  /// of LLVM (`llvm::report_fatal_error`), after which LLVM ends the process.
  int signal = 0;
  /// The rest of a sentence that begins with "the compiler crashed": "by signal
  /// 11 (Segmentation fault)".
  std::string reason;
};

/// Calls `work` on a thread with a large stack and waits for it. Returns
/// nothing if the work returned, or its crash. After a crash, the work's memory
/// is lost, its locks stay locked, and objects that it was changing must
/// neither be used nor be destroyed. If no thread can be started, the work runs
/// on the calling thread and is not guarded.
///
/// If the work crashed while it held the lock of the memory allocator, the
/// process could not continue: it ends after a message, as without a guard.
std::optional<Crash> callGuarded(llvm::function_ref<void()> work);

} // namespace cm2tt

#endif // CM2TT_COMPILER_DRIVER_CRASHGUARD_H
