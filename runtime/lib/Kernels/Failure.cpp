// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Conversion of errors to data and back; the text of failed compilations.

#include "Failure.h"

#include "cm2tt/Runtime/Kernel.h"
#include "cm2tt/Runtime/KernelRun.h"
#include "cm2tt/Runtime/RunArguments.h"

#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace cm2tt;
using namespace cm2tt::runtime;
using kernels::Failure;

char CompileFailure::ID = 0;

void CompileFailure::log(raw_ostream &os) const {
  std::string text;
  raw_string_ostream lines(text);
  printDiagnostics(lines, diagnostics, DiagnosticStyle());
  os << StringRef(text).rtrim();
}

std::error_code CompileFailure::convertToErrorCode() const {
  return inconvertibleErrorCode();
}

Failure Failure::of(Error error) {
  Failure failure;
  failure.kind = error.isA<ResourceError>()   ? Kind::Resource
                 : error.isA<MismatchError>() ? Kind::Mismatch
                 : error.isA<UsageError>()    ? Kind::Usage
                                              : Kind::Other;
  Error rest =
      handleErrors(std::move(error), [&](const CompileFailure &compilation) {
        failure.kind = Kind::Compile;
        failure.diagnostics = compilation.diagnostics;
        failure.isInternal = compilation.isInternal;
      });
  if (rest)
    failure.message = toString(std::move(rest));
  return failure;
}

Error Failure::toError() const {
  switch (kind) {
  case Kind::Compile:
    return make_error<CompileFailure>(diagnostics, isInternal);
  case Kind::Resource:
    return make_error<ResourceError>(message);
  case Kind::Mismatch:
    return make_error<MismatchError>(message);
  case Kind::Usage:
    return make_error<UsageError>(message);
  case Kind::Other:
    return createStringError(inconvertibleErrorCode(), message);
  }
  llvm_unreachable("every kind is listed");
}
