// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Damages inputs in many ways, always the same ones, and checks that the
/// readers either read them or say what is wrong, and that what was read can
/// be written and read again.

#include "ReaderFixture.h"
#include <gtest/gtest.h>
#include <random>

using namespace cm2tt::test;

/// Reads a damaged input; returns whether it could be read.
static bool check(const std::string &input, bool isJson) {
  ReadResult read(input, isJson);
  EXPECT_EQ(read.ok, read.problems.find("error:") == std::string::npos)
      << input;
  if (!read.ok)
    return false;
  std::string written = isJson ? read.json() : read.text();
  ReadResult again(written, isJson);
  EXPECT_TRUE(again.ok) << again.problems << written;
  EXPECT_EQ(isJson ? again.json() : again.text(), written) << input;
  // The other form can be written, too.
  EXPECT_FALSE((isJson ? read.text() : read.json()).empty());
  return true;
}

/// Damages the input `count` times.
static void mutate(llvm::StringRef file, bool isJson, unsigned count) {
  std::string input = inputFile(file);
  ASSERT_FALSE(input.empty()) << file.str();
  std::minstd_rand random(1);
  const std::string bytes = "\"\"'{}[]()<>,:;@%^=.-0159eE\\u/*\n \x01\xc3\xff";
  unsigned readable = 0;
  for (unsigned i = 0; i != count; ++i) {
    std::string damaged = input;
    size_t at = random() % damaged.size();
    switch (i % 5) {
    case 0:
      damaged.resize(at);
      break;
    case 1:
      damaged[at] ^= char(1 << random() % 8);
      break;
    case 2:
      damaged[at] = bytes[random() % bytes.size()];
      break;
    case 3:
      damaged.erase(at, 1 + random() % 8);
      break;
    case 4:
      damaged.insert(at,
                     damaged.substr(random() % damaged.size(), random() % 40));
      break;
    }
    readable += check(damaged, isJson);
  }
  // Some damage goes unnoticed, in names, but most does not.
  EXPECT_LT(readable, count * 3 / 4);
}

TEST(JsonTextMutation, Text2024) {
  mutate("Text/Inputs/add_kernel2.cm", false, 1500);
}
TEST(JsonTextMutation, Text2026) {
  mutate("Text/Inputs/add_kernel2-2026.cm", false, 1500);
}
TEST(JsonTextMutation, TextOfAllSyntax) {
  mutate("Text/Inputs/syntax.cm", false, 1500);
}
TEST(JsonTextMutation, Json) {
  mutate("Json/Inputs/add_kernel2.json", true, 1000);
}
TEST(JsonTextMutation, JsonOfEverything) {
  mutate("v1/everything.json", true, 1500);
}
