// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Reads and writes `.npy`: magic, version, header length, a Python dictionary
/// in text, the elements.
///
/// Source: NEP 1, "A simple file format for NumPy arrays", and the notes on
/// versions 2.0 and 3.0 in NumPy's documentation of `numpy.lib.format`.

#include "cm2tt/Runtime/NpyFile.h"

#include "cm2tt/Lowering/PlainText.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <optional>

using namespace llvm;
using namespace cm2tt;
using namespace cm2tt::runtime;

/// The bytes at the start of every file; two bytes of version follow.
static constexpr StringLiteral magic = "\x93NUMPY";
/// NumPy's own limit on the number of extents.
static constexpr size_t maxRank = 64;

static Error npyError(const Twine &message) {
  return createStringError(inconvertibleErrorCode(), message);
}

/// Text of a file for a message: short, and without control characters.
static std::string shown(StringRef text) {
  std::string result = text.take_front(24).str();
  for (char &c : result)
    if (!isPrint(c))
      c = '?';
  return "'" + result + "'";
}

namespace {
/// The dictionary of a header.
struct Header {
  std::string descr;
  bool fortranOrder = false;
  SmallVector<uint64_t, 4> shape;
};

/// Reads the dictionary: string keys; string, boolean and tuple values.
class HeaderParser {
public:
  explicit HeaderParser(StringRef text) : rest(text) {}
  Expected<Header> parse();

private:
  void skipSpaces() { rest = rest.ltrim(" \t\n\r"); }
  bool consume(char c) {
    skipSpaces();
    return rest.consume_front(StringRef(&c, 1));
  }
  Expected<std::string> parseString();
  Error parseValue(StringRef key, Header &header);
  Error parseShape(Header &header);
  Error expected(const Twine &what) {
    skipSpaces();
    return npyError("bad header: expected " + what + ", found " +
                    (rest.empty() ? "its end" : shown(rest)));
  }

  StringRef rest;
};
} // namespace

Expected<std::string> HeaderParser::parseString() {
  skipSpaces();
  char quote = rest.empty() ? 0 : rest.front();
  if (quote != '\'' && quote != '"')
    return expected("a quoted string");
  size_t end = rest.find(quote, 1);
  if (end == StringRef::npos)
    return expected("a closing quote");
  std::string text = rest.slice(1, end).str();
  rest = rest.drop_front(end + 1);
  return text;
}

Error HeaderParser::parseShape(Header &header) {
  if (!consume('('))
    return expected("a tuple as 'shape'");
  while (!consume(')')) {
    uint64_t extent;
    skipSpaces();
    if (rest.empty() || !isDigit(rest.front()))
      return expected("an extent or ')'");
    StringRef digits = rest.take_while([](char c) { return isDigit(c); });
    if (digits.getAsInteger(10, extent))
      return npyError("bad header: extent " + shown(digits) +
                      " does not fit 64 bits");
    rest = rest.drop_front(digits.size());
    rest.consume_front("L"); // Python 2 wrote long integers so.
    if (header.shape.size() == maxRank)
      return npyError("bad header: more than " + Twine(maxRank) + " extents");
    header.shape.push_back(extent);
    if (!consume(',')) {
      if (!consume(')'))
        return expected("',' or ')'");
      break;
    }
  }
  return Error::success();
}

Error HeaderParser::parseValue(StringRef key, Header &header) {
  if (key == "shape")
    return parseShape(header);
  if (key == "fortran_order") {
    skipSpaces();
    header.fortranOrder = rest.consume_front("True");
    if (!header.fortranOrder && !rest.consume_front("False"))
      return expected("True or False as 'fortran_order'");
    return Error::success();
  }
  if (key != "descr")
    return npyError("bad header: unknown key " + shown(key));
  skipSpaces();
  if (rest.starts_with("[") || rest.starts_with("("))
    return npyError("a structured array: expected an array of numbers");
  Expected<std::string> descr = parseString();
  if (!descr)
    return descr.takeError();
  header.descr = std::move(*descr);
  return Error::success();
}

Expected<Header> HeaderParser::parse() {
  Header header;
  SmallVector<std::string, 3> seen;
  if (!consume('{'))
    return expected("'{'");
  while (!consume('}')) {
    Expected<std::string> key = parseString();
    if (!key)
      return key.takeError();
    if (is_contained(seen, *key))
      return npyError("bad header: key " + shown(*key) + " twice");
    seen.push_back(*key);
    if (!consume(':'))
      return expected("':'");
    if (Error error = parseValue(*key, header))
      return error;
    if (!consume(',')) {
      if (!consume('}'))
        return expected("',' or '}'");
      break;
    }
  }
  for (StringRef key : {"descr", "fortran_order", "shape"})
    if (!is_contained(seen, key))
      return npyError("bad header: no key '" + key + "'");
  skipSpaces();
  if (!rest.empty())
    return expected("its end");
  return header;
}

