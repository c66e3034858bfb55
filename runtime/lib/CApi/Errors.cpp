// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Versions, and the last error of each thread: calls need no additional
/// parameter, and threads do not see each other's errors.

#include "CApiInternals.h"

#include "cm2tt/Runtime/CpuDevice.h"
#include "cm2tt/Runtime/RunArguments.h"

#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace cm2tt;
using namespace cm2tt::runtime;
using namespace cm2tt::runtime::capi;

//===----------------------------------------------------------------------===//
// Versions
//===----------------------------------------------------------------------===//

uint32_t cm2tt_version(void) { return CM2TT_API_VERSION; }

const char *cm2tt_version_text(void) {
  static const std::string text = compilerVersion().str();
  return text.c_str();
}

//===----------------------------------------------------------------------===//
// The last error
//===----------------------------------------------------------------------===//

namespace {
struct LastError {
  std::string message;
  /// The diagnostics that `flat` points to.
  std::vector<Diagnostic> diagnostics;
  std::vector<cm2tt_diagnostic> flat;
};
} // namespace

static thread_local LastError lastError;

static cm2tt_severity severityOf(Severity severity) {
  switch (severity) {
  case Severity::Error:
    return CM2TT_ERROR;
  case Severity::Warning:
    return CM2TT_WARNING;
  case Severity::Remark:
    return CM2TT_REMARK;
  case Severity::Note:
    return CM2TT_NOTE;
  }
  llvm_unreachable("every severity is listed");
}

std::vector<cm2tt_diagnostic> capi::flatten(const Diagnostic &diagnostic) {
  std::vector<cm2tt_diagnostic> flat;
  auto add = [&](const Diagnostic &one) {
    flat.push_back({sizeof(cm2tt_diagnostic), severityOf(one.severity),
                    one.line, one.column, one.message.c_str(),
                    one.file.c_str()});
  };
  add(diagnostic);
  for (const Diagnostic &note : diagnostic.notes)
    add(note);
  return flat;
}

/// The status of a kind of error.
static cm2tt_status statusOfKind(const Error &error) {
  if (error.isA<CompileFailure>())
    return CM2TT_COMPILATION_FAILED;
  if (error.isA<ResourceError>())
    return CM2TT_OUT_OF_RESOURCES;
  if (error.isA<KernelFault>())
    return CM2TT_KERNEL_FAULT;
  return error.isA<UsageError>() ? CM2TT_INVALID_ARGUMENT : CM2TT_FAILED;
}

cm2tt_status capi::fail(Error error) {
  cm2tt_status status = statusOfKind(error);
  LastError next;
  raw_string_ostream(next.message) << error;
  handleAllErrors(
      std::move(error),
      [&](const CompileFailure &failure) {
        next.diagnostics = failure.diagnostics;
      },
      [&](const KernelFault &fault) { next.diagnostics = fault.diagnostics; },
      [&](const ErrorInfoBase &other) {
        if (status == CM2TT_FAILED &&
            other.convertToErrorCode() == std::errc::invalid_argument)
          status = CM2TT_INVALID_ARGUMENT;
      });
  // The texts are moved to their final objects first: short texts are stored in
  // them.
  lastError = std::move(next);
  for (const Diagnostic &diagnostic : lastError.diagnostics) {
    std::vector<cm2tt_diagnostic> flat = flatten(diagnostic);
    lastError.flat.insert(lastError.flat.end(), flat.begin(), flat.end());
  }
  return status;
}

cm2tt_status capi::invalid(const char *function, const Twine &message) {
  return fail(make_error<UsageError>(Twine(function) + ": " + message));
}

const char *cm2tt_status_name(cm2tt_status status) {
  switch (static_cast<int>(status)) {
  case CM2TT_OK:
    return "CM2TT_OK";
  case CM2TT_INVALID_ARGUMENT:
    return "CM2TT_INVALID_ARGUMENT";
  case CM2TT_COMPILATION_FAILED:
    return "CM2TT_COMPILATION_FAILED";
  case CM2TT_OUT_OF_RESOURCES:
    return "CM2TT_OUT_OF_RESOURCES";
  case CM2TT_KERNEL_FAULT:
    return "CM2TT_KERNEL_FAULT";
  case CM2TT_FAILED:
    return "CM2TT_FAILED";
  default:
    return "unknown";
  }
}

const char *cm2tt_last_error(void) { return lastError.message.c_str(); }

size_t cm2tt_last_error_diagnostics(void) { return lastError.flat.size(); }

cm2tt_status cm2tt_last_error_diagnostic(size_t index,
                                         cm2tt_diagnostic *diagnostic) {
  // The error stays readable, so that nothing is said of an index beyond it.
  if (!diagnostic || index >= lastError.flat.size() ||
      !hasUsableSize(*diagnostic))
    return CM2TT_INVALID_ARGUMENT;
  return writeStruct(__func__, "diagnostic", diagnostic,
                     cm2tt_diagnostic(lastError.flat[index]));
}
