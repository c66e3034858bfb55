// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// A model while it is being changed.

#ifndef CM2TT_TESTS_FUZZ_MODELMUTATORINTERNALS_H
#define CM2TT_TESTS_FUZZ_MODELMUTATORINTERNALS_H

#include "ModelText.h"
#include <random>

namespace cm2tt::fuzz {

/// Whether a value of the type `type` is likely taken where `wanted` is asked
/// for; both without packages.
bool mayStandFor(llvm::StringRef type, llvm::StringRef wanted);

/// A model, and the chance that decides what is changed.
class Mutation {
public:
  Mutation(llvm::StringRef text, unsigned seed) : model(text), random(seed) {}

  /// A number from 0 to `count` - 1; 0 if there is none.
  size_t below(size_t count) { return count ? random() % count : 0; }
  /// True one time in `count`.
  bool chance(size_t count) { return below(count) == 0; }
  /// An element of what is not empty.
  template <typename T> const T &pick(const std::vector<T> &from) {
    return from[below(from.size())];
  }

  /// An id that the model does not have.
  std::string fresh() {
    if (!next)
      next = model.freshNumber() + 1;
    return "%" + std::to_string(next++);
  }

  /// A line that is likely an operation.
  size_t operation();

  /// An id for where a type is wanted, at a line; operations that are needed
  /// for it go to `added`. Empty if there is none.
  std::string value(size_t line, llvm::StringRef wanted);

  /// A call of a method of the kernel language for in front of a line.
  std::string randomCall(size_t line);
  /// An operation with bodies, or a few without, for in front of a line.
  std::string randomSnippet(size_t line);

  /// Returns, once, the lines that have to precede the created ones.
  std::string takeAdded() { return std::exchange(added, std::string()); }

  /// Puts text in front of a line.
  void insert(size_t line, llvm::StringRef text);

  ModelText model;

private:
  /// A value of the declared type of a parameter, created if there is none.
  std::string argument(size_t line, llvm::StringRef type);
  /// A new operation whose result has the type, in `added`; its id.
  std::string make(llvm::StringRef type);

  std::minstd_rand random;
  unsigned next = 0;
  std::string added;
};

} // namespace cm2tt::fuzz

#endif // CM2TT_TESTS_FUZZ_MODELMUTATORINTERNALS_H
