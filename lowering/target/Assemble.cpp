// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Machine code by NVIDIA's assembler `ptxas`, where it is installed.

#include "TargetInternals.h"
#include "cm2tt/Lowering/PlainText.h"
#include "cm2tt/Lowering/Target.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

#include <csignal>

using namespace cm2tt;

llvm::Expected<std::string> cm2tt::findAssembler(llvm::StringRef given) {
  if (!given.empty()) {
    auto found = llvm::sys::findProgramByName(given);
    if (!found || !llvm::sys::fs::can_execute(*found))
      return makeError("no program: '" + given +
                       "', expected 'ptxas' of the CUDA toolkit");
    return *found;
  }
  if (auto found = llvm::sys::findProgramByName("ptxas"))
    return *found;
  llvm::StringRef usual = "/usr/local/cuda/bin/ptxas";
  if (llvm::sys::fs::can_execute(usual))
    return usual.str();
  return makeError(
      "a cubin needs 'ptxas' of the CUDA toolkit, which is neither "
      "on PATH nor at " +
      usual + "; --emit=ptx needs nothing");
}

/// The text of a small file; empty if it cannot be read.
static std::string readFile(llvm::StringRef path) {
  auto buffer = llvm::MemoryBuffer::getFile(path);
  return buffer ? (*buffer)->getBuffer().str() : std::string();
}

/// Runs the program and returns its exit status, or a negative number after an
/// error. The program does not inherit the blocked signals of this thread,
/// which may block all that come from outside: ptxas has to end by them.
static int
runAssembler(llvm::StringRef program, llvm::ArrayRef<llvm::StringRef> arguments,
             llvm::ArrayRef<std::optional<llvm::StringRef>> redirects,
             std::string &error) {
  sigset_t none, before;
  sigemptyset(&none);
  const bool isMasked = !pthread_sigmask(SIG_SETMASK, &none, &before);
  bool hasFailed = false;
  llvm::sys::ProcessInfo process = llvm::sys::ExecuteNoWait(
      program, arguments, /*Env=*/std::nullopt, redirects, /*MemoryLimit=*/0,
      &error, &hasFailed);
  if (isMasked)
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
  if (hasFailed)
    return -1;
  return llvm::sys::Wait(process, /*SecondsToWait=*/std::nullopt, &error)
      .ReturnCode;
}

llvm::Expected<std::string> cm2tt::assemble(llvm::StringRef ptx,
                                            const TargetInfo &target,
                                            llvm::StringRef ptxas) {
  llvm::Expected<std::string> program = findAssembler(ptxas);
  if (!program)
    return program.takeError();
  llvm::SmallString<64> source, output, messages;
  int descriptor;
  if (llvm::sys::fs::createTemporaryFile("cm2tt", "ptx", descriptor, source) ||
      llvm::sys::fs::createTemporaryFile("cm2tt", "cubin", output) ||
      llvm::sys::fs::createTemporaryFile("cm2tt", "log", messages))
    return makeError("cannot create a temporary file for 'ptxas'");
  llvm::scope_exit remove([&] {
    for (llvm::StringRef path : {source.str(), output.str(), messages.str()})
      (void)llvm::sys::fs::remove(path);
  });
  {
    llvm::raw_fd_ostream stream(descriptor, /*shouldClose=*/true);
    stream << ptx;
    stream.close();
    if (std::error_code code = stream.error()) {
      // The stream would end the process otherwise.
      stream.clear_error();
      return makeError("cannot write '" + source +
                       "': " + plain::reasonOf(code));
    }
  }
  std::string gpu = ("--gpu-name=" + target.getName()).str();
  llvm::StringRef arguments[] = {*program, gpu, source, "-o", output};
  std::optional<llvm::StringRef> redirects[] = {llvm::StringRef(),
                                                messages.str(), messages.str()};
  std::string error;
  const int status = runAssembler(*program, arguments, redirects, error);
  if (status != 0)
    return makeError("'" + *program + "' failed" +
                     (error.empty() ? "" : ": " + error) + "\n" +
                     llvm::StringRef(readFile(messages)).trim());
  std::string cubin = readFile(output);
  if (!llvm::StringRef(cubin).starts_with(llvm::ELF::ElfMagic))
    return makeError("'" + *program +
                     "' wrote no machine code: its output has " +
                     llvm::Twine(cubin.size()) +
                     " bytes, which are no ELF file; expected the 'ptxas' of a "
                     "CUDA toolkit");
  return cubin;
}
