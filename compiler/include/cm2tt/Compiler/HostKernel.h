// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The interface of a kernel that is compiled for a CPU: its one exported
/// symbol has the kernel's name, C's calling convention and this type. The
/// structs are those of C, so that other languages than C++ can call the
/// kernel.
///
/// All kernels have this entry point, with a range of programs and pointers to
/// the arguments: there is no signature to build at run time, and one call runs
/// many programs.
///
/// The object code has no other undefined symbols than those of the C library:
/// `printf`, mathematical functions, `memcpy` and similar ones.
///
/// Not here: arguments and operations that can fail (KernelMetadata in
/// Compiler.h); loading the object code (runtime).

#ifndef CM2TT_COMPILER_HOSTKERNEL_H
#define CM2TT_COMPILER_HOSTKERNEL_H

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace cm2tt {

/// How a compiled CPU kernel is called: runs the programs [begin, end) of the
/// grid one after the other.
struct HostLaunch {
  /// Programs, counted with x fastest: x + grid[0] * (y + grid[1] * z).
  uint64_t begin, end;
  /// Programs along x, y, z.
  uint32_t grid[3];
  /// 0.
  uint32_t reserved;
  /// KernelMetadata::scratchBytes bytes, aligned to 64, of this call alone; may
  /// be null if that is 0.
  void *scratch;
  /// Handed to the functions below.
  void *context;
  /// The assertion KernelMetadata::sites[site] failed for the element with that
  /// row-major index in the tile, 0 for a scalar. The kernel then returns 1 at
  /// once.
  void (*fail)(void *context, uint32_t site, uint64_t program,
               uint64_t element);
  /// Checked kernels only; others may have null. Asked before each access of
  /// an element whose mask is true; 0: do not, and a load then gives `other`
  /// or 0. `value` is what a store writes, little endian and as many bytes as
  /// the site says; null for loads and atomics. With the site `barrier`, the
  /// program has passed one, and the answer is ignored.
  int32_t (*access)(void *context, uint32_t site, uint64_t program,
                    uint64_t element, void *address, const void *value);

  static constexpr uint32_t barrier = UINT32_MAX;
};

// The compiler writes these numbers into kernels.
static_assert(std::is_standard_layout_v<HostLaunch> && sizeof(void *) == 8);
static_assert(offsetof(HostLaunch, grid) == 16);
static_assert(offsetof(HostLaunch, scratch) == 32);
static_assert(offsetof(HostLaunch, access) == 56);
static_assert(sizeof(HostLaunch) == 64);

/// A kernel. `arguments[i]` points to the value of the i-th of
/// KernelMetadata::parameters: 8 bytes of a pointer, one byte of an i1. Gives
/// 0: done; 1: an assertion failed.
using HostKernel = int32_t (*)(const HostLaunch *launch,
                               const void *const *arguments);

} // namespace cm2tt

#endif // CM2TT_COMPILER_HOSTKERNEL_H
