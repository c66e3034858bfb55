// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The JSON form: what is read, that it is written as it was, and every error
/// with its location and path.

#include "ReaderFixture.h"
#include <cmath>
#include <gtest/gtest.h>

using namespace cm2tt::model;
using namespace cm2tt::test;

using Kind = AttributeValue::Kind;

/// Reading reports exactly this.
static void expectProblems(llvm::StringRef json, llvm::StringRef problems,
                           bool ok = false) {
  FromJson read(json);
  EXPECT_EQ(read.ok, ok) << json.str();
  EXPECT_EQ(read.problems, (problems + "\n").str()) << json.str();
}

/// One error in a model whose second line is this operation, from column 1.
static void expectErrorIn(llvm::StringRef operation, llvm::StringRef error) {
  expectProblems(
      ("{\"codeModel\": 1, \"functions\": [\n" + operation + "]}").str(),
      error);
}

/// A model that was read from `json` has no problems and is written in the same
/// form, by way of text too.
static void expectWrittenAsRead(const FromJson &read, const std::string &json) {
  EXPECT_EQ(read.problems, "");
  EXPECT_EQ(read.json(), json);
  EXPECT_EQ(FromText(read.text()).json(), json) << read.text();
}

/// The path of that operation.
static const std::string f = "functions[0]";

//===----------------------------------------------------------------------===//
// What is read and written
//===----------------------------------------------------------------------===//

TEST(JsonReader, AddKernel) {
  std::string json = inputFile("Json/Inputs/add_kernel2.json");
  FromJson read(json);
  ASSERT_TRUE(read.ok) << read.problems;
  expectWrittenAsRead(read, json);
  const Model &model = read.model;
  EXPECT_TRUE(model.fromJson);
  EXPECT_EQ(model.kernel, "add_kernel2");
  EXPECT_EQ(model.source, "src/main/java/demo/VectorAdd.java");
  ASSERT_EQ(model.signature.size(), 5u);
  EXPECT_EQ(model.signature[0].value.string, "*fp32");
  EXPECT_EQ(model.signature[4].value.integer, 64);
  auto place = read.sources.getLineAndColumn(model.signature[4].loc);
  EXPECT_EQ(place.first, 6u);
  EXPECT_EQ(place.second, 51u);
  const Operation &arange =
      model.functions[0].bodies[0].blocks[0].operations[14];
  EXPECT_EQ(arange.result, "%19");
  EXPECT_EQ(arange.java.line, 16u);
  EXPECT_EQ(arange.java.column, 21u);
  EXPECT_EQ(arange.operands[1].id, "%18");
  EXPECT_EQ(pathOf(model, arange),
            "functions[0].bodies[0].blocks[0].operations[14]");
  EXPECT_EQ(read.sources.getLineAndColumn(arange.loc).second, 11u);
}

TEST(JsonReader, VersionOne) {
  std::string json = inputFile("v1/everything.json");
  FromJson read(json);
  ASSERT_TRUE(read.ok) << read.problems;
  expectWrittenAsRead(read, json);
  auto value = [&](unsigned i) {
    return read.model.functions[0]
        .bodies[0]
        .blocks[0]
        .operations[i]
        .value->value;
  };
  EXPECT_EQ(value(1).integer, -128);
  EXPECT_EQ(value(3).kind, Kind::Character);
  EXPECT_EQ(value(4).integer, 0xd800);
  EXPECT_TRUE(value(6).isLong);
  EXPECT_EQ(value(7).kind, Kind::Float);
  EXPECT_EQ(value(8).number, -std::numeric_limits<double>::infinity());
  EXPECT_TRUE(std::isnan(value(9).number));
  EXPECT_EQ(value(13).type->name, "float");
  EXPECT_EQ(value(16).reference->kind, Reference::Kind::Constructor);
}

