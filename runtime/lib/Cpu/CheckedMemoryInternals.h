// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Invalid accesses and the reports on them.
///
/// Not here: finding faults (CheckedMemory.cpp).

#ifndef CM2TT_RUNTIME_CPU_CHECKEDMEMORYINTERNALS_H
#define CM2TT_RUNTIME_CPU_CHECKEDMEMORYINTERNALS_H

#include "cm2tt/Compiler/Compiler.h"
#include "cm2tt/Runtime/CheckedMemory.h"
#include "cm2tt/Runtime/Device.h"

#include <optional>

namespace cm2tt::runtime {

/// The kinds of faults of an access.
enum class Fault { OutOfBounds, Misaligned, Unwritten, Race, Mixed, Order };
constexpr unsigned faultKinds = 6;

/// One access.
struct Access {
  uint32_t site;
  uint64_t program, element;
  uint64_t address;
};

/// An invalid access.
struct FaultyAccess {
  Fault fault = Fault::OutOfBounds;
  Access access = {};
  /// The buffer of the site's parameter, or the one that contains the address;
  /// null if neither is known.
  const CheckedBuffer *buffer = nullptr;
  /// The address in `buffer` at which races and mixed accesses meet.
  uint64_t place = 0;
  /// The bytes there, the program before and its site.
  uint64_t placeBytes = 0;
  uint64_t otherProgram = 0;
  uint32_t otherSite = 0;
  /// The earlier one of accesses by two parameters.
  Access other = {};
};

/// Collects faults into diagnostics. Both arrays outlive it.
class FaultReports {
public:
  FaultReports(llvm::ArrayRef<KernelSite> sites,
               llvm::ArrayRef<CheckedBuffer> buffers);

  /// Reports a fault, or counts it if its location in Java has one of that
  /// kind. `cases`: the number of such faults.
  void add(const FaultyAccess &faulty, const Dim3 &grid, uint64_t cases = 1);
  /// CheckedMemory::reports.
  std::vector<Diagnostic> diagnostics() const;

private:
  /// The first fault at a location, and their number.
  struct Report {
    Diagnostic first;
    uint64_t cases = 0;
  };

  Diagnostic describe(const FaultyAccess &faulty, const Dim3 &grid) const;
  std::string describeBounds(const FaultyAccess &faulty) const;
  const CheckedBuffer &bufferOf(const KernelSite &site) const;
  Diagnostic noteOfEarlier(const FaultyAccess &faulty,
                           llvm::StringRef program) const;
  Diagnostic remedyOfOverlap(const FaultyAccess &faulty) const;

  llvm::ArrayRef<KernelSite> sites;
  llvm::ArrayRef<CheckedBuffer> buffers;
  /// For each site, the first one at the same location in Java.
  std::vector<uint32_t> representatives;
  /// For each site and kind of fault, its index in `reports`, from 1; or 0.
  std::vector<uint32_t> indices;
  std::vector<Report> reports;
};

/// The buffer that contains a whole range of memory; null if there is none.
const CheckedBuffer *bufferAround(llvm::ArrayRef<CheckedBuffer> buffers,
                                  uint64_t address, uint64_t bytes);
/// Whether a buffer contains a whole range of memory.
bool contains(const CheckedBuffer &buffer, uint64_t address, uint64_t bytes);

} // namespace cm2tt::runtime

#endif // CM2TT_RUNTIME_CPU_CHECKEDMEMORYINTERNALS_H
