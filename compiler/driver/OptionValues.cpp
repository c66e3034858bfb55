// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The values of the compiler's options as text, and options from text.
///
/// Not here: the command line (tools/cm2tt/CommandLine.cpp), which also has
/// help and suggestions.

#include "cm2tt/Compiler/Compiler.h"

#include "llvm/ADT/StringExtras.h"

using namespace cm2tt;
using llvm::Error;
using llvm::StringRef;
using llvm::Twine;

static std::string textOf(bool value) { return value ? "true" : "false"; }
static std::string textOf(unsigned value) { return std::to_string(value); }
static std::string textOf(const std::string &value) { return value; }
static std::string textOf(const std::optional<std::string> &value) {
  return value.value_or("");
}
static std::string textOf(Stage value) { return stageName(value).str(); }
template <typename Word> static std::string textOf(WordSet<Word> value) {
  return value.str();
}

std::vector<CompilerOptionValue>
cm2tt::optionValues(const CompileOptions &options) {
  static const CompileOptions defaults;
  std::vector<CompilerOptionValue> values;
  CompileOptions::forEach([&](const CompilerOptionInfo &info, auto member) {
    const auto &value = options.*member;
    constexpr bool isSwitch = std::is_same_v<decltype(value), const bool &>;
    values.push_back(
        {info, textOf(value), value == defaults.*member, isSwitch});
  });
  return values;
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

static Error wrong(const Twine &message) {
  return llvm::createStringError(message);
}

static Error read(StringRef flag, StringRef value, unsigned &result) {
  if (llvm::to_integer(value, result, 10))
    return Error::success();
  return wrong("--" + flag + ": '" + value + "': expected a number");
}
static Error read(StringRef, StringRef value, std::string &result) {
  result = value.str();
  return Error::success();
}
static Error read(StringRef, StringRef value,
                  std::optional<std::string> &result) {
  result = value.str();
  return Error::success();
}
static Error read(StringRef flag, StringRef value, Stage &result) {
  std::optional<Stage> stage = parseStage(value);
  if (!stage)
    return wrong("--" + flag + ": '" + value + "': there is no such stage");
  result = *stage;
  return Error::success();
}
/// Adds words, as several flags of the command line do.
template <typename Word>
static Error read(StringRef flag, StringRef value, WordSet<Word> &result) {
  llvm::Expected<WordSet<Word>> words = WordSet<Word>::parse(value);
  if (!words)
    return wrong("--" + flag + ": " + toString(words.takeError()));
  result = result | *words;
  return Error::success();
}

/// Sets a switch to the opposite of its default.
static Error readSwitch(StringRef text, bool otherwise, bool &result) {
  result = !otherwise;
  return text.contains('=') ? wrong("'" + text + "': expected no value")
                            : Error::success();
}

Error cm2tt::readOption(StringRef text, CompileOptions &options) {
  static const CompileOptions defaults;
  auto [flag, value] = text.split('=');
  const bool isFlag = flag.consume_front("--") && !flag.empty();
  std::optional<Error> outcome;
  CompileOptions::forEach([&](const CompilerOptionInfo &info, auto member) {
    if (!isFlag || flag != info.flag)
      return;
    auto &result = options.*member;
    if constexpr (std::is_same_v<decltype(result), bool &>)
      outcome.emplace(readSwitch(text, defaults.*member, result));
    else if (!text.contains('='))
      outcome.emplace(wrong("'" + text + "' needs a value"));
    else
      outcome.emplace(read(flag, value, result));
  });
  return outcome ? std::move(*outcome) : wrong("unknown option '" + text + "'");
}
