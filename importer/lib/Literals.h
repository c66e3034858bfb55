// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Literals of Java: characters, strings and numbers, read and printed as
/// Java does.

#ifndef CM2TT_IMPORTER_LIB_LITERALS_H
#define CM2TT_IMPORTER_LIB_LITERALS_H

#include "Model.h"
#include "TypeParser.h"

namespace cm2tt::model {

/// Prints a string's characters for between quotes: escapes of Java for
/// quotes, backslash, control characters and all that is not ASCII.
void printJavaEscaped(llvm::raw_ostream &os, llvm::StringRef text);
/// The same for one UTF-16 code unit.
void printJavaEscaped(llvm::raw_ostream &os, uint16_t unit);

/// Prints a number as `Double.toString` (`Float.toString`) does: the fewest
/// digits that read back to it, always with a point; `Infinity`, `NaN`.
void printJavaNumber(llvm::raw_ostream &os, double value, bool isFloat);

/// Reads what printJavaNumber prints and what JSON allows, no more.
std::optional<double> parseNumber(llvm::StringRef text, bool isFloat);
/// Reads an integer with an optional sign, decimal, or 0x.., 0b.. or octal as
/// in Java; `_` between digits. Hexadecimal and the like fill all the bits:
/// 0xffffffff is -1. `bits` is 32 or 64.
std::optional<int64_t> parseInteger(llvm::StringRef text, unsigned bits);

/// One code point of UTF-8 at the start of `text` (not empty), which is
/// dropped. Surrogates are let through.
unsigned takeCodePoint(llvm::StringRef &text);
/// Appends a code point as UTF-8, a surrogate as if it were one.
void appendCodePoint(llvm::SmallVectorImpl<char> &out, unsigned codePoint);

/// Makes of a value as written the value it means, given the operation that
/// it is the unnamed attribute of: the `"64"` of a constant of type int
/// becomes an Integer, the string of an `invoke` a Reference, ... Notes the
/// spelling. Returns an error's message, empty for none.
std::string interpretValue(const Operation &op, AttributeValue &value,
                           Model &model, SpellingNotes &notes, bool fromJson);

/// Whether the unnamed attribute of this operation is one that the texts of
/// 2024 have as a string: a constant, an index, or a type.
bool isQuotable(const Operation &op);
/// Whether all texts have it so: Babylon quotes bytes and shorts.
bool isUsuallyQuoted(const Operation &op);

/// Drops the note of a number's suffix where it is the usual one.
void settleSuffix(AttributeValue &value);

/// Whether a name in the texts of 2025 names the unnamed attribute of `op`:
/// isDefaultName("constant", "value").
bool isDefaultName(llvm::StringRef op, llvm::StringRef name);

/// `line:column`, `line:column:file` (text) or `file:line:column` (JSON).
/// Returns an error's message, empty for none.
std::string parseJavaLocation(llvm::StringRef text, bool fromJson,
                              JavaLocation &location);

} // namespace cm2tt::model

#endif // CM2TT_IMPORTER_LIB_LITERALS_H
