// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Registers LLVM's back ends.

#include "TargetInternals.h"
#include "cm2tt/Lowering/Target.h"

#include "llvm/Support/TargetSelect.h"

extern "C" void LLVMInitializeNVPTXTargetInfo();
extern "C" void LLVMInitializeNVPTXTarget();
extern "C" void LLVMInitializeNVPTXTargetMC();
extern "C" void LLVMInitializeNVPTXAsmPrinter();

void cm2tt::initializeBackEnds() {
  // All at once: LLVM's list of back ends has no lock, and a thread that looks
  // for one must not meet another that adds one.
  static const bool done = [] {
    findHostBackEnd();
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
    LLVMInitializeNVPTXTargetInfo();
    LLVMInitializeNVPTXTarget();
    LLVMInitializeNVPTXTargetMC();
    LLVMInitializeNVPTXAsmPrinter();
    return true;
  }();
  (void)done;
}
