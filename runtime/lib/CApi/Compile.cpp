// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Compiling without a kernel (cm2tt_compile.h): options as on the command
/// line, no cache.
///
/// Not here: the command itself (tools/cm2tt/LibraryMain.cpp), which is in the
/// same library.

#include "CApiInternals.h"

#include "cm2tt/Runtime/DiskCache.h"

using namespace llvm;
using namespace cm2tt;
using namespace cm2tt::runtime;
using namespace cm2tt::runtime::capi;

const char *cm2tt_build_identity(void) {
  // It is the text of a string that does not change.
  return buildIdentity().data();
}

static std::string listOptions() {
  std::string text;
  for (const CompilerOptionValue &option : optionValues(CompileOptions()))
    if (!option.info.flag.empty())
      text += "--" + option.info.flag.str() + (option.isSwitch ? "\n" : "=\n");
  return text;
}

const char *cm2tt_compile_options(void) {
  static const std::string text = listOptions();
  return text.c_str();
}

/// Reads options of the command line.
static cm2tt_status readCommandLine(const char *function,
                                    const char *const *options, size_t count,
                                    CompileOptions &result) {
  if (count)
    if (cm2tt_status status = needs(function, {{"options", options}}))
      return status;
  for (size_t i = 0; i < count; ++i) {
    if (cm2tt_status status = needs(function, {{"options[i]", options[i]}}))
      return status;
    if (Error error = readOption(options[i], result))
      return invalid(function, toString(std::move(error)));
  }
  return CM2TT_OK;
}

cm2tt_status cm2tt_compile(cm2tt_runtime *runtime, const char *model,
                           size_t bytes, const char *name,
                           const char *const *options, size_t num_options,
                           cm2tt_compiled **compiled) {
  if (compiled)
    *compiled = nullptr;
  if (cm2tt_status status = needs(
          __func__,
          {{"runtime", runtime}, {"model", model}, {"compiled", compiled}}))
    return status;
  if (bytes > PTRDIFF_MAX)
    return invalid(__func__, "a model of " + Twine(bytes) + " bytes");
  CompileOptions settings;
  if (cm2tt_status status =
          readCommandLine(__func__, options, num_options, settings))
    return status;
  return giveCompiled(runtime->state->runtime->compile(StringRef(model, bytes),
                                                       name ? name : "model",
                                                       settings),
                      compiled);
}
