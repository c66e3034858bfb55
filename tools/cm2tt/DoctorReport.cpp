// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Writes the findings of `cm2tt doctor`.
///
/// Not here: finding (Doctor.cpp).

#include "DoctorReport.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace cm2tt::tools;

void Section::add(StringRef fact, json::Value value, std::string text) {
  // A value keeps text that it was given by reference as it is.
  if (std::optional<StringRef> string = value.getAsString())
    value = json::fixUTF8(*string);
  properties.push_back({fact.str(), std::move(value), std::move(text)});
}

/// `driverVersion` as `driver version`; what is all capitals stays.
static std::string spacedName(StringRef name) {
  if (name.upper() == name)
    return name.str();
  std::string words;
  for (char c : name) {
    if (isUpper(c))
      words += ' ';
    words += toLower(c);
  }
  return words;
}

/// The fact for people.
static std::string textOf(const Fact &fact) {
  if (!fact.text.empty())
    return fact.text;
  if (std::optional<StringRef> string = fact.value.getAsString())
    return string->str();
  if (std::optional<bool> truth = fact.value.getAsBoolean())
    return *truth ? "yes" : "no";
  std::string text;
  raw_string_ostream(text) << fact.value;
  return text;
}

std::string DoctorReport::text() const {
  std::string result;
  raw_string_ostream os(result);
  for (const Section &section : sections) {
    os << section.name << '\n';
    for (const Fact &fact : section.properties)
      os << "  " << left_justify(spacedName(fact.name), 18) << ' '
         << textOf(fact) << '\n';
  }
  for (const std::string &problem : problems)
    os << "broken: " << problem << '\n';
  return result;
}

/// The properties of a section as an object.
static json::Object objectOf(const Section &section) {
  json::Object object;
  for (const Fact &fact : section.properties)
    object[fact.name] = fact.value;
  return object;
}

std::string DoctorReport::json() const {
  json::Object all;
  for (const Section &section : sections)
    if (section.isElement)
      all.try_emplace("gpus", json::Array())
          .first->second.getAsArray()
          ->push_back(objectOf(section));
    else
      all[section.name] = objectOf(section);
  json::Array broken;
  for (const std::string &problem : problems)
    broken.push_back(json::fixUTF8(problem));
  all["problems"] = std::move(broken);
  all.try_emplace("gpus", json::Array());
  std::string result;
  raw_string_ostream os(result);
  json::OStream(os, /*IndentSize=*/2).value(std::move(all));
  os << '\n';
  return result;
}
