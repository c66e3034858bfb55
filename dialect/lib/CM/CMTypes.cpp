// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Types and attributes of `cm`.
///
/// Not here: their spelling in code models (Spelling.cpp).

#include "CMOpsInternals.h"
#include "SpellingInternals.h"
#include "cm2tt/Dialect/CM/CMDialect.h"
#include "cm2tt/Dialect/CM/Spelling.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace cm2tt::cm;
using namespace cm2tt::cm::detail;

#include "cm2tt/Dialect/CM/CMEnums.cpp.inc"

#define GET_TYPEDEF_CLASSES
#include "cm2tt/Dialect/CM/CMTypes.cpp.inc"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"
#define GET_ATTRDEF_CLASSES
#include "cm2tt/Dialect/CM/CMAttrs.cpp.inc"
#pragma GCC diagnostic pop

void CMDialect::registerTypes() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "cm2tt/Dialect/CM/CMTypes.cpp.inc"
      >();
}

void CMDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "cm2tt/Dialect/CM/CMAttrs.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// Java's rules for types
//===----------------------------------------------------------------------===//

bool cm2tt::cm::isPrimitive(Type type) {
  if (auto integer = dyn_cast<IntegerType>(type)) {
    if (integer.isUnsigned())
      return integer.getWidth() == 16;
    return integer.isSignless() &&
           llvm::is_contained({1u, 8u, 16u, 32u, 64u}, integer.getWidth());
  }
  return isa<Float32Type, Float64Type>(type);
}

bool cm2tt::cm::isAssignable(Type from, Type to) {
  if (from == to)
    return true;
  // Boxes, tuples and void have no subtypes.
  if (isa<VarType, TupleType, NoneType>(from) ||
      isa<VarType, TupleType, NoneType>(to))
    return false;
  return !isPrimitive(from) && !isPrimitive(to);
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

/// Verifies that a spelling is canonical and of the given kind.
static LogicalResult
verifySpelling(function_ref<InFlightDiagnostic()> emitError, StringRef text,
               Spelled::Kind kind, StringRef what) {
  std::string reason;
  bool isJava = kind == Spelled::Kind::Java;
  FailureOr<Spelled> spelled = (isJava ? readJavaType : readType)(
      text, [&](size_t, const Twine &message) { reason = message.str(); });
  if (failed(spelled))
    return emitError() << what << ": '" << text << "': " << reason;
  if (spelled->kind != kind)
    return emitError() << "'" << text << "' is not a " << what;
  std::string canonical = isJava ? spelled->name : writeType(*spelled);
  if (canonical != text)
    return emitError() << what << ": '" << text << "', expected '" << canonical
                       << "'";
  return success();
}

LogicalResult JavaType::verify(function_ref<InFlightDiagnostic()> emitError,
                               StringRef name) {
  return verifySpelling(emitError, name, Spelled::Kind::Java,
                        "Java reference type");
}

Type JavaType::getComponentType() const {
  if (!isArray())
    return Type();
  return parseJavaType(getName().drop_back(2), getContext());
}

StringRef JavaType::getErasedName() const {
  return getName().take_until([](char c) { return c == '<' || c == '['; });
}

LogicalResult ExtType::verify(function_ref<InFlightDiagnostic()> emitError,
                              StringRef spelling) {
  return verifySpelling(emitError, spelling, Spelled::Kind::Ext,
                        "type of the model");
}

StringRef ExtType::getHead() const {
  return getSpelling().take_until([](char c) { return c == '<'; });
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

StringRef RefAttr::getOwnerName() const {
  if (auto owner = dyn_cast<JavaType>(getOwner()))
    return owner.getErasedName();
  return StringRef();
}

RefAttr cm2tt::cm::detail::parseQuotedRef(AsmParser &parser) {
  std::string text;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseString(&text))
    return RefAttr();
  FailureOr<RefAttr> ref =
      parseRef(text, parser.getContext(), [&](size_t, const Twine &message) {
        parser.emitError(loc) << "reference '" << text << "': " << message;
      });
  return succeeded(ref) ? *ref : RefAttr();
}

Attribute RefAttr::parse(AsmParser &parser, Type) {
  RefAttr ref;
  if (parser.parseLess() || !(ref = parseQuotedRef(parser)) ||
      parser.parseGreater())
    return Attribute();
  return ref;
}

void RefAttr::print(AsmPrinter &printer) const {
  printer << '<';
  printer.printString(printRef(*this));
  printer << '>';
}
