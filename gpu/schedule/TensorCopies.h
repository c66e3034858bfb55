// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Parts of the replacement of descriptor loads by bulk tensor copies, which
/// TTGLowerDescriptors and TTGPipelineLoops share.

#ifndef CM2TT_GPU_SCHEDULE_TENSORCOPIES_H
#define CM2TT_GPU_SCHEDULE_TENSORCOPIES_H

#include "cm2tt/Dialect/TTG/TTGOps.h"

namespace cm2tt {

/// The type of `count` barriers in shared memory: buffers of one allocation.
ttg::MemDescType getBarrierMemory(mlir::MLIRContext *context,
                                  unsigned count = 1);

/// Allocates `count` barriers of shared memory and initialises them. They are
/// buffers of one allocation; a single one is the allocation itself.
mlir::Value createBarriers(mlir::OpBuilder &builder, mlir::Location loc,
                           unsigned count);

/// The users of a load, each once: the last in the order of its block first, so
/// that what is created for each right after one operation is in their order.
llvm::SmallVector<mlir::Operation *> getUsersFromLast(mlir::Operation *load);

/// Gives the users of `load`, a tile, its data in shared memory: `memory` to
/// those that would copy the tile to memory of the same type, and tiles that
/// are loaded at `builder` to others. The load has no users then.
void replaceByMemory(mlir::OpBuilder &builder, mlir::Operation *load,
                     mlir::Value memory);

} // namespace cm2tt

#endif // CM2TT_GPU_SCHEDULE_TENSORCOPIES_H
