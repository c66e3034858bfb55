// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Text that is the same in every locale. A process may have called
/// `setlocale`, as the JVM does: `printf`, `strtod`, and what LLVM makes of
/// them, then write and read a comma in numbers, and the system's errors are in
/// the user's language. All fractions, JSON and reasons of the system are
/// written and read by these functions (tests/style/locales.py).

#ifndef CM2TT_LOWERING_PLAINTEXT_H
#define CM2TT_LOWERING_PLAINTEXT_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"

#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <locale.h>
#include <string>
#include <system_error>

namespace cm2tt::plain {

/// While it lives, the thread has the locale "C".
class CLocale {
public:
  CLocale() : before(uselocale(get())) {}
  ~CLocale() { uselocale(before); }
  CLocale(const CLocale &) = delete;
  CLocale &operator=(const CLocale &) = delete;

private:
  static locale_t get() {
    static const locale_t c = newlocale(LC_ALL_MASK, "C", locale_t());
    return c;
  }
  locale_t before;
};

/// A text of a format of `printf`.
__attribute__((format(printf, 1, 2))) inline std::string
format(const char *format, ...) {
  CLocale locale;
  va_list arguments;
  va_start(arguments, format);
  char *text = nullptr;
  int size = vasprintf(&text, format, arguments);
  va_end(arguments);
  std::string result = size < 0 ? "" : std::string(text, size);
  if (size >= 0)
    free(text);
  return result;
}

/// The text of the system for a failure, in English.
inline std::string reasonOf(std::error_code code) {
  CLocale locale;
  return code.message();
}
/// The same for a value of `errno`.
inline std::string reasonOf(int code) {
  return reasonOf(std::error_code(code, std::generic_category()));
}

/// Reads JSON.
inline llvm::Expected<llvm::json::Value> parseJson(llvm::StringRef text) {
  CLocale locale;
  return llvm::json::parse(text);
}

/// Writes JSON, indented by two spaces, without a final newline.
inline std::string writeJson(const llvm::json::Value &value) {
  CLocale locale;
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::json::OStream(os, /*IndentSize=*/2).value(value);
  return text;
}

} // namespace cm2tt::plain

#endif // CM2TT_LOWERING_PLAINTEXT_H
