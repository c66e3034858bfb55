// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The parameters that pointers come from, by a data-flow analysis.

#ifndef CM2TT_TILE_ANALYSIS_POINTERROOTS_H
#define CM2TT_TILE_ANALYSIS_POINTERROOTS_H

#include "mlir/IR/Value.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

namespace cm2tt {

/// The parameters of the kernel that a pointer, or an element of a tile of
/// pointers, may come from: by offsets, selects, branches and loops. A tensor
/// descriptor is a parameter, or comes from the base of its tensor. Parameters
/// of guarded kernels (TTGuardAccesses) count as one, except for the table.
class PointerRoots {
public:
  /// No origin, the state of code that does not run.
  PointerRoots() = default;
  /// A pointer that may come from anywhere: it was loaded, or computed from an
  /// integer.
  static PointerRoots unknown();
  /// A parameter, by its index.
  static PointerRoots of(unsigned parameter);

  bool isBottom() const { return !isAny && parameters.empty(); }
  /// The parameters, in order; empty if the origin is unknown.
  llvm::ArrayRef<unsigned> getParameters() const { return parameters; }

  /// Whether memory that is accessed by both may be the same. That of
  /// different parameters is assumed to be distinct, as in Triton.
  static bool mayAlias(const PointerRoots &a, const PointerRoots &b);

  /// The origins of both.
  static PointerRoots join(const PointerRoots &a, const PointerRoots &b);
  bool operator==(const PointerRoots &other) const {
    return isAny == other.isAny && parameters == other.parameters;
  }
  void print(llvm::raw_ostream &os) const;

private:
  bool isAny = false;
  llvm::SmallVector<unsigned, 2> parameters;
};

/// Finds the origins of pointers in all functions below an operation.
class PointerRootAnalysis {
public:
  /// Parameters of guarded kernels count as one unless that is not wanted.
  explicit PointerRootAnalysis(mlir::Operation *root,
                               bool mergesGuarded = true);
  /// The origins of a pointer, a tile of pointers or a tensor descriptor.
  PointerRoots getRoots(mlir::Value pointer) const;

private:
  llvm::DenseMap<mlir::Value, PointerRoots> roots;
};

} // namespace cm2tt

#endif // CM2TT_TILE_ANALYSIS_POINTERROOTS_H
