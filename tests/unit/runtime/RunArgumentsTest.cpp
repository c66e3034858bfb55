// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Tests of how arguments are bound: which parameter gets which, what the
/// signature becomes, and what is said when they do not fit.

#include "cm2tt/Runtime/RunArguments.h"

#include "cm2tt/Compiler/Compiler.h"
#include "cm2tt/Runtime/SignatureEntry.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include "gtest/gtest.h"

#include <cmath>
#include <limits>

using namespace llvm;
using namespace cm2tt;
using namespace cm2tt::runtime;

//===----------------------------------------------------------------------===//
// Scalars
//===----------------------------------------------------------------------===//

/// The bits of a converted scalar in hexadecimal, or the error's message.
static std::string convert(StringRef text, ElementType type) {
  Expected<ScalarValue> value = parseScalar(text, type);
  return value ? "0x" + utohexstr(value->bits, /*LowerCase=*/true)
               : toString(value.takeError());
}

TEST(RunArgumentsScalar, IntegersInRange) {
  struct Case {
    const char *text;
    ElementType type;
    const char *bits;
  } cases[] = {
      {"3", ElementType::I32, "0x3"},
      {"+3", ElementType::I32, "0x3"},
      {"-1", ElementType::I32, "0xffffffff"},
      {"-0", ElementType::U8, "0x0"},
      {"0x7fffffff", ElementType::I32, "0x7fffffff"},
      {"-2147483648", ElementType::I32, "0x80000000"},
      {"-0x80", ElementType::I8, "0x80"},
      {"65535", ElementType::U16, "0xffff"},
      {"-9223372036854775808", ElementType::I64, "0x8000000000000000"},
      {"18446744073709551615", ElementType::U64, "0xffffffffffffffff"},
      {"true", ElementType::I1, "0x1"},
      {"false", ElementType::I1, "0x0"},
      {"1", ElementType::I1, "0x1"},
  };
  for (const Case &c : cases)
    EXPECT_EQ(convert(c.text, c.type), c.bits) << c.text;
}

TEST(RunArgumentsScalar, IntegersThatDoNotFit) {
  struct Case {
    const char *text;
    ElementType type;
    const char *message;
  } cases[] = {
      {"2147483648", ElementType::I32,
       "'2147483648' is out of range: i32 holds -2147483648 to 2147483647"},
      {"-129", ElementType::I8, "'-129' is out of range: i8 holds -128 to 127"},
      {"-1", ElementType::U64,
       "'-1' is out of range: u64 holds 0 to 18446744073709551615"},
      {"18446744073709551616", ElementType::I64,
       "'18446744073709551616' is out of range: i64 holds "
       "-9223372036854775808 to 9223372036854775807"},
      {"2", ElementType::I1, "'2' is out of range: i1 holds 0 to 1"},
      {"1.5", ElementType::I32, "'1.5' is not an integer: expected i32"},
      {"", ElementType::I32, "'' is not an integer: expected i32"},
      {"-", ElementType::I32, "'-' is not an integer: expected i32"},
      {"0x", ElementType::I32, "'0x' is not an integer: expected i32"},
      {"--1", ElementType::I32, "'--1' is not an integer: expected i32"},
      {"1_000", ElementType::I32, "'1_000' is not an integer: expected i32"},
      {" 1", ElementType::I32, "' 1' is not an integer: expected i32"},
      {"true", ElementType::I32, "'true' is not an integer: expected i32"},
  };
  for (const Case &c : cases)
    EXPECT_EQ(convert(c.text, c.type), c.message);
}

