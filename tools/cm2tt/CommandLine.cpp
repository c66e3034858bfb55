// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The table of options that TableGen generates from Options.td, and its use.

#include "CommandLine.h"

#include "Files.h"
#include "cm2tt/Compiler/Compiler.h"
#include "cm2tt/Lowering/PlainText.h"
#include "cm2tt/Runtime/CpuDevice.h"
#include "cm2tt/Runtime/Environment.h"
#include "cm2tt/Runtime/KernelRun.h"
#include "cm2tt/Runtime/RunArguments.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/Option/Arg.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace llvm::opt;
using namespace cm2tt;
using namespace cm2tt::tools;

#define OPTTABLE_STR_TABLE_CODE
#include "Options.inc"
#undef OPTTABLE_STR_TABLE_CODE

#define OPTTABLE_PREFIXES_TABLE_CODE
#include "Options.inc"
#undef OPTTABLE_PREFIXES_TABLE_CODE

#define OPTTABLE_PREFIXES_UNION_CODE
#include "Options.inc"
#undef OPTTABLE_PREFIXES_UNION_CODE

static constexpr OptTable::Info optionInfos[] = {
#define OPTION(...) LLVM_CONSTRUCT_OPT_INFO(__VA_ARGS__),
#include "Options.inc"
#undef OPTION
};

namespace {
/// All options of all commands.
struct OptionTable : PrecomputedOptTable {
  OptionTable()
      : PrecomputedOptTable(OptionStrTable, OptionPrefixesTable, optionInfos,
                            OptionPrefixesUnion) {
    setDashDashParsing(true);
  }
};
} // namespace

/// The table of options, created when it is needed.
static const OptionTable &optionTable() {
  static const OptionTable table;
  return table;
}

Error tools::usage(const Twine &message) {
  return make_error<runtime::UsageError>(message);
}

/// The error for an option that the command does not have.
static Error unknownOption(const Command &command, StringRef text) {
  // Names that are further from it than this are none that was meant.
  constexpr unsigned maxDistance = 2;
  StringRef name = text.split('=').first;
  std::string nearest;
  if (optionTable().findExact(name, nearest, command.options))
    return usage("'" + name + "' takes no value");
  if (optionTable().findNearest(text, nearest, command.options) <= maxDistance)
    return usage("unknown option '" + text + "': did you mean '" + nearest +
                 "'?");
  return usage("unknown option '" + text + "'");
}

/// Whether errors are coloured by default. https://no-color.org
static bool wantsColor() {
  return sys::Process::StandardErrHasColors() &&
         sys::Process::GetEnv("NO_COLOR").value_or("").empty();
}

/// Reads --diagnostics, --color and --error-limit. Fails with UsageError.
static Error readStyle(const ArgList &arguments, DiagnosticStyle &style) {
  StringRef form = arguments.getLastArgValue(OPT_diagnostics, "text");
  StringRef color = arguments.getLastArgValue(OPT_color, "auto");
  bool isJson = form == "json";
  style.form = isJson ? DiagnosticForm::JSON : DiagnosticForm::Text;
  style.color =
      !isJson && (color == "always" || (color == "auto" && wantsColor()));
  // A reader gives up after some; a program does not.
  if (isJson)
    style.errorLimit = 0;
  if (!isJson && form != "text")
    return usage("--diagnostics: '" + form + "': expected text or json");
  if (!StringSwitch<bool>(color)
           .Cases({"auto", "always", "never"}, true)
           .Default(false))
    return usage("--color: '" + color + "': expected auto, always or never");
  return readNumber(arguments, OPT_error_limit, 0, 1000000, style.errorLimit);
}

/// Fails with UsageError unless the command takes that number of inputs.
static Error checkInputs(const Command &command, const ArgList &arguments) {
  std::vector<std::string> inputs = arguments.getAllArgValues(OPT_INPUT);
  if (inputs.size() < command.inputs)
    return usage(Twine("no input: expected ") + command.input);
  if (inputs.size() == command.inputs)
    return Error::success();
  if (command.inputs == 0)
    return usage("no input is expected: '" + inputs[0] + "'");
  return usage("one input only: '" + inputs[1] + "', there is '" + inputs[0] +
               "' already");
}

