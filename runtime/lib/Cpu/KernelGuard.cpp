// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Guarded calls of kernels. The handler is async-signal-safe: it takes no lock
/// and allocates nothing.

#include "KernelGuard.h"

#include "cm2tt/Compiler/FaultHandlers.h"

#include <cstring>
#include <ucontext.h>
#include <unistd.h>

using namespace cm2tt;
using namespace cm2tt::runtime::cpu;

static std::atomic<KernelGuard *> allGuards{nullptr};

KernelGuard &KernelGuard::take() {
  installFaultHandlers(takeFault);
  for (KernelGuard *one = allGuards; one; one = one->next) {
    bool isUsed = false;
    if (one->isUsed.compare_exchange_strong(isUsed, true))
      return *one;
  }
  auto *created = new KernelGuard;
  created->next = allGuards;
  while (!allGuards.compare_exchange_weak(created->next, created))
    ;
  return *created;
}

KernelGuard *KernelGuard::find() {
  for (KernelGuard *one = allGuards; one; one = one->next)
    if (one->isActive && pthread_equal(one->thread, pthread_self()))
      return one;
  return nullptr;
}

//===----------------------------------------------------------------------===//
// The registers of a thread
//===----------------------------------------------------------------------===//

namespace {
/// The context of a signal handler.
struct Registers {
  explicit Registers(void *context)
      : machine(static_cast<ucontext_t *>(context)->uc_mcontext) {}

#if defined(__x86_64__)
  uint64_t instruction() const { return machine.gregs[REG_RIP]; }
  uint64_t stack() const { return machine.gregs[REG_RSP]; }
  /// The address to which a function without a frame returns.
  uint64_t returnAddress() const {
    uint64_t address;
    std::memcpy(&address, reinterpret_cast<const void *>(stack()),
                sizeof(address));
    return address;
  }
  /// Continues at the beginning of a function, with an argument.
  void continueAt(void (*function)(KernelGuard *), KernelGuard *argument) {
    constexpr uint64_t redZone = 128, directionFlag = 0x400;
    // As a call leaves it: the return address is not aligned to 16.
    uint64_t aligned = (stack() - redZone) & ~uint64_t(15);
    machine.gregs[REG_RSP] = static_cast<greg_t>(aligned - 8);
    machine.gregs[REG_RIP] = reinterpret_cast<greg_t>(function);
    machine.gregs[REG_RDI] = reinterpret_cast<greg_t>(argument);
    machine.gregs[REG_EFL] &= ~static_cast<greg_t>(directionFlag);
  }
#elif defined(__aarch64__)
  uint64_t instruction() const { return machine.pc; }
  uint64_t stack() const { return machine.sp; }
  uint64_t returnAddress() const { return machine.regs[30]; }
  void continueAt(void (*function)(KernelGuard *), KernelGuard *argument) {
    machine.sp &= ~uint64_t(15);
    machine.pc = reinterpret_cast<uint64_t>(function);
    machine.regs[0] = reinterpret_cast<uint64_t>(argument);
  }
#else
#error "cm2tt runs kernels on x86-64 and AArch64"
#endif

  mcontext_t &machine;
};
} // namespace

/// Whether the address may be in the guard pages of the thread's stack. A JVM
/// handles these faults, also in native code.
static bool isNearStack(uint64_t address, uint64_t stack) {
  constexpr uint64_t below = uint64_t(256) << 10, above = 4096;
  return address + below >= stack && address < stack + above;
}

/// Whether the thread executes the kernel, and no function that may hold a
/// lock.
static bool isInKernel(const Registers &registers, const CodeRange &code) {
  if (code.contains(registers.instruction()))
    return true;
  return !code.callsLocking && code.contains(registers.returnAddress());
}

/// Names the kernel of a fault that is passed on, once in the process: a
/// profiler may have many faults, which it handles.
static void nameKernel(const char *name) {
  static std::atomic<bool> isNamed{false};
  if (isNamed.exchange(true))
    return;
  for (const char *text :
       {"cm2tt: a fault in a function that the kernel '", name, "' calls\n"})
    (void)!write(STDERR_FILENO, text, std::strlen(text));
}

//===----------------------------------------------------------------------===//
// Faults and calls
//===----------------------------------------------------------------------===//

void KernelGuard::resume(KernelGuard *guard) { longjmp(guard->before, 1); }

bool KernelGuard::takeFault(int signal, siginfo_t *info, void *context) {
  // Not those that were sent by `kill`.
  if ((signal != SIGSEGV && signal != SIGBUS && signal != SIGFPE) || !info ||
      info->si_code <= 0 || !context)
    return false;
  KernelGuard *guard = find();
  if (!guard)
    return false;
  Registers registers(context);
  if (!isInKernel(registers, guard->kernel->code)) {
    nameKernel(guard->kernel->name);
    return false;
  }
  auto address = reinterpret_cast<uint64_t>(info->si_addr);
  if (signal == SIGSEGV && info->si_code != SI_KERNEL &&
      isNearStack(address, registers.stack()))
    return false;
  guard->lastFault.signal = signal;
  // For addresses beyond the address space, the processor reports none.
  guard->lastFault.address.reset();
  if (signal != SIGFPE && info->si_code != SI_KERNEL)
    guard->lastFault.address = address;
  registers.continueAt(resume, guard);
  return true;
}

// Not inlined: `setjmp` restricts the optimization of its caller.
[[gnu::noinline]] bool KernelGuard::call(const GuardedKernel &called,
                                         const HostLaunch *launch,
                                         const void *const *arguments,
                                         int32_t &result) {
  thread.store(pthread_self(), std::memory_order_relaxed);
  kernel = &called;
  if (_setjmp(before)) {
    isActive.store(false, std::memory_order_relaxed);
    return false;
  }
  // The handler runs on this thread, so that only the compiler has to keep the
  // order.
  isActive.store(true, std::memory_order_relaxed);
  std::atomic_signal_fence(std::memory_order_seq_cst);
  result = called.function(launch, arguments);
  std::atomic_signal_fence(std::memory_order_seq_cst);
  isActive.store(false, std::memory_order_relaxed);
  return true;
}
