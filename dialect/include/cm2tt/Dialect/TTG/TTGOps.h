// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The operations of `ttg`. Their documentation is in TTGOps.td.

#ifndef CM2TT_DIALECT_TTG_TTGOPS_H
#define CM2TT_DIALECT_TTG_TTGOPS_H

#include "cm2tt/Dialect/TT/TTOps.h"
#include "cm2tt/Dialect/TTG/TTGAttrs.h"
#include "cm2tt/Dialect/TTG/TTGDialect.h"
#include "cm2tt/Dialect/TTG/TTGTypes.h"

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace cm2tt::ttg {

/// The bits of a barrier that orders all memory.
inline constexpr uint32_t kAllAddressSpaces = 31;

} // namespace cm2tt::ttg

// Generated accessors leave parameters unused.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"
#define GET_OP_CLASSES
#include "cm2tt/Dialect/TTG/TTGOps.h.inc"
#pragma GCC diagnostic pop

namespace cm2tt::ttg {

/// The type of one tile of shared memory of `shape` that bulk tensor copies
/// move to and from a block of `desc`. `shape` is that of the block; dimensions
/// of size 1 may lack. Null if bulk copies cannot move the block.
MemDescType getTensorCopyMemory(tt::TensorDescType desc,
                                llvm::ArrayRef<int64_t> shape);

} // namespace cm2tt::ttg

#endif // CM2TT_DIALECT_TTG_TTGOPS_H
