// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The steps that `cm2tt run` and `cm2tt bench` share: from a model to bound
/// arguments, a device and code.
///
/// Not here: launches (Runtime/KernelRun.h).

#ifndef CM2TT_TOOLS_CM2TT_RUNSTEPS_H
#define CM2TT_TOOLS_CM2TT_RUNSTEPS_H

#include "CommandLine.h"
#include "RunOptions.h"

#include "cm2tt/Compiler/Compiler.h"
#include "cm2tt/Runtime/Device.h"
#include "cm2tt/Runtime/RunArguments.h"

#include "llvm/Support/MemoryBuffer.h"

#include <memory>

namespace cm2tt::runtime {
class CheckedMemory;
} // namespace cm2tt::runtime

namespace cm2tt::tools {

/// The errors of the compiler or of the checker of a kernel; the diagnostics
/// are the message.
class CompileError : public llvm::ErrorInfo<CompileError> {
public:
  CompileError(std::vector<Diagnostic> diagnostics, ExitCode code,
               const DiagnosticStyle &style)
      : code(code), diagnostics(std::move(diagnostics)), style(style) {}
  void log(llvm::raw_ostream &os) const override;
  std::error_code convertToErrorCode() const override;
  static char ID;

  const ExitCode code;

private:
  std::vector<Diagnostic> diagnostics;
  DiagnosticStyle style;
};

/// Reads the file that is to be compiled.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
readModel(llvm::StringRef path);

/// The arguments for the kernel that the options select in `model`.
llvm::Expected<runtime::RunArguments>
bindToModel(Compiler &compiler, const llvm::MemoryBuffer &model,
            const RunOptions &options, const runtime::RunRequest &request);

/// Compiles for the signature of arguments.
llvm::Expected<CompileResult> compileFor(Compiler &compiler,
                                         const llvm::MemoryBuffer &model,
                                         const RunOptions &options,
                                         llvm::StringRef signature,
                                         llvm::StringRef target);

/// The device that the options name; without a GPU, the CPU is native.
/// `checked` may be null if the options do not ask for checks.
llvm::Expected<std::unique_ptr<runtime::Device>>
openDevice(const RunOptions &options, runtime::CheckedMemory *checked);

/// Performs `command` on the program's arguments `argv`: prints its help, or
/// calls `perform` with what was read. Prints the error, if there is one, in
/// `style`, which the arguments set, and returns the exit code.
int performCommand(
    const Command &command, llvm::ArrayRef<const char *> argv,
    DiagnosticStyle &style,
    llvm::function_ref<llvm::Error(const llvm::opt::InputArgList &)> perform);

} // namespace cm2tt::tools

#endif // CM2TT_TOOLS_CM2TT_RUNSTEPS_H
