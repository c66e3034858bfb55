// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The operations and enums of `tt`. Their documentation is in TTOps*.td.

#ifndef CM2TT_DIALECT_TT_TTOPS_H
#define CM2TT_DIALECT_TT_TTOPS_H

#include "cm2tt/Dialect/TT/TTDialect.h"
#include "cm2tt/Dialect/TT/TTInterfaces.h"
#include "cm2tt/Dialect/TT/TTTypes.h"

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "cm2tt/Dialect/TT/TTEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "cm2tt/Dialect/TT/TTAttrs.h.inc"

// Generated accessors leave parameters unused.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"
#define GET_OP_CLASSES
#include "cm2tt/Dialect/TT/TTOps.h.inc"
#pragma GCC diagnostic pop

#endif // CM2TT_DIALECT_TT_TTOPS_H
