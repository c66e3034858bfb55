// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// LinearLayout: the locations of the elements of a tensor as a linear map over
/// GF(2), and the algebra of such maps.
///
/// **Idea.** A layout relates bits: the bits of the register number, of the
/// lane and of the warp (or of an offset in shared memory) to the bits of the
/// tensor's coordinates. It consists of one *basis vector* per input bit: the
/// coordinates of the slot whose other bits are all zero.
///
/// **Key fact.** The map is linear with XOR as its sum: the coordinates of a
/// slot are the XOR of the basis vectors of the bits that are set in it.
///
/// **Smallest table.** A 4x4 tensor over 2 registers, 4 lanes and 2 warps:
///
///     register bit 0 -> (0,1)         register   0 1   0 1   0 1   0 1
///     lane     bit 0 -> (0,2)         lane        0     1     2     3
///     lane     bit 1 -> (1,0)         warp 0     0,0   0,2   1,0   1,2
///     warp     bit 0 -> (2,0)                    0,1   0,3   1,1   1,3
///                                     warp 1     2,0 ...
///
/// Register 1 of lane 3 of warp 1 holds (0,1)^(0,2)^(1,0)^(2,0) = (3,3). Were
/// lane bit 0 mapped to (1,2), the layout would be swizzled, and just as
/// linear.
///
/// **What one can do with it.** Compose, invert, tile and slice, as matrices:
///  - two slots holding one element ("broadcast") are a kernel vector;
///  - transposing, reshaping, expanding and reducing tensors only rename bits;
///  - moving a tensor from layout A to B is the map B^-1 o A on slots
///    (LayoutConversion.h reads off it what has to move);
///  - "n registers are neighbours in memory" is "log2(n) register bits map to
///    the lowest bits of a coordinate, and nothing else does".
///
/// **Representation.** All sizes are powers of two, so a tuple of coordinates
/// is one word: its row-major index, the last dimension in the lowest bits. A
/// basis vector is such a word. Input bits are numbered through as well:
/// register bits first, then lane, warp and offset bits. Reshaping a tensor in
/// row-major order therefore changes no basis vector.
///
/// Linear layouts were introduced by Zhou et al., "Linear Layouts: Robust Code
/// Generation of Efficient Tensor Computation Using F2" (2025).
///
/// Not here: the attribute (TTGAttrs.td), conversions (LayoutConversion.h).

#ifndef CM2TT_DIALECT_TTG_LINEARLAYOUT_H
#define CM2TT_DIALECT_TTG_LINEARLAYOUT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace cm2tt::ttg {

/// The input dimensions of a layout, whose bits it maps. Distributed layouts
/// use the first three; shared memory uses Offset, in elements. The inverse of
/// a layout uses Offset for the row-major index of an element.
enum class InDim : uint8_t { Register, Lane, Warp, Offset };
/// The number of input dimensions.
constexpr unsigned kNumInDims = 4;
/// All of them, in the order in which their bits are numbered.
constexpr std::array<InDim, kNumInDims> kInDims = {InDim::Register, InDim::Lane,
                                                   InDim::Warp, InDim::Offset};

/// "register", "lane", "warp" or "offset".
llvm::StringRef stringifyInDim(InDim dim);

/// A location that holds an element: a register of a lane of a warp, or an
/// offset. Also the number of slots, or of bits, along each input dimension.
struct Slot {
  uint64_t reg = 0;
  uint64_t lane = 0;
  uint64_t warp = 0;
  uint64_t offset = 0;

  /// The component along `dim`.
  uint64_t &operator[](InDim dim);
  uint64_t operator[](InDim dim) const;
  bool operator==(const Slot &other) const;
};

/// The output dimension that stands for `dim` in a map from slots to slots:
/// such a map has the coordinates (offset, warp, lane, register), so that its
/// packed output is a packed slot.
constexpr unsigned slotOutDim(InDim dim) {
  return kNumInDims - 1 - static_cast<unsigned>(dim);
}

/// A linear map over GF(2) from slots to tensor coordinates. A value: cheap to
/// copy, comparable, hashable. Two layouts are equal if they have the same
/// input bits, basis vectors and output sizes.
class LinearLayout {
public:
  /// The coordinates of one basis vector.
  using Coords = llvm::SmallVector<int64_t, 4>;
  /// The basis vectors of the bits of one input dimension, bit 0 first.
  using Bases = llvm::SmallVector<Coords>;

