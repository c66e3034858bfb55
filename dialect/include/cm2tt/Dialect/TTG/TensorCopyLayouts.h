// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// How bulk tensor copies (TMA) store a block in shared memory.
///
/// **Boxes.** One copy moves a box of at most 256 elements a dimension. With a
/// swizzle, the rows of a box are as long as the swizzle: 128, 64 or 32 bytes.
/// A block with longer rows is several boxes, one after the other. So a block
/// of at least 8 rows is stored as `wgmma` reads an operand
/// (MatrixLayouts.h), and one copy is right for both.
///
/// **Fewer than 8 rows.** The pattern of a swizzle is 8 rows high, and boxes
/// would start within it. Such blocks are stored without a swizzle.
///
/// (CUDA Driver API, cuTensorMapEncodeTiled; PTX ISA, "Tensor swizzling
/// modes".)

#ifndef CM2TT_DIALECT_TTG_TENSORCOPYLAYOUTS_H
#define CM2TT_DIALECT_TTG_TENSORCOPYLAYOUTS_H

#include "cm2tt/Dialect/TTG/LinearLayout.h"

namespace cm2tt::ttg {

/// A block as bulk tensor copies move it.
struct TensorCopyPlan {
  /// 128, 64, 32, or 0 without a swizzle.
  unsigned swizzleBytes = 0;
  /// The shape of one box, in elements, of the rank of the block.
  llvm::SmallVector<int64_t, 5> boxShape;
  /// The first element of each box in the block, in the order in which the
  /// boxes are in memory, each right after the one before.
  llvm::SmallVector<llvm::SmallVector<int64_t, 5>> boxes;
  /// Where the elements of the block are.
  LinearLayout layout;
  /// The alignment of the block's address in bytes.
  unsigned alignment = 128;
};

/// Plans the copies of a block of 1 to 5 dimensions, the last one contiguous,
/// of elements of 8, 16, 32 or 64 bits. There is no plan if a row has fewer
/// than 16 bytes, or if a dimension other than the first that is not 1 and the
/// last one has more than 256 elements.
std::optional<TensorCopyPlan> planTensorCopy(llvm::ArrayRef<int64_t> shape,
                                             unsigned elementBits);

} // namespace cm2tt::ttg

#endif // CM2TT_DIALECT_TTG_TENSORCOPYLAYOUTS_H
