// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The interface by which readers and writers see the ops of `cm`, so that
/// they need no table of them.

#ifndef CM2TT_DIALECT_CM_CMINTERFACES_TD
#define CM2TT_DIALECT_CM_CMINTERFACES_TD

include "mlir/IR/Interfaces.td"

def CM_CodeModelOp : OpInterface<"CodeModelOp"> {
  let cppNamespace = "::cm2tt::cm";
  let description = [{
    An op of a code model, seen as its text form shows it: operands, an unnamed
    attribute, named attributes and bodies.
  }];
  let methods = [
    StaticInterfaceMethod<
      "The attribute that the text form writes without a name; empty if none.",
      "::llvm::StringRef", "getDefaultAttrName">,
    InterfaceMethod<
      "The named attributes, by the names of the model; null if none.",
      "::mlir::DictionaryAttr", "getNamedAttr">,
    InterfaceMethod<
      "The result type of each body, as type attributes; null if no bodies.",
      "::mlir::ArrayAttr", "getBodyTypesAttr", (ins), "",
      "return ::mlir::ArrayAttr();">,
    InterfaceMethod<
      "The documentary label of each body, empty where none; null if none.",
      "::mlir::ArrayAttr", "getBodyLabelsAttr", (ins), "",
      "return ::mlir::ArrayAttr();">
  ];
  let extraSharedClassDeclaration = [{
    /// The unnamed attribute; null if absent.
    ::mlir::Attribute getDefaultAttr() {
      ::llvm::StringRef name = $_op.getDefaultAttrName();
      return name.empty() ? ::mlir::Attribute()
                          : $_op->getAttr(name);
    }
    /// The result type of a body; `none` for void.
    ::mlir::Type getBodyType(unsigned index) {
      return ::llvm::cast<::mlir::TypeAttr>($_op.getBodyTypesAttr()[index])
          .getValue();
    }
  }];
  let verify = "return ::cm2tt::cm::detail::verifyCodeModelOp($_op);";
}

#endif // CM2TT_DIALECT_CM_CMINTERFACES_TD
