// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The exact texts that are printed for diagnostics: text with source lines,
/// colours and limits, and JSON.
///
/// Not here: the options that choose (tests/lit/tools/diagnostics_*.test).

#include "cm2tt/Compiler/Diagnostics.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include "gtest/gtest.h"

#include <sys/stat.h>
#include <unistd.h>

using namespace cm2tt;

namespace {
/// A folder with source files.
class Diagnostics : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("diagnostics", folder));
    style.sourceRoots = {"/nonexistent", folder.str().str()};
  }
  void TearDown() override { llvm::sys::fs::remove_directories(folder); }

  void write(llvm::StringRef name, llvm::StringRef text) {
    llvm::SmallString<128> path(folder);
    llvm::sys::path::append(path, name);
    std::error_code error;
    llvm::raw_fd_ostream(path, error) << text;
    ASSERT_FALSE(error);
  }
  std::string print(llvm::ArrayRef<Diagnostic> diagnostics) const {
    std::string text;
    llvm::raw_string_ostream os(text);
    printDiagnostics(os, diagnostics, style);
    return text;
  }

  llvm::SmallString<128> folder;
  DiagnosticStyle style;
};
} // namespace

static Diagnostic at(const char *file, unsigned line, unsigned column) {
  Diagnostic diagnostic;
  diagnostic.message = "wrong";
  diagnostic.file = file;
  diagnostic.line = line;
  diagnostic.column = column;
  return diagnostic;
}

static Diagnostic noteAt(const char *file, unsigned line, unsigned column) {
  Diagnostic note = at(file, line, column);
  note.severity = Severity::Note;
  note.message = "from here";
  return note;
}

TEST_F(Diagnostics, NotesHaveTheirOwnLines) {
  write("A.java", "int a;\nint b;\r\n");
  write("B.java", "long c;");
  Diagnostic error = at("A.java", 2, 5);
  error.notes = {noteAt("B.java", 1, 1), noteAt("A.java", 1, 7),
                 noteAt("C.java", 1, 2)};
  EXPECT_EQ(print(error), "A.java:2:5: error: wrong\n"
                          "int b;\n"
                          "    ^\n"
                          "B.java:1:1: note: from here\n"
                          "long c;\n"
                          "^\n"
                          "A.java:1:7: note: from here\n"
                          "int a;\n"
                          "      ^\n"
                          "C.java:1:2: note: from here\n");
}

TEST_F(Diagnostics, WithoutPlace) {
  EXPECT_EQ(print(at("", 0, 0)), "cm2tt: error: wrong\n");
  EXPECT_EQ(print(at("A.java", 0, 0)), "A.java: error: wrong\n");
  Diagnostic warning = at("", 0, 0), remark = warning;
  warning.severity = Severity::Warning;
  remark.severity = Severity::Remark;
  EXPECT_EQ(print({warning, remark}),
            "cm2tt: warning: wrong\ncm2tt: remark: wrong\n");
}

TEST_F(Diagnostics, PlacesThatTheFileDoesNotHave) {
  write("A.java", "int a;\n\n");
  EXPECT_EQ(print(at("A.java", 9, 1)), "A.java:9:1: error: wrong\n");
  EXPECT_EQ(print(at("A.java", 2, 1)), "A.java:2:1: error: wrong\n");
  EXPECT_EQ(print(at("A.java", 1, 99)), "A.java:1:99: error: wrong\n"
                                        "int a;\n"
                                        "      ^\n");
  EXPECT_EQ(print(at("A.java", 1, 0)), "A.java:1:0: error: wrong\n"
                                       "int a;\n"
                                       "^\n");
  write("long.json", std::string(401, 'x'));
  EXPECT_EQ(print(at("long.json", 1, 1)), "long.json:1:1: error: wrong\n");
}

/// File names come from models: a file that blocks, or is infinite, is not
/// read.
TEST_F(Diagnostics, PlacesInWhatIsNoFile) {
  std::string pipe = (folder + "/pipe").str();
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  alarm(60); // It would wait for ever.
  EXPECT_EQ(print(at(pipe.c_str(), 1, 1)), pipe + ":1:1: error: wrong\n");
  EXPECT_EQ(print(at("pipe", 1, 1)), "pipe:1:1: error: wrong\n");
  EXPECT_EQ(print(at("/dev/zero", 1, 1)), "/dev/zero:1:1: error: wrong\n");
  alarm(0);
}

TEST_F(Diagnostics, CaretsBelowTabs) {
  write("A.java", "\tint\ta;\n");
  EXPECT_EQ(print(at("A.java", 1, 2)), "A.java:1:2: error: wrong\n"
                                       "        int     a;\n"
                                       "        ^\n");
  EXPECT_EQ(print(at("A.java", 1, 6)), "A.java:1:6: error: wrong\n"
                                       "        int     a;\n"
                                       "                ^\n");
}

