// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Tests of file names that are made of names from models, and of files that
/// are written whole.

#include "cm2tt/Runtime/Files.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

#include "gtest/gtest.h"

#include <map>
#include <random>

using namespace llvm;
using namespace cm2tt::runtime;

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

TEST(FileNameOf, KeepsWhatIsHarmless) {
  EXPECT_EQ(fileNameOf("add"), "add");
  EXPECT_EQ(fileNameOf("_add_2"), "_add_2");
  EXPECT_EQ(fileNameOf("sm_90a"), "sm_90a");
  EXPECT_EQ(fileNameOf("x86-64-v3.1"), "x86-64-v3.1");
}

TEST(FileNameOf, EscapesTheRest) {
  EXPECT_EQ(fileNameOf("NVIDIA H200"), "NVIDIA+H200");
  EXPECT_EQ(fileNameOf("a+b"), "a=2bb");
  EXPECT_EQ(fileNameOf("a=b"), "a=3db");
  EXPECT_EQ(fileNameOf("../x"), "=2e.=2fx");
  EXPECT_EQ(fileNameOf("-o"), "=2do");
  EXPECT_EQ(fileNameOf("cpu:znver5"), "cpu=3aznver5");
  EXPECT_EQ(fileNameOf("\xc3\xa4"), "=c3=a4");
  EXPECT_EQ(fileNameOf(StringRef("\0", 1)), "=00");
  EXPECT_EQ(fileNameOf(""), "=");
}

TEST(FileNameOf, CutsWhatIsLong) {
  std::string most(maxFileNameBytes, 'x');
  EXPECT_EQ(fileNameOf(most), most);
  std::string cut = fileNameOf(most + "x");
  EXPECT_EQ(cut.size(), maxFileNameBytes);
  EXPECT_TRUE(StringRef(cut).starts_with(std::string(62, 'x') + "=="));
  EXPECT_NE(cut, fileNameOf(most + "y"));
  EXPECT_NE(cut, fileNameOf(most + "xx"));
  // An escape is not cut in two.
  EXPECT_TRUE(StringRef(fileNameOf(std::string(61, 'x') + std::string(40, '/')))
                  .starts_with(std::string(61, 'x') + "=="));
}

/// Different texts have different names, each of them of one component.
TEST(FileNameOf, IsSafeAndDiffersForRandomTexts) {
  std::minstd_rand random(1);
  std::map<std::string, std::string> texts;
  constexpr char alphabet[] = "a-.=+ /\0\\\n2ef%~";
  for (unsigned i = 0; i < 200000; ++i) {
    std::string text(random() % (i % 10 ? 5 : 120), ' ');
    for (char &c : text)
      c = alphabet[random() % (sizeof(alphabet) - 1)];
    std::string name = fileNameOf(text);
    ASSERT_FALSE(name.empty());
    ASSERT_LE(name.size(), maxFileNameBytes);
    ASSERT_TRUE(name[0] != '.' && name[0] != '-') << name;
    ASSERT_TRUE(all_of(name, [](char c) {
      return isAlnum(c) || StringRef("_-.+=").contains(c);
    })) << name;
    auto [known, isNew] = texts.try_emplace(name, text);
    ASSERT_TRUE(isNew || known->second == text) << name;
  }
}

//===----------------------------------------------------------------------===//
// Whole files
//===----------------------------------------------------------------------===//

namespace {
/// A folder that goes with the test; its name has what templates replace.
class WholeFile : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(sys::fs::createUniqueDirectory("cm2tt-files", root));
    folder = (root + "/100%%").str();
    ASSERT_FALSE(sys::fs::create_directory(folder));
  }
  void TearDown() override { sys::fs::remove_directories(root); }

  static std::string read(const Twine &path) {
    auto file = MemoryBuffer::getFile(path);
    return file ? (*file)->getBuffer().str() : "no such file";
  }
  size_t countFiles() {
    size_t count = 0;
    std::error_code code;
    for (sys::fs::directory_iterator it(folder, code), end; it != end && !code;
         it.increment(code))
      ++count;
    return count;
  }

  SmallString<128> root;
  std::string folder;
};
} // namespace

TEST_F(WholeFile, ReplacesAndLeavesNothingElse) {
  EXPECT_FALSE(writeWholeFile(folder + "/a", "first"));
  EXPECT_EQ(read(folder + "/a"), "first");
  EXPECT_FALSE(writeWholeFile(folder + "/a", "second"));
  EXPECT_EQ(read(folder + "/a"), "second");
  EXPECT_EQ(countFiles(), 1u);
}

/// An attacker may create a link under a name that can be guessed.
TEST_F(WholeFile, DoesNotFollowLinks) {
  EXPECT_FALSE(writeWholeFile(folder + "/target", "untouched"));
  ASSERT_FALSE(sys::fs::create_link(folder + "/target", folder + "/a"));
  EXPECT_FALSE(writeWholeFile(folder + "/a", "new"));
  EXPECT_EQ(read(folder + "/target"), "untouched");
  EXPECT_EQ(read(folder + "/a"), "new");
  EXPECT_FALSE(sys::fs::is_symlink_file(folder + "/a"));
}

TEST_F(WholeFile, FailuresLeaveNothing) {
  ASSERT_FALSE(sys::fs::create_directories(folder + "/a/b"));
  EXPECT_TRUE(writeWholeFile(folder + "/a", "text"));
  EXPECT_TRUE(writeWholeFile(folder + "/none/a", "text"));
  EXPECT_TRUE(writeWholeFile("/dev/null/a", "text"));
  EXPECT_EQ(countFiles(), 1u);
}
