// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Calls of kernels whose faults are errors: an access to memory that is not
/// mapped, or a division by zero.
///
/// A fault belongs to the kernel if a guarded call runs on the thread, and the
/// instruction is one of the kernel's code or of a function without a frame
/// that this code calls, such as `memcpy`. The frames between the fault and the
/// call are then those of the kernel, which owns no lock, allocates nothing and
/// has no destructors: its tiles are in the scratch memory of the launch. So
/// the call can be left without unwinding. All other faults are passed on; a
/// JVM's are in its own code, and those of the thread's stack have addresses
/// near the stack pointer.
///
/// The handler does not leave itself: it changes the context in which the
/// thread continues, so that the system restores the signal mask and the
/// alternate stack, and `longjmp` is called outside of any handler.
///
/// Where a fault is passed on although the thread runs a kernel, such as one in
/// `printf`, which holds a lock, a line on standard error names the kernel.
///
/// A thread that left a call takes no more programs, and leaves the job like
/// any other: what it holds, such as the lock of the device, belongs to the
/// callers of the guard, and is not left. The cost is a `setjmp` for each call
/// of a kernel, and a launch has few calls.
///
/// Not here: signal handlers (Driver/FaultHandlers.h), the texts of errors
/// (KernelFault.cpp).

#ifndef CM2TT_RUNTIME_LIB_CPU_KERNELGUARD_H
#define CM2TT_RUNTIME_LIB_CPU_KERNELGUARD_H

#include "CpuInternals.h"

#include "cm2tt/Compiler/HostKernel.h"

#include <atomic>
#include <csetjmp>
#include <csignal>
#include <cstdint>
#include <optional>
#include <pthread.h>

namespace cm2tt::runtime::cpu {

/// A fault of a kernel.
struct MachineFault {
  /// SIGSEGV, SIGBUS or SIGFPE.
  int signal = 0;
  /// The address of a SIGSEGV or SIGBUS; nothing if the processor does not
  /// report it.
  std::optional<uint64_t> address;
};

/// A kernel and its code.
struct GuardedKernel {
  HostKernel function = nullptr;
  CodeRange code;
  const char *name = "";
};

/// The guard of the calls of one thread at a time. Signal handlers search the
/// list of all guards, so they are reused and never freed.
class KernelGuard {
public:
  /// Takes a guard that is not in use. The first call installs the handlers.
  static KernelGuard &take();
  /// Returns it.
  void giveBack() { isUsed = false; }

  /// Calls a kernel and writes its result. False if it had a fault; the
  /// programs of the call are then done in part.
  bool call(const GuardedKernel &kernel, const HostLaunch *launch,
            const void *const *arguments, int32_t &result);
  /// The fault of the last call, if it had one.
  const MachineFault &fault() const { return lastFault; }

private:
  static KernelGuard *find();
  static bool takeFault(int signal, siginfo_t *info, void *context);
  [[noreturn]] static void resume(KernelGuard *guard);

  std::atomic<bool> isUsed{true};
  /// Whether `thread` runs a kernel.
  std::atomic<bool> isActive{false};
  std::atomic<pthread_t> thread{};
  const GuardedKernel *kernel = nullptr;
  MachineFault lastFault;
  jmp_buf before;
  KernelGuard *next = nullptr;
};

} // namespace cm2tt::runtime::cpu

#endif // CM2TT_RUNTIME_LIB_CPU_KERNELGUARD_H
