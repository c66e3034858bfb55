// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Tests of `.npy` files: what NumPy writes is read, what is written is what
/// NumPy writes, and anything else is an error that names the file.

#include "cm2tt/Runtime/NpyFile.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include "gtest/gtest.h"

using namespace llvm;
using namespace cm2tt::runtime;

/// A file with that header text and those elements, in version `major`.
static std::string npy(StringRef header, StringRef data, unsigned major = 1) {
  std::string file = "\x93NUMPY";
  file += static_cast<char>(major);
  file += '\0';
  size_t length = header.size();
  for (unsigned i = 0; i < (major == 1 ? 2u : 4u); ++i, length >>= 8)
    file += static_cast<char>(length & 0xff);
  return file + header.str() + data.str();
}

static std::string dictionary(StringRef descr, StringRef shape,
                              StringRef order = "False") {
  return ("{'descr': '" + descr + "', 'fortran_order': " + order +
          ", 'shape': " + shape + ", }\n")
      .str();
}

static Expected<NpyFile> parse(const std::string &text) {
  return NpyFile::parse(MemoryBuffer::getMemBufferCopy(text, "a.npy"));
}

/// The message of the error that reading `text` gives.
static std::string errorOf(const std::string &text) {
  Expected<NpyFile> file = parse(text);
  return file ? "no error" : toString(file.takeError());
}

TEST(NpyFile, ReadsEveryTypeInEveryVersion) {
  struct Case {
    const char *descr;
    ElementType type;
    unsigned bytes;
  } cases[] = {
      {"|b1", ElementType::I1, 1},   {"|i1", ElementType::I8, 1},
      {"<i2", ElementType::I16, 2},  {"<i4", ElementType::I32, 4},
      {"<i8", ElementType::I64, 8},  {"|u1", ElementType::U8, 1},
      {"<u2", ElementType::U16, 2},  {"<u4", ElementType::U32, 4},
      {"<u8", ElementType::U64, 8},  {"<f2", ElementType::FP16, 2},
      {"<f4", ElementType::FP32, 4}, {"<f8", ElementType::FP64, 8},
      {"=f4", ElementType::FP32, 4}, {"f4", ElementType::FP32, 4},
      {">i1", ElementType::I8, 1},
  };
  for (const Case &c : cases)
    for (unsigned major : {1, 2, 3}) {
      std::string data(6 * c.bytes, 'x');
      Expected<NpyFile> file =
          parse(npy(dictionary(c.descr, "(2, 3)"), data, major));
      ASSERT_TRUE(!!file) << c.descr << ": " << toString(file.takeError());
      EXPECT_EQ(file->elementType(), c.type);
      EXPECT_EQ(file->shape(), ArrayRef<uint64_t>({2, 3}));
      EXPECT_EQ(StringRef(file->data().data(), file->data().size()), data);
    }
}

TEST(NpyFile, ReadsHeadersThatOthersWrite) {
  const char *headers[] = {
      "{\"shape\":(3,),\"fortran_order\":False,\"descr\":\"<i2\"}",
      "{ 'descr' : '<i2' , 'shape' : ( 3L , ) , 'fortran_order' : False }   \n",
      "{'descr': '<i2', 'fortran_order': True, 'shape': (3,), }",
  };
  for (const char *header : headers) {
    Expected<NpyFile> file = parse(npy(header, "abcdef"));
    ASSERT_TRUE(!!file) << header << ": " << toString(file.takeError());
    EXPECT_EQ(file->shape(), ArrayRef<uint64_t>({3}));
  }
}

TEST(NpyFile, ReadsScalarsEmptyArraysAndIgnoresWhatFollows) {
  Expected<NpyFile> scalar = parse(npy(dictionary("<f4", "()"), "abcd"));
  ASSERT_TRUE(!!scalar);
  EXPECT_TRUE(scalar->shape().empty());
  EXPECT_EQ(scalar->data().size(), 4u);

  Expected<NpyFile> empty =
      parse(npy(dictionary("<f8", "(18446744073709551615, 9, 0)"), ""));
  ASSERT_TRUE(!!empty) << toString(empty.takeError());
  EXPECT_TRUE(empty->data().empty());

  Expected<NpyFile> longer = parse(npy(dictionary("|u1", "(2,)"), "abcd"));
  ASSERT_TRUE(!!longer);
  EXPECT_EQ(longer->data().size(), 2u);
}

