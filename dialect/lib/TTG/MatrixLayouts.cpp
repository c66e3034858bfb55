// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Fragments of matrix units, and operands of `wgmma` in shared memory.
///
/// Not here: operands of `mma.sync` in shared memory (MatrixLayoutsShared.cpp).

#include "cm2tt/Dialect/TTG/MatrixLayouts.h"

#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <cassert>

using namespace cm2tt::ttg;

//===----------------------------------------------------------------------===//
// Fragments
//===----------------------------------------------------------------------===//

/// The warps of a product, counted along the dimensions `m` and `n`, or not at
/// all where there is no such dimension.
static LinearLayout makeWarps(const MmaShape &mma, unsigned rank,
                              std::optional<unsigned> m,
                              std::optional<unsigned> n) {
  auto count = [&](unsigned warps, std::optional<unsigned> dim) {
    if (!dim)
      return LinearLayout::zeros1D(warps, InDim::Warp, rank);
    return LinearLayout::identity1D(warps, InDim::Warp, rank, *dim);
  };
  if (mma.version == 3)
    return count(mma.warpsM, m) * count(mma.warpsN, n);
  return count(mma.warpsN, n) * count(mma.warpsM, m);
}

/// Covers `shape` with `tile`, along `inner` first, then along the other of the
/// last two dimensions, then along a batch.
static LinearLayout cover(llvm::ArrayRef<int64_t> shape,
                          const LinearLayout &tile, unsigned inner) {
  unsigned rank = shape.size();
  unsigned outer = 2 * rank - 3 - inner;
  llvm::SmallVector<unsigned, 3> order = {inner, outer};
  if (rank == 3)
    order.push_back(0);
  return tile.fitTo(shape, order);
}

LinearLayout cm2tt::ttg::makeMmaLayout(llvm::ArrayRef<int64_t> shape,
                                       const MmaShape &mma) {
  unsigned rank = shape.size();
  assert((rank == 2 || rank == 3) && "a matrix, or a batch of them");
  unsigned m = rank - 2, n = rank - 1;
  auto along = [&](int64_t size, InDim in, unsigned dim) {
    return LinearLayout::identity1D(size, in, rank, dim);
  };
  LinearLayout tile =
      along(2, InDim::Register, n) * along(4, InDim::Lane, n) *
      along(8, InDim::Lane, m) * along(mma.getRows() / 8, InDim::Register, m) *
      along(mma.instrN / 8, InDim::Register, n) * makeWarps(mma, rank, m, n);
  return cover(shape, tile, n);
}

std::optional<MmaShape> cm2tt::ttg::matchWgmmaLayout(const LinearLayout &layout,
                                                     unsigned instrN) {
  unsigned warps = layout.getInSize(InDim::Warp);
  if (layout.getRank() != 2 || instrN < 8 || !llvm::isPowerOf2_32(instrN))
    return std::nullopt;
  for (unsigned warpsM = 4; warpsM <= warps; warpsM *= 2) {
    MmaShape mma = {3, 32, instrN, warpsM, warps / warpsM};
    if (layout == makeMmaLayout(layout.getOutSizes(), mma))
      return mma;
  }
  return std::nullopt;
}

LinearLayout cm2tt::ttg::makeMmaOperandLayout(llvm::ArrayRef<int64_t> shape,
                                              unsigned operand,
                                              unsigned operandBits,
                                              const MmaShape &mma) {
  unsigned rank = shape.size();
  assert((rank == 2 || rank == 3) && operand < 2 &&
         "an operand is a matrix, or a batch of them");
  bool isA = operand == 0;
  unsigned k = isA ? rank - 1 : rank - 2;
  unsigned other = isA ? rank - 2 : rank - 1;
  auto along = [&](int64_t size, InDim in, unsigned dim) {
    return LinearLayout::identity1D(size, in, rank, dim);
  };
  int64_t neighbours = std::max<int64_t>(1, 32 / operandBits);
  // Tiles of 8 rows have 4 columns, others two words for each lane.
  int64_t words = mma.getRows() == 8 ? 1 : 2;
  LinearLayout tile = along(neighbours, InDim::Register, k) *
                      along(4, InDim::Lane, k) * along(8, InDim::Lane, other);
  if (isA)
    tile *= along(mma.getRows() / 8, InDim::Register, other);
  tile *= along(words, InDim::Register, k);
  tile *= isA ? makeWarps(mma, rank, other, std::nullopt)
              : makeWarps(mma, rank, std::nullopt, other);
  return cover(shape, tile, k);
}

LinearLayout cm2tt::ttg::makeFmaOperandLayout(const LinearLayout &result,
                                              unsigned operand, int64_t k) {
  assert(result.getRank() >= 2 && operand < 2 && "a result is a matrix");
  unsigned dim = operand == 0 ? result.getRank() - 1 : result.getRank() - 2;
  return result.shrinkToOne(dim).broadcast(dim, k);
}

