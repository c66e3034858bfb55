// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The table of handles.

#include "Handles.h"

#include <cstdlib>

using namespace cm2tt::jni;

// Never destroyed: threads of the JVM may run longer than this library's
// destructors.
HandleTable *const HandleTable::instance = new HandleTable;

jlong HandleTable::add(uint64_t kind, void *object) {
  std::lock_guard<std::mutex> lock(changing);
  uint64_t index = size;
  if (!free.empty()) {
    index = free.back();
    free.pop_back();
  } else {
    if (size > indexMask)
      return 0;
    // Chunks begin as zeros: no handle, never used.
    std::atomic<Slot *> &chunk = chunks[size >> chunkBits];
    if (!chunk.load(std::memory_order_relaxed)) {
      auto *made = static_cast<Slot *>(
          std::calloc(size_t(1) << chunkBits, sizeof(Slot)));
      if (!made)
        return 0;
      chunk.store(made, std::memory_order_release);
    }
    ++size;
  }
  Slot &slot = slotAt(index);
  const uint64_t handle =
      kind << kindShift | uint64_t(slot.uses++) << indexBits | index;
  slot.object.store(object, std::memory_order_release);
  slot.handle.store(handle, std::memory_order_release);
  return static_cast<jlong>(handle);
}

void *HandleTable::remove(jlong handle, uint64_t kind) {
  std::lock_guard<std::mutex> lock(changing);
  void *object = find(handle, kind);
  if (!object)
    return nullptr;
  const uint64_t index = static_cast<uint64_t>(handle) & indexMask;
  slotAt(index).handle.store(0, std::memory_order_release);
  free.push_back(index);
  return object;
}

LaunchBlock *cm2tt::jni::createBlock(size_t capacity) {
  // No overflow: an int from Java.
  auto *block = static_cast<LaunchBlock *>(
      std::calloc(1, sizeof(LaunchBlock) + capacity * sizeof(cm2tt_argument)));
  if (block)
    block->capacity = capacity;
  return block;
}

void cm2tt::jni::destroyBlock(LaunchBlock *block) { std::free(block); }
