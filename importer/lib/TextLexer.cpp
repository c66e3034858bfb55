// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The tokens of code-model text.

#include "TextLexer.h"
#include "TypeParser.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace cm2tt::model {

Token TextLexer::make(Token::Kind kind, const char *start) const {
  return {kind, StringRef(start, cursor - start)};
}

/// Skips spaces and comments; false, and before it, at a comment without end.
bool TextLexer::skipSpace() {
  while (cursor != end) {
    if (isSpace(*cursor)) {
      ++cursor;
    } else if (rest().starts_with("//")) {
      size_t stop = rest().find('\n');
      cursor = stop == StringRef::npos ? end : cursor + stop;
    } else if (rest().starts_with("/*")) {
      size_t stop = rest().find("*/", 2);
      if (stop == StringRef::npos)
        return false;
      cursor += stop + 2;
    } else {
      break;
    }
  }
  return true;
}

char TextLexer::peek() { return skipSpace() && cursor != end ? *cursor : 0; }

/// A string or character, up to its closing quote or the end of the line.
Token TextLexer::quoted(char quote) {
  const char *start = cursor++;
  // Babylon writes characters without escapes, these three bytes among them:
  // a quote, a line's end, and a backslash (which may also escape a quote).
  if (quote == '\'' && end - start >= 3 && start[2] == '\'' &&
      (start[1] != '\\' || end - start == 3 || start[3] != '\'')) {
    cursor = start + 3;
    return make(Token::Kind::Character, start);
  }
  while (cursor != end && *cursor != quote && *cursor != '\n')
    cursor += *cursor == '\\' && cursor + 1 != end && cursor[1] != '\n' ? 2 : 1;
  if (cursor == end || *cursor != quote)
    return {Token::Kind::Unterminated, StringRef(start, 1)};
  ++cursor;
  return make(quote == '"' ? Token::Kind::String : Token::Kind::Character,
              start);
}

/// Digits and all that may belong to a number. A sign may follow an exponent's
/// letter, which in a hexadecimal number is a digit.
Token TextLexer::number() {
  const char *start = cursor;
  bool isHex = rest().starts_with_insensitive("0x");
  while (cursor != end &&
         (isAlnum(*cursor) || *cursor == '.' || *cursor == '_' ||
          ((*cursor == '-' || *cursor == '+') && !isHex &&
           toLower(cursor[-1]) == 'e')))
    ++cursor;
  return make(Token::Kind::Number, start);
}

/// `%x` or `^x`. Values may start with a digit.
Token TextLexer::sigil(Token::Kind kind, bool isValue) {
  const char *start = cursor++;
  if (cursor == end ||
      !(isValue ? isIdentifierPart(*cursor) : isIdentifierStart(*cursor)))
    return make(Token::Kind::Unknown, start);
  while (cursor != end && isIdentifierPart(*cursor))
    ++cursor;
  return make(kind, start);
}

Token TextLexer::next() {
  if (!skipSpace()) {
    Token token{Token::Kind::Unterminated, rest().take_front(2)};
    cursor = end;
    return token;
  }
  const char *start = cursor;
  if (cursor == end)
    return make(Token::Kind::End, start);
  char c = *cursor;
  if (c == '%')
    return sigil(Token::Kind::Value, /*isValue=*/true);
  if (c == '^')
    return sigil(Token::Kind::Block, /*isValue=*/false);
  if (c == '"' || c == '\'')
    return quoted(c);
  if (isDigit(c) || (c == '.' && cursor + 1 != end && isDigit(cursor[1])))
    return number();
  if (isIdentifierStart(c)) {
    while (cursor != end &&
           (isIdentifierPart(*cursor) || (*cursor == '.' && cursor + 1 != end &&
                                          isIdentifierStart(cursor[1]))))
      ++cursor;
    return make(Token::Kind::Name, start);
  }
  if (rest().starts_with("->")) {
    cursor += 2;
    return make(Token::Kind::Arrow, start);
  }
  ++cursor;
  bool isKnown = StringRef("(){}<>[],:;=@-+?#&").contains(c);
  return make(isKnown ? Token::Kind::Punctuation : Token::Kind::Unknown, start);
}

} // namespace cm2tt::model