TEST(RunArgumentsScalar, Floats) {
  struct Case {
    const char *text;
    ElementType type;
    const char *result;
  } cases[] = {
      {"1.5", ElementType::FP32, "0x3fc00000"},
      {"3", ElementType::FP32, "0x40400000"},
      {"-0.0", ElementType::FP32, "0x80000000"},
      {"1e-3", ElementType::FP64, "0x3f50624dd2f1a9fc"},
      {"0x1.8p1", ElementType::FP32, "0x40400000"},
      {"1.0", ElementType::FP16, "0x3c00"},
      {"1.0", ElementType::BF16, "0x3f80"},
      {"448", ElementType::FP8E4NV, "0x7e"},
      {"1.0", ElementType::FP8E5, "0x3c"},
      {"inf", ElementType::FP32, "0x7f800000"},
      {"-Infinity", ElementType::FP32, "0xff800000"},
      {"nan", ElementType::FP32, "0x7fc00000"},
      {"1e-60", ElementType::FP32, "0x0"},
      {"1e39", ElementType::FP32, "'1e39' is out of range: too large for fp32"},
      {"70000", ElementType::FP16,
       "'70000' is out of range: too large for fp16"},
      {"500", ElementType::FP8E4NV,
       "'500' is out of range: too large for fp8e4nv"},
      {"inf", ElementType::FP8E4NV,
       "'inf' is out of range: fp8e4nv has no infinity"},
      {"", ElementType::FP32, "'' is not a number: expected fp32"},
      {"1.5f", ElementType::FP32, "'1.5f' is not a number: expected fp32"},
      {"one", ElementType::FP32, "'one' is not a number: expected fp32"},
  };
  for (const Case &c : cases)
    EXPECT_EQ(convert(c.text, c.type), c.result) << c.text;
}

TEST(RunArgumentsScalar, AsInteger) {
  EXPECT_EQ((ScalarValue{ElementType::I8, 0xff}.asInteger()), -1);
  EXPECT_EQ((ScalarValue{ElementType::U8, 0xff}.asInteger()), 255);
  EXPECT_EQ((ScalarValue{ElementType::I1, 1}.asInteger()), 1);
  EXPECT_EQ((ScalarValue{ElementType::I64, ~0ull}.asInteger()), -1);
}

//===----------------------------------------------------------------------===//
// Signature entries
//===----------------------------------------------------------------------===//

TEST(RunArgumentsSignature, EntriesRoundTrip) {
  for (const char *text :
       {"*fp32", "*fp32:16", "*i1",      "i32",      "i32:16",    "i32:1",
        "u64:1", "fp16",     "bf16",     "fp8e4nv",  "*fp8e5:16", "64",
        "-1",    "0",        "1.5",      "1e-3",     "2E+5",      "true",
        "false", "NaN",      "Infinity", "-Infinity"}) {
    Expected<SignatureEntry> entry = parseSignatureEntry(text);
    ASSERT_TRUE(!!entry) << toString(entry.takeError());
    EXPECT_EQ(entry->str(), text);
  }
}

TEST(RunArgumentsSignature, BadEntries) {
  for (const char *text : {"", "fp31", "*", "**i8", "i32:", "i32:2", "i32:16:1",
                           "fp32:16", "fp32:1", "*i8:1", "01", "1.", ".5", "1e",
                           "-", "True", "0x10", "nan", "inf"})
    EXPECT_TRUE(StringRef(toString(parseSignatureEntry(text).takeError()))
                    .starts_with("bad signature entry '"))
        << text;
  EXPECT_EQ(toString(parseSignatureEntry("fp32:16").takeError()),
            "bad signature entry 'fp32:16': expected :16, or :1 for an "
            "integer");
}

TEST(SignatureEntry, ReadsDescriptors) {
  for (StringRef text : {"tensordesc<fp16[64x32]>", "tensordesc<u32[16]>:16"}) {
    Expected<SignatureEntry> entry = parseSignatureEntry(text);
    ASSERT_TRUE(!!entry) << toString(entry.takeError());
    EXPECT_EQ(entry->kind, SignatureEntry::Kind::Descriptor);
    EXPECT_EQ(entry->str(), text);
  }
  for (StringRef text :
       {"tensordesc<fp16>", "tensordesc<fp16[]>", "tensordesc<fp16[4x]>",
        "tensordesc<fp16[4]", "tensordesc<half[4]>", "tensordesc<i32[4]>:1"}) {
    Expected<SignatureEntry> entry = parseSignatureEntry(text);
    EXPECT_FALSE(!!entry) << text.str();
    consumeError(entry.takeError());
  }
}

