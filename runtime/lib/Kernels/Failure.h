// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// An error that several threads can receive.

#ifndef CM2TT_RUNTIME_KERNELS_FAILURE_H
#define CM2TT_RUNTIME_KERNELS_FAILURE_H

#include "cm2tt/Compiler/Diagnostics.h"

#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace cm2tt::runtime::kernels {

/// The content of an error.
class Failure {
public:
  /// Takes the error apart.
  static Failure of(llvm::Error error);
  /// Creates an error of the same kind with the same message; for kinds that
  /// are not distinguished, only the text is kept.
  llvm::Error toError() const;
  /// Whether another attempt would fail in the same way, at the expense of
  /// memory that a crash of the compiler leaves allocated.
  bool isLasting() const { return isInternal; }

private:
  enum class Kind { Compile, Resource, Mismatch, Usage, Other };
  Kind kind = Kind::Other;
  std::string message;
  std::vector<Diagnostic> diagnostics;
  /// Whether a failure of Kind::Compile is an error of the compiler.
  bool isInternal = false;
};

} // namespace cm2tt::runtime::kernels

#endif // CM2TT_RUNTIME_KERNELS_FAILURE_H
