// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The position of a program in its grid.

#ifndef CM2TT_TILE_ANALYSIS_PROGRAMNUMBER_H
#define CM2TT_TILE_ANALYSIS_PROGRAMNUMBER_H

#include "mlir/IR/Builders.h"

namespace cm2tt {

/// The number of the program, of type i64: 0 for the first one of the grid,
/// with x as the fastest axis.
mlir::Value createProgramNumber(mlir::OpBuilder &builder, mlir::Location loc);

} // namespace cm2tt

#endif // CM2TT_TILE_ANALYSIS_PROGRAMNUMBER_H