  //===--- Making ---------------------------------------------------------===//

  /// The layout of a rank-0 tensor in one slot.
  LinearLayout() = default;

  /// Makes a layout from user input. Fails if a size is not a power of two, a
  /// basis vector has another rank or a coordinate outside its size, or the
  /// sizes' product or the number of input bits is too large (2^62 and 62).
  static llvm::Expected<LinearLayout>
  create(const std::array<Bases, kNumInDims> &bases,
         llvm::ArrayRef<int64_t> outSizes);

  /// Makes a layout from packed basis vectors: `bases` holds those of all input
  /// bits, register bits first, `inBits` says how many bits each dimension has.
  static LinearLayout fromPacked(Slot inBits, llvm::ArrayRef<uint64_t> bases,
                                 llvm::ArrayRef<int64_t> outSizes);

  /// i -> i along `outDim` of a tensor of `rank` dims; `size` slots.
  static LinearLayout identity1D(int64_t size, InDim in, unsigned rank,
                                 unsigned outDim);
  /// i -> i * stride along `outDim`, a tensor of size * stride there.
  static LinearLayout strided1D(int64_t size, int64_t stride, InDim in,
                                unsigned rank, unsigned outDim);
  /// i -> 0: `size` slots that hold one element of a tensor of ones.
  static LinearLayout zeros1D(int64_t size, InDim in, unsigned rank);
  /// Slots of `in` counted through a tensor of `shape`, the dimension order[0]
  /// fastest.
  static LinearLayout identityND(InDim in, llvm::ArrayRef<int64_t> shape,
                                 llvm::ArrayRef<unsigned> order);

  //===--- Looking --------------------------------------------------------===//

  /// The number of dimensions of the tensor.
  unsigned getRank() const { return outBits.size(); }
  /// The tensor's size along `dim`.
  int64_t getOutSize(unsigned dim) const { return int64_t(1) << outBits[dim]; }
  /// The tensor's shape.
  llvm::SmallVector<int64_t> getOutSizes() const;
  /// log2 of the tensor's size along `dim`.
  unsigned getOutBits(unsigned dim) const { return outBits[dim]; }
  /// log2 of the number of elements.
  unsigned getTotalOutBits() const;

  /// log2 of the number of slots along `dim`.
  unsigned getInBits(InDim dim) const {
    return inBits[static_cast<unsigned>(dim)];
  }
  /// log2 of the number of slots along each dimension.
  Slot getInBits() const;
  /// The number of slots along `dim`.
  int64_t getInSize(InDim dim) const { return int64_t(1) << getInBits(dim); }
  /// log2 of the number of slots.
  unsigned getTotalInBits() const { return bases.size(); }

  /// The packed basis vectors of all input bits.
  llvm::ArrayRef<uint64_t> getBases() const { return bases; }
  /// The packed basis vectors of the bits of `dim`.
  llvm::ArrayRef<uint64_t> getBases(InDim dim) const;
  /// The coordinates of the basis vector of bit `bit` of `dim`.
  Coords getBasis(InDim dim, unsigned bit) const;

  /// The coordinates of the element in `slot`.
  Coords apply(const Slot &slot) const;
  /// The packed coordinates of the element in a packed slot.
  uint64_t applyPacked(uint64_t slot) const;
  /// The coordinates of a packed element, and back.
  Coords unpackOut(uint64_t packed) const;
  uint64_t packOut(llvm::ArrayRef<int64_t> coords) const;
  /// The slot of a packed slot, and back.
  Slot unpackIn(uint64_t packed) const;
  uint64_t packIn(const Slot &slot) const;

  bool operator==(const LinearLayout &other) const;
  bool operator!=(const LinearLayout &other) const { return !(*this == other); }
  friend llvm::hash_code hash_value(const LinearLayout &layout);
  /// Prints `{register = [[0, 1]], lane = ...} -> 4x4`.
  void print(llvm::raw_ostream &os) const;
  std::string toString() const;

  //===--- Properties -----------------------------------------------------===//

