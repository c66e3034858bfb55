// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Every error of the text reader, with its location.

#include "ReaderFixture.h"
#include "importer/lib/LineTable.h"
#include <gtest/gtest.h>

using namespace cm2tt::test;

/// The text fails with this one error.
static void expectError(llvm::StringRef text, llvm::StringRef error) {
  FromText read(text);
  EXPECT_FALSE(read.ok) << text.str();
  EXPECT_EQ(read.problems, (error + "\n").str()) << text.str();
}

/// The same, for operations in a function, which start at 2:1.
static void expectErrorIn(llvm::StringRef operations, llvm::StringRef error) {
  expectError(("func @\"f\" ()void -> {\n" + operations + "\n};\n").str(),
              error);
}

TEST(TextErrors, PlacesAreThoseOfSourceMgr) {
  llvm::StringRef text = "ab\n\ncd\r\n\xc3\xa9x";
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBuffer(text), {});
  cm2tt::model::LineTable lines(text);
  for (const char *at = text.begin(); at <= text.end(); ++at) {
    auto loc = llvm::SMLoc::getFromPointer(at);
    // SourceMgr starts a column, but no line, after a carriage return.
    if (at != text.begin() && at[-1] == '\r')
      continue;
    EXPECT_EQ(lines.lookup(loc), sources.getLineAndColumn(loc));
  }
  EXPECT_EQ(lines.lookup({}), std::make_pair(1u, 1u));
}

TEST(TextErrors, Tokens) {
  expectErrorIn("\"x", "2:1: error: string without end");
  expectErrorIn("a @\"x\\", "2:4: error: string without end");
  expectErrorIn("a @'x", "2:4: error: character without end");
  expectErrorIn("a /* b", "2:3: error: comment without end");
  expectErrorIn("a \x01;", "2:3: error: found '\\x01', expected an operand, an "
                           "attribute, a body or ';'");
  expectErrorIn("a \xff;", "2:3: error: malformed UTF-8");
  expectErrorIn("a % b;", "2:3: error: found '%', expected an operand, an "
                          "attribute, a body or ';'");
  expectErrorIn("a \xc3\xa9\xe2\x82\xac;",
                "2:3: error: found '\xc3\xa9\xe2\x82\xac', expected an "
                "operand, an attribute, a body or ';'");
}

TEST(TextErrors, Models) {
  expectError("", "1:1: error: found the end of the text, expected an "
                  "operation");
  expectError("// only a comment", "1:18: error: found the end of the text, "
                                   "expected an operation");
  expectError("func;\n}", "2:1: error: found '}', expected an operation or the "
                          "end of the text");
}

TEST(TextErrors, Operations) {
  expectErrorIn("%1 = a;", "2:4: error: found '=', expected ':'");
  expectErrorIn("%1 : int a;", "2:10: error: found 'a', expected '='");
  expectErrorIn("%1 : int = ;",
                "2:12: error: found ';', expected an operation's name");
  expectErrorIn("a\nb;", "3:1: error: found 'b', expected an operand, an "
                         "attribute, a body or ';'");
  expectErrorIn("a ^b(%1;", "2:8: error: found ';', expected a value or ')'");
  expectErrorIn("a ^b(%1, );", "2:10: error: found ')', expected a value");
  expectErrorIn("5;",
                "2:1: error: found '5', expected an operation, a block or "
                "'}'");
}

TEST(TextErrors, Bodies) {
  expectErrorIn("a (%1)void -> {};", "2:6: error: found ')', expected ':'");
  expectErrorIn("a (%1 : int %2 : int)void -> {};",
                "2:13: error: found '%2', expected ',' or ')'");
  expectErrorIn("a (x)void -> {};",
                "2:4: error: found 'x', expected a parameter or ')'");
  expectErrorIn("a (%1 : int,)void -> {};",
                "2:13: error: found ')', expected a parameter");
  expectErrorIn("a () -> {};", "2:6: error: malformed type: found '-', "
                               "expected a type");
  expectErrorIn("a ()void {};", "2:10: error: found '{', expected '->'");
  expectErrorIn("a ()void -> ;", "2:13: error: found ';', expected '{'");
  expectErrorIn("a ()void -> {}\nb;",
                "3:1: error: found 'b', expected a body or ';'");
  expectErrorIn("a;\n^b\nc;", "4:1: error: found 'c', expected ':'");
  expectErrorIn("a;\n^b:\nc;\n^b:\nd;",
                "5:1: error: block defined twice: '^b'");
  expectError("func ()void -> {",
              "1:17: error: found the end of the text, expected an operation, "
              "a block or '}'");
}

