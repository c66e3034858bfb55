// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Code-model text in all its forms: what is read, and that it is written as
/// it was.

#include "ReaderFixture.h"
#include <gtest/gtest.h>

using namespace cm2tt::model;
using namespace cm2tt::test;

using Kind = AttributeValue::Kind;

/// The operation of a text that has a function with one more.
static const Operation &first(const ReadResult &read) {
  return read.model.functions[0].bodies[0].blocks[0].operations[0];
}

/// A function around operations, each on its line.
static std::string function(llvm::StringRef operations,
                            llvm::StringRef result = "void") {
  return ("func @\"f\" ()" + result + " -> {\n    " + operations + "\n};\n")
      .str();
}

/// The written text must equal the read text, byte for byte.
static void expectSame(const std::string &text) {
  FromText read(text);
  ASSERT_TRUE(read.ok) << read.problems << text;
  EXPECT_EQ(read.text(), text);
  // By way of JSON it must be so, too.
  FromJson json(read.json());
  ASSERT_TRUE(json.ok) << json.problems << read.json();
  EXPECT_EQ(json.json(), read.json());
}

/// As expectSame, and back from JSON as well.
static void expectSameByJson(const std::string &text) {
  expectSame(text);
  EXPECT_EQ(FromJson(FromText(text).json()).text(), text);
}

TEST(TextForms, Form2024) {
  std::string text = inputFile("Text/Inputs/add_kernel2.cm");
  ASSERT_FALSE(text.empty());
  expectSameByJson(text);
  FromText read(text);
  const Spelling &spelling = read.model.spelling;
  EXPECT_EQ(spelling.types, TypeSpelling::Bare);
  EXPECT_FALSE(spelling.colonInReferences);
  EXPECT_FALSE(spelling.taggedReferences);
  EXPECT_FALSE(spelling.literalConstants);
  const Body &body = read.model.functions[0].bodies[0];
  ASSERT_EQ(body.parameters.size(), 5u);
  EXPECT_EQ(body.parameters[4].id, "%4");
  const Operation &arange = body.blocks[0].operations[14];
  EXPECT_EQ(arange.result, "%19");
  EXPECT_TRUE(arange.type->isClass("oracle.code.triton.Tensor"));
  ASSERT_TRUE(arange.value);
  const Reference &callee = *arange.value->value.reference;
  EXPECT_EQ(callee.name, "arange");
  EXPECT_TRUE(callee.owner->isClass("oracle.code.triton.Triton"));
  ASSERT_EQ(callee.parameters.size(), 2u);
  EXPECT_TRUE(callee.parameters[1]->isPrimitive("int"));
  const Operation &zero = body.blocks[0].operations[5];
  EXPECT_EQ(zero.value->value.kind, Kind::Integer);
  EXPECT_EQ(zero.value->value.integer, 0);
  EXPECT_EQ(body.blocks[0].operations[24].value->value.reference->kind,
            Reference::Kind::Field);
}

TEST(TextForms, Form2026) {
  std::string text = inputFile("Text/Inputs/add_kernel2-2026.cm");
  ASSERT_FALSE(text.empty());
  expectSameByJson(text);
  FromText read(text);
  EXPECT_EQ(read.model.spelling.types, TypeSpelling::Quoted);
  const Operation &func = read.model.functions[0];
  EXPECT_EQ(func.java.line, 12u);
  EXPECT_EQ(func.java.file, "file:///demo/VectorAdd.java");
}

TEST(TextForms, FormsDifferInSpellingOnly) {
  FromText old(inputFile("Text/Inputs/add_kernel2.cm"));
  FromJson json(inputFile("Json/Inputs/add_kernel2.json"));
  FromText current(inputFile("Text/Inputs/add_kernel2-2026.cm"));
  ASSERT_TRUE(old.ok && json.ok && current.ok);
  // The texts have no head, the JSON form has no file at the root.
  json.model.kernel = json.model.source = json.model.producer = "";
  json.model.hasSignature = false;
  auto &func = mutableItems(json.model.functions)[0];
  func.attributes = {};
  func.java.file = "file:///demo/VectorAdd.java";
  json.model.spelling = Spelling::current();
  EXPECT_EQ(json.text(), current.text());
  current.model.spelling = Spelling::old();
  for (const Operation &op : func.bodies[0].blocks[0].operations)
    mutableItems(llvm::ArrayRef<Operation>(op))[0].java = {};
  func.java = {};
  json.model.spelling = Spelling::old();
  EXPECT_EQ(json.text(), old.text());
}

