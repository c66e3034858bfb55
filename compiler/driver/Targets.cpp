// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Checks the name of a target.

#include "cm2tt/Compiler/Targets.h"

#include "cm2tt/Compiler/Compiler.h"
#include "cm2tt/Lowering/HostTarget.h"
#include "cm2tt/Lowering/TargetInfo.h"

using namespace cm2tt;

llvm::Error cm2tt::checkTarget(llvm::StringRef target) {
  if (isCpuTarget(target))
    return HostTarget::parse(target).takeError();
  if (TargetInfo::parse(target))
    return llvm::Error::success();
  return llvm::createStringError(
      llvm::inconvertibleErrorCode(),
      "unknown target '" + target +
          "': expected sm_80, sm_86, sm_89, sm_90, sm_90a or newer, cpu or "
          "cpu:NAME");
}
