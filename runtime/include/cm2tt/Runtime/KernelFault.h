// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The error of a kernel that fails while it runs.
///
/// Not here: launches that fail before (ResourceError in Device.h).

#ifndef CM2TT_RUNTIME_KERNELFAULT_H
#define CM2TT_RUNTIME_KERNELFAULT_H

#include "cm2tt/Compiler/Diagnostics.h"

#include "llvm/Support/Error.h"

#include <vector>

namespace cm2tt::runtime {

/// A kernel failed while it ran. It stopped at a failed assertion or at a fault
/// of the processor, after which programs that had not begun were not run; or
/// it is a checked kernel with invalid accesses, which were not executed. Its
/// other writes to memory remain.
class KernelFault : public llvm::ErrorInfo<KernelFault> {
public:
  explicit KernelFault(Diagnostic diagnostic)
      : diagnostics({std::move(diagnostic)}) {}
  explicit KernelFault(std::vector<Diagnostic> diagnostics)
      : diagnostics(std::move(diagnostics)) {}
  /// Writes `File.java:3:9: message`, with the location as far as it is known;
  /// a line for each diagnostic and note.
  void log(llvm::raw_ostream &os) const override;
  std::error_code convertToErrorCode() const override;
  static char ID;

  /// The invalid accesses or the assertion, located in Java, or the fault; at
  /// least one.
  const std::vector<Diagnostic> diagnostics;
};

} // namespace cm2tt::runtime

#endif // CM2TT_RUNTIME_KERNELFAULT_H
