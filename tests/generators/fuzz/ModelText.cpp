// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Finds ids, types and scopes in the lines of a code model.

#include "ModelText.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace cm2tt::fuzz;
using llvm::StringRef;

static bool isIdPart(char c) {
  return llvm::isAlnum(c) || c == '_' || c == '$';
}

/// Where the id or word that starts at `begin` ends.
static size_t endOfId(StringRef line, size_t begin) {
  size_t end = begin + 1;
  while (end < line.size() && isIdPart(line[end]))
    ++end;
  return end;
}

/// Where the string that starts at `begin` ends, its quote included.
static size_t endOfString(StringRef line, size_t begin) {
  size_t end = begin + 1;
  while (end < line.size() && line[end] != '"')
    end += line[end] == '\\' ? 2 : 1;
  return std::min(end + 1, line.size());
}

/// Where a type that starts at `begin` ends: at a comma, `)`, or `=` outside
/// of its strings, brackets and parameters.
static size_t endOfType(StringRef line, size_t begin) {
  unsigned depth = 0;
  for (size_t i = begin; i < line.size(); ++i) {
    char c = line[i];
    if (c == '"') {
      i = endOfString(line, i) - 1;
      continue;
    }
    if (depth == 0 && (c == ',' || c == ')' || c == '='))
      return i;
    if (c == '<' || c == '(')
      ++depth;
    if ((c == '>' || c == ')') && depth)
      --depth;
  }
  return line.size();
}

/// Calls `visit(span, isDefinition)` for each id of a line.
template <typename Visit> static void forEachId(StringRef line, Visit visit) {
  for (size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '"') {
      i = endOfString(line, i) - 1;
      continue;
    }
    if (line[i] != '%')
      continue;
    size_t end = endOfId(line, i);
    visit(Span{i, end - i}, line.substr(end).ltrim(' ').starts_with(":"));
    i = end - 1;
  }
}

std::vector<Span> cm2tt::fuzz::usesOf(StringRef line) {
  std::vector<Span> uses;
  forEachId(line, [&](Span span, bool isDefinition) {
    if (!isDefinition)
      uses.push_back(span);
  });
  return uses;
}

std::vector<NamedValue> cm2tt::fuzz::definitionsOf(StringRef line) {
  std::vector<NamedValue> definitions;
  forEachId(line, [&](Span span, bool isDefinition) {
    if (!isDefinition)
      return;
    size_t begin = line.find(':', span.begin) + 1;
    StringRef type = line.slice(begin, endOfType(line, begin)).trim();
    definitions.push_back(
        {line.substr(span.begin, span.size).str(), type.str()});
  });
  return definitions;
}

std::vector<Span> cm2tt::fuzz::wordsOf(StringRef line) {
  std::vector<Span> words;
  for (size_t i = 0; i < line.size(); ++i) {
    char c = line[i];
    size_t end = i;
    if (c == '"')
      end = endOfString(line, i);
    else if (c == '%' || c == '^' || c == '-' || isIdPart(c))
      end = endOfId(line, i);
    if (end == i)
      continue;
    while (end + 1 < line.size() && line[end] == '.' && isIdPart(line[end + 1]))
      end = endOfId(line, end);
    words.push_back({i, end - i});
    i = end - 1;
  }
  return words;
}

std::string cm2tt::fuzz::simpleType(StringRef type) {
  std::string simple;
  for (size_t i = 0; i < type.size(); ++i) {
    if (type.substr(i).starts_with("java.type:")) {
      i += StringRef("java.type:").size() - 1;
      continue;
    }
    if (type[i] == '"' || type[i] == ' ')
      continue;
    // A package ends in a dot; an enclosing class in a dollar.
    if (type[i] == '.' || type[i] == '$')
      while (!simple.empty() && llvm::isAlnum(simple.back()))
        simple.pop_back();
    else
      simple += type[i];
  }
  return simple;
}

std::string cm2tt::fuzz::renameIds(StringRef line,
                                   const std::vector<NamedValue> &from,
                                   const std::vector<std::string> &to) {
  std::string renamed;
  size_t done = 0;
  forEachId(line, [&](Span span, bool) {
    StringRef id = line.substr(span.begin, span.size);
    for (size_t i = 0; i < from.size(); ++i)
      if (from[i].id == id) {
        renamed += line.slice(done, span.begin);
        renamed += to[i];
        done = span.begin + span.size;
        return;
      }
  });
  renamed += line.substr(done);
  return renamed;
}

ModelText::ModelText(StringRef text) {
  while (!text.empty()) {
    auto [line, rest] = text.split('\n');
    lines.push_back(line.str());
    text = rest;
  }
}

std::string ModelText::str() const {
  std::string text;
  for (const std::string &line : lines)
    text += line + "\n";
  return text;
}

/// The number of blocks that a line opens minus those that it closes, and the
/// minimum of this number within the line.
static std::pair<int, int> depthOf(StringRef line) {
  int depth = 0, least = 0;
  for (size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '"')
      i = endOfString(line, i) - 1;
    else if (line[i] == '{')
      ++depth;
    else if (line[i] == '}')
      least = std::min(least, --depth);
  }
  return {depth, least};
}

std::vector<NamedValue> ModelText::visibleAt(size_t line) const {
  std::vector<NamedValue> visible;
  llvm::SmallVector<size_t> scopes;
  for (size_t i = 0; i < line && i < lines.size(); ++i) {
    auto [depth, least] = depthOf(lines[i]);
    for (int close = least; close < 0 && !scopes.empty(); ++close) {
      visible.resize(std::min(visible.size(), scopes.pop_back_val()));
    }
    // Parameters belong to the body that they open.
    if (depth - least > 0)
      scopes.append(depth - least, visible.size());
    for (NamedValue &value : definitionsOf(lines[i]))
      visible.push_back(std::move(value));
  }
  return visible;
}

size_t ModelText::extentOf(size_t line) const {
  int depth = 0;
  for (size_t i = line; i < lines.size(); ++i) {
    auto [change, least] = depthOf(lines[i]);
    if (depth + least < 0)
      return 0;
    depth += change;
    // An operation that has its bodies on lines of their own ends in `;`.
    if (depth == 0 && StringRef(lines[i]).rtrim().ends_with(";"))
      return i - line + 1;
  }
  return 0;
}

unsigned ModelText::freshNumber() const {
  unsigned fresh = 0;
  for (const std::string &line : lines)
    for (const NamedValue &value : definitionsOf(line)) {
      unsigned number;
      if (!StringRef(value.id).drop_front().getAsInteger(10, number) &&
          number < 1u << 30)
        fresh = std::max(fresh, number + 1);
    }
  return fresh;
}
