// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The base classes and type constraints of all operations of `cm`.

#ifndef CM2TT_DIALECT_CM_CMOPSBASE_TD
#define CM2TT_DIALECT_CM_CMOPSBASE_TD

include "cm2tt/Dialect/CM/CMDialect.td"
include "cm2tt/Dialect/CM/CMInterfaces.td"

//===----------------------------------------------------------------------===//
// Constraints
//===----------------------------------------------------------------------===//

def CM_Boolean : TypeConstraint<I1.predicate, "boolean">;
def CM_Integral
  : TypeConstraint<AnyTypeOf<[I8, I16, UI<16>, I32, I64]>.predicate,
                   "Java integer">;
def CM_Numeric
  : TypeConstraint<AnyTypeOf<[I8, I16, UI<16>, I32, I64, F32, F64]>.predicate,
                   "Java number">;
def CM_IntegralOrBoolean
  : TypeConstraint<AnyTypeOf<[I1, I8, I16, UI<16>, I32, I64]>.predicate,
                   "Java integer or boolean">;
def CM_Primitive
  : TypeConstraint<
      AnyTypeOf<[I1, I8, I16, UI<16>, I32, I64, F32, F64]>.predicate,
      "Java primitive">;

//===----------------------------------------------------------------------===//
// Base classes
//===----------------------------------------------------------------------===//

/// An op of a code model; `default` names its unnamed attribute, empty if none.
class CM_Op<string mnemonic, string default, list<Trait> traits = []>
    : Op<CM_Dialect, mnemonic, !listconcat(traits, [CM_CodeModelOp])> {
  let extraClassDeclaration =
    "static ::llvm::StringRef getDefaultAttrName() { return \"" # default #
    "\"; }";
}

/// The named attributes of a model, kept under their own names.
def CM_Named : OptionalAttr<DictionaryAttr>;

/// The result type of each body.
def CM_BodyTypes : TypedArrayAttrBase<TypeAttr, "types of bodies">;

/// The documentary label of each body.
def CM_BodyLabels : OptionalAttr<StrArrayAttr>;

/// An op with bodies. It prints as
///
///   mnemonic operands default-attribute attributes
///     body "label" (parameters) -> type { ... } ... : function type
///
/// Not declarative: bodies are printed with their parameters and types, which
/// no directive offers for a list of regions.
class CM_BodyOp<string mnemonic, string default, list<Trait> traits = []>
    : CM_Op<mnemonic, default, traits> {
  let hasCustomAssemblyFormat = 1;
  let extraClassDefinition = [{
    ::mlir::ParseResult $cppClass::parse(::mlir::OpAsmParser &parser,
                                         ::mlir::OperationState &state) {
      return ::cm2tt::cm::detail::parseBodyOp(parser, state,
                                              getDefaultAttrName());
    }
    void $cppClass::print(::mlir::OpAsmPrinter &printer) {
      ::cm2tt::cm::detail::printBodyOp(printer, *this);
    }
  }];
}

#endif // CM2TT_DIALECT_CM_CMOPSBASE_TD
