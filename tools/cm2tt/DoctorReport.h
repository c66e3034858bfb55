// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The findings of `cm2tt doctor` as text and as JSON.

#ifndef CM2TT_TOOLS_CM2TT_DOCTORREPORT_H
#define CM2TT_TOOLS_CM2TT_DOCTORREPORT_H

#include "llvm/Support/JSON.h"

#include <string>
#include <vector>

namespace cm2tt::tools {

/// Something that was found.
struct Fact {
  /// As JSON calls it: `driverVersion`; text has words: `driver version`.
  std::string name;
  llvm::json::Value value;
  /// For people; empty: the value, if that is text or a number.
  std::string text;
};

/// Facts on one thing.
struct Section {
  std::string name;
  std::vector<Fact> properties;
  /// Whether JSON has this as one of the elements of an array.
  bool isElement = false;

  /// Adds a fact.
  void add(llvm::StringRef fact, llvm::json::Value value,
           std::string text = "");
};

/// All that was found.
struct DoctorReport {
  std::vector<Section> sections;
  /// The files and devices that the environment names but that do not exist.
  std::vector<std::string> problems;

  /// For people.
  std::string text() const;
  /// The same for programs, with `problems` as an array.
  std::string json() const;
};

} // namespace cm2tt::tools

#endif // CM2TT_TOOLS_CM2TT_DOCTORREPORT_H
