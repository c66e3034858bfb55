// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Creates the buffers that a user describes.

#include "SyntheticBuffer.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <cmath>
#include <cstring>

using namespace llvm;
using namespace cm2tt;
using namespace cm2tt::runtime;

bool runtime::isSyntheticBuffer(StringRef text) {
  StringRef form = text.split(':').first;
  return text.contains(':') &&
         (form == "empty" || form == "zeros" || form == "random");
}

static Error badForm(StringRef text, const Twine &message) {
  return createStringError(inconvertibleErrorCode(),
                           "'" + text + "': " + message);
}

/// The type of an array file for an element type: the type itself, or unsigned
/// integers of its width if NumPy has no name for it.
static ElementType carrierOf(ElementType type) {
  switch (type) {
  case ElementType::BF16:
    return ElementType::U16;
  case ElementType::FP8E4NV:
  case ElementType::FP8E5:
    return ElementType::U8;
  default:
    return type;
  }
}

/// The precision of a float in bits, the hidden one included; 0 of integers.
static unsigned precisionOf(ElementType type) {
  switch (type) {
  case ElementType::FP64:
    return 53;
  case ElementType::FP32:
    return 24;
  case ElementType::FP16:
    return 11;
  case ElementType::BF16:
    return 8;
  case ElementType::FP8E4NV:
    return 4;
  case ElementType::FP8E5:
    return 3;
  default:
    return 0;
  }
}

/// The `index`-th of a sequence of random bits, which is not remembered.
/// Source: S. Vigna, splitmix64.
static uint64_t randomBits(uint64_t seed, uint64_t index) {
  uint64_t z = (seed ^ 0x2545f4914f6cdd1d) * 0x9e3779b97f4a7c15 +
               index * 0x9e3779b97f4a7c15;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

/// The bits of element `index`. Floats are whole multiples of 2^-precision, so
/// that none is rounded up to 1.
static uint64_t randomElement(ElementType type, uint64_t seed, uint64_t index) {
  uint64_t bits = randomBits(seed, index);
  if (type == ElementType::I1)
    return bits >> 63;
  unsigned precision = precisionOf(type);
  if (precision == 0)
    return bits >> 60;
  double value =
      std::ldexp(static_cast<double>(bits >> (64 - precision)), -precision);
  return floatBits(value, type);
}

bool runtime::parseShape(StringRef text, SmallVectorImpl<uint64_t> &shape) {
  SmallVector<StringRef, 4> parts;
  text.split(parts, 'x');
  return all_of(parts, [&](StringRef part) {
    return !part.getAsInteger(10, shape.emplace_back());
  });
}

Expected<SyntheticBuffer> runtime::makeBuffer(StringRef text) {
  SmallVector<StringRef, 4> parts;
  text.split(parts, ':');
  StringRef form = parts[0];
  bool isRandom = form == "random";
  if (parts.size() < 3 || parts.size() > 3 + size_t(isRandom))
    return badForm(text, "expected " + form + ":TYPE:SHAPE" +
                             (isRandom ? "[:SEED]" : "") + ", as " + form +
                             ":fp32:64x32");
  std::optional<ElementType> type = parseElementType(parts[1]);
  if (!type)
    return badForm(text, "unknown type '" + parts[1] +
                             "': expected a type such as fp32 or i64");
  SmallVector<uint64_t, 4> shape;
  if (!parseShape(parts[2], shape))
    return badForm(text, "'" + parts[2] +
                             "' is not a shape: expected numbers, as 64x32");
  uint64_t seed = 0;
  if (parts.size() == 4 && parts[3].getAsInteger(10, seed))
    return badForm(text, "'" + parts[3] + "' is not a seed: expected a number");
  auto fill = [&](MutableArrayRef<char> data) {
    unsigned bytes = elementBytes(*type);
    for (uint64_t i = 0; isRandom && i < data.size() / bytes; ++i) {
      uint64_t bits = randomElement(*type, seed, i);
      std::memcpy(&data[i * bytes], &bits, bytes); // Little endian.
    }
  };
  Expected<NpyFile> content =
      NpyFile::make(text, carrierOf(*type), shape, fill);
  if (!content)
    return content.takeError();
  return SyntheticBuffer{std::move(*content), *type, form == "empty"};
}
