// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Arguments of launches, from C to C++.

#include "CApiInternals.h"

using namespace llvm;
using namespace cm2tt;
using namespace cm2tt::runtime;
using namespace cm2tt::runtime::capi;

// The numbers of types are part of the interface.
static_assert(unsigned(ElementType::I1) == CM2TT_I1 &&
              unsigned(ElementType::I8) == CM2TT_I8 &&
              unsigned(ElementType::I16) == CM2TT_I16 &&
              unsigned(ElementType::I32) == CM2TT_I32 &&
              unsigned(ElementType::I64) == CM2TT_I64 &&
              unsigned(ElementType::U8) == CM2TT_U8 &&
              unsigned(ElementType::U16) == CM2TT_U16 &&
              unsigned(ElementType::U32) == CM2TT_U32 &&
              unsigned(ElementType::U64) == CM2TT_U64 &&
              unsigned(ElementType::FP16) == CM2TT_FP16 &&
              unsigned(ElementType::BF16) == CM2TT_BF16 &&
              unsigned(ElementType::FP32) == CM2TT_FP32 &&
              unsigned(ElementType::FP64) == CM2TT_FP64 &&
              unsigned(ElementType::FP8E4NV) == CM2TT_FP8E4NV &&
              unsigned(ElementType::FP8E5) == CM2TT_FP8E5);

/// The values of cm2tt_argument::is_pointer after that of an address.
static constexpr uint32_t descriptorKind = 2, readOnlyKind = 3;

const char *cm2tt_type_name(cm2tt_type type) {
  const uint32_t number = type;
  // The names are literals, which end with a zero.
  return number < numTypes ? elementTypeName(ElementType(number)).data()
                           : nullptr;
}

cm2tt_argument cm2tt_arg_buffer(const cm2tt_buffer *buffer, cm2tt_type type) {
  if (!buffer)
    return {0, numTypes, 1};
  cm2tt_argument result = cm2tt_arg_pointer(buffer->address(), type);
  if (buffer->isReadOnly)
    result.is_pointer = readOnlyKind;
  return result;
}

cm2tt_argument cm2tt_arg_pointer(uint64_t address, cm2tt_type type) {
  return {address, uint32_t(type), 1};
}

cm2tt_argument cm2tt_arg_bits(uint64_t bits, cm2tt_type type) {
  return {bits, uint32_t(type), 0};
}

cm2tt_argument cm2tt_arg_i1(int value) {
  return cm2tt_arg_bits(value != 0, CM2TT_I1);
}

cm2tt_argument cm2tt_arg_i32(int32_t value) {
  return cm2tt_arg_bits(static_cast<uint32_t>(value), CM2TT_I32);
}

cm2tt_argument cm2tt_arg_i64(int64_t value) {
  return cm2tt_arg_bits(static_cast<uint64_t>(value), CM2TT_I64);
}

cm2tt_argument cm2tt_arg_fp32(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, sizeof(bits));
  return cm2tt_arg_bits(bits, CM2TT_FP32);
}

cm2tt_argument cm2tt_arg_fp64(double value) {
  uint64_t bits;
  std::memcpy(&bits, &value, sizeof(bits));
  return cm2tt_arg_bits(bits, CM2TT_FP64);
}

/// Says what is wrong with an argument that is none.
static cm2tt_status invalidArgument(const char *function, size_t index,
                                    const cm2tt_argument &argument) {
  if (argument.is_pointer > readOnlyKind)
    return invalid(function, "argument " + Twine(index) +
                                 ": 'is_pointer' is neither 0, 1, 2 nor 3");
  if (argument.is_pointer == descriptorKind)
    return invalid(function,
                   "argument " + Twine(index) + ": the descriptor is null");
  return invalid(function, "argument " + Twine(index) + ": there is no type " +
                               Twine(argument.type) +
                               "; it may come from a buffer that is null");
}

cm2tt_status capi::readArguments(const char *function,
                                 const cm2tt_argument *arguments, size_t count,
                                 Values &values) {
  if (count)
    if (cm2tt_status status = needs(function, {{"arguments", arguments}}))
      return status;
  // No kernel has as many: the number is no number of arguments.
  if (count > 65536)
    return invalid(function, Twine(count) + " arguments");
  values.reserve(count);
  for (size_t i = 0; i < count; ++i) {
    const cm2tt_argument &given = arguments[i];
    if (LLVM_UNLIKELY(given.type >= numTypes ||
                      given.is_pointer > readOnlyKind ||
                      (given.is_pointer == descriptorKind && !given.bits)))
      return invalidArgument(function, i, given);
    const auto type = ElementType(given.type);
    if (LLVM_UNLIKELY(given.is_pointer == descriptorKind)) {
      values.push_back(
          Argument::descriptor(*reinterpret_cast<const TensorDescriptor *>(
              static_cast<uintptr_t>(given.bits))));
      continue;
    }
    if (given.is_pointer) {
      values.push_back(Argument::pointer(given.bits, type));
      values.back().isReadOnly = given.is_pointer == readOnlyKind;
      continue;
    }
    const unsigned unused = 64 - 8 * elementBytes(type);
    values.push_back(Argument::of({type, given.bits << unused >> unused}));
  }
  return CM2TT_OK;
}
