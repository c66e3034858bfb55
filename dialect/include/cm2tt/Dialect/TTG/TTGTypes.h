// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The types of `ttg`. Their documentation is in TTGTypes.td.

#ifndef CM2TT_DIALECT_TTG_TTGTYPES_H
#define CM2TT_DIALECT_TTG_TTGTYPES_H

#include "cm2tt/Dialect/TTG/TTGAttrs.h"

#include "mlir/IR/Types.h"

#define GET_TYPEDEF_CLASSES
#include "cm2tt/Dialect/TTG/TTGTypes.h.inc"

#endif // CM2TT_DIALECT_TTG_TTGTYPES_H
