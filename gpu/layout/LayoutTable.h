// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Layouts by number, so that the planner compares and stores numbers; the
/// effect on layouts of operations that change a shape; the costs of
/// conversions.
///
/// Not here: choosing the layout of a tile (LayoutGraph.h).

#ifndef CM2TT_LIB_TTTOTTG_LAYOUTTABLE_H
#define CM2TT_LIB_TTTOTTG_LAYOUTTABLE_H

#include "cm2tt/Dialect/TTG/LinearLayout.h"

#include "llvm/ADT/DenseMap.h"

#include <deque>
#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

namespace cm2tt {

/// The number of a layout in a table.
using LayoutId = unsigned;

/// The effect on a layout of an operation that changes the shape.
struct LayoutTransform {
  /// The kind of the change. `numbers` are an axis, a permutation or a shape.
  enum class Kind {
    Same,
    ExpandDims,
    ProjectOut,
    ShrinkTo,
    Transpose,
    Reshape,
    Slice,
    Join,
    Split,
    Cat,
    None
  };

  Kind kind = Kind::Same;
  std::vector<int64_t> numbers;

  bool isSame() const { return kind == Kind::Same; }
  bool operator<(const LayoutTransform &other) const {
    return std::tie(kind, numbers) < std::tie(other.kind, other.numbers);
  }
  /// The image of a layout, if it has one.
  std::optional<ttg::LinearLayout> of(const ttg::LinearLayout &layout) const;
};

/// Layouts by number. Everything is computed once.
class LayoutTable {
public:
  LayoutId intern(const ttg::LinearLayout &layout);
  const ttg::LinearLayout &get(LayoutId id) const { return layouts[id]; }
  /// Registers of a thread.
  int64_t getRegisters(LayoutId id) const {
    return layouts[id].getInSize(ttg::InDim::Register);
  }

  /// A number for an image; 0 is the identity.
  unsigned internTransform(const LayoutTransform &image);
  /// The image of a layout, if it has one.
  std::optional<LayoutId> apply(unsigned image, LayoutId layout);
  /// The cost of converting elements of `bits`, in issue slots of a warp.
  double getConversionCost(LayoutId from, LayoutId to, unsigned bits);

private:
  struct Hash {
    size_t operator()(const ttg::LinearLayout &layout) const {
      return hash_value(layout);
    }
  };

  /// A deque, so that references stay valid.
  std::deque<ttg::LinearLayout> layouts;
  std::unordered_map<ttg::LinearLayout, LayoutId, Hash> ids;
  std::vector<LayoutTransform> images = {LayoutTransform()};
  std::map<LayoutTransform, unsigned> imageIds = {{LayoutTransform(), 0}};
  llvm::DenseMap<std::pair<unsigned, LayoutId>, std::optional<LayoutId>>
      applied;
  llvm::DenseMap<std::pair<uint64_t, unsigned>, double> costs;
};

} // namespace cm2tt

#endif // CM2TT_LIB_TTTOTTG_LAYOUTTABLE_H
