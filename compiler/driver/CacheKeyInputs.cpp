// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Names what compilations take from the computer that they run on.

#include "cm2tt/Compiler/CacheKeyInputs.h"

#include "cm2tt/Lowering/HostTarget.h"
#include "cm2tt/Lowering/Libraries.h"
#include "cm2tt/Lowering/Target.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

using namespace cm2tt;

std::string cm2tt::getCacheKeyInputs(const CompileOptions &options) {
  initializeBackEnds();
  std::string text;
  llvm::raw_string_ostream os(text);
  if (isCpuTarget(options.target)) {
    llvm::Expected<HostTarget> target = HostTarget::parse(options.target);
    if (target)
      os << target->getCpu() << ' ' << target->getFeatures();
    else // Compiling will say so.
      llvm::consumeError(target.takeError());
    return text;
  }
  std::string libdevice = findLibdevice(options.libdevice);
  os << libdevice;
  llvm::sys::fs::file_status status;
  if (!libdevice.empty() && !llvm::sys::fs::status(libdevice, status))
    os << ' ' << status.getSize() << ' '
       << status.getLastModificationTime().time_since_epoch().count();
  return text;
}
