// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// CPUs as targets: the properties that the lowerings use, and the translation
/// of the LLVM dialect to machine code. All are of the architecture that cm2tt
/// runs on.
///
/// Not here: GPUs (TargetInfo.h, Target.h); how the code is called
/// (Driver/HostKernel.h).

#ifndef CM2TT_LOWERING_HOSTTARGET_H
#define CM2TT_LOWERING_HOSTTARGET_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <string>

namespace llvm {
class LLVMContext;
class MCSubtargetInfo;
class Module;
} // namespace llvm

namespace cm2tt {

/// A CPU: that of this computer, or one that LLVM has a name for.
class HostTarget {
public:
  /// Whether a target's name, known or not, is one of a CPU: `cpu`, `cpu:NAME`.
  static bool isCpu(llvm::StringRef target) {
    return target == "cpu" || target.starts_with("cpu:");
  }
  /// Parses such a name. An error says which CPU is unknown or has no 64-bit
  /// mode, and what it may have been meant for.
  static llvm::Expected<HostTarget> parse(llvm::StringRef target);

  /// As parsed: `cpu`, `cpu:znver4`.
  llvm::StringRef getName() const { return name; }
  /// LLVM's name of the CPU: `znver4`.
  llvm::StringRef getCpu() const { return cpu; }
  /// The features of this machine's CPU that differ from those of its name, in
  /// LLVM's syntax: `-avx512f`. Empty for a CPU given by name.
  llvm::StringRef getFeatures() const { return features; }

  /// Bytes of the widest vector register to compute with: 64, 32 or 16.
  unsigned getVectorBytes() const { return vectorBytes; }
  /// Whether a product and a sum that round once are an instruction; else
  /// `fma` is a slow call.
  bool hasFma() const { return fma; }
  /// Whether vectors of f16 become f32 and back by instructions.
  bool hasHalfConversions() const { return halfConversions; }
  /// Whether vectors of f16 are computed with as such.
  bool hasHalfArithmetic() const { return halfArithmetic; }
  /// Whether vectors of f32 become bf16 by instructions. The way back is a
  /// shift everywhere.
  bool hasBrainConversions() const { return brainConversions; }
  /// Whether parts of a vector in memory are read and written under a mask by
  /// instructions, for elements of 32 and 64 bits; else by branches.
  bool hasMaskedAccess() const { return maskedAccess; }
  /// The same for elements of 8 and 16 bits.
  bool hasMaskedByteAccess() const { return maskedByteAccess; }
  /// Whether there are masks in registers of their own, one bit an element.
  bool hasMaskRegisters() const { return maskRegisters; }

private:
  HostTarget(llvm::StringRef name, llvm::StringRef cpu,
             llvm::StringRef features)
      : name(name), cpu(cpu), features(features) {}
  /// Fills the facts below.
  void setFacts(const llvm::MCSubtargetInfo &subtarget);

  std::string name, cpu, features;
  unsigned vectorBytes = 16;
  bool fma = false, halfConversions = false, halfArithmetic = false;
  bool brainConversions = false, maskedAccess = false;
  bool maskedByteAccess = false, maskRegisters = false;
};

/// Translates a module of the LLVM dialect to LLVM IR for the CPU. An error
/// says what could not be translated.
llvm::Expected<std::unique_ptr<llvm::Module>>
translateToHostIR(mlir::ModuleOp module, llvm::LLVMContext &context,
                  const HostTarget &target);

/// Optimises the module: the few passes that pay
/// (docs/notebook/llvm-passes.md).
void optimizeHostIR(llvm::Module &module, const HostTarget &target);

/// The kinds of code that emitHost writes.
enum class HostCode { Assembly, Object };

/// Assembly or an object file for the module, which is consumed by code
/// generation. The object contains position-independent code.
llvm::Expected<std::string> emitHost(llvm::Module &module,
                                     const HostTarget &target, HostCode form);

} // namespace cm2tt

#endif // CM2TT_LOWERING_HOSTTARGET_H