TEST(TextForms, Constants) {
  for (const char *constant :
       {"boolean = constant @true",
        "int = constant @-2147483648",
        "long = constant @9223372036854775807L",
        "long = constant @64",
        "float = constant @1.0E10f",
        "float = constant @0.001f",
        "float = constant @-Infinityf",
        "double = constant @NaNd",
        "double = constant @Infinityd",
        "double = constant @1.5",
        "float = constant @9.999999E-4f",
        "double = constant @4.9E-324d",
        "double = constant @-0.0d",
        "double = constant @1234567.0d",
        "char = constant @'a'",
        "char = constant @'\\''",
        "char = constant @'\\ud800'",
        "byte = constant @\"-1\"",
        "short = constant @\"7\"",
        "a.B = constant @null",
        "java.lang.String = constant @\"\\u00e9\\\"\\n\\ud834\\udd1e\"",
        "java.lang.Class = constant @java.util.List<?>[]"})
    expectSame(function("%1 : " + std::string(constant) + ";"));
  for (const char *constant :
       {"int = constant @\"64\"", "boolean = constant @\"false\"",
        "float = constant @\"1.0E-5\"", "double = constant @\"-Infinity\"",
        "char = constant @\"\\u00e9\"", "long = constant @\"-1\"",
        "java.lang.Class = constant @\"float\""})
    expectSameByJson(function("%1 : " + std::string(constant) + ";"));
}

TEST(TextForms, ConstantsAreValues) {
  auto value = [](const char *constant) {
    FromText read(function("%1 : " + std::string(constant) + ";"));
    EXPECT_TRUE(read.ok) << read.problems;
    return first(read).value->value;
  };
  EXPECT_EQ(value("int = constant @0x7fff_ffff").integer, 0x7fffffff);
  EXPECT_EQ(value("int = constant @0xffffffff").integer, -1);
  EXPECT_EQ(value("int = constant @017").integer, 15);
  EXPECT_EQ(value("long = constant @5").isLong, true);
  EXPECT_EQ(value("char = constant @'''").integer, '\'');
  EXPECT_EQ(value("char = constant @'\\'").integer, '\\');
  EXPECT_EQ(value("char = constant @'\\101'").integer, 'A');
  // Rounded once: by way of double this becomes 1.
  EXPECT_EQ(value("float = constant @1.00000005960464478").number,
            1.00000011920928955078125);
  EXPECT_EQ(value("float = constant @1").kind, Kind::Float);
}

TEST(TextForms, HalfSurrogatesStayOutOfJson) {
  std::string text = function("a @\"x\\ud800\";");
  FromText read(text);
  ASSERT_TRUE(read.ok) << read.problems;
  EXPECT_EQ(read.text(), text);
  FromJson json(read.json());
  ASSERT_TRUE(json.ok) << json.problems;
  EXPECT_EQ(first(json).value->value.string, "x\xef\xbf\xbd");
}

TEST(TextForms, Names2025) {
  expectSame(function("%1 : int = constant @value=64;"));
  expectSame("func @sym_name=\"f\" ()void -> {\n    return;\n};\n");
  expectSame(function("%1 : Var<int> = var %0 @other=\"x\" @\"i\" @y=1L;"));
  expectSame(function("%1 : int = constant @loc=\"1:2\" @value=64 @a=1;"));
  expectSame(function("%1 : int = constant @a=1 @value=64 @loc=\"1:2\";"));
  // After an unnamed one it is a name like any other.
  expectSame(function("%1 : int = constant @value=\"x\" @64;"));
  FromText read(function("%1 : int = constant @value=64;"));
  EXPECT_EQ(first(read).value->name, "value");
  EXPECT_TRUE(first(read).attributes.empty());
}

TEST(TextForms, AttributesKeepTheirOrder) {
  std::string text =
      function("invoke %1 @invoke.kind=\"STATIC\" @loc=\"3:14\" "
               "@java.ref:\"a.B::m(int):void\" @invoke.varargs=true;");
  expectSame(text);
  FromText read(text);
  EXPECT_EQ(first(read).java.line, 3u);
  EXPECT_EQ(first(read).java.column, 14u);
  ASSERT_TRUE(first(read).attribute("invoke.varargs"));
  EXPECT_TRUE(first(read).attribute("invoke.varargs")->value.boolean);
  EXPECT_FALSE(first(read).attribute("loc"));
}

