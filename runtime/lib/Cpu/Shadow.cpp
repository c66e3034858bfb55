// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Cells of memory in pages that are allocated at the first write.

#include "ShadowInternals.h"

#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <cassert>

using namespace cm2tt::runtime;

uint64_t ShadowRegion::pagesFor(uint64_t bytes, unsigned unitLog) {
  unsigned bytesLog = pageLog + unitLog;
  return (bytes >> bytesLog) + ((bytes & ((uint64_t(1) << bytesLog) - 1)) != 0);
}

ShadowRegion::ShadowRegion(uint64_t address, uint64_t bytes, unsigned unit,
                           bool written)
    : begin(address), size(bytes), unitLog(llvm::Log2_32(unit)),
      pages(pagesFor(bytes, unitLog)) {
  assert(llvm::isPowerOf2_32(unit) && "elements are of 1, 2, 4 or 8 bytes");
  untouched.written = written;
}

void ShadowRegion::resolve(uint64_t address, uint64_t bytes) {
  uint64_t ends = (address - begin) | bytes;
  if ((ends & (unit() - 1)) == 0)
    return;
  unsigned newLog = llvm::countr_zero(ends);
  std::vector<Page> old = std::move(pages);
  unsigned more = unitLog - newLog;
  unitLog = newLog;
  pages = std::vector<Page>(pagesFor(size, unitLog));
  constexpr uint64_t cells = uint64_t(1) << pageLog;
  for (uint64_t page = 0; page < old.size(); ++page) {
    if (!old[page])
      continue;
    // The last page may extend beyond the region.
    uint64_t first = (page << pageLog) << more;
    uint64_t last = std::min(first + (cells << more),
                             static_cast<uint64_t>(pages.size()) << pageLog);
    for (uint64_t cell = first; cell < last; ++cell)
      at(begin + (cell << unitLog)) = old[page][(cell - first) >> more];
    old[page].reset();
  }
}

const ShadowCell &ShadowRegion::read(uint64_t address) const {
  uint64_t cell = cellOf(address);
  const Page &page = pages[cell >> pageLog];
  return page ? page[cell & ((1u << pageLog) - 1)] : untouched;
}

ShadowCell &ShadowRegion::at(uint64_t address) {
  uint64_t cell = cellOf(address);
  Page &page = pages[cell >> pageLog];
  if (!page) {
    page = std::make_unique<ShadowCell[]>(size_t(1) << pageLog);
    std::fill_n(page.get(), size_t(1) << pageLog, untouched);
  }
  return page[cell & ((1u << pageLog) - 1)];
}

void ShadowRegion::forgetWriters() {
  for (Page &page : pages)
    for (unsigned i = 0; page && i < 1u << pageLog; ++i)
      page[i].writing = Writing::None;
}

std::vector<cm2tt::runtime::MemoryRange>
ShadowRegion::written(MemoryRange range) const {
  std::vector<MemoryRange> parts;
  for (uint64_t at = range.begin; at < range.end;) {
    uint64_t cell = cellOf(at);
    const Page &page = pages[cell >> pageLog];
    // A page without cells is alike as a whole.
    uint64_t next = page ? cell + 1 : ((cell >> pageLog) + 1) << pageLog;
    uint64_t end = std::min(range.end, begin + (next << unitLog));
    bool isWritten =
        page ? page[cell & ((1u << pageLog) - 1)].written : untouched.written;
    if (isWritten && !parts.empty() && parts.back().end == at)
      parts.back().end = end;
    else if (isWritten)
      parts.push_back({at, end});
    at = end;
  }
  return parts;
}