TEST(TextErrors, Depth) {
  auto nested = [](unsigned depth) {
    std::string text;
    for (unsigned i = 0; i != depth; ++i)
      text += "a()void->{";
    for (unsigned i = 0; i != depth; ++i)
      text += "};";
    return text;
  };
  EXPECT_TRUE(FromText(nested(256)).ok);
  expectError(nested(257), "1:2562: error: bodies nested too deeply: more than "
                           "256 levels");
  expectError(nested(100000), "1:2562: error: bodies nested too deeply: more "
                              "than 256 levels");
}

TEST(TextErrors, Types) {
  auto expectTypeError = [](llvm::StringRef type, llvm::StringRef error) {
    expectErrorIn(("%1 : " + type + " = a;").str(), error);
  };
  expectTypeError("", "2:7: error: malformed type: found '=', expected a type");
  expectTypeError(
      "Var<int", "2:14: error: malformed type: found '=', expected ',' or '>'");
  expectTypeError("Var<>",
                  "2:10: error: malformed type: found '>', expected a type");
  expectTypeError("int[", "2:11: error: malformed type: found '=', expected "
                          "']'");
  expectTypeError("Var<int>[]", "2:14: error: malformed type: array of a type "
                                "that is not Java's: 'Var'");
  expectTypeError("constant<int, 64>", "2:20: error: malformed type: found "
                                       "'6', expected a constant such as c64");
  expectTypeError("java.type:int",
                  "2:16: error: malformed type: found 'i', expected '\"'");
  expectTypeError("java.type:\"int",
                  "2:16: error: malformed type: string without end");
  expectTypeError("java.type:\"i\\x\"",
                  "2:18: error: malformed type: bad escape in a string");
  expectTypeError("java.type:\"int>\"",
                  "2:20: error: malformed type: found '>', expected the end of "
                  "the type");
  expectTypeError("java.type:\"a<\"", "2:19: error: malformed type: found the "
                                      "end, expected a Java type");
  expectTypeError("java.type.what<int>", "2:6: error: malformed type: unknown "
                                         "kind of Java type: 'java.type.what'");
  expectTypeError("java.type.primitive<foo>",
                  "2:26: error: malformed type: not a primitive type: 'foo'");
  expectTypeError("a.B::<T", "2:14: error: malformed type: found '=', expected "
                             "'extends' or '>'");
  expectTypeError("a.B::[]",
                  "2:11: error: malformed type: found '[', expected a name");
  std::string deep;
  for (unsigned i = 0; i != 1000; ++i)
    deep += "a<";
  expectTypeError(deep, "2:206: error: malformed type: type nested too deeply: "
                        "more than 100 levels");
  std::string inner = "a";
  for (unsigned i = 0; i != 1000; ++i)
    inner += "::a";
  expectTypeError(inner, "2:307: error: malformed type: inner classes nested "
                         "too deeply: more than 100 levels");
  std::string array = "a";
  for (unsigned i = 0; i != 1000; ++i)
    array += "[]";
  expectTypeError(array, "2:519: error: malformed type: too many array "
                         "dimensions: more than 255");
}

TEST(TextErrors, Attributes) {
  expectErrorIn("a @;", "2:4: error: found ';', expected an attribute's value");
  expectErrorIn("a @x=;",
                "2:6: error: found ';', expected an attribute's value");
  expectErrorIn("a @-x;", "2:5: error: found 'x', expected a number");
  expectErrorIn("a @\"\\q\";", "2:5: error: bad escape in a string");
  expectErrorIn("a @'\\q';", "2:5: error: bad escape in a character");
  expectErrorIn("a @'';", "2:4: error: character literal of no character");
  expectErrorIn("a @'ab';",
                "2:4: error: character literal of several characters: 'ab'");
  expectErrorIn("a @1 @2;", "2:7: error: unnamed attribute given twice");
  expectErrorIn("a @x=1 @x=2;", "2:11: error: attribute given twice: 'x'");
  expectErrorIn("a @loc=\"1:2\" @loc=\"1:2\";",
                "2:19: error: attribute given twice: 'loc'");
  expectErrorIn("a @loc=1;", "2:8: error: malformed location, expected a "
                             "string such as \"3:14\"");
  for (const char *location : {"1", "0:1", "a:1", "1:2147483648", ""})
    expectErrorIn("a @loc=\"" + std::string(location) + "\";",
                  "2:8: error: malformed location: '" + std::string(location) +
                      "', expected 'line:column' or 'line:column:file'");
  expectErrorIn("invoke @\"a.B\";",
                "2:9: error: malformed reference: found the "
                "end, expected '::'");
  expectErrorIn("a @java.ref:\"a.B::(int\";",
                "2:23: error: malformed reference: found the end, expected ',' "
                "or ')'");
  expectErrorIn("a @java.ref:b;",
                "2:13: error: found 'b', expected the string of a reference");
  expectErrorIn("invoke @1;", "2:9: error: wrong kind of value: 1, expected a "
                              "reference such as \"a.B::m(int):int\"");
  expectErrorIn("cast @\"a.\";", "2:7: error: malformed type: found '.', "
                                 "expected the end of the type");
  expectErrorIn("cast @1;",
                "2:7: error: wrong kind of value: 1, expected a type");
  expectErrorIn("tuple.load @-1;",
                "2:13: error: wrong index: -1, expected 0 or more");
}

