// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The dialect `cm` with its types, attributes and interface.

#ifndef CM2TT_DIALECT_CM_CMDIALECT_H
#define CM2TT_DIALECT_CM_CMDIALECT_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpImplementation.h"

#include "cm2tt/Dialect/CM/CMDialect.h.inc"
#include "cm2tt/Dialect/CM/CMEnums.h.inc"

#define GET_TYPEDEF_CLASSES
#include "cm2tt/Dialect/CM/CMTypes.h.inc"

#define GET_ATTRDEF_CLASSES
#include "cm2tt/Dialect/CM/CMAttrs.h.inc"

namespace cm2tt::cm {

/// Names of the attributes of a module of code models (see CMDialect.td).
constexpr llvm::StringLiteral kernelAttrName = "cm.kernel";
constexpr llvm::StringLiteral signatureAttrName = "cm.signature";
constexpr llvm::StringLiteral signatureLocAttrName = "cm.signature_loc";
constexpr llvm::StringLiteral sourceAttrName = "cm.source";
constexpr llvm::StringLiteral producerAttrName = "cm.producer";
constexpr llvm::StringLiteral spellingAttrName = "cm.spelling";

/// Names of attributes of any op that keep how the input looked where it did
/// not look as usual: the order of attributes, the names of blocks, and that of
/// the attribute which has none.
constexpr llvm::StringLiteral orderAttrName = "cm.order";
constexpr llvm::StringLiteral blockNamesAttrName = "cm.block_names";
constexpr llvm::StringLiteral valueNameAttrName = "cm.value_name";

/// Whether a type is one of Java's eight primitive types.
bool isPrimitive(mlir::Type type);

/// Whether a value of one type may stand where another is declared: the same
/// type, or both are no primitives. Java's subtyping is not known here.
bool isAssignable(mlir::Type from, mlir::Type to);

} // namespace cm2tt::cm

#endif // CM2TT_DIALECT_CM_CMDIALECT_H
