// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The approximate costs of memory accesses, reductions and similar operations
/// in a layout, in issue slots of a warp, and the layouts that suit them.
///
/// Masks limit the width of accesses as alignment does, by the number of
/// neighbours with the same mask value. For a length with unknown divisibility,
/// the layout has one element for each thread, so that scalar accesses are
/// coalesced; Triton keeps four.
///
/// Not here: conversions (LayoutTable.h), weighing (LayoutGraph.h).

#ifndef CM2TT_LIB_TTTOTTG_LAYOUTCOSTS_H
#define CM2TT_LIB_TTTOTTG_LAYOUTCOSTS_H

#include "LayoutGraph.h"

#include "cm2tt/Tile/AxisInfo.h"

namespace cm2tt {

/// The bytes that caches exchange at a time.
inline constexpr int64_t kSectorBytes = 32;

/// An access to memory through a tile of pointers.
class AccessCost : public CostTerm {
public:
  /// `mask` may be null; an instruction accesses up to `maxElements`
  /// neighbours, and 16 bytes.
  AccessCost(const ModuleAxisInfo &axisInfo, mlir::Value pointer,
             mlir::Value mask, int64_t maxElements);

  double of(const ttg::LinearLayout &layout) const override;
  /// How often it happens.
  void setWeight(double newWeight) { weight = newWeight; }
  /// A thread reads an address once, for all of its elements.
  void setReadsOnce() { readsOnce = true; }
  /// It writes: two neighbours of the tile whose addresses are not known are
  /// presumed to be in one sector, as where elements are selected. Each store
  /// goes to the cache of the chip; loads find the sector in that of the SM.
  void setWrites() { writes = true; }
  /// Along which dimensions neighbours are known to be in different sectors. Of
  /// the others, if no neighbours are known either, two in a sector are
  /// presumed: a stride about which nothing is known is more often small than
  /// one that is a multiple of 16.
  void setApart(llvm::ArrayRef<bool> dims) {
    apart.assign(dims.begin(), dims.end());
  }
  /// Whether no neighbours are known.
  bool isWithoutOrder() const {
    return llvm::all_of(contiguity, [](int64_t count) { return count == 1; });
  }

  /// Layouts in which neighbours in memory are neighbours in a thread and
  /// between threads, by how many a thread has; the widest first. If any order
  /// will do, and memory has none, also one of the other order.
  llvm::SmallVector<ttg::LinearLayout> suggest(unsigned numWarps,
                                               bool isAnyOrder) const;
  /// The dimensions, those with most neighbours in memory first; among equals,
  /// those that are apart last, and the last first.
  llvm::SmallVector<unsigned> getOrder() const;

private:
  llvm::SmallVector<int64_t> shape;
  /// By dimension: elements that one access may take; neighbours in memory;
  /// neighbours with one address.
  llvm::SmallVector<int64_t> width, contiguity, constancy;
  llvm::SmallVector<bool> apart;
  int64_t bytes;
  double weight = 1;
  bool readsOnce = false, writes = false;
};

/// The dimension of a tile along which elements are neighbours in the memory
/// that it was loaded from, transposed or not; the last one of a tile that was
/// not loaded through pointers, before transpositions.
unsigned getFastestDim(const ModuleAxisInfo &axisInfo, mlir::Value tile);

/// A reduction or a scan along an axis.
class ReductionCost : public CostTerm {
public:
  struct Options {
    unsigned axis = 0;
    bool isScan = false;
    /// The bits of an element.
    unsigned bits = 32;
    /// Operations for each combination, times how often it happens.
    double weight = 1;
  };
  explicit ReductionCost(const Options &options) : options(options) {}

  /// Infinite where the lowering has no plan: see ReductionPlan.h.
  double of(const ttg::LinearLayout &layout) const override;
  /// Layouts of `shape` in which a scan is possible.
  llvm::SmallVector<ttg::LinearLayout> suggest(llvm::ArrayRef<int64_t> shape,
                                               unsigned numWarps) const;

private:
  Options options;
};

/// Divisions that are rematerialised in the layout.
class DivisionCost : public CostTerm {
public:
  /// A division of a tile whose layout is that of the node after transforms,
  /// `weight` times.
  void add(llvm::ArrayRef<LayoutTransform> transforms, double weight) {
    divisions.push_back({llvm::to_vector(transforms), weight});
  }
  bool isEmpty() const { return divisions.empty(); }

  double of(const ttg::LinearLayout &layout) const override;

private:
  llvm::SmallVector<std::pair<llvm::SmallVector<LayoutTransform, 4>, double>>
      divisions;
};

/// Registers must hold `pack` neighbours in row-major order.
class PackCost : public CostTerm {
public:
  explicit PackCost(unsigned pack) : pack(pack) {}

  double of(const ttg::LinearLayout &layout) const override;
  /// A layout that is so.
  ttg::LinearLayout suggest(llvm::ArrayRef<int64_t> shape,
                            unsigned numWarps) const;

private:
  unsigned pack;
};

/// Registers, in any order, must hold the neighbours of a pack of assembly
/// along an axis, as many as there are.
class AsmPackCost : public CostTerm {
public:
  AsmPackCost(unsigned pack, unsigned axis) : pack(pack), axis(axis) {}

  double of(const ttg::LinearLayout &layout) const override;
  /// A layout that is so, in which the axis is the fastest dimension.
  ttg::LinearLayout suggest(llvm::ArrayRef<int64_t> shape,
                            unsigned numWarps) const;

private:
  unsigned pack, axis;
};

} // namespace cm2tt

#endif // CM2TT_LIB_TTTOTTG_LAYOUTCOSTS_H
