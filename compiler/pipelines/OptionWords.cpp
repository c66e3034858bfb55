// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Sets of words as text.

#include "cm2tt/Compiler/OptionWords.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace cm2tt;

Expected<uint32_t> cm2tt::parseWords(StringRef list,
                                     ArrayRef<StringLiteral> words) {
  uint32_t bits = 0;
  SmallVector<StringRef> given;
  list.split(given, ',', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  for (StringRef word : given) {
    const auto *known = find(words, word);
    if (word == "all")
      bits = maskTrailingOnes<uint32_t>(words.size());
    else if (known != words.end())
      bits |= uint32_t(1) << (known - words.begin());
    else
      return createStringError("'" + word + "': expected all, " +
                               join(words.drop_back(), ", ") + " or " +
                               words.back());
  }
  return bits;
}

std::string cm2tt::printWords(uint32_t bits, ArrayRef<StringLiteral> words) {
  std::string list;
  ListSeparator comma(",");
  raw_string_ostream out(list);
  for (auto [index, word] : enumerate(words))
    if (bits >> index & 1)
      out << comma << word;
  return list;
}
