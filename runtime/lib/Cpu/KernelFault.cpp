// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The texts of failures of kernels.
///
/// Not here: invalid accesses of checked kernels (CheckedMemoryReports.cpp).

#include "KernelFaultInternals.h"

#include "cm2tt/Runtime/CpuDevice.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/raw_ostream.h"

#include <csignal>
#include <cstring>
#include <utility>

using namespace llvm;
using namespace cm2tt;
using namespace cm2tt::runtime;
using namespace cm2tt::runtime::cpu;

char KernelFault::ID = 0;

/// Writes one diagnostic without its notes.
static void write(raw_ostream &os, const Diagnostic &diagnostic) {
  if (!diagnostic.file.empty()) {
    os << diagnostic.file << ':';
    if (diagnostic.line)
      os << diagnostic.line << ':' << diagnostic.column << ':';
    os << ' ';
  }
  os << (diagnostic.severity == Severity::Note ? "note: " : "")
     << diagnostic.message;
}

void KernelFault::log(raw_ostream &os) const {
  bool isFirst = true;
  for (const Diagnostic &diagnostic : diagnostics) {
    os << (std::exchange(isFirst, false) ? "" : "\n");
    write(os, diagnostic);
    for (const Diagnostic &note : diagnostic.notes)
      write(os << '\n', note);
  }
}

std::error_code KernelFault::convertToErrorCode() const {
  return inconvertibleErrorCode();
}

/// `[3, 4]`: the element with that row-major index in a tile.
static std::string elementText(uint64_t element, ArrayRef<int64_t> shape) {
  SmallVector<uint64_t, 4> index(shape.size());
  for (size_t i = shape.size(); i-- > 0; element /= shape[i])
    index[i] = element % shape[i];
  std::string text;
  raw_string_ostream os(text);
  interleaveComma(index, os << '[');
  os << ']';
  return text;
}

/// `(1, 0, 0)`: the index of a program in the grid.
static std::string indexText(const Dim3 &grid, uint64_t program) {
  std::string text;
  raw_string_ostream(text) << '(' << program % grid.x << ", "
                           << program / grid.x % grid.y << ", "
                           << program / grid.x / grid.y << ')';
  return text;
}

Diagnostic cpu::assertionFault(const KernelSite &site, const Dim3 &grid,
                               uint64_t program, uint64_t element) {
  Diagnostic diagnostic;
  diagnostic.file = site.file;
  diagnostic.line = site.line;
  diagnostic.column = site.column;
  raw_string_ostream os(diagnostic.message);
  os << "assertion failed";
  if (!site.message.empty())
    os << ": " << site.message;
  os << ": in program " << indexText(grid, program);
  if (!site.shape.empty())
    os << ", element " << elementText(element, site.shape);
  return diagnostic;
}

//===----------------------------------------------------------------------===//
// Faults of the processor
//===----------------------------------------------------------------------===//

std::string cpu::programsText(const Dim3 &grid, uint64_t begin, uint64_t end) {
  std::string first = indexText(grid, begin);
  if (end - begin <= 1)
    return "program " + first;
  return "one of the programs " + first + " to " + indexText(grid, end - 1);
}

namespace {
/// A pointer among arguments, and the memory that it points to.
struct PointerArgument {
  StringRef name;
  MemoryRange range;
  /// Whether the device allocated the memory, so that its end is known.
  bool isKnown = false;

  /// The number of bytes between the memory and an address outside of it.
  uint64_t distance(uint64_t address) const {
    return address < range.begin  ? range.begin - address
           : address >= range.end ? address - range.end
                                  : 0;
  }
};
} // namespace

/// The pointer argument whose memory is nearest to an address.
static std::optional<PointerArgument>
nearestPointer(uint64_t address, const CpuKernel &kernel,
               ArrayRef<void *> arguments, const AllocationTable &memory) {
  std::optional<PointerArgument> nearest;
  for (auto [index, parameter] : enumerate(kernel.parameters)) {
    if (!StringRef(parameter.type).starts_with("*"))
      continue;
    PointerArgument pointer;
    pointer.name = parameter.name;
    uint64_t value;
    std::memcpy(&value, arguments[index], sizeof(value));
    std::optional<Allocation> allocation = memory.find(value);
    pointer.isKnown = allocation.has_value();
    pointer.range = allocation ? allocation->range : MemoryRange{value, value};
    if (!nearest || pointer.distance(address) < nearest->distance(address))
      nearest = pointer;
  }
  return nearest;
}

/// `100 bytes after the end of 'x', which has 64 bytes`.
static std::string offsetText(const PointerArgument &pointer,
                              uint64_t address) {
  std::string text;
  raw_string_ostream os(text);
  bool isBefore = address < pointer.range.begin;
  os << pointer.distance(address) << " bytes "
     << (isBefore ? "before " : "after ")
     << (!pointer.isKnown ? "the address of "
         : isBefore       ? ""
                          : "the end of ")
     << '\'' << pointer.name << '\'';
  if (pointer.isKnown)
    os << ", which has " << pointer.range.end - pointer.range.begin << " bytes";
  return text;
}

Diagnostic cpu::machineFault(const MachineFault &fault, const CpuKernel &kernel,
                             ArrayRef<void *> arguments,
                             const AllocationTable &memory,
                             StringRef programs) {
  Diagnostic diagnostic;
  raw_string_ostream os(diagnostic.message);
  os << "kernel '" << kernel.name << "' stopped in " << programs << ": ";
  Diagnostic note;
  note.severity = Severity::Note;
  if (fault.signal == SIGFPE) {
    os << "an integer was divided by 0, or a quotient overflowed";
    note.message = "divide by 1 where the divisor is 0, by a select";
    diagnostic.notes.push_back(note);
    return diagnostic;
  }
  os << "it accessed memory that is not mapped";
  if (fault.address) {
    os << ", at address 0x";
    os.write_hex(*fault.address);
    if (auto pointer =
            nearestPointer(*fault.address, kernel, arguments, memory))
      os << ", " << offsetText(*pointer, *fault.address);
  }
  note.message = "a checked launch reports the access and its line: "
                 "kernel.checked() in Java, `checked` in KernelOptions and in "
                 "cm2tt_kernel_options, or CM2TT_CHECK=1";
  diagnostic.notes.push_back(note);
  return diagnostic;
}
