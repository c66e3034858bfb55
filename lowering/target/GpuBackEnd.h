// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The state that a GpuBackEnd keeps between kernels.
///
/// To create LLVM's back end for a GPU and its list of 200 passes takes longer
/// than to run them on a small kernel: most of it fills tables of operations
/// that depend on the target alone. LLVM's tests run a list of passes more than
/// once as well (`llc --compile-twice`).

#ifndef CM2TT_LOWERING_TARGET_GPUBACKEND_H
#define CM2TT_LOWERING_TARGET_GPUBACKEND_H

#include "CodeGenPasses.h"
#include "TargetInternals.h"
#include "cm2tt/Lowering/Target.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/Support/raw_ostream.h"

#include <map>
#include <tuple>

namespace cm2tt {

/// The passes over LLVM IR for a target (Optimize.cpp).
struct GpuPasses {
  explicit GpuPasses(const TargetInfo &target);

  /// The back end for the target's oldest PTX version.
  std::unique_ptr<llvm::TargetMachine> machine;
  PassTools tools;
  llvm::FunctionPassManager passes;
};

/// Generates PTX of one version for modules of one shape.
class PtxGenerator {
public:
  PtxGenerator(const TargetInfo &target, unsigned ptxVersion,
               const ModuleShape &shape);

  /// Whether LLVM has PTX for the target; if not, run() must not be called.
  bool isValid() const { return hasPasses; }
  /// PTX for the module, which is consumed.
  std::string run(llvm::Module &module);

private:
  std::unique_ptr<llvm::TargetMachine> machine;
  llvm::SmallString<0> text;
  llvm::raw_svector_ostream stream;
  llvm::legacy::PassManager passes;
  bool hasPasses;
};

struct GpuBackEnd::Kept {
  GpuPasses &findPasses(const TargetInfo &target);
  /// Null if LLVM has no PTX for the target.
  PtxGenerator *findGenerator(const TargetInfo &target, unsigned ptxVersion,
                              const ModuleShape &shape);
  /// Drops all generators.
  void dropGenerators() { generators.clear(); }

private:
  using Key = std::tuple<std::string, unsigned, ModuleShape>;
  llvm::StringMap<std::unique_ptr<GpuPasses>> passes;
  std::map<Key, std::unique_ptr<PtxGenerator>> generators;
};

} // namespace cm2tt

#endif // CM2TT_LOWERING_TARGET_GPUBACKEND_H
