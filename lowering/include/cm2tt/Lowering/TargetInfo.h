// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The properties of a target that lowerings use: all facts about GPUs are
/// here.
///
/// Not here: emitting code for it (Target.h).

#ifndef CM2TT_LOWERING_TARGETINFO_H
#define CM2TT_LOWERING_TARGETINFO_H

#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

namespace cm2tt {

/// A GPU architecture of NVIDIA, by compute capability.
class TargetInfo {
public:
  /// Parses `sm_80`, `sm_90a`, ...; nothing for what is no architecture, or
  /// one before sm_80.
  static std::optional<TargetInfo> parse(llvm::StringRef name);

  /// `sm_90a`.
  llvm::StringRef getName() const { return name; }
  /// 10 * major + minor: 90.
  unsigned getComputeCapability() const { return capability; }
  /// The oldest PTX version to write, times 10: that of the architecture and of
  /// what most kernels use. findPtxVersion (Target.h) adds what came later.
  unsigned getPtxVersion() const;
  /// `+ptx80`, as LLVM names the feature.
  std::string getFeatures() const;
  /// Bytes of shared memory that a block may have, if it asks for them.
  unsigned getMaxSharedBytes() const;

  /// Whether a launch may depend on one before: `griddepcontrol`.
  bool hasDependentLaunches() const { return capability >= 90; }

  /// Whether there is `stmatrix`; `ldmatrix` is everywhere.
  bool hasMatrixStores() const { return capability >= 90; }

  /// Whether there are bulk tensor copies.
  bool hasTensorMaps() const { return capability >= 90; }
  /// Whether kernels can create the maps of tensors (`tensormap.replace`),
  /// which only targets of one architecture can: `sm_90a`.
  bool canCreateTensorMaps() const {
    return hasTensorMaps() && getName().ends_with("a");
  }

  /// Whether warp groups can move registers between them (`setmaxnreg`).
  bool canMoveRegisters() const { return canCreateTensorMaps(); }

  /// 32-bit registers of a multiprocessor, and of a thread at most; a thread
  /// gets them in steps (CUDA C++ Programming Guide, 'Compute Capabilities').
  static constexpr unsigned registersOfMultiprocessor = 65536;
  static constexpr unsigned maxRegistersOfThread = 255, registerStep = 8;
  /// Threads of a warp.
  static constexpr unsigned warpSize = 32;
  /// The widest access to memory by one thread, in bits.
  static constexpr unsigned maxVectorBits = 128;
  /// The address spaces of PTX, as LLVM numbers them.
  static constexpr unsigned globalSpace = 1, sharedSpace = 3;

private:
  TargetInfo(std::string name, unsigned capability)
      : name(std::move(name)), capability(capability) {}

  std::string name;
  unsigned capability;
};

} // namespace cm2tt

#endif // CM2TT_LOWERING_TARGETINFO_H
