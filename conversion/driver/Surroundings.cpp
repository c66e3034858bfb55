// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Names what compilations take from the computer that they run on.

#include "cm2tt/Driver/Surroundings.h"

#include "cm2tt/Conversion/HostTarget.h"
#include "cm2tt/Conversion/Libraries.h"
#include "cm2tt/Conversion/Target.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

using namespace cm2tt;

/// Whether a model in `tt` has operations with a `libpath` that is not empty.
static bool namesLibraries(llvm::StringRef input) {
  constexpr llvm::StringLiteral attribute = "libpath = \"";
  for (size_t at = input.find(attribute); at != llvm::StringRef::npos;
       at = input.find(attribute, at + 1))
    if (!input.drop_front(at + attribute.size()).starts_with("\""))
      return true;
  return false;
}

std::optional<std::string>
cm2tt::compileSurroundings(llvm::StringRef input,
                           const CompileOptions &options) {
  if (namesLibraries(input))
    return std::nullopt;
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
