// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The command `cm2tt` without a subcommand: from its options to its files.
///
/// Not here: the spelling of options (Options.td), `cm2tt run` (Run.cpp).

#include "CommandLine.h"
#include "Commands.h"
#include "Files.h"

#include "cm2tt/Compiler/CHeader.h"
#include "cm2tt/Compiler/Compiler.h"
#include "cm2tt/Lowering/PlainText.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Option/Arg.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

#include <malloc.h>

using namespace llvm::opt;
using namespace cm2tt;
using namespace cm2tt::tools;
using llvm::StringRef;

static const Command compileDescription = {
    "cm2tt", Visibility(DefaultVis),
    R"(compile a kernel, to PTX or for a CPU: a code model of Java (JSON or
text), or Triton IR)",
    R"(cm2tt [options] INPUT

INPUT is a file, or - for standard input: JSON, code-model text or MLIR.)",
    R"(
exit codes: 0 done, 1 the input is at fault, 2 the command line is, 3 the
compiler failed

Commands, with a --help each: cm2tt run runs a kernel from the shell, cm2tt
bench measures one over a range of sizes, cm2tt cache shows what is kept on disk,
cm2tt doctor says what is found on this computer.

example:
  cm2tt examples/babylon/vector-add/model.json -o kernel.ptx --target=sm_90a
  cm2tt examples/babylon/vector-add/model.json -o kernel.o --target=cpu
  cm2tt examples/babylon/vector-add/model.json -o kernel.h --target=sm_90a
)"};

namespace {
/// The request of the command line.
struct Options {
  CompileOptions compile;
  std::string input;
  /// `-` is standard output.
  std::string output;
  /// Where metadata goes beside the output; empty: nowhere.
  std::string metadataFile;
  /// The kind of output: a stage, the metadata or a C header.
  enum class Form { Stage, Metadata, Header } form = Form::Stage;
  /// How errors are printed.
  DiagnosticStyle style;
};
} // namespace

/// The stage that a file's suffix stands for.
static std::optional<StringRef> stageOfSuffix(StringRef file) {
  return llvm::StringSwitch<std::optional<StringRef>>(
             llvm::sys::path::extension(file))
      .Case(".cm", "cm")
      .Case(".json", "json")
      .Case(".mlir", "mlir")
      .Case(".ttir", "tt")
      .Case(".ttg", "ttg")
      .Case(".ll", "llvm")
      .Case(".ptx", "ptx")
      .Case(".cubin", "cubin")
      .Case(".s", "asm")
      .Case(".o", "obj")
      .Case(".h", "header")
      .Default(std::nullopt);
}

/// Decides what a C header has in it.
static llvm::Error readImage(const ArgList &arguments, Options &options) {
  CompileOptions &compile = options.compile;
  compile.stage = defaultStage(compile.target);
  if (compile.checked)
    return usage("a header cannot answer the questions of a kernel that is "
                 "--checked");
  if (!compile.launcher.empty())
    return usage("the launch function of a header passes the arguments to a "
                 "block for each program: expected no --launcher");
  const Arg *image = arguments.getLastArg(OPT_image);
  if (!image)
    return llvm::Error::success();
  StringRef name = image->getValue();
  if (isCpuTarget(compile.target))
    return usage("--image is what the header for a GPU holds, but the target "
                 "is '" +
                 compile.target + "', whose code is an object file");
  if (name != "ptx" && name != "cubin")
    return usage("--image: '" + name + "': expected ptx or cubin");
  compile.stage = name == "ptx" ? Stage::PTX : Stage::Cubin;
  return llvm::Error::success();
}

/// Decides what is written from --emit, --show-types and the file's name.
static llvm::Error readStage(const ArgList &arguments, Options &options) {
  StringRef name = arguments.getLastArgValue(OPT_emit);
  const Stage last = defaultStage(options.compile.target);
  if (name.empty() && arguments.hasArg(OPT_show_types))
    name = "typed";
  if (name.empty())
    name = stageOfSuffix(options.output).value_or(stageName(last));
  if (name == "metadata") {
    options.form = Options::Form::Metadata;
    options.compile.stage = last;
    return llvm::Error::success();
  }
  if (name == "header") {
    options.form = Options::Form::Header;
    return readImage(arguments, options);
  }
  if (const Arg *image = arguments.getLastArg(OPT_image))
    return usage("'" + image->getSpelling() +
                 "' is for --emit=header, but the stage is '" + name + "'");
  std::optional<Stage> stage = parseStage(name);
  if (!stage)
    return usage("unknown stage '" + name +
                 "': expected cm, json, mlir, calls, tt, ttg, llvm, ptx, "
                 "cubin, asm, obj, header or metadata");
  options.compile.stage = *stage;
  if (const Arg *version = arguments.getLastArg(OPT_tt_version)) {
    if (*stage != Stage::TT)
      return usage("--tt-version is for --emit=tt, but the stage is '" + name +
                   "'");
    options.compile.ttVersion = version->getValue();
  }
  bool isBinary = *stage == Stage::Cubin || *stage == Stage::Obj;
  if (isBinary && options.output == "-" &&
      llvm::sys::Process::StandardOutIsDisplayed())
    return usage("'" + name + "' is not for a terminal: expected -o FILE");
  return llvm::Error::success();
}

