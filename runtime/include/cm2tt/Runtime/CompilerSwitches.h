// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Optimizations of the compiler that make some kernels faster and others
/// slower, so that a tuner, a kernel or the environment chooses them.
///
/// A new one is a member, a row of the table in CompilerSwitches.cpp, a field
/// of the C interface (CApiInternals.h) and a constant of CompilerOption in
/// Java.

#ifndef CM2TT_RUNTIME_COMPILERSWITCHES_H
#define CM2TT_RUNTIME_COMPILERSWITCHES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <optional>

namespace cm2tt::runtime {

/// A choice for each optimization; unset: that of something else.
struct CompilerSwitches {
  /// Whether an additional warp group copies the tiles of matrix products, as
  /// CompileOptions::warpSpecialize.
  std::optional<bool> warpSpecialize = std::nullopt;
  /// Whether each block of a kernel with matrix products runs several programs,
  /// as CompileOptions::persistent.
  std::optional<bool> persistent = std::nullopt;
  /// Whether accesses by pointers to operands and results of products are bulk
  /// tensor copies, as CompileOptions::describedTensors, on GPUs that have
  /// them, where launches are not checked. Launches encode the tensor maps.
  std::optional<bool> describeTensors = std::nullopt;
  /// Whether of two products in a loop the second runs while its next operand
  /// is computed, and first ones of the next iteration while results are
  /// stored, as CompileOptions::rotateLoops.
  std::optional<bool> rotateLoops = std::nullopt;
  /// Whether loops get a part without masks, as CompileOptions::splitLoops.
  std::optional<bool> splitLoops = std::nullopt;
  /// Whether programs with long loops start first, as
  /// CompileOptions::orderPrograms.
  std::optional<bool> orderPrograms = std::nullopt;

  /// A copy in which unset choices are those of `others`.
  CompilerSwitches orElse(const CompilerSwitches &others) const;
  bool operator==(const CompilerSwitches &other) const;
};

/// The names of an optimization.
struct CompilerSwitch {
  /// `warp-specialize`: of the command line.
  const char *name;
  /// `warpSpecialize`: of JSON.
  llvm::StringLiteral jsonName;
  /// `CM2TT_WARP_SPECIALIZE`: the environment variable, on or off.
  const char *variable;
  std::optional<bool> CompilerSwitches::*choice;
};

/// All, in the order of the members.
llvm::ArrayRef<CompilerSwitch> compilerSwitches();

} // namespace cm2tt::runtime

#endif // CM2TT_RUNTIME_COMPILERSWITCHES_H
