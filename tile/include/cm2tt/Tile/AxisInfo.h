// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Axis analysis: how integers and pointers vary along the dimensions of a
/// tile, and what they are divisible by. It decides which memory accesses can
/// be wide.
///
/// **Idea.** Along a dimension, cut the indices into aligned groups of n, a
/// power of two: 0..n-1, n..2n-1, and so on. A value is described by
///
///  - contiguity C: within groups of C, each element is its predecessor plus 1
///    (for pointers: plus the size of an element);
///  - divisibility D: the first element of every group of C is divisible by D
///    (for pointers: in bytes);
///  - constancy K: within groups of K, all elements are equal.
///
/// **Key fact.** C and D together determine the width of an access: min(C,
/// D/size) neighbours, of which the first is aligned to the size of all of
/// them.
///
/// **Smallest table.** Tiles of 8:
///
///     value                             elements           C   D      K
///     make_range 0..8                   0 1 2 3 4 5 6 7    8   2^62   1
///     splat n, n divisible by 4         n n n n n n n n    1   4      8
///     their sum                         n n+1 ... n+7      8   4      1
///     the range / 4                     0 0 0 0 1 1 1 1    1   1      4
///     the range % 4                     0 1 2 3 0 1 2 3    4   4      1
///
/// The first element of the range is 0, which every number divides: D is the
/// largest divisor that is represented.
///
/// **Two strengths.** Each value has two such infos, with different guarantees:
///
///  - The *proven* info holds for every execution, also if hints are false.
///    Integers wrap: in integers of n bits, "plus 1" is modulo 2^n. Operations
///    that interpret a number, such as an extension, a comparison, a quotient or
///    an offset of a pointer, cut the contiguity to groups that cannot wrap:
///    those that are as small as D, or that have no negative number. Contiguity
///    of pointers is modulo 2^64, as addresses are: element j is at the address
///    of element 0 plus j times the size.
///  - The *access* info also trusts hints and a presumption (below). It holds
///    within one access only: for min(C, D / size) neighbours of at most 16
///    bytes, of which the first is in bounds. Nothing may follow from it for
///    the address of another access.
///
/// Division and remainder round to zero, so that they keep groups together only
/// where the dividend is not negative.
///
/// **Presumption.** Kernels divide sums and products of program ids, counters
/// of loops and ranges, which could wrap to negative numbers in a launch that
/// is large enough. The access info presumes that they do not, and that
/// divisors are positive, if 65,535 programs or iterations do not wrap. An
/// operation that could map a wrapped number to a valid index, such as a mask
/// of bits or a minimum, ends the presumption: its result has what is proven of
/// its operands.
///
/// Not here: choosing layouts from it.

#ifndef CM2TT_TILE_AXISINFO_H
#define CM2TT_TILE_AXISINFO_H

#include "cm2tt/Dialect/TTG/LinearLayout.h"

#include "mlir/IR/Value.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

#include <optional>

namespace mlir {
class Pass;
} // namespace mlir

namespace cm2tt {

/// The size in bytes of the widest access that may rely on hints.
inline constexpr int64_t kMaxAccessBytes = 16;

/// The largest divisor that is claimed; also that of zero.
inline constexpr int64_t kMaxDivisor = int64_t(1) << 62;

/// The properties of one value, of one strength; see the comment of this file.
/// A scalar has one dimension of size 1. All numbers are powers of two. A
/// default-constructed info is the lattice's bottom: the analysis has not
/// reached the value.
class AxisInfo {
public:
  using Dims = llvm::SmallVector<int64_t, 4>;

  /// The unproven claims that an access info trusts, as bits.
  enum Trust : unsigned { None = 0, Hints = 1, Presumption = 2 };

  AxisInfo() = default;
  AxisInfo(Dims contiguity, Dims divisibility, Dims constancy);

  /// The info that holds for any value of the type: ones.
  static AxisInfo unknown(mlir::Type type);
  /// All elements are `value`, an element of `type`.
  static AxisInfo ofConstant(mlir::Type type, int64_t value);

  /// Whether no value has reached this state yet.
  bool isBottom() const { return contiguity.empty(); }
  /// The number of dimensions; 1 for scalars.
  unsigned getRank() const { return contiguity.size(); }

  int64_t getContiguity(unsigned dim) const { return contiguity[dim]; }
  int64_t getDivisibility(unsigned dim) const { return divisibility[dim]; }
  int64_t getConstancy(unsigned dim) const { return constancy[dim]; }
  llvm::ArrayRef<int64_t> getContiguity() const { return contiguity; }
  llvm::ArrayRef<int64_t> getDivisibility() const { return divisibility; }
  llvm::ArrayRef<int64_t> getConstancy() const { return constancy; }