/// Writes the reproducer of a failure beside the output, or into the current
/// folder if the output is standard output or a device.
static void writeReproducer(StringRef input, StringRef output,
                            CompileResult &result) {
  llvm::sys::fs::file_status status;
  bool isSpecial = output == "-" ||
                   (!llvm::sys::fs::status(output, status) &&
                    status.type() != llvm::sys::fs::file_type::regular_file);
  const Reproducer &reproducer = *result.reproducer;
  std::string base = ((isSpecial ? "cm2tt" : output) + ".reproducer.").str();
  std::string file = (base + reproducer.suffix).str();
  // The input may be one itself, which is compiled again.
  if (isSameFile(file, input))
    file = (base + "again." + reproducer.suffix).str();
  std::error_code code = writeFile(file, reproducer.text);
  reproducer.addNote(result.diagnostics, file, code);
}

/// Refuses to write over what is read, or one output over another.
static llvm::Error checkFiles(const Options &options) {
  std::vector<NamedFile> files = {{"the input", options.input},
                                  {"--libdevice", options.compile.libdevice},
                                  {"--ptxas", options.compile.ptxas}};
  if (llvm::Error error = checkOutput("-o", options.output, files))
    return error;
  files.push_back({"-o", options.output});
  return checkOutput("--metadata", options.metadataFile, files);
}

/// Reads every option but --help and --version.
static llvm::Error readOptions(const ArgList &arguments, Options &options) {
  CompileOptions &compile = options.compile;
  options.input = arguments.getLastArgValue(OPT_INPUT).str();
  options.style.sourceRoots = {
      llvm::sys::path::parent_path(options.input).str()};
  options.output = arguments.getLastArgValue(OPT_output, "-").str();
  options.metadataFile = arguments.getLastArgValue(OPT_metadata).str();
  if (const Arg *signature = arguments.getLastArg(OPT_signature))
    compile.signature = signature->getValue();
  compile.target = arguments.getLastArgValue(OPT_target, compile.target).str();
  compile.timing = arguments.hasArg(OPT_timing);
  compile.reproduces = true;
  if (options.style.form == DiagnosticForm::JSON)
    for (OptionID option : {OPT_timing, OPT_print_ir_after_all})
      if (const Arg *arg = arguments.getLastArg(option))
        return usage("'" + arg->getSpelling() +
                     "' prints text where --diagnostics=json prints JSON");
  if (llvm::Error error = readCompileOptions(arguments, compile))
    return error;
  if (llvm::Error error = checkFiles(options))
    return error;
  return readStage(arguments, options);
}

static ExitCode fail(const Options &options, ExitCode code,
                     const llvm::Twine &message) {
  Diagnostic diagnostic;
  diagnostic.message = message.str();
  printDiagnostics(llvm::errs(), diagnostic, options.style);
  return code;
}

/// Writes a file or standard output, or says why not.
static ExitCode write(const Options &options, StringRef path, StringRef text) {
  std::error_code code = writeFile(path, text);
  if (!code)
    return Done;
  std::string name = path == "-" ? "standard output" : ("'" + path + "'").str();
  return fail(options, CommandLineFault,
              "cannot write " + name + ": " + plain::reasonOf(code));
}

/// Writes the C header of what was compiled.
static ExitCode writeHeader(const Options &options,
                            const CompileResult &result) {
  llvm::Expected<std::string> header =
      writeCHeader(result.metadata, result.output);
  if (!header)
    return fail(options, InputFault, llvm::toString(header.takeError()));
  return write(options, options.output, *header);
}

/// Has all threads allocate from the arena of the first one, which grows in
/// larger steps. The compiler has a thread of its own.
static void shareMemory() {
#ifdef M_ARENA_MAX
  mallopt(M_ARENA_MAX, 1);
#endif
}

static ExitCode compile(const Options &options) {
  shareMemory();
  auto input = readInput(options.input);
  if (!input)
    return fail(options, InputFault,
                "cannot read '" + options.input +
                    "': " + plain::reasonOf(input.getError()));

  Compiler compiler;
  std::string name = options.input == "-" ? "<stdin>" : options.input;
  CompileResult result =
      compiler.compile((*input)->getBuffer(), name, options.compile);
  if (result.reproducer)
    writeReproducer(options.input, options.output, result);
  printDiagnostics(llvm::errs(), result.diagnostics, options.style);
  if (!result.succeeded)
    return exitCode(result);

  std::string metadata = result.metadata.toJson();
  if (!options.metadataFile.empty())
    if (ExitCode code = write(options, options.metadataFile, metadata))
      return code;
  if (options.form == Options::Form::Header)
    return writeHeader(options, result);
  bool isMetadata = options.form == Options::Form::Metadata;
  return write(options, options.output, isMetadata ? metadata : result.output);
}

int tools::compileCommand(int argc, const char *const *argv) {
  Options options;
  DiagnosticStyle &style = options.style;
  llvm::Expected<InputArgList> arguments = readArguments(
      compileDescription, {argv + std::min(argc, 1), argv + argc}, style);
  if (!arguments)
    return report(compileDescription, arguments.takeError(), style);
  if (arguments->hasArg(OPT_help))
    return report(compileDescription, printHelp(compileDescription), style);
  if (arguments->hasArg(OPT_version))
    return report(compileDescription,
                  print(("cm2tt " + compilerVersion() + "\n").str()), style);
  if (llvm::Error error = readOptions(*arguments, options))
    return report(compileDescription, std::move(error), style);
  return compile(options);
}
