// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Finds accesses by two parameters that need a barrier between them.
///
/// Not here: the texts of reports (CheckedMemoryReports.cpp).

#include "ParameterOrderInternals.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

using namespace llvm;
using namespace cm2tt;
using namespace cm2tt::runtime;

/// Whether a buffer is memory of a parameter, with known bounds.
static bool isKnown(const CheckedBuffer &buffer) {
  return buffer.parameter >= 0 && buffer.isBounded && buffer.bytes;
}

ParameterOrder::ParameterOrder(ArrayRef<KernelSite> sites,
                               ArrayRef<CheckedBuffer> buffers)
    : sites(sites) {
  for (size_t i = 0; i < buffers.size(); ++i)
    for (size_t j = 0; j < i; ++j) {
      const CheckedBuffer &a = buffers[i], &b = buffers[j];
      uint64_t begin = std::max(a.address, b.address);
      uint64_t end = std::min(a.address + a.bytes, b.address + b.bytes);
      if (isKnown(a) && isKnown(b) && begin < end)
        shared.push_back({begin, end});
    }
}

bool ParameterOrder::isShared(const Access &access) const {
  return any_of(shared, [&](const MemoryRange &range) {
    return access.address < range.end &&
           access.address + sites[access.site].bytes > range.begin;
  });
}

/// The index in the tile; all threads of a program perform a scalar access.
uint64_t ParameterOrder::indexOf(const Access &access) const {
  return sites[access.site].shape.empty() ? ~uint64_t(0) : access.element;
}

/// The access among those of `use` that needs a barrier before `access` by
/// another parameter.
const Access *ParameterOrder::conflictOf(const Use &use,
                                         const Access &access) const {
  if (sites[access.site].kind == KernelSite::Kind::Load)
    return use.isStored ? &use.store : nullptr;
  uint64_t index = indexOf(access);
  if (use.isLoaded && indexOf(use.load) != index)
    return &use.load;
  if (use.hasOtherLoad)
    return &use.otherLoad;
  return use.isStored && indexOf(use.store) != index ? &use.store : nullptr;
}

void ParameterOrder::record(Uses &uses, const Access &access) const {
  const KernelSite &site = sites[access.site];
  auto *own = find_if(
      uses, [&](const Use &use) { return use.parameter == site.parameter; });
  if (own == uses.end()) {
    uses.emplace_back();
    own = &uses.back();
    own->parameter = site.parameter;
  }
  if (site.kind == KernelSite::Kind::Store) {
    own->isStored = true;
    own->store = access;
  } else if (!own->isLoaded) {
    own->isLoaded = true;
    own->load = access;
  } else if (!own->hasOtherLoad && indexOf(own->load) != indexOf(access)) {
    own->hasOtherLoad = true;
    own->otherLoad = access;
  }
}

const Access *ParameterOrder::meet(const Access &access, uint64_t newUnit) {
  const KernelSite &site = sites[access.site];
  if (shared.empty() || site.parameter < 0)
    return nullptr;
  if (access.program != program || newUnit != unit)
    clear();
  program = access.program;
  unit = newUnit;
  if (!isShared(access))
    return nullptr;
  uint64_t end = access.address + site.bytes;
  for (uint64_t at = access.address; at < end; at += unit) {
    auto before = uses.find(at);
    if (before == uses.end())
      continue;
    for (const Use &use : before->second)
      if (use.parameter != site.parameter)
        if (const Access *conflict = conflictOf(use, access)) {
          found = *conflict;
          return &found;
        }
  }
  for (uint64_t at = access.address; at < end; at += unit)
    record(uses[at], access);
  return nullptr;
}
