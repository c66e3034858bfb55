// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Reads from the text of a code model with types what belongs to which line of
/// the source.

#include "Explain.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace cm2tt;
using namespace cm2tt::tools;

/// The text between the last `begin` and the next `end`; empty if there is
/// none.
static StringRef between(StringRef text, StringRef begin, StringRef end) {
  size_t at = text.rfind(begin);
  if (at == StringRef::npos)
    return "";
  return text.substr(at + begin.size()).split(end).first;
}

std::vector<TypedVariable> tools::readVariables(StringRef typed) {
  std::vector<TypedVariable> result;
  SmallVector<StringRef> lines;
  typed.split(lines, '\n');
  for (StringRef line : lines) {
    // %16 : Var<int> = var %0 @loc="12:5" @"a";  // %16 -> ptr<fp16>
    auto [op, comment] = line.split(";  // ");
    if (!op.contains(" = var ") || comment.empty())
      continue;
    TypedVariable variable;
    StringRef place = between(op, "@loc=\"", "\"");
    if (place.split(':').first.getAsInteger(10, variable.line))
      continue;
    variable.name = between(op, " @\"", "\"").str();
    variable.type = comment.split(" -> ").second.str();
    if (!variable.name.empty())
      result.push_back(std::move(variable));
  }
  return result;
}

std::string tools::readSourceName(StringRef typed) {
  SmallVector<StringRef> lines;
  typed.split(lines, '\n');
  for (StringRef line : lines) {
    if (!line.starts_with("//! "))
      return "";
    if (line.consume_front("//! source: \""))
      return line.split('"').first.str();
  }
  return "";
}

void tools::writeEscaped(raw_ostream &os, StringRef text) {
  std::string fixed;
  if (!json::isUTF8(text)) {
    fixed = json::fixUTF8(text);
    text = fixed;
  }
  printHTMLEscaped(text, os);
}