TEST_F(Diagnostics, CaretsBehindOtherLetters) {
  // An umlaut, an ideograph of two columns, an emoji of two UTF-16 units.
  const char *line = "\"\u00e4\u5b57\U0001F600\", x\n";
  const char *shown = "\"\u00e4\u5b57\U0001F600\", x\n         ^\n";
  write("A.java", line);
  EXPECT_EQ(print(at("A.java", 1, 9)),
            std::string("A.java:1:9: error: wrong\n") + shown);
  // Columns of what is no Java file count bytes.
  write("a.json", line);
  EXPECT_EQ(print(at("a.json", 1, 14)),
            std::string("a.json:1:14: error: wrong\n") + shown);
}

TEST_F(Diagnostics, BytesThatAreNoText) {
  write("A.java", "a\xff\xc3 \x1b[31m\xe5\xad");
  EXPECT_EQ(print(at("A.java", 1, 5)), "A.java:1:5: error: wrong\n"
                                       "a?? ?[31m??\n"
                                       "    ^\n");
}

TEST_F(Diagnostics, Colors) {
  write("A.java", "int a;\n");
  Diagnostic error = at("A.java", 1, 5);
  error.notes = {noteAt("", 0, 0)};
  style.color = true;
  EXPECT_EQ(print(error), "\x1b[1mA.java:1:5:\x1b[0m "
                          "\x1b[0;1;31merror: \x1b[0m\x1b[1mwrong\x1b[0m\n"
                          "int a;\n"
                          "    \x1b[0;1;32m^\x1b[0m\n"
                          "\x1b[1mcm2tt:\x1b[0m "
                          "\x1b[0;1;30mnote: \x1b[0mfrom here\n");
}

TEST_F(Diagnostics, ErrorLimit) {
  std::vector<Diagnostic> all(22, at("", 0, 0));
  all[0].severity = Severity::Warning;
  std::string one = "cm2tt: error: wrong\n", text = "cm2tt: warning: wrong\n";
  for (int i = 0; i < 20; ++i)
    text += one;
  EXPECT_EQ(print(all), text + "cm2tt: note: 1 more error; --error-limit=0 "
                               "shows all\n");
  style.errorLimit = 21;
  EXPECT_EQ(print(all), text + one);
  style.errorLimit = 0;
  EXPECT_EQ(print(all), text + one);
  style.errorLimit = 1;
  EXPECT_EQ(print(all), "cm2tt: warning: wrong\n" + one +
                            "cm2tt: note: 20 more errors; --error-limit=0 "
                            "shows all\n");
}

TEST_F(Diagnostics, Labels) {
  for (const char *label :
       {"T-DOT-12", "TT-DOT-1", "TT-EXPAND-DIMS-1", "TTG-LINEAR-1"})
    EXPECT_EQ(getLabel(std::string(label) + ": no"), label);
  for (const char *message :
       {"", "T-DOT-12", "T-DOT: no", "T-DOT-: no", "T--1: no", "T-Dot-1: no",
        "T-DOT-1x: no", " T-DOT-1: no", "T-DOT-1-2: no", "no: T-DOT-1: x",
        "TG-DOT-1: no", "XTT-DOT-1: no", "TT--DOT-1: no"})
    EXPECT_EQ(getLabel(message), "") << message;
}

TEST_F(Diagnostics, Json) {
  style.form = DiagnosticForm::JSON;
  Diagnostic error = at("A.java", 2, 5);
  error.message = "T-ADD-1: \"x\"\tand \\ \n\x01";
  error.notes = {noteAt("", 0, 0)};
  EXPECT_EQ(print({error, at("m.json", 0, 0)}),
            R"({"severity":"error","label":"T-ADD-1",)"
            R"("message":"T-ADD-1: \"x\"\tand \\ \n\u0001",)"
            R"("file":"A.java","line":2,"column":5,"notes":[)"
            R"({"severity":"note","message":"from here","notes":[]}]})"
            "\n"
            R"({"severity":"error","message":"wrong","file":"m.json",)"
            R"("notes":[]})"
            "\n");
  style.errorLimit = 1;
  EXPECT_EQ(print({at("", 0, 0), at("", 0, 0)}),
            R"({"severity":"error","message":"wrong","notes":[]})"
            "\n"
            R"({"severity":"note","message":"1 more error; --error-limit=0 )"
            R"(shows all","notes":[]})"
            "\n");
}

TEST_F(Diagnostics, JsonIsUtf8WhateverTheInput) {
  for (int first = 0; first < 256; ++first)
    for (int second : {0, 0x61, 0x22, 0x80, 0xbf, 0xc3, 0xed, 0xf4, 0xff}) {
      Diagnostic diagnostic;
      diagnostic.message = {char(first), char(second), '\xa0', 'z'};
      diagnostic.file = diagnostic.message;
      std::string text = toJson(diagnostic);
      EXPECT_TRUE(llvm::json::isUTF8(text)) << first << " " << second;
      EXPECT_EQ(text.find('\n'), std::string::npos);
      auto parsed = llvm::json::parse(text);
      ASSERT_TRUE(!!parsed) << first << " " << second;
      auto message = parsed->getAsObject()->getString("message");
      ASSERT_TRUE(message);
      EXPECT_EQ(message->back(), 'z');
    }
}
