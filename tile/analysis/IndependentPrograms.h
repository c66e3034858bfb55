// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Whether the programs of a kernel may run in any order, also one after the
/// other, and with other numbers of the hardware than those of the grid.
///
/// Not here: whether operations of one program may be reordered.

#ifndef CM2TT_TILE_ANALYSIS_INDEPENDENTPROGRAMS_H
#define CM2TT_TILE_ANALYSIS_INDEPENDENTPROGRAMS_H

#include "cm2tt/Dialect/TT/TTOps.h"

#include <optional>

namespace cm2tt {

/// An operation by which a program depends on others, or on its coordinates in
/// the grid of the hardware.
struct ProgramDependence {
  mlir::Operation *op;
  /// The end of a sentence that begins with the operation's name: "may wait for
  /// other programs".
  llvm::StringRef reason;
};

/// The first such operation; nothing if the programs are independent. Programs
/// may then share memory by atomic operations, but none waits for another one.
std::optional<ProgramDependence> findProgramDependence(tt::FuncOp func);

} // namespace cm2tt

#endif // CM2TT_TILE_ANALYSIS_INDEPENDENTPROGRAMS_H
