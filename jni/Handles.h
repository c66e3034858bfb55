// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Handles: the number by which Java refers to an object of the C interface, in
/// a table of existing objects.
///
///     bits   0 to 23  the slot
///     bits  24 to 55  how often the slot was used before
///     bits  56 to 62  the kind, from 1
///
/// So a handle that was destroyed, has another kind or is invented is detected
/// and never dereferenced, whichever code calls the native methods: they are
/// public for the package that uses them, and the class path hides nothing. A
/// lookup takes no lock and allocates nothing, since each launch has several; a
/// launch takes 2 to 6 ns more than with addresses. The table does not prevent
/// one thread from destroying an object while another uses it.
///
/// Not here: when an object may be destroyed (the classes in Java).

#ifndef CM2TT_JNI_HANDLES_H
#define CM2TT_JNI_HANDLES_H

#include "cm2tt/cm2tt.h"

#include <array>
#include <atomic>
#include <cstdint>
#include <jni.h>
#include <mutex>
#include <vector>

namespace cm2tt::jni {

/// The description of a launch: Java writes it, native code reads it.
struct LaunchBlock {
  /// The number of arguments for which it has space.
  size_t capacity;
  cm2tt_launch launch;
  // `capacity` of them come after it.
  cm2tt_argument arguments[1];
};
/// Makes one of zeros; null if there is no memory.
LaunchBlock *createBlock(size_t capacity);
void destroyBlock(LaunchBlock *block);

/// Devices are destroyed with their runtime.
inline void keepDevice(cm2tt_device *) {}

/// A kind of objects: its number in handles, its name in messages and what
/// destroys one.
template <typename T> struct HandleTraits;

#define CM2TT_HANDLE(type, number, text, destroyer)                            \
  template <> struct HandleTraits<type> {                                      \
    static constexpr uint64_t kind = number;                                   \
    static constexpr const char *name = text;                                  \
    static constexpr void (*destroy)(type *) = destroyer;                      \
  }
CM2TT_HANDLE(cm2tt_runtime, 1, "runtime", cm2tt_runtime_destroy);
CM2TT_HANDLE(cm2tt_device, 2, "device", keepDevice);
CM2TT_HANDLE(cm2tt_buffer, 3, "buffer", cm2tt_buffer_destroy);
CM2TT_HANDLE(cm2tt_host_buffer, 4, "host buffer", cm2tt_host_buffer_destroy);
CM2TT_HANDLE(cm2tt_stream, 5, "stream", cm2tt_stream_destroy);
CM2TT_HANDLE(cm2tt_event, 6, "event", cm2tt_event_destroy);
CM2TT_HANDLE(cm2tt_graph, 7, "graph", cm2tt_graph_destroy);
CM2TT_HANDLE(cm2tt_kernel, 8, "kernel", cm2tt_kernel_destroy);
CM2TT_HANDLE(cm2tt_compiled, 9, "compiled kernel", cm2tt_compiled_destroy);
CM2TT_HANDLE(cm2tt_tuner, 10, "tuner", cm2tt_tuner_destroy);
CM2TT_HANDLE(LaunchBlock, 11, "block", destroyBlock);
CM2TT_HANDLE(cm2tt_tensor_descriptor, 12, "tensor descriptor",
             cm2tt_tensor_descriptor_destroy);
#undef CM2TT_HANDLE

/// The table. Any thread may use it.
class HandleTable {
public:
  /// The one of the process.
  static HandleTable &get() { return *instance; }

  /// A new handle for an object; 0 if there are 16 million, or no memory.
  jlong add(uint64_t kind, void *object);

  /// The object of a handle; null unless it lives and is of that kind.
  void *find(jlong handle, uint64_t kind) const {
    const uint64_t wanted = static_cast<uint64_t>(handle);
    const uint64_t index = wanted & indexMask;
    const Slot *chunk =
        chunks[index >> chunkBits].load(std::memory_order_acquire);
    if (!chunk || wanted >> kindShift != kind)
      return nullptr;
    const Slot &slot = chunk[index & chunkMask];
    if (slot.handle.load(std::memory_order_acquire) != wanted)
      return nullptr;
    void *object = slot.object.load(std::memory_order_acquire);
    // Not if the slot got another object in between.
    return slot.handle.load(std::memory_order_relaxed) == wanted ? object
                                                                 : nullptr;
  }

  /// Ends a handle; its object, or null as `find`.
  void *remove(jlong handle, uint64_t kind);

private:
  static constexpr unsigned indexBits = 24, kindShift = 56, chunkBits = 10;
  static constexpr uint64_t indexMask = (uint64_t(1) << indexBits) - 1;
  static constexpr uint64_t chunkMask = (uint64_t(1) << chunkBits) - 1;

  /// An object and its handle, 0 if the slot is free.
  struct Slot {
    std::atomic<uint64_t> handle;
    std::atomic<void *> object;
    /// How often it was used.
    uint32_t uses;
  };

  /// The slot of an index below `size`.
  Slot &slotAt(uint64_t index) {
    return chunks[index >> chunkBits].load(
        std::memory_order_relaxed)[index & chunkMask];
  }

  static HandleTable *const instance;

  /// Chunks of slots; created when needed, and never removed.
  std::array<std::atomic<Slot *>, (size_t(1) << (indexBits - chunkBits))>
      chunks = {};
  /// Held while slots are taken and given back.
  std::mutex changing;
  /// The number of slots that were created.
  uint64_t size = 0;
  std::vector<uint64_t> free;
};

/// The object of a handle; null unless it lives and is of that type.
template <typename T> T *find(jlong handle) {
  return static_cast<T *>(
      HandleTable::get().find(handle, HandleTraits<T>::kind));
}

} // namespace cm2tt::jni

#endif // CM2TT_JNI_HANDLES_H
