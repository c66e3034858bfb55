// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The texts of reports on invalid accesses. Accesses at one location in Java
/// are one report, since an unrolled loop has many of them.

#include "CheckedMemoryInternals.h"
#include "KernelFaultInternals.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <map>
#include <tuple>

using namespace llvm;
using namespace cm2tt;
using namespace cm2tt::runtime;

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

/// The access of a site.
static const char *accessText(KernelSite::Kind kind) {
  switch (kind) {
  case KernelSite::Kind::Load:
    return "load";
  case KernelSite::Kind::Store:
    return "store";
  case KernelSite::Kind::Atomic:
    return "atomic";
  case KernelSite::Kind::Assert:
    break;
  }
  llvm_unreachable("assertions access no memory");
}

/// A program's index in the grid: `program (1, 0, 0)`.
static std::string programText(uint64_t program, const Dim3 &grid) {
  uint64_t row = program / std::max(grid.x, 1u);
  uint64_t x = program % std::max(grid.x, 1u);
  std::string text;
  raw_string_ostream(text) << "program (" << x << ", "
                           << row % std::max(grid.y, 1u) << ", "
                           << row / std::max(grid.y, 1u) << ")";
  return text;
}

/// An element's index in a tile: `[3, 17]`.
static std::string indexText(uint64_t element, ArrayRef<int64_t> shape) {
  SmallVector<uint64_t> index;
  for (int64_t extent : reverse(shape)) {
    index.push_back(extent > 0 ? element % extent : element);
    element /= std::max<int64_t>(extent, 1);
  }
  std::string text;
  raw_string_ostream os(text);
  os << '[';
  interleaveComma(reverse(index), os);
  os << ']';
  return text;
}

/// Whether a range of memory is one element of a buffer, or would be if the
/// buffer were larger.
static bool isElement(const CheckedBuffer &buffer, uint64_t address,
                      uint64_t bytes) {
  int64_t offset = static_cast<int64_t>(address - buffer.address);
  return bytes == buffer.elementBytes &&
         offset % static_cast<int64_t>(bytes) == 0;
}

/// A range of memory by its buffer: `element 3 of 'x'`, or in bytes.
static std::string placeText(const CheckedBuffer &buffer, uint64_t address,
                             uint64_t bytes) {
  int64_t offset = static_cast<int64_t>(address - buffer.address);
  int64_t size = static_cast<int64_t>(bytes);
  std::string text;
  raw_string_ostream os(text);
  if (isElement(buffer, address, bytes))
    os << "element " << offset / size;
  else if (bytes == 1)
    os << "byte " << offset;
  else
    os << "bytes " << offset << " to " << offset + size - 1;
  if (buffer.name.empty())
    os << " of a buffer that is not an argument";
  else
    os << " of '" << buffer.name << "'";
  return text;
}

/// The same with what the buffer has: `element 1000 of 'x', which has 1000`.
static std::string boundsText(const CheckedBuffer &buffer, uint64_t address,
                              uint64_t bytes) {
  bool element = isElement(buffer, address, bytes);
  uint64_t has = element ? buffer.bytes / bytes : buffer.bytes;
  return placeText(buffer, address, bytes) + ", which has " +
         std::to_string(has);
}

/// The number of bytes between a range of memory and a buffer next to it.
static uint64_t distance(const CheckedBuffer &buffer, uint64_t address,
                         uint64_t bytes) {
  if (address + bytes <= buffer.address)
    return buffer.address - address - bytes;
  uint64_t end = buffer.address + buffer.bytes;
  return address >= end ? address - end : 0;
}

//===----------------------------------------------------------------------===//
// Reports
//===----------------------------------------------------------------------===//

FaultReports::FaultReports(ArrayRef<KernelSite> sites,
                           ArrayRef<CheckedBuffer> buffers)
    : sites(sites), buffers(buffers), indices(sites.size() * faultKinds) {
  // An unrolled loop or a helper that is called often has many sites.
  std::map<std::tuple<std::string, unsigned, unsigned, int, KernelSite::Kind,
                      std::string>,
           uint32_t>
      firsts;
  for (auto [index, site] : enumerate(sites)) {
    uint32_t first = index;
    if (site.line > 0)
      first = firsts
                  .try_emplace({site.file, site.line, site.column,
                                site.parameter, site.kind, site.message},
                               index)
                  .first->second;
    representatives.push_back(first);
  }
}

