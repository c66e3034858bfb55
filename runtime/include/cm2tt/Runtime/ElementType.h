// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The scalar types of kernel arguments, by the names that signatures use, and
/// the conversion of a number in text to one of them.
///
/// Not here: MLIR types (the dialects); NumPy's names (NpyFile.h).

#ifndef CM2TT_RUNTIME_ELEMENTTYPE_H
#define CM2TT_RUNTIME_ELEMENTTYPE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <optional>

namespace cm2tt::runtime {

/// The scalar types of a signature.
enum class ElementType : uint8_t {
  I1,
  I8,
  I16,
  I32,
  I64,
  U8,
  U16,
  U32,
  U64,
  FP16,
  BF16,
  FP32,
  FP64,
  FP8E4NV,
  FP8E5,
};

/// The name as in a signature: `i32`, `fp8e4nv`.
llvm::StringRef elementTypeName(ElementType type);
/// The type with that name; nothing if there is none.
std::optional<ElementType> parseElementType(llvm::StringRef name);
/// The size in bytes of a value in memory and as a kernel parameter; 1 for i1.
unsigned elementBytes(ElementType type);
/// Whether it is an integer, i1 included.
bool isInteger(ElementType type);

/// Whether an array of `carrier` may hold the bits of `type`: the same type,
/// integers of one width, or unsigned integers for a float type without a name
/// in NumPy (bf16, fp8e4nv, fp8e5).
bool canCarry(ElementType carrier, ElementType type);

/// A scalar argument: its type and, in the low bytes, its bits.
struct ScalarValue {
  ElementType type = ElementType::I32;
  uint64_t bits = 0;

  /// The value of an integer, sign- or zero-extended according to its type.
  int64_t asInteger() const;
};

/// The bits of the float of `type` that is nearest to a value.
uint64_t floatBits(double value, ElementType type);

/// Converts a number in text to `type`. Integers are decimal or, with `0x`,
/// hexadecimal, in the type's range; i1 is also `true` and `false`; floats are
/// decimal, hexadecimal, `inf` or `nan`, rounded to nearest, never to infinity.
llvm::Expected<ScalarValue> parseScalar(llvm::StringRef text, ElementType type);

} // namespace cm2tt::runtime

#endif // CM2TT_RUNTIME_ELEMENTTYPE_H
