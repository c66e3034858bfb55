// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The facts of CPUs, by LLVM's tables of them.

#include "cm2tt/Conversion/HostTarget.h"

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
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
    std::string error;
    return llvm::TargetRegistry::lookupTarget(getHostTriple(), error);
  }();
  return backEnd;
}

/// What this computer's CPU has (`+avx2`) and has not (`-avx512f`), in the
/// order of the names. Asked for once: in a virtual machine each question to
/// the CPU goes to the host.
static const std::string &getNativeFeatures() {
  static const std::string features = [] {
    std::vector<std::string> list;
    for (const auto &feature : llvm::sys::getHostCPUFeatures())
      list.push_back((feature.getValue() ? "+" : "-") + feature.getKey().str());
    llvm::sort(list, [](StringRef a, StringRef b) {
      return a.drop_front() < b.drop_front();
    });
    return llvm::join(list, ",");
  }();
  return features;
}

/// The same for its name.
static StringRef getNativeCpu() {
  static const std::string cpu = llvm::sys::getHostCPUName().str();
  return cpu;
}

/// What an unknown CPU's name may have been meant for: the nearest names.
static std::string suggestCpus(const llvm::MCSubtargetInfo &subtarget,
                               StringRef cpu) {
  // Names that are further away are none that was meant.
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
  HostTarget result(target, isNative ? getNativeCpu() : cpu,
                    isNative ? getNativeFeatures() : std::string());
  // One that is sure to be known: LLVM prints what it thinks of others.
  std::unique_ptr<llvm::MCSubtargetInfo> subtarget(
      backEnd->createMCSubtargetInfo(getHostTriple(), "generic", ""));
  if (!subtarget->isCPUStringValid(result.cpu)) {
    if (!isNative)
      return makeError("unknown CPU '" + cpu +
                       "': " + suggestCpus(*subtarget, cpu));
    // Newer than LLVM: its features say enough.
    result.cpu = "generic";
  }
  subtarget.reset(backEnd->createMCSubtargetInfo(getHostTriple(), result.cpu,
                                                 result.features));
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
    // What its scalable vectors could do is left out: all vectors are fixed.
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
