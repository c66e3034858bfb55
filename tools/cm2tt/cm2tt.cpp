// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// `cm2tt`: compiles a kernel from the command line. `cm2tt run` also runs it.

#include "Options.h"
#include "OutputFile.h"
#include "Run.h"

#include "cm2tt/Driver/Compiler.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace cm2tt;
using namespace cm2tt::tools;

static ExitCode fail(ExitCode code, const llvm::Twine &message) {
  llvm::errs() << "cm2tt: error: " << message << "\n";
  return code;
}

/// Writes a file or standard output, or says why not.
static ExitCode write(llvm::StringRef path, llvm::StringRef text) {
  std::error_code code = writeFile(path, text);
  if (!code)
    return Done;
  std::string name = path == "-" ? "standard output" : ("'" + path + "'").str();
  return fail(CommandLineFault, "cannot write " + name + ": " + code.message());
}

/// Whose fault it is that nothing was compiled.
static ExitCode exitCode(const CompileResult &result) {
  if (result.optionFault)
    return CommandLineFault;
  return result.internalFailure ? Internal : InputFault;
}

int main(int argc, char **argv) {
  if (argc > 1 && llvm::StringRef(argv[1]) == "run")
    return runCommand(argc, argv);
  Options options;
  if (std::optional<ExitCode> code = parseOptions(argc, argv, options))
    return *code;
  auto input = llvm::MemoryBuffer::getFileOrSTDIN(options.input);
  if (!input)
    return fail(InputFault, "cannot read '" + options.input +
                                "': " + input.getError().message());

  Compiler compiler;
  std::string name = options.input == "-" ? "<stdin>" : options.input;
  CompileResult result =
      compiler.compile((*input)->getBuffer(), name, options.compile);
  std::vector<std::string> roots = {
      llvm::sys::path::parent_path(options.input).str()};
  for (const Diagnostic &diagnostic : result.diagnostics)
    printDiagnostic(llvm::errs(), diagnostic, roots);
  if (!result.succeeded)
    return exitCode(result);

  std::string metadata = result.metadata.toJson();
  if (!options.metadataFile.empty())
    if (ExitCode code = write(options.metadataFile, metadata))
      return code;
  return write(options.output, options.emitMetadata ? metadata : result.output);
}
