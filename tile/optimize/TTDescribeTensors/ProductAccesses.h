// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The accesses of a kernel that bulk tensor copies are for: loads of operands
/// of matrix products, and stores of their results.

#ifndef CM2TT_TILE_OPTIMIZE_TTDESCRIBETENSORS_PRODUCTACCESSES_H
#define CM2TT_TILE_OPTIMIZE_TTDESCRIBETENSORS_PRODUCTACCESSES_H

#include "cm2tt/Dialect/TT/TTOps.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

namespace cm2tt {

/// The loads of the operands of products in loops, in their order.
llvm::SmallVector<tt::LoadOp> findProductLoads(tt::FuncOp func);

/// The stores, after loops with products, of what is computed from the results
/// of these, each element from one, in their order.
llvm::SmallVector<tt::StoreOp> findProductStores(tt::FuncOp func);

/// Why an access cannot be a bulk copy, or does not gain by one, for any
/// address; empty if it can. A tile of more than `maxBytes` is not stored so.
llvm::StringRef findObstacle(tt::LoadOp load);
llvm::StringRef findObstacle(tt::StoreOp store, uint64_t maxBytes);

} // namespace cm2tt

#endif // CM2TT_TILE_OPTIMIZE_TTDESCRIBETENSORS_PRODUCTACCESSES_H
