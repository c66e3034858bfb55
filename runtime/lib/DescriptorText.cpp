// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Parses the descriptors that a user describes.

#include "DescriptorText.h"

#include "SyntheticBuffer.h"

using namespace llvm;
using namespace cm2tt::runtime;

constexpr StringLiteral prefix = "descriptor:";

bool cm2tt::runtime::isDescriptorText(StringRef text) {
  return text.starts_with(prefix);
}

static Error badDescriptor(StringRef text, const Twine &message) {
  return createStringError(inconvertibleErrorCode(),
                           "'" + text + "': " + message);
}

Expected<DescriptorText> cm2tt::runtime::parseDescriptorText(StringRef text) {
  DescriptorText result;
  StringRef rest = text.drop_front(prefix.size());
  auto takeShape = [&](SmallVectorImpl<uint64_t> &shape) -> Error {
    StringRef part;
    std::tie(part, rest) = rest.split(':');
    if (parseShape(part, shape))
      return Error::success();
    return badDescriptor(
        text, "'" + part + "' is not a shape: expected numbers, as 64x32");
  };
  if (Error error = takeShape(result.block))
    return error;
  while (true) {
    if (rest.consume_front("shape=")) {
      if (Error error = takeShape(result.shape.emplace()))
        return error;
    } else if (rest.consume_front("padding=")) {
      StringRef padding;
      std::tie(padding, rest) = rest.split(':');
      if (padding != "zero" && padding != "nan")
        return badDescriptor(
            text, "'" + padding + "' is not a padding: expected zero or nan");
      result.padsWithNaN = padding == "nan";
    } else {
      break;
    }
  }
  if (rest.empty())
    return badDescriptor(text,
                         "a buffer is missing: expected "
                         "descriptor:BLOCK[:shape=SHAPE][:padding=nan]:BUFFER, "
                         "as descriptor:64x32:zeros:fp16:100x80");
  result.buffer = rest;
  return result;
}
