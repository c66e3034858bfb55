// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The properties of CPUs, which LLVM's tables contain.
///
/// With LLVM's tables there is no list of CPUs to maintain. `cpu` queries each
/// feature of this computer, since virtual machines hide some; `cpu:NAME` has
/// the features of that CPU on every machine.

#include "cm2tt/Lowering/HostTarget.h"

#include "TargetInternals.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/Triple.h"

using namespace cm2tt;
using llvm::StringRef;

const llvm::Triple &cm2tt::getHostTriple() {
  static const llvm::Triple triple(llvm::sys::getProcessTriple());
  return triple;
}

const llvm::Target *cm2tt::findHostBackEnd() {
  static const llvm::Target *backEnd = [] {
  // Not all of it: cm2tt-opt needs facts and no code generator.
#ifdef LLVM_NATIVE_TARGET
    LLVM_NATIVE_TARGETINFO();
    LLVM_NATIVE_TARGETMC();
#endif
    std::string error;
    return llvm::TargetRegistry::lookupTarget(getHostTriple(), error);
  }();
  return backEnd;
}

/// LLVM's tables for a CPU. An unknown name makes LLVM print a warning.
static std::unique_ptr<llvm::MCSubtargetInfo>
makeSubtarget(StringRef cpu, StringRef features) {
  return std::unique_ptr<llvm::MCSubtargetInfo>(
      findHostBackEnd()->createMCSubtargetInfo(getHostTriple(), cpu, features));
}

/// Some subtarget, to ask for what does not depend on the CPU.
static std::unique_ptr<llvm::MCSubtargetInfo> makeAnySubtarget() {
  return makeSubtarget("generic", "");
}

namespace {
/// This computer's CPU.
struct NativeCpu {
  NativeCpu();
  /// LLVM's name of the CPU.
  std::string name;
  /// The features that it has (`+avx2`) or lacks (`-avx512f`), unlike the CPU
  /// of that name, as in virtual machines; in the order of their names.
  std::string features;
};
} // namespace

NativeCpu::NativeCpu() : name(llvm::sys::getHostCPUName()) {
  // Newer than LLVM: its features say enough.
  if (!makeAnySubtarget()->isCPUStringValid(name))
    name = "generic";
  std::unique_ptr<llvm::MCSubtargetInfo> named = makeSubtarget(name, "");
  std::vector<std::string> all, unlike;
  for (const auto &feature : llvm::sys::getHostCPUFeatures()) {
    bool has = feature.getValue();
    std::string text = (has ? "+" : "-") + feature.getKey().str();
    if (!named->checkFeatures(text))
      unlike.push_back(text);
    all.push_back(std::move(text));
  }
  auto join = [](std::vector<std::string> &list) {
    llvm::sort(list, [](StringRef a, StringRef b) {
      return a.drop_front() < b.drop_front();
    });
    return llvm::join(list, ",");
  };
  // All features would be correct, too, but each costs time for each back end
  // that is created: together a seventh of a small kernel's code generation.
  // Features imply others, so that the difference need not give the same set.
  features = join(unlike);
  std::string everything = join(all);
  if (makeSubtarget(name, features)->getFeatureBits() !=
      makeSubtarget(name, everything)->getFeatureBits())
    features = everything;
}

/// Asked for once: in a virtual machine each question to the CPU goes to the
/// host.
static const NativeCpu &getNativeCpu() {
  static const NativeCpu cpu;
  return cpu;
}

/// Suggestions for the name of an unknown CPU: the nearest names.
static std::string suggestCpus(const llvm::MCSubtargetInfo &subtarget,
                               StringRef cpu) {
  // Names with a larger edit distance are unlikely to be the intended ones.
  unsigned mostEdits = std::max<size_t>(2, cpu.size() / 4);
  std::vector<std::string> near;
  for (const llvm::SubtargetSubTypeKV &known :
       subtarget.getAllProcessorDescriptions()) {
    StringRef name = known.Key;
    unsigned edits = cpu.edit_distance_insensitive(
        name, /*AllowReplacements=*/true, mostEdits);
    if (edits > mostEdits)
      continue;
    if (edits < mostEdits)
      near.clear();
    mostEdits = edits;
    near.push_back(name.str());
  }
  if (near.empty())
    return "clang --print-supported-cpus lists those of " +
           getHostTriple().getArchName().str();
  return "did you mean " + llvm::join(near, " or ") + "?";
}

llvm::Expected<HostTarget> HostTarget::parse(StringRef target) {
  StringRef cpu = target;
  bool isNative = target == "cpu";
  if (!isNative && (!cpu.consume_front("cpu:") || cpu.empty()))
    return makeError("unknown target '" + target +
                     "': expected cpu or cpu:NAME");
  const llvm::Target *backEnd = findHostBackEnd();
  if (!backEnd)
    return makeError("this build has no code generator for the CPU that it "
                     "runs on, " +
                     getHostTriple().getArchName());
  if (!isNative)
    if (auto any = makeAnySubtarget(); !any->isCPUStringValid(cpu))
      return makeError("unknown CPU '" + cpu + "': " + suggestCpus(*any, cpu));
  HostTarget result(target, isNative ? getNativeCpu().name : cpu,
                    isNative ? getNativeCpu().features : "");
  auto subtarget = makeSubtarget(result.cpu, result.features);
  if (getHostTriple().isX86() && !subtarget->checkFeatures("+64bit"))
    return makeError("CPU '" + cpu + "' has no 64-bit mode");
  result.setFacts(*subtarget);
  return result;
}

void HostTarget::setFacts(const llvm::MCSubtargetInfo &subtarget) {
  auto has = [&](StringRef features) {
    return subtarget.checkFeatures(features);
  };
  if (getHostTriple().isAArch64()) {
    // Scalable vectors are not used: all vectors are fixed.
    fma = halfConversions = true;
    halfArithmetic = has("+fullfp16");
    brainConversions = has("+bf16");
    return;
  }
  if (!getHostTriple().isX86())
    return;
  maskRegisters = has("+avx512f");
  maskedAccess = has("+avx2");
  maskedByteAccess = has("+avx512bw");
  vectorBytes = maskRegisters ? 64 : maskedAccess ? 32 : 16;
  fma = has("+fma") || maskRegisters;
  halfConversions = has("+f16c") || maskRegisters;
  halfArithmetic = has("+avx512fp16");
  brainConversions = has("+avx512bf16") || has("+avxneconvert");
}