TEST(JsonReader, EscapesAndOrder) {
  FromJson read("\xef\xbb\xbf{\"functions\":[{\"value\":\"9.5\","
                "\"type\":\"Var<java.type:\\\"a.B\\\">\",\"id\":\"%\\u0061\","
                "\"operands\":"
                "[],\"attributes\":{\"\\u0062\":1.0},\"op\":\"\\u0076ar\"}],"
                "\"codeModel\":1}");
  ASSERT_TRUE(read.ok) << read.problems;
  const Operation &op = read.model.functions[0];
  EXPECT_EQ(op.name, "var");
  EXPECT_EQ(op.result, "%a");
  EXPECT_EQ(op.value->value.string, "9.5");
  ASSERT_TRUE(op.attribute("b"));
  EXPECT_EQ(op.attribute("b")->value.kind, Kind::Double);
  EXPECT_EQ(read.model.spelling.types, TypeSpelling::Quoted);
  EXPECT_EQ(toString(*op.type, Spelling()), "Var<a.B>");
}

TEST(JsonReader, NumbersFollowTheType) {
  auto value = [](const std::string &type, const std::string &text) {
    FromJson read("{\"codeModel\": 1, \"functions\": [{\"op\": \"constant\", "
                  "\"id\": \"%1\", \"type\": \"" +
                  type + "\", \"value\": " + text + "}]}");
    EXPECT_TRUE(read.ok) << read.problems;
    return read.model.functions[0].value->value;
  };
  EXPECT_EQ(value("float", "3").number, 3.0);
  EXPECT_EQ(value("float", "3").kind, Kind::Float);
  EXPECT_TRUE(std::signbit(value("double", "-0").number));
  EXPECT_EQ(value("double", "100000000000000000000").number, 1e20);
  EXPECT_EQ(value("float", "1.00000005960464478").number,
            1.00000011920928955078125);
  EXPECT_EQ(value("long", "3").isLong, true);
  EXPECT_EQ(value("double", "1e-400").number, 0.0);
}

//===----------------------------------------------------------------------===//
// Malformed JSON
//===----------------------------------------------------------------------===//

TEST(JsonReader, Syntax) {
  expectProblems("",
                 "1:1: error: malformed JSON while parsing value: "
                 "unexpected end of input, expected '[', '{', or a literal");
  expectProblems("{\"a\" 1}", "1:6: error: malformed JSON while parsing object "
                              "separator: unexpected number literal, expected "
                              "':' [a]");
  expectProblems("{\n  \"a\": {\"b\": [1,\n 2 3]}}",
                 "3:4: error: malformed JSON while parsing array: unexpected "
                 "number literal, expected ']' [a.b[2]]");
  expectProblems("{\"a\": [1,]}",
                 "1:10: error: malformed JSON while parsing value: unexpected "
                 "']', expected '[', '{', or a literal [a[1]]");
  expectProblems("{a: 1}", "1:2: error: malformed JSON while parsing object "
                           "key: invalid literal, expected string literal");
  expectProblems("{\"a\": tru}", "1:7: error: malformed JSON while parsing "
                                 "value: invalid literal [a]");
  expectProblems("{\"a\": \"x", "1:7: error: malformed JSON while parsing "
                                "value: invalid string: missing closing quote "
                                "[a]");
  expectProblems("{\"a\": \"x\xff\"}",
                 "1:9: error: malformed JSON while parsing value: invalid "
                 "string: ill-formed UTF-8 byte [a]");
  expectProblems("{\"a\": 01}",
                 "1:8: error: malformed JSON while parsing object: unexpected "
                 "number literal, expected '}'");
  expectProblems("{} {}", "1:4: error: malformed JSON while parsing value: "
                          "unexpected '{', expected end of input");
  expectProblems(llvm::StringRef("{}\0x", 4),
                 "1:3: error: malformed JSON: text after the model");
  expectProblems("{\"a\": 1, // b\n}",
                 "1:10: error: malformed JSON while parsing object key: "
                 "invalid literal, expected string literal");
  expectProblems("{\"codeModel\": 1e999}",
                 "1:15: error: malformed JSON: number "
                 "overflow parsing '1e999' "
                 "[codeModel]");
}