//===----------------------------------------------------------------------===//
// wgmma operands
//===----------------------------------------------------------------------===//

/// Bytes that the hardware reads at once, the unit of its swizzles.
constexpr unsigned kUnitBytes = 16;
/// Rows of a pattern.
constexpr unsigned kPatternRows = 8;

/// The dimension of an operand that is contiguous.
static unsigned getContiguousDim(const WgmmaOperandOptions &options) {
  return (options.operand == 0) == options.isKMajor ? 1 : 0;
}

/// The layout with a given swizzle, whose chunks fit into the shape.
static LinearLayout makeSwizzled(llvm::ArrayRef<int64_t> shape,
                                 const WgmmaOperandOptions &options,
                                 unsigned swizzleBytes) {
  unsigned column = getContiguousDim(options), row = 1 - column;
  int64_t unit = kUnitBytes * 8 / options.elementBits;
  int64_t chunk =
      std::min<int64_t>(shape[column], std::max(swizzleBytes, kUnitBytes) * 8 /
                                           options.elementBits);
  llvm::SmallVector<uint64_t> bases;
  auto push = [&](int64_t rowBit, int64_t columnBits) {
    int64_t coords[2];
    coords[row] = rowBit;
    coords[column] = columnBits;
    bases.push_back(coords[0] * shape[1] + coords[1]);
  };
  for (int64_t bit = 1; bit < chunk; bit *= 2)
    push(0, bit);
  // Rows per 128 bytes: these share what is XORed to their columns.
  int64_t phase = swizzleBytes ? 128 / swizzleBytes : kPatternRows;
  for (int64_t bit = 1; bit < shape[row]; bit *= 2) {
    bool isSwizzled = bit >= phase && bit < kPatternRows;
    push(bit, isSwizzled ? bit / phase * unit : 0);
  }
  for (int64_t bit = chunk; bit < shape[column]; bit *= 2)
    push(0, bit);
  return LinearLayout::fromPacked({0, 0, 0, bases.size()}, bases, shape);
}

LinearLayout
cm2tt::ttg::makeWgmmaSharedLayout(llvm::ArrayRef<int64_t> shape,
                                  const WgmmaOperandOptions &options) {
  assert(shape.size() == 2 && options.operand < 2 && "an operand is a matrix");
  uint64_t bytes = shape[getContiguousDim(options)] * options.elementBits / 8;
  unsigned swizzle = std::min<uint64_t>(bytes, 128);
  return makeSwizzled(shape, options, swizzle < 32 ? 0 : swizzle);
}

uint64_t WgmmaDescriptor::encode() const {
  uint64_t mode = swizzleBytes ? 1 + llvm::Log2_32(128 / swizzleBytes) : 0;
  return leadingBytes / kUnitBytes << 16 | strideBytes / kUnitBytes << 32 |
         mode << 62;
}

unsigned WgmmaDescriptor::getAlignment() const {
  return kPatternRows * std::max(swizzleBytes, kUnitBytes);
}

/// The fields of the descriptor for a layout with this swizzle.
static WgmmaDescriptor describe(llvm::ArrayRef<int64_t> shape,
                                const WgmmaOperandOptions &options,
                                unsigned swizzleBytes) {
  unsigned chunkBytes = std::max(swizzleBytes, kUnitBytes);
  uint64_t rowGroup = kPatternRows * chunkBytes;
  uint64_t chunk = shape[1 - getContiguousDim(options)] * chunkBytes;
  WgmmaDescriptor result;
  result.swizzleBytes = swizzleBytes;
  result.isKMajor = options.isKMajor;
  result.leadingBytes = chunk;
  result.strideBytes = rowGroup;
  // In the mode without swizzle the leading dimension is K, whichever dimension
  // is contiguous.
  if (!swizzleBytes && !options.isKMajor)
    std::swap(result.leadingBytes, result.strideBytes);
  return result;
}

std::optional<WgmmaDescriptor>
cm2tt::ttg::matchWgmmaShared(const LinearLayout &layout, unsigned elementBits,
                             unsigned operand) {
  if (layout.getRank() != 2 ||
      layout.getInBits(InDim::Offset) != layout.getTotalInBits())
    return std::nullopt;
  llvm::SmallVector<int64_t> shape = layout.getOutSizes();
  for (bool isKMajor : {true, false}) {
    WgmmaOperandOptions options = {elementBits, isKMajor, operand};
    unsigned column = getContiguousDim(options);
    if ((!isKMajor && elementBits != 16) || shape[1 - column] < kPatternRows)
      continue;
    uint64_t bytes = shape[column] * elementBits / 8;
    for (unsigned swizzle : {128, 64, 32, 0})
      if (bytes >= std::max(swizzle, kUnitBytes) &&
          layout == makeSwizzled(shape, options, swizzle))
        return describe(shape, options, swizzle);
  }
  return std::nullopt;
}
