// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Constants that kernels read from static fields: the kernel language's enums
/// and the JDK's numbers.

#include "KernelApiInternals.h"

#include "cm2tt/Dialect/CM/CMDialect.h"

#include <limits>

using namespace mlir;
using namespace cm2tt;

namespace {
/// An enum of the kernel language, by its simple name, and its constants.
struct Enum {
  StringLiteral name;
  ArrayRef<StringLiteral> constants;
};
/// A number in a static field of the JDK.
struct Number {
  StringLiteral owner, name;
  /// The field's type, as `Builder` makes it from `bits` and `isFloat`.
  unsigned bits;
  bool isFloat;
  int64_t integer;
  double floating;
};
} // namespace

static constexpr StringLiteral compareKinds[] = {
    "Equal",           "NotEqual",    "LessThan",
    "LessThanOrEqual", "GreaterThan", "GreaterThanOrEqual"};

static constexpr StringLiteral cacheModifiers[] = {"NONE", "CA", "CG", "CV",
                                                   "CS",   "WB", "WT"};
static constexpr StringLiteral evictionPolicies[] = {"NORMAL", "EVICT_FIRST",
                                                     "EVICT_LAST"};
static constexpr StringLiteral inputPrecisions[] = {"TF32", "TF32X3", "IEEE",
                                                    "BF16X3", "BF16X6"};
static constexpr StringLiteral memSemantics[] = {"RELAXED", "ACQUIRE",
                                                 "RELEASE", "ACQ_REL"};
static constexpr StringLiteral memScopes[] = {"GPU", "CTA", "SYS"};
static constexpr StringLiteral roundings[] = {"RTNE", "RTZ", "RTN", "RTP"};
static constexpr StringLiteral propagateNans[] = {"NONE", "ALL"};
static constexpr StringLiteral paddingOptions[] = {"ZERO", "NAN"};

static constexpr StringLiteral scaledFormats[] = {"E2M1", "E2M1_OUTER", "E4M3",
                                                  "E5M2", "BF16",       "FP16"};

static const Enum enums[] = {{"CompareKind", compareKinds},
                             {"CacheModifier", cacheModifiers},
                             {"EvictionPolicy", evictionPolicies},
                             {"InputPrecision", inputPrecisions},
                             {"MemSemantic", memSemantics},
                             {"MemScope", memScopes},
                             {"Rounding", roundings},
                             {"PropagateNan", propagateNans},
                             {"PaddingOption", paddingOptions},
                             {"ScaledFormat", scaledFormats}};

template <typename T>
static constexpr Number integer(StringLiteral owner, StringLiteral name,
                                T value) {
  return {owner, name, 8 * sizeof(T), false, static_cast<int64_t>(value), 0};
}

template <typename T>
static constexpr Number floating(StringLiteral owner, StringLiteral name,
                                 T value) {
  return {owner, name, 8 * sizeof(T), true, 0, value};
}

template <typename T> using Limits = std::numeric_limits<T>;

static const Number numbers[] = {
    integer("java.lang.Byte", "MIN_VALUE", Limits<int8_t>::min()),
    integer("java.lang.Byte", "MAX_VALUE", Limits<int8_t>::max()),
    integer("java.lang.Short", "MIN_VALUE", Limits<int16_t>::min()),
    integer("java.lang.Short", "MAX_VALUE", Limits<int16_t>::max()),
    integer("java.lang.Integer", "MIN_VALUE", Limits<int32_t>::min()),
    integer("java.lang.Integer", "MAX_VALUE", Limits<int32_t>::max()),
    integer("java.lang.Integer", "SIZE", int32_t(32)),
    integer("java.lang.Integer", "BYTES", int32_t(4)),
    integer("java.lang.Long", "MIN_VALUE", Limits<int64_t>::min()),
    integer("java.lang.Long", "MAX_VALUE", Limits<int64_t>::max()),
    integer("java.lang.Long", "SIZE", int32_t(64)),
    integer("java.lang.Long", "BYTES", int32_t(8)),
    floating("java.lang.Float", "NEGATIVE_INFINITY",
             -Limits<float>::infinity()),
    floating("java.lang.Float", "POSITIVE_INFINITY", Limits<float>::infinity()),
    floating("java.lang.Float", "NaN", Limits<float>::quiet_NaN()),
    floating("java.lang.Float", "MAX_VALUE", Limits<float>::max()),
    floating("java.lang.Float", "MIN_NORMAL", Limits<float>::min()),
    floating("java.lang.Float", "MIN_VALUE", Limits<float>::denorm_min()),
    floating("java.lang.Double", "NEGATIVE_INFINITY",
             -Limits<double>::infinity()),
    floating("java.lang.Double", "POSITIVE_INFINITY",
             Limits<double>::infinity()),
    floating("java.lang.Double", "NaN", Limits<double>::quiet_NaN()),
    floating("java.lang.Double", "MAX_VALUE", Limits<double>::max()),
    floating("java.lang.Double", "MIN_NORMAL", Limits<double>::min()),
    floating("java.lang.Double", "MIN_VALUE", Limits<double>::denorm_min()),
    floating("java.lang.Math", "PI", 3.141592653589793),
    floating("java.lang.Math", "E", 2.718281828459045),
};

void cm2tt::forEachEnum(
    llvm::function_ref<void(StringRef, ArrayRef<StringLiteral>)> visit) {
  for (const Enum &each : enums)
    visit(each.name, each.constants);
}

void cm2tt::forEachStaticNumber(
    llvm::function_ref<void(StringRef, StringRef)> visit) {
  for (const Number &number : numbers)
    visit(number.owner, number.name);
}

static AbsType numberConstant(MLIRContext *context, const Number &number) {
  Builder builder(context);
  if (!number.isFloat) {
    Type type = builder.getIntegerType(number.bits);
    return AbsType::constant(type,
                             builder.getIntegerAttr(type, number.integer));
  }
  FloatType type = number.bits == 32 ? FloatType(builder.getF32Type())
                                     : FloatType(builder.getF64Type());
  return AbsType::constant(type, builder.getFloatAttr(type, number.floating));
}

/// The enum of the kernel language that a class is, on its own or nested
/// (`Triton$CompareKind`); null if the class is not an enum of the kernel
/// language.
static const Enum *findEnum(StringRef javaClass) {
  StringRef owner = kernelClassName(javaClass);
  if (owner == javaClass)
    return nullptr; // a class of the same name is not the kernel language's
  StringRef simpleName = owner.substr(owner.rfind('$') + 1);
  const Enum *found = llvm::find_if(
      enums, [&](const Enum &each) { return each.name == simpleName; });
  return found == std::end(enums) ? nullptr : found;
}

AbsType cm2tt::findStaticField(MLIRContext *context, StringRef javaClass,
                               StringRef name) {
  const Enum *known = findEnum(javaClass);
  if (known && llvm::is_contained(known->constants, name))
    return AbsType::constant(cm::JavaType::get(context, known->name),
                             StringAttr::get(context, name));
  for (const Number &number : numbers)
    if (number.owner == javaClass && number.name == name)
      return numberConstant(context, number);
  return {};
}

StringRef cm2tt::closestStaticField(StringRef javaClass, StringRef name) {
  SmallVector<StringRef> names;
  if (const Enum *known = findEnum(javaClass))
    names.append(known->constants.begin(), known->constants.end());
  for (const Number &number : numbers)
    if (number.owner == javaClass)
      names.push_back(number.name);
  return closestName(name, names);
}
