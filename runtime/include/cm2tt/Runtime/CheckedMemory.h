// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The memory that a checked kernel may access, and what it did wrong there.
///
/// Reported are accesses out of the bounds of their buffer, misaligned ones,
/// reads of what nothing has written, and two programs of a launch that store
/// different values to one place, or of which one stores to and the other
/// updates atomically the same place, unless atomics order them: the first did
/// one after its store, and the second one before its own, on a place that
/// another program had done one on.
///
/// What is at fault is not done, except that atomics inside of a buffer are: a
/// kernel that waits for one would never end.
///
/// Memory for this: 16 bytes for each element written, in pages; 16 for each
/// byte of a buffer that is accessed in other units than its elements.
///
/// Not here: assertions, which the device reports; programs that read what
/// others write in the same launch.

#ifndef CM2TT_RUNTIME_CHECKEDMEMORY_H
#define CM2TT_RUNTIME_CHECKEDMEMORY_H

#include "cm2tt/Driver/Diagnostics.h"
#include "cm2tt/Runtime/AccessChecker.h"

#include "llvm/ADT/ArrayRef.h"

#include <memory>
#include <string>
#include <vector>

namespace cm2tt {
struct KernelSite;
} // namespace cm2tt

namespace cm2tt::runtime {

/// A buffer that a checked kernel was given.
struct CheckedBuffer {
  /// The address of its first byte.
  uint64_t address = 0;
  uint64_t bytes = 0;
  /// The index in KernelMetadata::parameters of the pointer to it.
  int parameter = -1;
  /// The Java parameter's name.
  std::string name;
  /// The bytes of one element as the parameter's type says.
  unsigned elementBytes = 1;
  /// Whether it has content before the kernel runs.
  bool initialised = true;
};

/// Checks accesses against buffers. For one thread at a time.
class CheckedMemory final : public AccessChecker {
public:
  CheckedMemory();
  ~CheckedMemory() override;

  /// Starts afresh, for a kernel with these sites and buffers. Buffers may
  /// overlap.
  void begin(llvm::ArrayRef<KernelSite> sites,
             llvm::ArrayRef<CheckedBuffer> buffers);

  /// What was written stays so; by which programs is forgotten.
  void setGrid(const Dim3 &grid) override;
  bool access(uint32_t site, uint64_t program, uint64_t element,
              const void *address, const void *value) override;

  /// How many accesses there were since `begin`.
  uint64_t accesses() const;
  /// What was wrong: for each place in Java and kind of fault its first case,
  /// with the number of all others, in the order of the first cases.
  std::vector<Diagnostic> reports() const;

private:
  struct Impl;
  std::unique_ptr<Impl> impl;
};

} // namespace cm2tt::runtime

#endif // CM2TT_RUNTIME_CHECKEDMEMORY_H