  /// The dimension of the image.
  unsigned getRankOfMap() const;
  /// Whether every element is somewhere.
  bool isSurjective() const { return getRankOfMap() == getTotalOutBits(); }
  /// Whether no element is in two slots.
  bool isInjective() const { return getRankOfMap() == getTotalInBits(); }
  /// Whether slots and elements correspond one to one.
  bool isBijective() const { return isSurjective() && isInjective(); }
  /// Whether every basis vector is zero or has one bit set, and no two non-zero
  /// ones are equal: coordinates are then slot bits, sorted.
  bool isPermutation() const;
  /// Whether this is a map from slots to the same slots that moves nothing.
  bool isIdentity() const;

  /// Which bits of each input dimension are redundant: their basis vector is a
  /// sum of those of bits before them (register, then lane, warp, offset). The
  /// slots whose redundant bits are zero hold every element exactly once.
  Slot getFreeVariableMasks() const;

  /// The largest n such that registers (or offsets) 0..n-1 are neighbours along
  /// `outDim`, in order, in every slot, starting at a multiple of n.
  int64_t getNumConsecutive(unsigned outDim, InDim in = InDim::Register) const;
  /// The input bits of `in` that walk neighbours along `outDim`: element i is
  /// the bit that stands for coordinate bit i. As getNumConsecutive, but the
  /// bits may be anywhere in `in`.
  llvm::SmallVector<unsigned>
  getConsecutiveBits(unsigned outDim, InDim in = InDim::Register) const;

  //===--- Algebra --------------------------------------------------------===//

  /// The direct sum: `outer` counts tiles of this layout. Its input bits become
  /// high bits, the output sizes multiply. Ranks must be equal.
  LinearLayout operator*(const LinearLayout &outer) const;
  LinearLayout &operator*=(const LinearLayout &outer);

  /// this o inner: `inner` maps to slots of this layout (see slotOutDim), or to
  /// elements that this layout takes as offsets.
  LinearLayout compose(const LinearLayout &inner) const;
  /// The map from elements, numbered in row-major order as offsets, to slots.
  /// The layout must be bijective.
  LinearLayout invert() const;
  /// As `invert`, for a surjective layout: to the slot whose free bits (see
  /// getFreeVariableMasks) are zero, which is the smallest packed slot.
  LinearLayout pseudoinvert() const;
  /// outer^-1 o this: from slots of this layout to the slots of `outer` that
  /// hold the same element. `outer` must be surjective; bits that may be chosen
  /// are zero.
  LinearLayout invertAndCompose(const LinearLayout &outer) const;

  /// The layout q with this == tile * q, if there is one.
  std::optional<LinearLayout> divideLeft(const LinearLayout &tile) const;
  /// The layout q with this == q * tile, if there is one.
  std::optional<LinearLayout> divideRight(const LinearLayout &tile) const;
  /// A map from slots to slots without `dim`, if it is the identity on `dim`
  /// and mixes it with nothing else.
  std::optional<LinearLayout> quotient(InDim dim) const;

  //===--- Renaming the tensor's dimensions -------------------------------===//

  /// The same elements in row-major order in a tensor of another shape.
  LinearLayout reshapeOuts(llvm::ArrayRef<int64_t> outSizes) const;
  /// As reshapeOuts, to one dimension.
  LinearLayout flattenOuts() const;
  /// Dimension i of the result is dimension permutation[i] of this layout.
  LinearLayout transposeOuts(llvm::ArrayRef<unsigned> permutation) const;
  /// Inserts a dimension of size 1 before dimension `axis`.
  LinearLayout expandDims(unsigned axis) const;
  /// Removes dimension `dim`: the slots of an element of the result are those
  /// of its whole row along `dim`. No register is dropped.
  LinearLayout projectOut(unsigned dim) const;
  /// The layout of a reduction's result: `projectOut`, less registers that
  /// became redundant.
  LinearLayout slice(unsigned dim) const;
  /// Sets the size of `dim` to 1, as a broadcast's source; drops registers.
  LinearLayout shrinkToOne(unsigned dim) const;
  /// Grows dimension `dim` of size 1 to `size` by new high register bits.
  LinearLayout broadcast(unsigned dim, int64_t size) const;
  /// The layout of two tensors joined along a new last dimension of size 2,
  /// which is the lowest register bit.
  LinearLayout join() const;
  /// The layout of each half of a tensor split along its last dimension of size
  /// 2, if one register bit, alone, walks that dimension.
  std::optional<LinearLayout> split() const;
  /// The register bit that `split` takes out, if it can.
  std::optional<unsigned> getSplitRegisterBit() const;
  /// Makes a tensor of `shape` of this tile: repeats it in registers, in
  /// `order`, where it is too small; where it is too large, bits beyond the
  /// shape become zero (lane, warp) or are dropped (register).
  LinearLayout fitTo(llvm::ArrayRef<int64_t> shape,
                     llvm::ArrayRef<unsigned> order) const;

