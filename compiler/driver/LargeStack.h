// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Runs work that needs a large stack, on any thread: passes walk nested
/// regions recursively, and threads of a JVM have a megabyte or less. If less
/// than 7 MB are left, the work runs on a thread with 64 MB.

#ifndef CM2TT_COMPILER_DRIVER_LARGESTACK_H
#define CM2TT_COMPILER_DRIVER_LARGESTACK_H

#include "llvm/ADT/STLFunctionalExtras.h"

#include <cstddef>
#include <pthread.h>

namespace cm2tt {

/// The size in bytes of a stack that is sufficient for any valid input. Pages
/// are allocated when they are first accessed.
constexpr size_t largeStackBytes = size_t(64) << 20;

/// Starts a thread that calls `work` with `data`, and returns whether that
/// succeeded. Signals from outside are blocked on it, since a program expects
/// them on its own threads.
bool startThread(pthread_t &thread, const pthread_attr_t &attributes,
                 void *(*work)(void *), void *data);

/// Calls `work`: on this thread if its stack has room enough, else on a new one
/// that has, while this one waits. There, variables of the thread are not this
/// one's; signals are handled by other threads.
void withLargeStack(llvm::function_ref<void()> work);

} // namespace cm2tt

#endif // CM2TT_COMPILER_DRIVER_LARGESTACK_H