/// The type that NumPy's name says, such as `<f4`.
static Expected<ElementType> parseDescr(StringRef descr) {
  static constexpr std::pair<StringLiteral, ElementType> names[] = {
      {"b1", ElementType::I1},   {"i1", ElementType::I8},
      {"i2", ElementType::I16},  {"i4", ElementType::I32},
      {"i8", ElementType::I64},  {"u1", ElementType::U8},
      {"u2", ElementType::U16},  {"u4", ElementType::U32},
      {"u8", ElementType::U64},  {"f2", ElementType::FP16},
      {"f4", ElementType::FP32}, {"f8", ElementType::FP64},
  };
  StringRef name = descr.ltrim("<>|=");
  for (auto [known, type] : names) {
    if (known != name || descr.size() - name.size() > 1)
      continue;
    if (descr.starts_with(">") && elementBytes(type) > 1)
      return npyError("type " + shown(descr) + " is big endian: expected '<" +
                      name + "'");
    return type;
  }
  return npyError("type " + shown(descr) +
                  " is not supported: expected b1, i1, i2, i4, i8, u1, u2, "
                  "u4, u8, f2, f4 or f8");
}

/// NumPy's name of a type; an unsigned integer carries what it has no name for.
static StringRef descrOf(ElementType type) {
  switch (type) {
  case ElementType::I1:
    return "|b1";
  case ElementType::I8:
    return "|i1";
  case ElementType::I16:
    return "<i2";
  case ElementType::I32:
    return "<i4";
  case ElementType::I64:
    return "<i8";
  case ElementType::U8:
  case ElementType::FP8E4NV:
  case ElementType::FP8E5:
    return "|u1";
  case ElementType::U16:
  case ElementType::BF16:
    return "<u2";
  case ElementType::U32:
    return "<u4";
  case ElementType::U64:
    return "<u8";
  case ElementType::FP16:
    return "<f2";
  case ElementType::FP32:
    return "<f4";
  case ElementType::FP64:
    return "<f8";
  }
  llvm_unreachable("every type is listed");
}

/// The bytes of an array, if they fit 64 bits.
static std::optional<uint64_t> arrayBytes(ElementType type,
                                          ArrayRef<uint64_t> shape) {
  // An array with an extent of 0 is empty for all other extents.
  if (is_contained(shape, 0))
    return 0;
  uint64_t bytes = elementBytes(type);
  for (uint64_t extent : shape) {
    bool overflow = false;
    bytes = SaturatingMultiply(bytes, extent, &overflow);
    if (overflow)
      return std::nullopt;
  }
  return bytes;
}

/// Splits a file into header text and the offset of the elements.
static Expected<std::pair<StringRef, size_t>> splitFile(StringRef file) {
  if (!file.starts_with(magic))
    return npyError("not a .npy file: expected it to begin with \\x93NUMPY");
  if (file.size() < magic.size() + 2)
    return npyError("ends before its version");
  unsigned major = static_cast<uint8_t>(file[magic.size()]);
  unsigned minor = static_cast<uint8_t>(file[magic.size() + 1]);
  if (major < 1 || major > 3 || minor != 0)
    return npyError("version " + Twine(major) + "." + Twine(minor) +
                    " is not supported: expected 1.0, 2.0 or 3.0");
  size_t lengthBytes = major == 1 ? 2 : 4;
  size_t start = magic.size() + 2 + lengthBytes;
  if (file.size() < start)
    return npyError("ends before its header");
  const char *length = file.data() + start - lengthBytes;
  size_t headerBytes = major == 1 ? support::endian::read16le(length)
                                  : support::endian::read32le(length);
  if (file.size() - start < headerBytes)
    return npyError("ends inside its header: " + Twine(file.size() - start) +
                    " of " + Twine(headerBytes) + " bytes");
  return std::make_pair(file.substr(start, headerBytes), start + headerBytes);
}

static Expected<Header> readHeader(StringRef file, size_t &dataOffset) {
  Expected<std::pair<StringRef, size_t>> parts = splitFile(file);
  if (!parts)
    return parts.takeError();
  dataOffset = parts->second;
  Expected<Header> header = HeaderParser(parts->first).parse();
  if (!header)
    return header.takeError();
  // One order is as good as the other for at most one extent.
  if (header->fortranOrder && header->shape.size() > 1)
    return npyError("in Fortran order: expected C order "
                    "(numpy.ascontiguousarray)");
  return header;
}

Expected<NpyFile> NpyFile::parse(std::unique_ptr<MemoryBuffer> buffer) {
  std::string name = buffer->getBufferIdentifier().str();
  auto inFile = [&](Error error) {
    return npyError(name + ": " + toString(std::move(error)));
  };
  NpyFile file;
  Expected<Header> header = readHeader(buffer->getBuffer(), file.dataOffset);
  if (!header)
    return inFile(header.takeError());
  Expected<ElementType> type = parseDescr(header->descr);
  if (!type)
    return inFile(type.takeError());
  std::optional<uint64_t> bytes = arrayBytes(*type, header->shape);
  if (!bytes)
    return inFile(npyError("its shape does not fit memory: more than 2^64 "
                           "bytes"));
  size_t present = buffer->getBufferSize() - file.dataOffset;
  if (present < *bytes)
    return inFile(npyError("ends inside its elements: " + Twine(present) +
                           " of " + Twine(*bytes) + " bytes"));
  file.type = *type;
  file.extents = std::move(header->shape);
  file.dataBytes = static_cast<size_t>(*bytes);
  file.buffer = std::move(buffer);
  return file;
}

