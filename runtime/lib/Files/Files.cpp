// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Files whose names come from models, and files that are written whole.

#include "cm2tt/Runtime/Files.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/BLAKE3.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace cm2tt;
using namespace cm2tt::runtime;

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

/// Whether a character stands for itself.
static bool isPlain(char c, bool isFirst) {
  return isAlnum(c) || c == '_' || (!isFirst && (c == '-' || c == '.'));
}

std::string runtime::fileNameOf(StringRef name) {
  constexpr size_t hashBytes = 16;
  constexpr size_t kept = maxFileNameBytes - 2 - 2 * hashBytes;
  // No text but the empty one is just "=": an escape has two digits.
  if (name.empty())
    return "=";
  std::string result;
  size_t cut = 0;
  for (char c : name) {
    if (isPlain(c, result.empty()))
      result += c;
    else if (c == ' ')
      result += '+';
    else
      result += "=" + utohexstr(static_cast<uint8_t>(c), /*LowerCase=*/true,
                                /*Width=*/2);
    if (result.size() <= kept)
      cut = result.size();
  }
  if (result.size() <= maxFileNameBytes)
    return result;
  BLAKE3Result<hashBytes> hash =
      BLAKE3::hash<hashBytes>(arrayRefFromStringRef(name));
  result.resize(cut);
  return result + "==" + toHex(hash, /*LowerCase=*/true);
}

//===----------------------------------------------------------------------===//
// Whole files
//===----------------------------------------------------------------------===//

std::error_code runtime::writeWholeFile(StringRef path, StringRef content) {
  // LLVM's temporary files are not used: they handle the process's signals from
  // then on, which a JVM does not survive, and replace % in the path.
  std::string unfinished =
      formatv("{0}.tmp-{1:x-8}{2:x-8}", path, sys::Process::GetRandomNumber(),
              sys::Process::GetRandomNumber());
  int descriptor;
  if (std::error_code code = sys::fs::openFileForWrite(unfinished, descriptor,
                                                       sys::fs::CD_CreateNew))
    return code;
  std::error_code code;
  {
    raw_fd_ostream os(descriptor, /*shouldClose=*/true);
    os << content;
    os.close();
    code = os.error();
    os.clear_error();
  }
  if (!code)
    code = sys::fs::rename(unfinished, path);
  if (code)
    (void)sys::fs::remove(unfinished);
  return code;
}
