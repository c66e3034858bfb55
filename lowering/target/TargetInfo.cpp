// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The facts of NVIDIA's architectures.

#include "cm2tt/Lowering/TargetInfo.h"

#include "llvm/ADT/STLExtras.h"

using namespace cm2tt;

namespace {
/// An architecture, and the first PTX version that supports it (PTX ISA,
/// "Release notes"), the eviction policies of loads and stores, which came with
/// 7.4, and for sm_90 the fences between proxies, which came with 8.0; KiB of
/// shared memory of a block (CUDA C++ Programming Guide, "Compute
/// Capabilities"). What fewer kernels need, findPtxVersion adds.
struct Architecture {
  llvm::StringLiteral name;
  unsigned capability, ptxVersion, sharedKiB;
};
} // namespace

static constexpr Architecture architectures[] = {
    {"sm_80", 80, 74, 163},   {"sm_86", 86, 74, 99},
    {"sm_87", 87, 74, 163},   {"sm_89", 89, 78, 99},
    {"sm_90", 90, 80, 227},   {"sm_90a", 90, 80, 227},
    {"sm_100", 100, 86, 227}, {"sm_100a", 100, 86, 227},
    {"sm_103", 103, 88, 227}, {"sm_103a", 103, 88, 227},
    {"sm_120", 120, 87, 99},  {"sm_120a", 120, 87, 99},
    {"sm_121", 121, 88, 99},  {"sm_121a", 121, 88, 99},
};

static const Architecture *find(llvm::StringRef name) {
  const auto *found =
      llvm::find_if(architectures, [&](const Architecture &architecture) {
        return architecture.name == name;
      });
  return found == std::end(architectures) ? nullptr : found;
}

std::optional<TargetInfo> TargetInfo::parse(llvm::StringRef name) {
  const Architecture *architecture = find(name);
  if (!architecture)
    return std::nullopt;
  return TargetInfo(name.str(), architecture->capability);
}

unsigned TargetInfo::getPtxVersion() const { return find(name)->ptxVersion; }

unsigned TargetInfo::getMaxSharedBytes() const {
  return find(name)->sharedKiB * 1024;
}

std::string TargetInfo::getFeatures() const {
  return "+ptx" + std::to_string(getPtxVersion());
}
