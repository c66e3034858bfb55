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
  os << ": in program (" << program % grid.x << ", "
     << program / grid.x % grid.y << ", " << program / grid.x / grid.y << ')';
  if (!site.shape.empty())
    os << ", element " << elementText(element, site.shape);
  return diagnostic;
}