TEST(TextForms, Types) {
  for (const char *type :
       {"Var<int>", "Tuple<Var<int>, Var<long>>", "tensor<x64, x1, ptr<float>>",
        "constant<float, c-1.0E-5>", "func<int, float>", "int[][]",
        "java.util.List<? super a.B$C[]>", "a.B<int[]>::C<?>::D",
        "a.B::<T extends a.C>", "&a.B::m(int):void::<T>",
        "&a.B::m():a.B::<T>::<U>", "+<java.lang.Number>",
        "#&a.B::m(int)void::T<java.lang.Object>", "#a.B::T<a.C>",
        "Var<java.type:\"int\">", "java.type:\"a.B::<T>[]\"",
        "java.type.primitive<int>",
        "java.type.class<a.B, java.type.primitive<void>, "
        "java.type.array<java.type.primitive<int>>>"})
    expectSame(function("%1 : " + std::string(type) + " = x;"));
  // The first type decides; one that differs stays as it is.
  expectSame("func @\"f\" ()java.type:\"void\" -> {\n"
             "    %1 : int = constant @1;\n"
             "    %2 : Foo<java.type:\"int\"> = x;\n"
             "    %3 : Foo = x;\n};\n");
}

TEST(TextForms, TypesDoNotDependOnSpelling) {
  Model model;
  auto parse = [&](llvm::StringRef text) {
    auto type = parseType(text, model);
    return type ? *type : (consumeError(type.takeError()), nullptr);
  };
  const TypeName *bare = parse("Var<a.B<int[]>>");
  ASSERT_TRUE(bare);
  EXPECT_EQ(bare, parse("Var < java.type:\"a.B<int[]>\" >"));
  EXPECT_EQ(bare, parse("Var<java.type.class<\"a.B\", void, "
                        "java.type.array<java.type.primitive<int>>>>"));
  EXPECT_EQ(toString(*bare, Spelling::current()),
            "Var<java.type:\"a.B<int[]>\">");
  Spelling inflated;
  inflated.types = TypeSpelling::Inflated;
  EXPECT_EQ(toString(*parse("Var<int>"), inflated),
            "Var<java.type.primitive<int>>");
  EXPECT_EQ(parse("a.B<?>"),
            parse("java.type.class<a.B, void, java.type.wildcard<EXTENDS, "
                  "java.type.class<java.lang.Object, void>>>"));
}

TEST(TextForms, References) {
  for (const char *reference :
       {"new @java.ref:\"a.B::(int, long)\"",
        "field.load @java.ref:\"a.B::F:int\"",
        "invoke @java.ref:\"a.B<int>::C::m():a.B[]\"",
        "pattern.record @java.ref:\"(int a, a.B b)a.R\"",
        "invoke @java.ref:\"int[]::clone():java.lang.Object\""})
    expectSameByJson(
        function("%1 : java.type:\"int\" = " + std::string(reference) + ";",
                 "java.type:\"void\""));
  for (const char *reference :
       {"new @\"func<a.B, int>\"", "new @\"a.B::<new>(int)a.B\"",
        "field.store @\"a.B::F()int\"", "invoke @\"a.B::m()int\""})
    expectSame(function("%1 : int = " + std::string(reference) + ";"));
  // Mixed.
  expectSame(function("invoke @\"a.B::m()int\";\n"
                      "    invoke @java.ref:\"a.B::m():int\";\n"
                      "    invoke @\"a.B::m():int\";"));
}

TEST(TextForms, BodiesAndBlocks) {
  std::string text = "func @\"f\" (%0 : int)void -> {\n"
                     "    java.if\n"
                     "        ()boolean -> {\n"
                     "            yield %1;\n"
                     "        }\n"
                     "        ^then()void -> {\n"
                     "            branch ^block_1(%0, %0);\n"
                     "\n"
                     "          ^block_1(%3 : int, %4 : int):\n"
                     "            yield;\n"
                     "        }\n"
                     "        ^else(%2 : Var<int>)void -> {\n"
                     "            yield;\n"
                     "        };\n"
                     "    cbranch %0 ^block_0 ^block_2(%0) @x=1;\n"
                     "\n"
                     "  ^block_0:\n"
                     "    branch ^block_2(%0);\n"
                     "\n"
                     "  ^block_2(%5 : int):\n"
                     "    return;\n"
                     "};\n";
  expectSame(text);
  FromText read(text);
  EXPECT_EQ(first(read).bodies[1].label, "then");
  const Operation &branch =
      read.model.functions[0].bodies[0].blocks[0].operations[1];
  ASSERT_EQ(branch.successors.size(), 2u);
  EXPECT_EQ(branch.successors[1].index, 2u);
  EXPECT_EQ(pathOf(read.model, first(read).bodies[1].blocks[1].operations[0]),
            "functions[0].bodies[0].blocks[0].operations[0].bodies[1]."
            "blocks[1].operations[0]");
}

