// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Finds the invalid accesses of a checked kernel.
///
/// Not here: the texts of reports (CheckedMemoryReports.cpp).

#include "cm2tt/Runtime/CheckedMemory.h"

#include "CheckedMemoryInternals.h"
#include "ParameterOrderInternals.h"
#include "ShadowInternals.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <cassert>
#include <cstring>
#include <optional>
#include <unordered_map>

using namespace llvm;
using namespace cm2tt;
using namespace cm2tt::runtime;

AccessChecker::~AccessChecker() = default;

bool runtime::contains(const CheckedBuffer &buffer, uint64_t address,
                       uint64_t bytes) {
  uint64_t offset = address - buffer.address;
  return address >= buffer.address && offset <= buffer.bytes &&
         buffer.bytes - offset >= bytes;
}

const CheckedBuffer *runtime::bufferAround(ArrayRef<CheckedBuffer> buffers,
                                           uint64_t address, uint64_t bytes) {
  const auto *found = find_if(buffers, [&](const CheckedBuffer &buffer) {
    return buffer.isBounded && contains(buffer, address, bytes);
  });
  return found == buffers.end() ? nullptr : found;
}

namespace {
/// The atomics that programs did, as far as they may order other accesses.
/// Programs run one after the other, so only one is being counted.
class AtomicOrder {
public:
  /// Begins the accesses of `program`.
  void enter(uint64_t program);
  /// The program performs an atomic on a cell; `met` if another program did so
  /// before.
  void count(bool met) {
    done = std::min(done + 1, ShadowCell::mostAtomics);
    hasMet |= met;
  }
  /// The number of atomics that the program has performed.
  uint32_t sofar() const { return done; }
  /// Whether the access that `cell` records happens before the current access
  /// of the program, for any order of programs.
  bool orders(const ShadowCell &cell) const;
  /// Forgets all programs.
  void clear() { *this = AtomicOrder(); }

private:
  uint64_t current = 0;
  uint32_t done = 0;
  bool hasMet = false;
  /// The number of atomics of each other program that performed any.
  std::unordered_map<uint64_t, uint32_t> others;
};
} // namespace

void AtomicOrder::enter(uint64_t program) {
  if (program == current)
    return;
  if (done)
    others[current] = done;
  current = program;
  done = 0;
  hasMet = false;
}

bool AtomicOrder::orders(const ShadowCell &cell) const {
  if (!hasMet)
    return false;
  auto other = others.find(cell.program);
  return other != others.end() && other->second > cell.atomics;
}

struct CheckedMemory::Impl {
  Impl(ArrayRef<KernelSite> sites, ArrayRef<CheckedBuffer> buffers);

  bool check(const Access &access, const void *value);
  void report(const Access &access, uint64_t cases);
  ShadowRegion &regionAround(uint64_t address);

private:
  void makeRegions();
  const CheckedBuffer *bufferOf(const KernelSite &site) const;
  std::optional<bool> findBuffer(FaultyAccess &faulty);
  bool checkOrder(const FaultyAccess &faulty, ShadowRegion &region);
  bool checkLoad(const FaultyAccess &faulty, ShadowRegion &region);
  bool checkStore(const FaultyAccess &faulty, ShadowRegion &region,
                  const void *value);
  void checkAtomic(const FaultyAccess &faulty, ShadowRegion &region);
  bool isUnwritten(const Access &access, const ShadowRegion &region) const;
  void write(const Access &access, ShadowRegion &region, Writing writing,
             const void *value);

  /// Reports a fault of the kind; false.
  bool fail(FaultyAccess faulty, Fault fault);
  /// The same, of an access that meets the one that `cell` remembers.
  bool fail(FaultyAccess faulty, Fault fault, uint64_t place, uint64_t unit,
            const ShadowCell &cell);

public:
  std::vector<KernelSite> sites;
  std::vector<CheckedBuffer> buffers;
  /// Buffers that overlap are one region; in the order of their addresses.
  std::vector<ShadowRegion> regions;
  /// For each of KernelMetadata::parameters, its index in `buffers`, or -1.
  std::vector<int> bufferOfParameter;
  FaultReports faults;
  AtomicOrder atomics;
  ParameterOrder order;
  Dim3 grid;
  uint64_t accesses = 0;
};

