// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// A typed value that a launch passes to a kernel's parameter.
///
/// Values are read where the caller has stored them: an integer is extended to
/// 64 bits when it becomes an `Argument`, and wider parameters read all of it.
///
/// Not here: which types a parameter takes (ParameterType.h); arguments as text
/// (RunArguments.h).

#ifndef CM2TT_RUNTIME_ARGUMENT_H
#define CM2TT_RUNTIME_ARGUMENT_H

#include "cm2tt/Runtime/Device.h"
#include "cm2tt/Runtime/ElementType.h"
#include "cm2tt/Runtime/TensorDescriptor.h"

#include <cstring>
#include <type_traits>

namespace cm2tt::runtime {

/// A number with its type, an address with the type of its elements, or a
/// tensor descriptor.
struct Argument {
  /// Any C++ number or boolean, as the type of its width: an `int` is i32, a
  /// `uint64_t` u64, a `double` fp64.
  template <typename T, typename = std::enable_if_t<std::is_integral_v<T> ||
                                                    std::is_same_v<T, float> ||
                                                    std::is_same_v<T, double>>>
  Argument(T value) : type(typeOf<T>()) {
    if constexpr (std::is_integral_v<T>)
      bits = static_cast<uint64_t>(value);
    else
      std::memcpy(&bits, &value, sizeof(value));
  }
  /// An address on the device that the kernel is launched on.
  static Argument pointer(DeviceAddress address, ElementType pointee) {
    return Argument(pointee, true, address);
  }
  /// The same of memory that must not be written: the launch of a kernel that
  /// may write it fails.
  static Argument readOnly(DeviceAddress address, ElementType pointee) {
    Argument result = pointer(address, pointee);
    result.isReadOnly = true;
    return result;
  }
  /// The beginning of a buffer.
  static Argument pointer(const DeviceBuffer &buffer, ElementType pointee) {
    return pointer(buffer.handle(), pointee);
  }
  /// A number of any type: the only way to pass a half, a bf16 or an fp8.
  static Argument of(ScalarValue value) {
    uint64_t bits = isInteger(value.type)
                        ? static_cast<uint64_t>(value.asInteger())
                        : value.bits;
    return Argument(value.type, false, bits);
  }

  /// A descriptor, which has to live until the call returns that gets it.
  static Argument descriptor(const TensorDescriptor &descriptor) {
    Argument result(descriptor.element(), false,
                    reinterpret_cast<uintptr_t>(&descriptor));
    result.isDescriptor = true;
    result.isReadOnly = descriptor.isReadOnly();
    return result;
  }
  /// The descriptor of an argument that is one.
  const TensorDescriptor &tensor() const {
    return *reinterpret_cast<const TensorDescriptor *>(
        static_cast<uintptr_t>(bits));
  }

  /// The type of the number, or of the elements in memory.
  ElementType type;
  bool isPointer = false;
  bool isDescriptor = false;
  /// Whether the memory of a pointer or a descriptor must not be written.
  bool isReadOnly = false;
  /// The address; the bits of a float; an integer, extended to 64 bits as its
  /// type says, so that a wider parameter can take it; where a descriptor is.
  uint64_t bits = 0;

private:
  Argument(ElementType type, bool isPointer, uint64_t bits)
      : type(type), isPointer(isPointer), bits(bits) {}

  template <typename T> static constexpr ElementType typeOf() {
    if constexpr (std::is_same_v<T, bool>)
      return ElementType::I1;
    else if constexpr (std::is_floating_point_v<T>)
      return sizeof(T) == 4 ? ElementType::FP32 : ElementType::FP64;
    else if constexpr (sizeof(T) == 1)
      return std::is_signed_v<T> ? ElementType::I8 : ElementType::U8;
    else if constexpr (sizeof(T) == 2)
      return std::is_signed_v<T> ? ElementType::I16 : ElementType::U16;
    else if constexpr (sizeof(T) == 4)
      return std::is_signed_v<T> ? ElementType::I32 : ElementType::U32;
    else
      return std::is_signed_v<T> ? ElementType::I64 : ElementType::U64;
  }
};

static_assert(sizeof(Argument) == 16);

} // namespace cm2tt::runtime

#endif // CM2TT_RUNTIME_ARGUMENT_H