TEST(TextErrors, Constants) {
  auto expectConstantError = [](llvm::StringRef type, llvm::StringRef value,
                                llvm::StringRef shown) {
    FromText read(("%1 : " + type + " =\nconstant @" + value + ";").str());
    EXPECT_FALSE(read.ok);
    EXPECT_EQ(read.problems, ("2:11: error: " + shown + "\n").str());
  };
  auto wrong = [&](llvm::StringRef type, llvm::StringRef value,
                   llvm::StringRef shown) {
    expectConstantError(type, value,
                        ("wrong constant: " + shown +
                         ", expected a value of type '" + type + "'")
                            .str());
  };
  wrong("int", "2147483648", "2147483648");
  wrong("int", "1.5", "1.5");
  wrong("int", "\"x\"", "\"x\"");
  wrong("int", "true", "true");
  wrong("int", "null", "null");
  wrong("byte", "\"128\"", "128");
  wrong("boolean", "\"yes\"", "\"yes\"");
  wrong("char", "\"ab\"", "\"ab\"");
  wrong("char", "65536", "65536");
  wrong("float", "\"inf\"", "\"inf\"");
  wrong("float", "1e39", "1.0E39");
  wrong("void", "1", "1");
  wrong("java.lang.String", "1", "1");
  wrong("long", "'x'", "'x'");
  wrong("int", "a.B", "the type 'a.B'");
  wrong("int", "java.ref:\"a.B::f:int\"", "the reference 'a.B::f:int'");
  expectConstantError("java.lang.Class", "1",
                      "wrong kind of value: 1, expected a type");
  expectConstantError("int", "09", "malformed or too large integer: 09");
  expectConstantError("int", "0x", "malformed or too large integer: 0x");
  expectConstantError("int", "1_", "malformed or too large integer: 1_");
  expectConstantError("long", "9223372036854775808L",
                      "malformed or too large integer: 9223372036854775808");
  expectConstantError("double", "1e309",
                      "malformed or too large number: 1e309");
  expectConstantError("double", "1.2.3",
                      "malformed or too large number: 1.2.3");
}

TEST(TextErrors, PartsOfReferences) {
  auto expect = [](llvm::StringRef op, llvm::StringRef reference,
                   llvm::StringRef error) {
    expectErrorIn((op + " @java.ref:\"" + reference + "\";").str(), error);
  };
  expect("invoke", "a.B[]::",
         "2:26: error: malformed reference: found the end, expected the name "
         "of a field or method");
  expect("pattern.record", "(int)a.B",
         "2:31: error: malformed reference: found ')', expected a component's "
         "name");
  expectErrorIn("invoke @\"java.ref.what<a, b>\";",
                "2:9: error: malformed reference: unknown kind of reference: "
                "'java.ref.what'");
  expectErrorIn("%1 : #a.B = constant @1;",
                "2:6: error: malformed type: found '#', expected a type "
                "variable such as #a.B::T<java.lang.Object>");
  expectErrorIn("%1 : java.type:\"a.B::<3>\" = constant @1;",
                "2:23: error: malformed type: found '3', expected the name of "
                "a type variable");
}

TEST(TextErrors, TooManyAttributes) {
  std::string text = "a";
  for (unsigned i = 0; i <= 65535; ++i)
    text += "\n@a" + std::to_string(i) + "=1";
  expectErrorIn(text + ";", "65538:9: error: too many attributes: more than "
                            "65535");
}