TEST(RunArgumentsSignature, ValuesAreSpecialised) {
  const std::pair<ScalarValue, const char *> cases[] = {
      {{ElementType::I32, 0}, "i32:16"},  {{ElementType::I32, 1}, "i32:1"},
      {{ElementType::I32, 32}, "i32:16"}, {{ElementType::I32, 33}, "i32"},
      {{ElementType::I64, 1}, "i64:1"},   {{ElementType::I8, 0xf0}, "i8:16"},
      {{ElementType::I1, 1}, "i1"},       {{ElementType::FP32, 0}, "fp32"},
  };
  for (const auto &[value, text] : cases)
    EXPECT_EQ(specialise(value).str(), text);
}

//===----------------------------------------------------------------------===//
// Binding
//===----------------------------------------------------------------------===//

namespace {
/// Files to bind: f4.npy, u2.npy, i4.npy, each of four elements.
class RunArgumentsBinding : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(sys::fs::createUniqueDirectory("run", folder));
    std::string zeros(16, '\0');
    for (auto [name, type, bytes] :
         {std::tuple("f4.npy", ElementType::FP32, 16),
          std::tuple("u2.npy", ElementType::U16, 8),
          std::tuple("u1.npy", ElementType::U8, 4),
          std::tuple("i4.npy", ElementType::I32, 16)})
      ASSERT_EQ(toString(writeNpy(path(name), type, {4},
                                  {zeros.data(), size_t(bytes)})),
                "");
  }
  void TearDown() override { sys::fs::remove_directories(folder); }

  std::string path(StringRef name) const {
    SmallString<128> result = folder;
    sys::path::append(result, name);
    return result.str().str();
  }
  std::string file(StringRef name) const { return "@" + path(name); }

  /// The derived signature, or the error with the folder's name taken out.
  /// `usage` becomes whether it is an error of the command line.
  std::string bind(std::vector<JavaParameter> parameters, RunRequest request) {
    Expected<RunArguments> bound = bindArguments(parameters, request);
    if (bound) {
      arguments = std::move(*bound);
      return arguments.signature;
    }
    Error error = bound.takeError();
    usage = error.isA<UsageError>();
    std::string message = toString(std::move(error));
    std::string prefix = path("");
    for (size_t at; (at = message.find(prefix)) != std::string::npos;)
      message.erase(at, prefix.size());
    return message;
  }

  SmallString<128> folder;
  RunArguments arguments;
  bool usage = false;
};
} // namespace

static const char ptr[] = "oracle.code.triton.Ptr";

/// A vector addition as Babylon's and as ours.
static std::vector<JavaParameter> addParameters(StringRef block = "") {
  return {{"x", ptr, ""},
          {"out", "io.github.cm2tt.lang.Ptr<java.lang.Float>", ""},
          {"n", "int", ""},
          {"BLOCK", "int", block.str()}};
}

TEST_F(RunArgumentsBinding, DerivesTheSignature) {
  RunRequest request;
  request.arguments = {file("f4.npy"), file("u2.npy") + ":bf16", "1000"};
  request.constants = {{"BLOCK", "0x400"}};
  EXPECT_EQ(bind(addParameters(), request), "*fp32:16,*bf16:16,i32,1024");
  ASSERT_EQ(arguments.values.size(), 4u);
  EXPECT_EQ(arguments.values[0].kind, RunArgument::Kind::Buffer);
  EXPECT_EQ(arguments.values[0].file->data().size(), 16u);
  EXPECT_EQ(arguments.values[1].scalar.type, ElementType::BF16);
  EXPECT_EQ(arguments.values[1].file->elementType(), ElementType::U16);
  EXPECT_EQ(arguments.values[2].kind, RunArgument::Kind::Scalar);
  EXPECT_EQ(arguments.values[2].scalar.bits, 1000u);
  EXPECT_EQ(arguments.values[3].kind, RunArgument::Kind::Constant);
  EXPECT_EQ(arguments.values[3].name, "BLOCK");
}

