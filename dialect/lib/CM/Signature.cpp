// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Reads and prints signatures.

#include "cm2tt/Dialect/CM/Signature.h"

#include "cm2tt/Dialect/CM/CMDialect.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"

#include <limits>
#include <optional>

using namespace mlir;
using namespace cm2tt::cm;

namespace {
/// A scalar type and its name in signatures.
struct ScalarName {
  StringRef name;
  Type (*make)(MLIRContext *);
};
} // namespace

/// Makes an integer type.
template <unsigned width, IntegerType::SignednessSemantics sign>
static Type makeInteger(MLIRContext *context) {
  return IntegerType::get(context, width, sign);
}

/// Makes a type without parameters.
template <typename T> static Type makeType(MLIRContext *context) {
  return T::get(context);
}

static constexpr auto anySign = IntegerType::Signless;
static constexpr auto noSign = IntegerType::Unsigned;

/// All scalar types of signatures.
static constexpr ScalarName scalarNames[] = {
    {"i1", makeInteger<1, anySign>},
    {"i8", makeInteger<8, anySign>},
    {"i16", makeInteger<16, anySign>},
    {"i32", makeInteger<32, anySign>},
    {"i64", makeInteger<64, anySign>},
    {"u8", makeInteger<8, noSign>},
    {"u16", makeInteger<16, noSign>},
    {"u32", makeInteger<32, noSign>},
    {"u64", makeInteger<64, noSign>},
    {"fp16", makeType<Float16Type>},
    {"bf16", makeType<BFloat16Type>},
    {"fp32", makeType<Float32Type>},
    {"fp64", makeType<Float64Type>},
    {"fp8e4nv", makeType<Float8E4M3FNType>},
    {"fp8e5", makeType<Float8E5M2Type>},
};

/// Reads what follows the colon of an entry.
static FailureOr<ArgSpec::Spec> parseSpec(StringRef text, const ArgSpec &spec,
                                          SignatureErrorFn error) {
  bool isInteger = isa<IntegerType>(spec.elementType);
  bool isDescriptor = !spec.block.empty();
  if (text == "16") {
    if (spec.isPointer || isDescriptor || isInteger)
      return ArgSpec::Spec::DivisibleBy16;
    error("only integers and pointers are divisible by 16");
    return failure();
  }
  if (text == "1") {
    if (!spec.isPointer && !isDescriptor && isInteger)
      return ArgSpec::Spec::EqualsOne;
    error("only integers equal 1");
    return failure();
  }
  error("unknown specialisation: '" + text + "', expected '16' or '1'");
  return failure();
}

/// The numbers that are written as words, as Java writes them.
static std::optional<double> parseWord(StringRef text) {
  bool negative = text.consume_front("-");
  if (text == "Infinity")
    return negative ? -std::numeric_limits<double>::infinity()
                    : std::numeric_limits<double>::infinity();
  if (text == "NaN" && !negative)
    return std::numeric_limits<double>::quiet_NaN();
  return std::nullopt;
}

/// The scalar type of that name, or null.
static Type scalarType(StringRef name, MLIRContext *context) {
  for (const ScalarName &known : scalarNames)
    if (known.name == name)
      return known.make(context);
  return {};
}

/// Whether a text is an identifier of Java; letters beyond ASCII count.
static bool isIdentifier(StringRef text) {
  return !text.empty() && !llvm::isDigit(text.front()) &&
         llvm::all_of(text, [](char c) {
           return llvm::isAlnum(c) || c == '_' || c == '$' ||
                  static_cast<unsigned char>(c) >= 0x80;
         });
}

std::optional<std::string> cm2tt::cm::parseStringConstant(StringRef text) {
  if (text.size() < 2 || !text.consume_front("\"") || !text.consume_back("\""))
    return std::nullopt;
  std::string value;
  while (!text.empty()) {
    char c = text.front();
    text = text.drop_front();
    unsigned byte;
    if (c == ',' || c == '"')
      return std::nullopt;
    if (c == '%') {
      if (text.size() < 2 || !llvm::isHexDigit(text[0]) ||
          text.take_front(2).getAsInteger(16, byte))
        return std::nullopt;
      c = static_cast<char>(byte);
      text = text.drop_front(2);
    }
    value += c;
  }
  return value;
}

/// The object that an entry spells: null, a class literal, a string, a constant
/// of an enum; null for anything else.
static Attribute parseObject(StringAttr entry) {
  StringRef text = entry.getValue();
  if (text == "null")
    return NullAttr::get(entry.getContext());
  if (parseStringConstant(text))
    return entry;
  auto [owner, name] = text.rsplit('.');
  if (!llvm::all_of(llvm::split(text, '.'), isIdentifier) || name.empty())
    return {};
  if (name != "class")
    return entry;
  Type type = scalarType(owner, entry.getContext());
  return type ? Attribute(TypeAttr::get(type)) : Attribute();
}

/// Reads the shape of a block, `64x32`.
static std::optional<SmallVector<int64_t, 2>> parseBlock(StringRef text) {
  SmallVector<int64_t, 2> shape;
  SmallVector<StringRef> extents;
  text.split(extents, 'x');
  for (StringRef extent : extents) {
    int32_t value;
    if (extent.getAsInteger(10, value) || value < 1)
      return std::nullopt;
    shape.push_back(value);
  }
  return shape;
}

