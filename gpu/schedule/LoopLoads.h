// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The loads of a loop that become copies to shared memory, and the products
/// that read them: what all who plan a loop ask of them.

#ifndef CM2TT_GPU_SCHEDULE_LOOPLOADS_H
#define CM2TT_GPU_SCHEDULE_LOOPLOADS_H

#include "cm2tt/Dialect/TTG/TTGOps.h"
#include "cm2tt/Tile/AxisInfo.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace cm2tt {

/// The stages that a loop asks for (`tt.num_stages`), at least 1, or
/// `otherwise`.
unsigned getRequestedStages(mlir::scf::ForOp loop, unsigned otherwise);

/// The operation of the body of `loop` that is or contains `op`; null for an
/// `op` outside of the body.
mlir::Operation *findInBody(mlir::scf::ForOp loop, mlir::Operation *op);

/// Calls `each` for the users of `tile`, a load that becomes a copy to `memory`
/// or such memory, and of its views in shared memory, which are free. Memory of
/// another layout is no view: the tile is copied to it.
void forEachReader(mlir::Value tile, ttg::MemDescType memory,
                   llvm::function_ref<void(mlir::Operation *)> each);

/// The first operation of the body of `loop` that reads `tile`; null for a tile
/// without users. All users are in the body.
mlir::Operation *findFirstUse(mlir::scf::ForOp loop, mlir::Value tile,
                              ttg::MemDescType memory);

/// Whether a value is computed, in its iteration of the loop with this body,
/// from the result of a product.
bool dependsOnProduct(mlir::Block *body, mlir::Value value);

/// The first operation of the body of `loop` that uses a value, except for
/// products with it as accumulator and for the end of the body; or null.
mlir::Operation *findFirstReader(mlir::scf::ForOp loop, mlir::Value value);

/// The last product of the chain of accumulators that begins with `dot`.
ttg::WarpGroupDotOp getLastSum(ttg::WarpGroupDotOp dot);

/// The operation of the body of `loop` before which a product in it must be
/// complete: the first that uses the result, or, as products end in their
/// order, that of a later one. Null if it may run on into the next iteration.
mlir::Operation *findCompletion(mlir::scf::ForOp loop, ttg::WarpGroupDotOp dot);

/// The memory of the block of a bulk copy; null if such memory, each right
/// after the one before, is not aligned as bulk copies need.
ttg::MemDescType chooseBulkMemory(tt::DescriptorLoadOp load);

/// The number of neighbouring bytes that a thread copies at a time from the
/// addresses `pointer`, a tile with a layout, to `memory`, under `mask` (or
/// null): 4, 8 or 16, or 0 where it would be fewer, which `cp.async` cannot
/// copy.
unsigned getAsyncCopyBytes(mlir::Value pointer, mlir::Value mask,
                           ttg::MemDescType memory,
                           const ModuleAxisInfo &axisInfo);

} // namespace cm2tt

#endif // CM2TT_GPU_SCHEDULE_LOOPLOADS_H