TEST(NpyFile, EveryPrefixOfAFileIsAnError) {
  std::string whole = npy(dictionary("<f4", "(2, 3)"), std::string(24, 'x'));
  for (size_t size = 0; size < whole.size(); ++size)
    EXPECT_TRUE(
        StringRef(errorOf(whole.substr(0, size))).starts_with("a.npy: "))
        << size;
  EXPECT_EQ(errorOf(whole.substr(0, whole.size() - 1)),
            "a.npy: ends inside its elements: 23 of 24 bytes");
}

TEST(NpyFile, AnyByteMayBeWrong) {
  const std::string whole =
      npy(dictionary("<f4", "(2, 3)"), std::string(24, 'x'));
  unsigned errors = 0;
  for (size_t at = 0; at < whole.size() - 24; ++at)
    for (int byte = 0; byte < 256; ++byte) {
      std::string file = whole;
      file[at] = static_cast<char>(byte);
      std::string message = errorOf(file);
      if (message == "no error")
        continue;
      ++errors;
      EXPECT_TRUE(StringRef(message).starts_with("a.npy: ")) << message;
      EXPECT_TRUE(all_of(message, [](char c) { return isPrint(c); }))
          << message;
    }
  EXPECT_GT(errors, 10000u);
}

TEST(NpyFile, RejectsMalformedFiles) {
  std::string longShape = "(";
  for (int i = 0; i < 65; ++i)
    longShape += "1,";
  longShape += ")";
  const std::pair<std::string, const char *> cases[] = {
      {"PK\x03\x04", "not a .npy file: expected it to begin with \\x93NUMPY"},
      {"\x93NUMPY", "ends before its version"},
      {std::string("\x93NUMPY\1\0\1", 9), "ends before its header"},
      {std::string("\x93NUMPY\1\0\5\0{}", 12),
       "ends inside its header: 2 of 5 bytes"},
      {npy("{1: 2}", ""),
       "bad header: expected a quoted string, found '1: 2}'"},
      {npy("", "", 4), "version 4.0 is not supported: expected 1.0, 2.0 or "
                       "3.0"},
      {npy("", ""), "bad header: expected '{', found its end"},
      {npy("[]", ""), "bad header: expected '{', found '[]'"},
      {npy("{'descr' '<f4'}", ""), "bad header: expected ':', found ''<f4'}'"},
      {npy("{'descr': '<f4", ""),
       "bad header: expected a closing quote, found ''<f4'"},
      {npy("{'descr': '<f4', 'descr': '<f4'}", ""),
       "bad header: key 'descr' twice"},
      {npy("{'descr': '<f4' 'shape': ()}", ""),
       "bad header: expected ',' or '}', found ''shape': ()}'"},
      {npy("{'descr': '<f4', 'fortran_order': False}", ""),
       "bad header: no key 'shape'"},
      {npy("{'shape': (), 'fortran_order': False}", ""),
       "bad header: no key 'descr'"},
      {npy("{'a\x01': 1}", ""), "bad header: unknown key 'a?'"},
      {npy(dictionary("<f4", "()") + "x", "abcd"),
       "bad header: expected its end, found 'x'"},
      {npy(dictionary("<f4", "3"), ""),
       "bad header: expected a tuple as 'shape', found '3, }?'"},
      {npy(dictionary("<f4", "(3"), ""),
       "bad header: expected an extent or ')', found '}?'"},
      {npy(dictionary("<f4", "(-3,)"), ""),
       "bad header: expected an extent or ')', found '-3,), }?'"},
      {npy(dictionary("<f4", "(3 4)"), ""),
       "bad header: expected ',' or ')', found '4), }?'"},
      {npy(dictionary("<f4", "(18446744073709551616,)"), ""),
       "bad header: extent '18446744073709551616' does not fit 64 bits"},
      {npy(dictionary("<f4", longShape), ""),
       "bad header: more than 64 extents"},
      {npy(dictionary("<f4", "()", "maybe"), ""),
       "bad header: expected True or False as 'fortran_order', found "
       "'maybe, 'shape': (), }?'"},
      {npy(dictionary("<f4", "(2, 3)", "True"), std::string(24, 'x')),
       "in Fortran order: expected C order (numpy.ascontiguousarray)"},
      {npy(dictionary(">f4", "(2,)"), "abcdefgh"),
       "type '>f4' is big endian: expected '<f4'"},
      {npy(dictionary("<c8", "(1,)"), "abcdefgh"),
       "type '<c8' is not supported: expected b1, i1, i2, i4, i8, u1, u2, u4, "
       "u8, f2, f4 or f8"},
      {npy(dictionary("<<f4", "()"), "abcd"),
       "type '<<f4' is not supported: expected b1, i1, i2, i4, i8, u1, u2, "
       "u4, u8, f2, f4 or f8"},
      {npy("{'descr': [('x', '<f4')], 'fortran_order': False, 'shape': ()}",
           "abcd"),
       "a structured array: expected an array of numbers"},
      {npy(dictionary("<f4", "(4611686018427387904,)"), ""),
       "its shape does not fit memory: more than 2^64 bytes"},
      {npy(dictionary("<f4", "(4294967296, 4294967296)"), ""),
       "its shape does not fit memory: more than 2^64 bytes"},
      {npy(dictionary("<f4", "(1152921504606846976,)"), "abcd"),
       "ends inside its elements: 4 of 4611686018427387904 bytes"},
  };
  for (const auto &[text, message] : cases)
    EXPECT_EQ(errorOf(text), std::string("a.npy: ") + message);
}