CheckedMemory::Impl::Impl(ArrayRef<KernelSite> sites,
                          ArrayRef<CheckedBuffer> buffers)
    : sites(sites), buffers(buffers), faults(this->sites, this->buffers),
      order(this->sites, this->buffers) {
  for (auto [index, buffer] : enumerate(buffers)) {
    if (buffer.parameter < 0)
      continue;
    size_t needed = size_t(buffer.parameter) + 1;
    if (bufferOfParameter.size() < needed)
      bufferOfParameter.resize(needed, -1);
    bufferOfParameter[buffer.parameter] = index;
  }
  makeRegions();
}

/// The largest unit of which buffers, `group`, consist: all of their bounds and
/// elements are multiples of it.
static unsigned commonUnit(ArrayRef<const CheckedBuffer *> group) {
  uint64_t unit = 8;
  for (const CheckedBuffer *buffer : group) {
    unit |= buffer->elementBytes;
    unit |= buffer->address - group.front()->address;
    // The last cell of a region may extend beyond it, but not that of a buffer
    // in it.
    if (group.size() > 1)
      unit |= buffer->bytes;
  }
  return unit & -unit;
}

/// Marks the cells of the content that a buffer has before the kernel runs.
static void markWritten(const CheckedBuffer &buffer, ShadowRegion &region) {
  std::vector<MemoryRange> parts = buffer.written;
  if (buffer.initialised)
    parts = {{buffer.address, buffer.address + buffer.bytes}};
  for (const MemoryRange &part : parts) {
    if (!buffer.initialised)
      region.resolve(part.begin, part.end - part.begin);
    for (uint64_t at = part.begin; at < part.end; at += region.unit())
      region.at(at).written = true;
  }
}

void CheckedMemory::Impl::makeRegions() {
  SmallVector<const CheckedBuffer *> sorted;
  for (const CheckedBuffer &buffer : buffers)
    if (buffer.bytes && buffer.isBounded)
      sorted.push_back(&buffer);
  sort(sorted, [](const CheckedBuffer *a, const CheckedBuffer *b) {
    return a->address < b->address;
  });
  for (size_t first = 0, last; first < sorted.size(); first = last) {
    uint64_t begin = sorted[first]->address;
    uint64_t end = begin + sorted[first]->bytes;
    for (last = first + 1; last < sorted.size() && sorted[last]->address < end;
         ++last)
      end = std::max(end, sorted[last]->address + sorted[last]->bytes);
    auto group = ArrayRef(sorted).slice(first, last - first);
    auto hasContent = [](const CheckedBuffer *b) { return b->initialised; };
    bool written = all_of(group, hasContent);
    ShadowRegion &region =
        regions.emplace_back(begin, end - begin, commonUnit(group), written);
    for (const CheckedBuffer *buffer : group)
      if (!written)
        markWritten(*buffer, region);
  }
}

ShadowRegion &CheckedMemory::Impl::regionAround(uint64_t address) {
  auto after = upper_bound(regions, address,
                           [](uint64_t address, const ShadowRegion &region) {
                             return address < region.address();
                           });
  return *std::prev(after);
}

const CheckedBuffer *
CheckedMemory::Impl::bufferOf(const KernelSite &site) const {
  if (site.parameter < 0 || size_t(site.parameter) >= bufferOfParameter.size())
    return nullptr;
  int index = bufferOfParameter[site.parameter];
  return index < 0 ? nullptr : &buffers[index];
}

bool CheckedMemory::Impl::fail(FaultyAccess faulty, Fault fault) {
  faulty.fault = fault;
  faults.add(faulty, grid);
  return false;
}

