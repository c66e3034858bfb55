// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The table in which a launch finds the loaded kernel for its arguments.
/// Properties of arguments become one byte each: the type, whether it is a
/// pointer or a descriptor, whether it is 1 or divisible by 16. The bytes,
/// packed into words, and a word for the block of each descriptor are the key.
/// Whether memory must not be written is part of the key as well, so that a
/// launch that the slow path refuses is not in the table.
/// A wrong type or a broken promise is a key that the table does not contain,
/// so that the check is free; the slow path words the error.
///
/// Invariant: a pointer that readers follow changes only from null to an entry,
/// and from one loaded kernel to another; nothing is freed before the table. A
/// larger table replaces a full one, which is kept until the kernel is
/// destroyed. So readers need no lock: on x86-64, each access is a plain load.
///
/// Not here: the signature for a key (Binding.h).

#ifndef CM2TT_RUNTIME_KERNELS_LAUNCHTABLE_H
#define CM2TT_RUNTIME_KERNELS_LAUNCHTABLE_H

#include "cm2tt/Runtime/Argument.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

namespace cm2tt::runtime::kernels {

struct LoadedKernel;

/// The properties of one argument in a byte: its type, whether it is a pointer
/// or a descriptor, and the promises that its value fulfils.
struct ArgumentCode {
  static constexpr unsigned typeMask = 0xf;
  static constexpr unsigned pointer = 0x10;
  static constexpr unsigned divisibleBy16 = 0x20;
  static constexpr unsigned one = 0x40;
  /// The memory of a pointer or a descriptor, which are never 1, must not be
  /// written.
  static constexpr unsigned readOnly = one;
  static constexpr unsigned descriptor = 0x80;
  /// The bit `descriptor` of each byte of a word.
  static constexpr uint64_t descriptors = 0x8080808080808080;

  /// The code of an argument; of promises only those in `wanted`.
  static uint64_t of(const Argument &argument, unsigned wanted) {
    unsigned code = static_cast<unsigned>(argument.type) |
                    (argument.isPointer ? pointer : 0);
    if (LLVM_UNLIKELY(argument.isReadOnly))
      code |= readOnly;
    if (LLVM_UNLIKELY(argument.isDescriptor))
      return code | descriptor |
             (argument.tensor().isAligned() ? divisibleBy16 & wanted : 0);
    unsigned promise = argument.bits == 1          ? one
                       : (argument.bits & 15) == 0 ? divisibleBy16
                                                   : 0;
    // Floats and booleans promise nothing, pointers are never 1.
    unsigned possible = argument.isPointer ? divisibleBy16
                        : isCounted(code)  ? divisibleBy16 | one
                                           : 0;
    return code | (promise & possible & wanted);
  }

private:
  /// Whether a type is an integer other than i1, by its number.
  static constexpr bool isCounted(unsigned type) {
    return type >= static_cast<unsigned>(ElementType::I8) &&
           type <= static_cast<unsigned>(ElementType::U64);
  }
};

/// The device and the codes of all arguments of a launch.
class LaunchKey {
public:
  /// `wanted` has the promises to look for, for each argument.
  LaunchKey(const Device &device, llvm::ArrayRef<Argument> arguments,
            llvm::ArrayRef<uint8_t> wanted)
      : device(&device) {
    const size_t count = arguments.size();
    words.resize_for_overwrite((count + 7) / 8);
    hash = reinterpret_cast<uintptr_t>(&device);
    for (size_t first = 0; first < count; first += 8) {
      uint64_t word = 0;
      const size_t end = std::min(count, first + 8);
      for (size_t i = first; i < end; ++i)
        word |= ArgumentCode::of(arguments[i], wanted[i]) << (8 * (i - first));
      words[first / 8] = word;
      hash = mix(hash ^ word);
      if (LLVM_UNLIKELY(word & ArgumentCode::descriptors))
        addBlocks(arguments.slice(first, end - first));
    }
    hash = mix(hash);
  }

  bool operator==(const LaunchKey &other) const {
    return hash == other.hash && device == other.device && words == other.words;
  }

  /// The code of an argument.
  unsigned code(size_t index) const {
    return words[index / 8] >> (8 * (index % 8)) & 0xff;
  }

  const Device *device;
  uint64_t hash;

private:
  /// Adds the block of each descriptor.
  void addBlocks(llvm::ArrayRef<Argument> arguments) {
    for (const Argument &argument : arguments)
      if (argument.isDescriptor) {
        words.push_back(argument.tensor().blockNumber());
        hash = mix(hash ^ words.back());
      }
  }

  /// Spreads all bits over all bits: a multiplication by an odd number and the
  /// upper half on the lower.
  static uint64_t mix(uint64_t value) {
    value *= 0x9e3779b97f4a7c15;
    return value ^ (value >> 32);
  }

  llvm::SmallVector<uint64_t, 8> words;
};

/// The loaded kernels of one kernel.
class LaunchTable {
public:
  LaunchTable();

  /// The kernel for a key, or null. Takes no lock.
  const LoadedKernel *find(const LaunchKey &key) const {
    const Slots &slots = *current.load(std::memory_order_acquire);
    for (uint64_t at = key.hash;; ++at) {
      const Entry *entry =
          slots.entries[at & slots.mask].load(std::memory_order_acquire);
      if (!entry)
        return nullptr;
      if (entry->key == key)
        return entry->kernel.load(std::memory_order_acquire);
    }
  }

  /// Has `find` give `kernel` for the key from now on.
  void set(const LaunchKey &key, const LoadedKernel *kernel);

private:
  struct Entry {
    Entry(const LaunchKey &key, const LoadedKernel *kernel)
        : key(key), kernel(kernel) {}
    LaunchKey key;
    std::atomic<const LoadedKernel *> kernel;
  };
  /// At least half of the slots are empty.
  struct Slots {
    explicit Slots(size_t count) : mask(count - 1), entries(count) {}
    uint64_t mask;
    std::vector<std::atomic<const Entry *>> entries;
  };

  void put(Slots &slots, const Entry &entry);

  std::atomic<const Slots *> current;
  /// Held by writers.
  std::mutex mutex;
  /// All that there were, the last is the current one.
  std::vector<std::unique_ptr<Slots>> all;
  std::vector<std::unique_ptr<Entry>> entries;
};

} // namespace cm2tt::runtime::kernels

#endif // CM2TT_RUNTIME_KERNELS_LAUNCHTABLE_H