TEST(JsonReader, DuplicateKeys) {
  expectProblems("{\"codeModel\": 1, \"functions\": [\n"
                 "{\"op\": \"a\",\n\"x\": 1, \"x\": 2}]}",
                 "3:9: error: duplicate key: 'x' [functions[0].x]\n"
                 "3:1: warning: unknown key: 'x' [functions[0].x]");
}

TEST(JsonReader, Depth) {
  std::string deep(100000, '[');
  expectProblems(
      deep, "1:2049: error: JSON nested too deeply: more than 2048 levels");
  auto nested = [](unsigned depth) {
    std::string json = "{\"codeModel\":1,\"functions\":[";
    for (unsigned i = 0; i != depth; ++i)
      json += "{\"op\":\"a\",\"bodies\":[{\"result\":\"void\",\"blocks\":[{"
              "\"operations\":[";
    json += "{\"op\":\"b\"}";
    for (unsigned i = 0; i != depth; ++i)
      json += "]}]}]}";
    return json + "]}";
  };
  EXPECT_TRUE(FromJson(nested(256)).ok) << FromJson(nested(256)).problems;
  FromJson read(nested(257));
  EXPECT_FALSE(read.ok);
  EXPECT_NE(read.problems.find(
                "error: bodies nested too deeply: more than 256 levels ["),
            std::string::npos);
}

TEST(JsonReader, ErrorsAreLimited) {
  std::string json = "{\"codeModel\": 1, \"functions\": [";
  for (unsigned i = 0; i != 1000; ++i)
    json += "1,";
  FromJson read(json + "1]}");
  EXPECT_EQ(llvm::StringRef(read.problems).count("error"), maxErrors);
}

//===----------------------------------------------------------------------===//
// Malformed models
//===----------------------------------------------------------------------===//

TEST(JsonReader, Models) {
  expectProblems("[]", "1:1: error: wrong kind of value: an array, expected an "
                       "object");
  expectProblems("{}", "1:1: error: missing key: 'codeModel'");
  expectProblems("{\"codeModel\": 1}", "1:1: error: missing key: 'functions'");
  expectProblems("{\"codeModel\": 2, \"functions\": 1}",
                 "1:15: error: unsupported version of the format: 2, expected "
                 "1 [codeModel]");
  expectProblems("{\"codeModel\": \"1\"}",
                 "1:15: error: wrong kind of value: \"1\", expected a number "
                 "[codeModel]");
  expectProblems("{\"codeModel\": 1, \"functions\": []}",
                 "1:31: error: model without functions [functions]");
  expectProblems("{\"codeModel\": 1, \"functions\": {}, \"kernel\": 1,\n"
                 "\"source\": null, \"producer\": []}",
                 "1:31: error: wrong kind of value: an object, expected an "
                 "array [functions]\n"
                 "1:45: error: wrong kind of value: 1, expected a string "
                 "[kernel]\n"
                 "2:11: error: wrong kind of value: null, expected a string "
                 "[source]\n"
                 "2:29: error: wrong kind of value: an array, expected a "
                 "string [producer]");
  expectProblems("{\"codeModel\": 1, \"signature\": [\"i32\", null],\n"
                 "\"functions\": [{\"op\": \"func\"}]}",
                 "1:39: error: wrong kind of value: null, expected a type such "
                 "as \"*fp32\", a number or a boolean [signature[1]]");
}

