// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The text of a code model as lines, as far as a mutator needs it: which ids a
/// line defines and uses, and which values of which types it may use.
///
/// Not here: understanding a model (importer). What is unusual is overlooked.

#ifndef CM2TT_TESTS_FUZZ_MODELTEXT_H
#define CM2TT_TESTS_FUZZ_MODELTEXT_H

#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace cm2tt::fuzz {

/// A value by its id, `%3`, and its type as it stands there.
struct NamedValue {
  std::string id, type;
};

/// A part of a line: from `begin`, `size` bytes.
struct Span {
  size_t begin, size;
};

/// The lines of a text, without their ends.
class ModelText {
public:
  explicit ModelText(llvm::StringRef text);

  /// The text, each line with its end.
  std::string str() const;

  /// The values that are visible before `line`.
  std::vector<NamedValue> visibleAt(size_t line) const;

  /// The lines from `line` to where all that it opens is closed again, as a
  /// number of lines; 0 if it closes more than it opens.
  size_t extentOf(size_t line) const;

  /// A number that no id has.
  unsigned freshNumber() const;

  std::vector<std::string> lines;
};

/// The ids that a line uses, those it defines left out.
std::vector<Span> usesOf(llvm::StringRef line);
/// The ids, with types, that a line defines, parameters of bodies among them.
std::vector<NamedValue> definitionsOf(llvm::StringRef line);
/// Words, numbers and strings: what may be put in place of each other.
std::vector<Span> wordsOf(llvm::StringRef line);
/// A type without its package: `Tensor`, `int`, `Var<Ptr>`.
std::string simpleType(llvm::StringRef type);
/// The line with each id of `from` written as the one of `to` beside it.
std::string renameIds(llvm::StringRef line, const std::vector<NamedValue> &from,
                      const std::vector<std::string> &to);

} // namespace cm2tt::fuzz

#endif // CM2TT_TESTS_FUZZ_MODELTEXT_H
