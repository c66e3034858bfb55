// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Writing to the table of loaded kernels.

#include "LaunchTable.h"

using namespace cm2tt::runtime::kernels;

LaunchTable::LaunchTable() {
  all.push_back(std::make_unique<Slots>(8));
  current = all.back().get();
}

void LaunchTable::put(Slots &slots, const Entry &entry) {
  uint64_t at = entry.key.hash;
  while (slots.entries[at & slots.mask].load(std::memory_order_relaxed))
    ++at;
  slots.entries[at & slots.mask].store(&entry, std::memory_order_release);
}

void LaunchTable::set(const LaunchKey &key, const LoadedKernel *kernel) {
  std::lock_guard<std::mutex> lock(mutex);
  for (const std::unique_ptr<Entry> &entry : entries)
    if (entry->key == key) {
      entry->kernel.store(kernel, std::memory_order_release);
      return;
    }
  entries.push_back(std::make_unique<Entry>(key, kernel));
  if (2 * entries.size() <= all.back()->entries.size()) {
    put(*all.back(), *entries.back());
    return;
  }
  auto larger = std::make_unique<Slots>(2 * all.back()->entries.size());
  for (const std::unique_ptr<Entry> &entry : entries)
    put(*larger, *entry);
  all.push_back(std::move(larger));
  current.store(all.back().get(), std::memory_order_release);
}
