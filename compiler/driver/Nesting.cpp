// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Counts brackets. Which closes which does not matter: the reader says that.

#include "Nesting.h"

using namespace cm2tt;
using llvm::StringRef;

/// The index after a string whose content begins at `at`.
static size_t skipString(StringRef text, size_t at) {
  while (at < text.size() && text[at] != '"' && text[at] != '\n')
    at += text[at] == '\\' ? 2 : 1;
  return at + 1;
}

/// The index after what stands for nothing or for itself at `at`: a string, a
/// comment, an arrow, a comparison; `at` if there is none.
static size_t skipWhole(StringRef text, size_t at) {
  StringRef rest = text.drop_front(at);
  if (rest.starts_with("\""))
    return skipString(text, at + 1);
  if (rest.starts_with("//"))
    return at + rest.take_until([](char c) { return c == '\n'; }).size();
  if (rest.starts_with("->") || rest.starts_with("<=") ||
      rest.starts_with(">="))
    return at + 2;
  return at;
}

/// Whether the character is a bracket, or may begin what skipWhole() skips.
static bool isSpecial(char c) {
  switch (c) {
  case '(':
  case ')':
  case '{':
  case '}':
  case '[':
  case ']':
  case '<':
  case '>':
  case '"':
  case '/':
  case '-':
    return true;
  default:
    return false;
  }
}

std::optional<size_t> cm2tt::findTooDeep(StringRef text) {
  unsigned open = 0;
  for (size_t at = 0; at < text.size();) {
    if (!isSpecial(text[at])) {
      ++at;
      continue;
    }
    if (size_t next = skipWhole(text, at); next != at) {
      at = next;
      continue;
    }
    if (StringRef("({[<").contains(text[at]) && ++open > maxBrackets)
      return at;
    if (StringRef(")}]>").contains(text[at]) && open != 0)
      --open;
    ++at;
  }
  return std::nullopt;
}
