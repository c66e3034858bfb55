// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The generated part of the operations and enums of `tt`, and their
/// registration.
///
/// Not here: verifiers and folders (TTOps<Family>.cpp).

#include "cm2tt/Dialect/TT/TTOps.h"

#include "TTDialectInternals.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/TypeUtilities.h"

#include "cm2tt/Dialect/TT/TTEnums.cpp.inc"

// Generated accessors leave parameters unused.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"
#define GET_OP_CLASSES
#include "cm2tt/Dialect/TT/TTOps.cpp.inc"
#pragma GCC diagnostic pop

void cm2tt::tt::TTDialect::registerOps() {
  addOperations<
#define GET_OP_LIST
#include "cm2tt/Dialect/TT/TTOps.cpp.inc"
      >();
}