/// Reads the type of an entry, before its colon. Fails without an error.
static LogicalResult parseArgType(StringRef text, MLIRContext *context,
                                  ArgSpec &spec) {
  if (text.consume_front("tensordesc<")) {
    auto [name, shape] = text.split('[');
    if (!shape.consume_back("]>"))
      return failure();
    std::optional<SmallVector<int64_t, 2>> block = parseBlock(shape);
    if (!block)
      return failure();
    spec.block = std::move(*block);
    text = name;
  } else {
    spec.isPointer = text.consume_front("*");
  }
  spec.elementType = scalarType(text, context);
  return success(static_cast<bool>(spec.elementType));
}

FailureOr<ArgSpec> cm2tt::cm::parseArgSpec(Attribute entry,
                                           SignatureErrorFn error) {
  ArgSpec spec;
  if (isa<IntegerAttr, FloatAttr>(entry)) {
    spec.constant = entry;
    return spec;
  }
  auto string = dyn_cast<StringAttr>(entry);
  if (!string) {
    error("entry of a signature must be a string, a number or a boolean");
    return failure();
  }
  if (std::optional<double> number = parseWord(string.getValue())) {
    spec.constant =
        FloatAttr::get(Float64Type::get(entry.getContext()), *number);
    return spec;
  }
  if (Attribute object = parseObject(string)) {
    spec.constant = object;
    return spec;
  }
  auto [name, rest] = string.getValue().split(':');
  if (failed(parseArgType(name, entry.getContext(), spec))) {
    error("unknown type in a signature: '" + string.getValue() +
          "', expected such as '*fp32:16', 'i32' or '64'");
    return failure();
  }
  if (!string.getValue().contains(':'))
    return spec;
  FailureOr<ArgSpec::Spec> known = parseSpec(rest, spec, error);
  if (failed(known))
    return failure();
  spec.spec = *known;
  return spec;
}

/// The constant that an entry spells, or the entry as a string.
static Attribute parseEntry(StringRef text, MLIRContext *context) {
  if (text == "true" || text == "false")
    return BoolAttr::get(context, text == "true");
  int64_t integer;
  if (!text.getAsInteger(10, integer)) {
    unsigned width = llvm::isInt<32>(integer) ? 32 : 64;
    return IntegerAttr::get(IntegerType::get(context, width), integer);
  }
  // No type begins like a number; the parser distinguishes words from types.
  double number;
  StringRef digits =
      text.drop_while([](char c) { return c == '-' || c == '.'; });
  if (!digits.empty() && llvm::isDigit(digits.front()) &&
      !text.getAsDouble(number))
    return FloatAttr::get(Float64Type::get(context), number);
  return StringAttr::get(context, text);
}

FailureOr<SmallVector<Attribute>>
cm2tt::cm::splitSignature(StringRef list, MLIRContext *context,
                          SignatureErrorFn error) {
  SmallVector<Attribute> entries;
  SmallVector<StringRef> texts;
  if (!list.trim().empty())
    list.split(texts, ',');
  for (auto [i, text] : llvm::enumerate(texts)) {
    if (text.trim().empty()) {
      error("entry " + Twine(i) + " of the signature is empty");
      return failure();
    }
    entries.push_back(parseEntry(text.trim(), context));
  }
  return entries;
}

/// The name of a scalar type.
static std::string scalarName(Type type) {
  for (const ScalarName &known : scalarNames)
    if (known.make(type.getContext()) == type)
      return known.name.str();
  return "";
}

std::string cm2tt::cm::printArgSpec(const ArgSpec &spec) {
  if (isa_and_nonnull<NullAttr>(spec.constant))
    return "null";
  if (auto literal = dyn_cast_or_null<TypeAttr>(spec.constant))
    return scalarName(literal.getValue()) + ".class";
  if (auto constant = dyn_cast_or_null<StringAttr>(spec.constant))
    return constant.getValue().str();
  if (auto boolean = dyn_cast_or_null<BoolAttr>(spec.constant))
    return boolean.getValue() ? "true" : "false";
  if (auto integer = dyn_cast_or_null<IntegerAttr>(spec.constant)) {
    SmallString<24> text;
    integer.getValue().toStringSigned(text);
    return text.str().str();
  }
  if (auto number = dyn_cast_or_null<FloatAttr>(spec.constant)) {
    const APFloat &value = number.getValue();
    if (value.isInfinity())
      return value.isNegative() ? "-Infinity" : "Infinity";
    SmallString<24> text;
    value.toString(text);
    return text.str().str();
  }
  std::string text = spec.isPointer ? "*" : "";
  text += scalarName(spec.elementType);
  if (!spec.block.empty()) {
    auto extents = llvm::map_range(spec.block,
                                   [](int64_t n) { return std::to_string(n); });
    text = "tensordesc<" + text + "[" + llvm::join(extents, "x") + "]>";
  }
  if (spec.spec == ArgSpec::Spec::DivisibleBy16)
    text += ":16";
  if (spec.spec == ArgSpec::Spec::EqualsOne)
    text += ":1";
  return text;
}
