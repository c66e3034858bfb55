// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The values of the compiler's options as text.

#include "cm2tt/Compiler/Compiler.h"

using namespace cm2tt;

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