TEST(JsonReader, UnknownKeys) {
  expectProblems("{\"codeModel\": 1, \"x\": {\"y\": []}, \"functions\": [\n"
                 "{\"op\": \"a\", \"x\": 1, \"z\": 2,\n"
                 "\"bodies\": [{\"result\": \"void\", \"z\": 1, \"u\": 1, "
                 "\"blocks\": [{\"v\": 1, \"operations\": [{\"op\": \"b\"}]}]}]"
                 "}]}",
                 "1:18: warning: unknown key: 'x' [x]\n"
                 "2:21: warning: unknown key: 'z' [functions[0].z]\n"
                 "3:39: warning: unknown key: 'u' [functions[0].bodies[0].u]\n"
                 "3:59: warning: unknown key: 'v' "
                 "[functions[0].bodies[0].blocks[0].v]",
                 /*ok=*/true);
}

TEST(JsonReader, UnknownKeysAreLimited) {
  std::string json = "{\"codeModel\": 1,\n";
  for (unsigned i = 0; i != 1000; ++i)
    json += "\"k" + std::to_string(i) + "\": 1, ";
  FromJson read(json + "\"functions\": [{\"op\": \"a\"}]}");
  EXPECT_TRUE(read.ok);
  EXPECT_EQ(llvm::StringRef(read.problems).count("unknown key: "),
            maxUnknownKeys);
  EXPECT_NE(read.problems.find("warning: more unknown keys [k100]"),
            std::string::npos);
}

TEST(JsonReader, Operations) {
  expectErrorIn("1",
                "2:1: error: wrong kind of value: 1, expected an object [" + f +
                    "]");
  expectErrorIn("{}", "2:1: error: missing key: 'op' [" + f + "]");
  expectErrorIn("{\"op\": 1}", "2:8: error: wrong kind of value: 1, expected a "
                               "string [" +
                                   f + ".op]");
  expectErrorIn("{\"op\": \"a b\"}",
                "2:8: error: malformed operation name: \"a b\" [" + f + ".op]");
  expectErrorIn("{\"op\": \"a\", \"id\": \"%1\"}",
                "2:1: error: missing key: 'type' [" + f + "]");
  expectErrorIn("{\"op\": \"a\", \"type\": \"int\"}",
                "2:1: error: missing key: 'id' [" + f + "]");
  expectErrorIn("{\"op\": \"a\", \"id\": \"1\", \"type\": \"int\"}",
                "2:19: error: malformed id: \"1\", expected '%' and letters, "
                "digits, '_' or '$' [" +
                    f + ".id]");
  expectErrorIn("{\"op\": \"a\", \"id\": \"%1\", \"type\": \"Var<int\"}",
                "2:33: error: malformed type: \"Var<int\": found the end, "
                "expected ',' or '>' [" +
                    f + ".type]");
  expectErrorIn("{\"op\": \"a\", \"id\": \"%1\", \"type\": "
                "\"java.type:\\\"\\\"\"}",
                "2:33: error: malformed type: \"java.type:\"\"\": found the "
                "end, expected a Java type [" +
                    f + ".type]");
  expectErrorIn("{\"op\": \"a\", \"operands\": [\"%1\", 2]}",
                "2:32: error: wrong kind of value: 2, expected a string [" + f +
                    ".operands[1]]");
  expectErrorIn("{\"op\": \"a\", \"location\": \"1\"}",
                "2:25: error: malformed location: '1', expected 'line:column' "
                "or 'file:line:column' [" +
                    f + ".location]");
}

