// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The memory that a checked kernel may access, and the errors of its accesses.
///
/// It reports accesses out of the bounds of their buffer, misaligned accesses,
/// reads of memory that was never written, and races: two programs of a launch
/// store different values to one address, or one stores to it and the other
/// updates it atomically. Atomics may order the two accesses: the first program
/// executes one after its access, and the second one before its own, at an
/// address at which another program has executed one.
///
/// If buffers of parameters overlap, it also reports a program that accesses
/// memory by two of them in an order which a kernel without checks may not
/// keep: by one what the other stored before, or a store by one to what the
/// other accessed at another index of a tile; unless a barrier or an atomic is
/// between both.
///
/// An access with an error is not executed, except for atomics within a buffer:
/// a kernel that waits for one would never end. The process continues to the
/// next error.
///
/// The checker needs 16 bytes of memory for each element that is written,
/// allocated in pages, and 16 for each byte of a buffer that is accessed in
/// units other than its elements; and about 200 for each element of memory that
/// parameters share and one program accesses.
///
/// Programs that store the same value to an address (padding, a flag) do not
/// race. Stores are ordered approximately, without clocks: locks and "the last
/// one adds up" are accepted, but a kernel that counts before and after each
/// store hides its races. Programs run in order on one thread, so that reports
/// are the same each time, and a note can name the first program.
///
/// Not here: assertions of kernels that ask, which the device reports; programs
/// that read memory which other programs of the same launch write:
/// distinguishing those that wait correctly requires the clocks of all
/// programs.

#ifndef CM2TT_RUNTIME_CHECKEDMEMORY_H
#define CM2TT_RUNTIME_CHECKEDMEMORY_H

#include "cm2tt/Compiler/Diagnostics.h"
#include "cm2tt/Runtime/AccessChecker.h"

#include "llvm/ADT/ArrayRef.h"

#include <memory>
#include <string>
#include <vector>

namespace cm2tt {
struct KernelSite;
} // namespace cm2tt

namespace cm2tt::runtime {

/// The addresses from `begin` to, but not including, `end`.
struct MemoryRange {
  uint64_t begin = 0, end = 0;
};

/// A buffer that was passed to a checked kernel.
struct CheckedBuffer {
  /// The address of its first byte.
  uint64_t address = 0;
  uint64_t bytes = 0;
  /// The index in KernelMetadata::parameters of the pointer to it.
  int parameter = -1;
  /// The Java parameter's name; empty for memory that is not an argument.
  std::string name;
  /// The size in bytes of one element of the parameter's type.
  unsigned elementBytes = 1;
  /// Whether it has content before the kernel runs.
  bool initialised = true;
  /// If it has not, the parts that have, as addresses.
  std::vector<MemoryRange> written = {};
  /// Whether `bytes` is its size. If the size is unknown, accesses by this
  /// parameter outside of all other buffers are not checked.
  bool isBounded = true;
};

/// Checks accesses against buffers. For one thread at a time.
class CheckedMemory final : public AccessChecker {
public:
  CheckedMemory();
  ~CheckedMemory() override;

  /// Removes all state and begins to check a kernel with these sites and
  /// buffers. Buffers may overlap.
  void begin(llvm::ArrayRef<KernelSite> sites,
             llvm::ArrayRef<CheckedBuffer> buffers);

  /// Begins a launch. Memory that was written stays initialised; the programs
  /// that wrote it are forgotten.
  void setGrid(const Dim3 &grid) override;
  bool access(uint32_t site, uint64_t program, uint64_t element,
              const void *address, const void *value) override;
  void barrier() override;

  /// Reports what a kernel recorded that does not ask: accesses of a site that
  /// were out of bounds and not executed, or an assertion that failed. One of
  /// them, as in `access`, and the number of all.
  void report(uint32_t site, uint64_t program, uint64_t element,
              uint64_t address, uint64_t cases);

  /// The number of accesses since `begin`.
  uint64_t accesses() const;
  /// The parts of the buffer with that index in `begin` that were written, as
  /// addresses, in order.
  std::vector<MemoryRange> written(size_t buffer) const;
  /// The errors: for each location in Java and kind of error the first case,
  /// with the number of the others, in the order of the first cases.
  std::vector<Diagnostic> reports() const;

private:
  struct Impl;
  std::unique_ptr<Impl> impl;
};

} // namespace cm2tt::runtime

#endif // CM2TT_RUNTIME_CHECKEDMEMORY_H
