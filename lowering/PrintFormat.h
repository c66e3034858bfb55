// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The lines of `tt.print` as formats of C's `printf`, the same on all targets:
///
///   pid (%u, %u, %u) idx (%2u) x: %f
///
/// They are Triton's, so that what reads one reads the other.

#ifndef CM2TT_LOWERING_PRINTFORMAT_H
#define CM2TT_LOWERING_PRINTFORMAT_H

#include "cm2tt/Dialect/TT/TTOps.h"

#include <string>

namespace cm2tt {

/// The format of a line without operands. Its arguments are the program's
/// position in the grid, three i32.
std::string printFormat(tt::PrintOp op);

/// The format of a line for an element of an operand. Its arguments are the
/// program's position in the grid and the element's in the tile, all i32, and
/// the element as C promotes it; its bits as an integer if the operation prints
/// these.
std::string printFormat(tt::PrintOp op, unsigned operand);

} // namespace cm2tt

#endif // CM2TT_LOWERING_PRINTFORMAT_H
