// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The table of options that are chosen, and choices as text.

#include "cm2tt/Runtime/CompilerChoices.h"

#include "cm2tt/Compiler/Compiler.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace cm2tt;
using namespace cm2tt::runtime;

static Error set(bool &option, StringRef value) {
  if (value != "on" && value != "off")
    return createStringError("expected on or off");
  option = value == "on";
  return Error::success();
}

/// Launches encode the tensor maps.
static Error set(DescribedTensors &option, StringRef value) {
  bool isOn = false;
  Error error = set(isOn, value);
  option = isOn ? DescribedTensors::ByLauncher : DescribedTensors::None;
  return error;
}

static constexpr CompilerChoice table[] = {
#define CHOICE(member, name, variable, meaning)                                \
  {name, variable, [](CompileOptions &options, StringRef value) {              \
     return set(options.member, value);                                        \
   }},
#include "cm2tt/Compiler/CompilerChoices.inc"
};

ArrayRef<CompilerChoice> cm2tt::runtime::compilerChoices() { return table; }

Expected<CompilerChoices> CompilerChoices::parse(StringRef text) {
  CompilerChoices result;
  SmallVector<StringRef> words;
  SplitString(text, words);
  for (StringRef word : words) {
    auto [name, value] = word.split('=');
    if (Error error = result.choose(name, value))
      return createStringError(word + ": " + toString(std::move(error)));
  }
  return result;
}

std::string CompilerChoices::str() const {
  return join(map_range(values,
                        [](const auto &each) {
                          return each.first + "=" + each.second;
                        }),
              " ");
}

Error CompilerChoices::choose(StringRef name, StringRef value) {
  const auto *choice = find_if(
      table, [&](const CompilerChoice &each) { return each.name == name; });
  if (choice == std::end(table))
    return createStringError("there is no such option");
  CompileOptions unused;
  if (Error error = choice->set(unused, value))
    return error;
  values[name.str()] = value.str();
  return Error::success();
}

CompilerChoices CompilerChoices::orElse(const CompilerChoices &others) const {
  CompilerChoices result = *this;
  result.values.insert(others.values.begin(), others.values.end());
  return result;
}

void CompilerChoices::apply(CompileOptions &options) const {
  for (const CompilerChoice &each : table)
    if (auto it = values.find(each.name); it != values.end())
      cantFail(each.set(options, it->second));
}