std::string FaultReports::describeBounds(const FaultyAccess &faulty) const {
  const KernelSite &site = sites[faulty.access.site];
  uint64_t address = faulty.access.address;
  if (faulty.buffer) {
    std::string text =
        " out of bounds: " + boundsText(*faulty.buffer, address, site.bytes);
    if (const CheckedBuffer *hit = bufferAround(buffers, address, site.bytes))
      text += " (the address is that of " +
              placeText(*hit, address, site.bytes) + ")";
    return text;
  }
  // The pointer may come from several buffers, but not from this one.
  if (const CheckedBuffer *hit = bufferAround(buffers, address, site.bytes))
    return " outside of the buffers of the pointer, at " +
           placeText(*hit, address, site.bytes);
  const auto *nearest =
      std::min_element(buffers.begin(), buffers.end(),
                       [&](const CheckedBuffer &a, const CheckedBuffer &b) {
                         return distance(a, address, site.bytes) <
                                distance(b, address, site.bytes);
                       });
  // An address that is farther away is unrelated to the buffer.
  constexpr uint64_t near = uint64_t(1) << 30;
  if (nearest != buffers.end() &&
      distance(*nearest, address, site.bytes) < near)
    return " outside of all buffers, at " +
           boundsText(*nearest, address, site.bytes);
  std::string text = " outside of all buffers, at address 0x";
  raw_string_ostream(text).write_hex(address);
  return text;
}

/// The access of the first of two programs, at its own location.
static Diagnostic noteOfOther(const KernelSite &other, StringRef program) {
  Diagnostic note;
  note.severity = Severity::Note;
  note.file = other.file;
  note.line = other.line;
  note.column = other.column;
  const char *does = other.kind == KernelSite::Kind::Atomic
                         ? " updates it here by an atomic"
                         : " stores to it here";
  note.message = (program + does).str();
  return note;
}

const CheckedBuffer &FaultReports::bufferOf(const KernelSite &site) const {
  return *find_if(buffers, [&](const CheckedBuffer &buffer) {
    return buffer.parameter == site.parameter;
  });
}

/// The earlier access by another parameter, at its own location.
Diagnostic FaultReports::noteOfEarlier(const FaultyAccess &faulty,
                                       StringRef program) const {
  const KernelSite &site = sites[faulty.other.site];
  Diagnostic note;
  note.severity = Severity::Note;
  note.file = site.file;
  note.line = site.line;
  note.column = site.column;
  raw_string_ostream os(note.message);
  os << program << ' ' << accessText(site.kind) << "s it here, as "
     << placeText(bufferOf(site), faulty.other.address, site.bytes);
  if (!site.shape.empty())
    os << ", at " << indexText(faulty.other.element, site.shape)
       << " of the tile";
  return note;
}

/// Which memory two parameters share, and what to do.
Diagnostic FaultReports::remedyOfOverlap(const FaultyAccess &faulty) const {
  const CheckedBuffer &a = bufferOf(sites[faulty.other.site]),
                      &b = bufferOf(sites[faulty.access.site]);
  uint64_t begin = std::max(a.address, b.address);
  uint64_t last = std::min(a.address + a.bytes, b.address + b.bytes) - 1;
  auto bytesOf = [&](const CheckedBuffer &buffer) {
    return "bytes " + std::to_string(begin - buffer.address) + " to " +
           std::to_string(last - buffer.address) + " of '" + buffer.name + "'";
  };
  Diagnostic note;
  note.severity = Severity::Note;
  note.message = bytesOf(a) + " are " + bytesOf(b) +
                 ": pass memory that does not overlap, access it by one "
                 "parameter only, or call Triton.debugBarrier() between the "
                 "accesses";
  return note;
}

