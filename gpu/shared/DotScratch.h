// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Matrix products by scalar multiply-add whose operands go through shared
/// memory: what the layout planner, the allocation and the lowering need.
///
/// **Why.** A thread needs whole rows of one operand and whole columns of the
/// other. With many of them, or a long K, these are more registers than it has;
/// each thread would compute what they come from, such as exponentials, for
/// itself; and an unrolled product is tens of thousands of instructions. So the
/// operands are stored to scratch memory from any layout, and a loop over K
/// loads in each iteration as much as fits into registers beside the sums:
///
///     store A and B; barrier
///     for each chunk of K:
///       a = rows of A, this chunk; b = columns of B, this chunk
///       sums += a * b                      // unrolled
///
/// Each sum adds its products in the order of K.
///
/// For a kernel of flash-linear-attention with 28 products of f32, 16x64x16
/// with one warp, `ptxas` 12.8 took 8.6 s, with 32 KB of spills; it takes 1.2
/// s, with 1.1 KB (Triton's PTX: 1.3 s, 6.6 KB; sm_90a, 2026-11-23).
///
/// Not here: the lowering (TTGToLLVM/DotFma.cpp).

#ifndef CM2TT_GPU_SHARED_DOTSCRATCH_H
#define CM2TT_GPU_SHARED_DOTSCRATCH_H

#include "cm2tt/Dialect/TT/TTOps.h"
#include "cm2tt/Dialect/TTG/LayoutConversion.h"
#include "cm2tt/Lowering/TargetInfo.h"

namespace cm2tt {

/// The layout of the result of a product by scalar multiply-add: the elements
/// that each thread computes.
ttg::LinearLayout makeFmaResultLayout(tt::DotOp op, unsigned numWarps);

/// Whether the operands of a product by scalar multiply-add
/// go through shared memory: a thread's parts do not fit into
/// registers, and both operands take at most half of the shared memory, since
/// the loop around a product may have buffers there.
bool needsFmaLoop(tt::DotOp op, const TargetInfo &target, unsigned numWarps);

/// An operand on its way through shared memory.
struct FmaOperandPlan {
  /// The part of it that an iteration loads, in registers: all rows or columns
  /// of a thread, and a chunk of K.
  ttg::LinearLayout chunk;
  /// All threads store the operand as they have it, then load a chunk. The
  /// number of the iteration is the warp's highest bits.
  ttg::TilePlan store, load;
  /// Its offset in the scratch memory, in bytes.
  uint64_t begin = 0;
};

/// How a product goes through shared memory.
struct FmaLoopPlan {
  FmaOperandPlan operands[2];
  /// The number of chunks: a power of two.
  int64_t iterations = 1;
  /// Bytes of scratch memory.
  uint64_t bytes = 0;
};

/// The plan of a product by scalar multiply-add whose threads do not have what
/// they need of the operands; nothing for all others.
std::optional<FmaLoopPlan> planFmaLoop(tt::DotOp op);

} // namespace cm2tt

#endif // CM2TT_GPU_SHARED_DOTSCRATCH_H
