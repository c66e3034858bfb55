// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Characters, strings and numbers as Java writes them.
///
/// Not here: the interpretation of literals (AttributeValues.cpp).

#include "Literals.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <charconv>
#include <cmath>
#include <limits>

using namespace llvm;

namespace cm2tt::model {

//===----------------------------------------------------------------------===//
// Characters and strings
//===----------------------------------------------------------------------===//

unsigned takeCodePoint(StringRef &text) {
  auto byte = [&](size_t i) -> unsigned {
    return i < text.size() ? uint8_t(text[i]) & 0x3f : 0;
  };
  unsigned first = uint8_t(text[0]);
  unsigned length = first < 0xc0 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  unsigned result = first;
  if (length == 2)
    result = (first & 0x1f) << 6 | byte(1);
  else if (length == 3)
    result = (first & 0x0f) << 12 | byte(1) << 6 | byte(2);
  else if (length == 4)
    result = (first & 0x07) << 18 | byte(1) << 12 | byte(2) << 6 | byte(3);
  text = text.drop_front(std::min<size_t>(length, text.size()));
  return result;
}

void appendCodePoint(SmallVectorImpl<char> &out, unsigned codePoint) {
  auto tail = [&](unsigned shift) {
    out.push_back(char(0x80 | (codePoint >> shift & 0x3f)));
  };
  if (codePoint < 0x80) {
    out.push_back(char(codePoint));
  } else if (codePoint < 0x800) {
    out.push_back(char(0xc0 | codePoint >> 6));
    tail(0);
  } else if (codePoint < 0x10000) {
    out.push_back(char(0xe0 | codePoint >> 12));
    tail(6);
    tail(0);
  } else {
    out.push_back(char(0xf0 | codePoint >> 18));
    tail(12);
    tail(6);
    tail(0);
  }
}

void printJavaEscaped(raw_ostream &os, uint16_t unit) {
  static constexpr StringLiteral plain = "\b\t\n\f\r'\"\\";
  static constexpr StringLiteral letters = "btnfr'\"\\";
  size_t at = unit < 0x80 ? plain.find(char(unit)) : StringRef::npos;
  if (at != StringRef::npos)
    os << '\\' << letters[at];
  else if (unit >= ' ' && unit <= '~')
    os << char(unit);
  else
    os << format("\\u%04x", unit);
}

void printJavaEscaped(raw_ostream &os, StringRef text) {
  while (!text.empty()) {
    unsigned codePoint = takeCodePoint(text);
    if (codePoint < 0x10000) {
      printJavaEscaped(os, uint16_t(codePoint));
      continue;
    }
    codePoint -= 0x10000;
    printJavaEscaped(os, uint16_t(0xd800 | codePoint >> 10));
    printJavaEscaped(os, uint16_t(0xdc00 | (codePoint & 0x3ff)));
  }
}

/// The code unit of the escape after a backslash, which is dropped from `text`;
/// nothing for a bad one.
static std::optional<unsigned> takeEscape(StringRef &text) {
  static constexpr StringLiteral letters = "btnfrs'\"\\";
  static constexpr StringLiteral meanings = "\b\t\n\f\r '\"\\";
  if (text.empty())
    return std::nullopt;
  size_t known = letters.find(text[0]);
  if (known != StringRef::npos) {
    text = text.drop_front();
    return meanings[known];
  }
  if (text[0] == 'u') {
    StringRef digits = text.ltrim('u').take_front(4);
    unsigned unit;
    if (digits.size() < 4 || !all_of(digits, isHexDigit) ||
        digits.getAsInteger(16, unit))
      return std::nullopt;
    text = text.drop_front(digits.end() - text.begin());
    return unit;
  }
  // Octal: up to 377.
  unsigned value = 0, count = 0;
  unsigned most = text[0] <= '3' ? 3 : 2;
  while (count < most && count < text.size() && text[count] >= '0' &&
         text[count] <= '7')
    value = value * 8 + (text[count++] - '0');
  text = text.drop_front(count);
  return count ? std::optional(value) : std::nullopt;
}

const char *unescape(StringRef text, Model &model, StringRef &result) {
  result = text;
  if (!text.contains('\\'))
    return nullptr;
  SmallString<64> out;
  unsigned high = 0;
  while (!text.empty()) {
    if (text[0] != '\\') {
      if (std::exchange(high, 0))
        appendCodePoint(out, high);
      out.push_back(text[0]);
      text = text.drop_front();
      continue;
    }
    const char *start = text.begin();
    text = text.drop_front();
    std::optional<unsigned> unit = takeEscape(text);
    if (!unit)
      return start;
    if (high && *unit >= 0xdc00 && *unit < 0xe000) {
      // The pair's first half was written as if it stood alone.
      out.truncate(out.size() - 3);
      appendCodePoint(out, 0x10000 + ((high & 0x3ff) << 10 | (*unit & 0x3ff)));
      high = 0;
      continue;
    }
    appendCodePoint(out, *unit);
    high = *unit >= 0xd800 && *unit < 0xdc00 ? *unit : 0;
  }
  result = model.save(out.str());
  return nullptr;
}

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

/// The fewest digits that read back to a number, as d.dde+xx. Where one would
/// do, Java takes the two that are closest: 4.9E-324, not 5E-324.
static StringRef shortestDigits(MutableArrayRef<char> buffer, double value,
                                bool isFloat) {
  constexpr auto format = std::chars_format::scientific;
  char *end = buffer.end();
  auto done = isFloat ? std::to_chars(buffer.begin(), end, float(value), format)
                      : std::to_chars(buffer.begin(), end, value, format);
  if (buffer[1] == 'e')
    done = std::to_chars(buffer.begin(), end, value, format, /*precision=*/1);
  return StringRef(buffer.begin(), done.ptr - buffer.begin());
}

void printJavaNumber(raw_ostream &os, double value, bool isFloat) {
  if (std::isnan(value)) {
    os << "NaN";
    return;
  }
  if (std::signbit(value))
    os << '-';
  value = std::fabs(value);
  if (std::isinf(value)) {
    os << "Infinity";
    return;
  }
  char buffer[32];
  StringRef shortest = shortestDigits(buffer, value, isFloat);
  auto [mantissa, power] = shortest.split('e');
  int exponent = 0;
  (void)power.ltrim('+').getAsInteger(10, exponent);
  std::string digits = mantissa.take_front(1).str();
  digits += mantissa.drop_front(2).rtrim('0').str();
  if (value != 0 && (exponent < -3 || exponent >= 7)) {
    os << digits[0] << '.'
       << (digits.size() > 1 ? StringRef(digits).drop_front() : StringRef("0"))
       << 'E' << exponent;
    return;
  }
  if (exponent < 0)
    digits.insert(0, -exponent, '0');
  size_t whole = std::max(exponent, 0) + 1;
  if (digits.size() <= whole)
    digits.append(whole + 1 - digits.size(), '0');
  os << StringRef(digits).take_front(whole) << '.'
     << StringRef(digits).drop_front(whole);
}

/// Whether `text` is digits with a point somewhere and an exponent, perhaps;
/// `magnitude` is the power of ten of its first digit that is not 0.
static bool isDecimal(StringRef text, int64_t &magnitude) {
  size_t mantissaEnd = text.find_first_of("eE");
  StringRef mantissa = text.take_front(mantissaEnd);
  auto [whole, fraction] = mantissa.split('.');
  if (mantissa.count('.') > 1 || (whole.empty() && fraction.empty()) ||
      !all_of(whole, isDigit) || !all_of(fraction, isDigit))
    return false;
  StringRef significant = whole.ltrim('0');
  magnitude = significant.empty()
                  ? -int64_t(fraction.size() - fraction.ltrim('0').size()) - 1
                  : int64_t(significant.size()) - 1;
  if (mantissaEnd == StringRef::npos)
    return true;
  StringRef exponent = text.drop_front(mantissaEnd + 1);
  bool negative = exponent.consume_front("-");
  if (!negative)
    exponent.consume_front("+");
  if (exponent.empty() || !all_of(exponent, isDigit))
    return false;
  // Enough to tell too large from too small.
  int64_t value = std::numeric_limits<int32_t>::max();
  if (exponent.ltrim('0').size() < 10)
    (void)exponent.getAsInteger(10, value);
  magnitude += negative ? -value : value;
  return true;
}

template <typename T>
static std::optional<double> parseDecimal(StringRef text, int64_t magnitude) {
  T value = 0;
  auto done = std::from_chars(text.begin(), text.end(), value);
  if (done.ec == std::errc::result_out_of_range)
    return magnitude < 0 ? std::optional<double>(0.0) : std::nullopt;
  if (done.ec != std::errc() || done.ptr != text.end())
    return std::nullopt;
  return value;
}

std::optional<double> parseNumber(StringRef text, bool isFloat) {
  bool negative = text.consume_front("-");
  std::optional<double> value;
  int64_t magnitude = 0;
  if (text == "Infinity")
    value = std::numeric_limits<double>::infinity();
  else if (text == "NaN")
    value = std::numeric_limits<double>::quiet_NaN();
  else if (isDecimal(text, magnitude))
    value = isFloat ? parseDecimal<float>(text, magnitude)
                    : parseDecimal<double>(text, magnitude);
  if (value && negative && !std::isnan(*value))
    value = -*value;
  return value;
}

std::optional<int64_t> parseInteger(StringRef text, unsigned bits) {
  bool negative = text.consume_front("-");
  unsigned radix = 10;
  if (text.consume_front_insensitive("0x"))
    radix = 16;
  else if (text.consume_front_insensitive("0b"))
    radix = 2;
  else if (text.size() > 1 && text[0] == '0')
    radix = 8;
  uint64_t most =
      radix == 10 ? maxIntN(bits) + uint64_t(negative) : maxUIntN(bits);
  if (text.empty() || text.front() == '_' || text.back() == '_')
    return std::nullopt;
  uint64_t value = 0;
  for (char c : text) {
    if (c == '_')
      continue;
    unsigned digit = hexDigitValue(c);
    if (digit >= radix || value > (most - digit) / radix)
      return std::nullopt;
    value = value * radix + digit;
  }
  return SignExtend64(negative ? 0 - value : value, bits);
}

} // namespace cm2tt::model