/// The remedy for a fault.
static Diagnostic remedyOf(Fault fault) {
  Diagnostic note;
  note.severity = Severity::Note;
  switch (fault) {
  case Fault::OutOfBounds:
    note.message = "access elements of the buffer only: pass a mask, such as "
                   "offsets.lt(n), or a larger buffer";
    break;
  case Fault::Misaligned:
    note.message = "pass an address, and offsets in elements, that are "
                   "multiples of the size of an element";
    break;
  case Fault::Unwritten:
    note.message = "write the memory before the launch, by a copy or a fill, "
                   "or pass a mask";
    break;
  case Fault::Race:
    note.message = "store to each element by one program only, or use atomics";
    break;
  case Fault::Mixed:
    note.message = "use atomics for all accesses of programs to an element "
                   "that others write";
    break;
  case Fault::Order:
    llvm_unreachable("its remedy has the names of buffers");
  }
  return note;
}

Diagnostic FaultReports::describe(const FaultyAccess &faulty,
                                  const Dim3 &grid) const {
  const Access &access = faulty.access;
  const KernelSite &site = sites[access.site];
  if (site.kind == KernelSite::Kind::Assert)
    return cpu::assertionFault(site, grid, access.program, access.element);
  const KernelSite &other = sites[faulty.otherSite];
  std::string otherProgram = programText(faulty.otherProgram, grid);
  Diagnostic result;
  result.file = site.file;
  result.line = site.line;
  result.column = site.column;
  raw_string_ostream os(result.message);
  auto place = [&] {
    return placeText(*faulty.buffer, access.address, site.bytes);
  };
  auto meeting = [&] {
    return placeText(*faulty.buffer, faulty.place, faulty.placeBytes);
  };
  os << accessText(site.kind);
  switch (faulty.fault) {
  case Fault::OutOfBounds:
    os << describeBounds(faulty);
    break;
  case Fault::Misaligned:
    os << " of " << site.bytes << " bytes is misaligned: at " << place();
    break;
  case Fault::Unwritten:
    os << " of uninitialised memory: " << place();
    break;
  case Fault::Race:
    os << " of another value than that of " << otherProgram << ": "
       << meeting();
    break;
  case Fault::Mixed:
    os << (site.kind == KernelSite::Kind::Atomic
               ? " to what "
               : " without an atomic to what ")
       << otherProgram
       << (other.kind == KernelSite::Kind::Atomic ? " updates by one: "
                                                  : " stores to without one: ")
       << meeting();
    break;
  case Fault::Order:
    os << (site.kind == KernelSite::Kind::Load ? " of what was "
                                               : " to what was ")
       << (other.kind == KernelSite::Kind::Store ? "stored" : "loaded")
       << " by '" << bufferOf(other).name << "'"
       << (site.kind == KernelSite::Kind::Load ? "" : " at another index")
       << ", without a barrier: " << place();
    break;
  }
  os << ", by " << programText(access.program, grid);
  if (!site.shape.empty())
    os << " at " << indexText(access.element, site.shape) << " of the tile";
  if (faulty.fault == Fault::Race || faulty.fault == Fault::Mixed)
    result.notes.push_back(noteOfOther(other, otherProgram));
  if (faulty.fault == Fault::Order)
    result.notes.push_back(noteOfEarlier(faulty, otherProgram));
  result.notes.push_back(faulty.fault == Fault::Order ? remedyOfOverlap(faulty)
                                                      : remedyOf(faulty.fault));
  return result;
}

void FaultReports::add(const FaultyAccess &faulty, const Dim3 &grid,
                       uint64_t cases) {
  uint32_t site = representatives[faulty.access.site];
  uint32_t &index =
      indices[site * faultKinds + static_cast<unsigned>(faulty.fault)];
  if (index == 0) {
    reports.push_back({describe(faulty, grid), 0});
    index = reports.size();
  }
  reports[index - 1].cases += cases;
}

std::vector<Diagnostic> FaultReports::diagnostics() const {
  std::vector<Diagnostic> result;
  for (const Report &report : reports) {
    Diagnostic &diagnostic = result.emplace_back(report.first);
    if (report.cases > 1)
      diagnostic.message +=
          ", and " + std::to_string(report.cases - 1) + " more like it";
  }
  return result;
}
