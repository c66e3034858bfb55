// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Accesses of one program by two parameters to the same memory, whose order a
/// kernel does not keep without checks: the compiler assumes that memory of
/// different parameters is distinct (MemoryOrder.h), and threads of a
/// GPU run at their own pace.
///
/// Elements that one parameter loads may be stored by another later, at the
/// same index of a tile, and two may store at the same index. All else must
/// have a barrier or an atomic between both accesses.
///
/// Not here: races of programs (CheckedMemory.cpp); pointers that may come from
/// several parameters, which the compiler keeps in order.

#ifndef CM2TT_RUNTIME_CPU_PARAMETERORDERINTERNALS_H
#define CM2TT_RUNTIME_CPU_PARAMETERORDERINTERNALS_H

#include "CheckedMemoryInternals.h"

#include "llvm/ADT/SmallVector.h"

#include <unordered_map>

namespace cm2tt::runtime {

/// The accesses of the program that runs to memory which several parameters
/// share. Nothing is recorded if no buffers overlap.
class ParameterOrder {
public:
  /// Finds what the buffers share. The sites outlive it.
  ParameterOrder(llvm::ArrayRef<KernelSite> sites,
                 llvm::ArrayRef<CheckedBuffer> buffers);

  /// Returns an earlier access that must be separated from this load or store
  /// by a barrier, or records the access and returns null. Accesses of the
  /// region are multiples of `unit` bytes. The result is valid until the next
  /// call.
  const Access *meet(const Access &access, uint64_t unit);
  /// The program has passed a barrier or an atomic.
  void clear() { uses.clear(); }

private:
  /// The accesses by one parameter to one unit of memory.
  struct Use {
    int parameter = -1;
    bool isLoaded = false, isStored = false;
    /// The first load, and one of another index, if there is any.
    Access load = {}, otherLoad = {};
    Access store = {};
    bool hasOtherLoad = false;
  };
  using Uses = llvm::SmallVector<Use, 2>;

  bool isShared(const Access &access) const;
  uint64_t indexOf(const Access &access) const;
  const Access *conflictOf(const Use &use, const Access &access) const;
  void record(Uses &uses, const Access &access) const;

  llvm::ArrayRef<KernelSite> sites;
  /// The parts that at least two parameters have.
  std::vector<MemoryRange> shared;
  /// Since the program's start or its last barrier, by the address.
  std::unordered_map<uint64_t, Uses> uses;
  uint64_t program = 0, unit = 0;
  Access found = {};
};

} // namespace cm2tt::runtime

#endif // CM2TT_RUNTIME_CPU_PARAMETERORDERINTERNALS_H
