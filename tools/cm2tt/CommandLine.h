// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Shared by the command lines of `cm2tt` and its commands: LLVM's option
/// library on Options.td, help, errors and exit codes.
///
/// Not here: the meaning of values (Compile.cpp, Run.cpp, Cache.cpp).

#ifndef CM2TT_TOOLS_CM2TT_COMMANDLINE_H
#define CM2TT_TOOLS_CM2TT_COMMANDLINE_H

#include "cm2tt/Compiler/OptionWords.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Option/OptTable.h"
#include "llvm/Option/Option.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <string>

namespace cm2tt {
struct CompileOptions;
struct CompileResult;
struct DiagnosticStyle;
} // namespace cm2tt

namespace cm2tt::tools {

/// Exit codes: the source of the error. A device counts as input.
enum ExitCode { Done = 0, InputFault = 1, CommandLineFault = 2, Internal = 3 };

/// The options of Options.td, as `OPT_emit`.
enum OptionID {
  OPT_INVALID = 0,
#define OPTION(...) LLVM_MAKE_OPT_ID(__VA_ARGS__),
#include "Options.inc"
#undef OPTION
};

/// The options of `cm2tt run` and so on in Options.td; those of `cm2tt` are
/// LLVM's DefaultVis.
enum OptionVisibility {
  RunVis = llvm::opt::DefaultVis << 1,
  CacheVis = RunVis << 1,
  BenchVis = CacheVis << 1,
  DoctorVis = BenchVis << 1,
  TuneVis = DoctorVis << 1,
  ExplainVis = TuneVis << 1
};

/// One of the commands.
struct Command {
  /// The command as a user types it: `cm2tt run`.
  const char *name;
  /// Its options.
  llvm::opt::Visibility options;
  /// The help before and after the options.
  const char *title, *usage, *end;
  /// The number and the names of the arguments that are not options.
  unsigned inputs = 1;
  const char *input = "a file, or - for standard input";
};

/// Reads the arguments after the command's name: known options with values, and
/// its inputs unless --help or --version is there. Fails with UsageError, to be
/// reported in `style`, which is read first.
llvm::Expected<llvm::opt::InputArgList>
readArguments(const Command &command, llvm::ArrayRef<const char *> arguments,
              DiagnosticStyle &style);

/// Reads a number from `least` to `most` in an option's value. Fails with
/// UsageError.
llvm::Error readNumber(OptionID option, llvm::StringRef text, uint32_t least,
                       uint32_t most, uint32_t &result);
/// The same for the option's whole value, if the option is there.
llvm::Error readNumber(const llvm::opt::ArgList &arguments, OptionID option,
                       uint32_t least, uint32_t most, uint32_t &result);

/// A UsageError.
llvm::Error usage(const llvm::Twine &message);

/// The name of an option with its dashes.
llvm::StringRef optionName(OptionID option);

/// Reads the lists of all uses of an option. Fails with UsageError.
template <typename Word>
llvm::Error readWords(const llvm::opt::ArgList &arguments, OptionID option,
                      WordSet<Word> &result) {
  for (const std::string &list : arguments.getAllArgValues(option)) {
    llvm::Expected<WordSet<Word>> words = WordSet<Word>::parse(list);
    if (!words)
      return usage(optionName(option) + ": " +
                   llvm::toString(words.takeError()));
    result = result | *words;
  }
  return llvm::Error::success();
}

/// A file of a command.
struct NamedFile {
  /// The file's name in errors: `the input`, or the option that names it.
  std::string role;
  std::string path;
};
/// Fails with UsageError if the file that an option names for writing is one
/// of those that the command reads, or another that it writes.
llvm::Error checkOutput(llvm::StringRef option, llvm::StringRef path,
                        llvm::ArrayRef<NamedFile> others);

/// Reads the flags of the compiler's options (CompilerOptions.td) but for those
/// that commands read themselves. Fails with UsageError.
llvm::Error readCompileOptions(const llvm::opt::ArgList &arguments,
                               CompileOptions &options);

/// Writes a text to standard output.
llvm::Error print(llvm::StringRef text);

/// Writes the command's help to standard output.
llvm::Error printHelp(const Command &command);

/// Prints an error, if there is one, and returns the exit code.
ExitCode report(const Command &command, llvm::Error error,
                const DiagnosticStyle &style);

/// Whose fault it is that nothing was compiled.
ExitCode exitCode(const CompileResult &result);

} // namespace cm2tt::tools

#endif // CM2TT_TOOLS_CM2TT_COMMANDLINE_H
