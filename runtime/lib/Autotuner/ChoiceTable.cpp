// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Keys as readable text, and writing to the table of choices.

#include "ChoiceTable.h"

#include "cm2tt/Lowering/PlainText.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace cm2tt;
using namespace cm2tt::runtime;
using namespace cm2tt::runtime::tuning;

/// A number as text that tells it from all others of its type.
static std::string numberText(const Argument &given) {
  if (isInteger(given.type))
    return std::to_string(static_cast<int64_t>(given.bits));
  std::string text;
  raw_string_ostream os(text);
  if (given.type == ElementType::FP64)
    os << plain::format("%.17g", bit_cast<double>(given.bits));
  else if (given.type == ElementType::FP32)
    os << plain::format("%.9g",
                        bit_cast<float>(static_cast<uint32_t>(given.bits)));
  else
    os << "0x" << utohexstr(given.bits, /*LowerCase=*/true);
  return text;
}

std::string KeyPart::text(const Argument &given) const {
  if (given.isDescriptor)
    return name + ":" + given.tensor().typeName();
  switch (by) {
  case TuneKeyPart::By::Value:
    return name + "=" + numberText(given);
  case TuneKeyPart::By::PowerOfTwo:
    return name + "<=" + std::to_string(word(given));
  case TuneKeyPart::By::Type:
    return name + (given.isPointer ? ":*" : ":") +
           elementTypeName(given.type).str();
  }
  llvm_unreachable("every way is listed");
}

ChoiceTable::ChoiceTable() {
  all.push_back(std::make_unique<Slots>(8));
  current = all.back().get();
}

void ChoiceTable::put(Slots &slots, const Entry &entry) {
  uint64_t at = entry.key.hash;
  while (slots.entries[at & slots.mask].load(std::memory_order_relaxed))
    ++at;
  slots.entries[at & slots.mask].store(&entry, std::memory_order_release);
}

const Choice *ChoiceTable::set(const TuneKey &key, Choice choice) {
  std::lock_guard<std::mutex> lock(mutex);
  choices.push_back(std::make_unique<Choice>(std::move(choice)));
  const Choice *made = choices.back().get();
  for (const std::unique_ptr<Entry> &entry : entries)
    if (entry->key == key) {
      entry->choice.store(made, std::memory_order_release);
      return made;
    }
  entries.push_back(std::make_unique<Entry>(key));
  entries.back()->choice = made;
  if (2 * entries.size() <= all.back()->entries.size()) {
    put(*all.back(), *entries.back());
    return made;
  }
  auto larger = std::make_unique<Slots>(2 * all.back()->entries.size());
  for (const std::unique_ptr<Entry> &entry : entries)
    put(*larger, *entry);
  all.push_back(std::move(larger));
  current.store(all.back().get(), std::memory_order_release);
  return made;
}

std::vector<TuneResult> ChoiceTable::results() const {
  std::lock_guard<std::mutex> lock(mutex);
  std::vector<TuneResult> results;
  for (const std::unique_ptr<Entry> &entry : entries)
    results.push_back(entry->choice.load(std::memory_order_relaxed)->result);
  return results;
}
