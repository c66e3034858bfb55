// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Tiles in shared memory for `ldmatrix`.
///
/// Eight pieces of 16 bytes fill all banks. A row of eight or more pieces
/// stores piece i at position i ^ (row % 8), so that piece i of 8 rows has 8
/// positions. In shorter rows, of 2^p pieces, 8 / 2^p rows share a line, and
/// the row is divided by that first. If an access takes two neighbouring pieces
/// of 4 rows, it is i ^ (2 * row % 8).
///
/// Not here: operands of `wgmma` (MatrixLayouts.cpp).

#include "cm2tt/Dialect/TTG/MatrixLayouts.h"

#include <algorithm>

using namespace cm2tt::ttg;

LinearLayout cm2tt::ttg::makeLdmatrixSharedLayout(
    llvm::ArrayRef<int64_t> shape, unsigned elementBits,
    llvm::ArrayRef<unsigned> order, unsigned columnsOfAccess) {
  LinearLayout plain = makeSharedLayout(shape, order);
  constexpr int64_t pieceBits = 128, linePieces = 8;
  int64_t piece = std::max<int64_t>(1, pieceBits / std::max(8u, elementBits));
  int64_t width = order.empty() ? 1 : shape[order.front()];
  int64_t pieces = std::min(linePieces, std::max<int64_t>(1, width / piece));
  llvm::SmallVector<uint64_t> bases(plain.getBases());
  // The offset bits of rows follow those of a row. What is added to one: the
  // bit of the piece in the same order.
  for (unsigned bit = 0; bit < bases.size(); ++bit) {
    int64_t row = (int64_t(1) << bit) / width;
    int64_t phase = row * columnsOfAccess * pieces / linePieces;
    if (phase > 0 && phase < pieces)
      bases[bit] ^= plain.applyPacked(phase * piece);
  }
  return LinearLayout::fromPacked(plain.getInBits(), bases, shape);
}