  //===--- Renaming the slots ---------------------------------------------===//

  /// The same bits, in the same order, named otherwise: `inBits` says how many
  /// each dimension gets.
  LinearLayout reshapeIns(Slot inBits) const;
  /// As reshapeIns, all bits being offset bits.
  LinearLayout flattenIns() const;
  /// Only the bits of `ins` and the coordinates of `outs`.
  LinearLayout sublayout(llvm::ArrayRef<InDim> ins,
                         llvm::ArrayRef<unsigned> outs) const;
  /// Without the register bits whose basis vector is zero.
  LinearLayout removeZeroRegisters() const;
  /// Without the register bits that are redundant, zero or not.
  LinearLayout removeFreeRegisters() const;
  /// Without the register bits in `mask`.
  LinearLayout removeRegisters(uint64_t mask) const;
  /// Register bit i of the result is register bit permutation[i].
  LinearLayout permuteRegisters(llvm::ArrayRef<unsigned> permutation) const;

private:
  LinearLayout(std::array<uint8_t, kNumInDims> inBits,
               llvm::SmallVector<uint64_t, 16> bases,
               llvm::SmallVector<uint8_t, 4> outBits);

  /// Where the bits of output dimension `dim` begin in a packed element.
  unsigned getOutShift(unsigned dim) const;
  /// Where the bits of `dim` begin in a packed slot.
  unsigned getInShift(InDim dim) const;
  /// The part of a packed element along `dim`.
  uint64_t getOutField(uint64_t packed, unsigned dim) const;
  /// This layout with `map` done to each basis vector, and output sizes
  /// 2^outBits.
  template <typename Map>
  LinearLayout mapBases(llvm::ArrayRef<uint8_t> outBits, Map map) const;
  /// divideLeft() or divideRight().
  std::optional<LinearLayout> divide(const LinearLayout &tile,
                                     bool fromLeft) const;

  /// The number of bits of each input dimension.
  std::array<uint8_t, kNumInDims> inBits = {};
  /// log2 of each output size.
  llvm::SmallVector<uint8_t, 4> outBits;
  /// One packed element per input bit.
  llvm::SmallVector<uint64_t, 16> bases;
};

llvm::raw_ostream &operator<<(llvm::raw_ostream &os,
                              const LinearLayout &layout);

/// The options of makeBlockedLayout.
struct BlockedLayoutOptions {
  /// Neighbouring elements a thread holds along each dimension.
  llvm::SmallVector<int64_t, 4> sizePerThread;
  /// The dimensions, the one whose neighbours are neighbours in memory first.
  llvm::SmallVector<unsigned, 4> order;
  /// Warps in a block and threads in a warp; powers of two.
  unsigned numWarps = 4;
  unsigned threadsPerWarp = 32;
};

/// The layout in which a thread holds a block of `sizePerThread`, lanes and
/// then warps walk such blocks along the dimensions in `order`, and registers
/// repeat this tile until it covers `shape`. Along a dimension there are as
/// many lanes as its size has room for; the last dimension gets all that are
/// left. Lanes and warps beyond the shape hold copies.
LinearLayout makeBlockedLayout(llvm::ArrayRef<int64_t> shape,
                               const BlockedLayoutOptions &options);

/// The blocked layout with one element per thread and the last dimension
/// fastest, what a tensor gets that nothing else decides.
LinearLayout makeDefaultLayout(llvm::ArrayRef<int64_t> shape, unsigned numWarps,
                               unsigned threadsPerWarp = 32);

/// A block of shared memory that holds a tensor of `shape` without swizzle, the
/// dimension order[0] contiguous.
LinearLayout makeSharedLayout(llvm::ArrayRef<int64_t> shape,
                              llvm::ArrayRef<unsigned> order);

} // namespace cm2tt::ttg

#endif // CM2TT_DIALECT_TTG_LINEARLAYOUT_H
