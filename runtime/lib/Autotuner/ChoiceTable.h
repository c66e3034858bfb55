// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The table in which a launch finds its choice; the key consists of a few
/// words.
///
/// Invariant: a pointer that readers follow changes only from null to an entry,
/// and from one choice to another; nothing is freed before the table. So
/// readers need no lock.

#ifndef CM2TT_RUNTIME_AUTOTUNER_CHOICETABLE_H
#define CM2TT_RUNTIME_AUTOTUNER_CHOICETABLE_H

#include "cm2tt/Runtime/Autotuner.h"

#include "llvm/Support/MathExtras.h"

#include <array>
#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

namespace cm2tt::runtime::tuning {

/// The most parts of a key.
constexpr size_t maxKeyParts = 16;

/// A part of the key, with the index of its argument.
struct KeyPart {
  unsigned argument = 0;
  TuneKeyPart::By by = TuneKeyPart::By::Value;
  /// The parameter's name.
  std::string name;

  /// The value of the part for an argument; of a descriptor, its type.
  uint64_t word(const Argument &given) const {
    if (LLVM_UNLIKELY(given.isDescriptor))
      return given.tensor().blockNumber() << 8 |
             static_cast<uint64_t>(given.type);
    switch (by) {
    case TuneKeyPart::By::Value:
      return given.bits;
    case TuneKeyPart::By::PowerOfTwo:
      return static_cast<int64_t>(given.bits) <= 0
                 ? 0
                 : llvm::PowerOf2Ceil(given.bits);
    case TuneKeyPart::By::Type:
      return static_cast<uint64_t>(given.type) | (given.isPointer ? 256 : 0);
    }
    llvm_unreachable("every way is listed");
  }
  /// The same for people: `n=1000`, `n<=1024`, `x:*fp32`.
  std::string text(const Argument &given) const;
};

/// The device and the key of a launch.
class TuneKey {
public:
  /// There is an argument for each part.
  TuneKey(const Device &device, llvm::ArrayRef<Argument> arguments,
          llvm::ArrayRef<KeyPart> parts)
      : device(&device), count(parts.size()) {
    hash = reinterpret_cast<uintptr_t>(&device);
    for (size_t i = 0; i < count; ++i) {
      words[i] = parts[i].word(arguments[parts[i].argument]);
      hash = mix(hash ^ words[i]);
    }
    hash = mix(hash);
  }

  bool operator==(const TuneKey &other) const {
    return hash == other.hash && device == other.device &&
           used() == other.used();
  }

  uint64_t hash;

private:
  llvm::ArrayRef<uint64_t> used() const { return {words.data(), count}; }
  /// Spreads the bits: a multiplication by an odd number, and the upper half on
  /// the lower.
  static uint64_t mix(uint64_t value) {
    value *= 0x9e3779b97f4a7c15;
    return value ^ (value >> 32);
  }

  const Device *device;
  size_t count;
  std::array<uint64_t, maxKeyParts> words;
};

/// The choice for launches of a key. It is never changed.
struct Choice {
  TuneResult result;
  std::shared_ptr<Kernel> kernel;
  /// The index of the configuration.
  size_t config;
};

/// The choices of one tuner.
class ChoiceTable {
public:
  ChoiceTable();

  /// The choice for a key, or null. Takes no lock.
  const Choice *find(const TuneKey &key) const {
    const Slots &slots = *current.load(std::memory_order_acquire);
    for (uint64_t at = key.hash;; ++at) {
      const Entry *entry =
          slots.entries[at & slots.mask].load(std::memory_order_acquire);
      if (!entry)
        return nullptr;
      if (entry->key == key)
        return entry->choice.load(std::memory_order_acquire);
    }
  }

  /// Has `find` give this choice from now on; gives it.
  const Choice *set(const TuneKey &key, Choice choice);
  /// The results of all choices in use.
  std::vector<TuneResult> results() const;

private:
  struct Entry {
    explicit Entry(const TuneKey &key) : key(key) {}
    TuneKey key;
    std::atomic<const Choice *> choice{nullptr};
  };
  /// A hash table with a free slot at least, of a power of two of slots.
  struct Slots {
    explicit Slots(size_t size) : mask(size - 1), entries(size) {}
    uint64_t mask;
    std::vector<std::atomic<const Entry *>> entries;
  };
  static void put(Slots &slots, const Entry &entry);

  std::atomic<const Slots *> current;
  /// Held by writers.
  mutable std::mutex mutex;
  std::vector<std::unique_ptr<Slots>> all;
  std::vector<std::unique_ptr<Entry>> entries;
  std::vector<std::unique_ptr<Choice>> choices;
};

} // namespace cm2tt::runtime::tuning

#endif // CM2TT_RUNTIME_AUTOTUNER_CHOICETABLE_H