TEST(JsonReader, Values) {
  expectErrorIn("{\"op\": \"a\", \"value\": [1]}",
                "2:22: error: wrong kind of value: an array, expected a "
                "string, a number, a boolean, null or {\"type\": \"...\"} [" +
                    f + ".value]");
  expectErrorIn("{\"op\": \"a\", \"value\": {}}",
                "2:22: error: wrong kind of value: an object, expected a "
                "string, a number, a boolean, null or {\"type\": \"...\"} [" +
                    f + ".value]");
  expectErrorIn("{\"op\": \"a\", \"value\": {\"type\": 1}}",
                "2:31: error: wrong kind of value: 1, expected a string [" + f +
                    ".value.type]");
  expectErrorIn("{\"op\": \"invoke\", \"value\": \"x\"}",
                "2:27: error: malformed reference: found the end, expected "
                "'::' [" +
                    f + ".value]");
  expectErrorIn("{\"op\": \"constant\", \"id\": \"%1\", \"type\": \"int\", "
                "\"value\": 1.5}",
                "2:56: error: wrong constant: 1.5, expected a value of type "
                "'int' [" +
                    f + ".value]");
  expectErrorIn("{\"op\": \"a\", \"attributes\": []}",
                "2:27: error: wrong kind of value: an array, expected an "
                "object [" +
                    f + ".attributes]");
  expectErrorIn("{\"op\": \"a\", \"attributes\": {\"x\": []}}",
                "2:33: error: wrong kind of value: an array, expected a "
                "string, a number, a boolean, null or {\"type\": \"...\"} [" +
                    f + ".attributes.x]");
  expectErrorIn("{\"op\": \"a\", \"attributes\": {\"loc\": \"1:1\"}}",
                "2:28: error: wrong attribute: 'loc', expected the "
                "operation's key 'location' [" +
                    f + ".attributes.loc]");
  expectErrorIn("{\"op\": \"a\", \"attributes\": {\"1\": 1}}",
                "2:28: error: malformed attribute name: '1' [" + f +
                    ".attributes.1]");
}

TEST(JsonReader, Bodies) {
  auto inBody = [](const std::string &body, const std::string &error) {
    expectErrorIn("{\"op\": \"a\", \"bodies\": [\n" + body + "]}", error);
  };
  std::string b = f + ".bodies[0]";
  inBody("1",
         "3:1: error: wrong kind of value: 1, expected an object [" + b + "]");
  inBody("{\"result\": \"void\"}",
         "3:1: error: missing key: 'blocks' [" + b + "]");
  std::string block = "\"blocks\": [{\"operations\": [{\"op\": \"b\"}]}]}";
  inBody("{" + block, "3:1: error: missing key: 'result' [" + b + "]");
  inBody("{\"result\": \"void\", \"blocks\": []}",
         "3:30: error: body without blocks [" + b + ".blocks]");
  inBody("{\"result\": \"void\", \"blocks\": [{}]}",
         "3:31: error: missing key: 'operations' [" + b + ".blocks[0]]");
  inBody("{\"result\": \"void\", \"blocks\": [{\"operations\": []}]}",
         "3:46: error: block without operations [" + b +
             ".blocks[0].operations]");
  inBody("{\"result\": \"void\", \"blocks\": [{\"parameters\": [{\"id\": "
         "\"%1\", \"type\": \"int\"}], \"operations\": [{\"op\": \"b\"}]}]}",
         "3:47: error: parameters of an entry block, expected them in the "
         "body [" +
             b + ".blocks[0].parameters]");
  inBody("{\"parameters\": [{\"id\": \"%1\"}], \"result\": \"void\", " + block,
         "3:17: error: missing key: 'type' [" + b + ".parameters[0]]");
  inBody("{\"label\": \"1\", \"result\": \"void\", " + block,
         "3:11: error: malformed label: \"1\" [" + b + ".label]");
}

TEST(JsonReader, Successors) {
  expectErrorIn("{\"op\": \"a\", \"successors\": [{}]}",
                "2:28: error: missing key: 'block' [" + f + ".successors[0]]");
  expectErrorIn("{\"op\": \"a\", \"successors\": [{\"block\": -1}]}",
                "2:38: error: wrong kind of value: -1, expected an index from "
                "0 [" +
                    f + ".successors[0].block]");
  expectErrorIn("{\"op\": \"a\", \"successors\": [{\"block\": 1, "
                "\"arguments\": [1]}]}",
                "2:55: error: wrong kind of value: 1, expected a string [" + f +
                    ".successors[0].arguments[0]]");
}
