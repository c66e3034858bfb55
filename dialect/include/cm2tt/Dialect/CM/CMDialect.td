// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The dialect `cm`: code models of Java methods, op for op as Babylon's code
/// reflection writes them, with its types and attributes.
///
/// Not here: the ops (CMOps.td); how types and references are spelled as text
/// (Spelling.h).

#ifndef CM2TT_DIALECT_CM_CMDIALECT_TD
#define CM2TT_DIALECT_CM_CMDIALECT_TD

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/OpBase.td"

def CM_Dialect : Dialect {
  let name = "cm";
  let cppNamespace = "::cm2tt::cm";
  let summary = "code models of Java methods";
  let description = [{
    One op for each op of a code model, under its own name: what the text form
    can say, `cm` can hold. Variables are boxes, control flow is structured,
    values of enclosing bodies are visible in nested ones. Nothing is inferred
    and nothing is rewritten here.

    A module of code models carries, all optional:
    - `cm.kernel` (string): the name of the entry;
    - `cm.signature` (array of strings, integers, floats, booleans): the
      argument types to compile for;
    - `cm.signature_loc` (location): the location of that signature;
    - `cm.source`, `cm.producer` (string): the origin of the model;
    - `cm.spelling` (dictionary): how the input spelled types and references.

    Any op may carry `cm.order` (array of integers), the order of its
    attributes in the input, `cm.block_names` (array of arrays of strings), the
    names of its bodies' blocks, and `cm.value_name` (string), the name of its
    unnamed attribute in the input.
  }];
  let useDefaultAttributePrinterParser = 1;
  let useDefaultTypePrinterParser = 1;
  let hasOperationAttrVerify = 1;
  let extraClassDeclaration = [{
    /// Called by initialize(): the lists are where types are defined.
    void registerTypes();
    void registerAttributes();
  }];
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

class CM_Type<string name, string typeMnemonic> : TypeDef<CM_Dialect, name> {
  let mnemonic = typeMnemonic;
}

def CM_JavaType : CM_Type<"Java", "java"> {
  let summary = "Java reference type";
  let description = [{
    A class, an array, a generic type or a type variable, spelled as Java's
    descriptors in code models are: `a.b.Outer$Nested`, `int[]`,
    `java.util.List<? extends java.lang.Number>`. Primitive types are builtin
    types: `i1` boolean, `i8` byte, `i16` short, `ui16` char, `i32` int, `i64`
    long, `f32` float, `f64` double; `none` is void.

    Example: `!cm.java<"oracle.code.triton.Ptr">`
  }];
  let parameters = (ins StringRefParameter<"canonical spelling">:$name);
  let assemblyFormat = "`<` $name `>`";
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// Whether this is an array type.
    bool isArray() const { return getName().ends_with("[]"); }
    /// The type of an array's elements; null if this is no array.
    ::mlir::Type getComponentType() const;
    /// The class without type arguments and array brackets.
    ::llvm::StringRef getErasedName() const;
  }];
}

def CM_VarType : CM_Type<"Var", "var"> {
  let summary = "mutable box that holds a variable";
  let description = [{
    Example: `!cm.var<i32>`
  }];
  let parameters = (ins "::mlir::Type":$elementType);
  let assemblyFormat = "`<` $elementType `>`";
}

def CM_ExtType : CM_Type<"Ext", "ext"> {
  let summary = "type of a code model that is not a Java type";
  let description = [{
    Example: `!cm.ext<"tensor<x64, ptr<float>>">`
  }];
  let parameters = (ins StringRefParameter<"canonical spelling">:$spelling);
  let assemblyFormat = "`<` $spelling `>`";
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// The part before the arguments: `tensor` of `tensor<x64, int>`.
    ::llvm::StringRef getHead() const;
  }];
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

class CM_Attr<string name, string attrMnemonic> : AttrDef<CM_Dialect, name> {
  let mnemonic = attrMnemonic;
}

def CM_NullAttr : CM_Attr<"Null", "null"> {
  let summary = "Java's null";
  let description = [{
    Example: `#cm.null`
  }];
}

def CM_RefKind : I32EnumAttr<"RefKind", "what a reference names", [
    I32EnumAttrCase<"Method", 0, "method">,
    I32EnumAttrCase<"Field", 1, "field">,
    I32EnumAttrCase<"Constructor", 2, "constructor">,
    I32EnumAttrCase<"Record", 3, "record">]> {
  let cppNamespace = "::cm2tt::cm";
}

def CM_RefAttr : CM_Attr<"Ref", "ref"> {
  let summary = "reference to a method, field, constructor or record";
  let description = [{
    The spelling is that of current code models; the parts are separate, so that
    users need not parse it. A field has no parameters and its type as result; a
    constructor and a record pattern have their class as owner and result.

    Example: `#cm.ref<"oracle.code.triton.Triton::programId(int):int">`
  }];
  let parameters = (ins
    "::cm2tt::cm::RefKind":$kind,
    "::mlir::Type":$owner,
    StringRefParameter<"member's name; empty for constructors">:$name,
    ArrayRefParameter<"::mlir::Type", "parameter types">:$params,
    ArrayRefParameter<"::mlir::StringAttr", "names, of a record's components">
      :$paramNames,
    "::mlir::Type":$result);
  let hasCustomAssemblyFormat = 1;
  let extraClassDeclaration = [{
    bool isMethod() const { return getKind() == RefKind::Method; }
    bool isField() const { return getKind() == RefKind::Field; }
    bool isConstructor() const { return getKind() == RefKind::Constructor; }
    /// The owner's class name without type arguments; empty if it is no class.
    ::llvm::StringRef getOwnerName() const;
  }];
}

#endif // CM2TT_DIALECT_CM_CMDIALECT_TD
