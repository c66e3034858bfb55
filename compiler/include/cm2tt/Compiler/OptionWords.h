// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Options of the compiler whose values are sets of words: the optimizations
/// that are turned off, the abilities of a launcher. The words are records of
/// CompilerOptions.td.

#ifndef CM2TT_COMPILER_OPTIONWORDS_H
#define CM2TT_COMPILER_OPTIONWORDS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <initializer_list>
#include <string>

namespace cm2tt {

#include "cm2tt/Compiler/OptionWords.h.inc"

/// Reads a list such as `persistent,split-loops` as a set: bit i is the word i
/// of `words`. `all` sets each bit, and an empty list none. Fails for an
/// unknown word.
llvm::Expected<uint32_t> parseWords(llvm::StringRef list,
                                    llvm::ArrayRef<llvm::StringLiteral> words);
/// The list of a set.
std::string printWords(uint32_t bits,
                       llvm::ArrayRef<llvm::StringLiteral> words);

/// A set of enumerators that have words, such as Optimization.
template <typename Word> class WordSet {
public:
  WordSet() = default;
  WordSet(std::initializer_list<Word> words) {
    for (Word word : words)
      bits |= bitOf(word);
  }
  static WordSet all() {
    return WordSet((uint32_t(1) << wordsOf(Word()).size()) - 1);
  }
  /// Reads a list, as parseWords does.
  static llvm::Expected<WordSet> parse(llvm::StringRef list) {
    llvm::Expected<uint32_t> bits = parseWords(list, wordsOf(Word()));
    if (!bits)
      return bits.takeError();
    return WordSet(*bits);
  }
  std::string str() const { return printWords(bits, wordsOf(Word())); }

  bool contains(Word word) const { return bits & bitOf(word); }
  bool empty() const { return bits == 0; }
  /// The union, and those of this set that are not in the other one.
  WordSet operator|(WordSet other) const { return WordSet(bits | other.bits); }
  WordSet operator-(WordSet other) const { return WordSet(bits & ~other.bits); }
  bool operator==(WordSet other) const { return bits == other.bits; }
  bool operator!=(WordSet other) const { return bits != other.bits; }

private:
  explicit WordSet(uint32_t bits) : bits(bits) {}
  static uint32_t bitOf(Word word) {
    return uint32_t(1) << static_cast<unsigned>(word);
  }

  uint32_t bits = 0;
};

} // namespace cm2tt

#endif // CM2TT_COMPILER_OPTIONWORDS_H
