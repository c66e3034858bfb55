// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The options of the disk cache in the environment.

#include "cm2tt/Runtime/DiskCache.h"

#include "cm2tt/Runtime/Environment.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace cm2tt;
using namespace cm2tt::runtime;

std::optional<uint64_t> runtime::parseByteCount(StringRef text) {
  text.consume_back_insensitive("b");
  bool isBinary = text.consume_back_insensitive("i");
  constexpr StringLiteral units = "kmgt";
  size_t unit =
      text.empty() ? StringRef::npos : units.find_insensitive(text.back());
  bool hasUnit = unit != StringRef::npos;
  if (isBinary && !hasUnit)
    return std::nullopt;
  if (hasUnit)
    text = text.drop_back();
  unsigned shift = hasUnit ? 10 * (static_cast<unsigned>(unit) + 1) : 0;
  uint64_t count;
  if (text.getAsInteger(10, count) || count > UINT64_MAX >> shift)
    return std::nullopt;
  return count << shift;
}

/// The folder that holds all caches of the user; empty if nothing says which.
static SmallString<128> cachesOfUser() {
  SmallString<128> folder(environmentValue("XDG_CACHE_HOME").value_or(""));
  // The XDG Base Directory Specification has relative paths ignored.
  if (sys::path::is_absolute(folder))
    return folder;
  folder = environmentValue("HOME").value_or("");
  // Not the user's entry among the system's users: who takes HOME away does not
  // want to have files there.
  if (!folder.empty())
    sys::path::append(folder, ".cache");
  return folder;
}

DiskCacheOptions DiskCacheOptions::fromEnvironment() {
  DiskCacheOptions options;
  std::string mode = environmentValue("CM2TT_CACHE").value_or("on");
  if (mode == "off")
    return options;
  if (mode != "on" && mode != "readonly") {
    options.problem = "CM2TT_CACHE: '" + mode +
                      "': expected on, off or readonly; the disk cache is off";
    return options;
  }
  options.readOnly = mode == "readonly";
  if (std::optional<std::string> size = environmentValue("CM2TT_CACHE_SIZE")) {
    if (std::optional<uint64_t> bytes = parseByteCount(*size))
      options.maxBytes = *bytes;
    else
      options.problem = "CM2TT_CACHE_SIZE: '" + *size +
                        "': expected a number of bytes, as 512M";
  }
  if (std::optional<std::string> folder = environmentValue("CM2TT_CACHE_DIR")) {
    options.folder = *folder;
    return options;
  }
  SmallString<128> folder = cachesOfUser();
  if (folder.empty()) {
    options.isUnnamed = options.problem.empty();
    if (!options.isUnnamed)
      return options;
    options.problem = "the disk cache is off: none of CM2TT_CACHE_DIR, "
                      "XDG_CACHE_HOME and HOME is set";
    return options;
  }
  sys::path::append(folder, "cm2tt");
  options.folder = folder.str().str();
  return options;
}
