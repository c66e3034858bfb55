// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Tests that the table of environment variables has those that the sources
/// read and no other, and that the runtime's README shows it.

#include "cm2tt/Runtime/Environment.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Regex.h"

#include "gtest/gtest.h"

#include <set>

using namespace llvm;
using namespace cm2tt::runtime;

/// All matches of the pattern's first group in the text.
static void addMatches(StringRef text, StringRef pattern,
                       std::set<std::string> &found) {
  Regex regex(pattern);
  SmallVector<StringRef> groups;
  while (regex.match(text, &groups)) {
    found.insert(groups[1].str());
    text = text.drop_front(groups[0].end() - text.begin());
  }
}

namespace {
/// Names of variables in the sources.
struct SourceNames {
  /// Names that are handed to what reads variables.
  std::set<std::string> read;
  /// All strings of capital letters.
  std::set<std::string> capitals;
};
} // namespace

/// Reads every source that is no test.
static SourceNames readSources() {
  SourceNames names;
  std::error_code error;
  for (const char *area :
       {"dialect", "importer", "lowering", "tile", "language", "gpu", "cpu",
        "compiler", "runtime", "jni", "tools"})
    for (sys::fs::recursive_directory_iterator
             it(std::string(CM2TT_SOURCE_DIR "/") + area, error),
         end;
         it != end && !error; it.increment(error)) {
      StringRef path = it->path();
      // The table itself.
      if (path.ends_with("/Environment.cpp") ||
          !(path.ends_with(".cpp") || path.ends_with(".h")))
        continue;
      auto file = MemoryBuffer::getFile(path);
      if (!file)
        continue;
      StringRef text = (*file)->getBuffer();
      addMatches(text, "\"([A-Z][A-Z0-9_]+)\"", names.capitals);
      for (const char *reader : {"getenv", "GetEnv", "environmentValue"})
        addMatches(text, std::string(reader) + "[(][ \n]*\"([A-Z0-9_]+)\"",
                   names.read);
    }
  return names;
}

TEST(Environment, TableHasWhatTheSourcesRead) {
  std::set<std::string> table;
  for (const EnvironmentVariable &variable : environmentVariables())
    EXPECT_TRUE(table.insert(variable.name).second) << variable.name;
  SourceNames names = readSources();
  ASSERT_FALSE(names.read.empty());
  for (const std::string &name : names.read)
    EXPECT_TRUE(table.count(name))
        << name << " is read: add it to runtime/lib/Environment";
  for (const std::string &name : table)
    // LLVM's search for programs reads PATH.
    EXPECT_TRUE(name == "PATH" || names.capitals.count(name))
        << name << " is read by nobody";
}

TEST(Environment, IsOrderedByWhoseAndName) {
  EXPECT_TRUE(
      is_sorted(environmentVariables(), [](const auto &a, const auto &b) {
        auto rank = [](StringRef name) {
          return std::pair(!name.starts_with("CM2TT_"), name);
        };
        return rank(a.name) < rank(b.name);
      }));
}

TEST(Environment, ReadmeShowsTheTable) {
  std::string table;
  raw_string_ostream os(table);
  printEnvironmentMarkdown(os);
  auto readme = MemoryBuffer::getFile(CM2TT_SOURCE_DIR "/runtime/README.md");
  ASSERT_TRUE(static_cast<bool>(readme));
  EXPECT_TRUE((*readme)->getBuffer().contains(table))
      << "runtime/README.md should have\n"
      << table;
}

TEST(Environment, AnEmptyValueIsNone) {
  setenv("CM2TT_CACHE_DIR", "", 1);
  EXPECT_EQ(environmentValue("CM2TT_CACHE_DIR"), std::nullopt);
  setenv("CM2TT_CACHE_DIR", "folder", 1);
  EXPECT_EQ(environmentValue("CM2TT_CACHE_DIR"), "folder");
  unsetenv("CM2TT_CACHE_DIR");
  EXPECT_EQ(environmentValue("CM2TT_CACHE_DIR"), std::nullopt);
}

TEST(Environment, HelpHasTheVariablesOfThePrefix) {
  std::string help;
  raw_string_ostream os(help);
  printEnvironmentHelp(os, "CM2TT_CACHE_");
  EXPECT_TRUE(StringRef(help).starts_with("  CM2TT_CACHE_DIR         the"));
  EXPECT_NE(help.find("CM2TT_CACHE_SIZE"), std::string::npos);
  EXPECT_EQ(help.find("CM2TT_LIBCUDA"), std::string::npos);
}