TEST_F(RunArgumentsBinding, JavaTypesBecomeArgumentTypes) {
  RunRequest request;
  request.arguments = {"true", "2", "65", "4", "5", "6", "1.5", "2.5", "16"};
  EXPECT_EQ(bind({{"a", "boolean", ""},
                  {"b", "byte", ""},
                  {"c", "char", ""},
                  {"d", "short", ""},
                  {"e", "int", ""},
                  {"f", "long", ""},
                  {"g", "float", ""},
                  {"h", "double", ""},
                  {"i", "java.lang.Integer", ""}},
                 request),
            "i1,i8,u16,i16,i32,i64,fp32,fp64,i32:16");
}

TEST_F(RunArgumentsBinding, TheModelsSignatureGivesScalarTypesAndConstants) {
  RunRequest request;
  request.arguments = {file("f4.npy"), file("f4.npy"), "48"};
  auto parameters = addParameters("64");
  parameters[2].signature = "u32";
  EXPECT_EQ(bind(parameters, request), "*fp32:16,*fp32:16,u32:16,64");
  request.arguments[2] = "-1";
  EXPECT_EQ(bind(parameters, request),
            "parameter 2, 'n': '-1' is out of range: u32 holds 0 to "
            "4294967295");
  // The promise in the model's entry does not bind a run.
  parameters[2].signature = "i32:16";
  request.arguments[2] = "3";
  EXPECT_EQ(bind(parameters, request), "*fp32:16,*fp32:16,i32,64");
}

TEST_F(RunArgumentsBinding, ConstantsOfTheModelCanBeReplaced) {
  RunRequest request;
  request.arguments = {file("f4.npy"), file("f4.npy"), "3"};
  request.constants = {{"BLOCK", "128"}};
  EXPECT_EQ(bind(addParameters("64"), request), "*fp32:16,*fp32:16,i32,128");
  request.constants.clear();
  request.arguments.push_back("256");
  EXPECT_EQ(bind(addParameters("64"), request), "*fp32:16,*fp32:16,i32,i32:16");
}

TEST_F(RunArgumentsBinding, ConstantsAreChecked) {
  struct Case {
    const char *type, *value, *result;
  } cases[] = {
      {"int", "-5", "-5"},
      {"boolean", "1", "true"},
      {"boolean", "false", "false"},
      {"float", "1.5", "1.5"},
      {"float", "2", "2"},
      {"int", "1.5", "parameter 0, 'c': '1.5' is not an integer: expected i32"},
      {"int", "4294967296",
       "parameter 0, 'c': '4294967296' is out of range: i32 holds -2147483648 "
       "to 2147483647"},
      {"float", "1e99",
       "parameter 0, 'c': '1e99' is out of range: too large "
       "for fp32"},
      {"float", "nan", "NaN"},
      {"double", "-inf", "-Infinity"},
      {"java.lang.Float", "Infinity", "Infinity"},
      {"int", "NaN", "parameter 0, 'c': 'NaN' is not an integer: expected i32"},
      {"java.lang.Number", "7", "7"},
      {"java.lang.Number", "seven",
       "parameter 0, 'c': 'seven' is not a constant: expected a number, true, "
       "false, a constant of an enum such as Mode.FAST, a class such as "
       "fp16.class, or a string in quotes"},
      {"java.lang.String", "\"a%2C:\"", "\"a%2C:\""},
      {"demo.Mode", "Mode.FAST", "Mode.FAST"},
      {"demo.K$Mode", "demo.K$Mode.FAST", "demo.K$Mode.FAST"},
      {"java.lang.Class", "fp16.class", "fp16.class"},
      {ptr, "null", "null"},
      {ptr, "0",
       "parameter 0, 'c': a pointer cannot be a constant other than null"},
  };
  for (const Case &c : cases) {
    RunRequest request;
    request.constants = {{"c", c.value}};
    EXPECT_EQ(bind({{"c", c.type, ""}}, request), c.result);
  }
}

