// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// `cm2tt explain`: one page about what becomes of a kernel.
///
/// Not here: what is on the page (explain/Explain.h).

#include "CommandLine.h"
#include "Commands.h"
#include "Files.h"
#include "RunSteps.h"
#include "explain/Explain.h"

#include "cm2tt/Compiler/Compiler.h"
#include "cm2tt/Lowering/PlainText.h"

#include "llvm/Option/Arg.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace cm2tt;
using namespace cm2tt::tools;

static const Command explainDescription = {
    "cm2tt explain", opt::Visibility(ExplainVis),
    "show what becomes of a kernel, as a page for a browser",
    R"(cm2tt explain [options] MODEL -o FILE.html

MODEL is a file, or - for standard input: JSON, code-model text or MLIR. The page
has the source with types and remarks, layouts, loops, shared memory and the text
of each stage. It needs no other file and no network.)",
    R"(
exit codes: 0 done, 1 the input is at fault, 2 the command line is, 3 the
compiler failed

example:
  cm2tt explain examples/babylon/matmul/model.json -o matmul.html --target=sm_90a
)"};

/// Files with more bytes are no source that anybody reads.
static constexpr uint64_t mostSourceBytes = 1 << 20;

namespace {
/// The request of the command line.
struct ExplainOptions {
  CompileOptions compile;
  std::string input, output;
  DiagnosticStyle style;
};
} // namespace

static Error readOptions(const opt::ArgList &arguments,
                         ExplainOptions &options) {
  CompileOptions &compile = options.compile;
  options.input = arguments.getLastArgValue(OPT_INPUT).str();
  options.output = arguments.getLastArgValue(OPT_output, "-").str();
  options.style.sourceRoots = {sys::path::parent_path(options.input).str()};
  compile.target = arguments.getLastArgValue(OPT_target, compile.target).str();
  if (const opt::Arg *signature = arguments.getLastArg(OPT_signature))
    compile.signature = signature->getValue();
  if (Error error = readCompileOptions(arguments, compile))
    return error;
  // As the runtime launches it.
  compile.launcher = WordSet<LauncherFeature>::all();
  return checkOutput("-o", options.output, {{"the input", options.input}});
}

/// The Java source beside the model; empty if it is not there. No other file is
/// read, since models may come from anywhere.
static std::string readSource(StringRef name, const ExplainOptions &options) {
  if (!name.ends_with(".java") || sys::path::filename(name) != name)
    return "";
  SmallString<128> path(options.style.sourceRoots.front());
  sys::path::append(path, name);
  uint64_t size;
  if (!sys::fs::is_regular_file(path) || sys::fs::file_size(path, size) ||
      size > mostSourceBytes)
    return "";
  auto file = MemoryBuffer::getFile(path, /*IsText=*/true);
  return file ? (*file)->getBuffer().str() : "";
}

namespace {
/// The stages of one model, compiled with one compiler.
class Stages {
public:
  Stages(const MemoryBuffer &model, const ExplainOptions &options)
      : model(model), options(options) {}

  /// The result of a stage, or the errors of the compiler.
  Expected<CompileResult> compile(Stage stage) {
    CompileOptions request = options.compile;
    request.stage = stage;
    // Only the whole compilation has all remarks.
    request.remarks = stage == defaultStage(request.target);
    StringRef name =
        options.input == "-" ? "<stdin>" : StringRef(options.input);
    CompileResult result = compiler.compile(model.getBuffer(), name, request);
    if (result.succeeded)
      return result;
    return make_error<CompileError>(std::move(result.diagnostics),
                                    exitCode(result), options.style);
  }

private:
  Compiler compiler;
  const MemoryBuffer &model;
  const ExplainOptions &options;
};
} // namespace

/// The text of a stage that may not exist for the input, such as that of a code
/// model where the input is `tt`.
static std::string textIfAny(Stages &stages, Stage stage) {
  Expected<CompileResult> result = stages.compile(stage);
  if (result)
    return std::move(result->output);
  consumeError(result.takeError());
  return "";
}

static Expected<Explanation> explain(const ExplainOptions &options) {
  Expected<std::unique_ptr<MemoryBuffer>> model = readModel(options.input);
  if (!model)
    return model.takeError();
  Stages stages(**model, options);
  Stage last = defaultStage(options.compile.target);
  Expected<CompileResult> code = stages.compile(last);
  if (!code)
    return code.takeError();
  Explanation explanation;
  explanation.inputName = sys::path::filename(options.input).str();
  explanation.metadata = std::move(code->metadata);
  explanation.code = std::move(code->output);
  explanation.codeName = stageName(last).str();
  explanation.remarks = std::move(code->diagnostics);
  explanation.typed = textIfAny(stages, Stage::Typed);
  explanation.tt = textIfAny(stages, Stage::TT);
  if (!isCpuTarget(options.compile.target))
    explanation.ttg = textIfAny(stages, Stage::TTG);
  if (explanation.typed.empty()) {
    explanation.sourceName = explanation.inputName;
    explanation.source = (*model)->getBuffer().str();
  } else {
    explanation.sourceName = readSourceName(explanation.typed);
    explanation.source = readSource(explanation.sourceName, options);
  }
  if (!explanation.ttg.empty())
    readModule(explanation);
  return explanation;
}

/// Writes the page whole or not at all.
static Error write(const ExplainOptions &options) {
  Expected<Explanation> explanation = explain(options);
  if (!explanation)
    return explanation.takeError();
  std::string page;
  raw_string_ostream os(page);
  writePage(os, *explanation);
  if (options.output == "-")
    return print(page);
  if (std::error_code code = writeFile(options.output, page))
    return usage("cannot write '" + options.output +
                 "': " + plain::reasonOf(code));
  return Error::success();
}

int tools::explainCommand(int argc, const char *const *argv) {
  ExplainOptions options;
  return performCommand(explainDescription, ArrayRef(argv, argc), options.style,
                        [&](const opt::InputArgList &arguments) {
                          Error error = readOptions(arguments, options);
                          return error ? std::move(error) : write(options);
                        });
}
