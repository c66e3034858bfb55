// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The stack of a thread with guarded work: a large stack with a reserve, and
/// an alternate stack for signal handlers.
///
/// The reserve is for functions of the C library. When a recursion that
/// allocates memory overflows the stack, about half of the overflows occur
/// inside of `malloc` or `free`, which then hold a lock of the whole process. A
/// thread that stopped there would block all others. The stack therefore grows
/// into the reserve until the overflow occurs in other code.

#ifndef CM2TT_COMPILER_DRIVER_GUARDEDSTACK_H
#define CM2TT_COMPILER_DRIVER_GUARDEDSTACK_H

#include <csignal>
#include <cstddef>
#include <pthread.h>

namespace cm2tt {

/// One range of memory, from low to high addresses: an inaccessible page, the
/// alternate stack, an inaccessible page, the reserve, the stack. Pages are
/// allocated when they are first accessed.
class GuardedStack {
public:
  GuardedStack() = default;
  GuardedStack(const GuardedStack &) = delete;

  /// Reserves the memory and sets the stack in the attributes of a thread.
  /// Returns whether that succeeded.
  bool allocate(pthread_attr_t &attributes);
  /// Releases the memory after the thread has ended.
  void release();

  /// Installs the alternate stack on the calling thread, whose stack this is.
  void installAlternate();
  /// Restores the previous alternate stack, such as that of a sanitizer.
  void restoreAlternate();
  /// Adds memory of the reserve to the stack if the fault is a stack overflow
  /// in the C library. Returns whether the thread can continue. Called by a
  /// signal handler.
  bool grow(const siginfo_t *info, const void *context);
  /// Whether an address is on the alternate stack.
  bool isAlternate(const void *address) const;
  /// Releases the memory of all frames below `frame`, of a thread that runs on
  /// the alternate stack and never returns.
  void dropBelow(const void *frame);

private:
  char *whole = nullptr;
  /// The lowest accessible address of the stack.
  char *lowest = nullptr;
  /// The previous alternate stack of the thread.
  stack_t before = {};
};

} // namespace cm2tt

#endif // CM2TT_COMPILER_DRIVER_GUARDEDSTACK_H