TEST_F(RunArgumentsBinding, GivenSignaturesAreKept) {
  RunRequest request;
  request.arguments = {file("f4.npy"), file("u2.npy"), "32"};
  request.signature = " *fp32 ,*bf16:16,i64:16, 64";
  EXPECT_EQ(bind(addParameters(), request), "*fp32,*bf16:16,i64:16,64");
  EXPECT_EQ(arguments.values[1].scalar.type, ElementType::BF16);
  EXPECT_EQ(arguments.values[2].scalar.type, ElementType::I64);
  request.constants = {{"BLOCK", "128"}};
  EXPECT_EQ(bind(addParameters(), request), "*fp32,*bf16:16,i64:16,128");
}

TEST_F(RunArgumentsBinding, GivenSignaturesBind) {
  struct Case {
    const char *signature, *value, *message;
  } cases[] = {
      {"*fp32,*fp32,i32:16,64", "17",
       "parameter 2, 'n': the value is 17: the signature says i32:16"},
      {"*fp32,*fp32,i32:1,64", "2",
       "parameter 2, 'n': the value is 2: the signature says i32:1"},
      {"*fp32,*fp32,i8,64", "200",
       "parameter 2, 'n': '200' is out of range: i8 holds -128 to 127"},
      {"*fp32,*fp64,i32,64", "2",
       "parameter 1, 'out': f4.npy holds fp32: expected what can hold fp64"},
      {"*fp32,fp32,i32,64", "2", nullptr},
      {"*fp32,*fp32,*i32,64", "zeros:i16:4",
       "parameter 2, 'n': 'i16' is asked for: the signature says *i32"},
      {"*fp32,*fp32,*i32,64", "2",
       "parameter 2, 'n': '2' is not a buffer: expected @FILE.npy or "
       "zeros:TYPE:SHAPE"},
      {"*fp32,*fp32,i32", "2",
       "--signature has 3 entries: the kernel has 4 parameters"},
      {"", "2", "--signature has 0 entries: the kernel has 4 parameters"},
      {"*fp32,*fp32,int,64", "2",
       "parameter 2, 'n': bad signature entry 'int': expected a type such as "
       "*fp32:16 or i32, or a constant"},
      {"*fp32,*fp32,i32,i32", "2",
       "3 --arg given: expected 4, for x, out, n, BLOCK"},
  };
  for (const Case &c : cases) {
    RunRequest request;
    request.arguments = {file("f4.npy"), file("f4.npy"), c.value};
    request.signature = c.signature;
    std::string expected =
        c.message ? c.message
                  : "parameter 1, 'out': '@f4.npy' is a buffer: expected a "
                    "number";
    EXPECT_EQ(bind(addParameters(), request), expected);
    EXPECT_TRUE(usage);
  }
}

TEST_F(RunArgumentsBinding, CountsAreChecked) {
  RunRequest request;
  request.arguments = {file("f4.npy"), file("f4.npy")};
  EXPECT_EQ(bind(addParameters("64"), request),
            "2 --arg given: expected 3, for x, out, n");
  EXPECT_TRUE(usage);
  EXPECT_EQ(bind({}, request), "2 --arg given: expected 0");
  EXPECT_EQ(bind({}, {}), "");
}