TEST(TextForms, MadeUpBlockNames) {
  std::string json =
      R"({"codeModel": 1, "functions": [{"op": "func", "value": "f", "bodies": [
      {"result": "void", "blocks": [{"operations": [
        {"op": "b", "successors": [{"block": 2}, {"block": 1}], "bodies": [
          {"result": "void", "blocks": [
            {"operations": [{"op": "b", "successors": [{"block": 1}]}]},
            {"operations": [{"op": "c"}]}]}]}]},
        {"operations": [{"op": "c"}]}, {"operations": [{"op": "c"}]}]}]}]})";
  FromJson read(json);
  ASSERT_TRUE(read.ok) << read.problems;
  read.model.spelling.blocks = Spelling::Blocks::Counter;
  EXPECT_NE(read.text().find("b ^block_0 ^block_1 ()void"), std::string::npos)
      << read.text();
  EXPECT_NE(read.text().find("b ^block_2;"), std::string::npos);
  read.model.spelling.blocks = Spelling::Blocks::Path;
  EXPECT_NE(read.text().find("b ^block_2 ^block_1 ()void"), std::string::npos);
  EXPECT_NE(read.text().find("b ^block_0_1;"), std::string::npos);
}

TEST(TextForms, SeveralFunctionsAndModules) {
  std::string functions = function("return;") + function("return;");
  expectSame(functions);
  EXPECT_EQ(FromText(functions).model.functions.size(), 2u);
  std::string module = "module ()void -> {\n"
                       "    func @\"f\" ()void -> {\n"
                       "        return;\n"
                       "    };\n"
                       "    unreachable;\n"
                       "};\n";
  FromText read(module);
  ASSERT_TRUE(read.ok) << read.problems;
  ASSERT_EQ(read.model.functions.size(), 1u);
  EXPECT_EQ(read.model.functions[0].name, "func");
  EXPECT_EQ(read.text(), module);
  EXPECT_EQ(pathOf(read.model, first(read)),
            "functions[0].bodies[0].blocks[0].operations[0]");
}

TEST(TextForms, SpacesAndComments) {
  FromText read("\xef\xbb\xbf// head\nfunc/* f */@\"f\"(%0:int,%a$_1:Var"
                "< // in\nint>)void->{%1:int=add %0 /*a*/ %0;return%1;};");
  ASSERT_TRUE(read.ok) << read.problems;
  EXPECT_EQ(read.text(), "func @\"f\" (%0 : int, %a$_1 : Var<int>)void -> {\n"
                         "    %1 : int = add %0 %0;\n"
                         "    return %1;\n};\n");
}

TEST(TextForms, HeadComments) {
  expectSameByJson("//! producer: \"p \\\" q\"\n//! source: \"A.java\"\n"
                   "//! kernel: \"f\"\n"
                   "//! signature: \"*fp32:16\", 64, 0.5, true\n" +
                   function("return;"));
  FromText read("//! no such: thing\n//! kernel: 3\n" + function("return;"));
  ASSERT_TRUE(read.ok);
  EXPECT_TRUE(read.model.kernel.empty());
}

TEST(TextForms, CommentsBehindOperations) {
  FromText read("func @\"f\" ()void -> {\n %19 : int = x;\n y\n()void -> {z;}\n"
                "()void -> {z;};};");
  ASSERT_TRUE(read.ok) << read.problems;
  TextOptions options;
  options.comment = [](const Operation &op) {
    return op.name == "z" ? std::string() : op.result.str() + "-> t\nu";
  };
  std::string text;
  llvm::raw_string_ostream os(text);
  writeText(os, read.model, options);
  EXPECT_EQ(text, "func @\"f\" ()void -> {  // -> t u\n"
                  "    %19 : int = x;  // %19-> t u\n"
                  "    y  // -> t u\n"
                  "        ()void -> {\n"
                  "            z;\n"
                  "        }\n"
                  "        ()void -> {\n"
                  "            z;\n"
                  "        };\n"
                  "};\n");
  FromText again(text);
  EXPECT_TRUE(again.ok) << again.problems;
}
