// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Splits code-model text into tokens. Types are not tokens: the parser parses
/// them from the start of a token, and the lexer continues after them.

#ifndef CM2TT_IMPORTER_LIB_TEXTLEXER_H
#define CM2TT_IMPORTER_LIB_TEXTLEXER_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/SMLoc.h"

namespace cm2tt::model {

/// A token of code-model text.
struct Token {
  /// The kind of token. Single characters are Punctuation.
  enum class Kind : uint8_t {
    End,
    /// `%x`, with the percent sign.
    Value,
    /// `^x`, with the caret.
    Block,
    /// `ident {"." ident}`
    Name,
    /// With its quotes, escapes as written.
    String,
    Character,
    /// Without sign, with suffix; not checked.
    Number,
    Arrow,
    Punctuation,
    /// A character with which no token starts.
    Unknown,
    /// A string or comment without end.
    Unterminated
  };

  Kind kind = Kind::End;
  /// As written.
  llvm::StringRef text;

  llvm::SMLoc loc() const { return llvm::SMLoc::getFromPointer(text.data()); }
  bool is(Kind other) const { return kind == other; }
  /// Whether this is the punctuation `c`.
  bool is(char c) const {
    return kind == Kind::Punctuation && text.front() == c;
  }
};

/// Reads one token at a time.
class TextLexer {
public:
  explicit TextLexer(llvm::StringRef text)
      : cursor(text.begin()), end(text.end()) {}

  /// The next token; End for ever at the end.
  Token next();
  /// Returns the next character after spaces and comments, without consuming
  /// it, or 0 at the end.
  char peek();
  /// Goes on here, in the same text.
  void moveTo(const char *position) { cursor = position; }
  /// All that was not read yet.
  llvm::StringRef rest() const { return {cursor, size_t(end - cursor)}; }

private:
  bool skipSpace();
  Token make(Token::Kind kind, const char *start) const;
  Token quoted(char quote);
  Token number();
  Token sigil(Token::Kind kind, bool isValue);

  const char *cursor;
  const char *end;
};

} // namespace cm2tt::model

#endif // CM2TT_IMPORTER_LIB_TEXTLEXER_H
