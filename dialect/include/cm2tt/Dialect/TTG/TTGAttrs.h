// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The layouts of `ttg` as attributes. Their documentation is in TTGAttrs.td.

#ifndef CM2TT_DIALECT_TTG_TTGATTRS_H
#define CM2TT_DIALECT_TTG_TTGATTRS_H

#include "cm2tt/Dialect/TT/TTInterfaces.h"
#include "cm2tt/Dialect/TTG/LinearLayout.h"

#include "mlir/IR/Attributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/TensorEncoding.h"

#define GET_ATTRDEF_CLASSES
#include "cm2tt/Dialect/TTG/TTGAttrs.h.inc"

namespace cm2tt::ttg {

/// The `#ttg.linear` of a tensor type; null if it has none, or is no tensor.
LinearAttr getLayoutAttr(mlir::Type type);

/// `type` with the encoding `layout`.
mlir::RankedTensorType withLayout(mlir::RankedTensorType type,
                                  const LinearLayout &layout);

} // namespace cm2tt::ttg

#endif // CM2TT_DIALECT_TTG_TTGATTRS_H