  /// The value of all elements, if it is known, sign-extended.
  std::optional<int64_t> getConstant() const { return constant; }
  /// If set, no element is negative (as a signed number) or larger than this.
  std::optional<int64_t> getUpperBound() const { return upperBound; }
  bool isNonNegative() const { return upperBound.has_value(); }
  void setConstant(std::optional<int64_t> value) { constant = value; }
  void setUpperBound(std::optional<int64_t> bound) { upperBound = bound; }
  /// If set, no element is presumed to be negative, and this is the largest
  /// number for 65,535 programs or iterations.
  std::optional<int64_t> getPresumedBound() const { return presumedBound; }
  void setPresumedBound(std::optional<int64_t> bound) { presumedBound = bound; }
  /// The unproven claims that it trusts; `None` for a proven one.
  unsigned getTrust() const { return trust; }
  void setTrust(unsigned bits) { trust = bits; }
  void setConstancy(unsigned dim, int64_t value) { constancy[dim] = value; }
  /// Cuts groups along `dim` to `count` integers, or leaves them as they are.
  void limitContiguity(unsigned dim, int64_t count);

  /// A divisor of the first elements of groups of `count` along `dim`, where
  /// `count` is at most the contiguity. `unit` is what contiguous elements
  /// differ by: 1, or the size of an element in bytes.
  int64_t getDivisibilityOfGroups(unsigned dim, int64_t count,
                                  int64_t unit = 1) const;
  /// A divisor of all elements.
  int64_t getDivisorOfAll(int64_t unit = 1) const;

  /// Whether the same is claimed, for any reason.
  bool claimsSame(const AxisInfo &other) const;
  bool operator==(const AxisInfo &other) const {
    return claimsSame(other) && trust == other.trust;
  }
  void print(llvm::raw_ostream &os) const;

  /// The info that holds for either of two values. Different upper bounds
  /// become the largest signed number of 32 bits, or of 64 bits if one is
  /// larger, so that the analysis of loops ends.
  static AxisInfo join(const AxisInfo &a, const AxisInfo &b);

private:
  Dims contiguity, divisibility, constancy;
  std::optional<int64_t> constant;
  std::optional<int64_t> upperBound, presumedBound;
  unsigned trust = None;
};

/// Both infos of a value; see the comment of this file.
struct AxisInfos {
  AxisInfo proven, access;

  bool isBottom() const { return proven.isBottom(); }
  bool operator==(const AxisInfos &other) const {
    return proven == other.proven && access == other.access;
  }
  void print(llvm::raw_ostream &os) const;
  static AxisInfos join(const AxisInfos &a, const AxisInfos &b);
};

/// Along which dimension, and in how many elements, memory is accessed.
struct VectorAccess {
  unsigned dim = 0;
  unsigned elements = 1;
};

/// The axis analysis of everything in an operation: a module or a function. An
/// analysis for the pass manager: `getAnalysis<ModuleAxisInfo>()`.
class ModuleAxisInfo {
public:
  /// Analyses `root` whole.
  explicit ModuleAxisInfo(mlir::Operation *root);

  /// The proven info of an integer or pointer, or a tile of them; the unknown
  /// info for other values, and for values that are never computed.
  AxisInfo getProvenInfo(mlir::Value value) const;
  /// The info that holds within one access of at most 16 bytes; costs, which
  /// may be wrong, use it as well.
  AxisInfo getAccessInfo(mlir::Value value) const;
  /// Sets the infos of `to`, which was created after the analysis, to those of
  /// `from`.
  void copyAxisInfo(mlir::Value from, mlir::Value to);

  /// The number of elements along `dim` that one access through `pointer` may
  /// take, if it has at most 16 bytes: they are neighbours in memory, and the
  /// first is aligned to all of them.
  int64_t getPointerAlignment(mlir::Value pointer, unsigned dim) const;
  /// The number of elements along `dim` that an access of any size and
  /// alignment may take: in aligned groups of that number, they are neighbours
  /// in memory.
  int64_t getRunLength(mlir::Value pointer, unsigned dim) const;
  /// The number of neighbours along `dim`, within one access, that have the
  /// same value of `mask`; the largest power of two if there is no mask.
  int64_t getMaskAlignment(mlir::Value mask, unsigned dim) const;
  /// The widest access through `pointer`, a tile laid out by `layout`, under
  /// `mask` (or null): at most `maxBits`, and within the registers of a thread.
  VectorAccess getMaxVectorWidth(mlir::Value pointer, mlir::Value mask,
                                 const ttg::LinearLayout &layout,
                                 unsigned maxBits = 128) const;

private:
  llvm::DenseMap<mlir::Value, AxisInfos> infos;
};

/// The size in bytes of what a pointer, or a tile of pointers, points at: 1 for
/// numbers of fewer bits than 8.
int64_t getPointeeBytes(mlir::Type pointerType);

} // namespace cm2tt

#endif // CM2TT_TILE_AXISINFO_H