namespace {
/// A folder that goes away with the test.
class NpyFolder : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(sys::fs::createUniqueDirectory("npy", folder));
  }
  void TearDown() override { sys::fs::remove_directories(folder); }
  std::string path(StringRef name) const {
    SmallString<128> result = folder;
    sys::path::append(result, name);
    return result.str().str();
  }
  /// The number of files in the folder.
  unsigned files() const {
    unsigned count = 0;
    std::error_code error;
    for (sys::fs::directory_iterator it(folder, error), end;
         it != end && !error; it.increment(error))
      ++count;
    return count;
  }

  SmallString<128> folder;
};
} // namespace

TEST_F(NpyFolder, WritesWhatNumPyWrites) {
  struct Case {
    ElementType type;
    std::vector<uint64_t> shape;
    const char *header;
  } cases[] = {
      {ElementType::FP32,
       {2, 3},
       "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }"},
      {ElementType::I1,
       {5},
       "{'descr': '|b1', 'fortran_order': False, 'shape': (5,), }"},
      {ElementType::BF16,
       {},
       "{'descr': '<u2', 'fortran_order': False, 'shape': (), }"},
      {ElementType::FP8E5,
       {1, 0, 2},
       "{'descr': '|u1', 'fortran_order': False, 'shape': (1, 0, 2), }"},
  };
  for (const Case &c : cases) {
    size_t bytes = elementBytes(c.type);
    for (uint64_t extent : c.shape)
      bytes *= extent;
    std::string data(bytes, 'x');
    std::string name = path("a.npy");
    ASSERT_EQ(toString(writeNpy(name, c.type, c.shape, {data.data(), bytes})),
              "");
    auto text = MemoryBuffer::getFile(name);
    ASSERT_TRUE(!!text);
    StringRef file = (*text)->getBuffer();
    ASSERT_EQ((file.size() - bytes) % 64, 0u);
    EXPECT_EQ(file.take_front(8), StringRef("\x93NUMPY\x01\x00", 8));
    EXPECT_EQ(file.drop_front(10).drop_back(bytes).rtrim(), c.header);
    EXPECT_EQ(file.drop_back(bytes).back(), '\n');
    EXPECT_EQ(file.take_back(bytes), data);
    Expected<NpyFile> again = NpyFile::read(name);
    ASSERT_TRUE(!!again) << toString(again.takeError());
    EXPECT_EQ(again->shape(), ArrayRef<uint64_t>(c.shape));
    EXPECT_EQ(files(), 1u) << "no temporary file is left";
  }
}

TEST_F(NpyFolder, FailuresNameTheFileAndLeaveNothing) {
  std::string missing = path("none/a.npy");
  std::string message =
      toString(writeNpy(missing, ElementType::I8, {1}, {'x'}));
  EXPECT_TRUE(StringRef(message).starts_with(missing + ": cannot be written: "))
      << message;
  EXPECT_EQ(files(), 0u);

  std::string unread = toString(NpyFile::read(missing).takeError());
  EXPECT_TRUE(StringRef(unread).starts_with(missing + ": cannot be read: "))
      << unread;
}

TEST_F(NpyFolder, WritesToDevicesInPlace) {
  EXPECT_EQ(toString(writeNpy("/dev/null", ElementType::I8, {1}, {'x'})), "");
  sys::fs::file_status status;
  ASSERT_FALSE(sys::fs::status("/dev/null", status));
  EXPECT_EQ(status.type(), sys::fs::file_type::character_file);

  std::string message =
      toString(writeNpy("/dev/full", ElementType::I8, {1}, {'x'}));
  EXPECT_TRUE(StringRef(message).starts_with("/dev/full: cannot be written: "))
      << message;
}