TEST_F(RunArgumentsBinding, ConstantsAreNamed) {
  RunRequest request;
  request.constants = {{"SIZE", "64"}};
  EXPECT_EQ(bind(addParameters(), request),
            "--constant=SIZE=64: the kernel has no such parameter: expected "
            "one of x, out, n, BLOCK");
  request.constants = {{"BLOCK", "64"}, {"BLOCK", "64"}};
  EXPECT_EQ(bind(addParameters(), request),
            "parameter 3, 'BLOCK': --constant is given twice");
}

/// Elements of an array, by their bits.
template <typename T> static std::vector<T> elements(const NpyFile &file) {
  std::vector<T> values(file.data().size() / sizeof(T));
  if (!values.empty())
    std::memcpy(values.data(), file.data().data(), file.data().size());
  return values;
}

TEST_F(RunArgumentsBinding, BuffersThatAreMade) {
  Expected<RunArguments> bound =
      bindArguments({{"a", ptr, ""}, {"b", ptr, ""}, {"c", ptr, "*fp32"}},
                    {{"empty:bf16:3", "zeros:i64:2x3", "random:fp32:4x256"},
                     {},
                     std::nullopt});
  ASSERT_TRUE(!!bound) << toString(bound.takeError());
  EXPECT_EQ(bound->signature, "*bf16:16,*i64:16,*fp32:16");
  const RunArgument &a = bound->values[0], &b = bound->values[1],
                    &c = bound->values[2];
  EXPECT_TRUE(a.empty);
  EXPECT_EQ(a.file->elementType(), ElementType::U16);
  EXPECT_EQ(elements<uint16_t>(*a.file), std::vector<uint16_t>(3));
  EXPECT_FALSE(b.empty);
  EXPECT_EQ(b.file->shape(), ArrayRef<uint64_t>({2, 3}));
  EXPECT_EQ(elements<int64_t>(*b.file), std::vector<int64_t>(6));
  EXPECT_FALSE(c.empty);
  double sum = 0;
  for (float value : elements<float>(*c.file)) {
    EXPECT_GE(value, 0);
    EXPECT_LT(value, 1);
    sum += value;
  }
  EXPECT_NEAR(sum / 1024, 0.5, 0.05);
}

TEST_F(RunArgumentsBinding, RandomElementsAreInRange) {
  // Each type has the largest possible and, among many, the smallest bits.
  struct Case {
    const char *type;
    uint64_t most;
  } cases[] = {
      {"i1", 1},        {"i8", 15},           {"u64", 15},
      {"fp16", 0x3bff}, {"bf16", 0x3f7f},     {"fp8e4nv", 0x37},
      {"fp8e5", 0x3b},  {"fp32", 0x3f7fffff}, {"fp64", 0x3fefffffffffffff},
  };
  for (const Case &c : cases) {
    std::string text = std::string("random:") + c.type + ":4096:";
    Expected<RunArguments> bound =
        bindArguments({{"p", ptr, ""}, {"q", ptr, ""}, {"r", ptr, ""}},
                      {{text + "1", text + "1", text + "2"}, {}, std::nullopt});
    ASSERT_TRUE(!!bound) << toString(bound.takeError());
    ArrayRef<char> data = bound->values[0].file->data();
    size_t bytes = data.size() / 4096;
    uint64_t largest = 0;
    for (size_t i = 0; i < data.size(); i += bytes) {
      uint64_t bits = 0;
      std::memcpy(&bits, &data[i], bytes);
      largest = std::max(largest, bits);
    }
    EXPECT_LE(largest, c.most) << c.type;
    EXPECT_GE(largest, c.most / 10 * 9) << c.type;
    EXPECT_EQ(data, bound->values[1].file->data()) << c.type;
    EXPECT_NE(data, bound->values[2].file->data()) << c.type;
  }
}