Expected<NpyFile>
NpyFile::make(StringRef name, ElementType type, ArrayRef<uint64_t> shape,
              function_ref<void(MutableArrayRef<char>)> fill) {
  std::optional<uint64_t> bytes = arrayBytes(type, shape);
  std::unique_ptr<WritableMemoryBuffer> memory;
  // The buffer also contains the name and a zero byte after the array.
  if (bytes && *bytes < INT64_MAX / 2)
    memory = WritableMemoryBuffer::getNewMemBuffer(*bytes, name);
  if (!memory)
    return npyError(name + ": memory has no room for it");
  fill(memory->getBuffer());
  NpyFile file;
  file.type = type;
  file.extents.assign(shape.begin(), shape.end());
  file.dataBytes = *bytes;
  file.buffer = std::move(memory);
  return file;
}

Expected<NpyFile> NpyFile::read(StringRef path) {
  ErrorOr<std::unique_ptr<MemoryBuffer>> buffer = MemoryBuffer::getFile(
      path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  if (!buffer)
    return npyError(path +
                    ": cannot be read: " + plain::reasonOf(buffer.getError()));
  return parse(std::move(*buffer));
}

/// Everything before the elements: version 1.0, padded so that they start at a
/// multiple of 64 bytes.
static std::string makePreamble(ElementType type, ArrayRef<uint64_t> shape) {
  std::string header = "{'descr': '" + descrOf(type).str() +
                       "', 'fortran_order': False, 'shape': (";
  for (uint64_t extent : shape)
    header += utostr(extent) + ",";
  // Python prints (), (3,), (3, 4); `(3,4,)` would be read as well, but a file
  // is easier to compare when it is what NumPy writes.
  if (shape.size() > 1) {
    header.pop_back();
    size_t from = header.rfind('(');
    for (size_t at = header.find(',', from); at != std::string::npos;
         at = header.find(',', at + 1))
      header.insert(at + 1, " ");
  }
  header += "), }";
  size_t fixed = magic.size() + 2 + 2;
  size_t padded = alignTo(fixed + header.size() + 1, 64) - fixed;
  header.append(padded - header.size() - 1, ' ');
  header += '\n';
  std::string preamble = magic.str() + std::string("\x01\x00", 2);
  preamble += static_cast<char>(padded & 0xff);
  preamble += static_cast<char>(padded >> 8);
  return preamble + header;
}

/// Writes both parts to `fd`, which stays open.
static Error writeParts(int fd, StringRef preamble, ArrayRef<char> data) {
  raw_fd_ostream os(fd, /*shouldClose=*/false);
  os << preamble;
  os.write(data.data(), data.size());
  os.flush();
  std::error_code failure = os.error();
  os.clear_error(); // The stream would end the process in its destructor.
  return failure ? npyError(plain::reasonOf(failure)) : Error::success();
}

static Error writeInPlace(StringRef path, StringRef preamble,
                          ArrayRef<char> data) {
  int fd;
  if (std::error_code failure = sys::fs::openFileForWrite(
          path, fd, sys::fs::CD_OpenExisting, sys::fs::OF_None))
    return npyError(plain::reasonOf(failure));
  Error error = writeParts(fd, preamble, data);
  sys::fs::file_t file = sys::fs::convertFDToNativeFile(fd);
  if (std::error_code failure = sys::fs::closeFile(file))
    return joinErrors(std::move(error), npyError(plain::reasonOf(failure)));
  return error;
}

static Error writeAndRename(StringRef path, StringRef preamble,
                            ArrayRef<char> data) {
  Expected<sys::fs::TempFile> temporary =
      sys::fs::TempFile::create(path + ".tmp-%%%%%%");
  if (!temporary)
    return temporary.takeError();
  if (Error error = writeParts(temporary->FD, preamble, data))
    return joinErrors(std::move(error), temporary->discard());
  return temporary->keep(path);
}

Error runtime::writeNpy(StringRef path, ElementType type,
                        ArrayRef<uint64_t> shape, ArrayRef<char> data) {
  assert(arrayBytes(type, shape) == data.size() && "shape and data agree");
  sys::fs::file_status status;
  bool special = !sys::fs::status(path, status) && sys::fs::exists(status) &&
                 !sys::fs::is_regular_file(status);
  std::string preamble = makePreamble(type, shape);
  Error error = special ? writeInPlace(path, preamble, data)
                        : writeAndRename(path, preamble, data);
  if (error)
    return npyError(path +
                    ": cannot be written: " + toString(std::move(error)));
  return Error::success();
}