Expected<InputArgList> tools::readArguments(const Command &command,
                                            ArrayRef<const char *> arguments,
                                            DiagnosticStyle &style) {
  unsigned missingIndex, missingCount;
  InputArgList result = optionTable().ParseArgs(arguments, missingIndex,
                                                missingCount, command.options);
  if (Error error = readStyle(result, style))
    return error;
  for (const Arg *unknown : result.filtered(OPT_UNKNOWN))
    return unknownOption(command, unknown->getSpelling());
  if (missingCount > 0)
    return usage("'" + Twine(result.getArgString(missingIndex)) +
                 "' needs a value");
  if (result.hasArg(OPT_help, OPT_version))
    return result;
  if (Error error = checkInputs(command, result))
    return error;
  return result;
}

StringRef tools::optionName(OptionID option) {
  return optionTable().getOptionPrefixedName(option);
}

Error tools::readNumber(OptionID option, StringRef text, uint32_t least,
                        uint32_t most, uint32_t &result) {
  if (!text.getAsInteger(10, result) && result >= least && result <= most)
    return Error::success();
  return usage(optionTable().getOptionPrefixedName(option) + ": '" + text +
               "': expected a number from " + Twine(least) + " to " +
               Twine(most));
}

Error tools::readNumber(const ArgList &arguments, OptionID option,
                        uint32_t least, uint32_t most, uint32_t &result) {
  const Arg *arg = arguments.getLastArg(option);
  return arg ? readNumber(option, arg->getValue(), least, most, result)
             : Error::success();
}

Error tools::checkOutput(StringRef option, StringRef path,
                         ArrayRef<NamedFile> others) {
  for (const NamedFile &other : others)
    if (isSameFile(path, other.path)) {
      bool isOption = StringRef(other.role).starts_with("-");
      return usage(
          option + ": '" + path + "' is " +
          (isOption ? "the file of " + other.role + ", too" : other.role) +
          ": expected another file");
    }
  return Error::success();
}

Error tools::readCompileOptions(const ArgList &arguments,
                                CompileOptions &options) {
  Expected<bool> guard =
      runtime::environmentSwitch("CM2TT_CRASH_GUARD", /*otherwise=*/true);
  if (!guard)
    return usage(toString(guard.takeError()));
  options.survivesCrashes = *guard;
#include "CompilerFlags.inc"
  return Error::success();
}

Error tools::print(StringRef text) {
  std::error_code code = writeFile("-", text);
  if (!code)
    return Error::success();
  return createStringError(code, "cannot write standard output: " +
                                     plain::reasonOf(code));
}

Error tools::printHelp(const Command &command) {
  std::string text;
  raw_string_ostream os(text);
  optionTable().printHelp(os, command.usage, command.title,
                          /*ShowHidden=*/false, /*ShowAllAliases=*/false,
                          command.options);
  os << command.end;
  return print(text);
}

ExitCode tools::report(const Command &command, Error error,
                       const DiagnosticStyle &style) {
  ExitCode code = Done;
  std::vector<Diagnostic> diagnostics;
  handleAllErrors(std::move(error), [&](const ErrorInfoBase &info) {
    code = InputFault;
    if (info.isA<runtime::KernelFault>()) {
      llvm::append_range(
          diagnostics,
          static_cast<const runtime::KernelFault &>(info).diagnostics);
      return;
    }
    Diagnostic &diagnostic = diagnostics.emplace_back();
    diagnostic.message = info.message();
    if (info.isA<runtime::MismatchError>())
      code = Internal;
    if (!info.isA<runtime::UsageError>())
      return;
    Diagnostic &note = diagnostic.notes.emplace_back();
    note.severity = Severity::Note;
    note.message = std::string("see ") + command.name + " --help";
    code = CommandLineFault;
  });
  printDiagnostics(errs(), diagnostics, style);
  return code;
}

ExitCode tools::exitCode(const CompileResult &result) {
  if (result.optionFault)
    return CommandLineFault;
  return result.internalFailure ? Internal : InputFault;
}
