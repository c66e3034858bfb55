// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The parameters of a kernel by which it may write memory.

#ifndef CM2TT_TILE_WRITTENPARAMETERS_H
#define CM2TT_TILE_WRITTENPARAMETERS_H

#include "llvm/ADT/BitVector.h"

namespace cm2tt {
namespace tt {
class FuncOp;
} // namespace tt

/// Which parameters of a kernel, by their index, are pointers or descriptors
/// from which the kernel computes an address that it stores to, also by an
/// atomic or in code of another library. Functions that it calls count as
/// stores to all that they get. What a kernel writes by addresses that it has
/// loaded is not known.
llvm::BitVector findWrittenParameters(tt::FuncOp kernel);

} // namespace cm2tt

#endif // CM2TT_TILE_WRITTENPARAMETERS_H