TEST_F(RunArgumentsBinding, ArgumentsFitTheirParameters) {
  struct Case {
    std::string argument;
    const char *type, *message;
    bool usage;
  } cases[] = {
      {"zeros:fp32", ptr,
       "parameter 0, 'p': 'zeros:fp32': expected zeros:TYPE:SHAPE, as "
       "zeros:fp32:64x32",
       true},
      {"empty:fp32:4:1", ptr,
       "parameter 0, 'p': 'empty:fp32:4:1': expected empty:TYPE:SHAPE, as "
       "empty:fp32:64x32",
       true},
      {"random:fp32:4:1:2", ptr,
       "parameter 0, 'p': 'random:fp32:4:1:2': expected "
       "random:TYPE:SHAPE[:SEED], as random:fp32:64x32",
       true},
      {"random:fp32:4:x", ptr,
       "parameter 0, 'p': 'random:fp32:4:x': 'x' is not a seed: expected a "
       "number",
       true},
      {"zeros:float:4", ptr,
       "parameter 0, 'p': 'zeros:float:4': unknown type 'float': expected a "
       "type such as fp32 or i64",
       true},
      {"zeros:fp32:4x", ptr,
       "parameter 0, 'p': 'zeros:fp32:4x': '4x' is not a shape: expected "
       "numbers, "
       "as 64x32",
       true},
      {"zeros:fp32:9999999999x999999999", ptr,
       "parameter 0, 'p': zeros:fp32:9999999999x999999999: memory has no room "
       "for it",
       true},
      {"zeros:fp32:4", "int",
       "parameter 0, 'p': 'zeros:fp32:4' is a buffer: expected a number", true},
      {"3", ptr,
       "parameter 0, 'p': '3' is not a buffer: expected @FILE.npy or "
       "zeros:TYPE:SHAPE",
       true},
      {file("f4.npy"), "int",
       "parameter 0, 'p': '@f4.npy' is a buffer: expected a number", true},
      {"x", "int", "parameter 0, 'p': 'x' is not an integer: expected i32",
       true},
      {"3", "java.lang.String",
       "parameter 0, 'p': a value of type 'java.lang.String' cannot be given: "
       "expected a pointer or a number",
       true},
      {file("f4.npy") + ":bf17", ptr,
       "parameter 0, 'p': unknown type 'bf17': expected a type such as bf16 "
       "or fp8e5",
       true},
      {file("f4.npy") + ":bf16", ptr,
       "parameter 0, 'p': f4.npy holds fp32: expected what can hold bf16",
       true},
      {file("none.npy"), ptr,
       "none.npy: cannot be read: No such file or directory", false},
  };
  for (const Case &c : cases) {
    RunRequest request;
    request.arguments = {c.argument};
    EXPECT_EQ(bind({{"p", c.type, ""}}, request), c.message);
    EXPECT_EQ(usage, c.usage) << c.message;
  }
}

TEST_F(RunArgumentsBinding, CarriedTypes) {
  const std::pair<const char *, const char *> cases[] = {
      {"u2.npy:bf16", "*bf16:16"},   {"u1.npy:fp8e4nv", "*fp8e4nv:16"},
      {"u1.npy:fp8e5", "*fp8e5:16"}, {"i4.npy:u32", "*u32:16"},
      {"f4.npy:fp32", "*fp32:16"},   {"u2.npy", "*u16:16"},
  };
  for (auto [argument, signature] : cases) {
    RunRequest request;
    request.arguments = {file(argument)};
    EXPECT_EQ(bind({{"p", ptr, ""}}, request), signature);
  }
  for (const char *argument : {"u2.npy:fp16", "u1.npy:bf16", "i4.npy:fp32"}) {
    RunRequest request;
    request.arguments = {file(argument)};
    EXPECT_NE(bind({{"p", ptr, ""}}, request).find("expected what can hold"),
              std::string::npos)
        << argument;
  }
}

TEST_F(RunArgumentsBinding, BrokenModelSignatureIsTheInputsFault) {
  EXPECT_EQ(bind({{"p", "int", "i33"}}, {}),
            "bad signature entry 'i33': expected a type such as *fp32:16 or "
            "i32, or a constant");
  EXPECT_FALSE(usage);
}
