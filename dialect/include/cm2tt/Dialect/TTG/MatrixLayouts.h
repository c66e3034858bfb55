// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Constructor functions for the layouts that matrix units require: fragments
/// of `mma.sync` and `wgmma`, operands of products by scalar multiply-add, and
/// operands of `wgmma` in shared memory, with the descriptors of these.
///
/// **Fragments.** All of them follow one pattern. Four lanes walk one row of
/// 32-bit words, eight lanes walk rows, registers repeat that: rows, then
/// columns. For the accumulator a word's worth is two elements of any size; for
/// operands it is `32 / bits` neighbours along K.
///
/// **wgmma operands.** The contiguous dimension is cut into chunks as wide as
/// the swizzle (128, 64, 32 or, without, 16 bytes). A chunk consists of 8
/// consecutive rows, then the next 8 rows, and so on; the next chunk follows:
///
///     address bits   128 bytes   64 bytes   32 bytes    none
///     column          0-6         0-5        0-4         0-3
///     row (mod 8)     7-9         6-8        5-7         4-6
///
/// The swizzle XORs address bits 7.. into bits 4..: 3, 2, 1 or no bits.
/// (PTX ISA, "Asynchronous warpgroup level matrix shared memory layout".)
///
/// Not here: layouts for accesses to memory (LinearLayout.h).

#ifndef CM2TT_DIALECT_TTG_MATRIXLAYOUTS_H
#define CM2TT_DIALECT_TTG_MATRIXLAYOUTS_H

#include "cm2tt/Dialect/TTG/LinearLayout.h"

namespace cm2tt::ttg {

/// How warps share a matrix product.
struct MmaShape {
  /// 2: `mma.sync`, warps count along N first. 3: `wgmma`, along M first.
  unsigned version = 2;
  /// Bits of the accumulator's elements; with 64 a tile has 8 rows, else 16.
  unsigned elementBits = 32;
  /// Columns of one instruction; 8 for version 2.
  unsigned instrN = 8;
  /// Warps along each dimension.
  unsigned warpsM = 1;
  unsigned warpsN = 1;

  /// Rows of one warp's part of an instruction.
  unsigned getRows() const { return elementBits == 64 ? 8 : 16; }
};

/// The accumulator and result of a product. The shape has rank 2, or 3 with a
/// batch dimension in front, which is in registers. Registers count the columns
/// of one instruction, then instructions along N, along M, and batches. Where
/// the tile is smaller than the warps cover they hold copies.
LinearLayout makeMmaLayout(llvm::ArrayRef<int64_t> shape, const MmaShape &mma);

/// The warps of version 3 that make this the layout of a result, if any do.
/// Where several do, because warps hold copies, any of them.
std::optional<MmaShape> matchWgmmaLayout(const LinearLayout &layout,
                                         unsigned instrN);

/// Operand 0 (MxK) or 1 (KxN) of a product, elements of `operandBits` each.
/// Registers count K first. Warps along the other dimension hold copies.
LinearLayout makeMmaOperandLayout(llvm::ArrayRef<int64_t> shape,
                                  unsigned operand, unsigned operandBits,
                                  const MmaShape &mma);

/// Operand 0 or 1 of a product computed where the elements of the result are:
/// the rows or columns of a thread, and all `k` in registers, the highest bits.
LinearLayout makeFmaOperandLayout(const LinearLayout &result, unsigned operand,
                                  int64_t k);

/// The properties of an operand of `wgmma`.
struct WgmmaOperandOptions {
  unsigned elementBits = 16;
  /// Whether neighbours along K are neighbours in memory.
  bool isKMajor = true;
  /// 0 for MxK, 1 for KxN.
  unsigned operand = 0;
};

/// The layout of an operand of rank 2 in shared memory, with the widest swizzle
/// that its contiguous dimension fills.
LinearLayout makeWgmmaSharedLayout(llvm::ArrayRef<int64_t> shape,
                                   const WgmmaOperandOptions &options);

/// The fields of the descriptor of an operand, except for its address.
struct WgmmaDescriptor {
  /// 128, 64, 32 or 0.
  unsigned swizzleBytes = 0;
  /// Where both the chunks of the contiguous dimension and groups of 8 rows
  /// are: which is which depends on the mode, see the PTX ISA.
  uint64_t leadingBytes = 0;
  uint64_t strideBytes = 0;
  bool isKMajor = true;

  /// The 64-bit descriptor for address zero. The address in units of 16 bytes
  /// is added to it.
  uint64_t encode() const;
  /// The alignment of the operand's address in bytes.
  unsigned getAlignment() const;
};

/// Reads the descriptor off the layout of an operand, if it is one that
/// makeWgmmaSharedLayout makes, perhaps with a narrower swizzle. Only elements
/// of 16 bits may be contiguous along M or N. The part of the operand at other
/// coordinates has the same descriptor if these are multiples of 8 across the
/// contiguous dimension: its address is that of the element there.
std::optional<WgmmaDescriptor> matchWgmmaShared(const LinearLayout &layout,
                                                unsigned elementBits,
                                                unsigned operand);

/// A layout of a tile in shared memory, order[0] contiguous, in which neither
/// accesses of 16 bytes along order[0] nor `ldmatrix` and `stmatrix`,
/// transposed or not, have bank conflicts: pieces of 16 bytes are swizzled such
/// that 8 rows of a column of them are in all banks. With `columnsOfAccess` =
/// 2, 4 rows of two neighbouring columns are: lanes that load fragments of
/// words across rows, 8 of each of 4 rows, have no conflicts then.
LinearLayout makeLdmatrixSharedLayout(llvm::ArrayRef<int64_t> shape,
                                      unsigned elementBits,
                                      llvm::ArrayRef<unsigned> order,
                                      unsigned columnsOfAccess = 1);

} // namespace cm2tt::ttg

#endif // CM2TT_DIALECT_TTG_MATRIXLAYOUTS_H