bool CheckedMemory::Impl::fail(FaultyAccess faulty, Fault fault, uint64_t place,
                               uint64_t unit, const ShadowCell &cell) {
  faulty.place = place;
  faulty.placeBytes = unit;
  faulty.otherProgram = cell.program;
  faulty.otherSite = cell.site;
  return fail(faulty, fault);
}

bool CheckedMemory::Impl::isUnwritten(const Access &access,
                                      const ShadowRegion &region) const {
  uint64_t end = access.address + sites[access.site].bytes;
  for (uint64_t at = access.address; at < end; at += region.unit())
    if (!region.read(at).written)
      return true;
  return false;
}

/// Whether a store of `value` would change the cell at `at`.
static bool changes(uint64_t at, uint64_t unit, const void *value) {
  return std::memcmp(reinterpret_cast<const void *>(at), value, unit) != 0;
}

void CheckedMemory::Impl::write(const Access &access, ShadowRegion &region,
                                Writing writing, const void *value) {
  const char *bytes = static_cast<const char *>(value);
  uint64_t unit = region.unit(), size = sites[access.site].bytes;
  for (uint64_t done = 0; done < size; done += unit) {
    uint64_t at = access.address + done;
    ShadowCell &cell = region.at(at);
    bool own = cell.program == access.program;
    // Who stored a value first is the one to name when a third one differs; a
    // store stays one when its own program goes on with atomics.
    bool keeps = writing == Writing::Plain
                     ? !own && !changes(at, unit, bytes + done)
                     : own;
    if (cell.writing == Writing::Plain && keeps)
      continue;
    cell.program = access.program;
    cell.site = access.site;
    cell.writing = writing;
    cell.written = true;
    cell.atomics = atomics.sofar();
  }
}

bool CheckedMemory::Impl::checkOrder(const FaultyAccess &faulty,
                                     ShadowRegion &region) {
  const Access *other = order.meet(faulty.access, region.unit());
  if (!other)
    return true;
  FaultyAccess late = faulty;
  late.otherProgram = other->program;
  late.otherSite = other->site;
  late.other = *other;
  return fail(late, Fault::Order);
}

bool CheckedMemory::Impl::checkLoad(const FaultyAccess &faulty,
                                    ShadowRegion &region) {
  if (isUnwritten(faulty.access, region))
    return fail(faulty, Fault::Unwritten);
  return true;
}

bool CheckedMemory::Impl::checkStore(const FaultyAccess &faulty,
                                     ShadowRegion &region, const void *value) {
  const Access &access = faulty.access;
  const char *bytes = static_cast<const char *>(value);
  uint64_t unit = region.unit(), size = sites[access.site].bytes;
  for (uint64_t done = 0; done < size; done += unit) {
    uint64_t at = access.address + done;
    const ShadowCell &cell = region.read(at);
    if (cell.writing == Writing::None || cell.program == access.program ||
        atomics.orders(cell))
      continue;
    if (cell.writing == Writing::Atomic)
      return fail(faulty, Fault::Mixed, at, unit, cell);
    if (changes(at, unit, bytes + done))
      return fail(faulty, Fault::Race, at, unit, cell);
  }
  write(access, region, Writing::Plain, value);
  return true;
}

void CheckedMemory::Impl::checkAtomic(const FaultyAccess &faulty,
                                      ShadowRegion &region) {
  const Access &access = faulty.access;
  if (isUnwritten(access, region))
    fail(faulty, Fault::Unwritten);
  uint64_t end = access.address + sites[access.site].bytes;
  bool met = false, reported = false;
  for (uint64_t at = access.address; at < end; at += region.unit()) {
    const ShadowCell &cell = region.read(at);
    if (cell.writing == Writing::None || cell.program == access.program)
      continue;
    met |= cell.writing == Writing::Atomic;
    if (cell.writing != Writing::Plain || reported || atomics.orders(cell))
      continue;
    reported = true;
    fail(faulty, Fault::Mixed, at, region.unit(), cell);
  }
  // The cell remembers the count before this atomic, which orders itself.
  write(access, region, Writing::Atomic, nullptr);
  atomics.count(met);
}

