// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The table of environment variables. EnvironmentTest compares it with the
/// sources and with runtime/README.md.

#include "cm2tt/Runtime/Environment.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/Process.h"

#include <cassert>

using namespace llvm;
using namespace cm2tt;
using namespace cm2tt::runtime;

/// Ours first, then those of others, each in the order of their names.
static constexpr EnvironmentVariable variables[] = {
    {"CM2TT_CACHE",
     "on, off or readonly: whether compiled kernels, and the native libraries "
     "that Java extracts from its jar, are stored on disk",
     "on"},
    {"CM2TT_CACHE_DIR",
     "the folder of compiled kernels; no other user may write to it",
     "cm2tt in XDG_CACHE_HOME, or .cache/cm2tt in HOME"},
    {"CM2TT_CACHE_SIZE",
     "the maximum size of all kernels in it, such as 512M or 4G", "1G"},
    {"CM2TT_CHECK",
     "0 or 1: whether launches are checked for accesses out of bounds, and on "
     "the CPU for races, reads of unwritten memory, uses of elements that "
     "loads leave out, and the order of accesses by parameters that overlap",
     "0"},
    {"CM2TT_CRASH_GUARD",
     "on or off: whether a crash of the compiler, or of a kernel on the CPU, "
     "is "
     "an error instead of ending the process; on installs signal handlers, of "
     "which java -Xcheck:jni "
     "warns",
     "on"},
    {"CM2TT_DUMP_DIR",
     "a folder to which the code and metadata of each kernel are written",
     "none"},
    {"CM2TT_LIBCUDA", "the library of CUDA's driver", "libcuda.so.1"},
    {"CM2TT_LIBDEVICE",
     "NVIDIA's library of functions, libdevice.10.bc; none: "
     "do not use it",
     "found in CUDA_HOME, CUDA_PATH, near ptxas on PATH, in /usr/local"},
    {"CM2TT_LINE_INFO",
     "on or off: whether kernels on a GPU contain the lines of their source, "
     "which profilers and compute-sanitizer show",
     "on"},
    {"CM2TT_REPRODUCER_DIR",
     "the folder to which the reproducer of a failure of the compiler is "
     "written",
     "TMPDIR or /tmp"},
    {"CM2TT_THREADS", "threads that run a kernel on the CPU",
     "one for each CPU that the process may use"},
    {"CM2TT_WITHOUT",
     "optimizations that are turned off, such as persistent,split-loops; all",
     "none"},
    {"CUDA_HOME", "a folder of the CUDA toolkit", ""},
    {"CUDA_PATH", "the same", ""},
    {"HOME", "the user's folder", ""},
    {"NO_COLOR", "anything: no colours in errors", "colours on a terminal"},
    {"PATH", "the folders in which ptxas is found", ""},
    {"XDG_CACHE_HOME", "the folder of all programs' caches", ".cache in HOME"},
};

ArrayRef<EnvironmentVariable> runtime::environmentVariables() {
  return variables;
}

std::optional<std::string> runtime::environmentValue(StringRef name) {
  auto isIt = [&](const EnvironmentVariable &variable) {
    return variable.name == name;
  };
  assert(any_of(variables, isIt) && "the table lists what is read");
  (void)isIt;
  std::optional<std::string> value = sys::Process::GetEnv(name);
  if (value && value->empty())
    return std::nullopt;
  return value;
}

Expected<bool> runtime::environmentSwitch(StringRef name, bool otherwise) {
  std::optional<std::string> value = environmentValue(name);
  if (!value)
    return otherwise;
  if (*value == "on" || *value == "off")
    return *value == "on";
  return createStringError(std::errc::invalid_argument,
                           "%s=%s: expected on or off", name.str().c_str(),
                           value->c_str());
}

void runtime::printEnvironmentHelp(raw_ostream &os, StringRef prefix) {
  for (const EnvironmentVariable &variable : environmentVariables()) {
    StringRef name = variable.name;
    if (!name.starts_with(prefix))
      continue;
    os << format("  %-23s ", variable.name) << variable.meaning << '\n';
    if (*variable.otherwise)
      os.indent(26) << '(' << variable.otherwise << ")\n";
  }
}

void runtime::printEnvironmentMarkdown(raw_ostream &os) {
  os << "| variable | meaning | default |\n|---|---|---|\n";
  for (const EnvironmentVariable &variable : variables)
    os << "| `" << variable.name << "` | " << variable.meaning << " | "
       << variable.otherwise << (*variable.otherwise ? " |\n" : "|\n");
}
