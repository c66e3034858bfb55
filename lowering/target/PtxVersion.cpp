// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The PTX version of a kernel: the oldest that suffices, since a driver
/// accepts no version newer than its own. Each target has its oldest version
/// (7.4, 7.8, 8.0, ...); intrinsics and instructions that were added later
/// require more.
///
/// The intrinsics of a kernel are looked up in a table, and its inline assembly
/// is searched for the instructions of that table; `ptxas` reports others that
/// are too new. For LLVM's own instructions, the back end selects those of the
/// version.

#include "cm2tt/Lowering/Target.h"

#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"

using namespace cm2tt;
using llvm::StringRef;

namespace {
/// A piece of text that instructions have in common, and the PTX version that
/// brought them (PTX ISA, "PTX ISA Notes" of each instruction).
struct Feature {
  llvm::StringLiteral text;
  unsigned version;
};
} // namespace

/// The features that are newer than the architectures that have them.
static constexpr Feature instructions[] = {
    {"red.async", 81},         {"st.async", 81}, {"multimem.", 81},
    {".satfinite.tf32", 81},   {".b128", 84},    {"fence.proxy.tensormap", 83},
    {"tensormap.replace", 83},
};

static constexpr Feature intrinsics[] = {
    {"llvm.nvvm.mma.m16n8k32.row.col.f16.e", 84},
    {"llvm.nvvm.mma.m16n8k32.row.col.f32.e", 84},
};

/// Whether an instruction updates a vector in memory.
static bool isVectorAtomic(StringRef instruction) {
  return (instruction.contains("red.") || instruction.contains("atom.")) &&
         (instruction.contains(".v2.") || instruction.contains(".v4.") ||
          instruction.contains(".v8."));
}

/// Whether an instruction converts 8-bit floats, which sm_90 had first.
static bool convertsFloat8(StringRef instruction) {
  return instruction.contains("cvt.") &&
         (instruction.contains(".e4m3x2") || instruction.contains(".e5m2x2"));
}

static unsigned versionOfAsm(StringRef text, const TargetInfo &target) {
  constexpr unsigned vectorAtomics = 81, float8Of89 = 81, float8Products = 84;
  unsigned version = 0;
  while (!text.empty()) {
    auto [instruction, rest] = text.split(';');
    text = rest;
    for (const Feature &feature : instructions)
      if (instruction.contains(feature.text))
        version = std::max(version, feature.version);
    if (isVectorAtomic(instruction))
      version = std::max(version, vectorAtomics);
    if (target.getComputeCapability() == 89 && convertsFloat8(instruction))
      version = std::max(version, float8Of89);
    if (instruction.contains("mma.sync") &&
        (instruction.contains(".e4m3") || instruction.contains(".e5m2")))
      version = std::max(version, float8Products);
  }
  return version;
}

unsigned cm2tt::findPtxVersion(const llvm::Module &module,
                               const TargetInfo &target) {
  unsigned version = target.getPtxVersion();
  llvm::SmallPtrSet<const llvm::InlineAsm *, 16> seen;
  for (const llvm::Function &function : module) {
    if (function.isIntrinsic())
      for (const Feature &feature : intrinsics)
        if (function.getName().starts_with(feature.text))
          version = std::max(version, feature.version);
    for (const llvm::Instruction &instruction : llvm::instructions(function)) {
      const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      if (!call || !call->isInlineAsm())
        continue;
      const auto *assembly =
          llvm::cast<llvm::InlineAsm>(call->getCalledOperand());
      if (seen.insert(assembly).second)
        version =
            std::max(version, versionOfAsm(assembly->getAsmString(), target));
    }
  }
  return version;
}