/// Sets the buffer of an access; gives whether it is allowed if no buffer with
/// a known size contains it.
std::optional<bool> CheckedMemory::Impl::findBuffer(FaultyAccess &faulty) {
  const Access &access = faulty.access;
  const KernelSite &site = sites[access.site];
  const CheckedBuffer *ofParameter = bufferOf(site);
  faulty.buffer = ofParameter && ofParameter->isBounded
                      ? ofParameter
                      : bufferAround(buffers, access.address, site.bytes);
  if (faulty.buffer && contains(*faulty.buffer, access.address, site.bytes))
    return std::nullopt;
  bool mayBeUnbounded = ofParameter
                            ? !ofParameter->isBounded
                            : any_of(buffers, [](const CheckedBuffer &buffer) {
                                return !buffer.isBounded;
                              });
  return mayBeUnbounded || fail(faulty, Fault::OutOfBounds);
}

bool CheckedMemory::Impl::check(const Access &access, const void *value) {
  ++accesses;
  atomics.enter(access.program);
  const KernelSite &site = sites[access.site];
  FaultyAccess faulty;
  faulty.access = access;
  if (std::optional<bool> isAllowed = findBuffer(faulty))
    return *isAllowed;
  if (access.address & (site.bytes - 1))
    return fail(faulty, Fault::Misaligned);
  ShadowRegion &region = regionAround(access.address);
  region.resolve(access.address, site.bytes);
  switch (site.kind) {
  case KernelSite::Kind::Load:
    return checkOrder(faulty, region) && checkLoad(faulty, region);
  case KernelSite::Kind::Store:
    return checkOrder(faulty, region) && checkStore(faulty, region, value);
  case KernelSite::Kind::Atomic:
    order.clear();
    checkAtomic(faulty, region);
    return true;
  case KernelSite::Kind::Assert:
    break;
  }
  llvm_unreachable("assertions access no memory");
}

void CheckedMemory::Impl::report(const Access &access, uint64_t cases) {
  FaultyAccess faulty;
  faulty.access = access;
  faulty.buffer = bufferOf(sites[access.site]);
  faults.add(faulty, grid, cases);
}

//===----------------------------------------------------------------------===//
// CheckedMemory
//===----------------------------------------------------------------------===//

CheckedMemory::CheckedMemory() { begin({}, {}); }

CheckedMemory::~CheckedMemory() = default;

void CheckedMemory::begin(ArrayRef<KernelSite> sites,
                          ArrayRef<CheckedBuffer> buffers) {
  impl = std::make_unique<Impl>(sites, buffers);
}

void CheckedMemory::setGrid(const Dim3 &grid) {
  impl->grid = grid;
  impl->order.clear();
  impl->atomics.clear();
  for (ShadowRegion &region : impl->regions)
    region.forgetWriters();
}

bool CheckedMemory::access(uint32_t site, uint64_t program, uint64_t element,
                           const void *address, const void *value) {
  assert(site < impl->sites.size() && "the kernel is of these sites");
  return impl->check(
      {site, program, element, reinterpret_cast<uint64_t>(address)}, value);
}

void CheckedMemory::barrier() { impl->order.clear(); }

void CheckedMemory::report(uint32_t site, uint64_t program, uint64_t element,
                           uint64_t address, uint64_t cases) {
  assert(site < impl->sites.size() && "the kernel is of these sites");
  impl->report({site, program, element, address}, cases);
}

uint64_t CheckedMemory::accesses() const { return impl->accesses; }

std::vector<MemoryRange> CheckedMemory::written(size_t buffer) const {
  const CheckedBuffer &of = impl->buffers[buffer];
  if (!of.bytes || !of.isBounded)
    return {};
  return impl->regionAround(of.address)
      .written({of.address, of.address + of.bytes});
}

std::vector<Diagnostic> CheckedMemory::reports() const {
  return impl->faults.diagnostics();
}
