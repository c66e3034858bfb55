// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The command line of `cm2tt`, on LLVM's command-line library.

#include "Options.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace cm2tt;
using namespace cm2tt::tools;
namespace cl = llvm::cl;

static cl::OptionCategory category("Options");

static cl::opt<std::string> input(cl::Positional, cl::desc("INPUT"),
                                  cl::cat(category));
static cl::opt<std::string> output("o", cl::desc("Where the output goes"),
                                   cl::value_desc("FILE"), cl::init("-"),
                                   cl::cat(category));
static cl::opt<std::string>
    emit("emit",
         cl::desc("What to write: cm, json, mlir, tt, ttg, llvm, ptx, cubin or "
                  "metadata; by default as FILE's suffix says (.cm .json "
                  ".mlir .ttir .ttg .ll .ptx .cubin), else ptx"),
         cl::value_desc("STAGE"), cl::cat(category));
static cl::opt<std::string> kernel("kernel", cl::desc("The kernel to compile"),
                                   cl::value_desc("NAME"), cl::cat(category));
static cl::opt<std::string>
    signature("signature",
              cl::desc("Argument types, as '*fp32:16,i32,64': TYPE, TYPE:16 "
                       "(divisible by 16), TYPE:1 (equal to 1) or a constant"),
              cl::value_desc("LIST"), cl::cat(category));
static cl::opt<std::string> target("target",
                                   cl::desc("The GPU to compile for (sm_80)"),
                                   cl::value_desc("sm_80|sm_90a|..."),
                                   cl::init("sm_80"), cl::cat(category));
static cl::opt<unsigned>
    numWarps("num-warps", cl::desc("Warps of 32 threads in a block (4)"),
             cl::value_desc("N"), cl::init(4), cl::cat(category));
static cl::opt<unsigned> numStages("num-stages",
                                   cl::desc("Buffers of a pipelined loop (3)"),
                                   cl::value_desc("N"), cl::init(3),
                                   cl::cat(category));
static cl::opt<std::string>
    metadata("metadata", cl::desc("Write what a launcher needs, as JSON"),
             cl::value_desc("FILE"), cl::cat(category));
static cl::opt<std::string> ptxas("ptxas",
                                  cl::desc("The assembler for --emit=cubin"),
                                  cl::value_desc("PROGRAM"), cl::cat(category));
static cl::opt<bool>
    showTypes("show-types",
              cl::desc("Write the code model with each value's type"),
              cl::cat(category));
static cl::opt<bool> remarks("remarks",
                             cl::desc("Report what was folded and unrolled"),
                             cl::cat(category));
static cl::opt<bool> timing("timing", cl::desc("Report the time of each stage"),
                            cl::cat(category));
static cl::opt<bool> printAfterAll("print-ir-after-all",
                                   cl::desc("Print the IR after each pass"),
                                   cl::cat(category));
static cl::extrahelp example(
    "\nCompiles a GPU kernel written in Java, given as a code model (JSON or "
    "text)\nor as Triton IR, to PTX.\n\n"
    "  cm2tt run --help      how to run a kernel from the shell\n\n"
    "Example:\n"
    "  cm2tt examples/vector-add/model.json -o kernel.ptx --target=sm_90a\n");

/// The stage that a file's suffix stands for.
static std::optional<llvm::StringRef> stageOfSuffix(llvm::StringRef file) {
  return llvm::StringSwitch<std::optional<llvm::StringRef>>(
             llvm::sys::path::extension(file))
      .Case(".cm", "cm")
      .Case(".json", "json")
      .Case(".mlir", "mlir")
      .Case(".ttir", "tt")
      .Case(".ttg", "ttg")
      .Case(".ll", "llvm")
      .Case(".ptx", "ptx")
      .Case(".cubin", "cubin")
      .Default(std::nullopt);
}

static ExitCode complain(const llvm::Twine &message) {
  llvm::errs() << "cm2tt: " << message << "; see cm2tt --help\n";
  return CommandLineFault;
}

/// Decides what is written from --emit, --show-types and the file's name.
static std::optional<ExitCode> chooseStage(Options &options) {
  std::string name = emit;
  if (name.empty() && showTypes)
    name = "typed";
  if (name.empty())
    name = stageOfSuffix(options.output).value_or("ptx").str();
  if (name == "metadata") {
    options.emitMetadata = true;
    return std::nullopt;
  }
  std::optional<Stage> stage = parseStage(name);
  if (!stage)
    return complain("unknown stage '" + name + "'");
  options.compile.stage = *stage;
  return std::nullopt;
}

std::optional<ExitCode> tools::parseOptions(int argc, const char *const *argv,
                                            Options &options) {
  cl::HideUnrelatedOptions(category);
  cl::SetVersionPrinter([](llvm::raw_ostream &os) {
    os << "cm2tt " << compilerVersion() << "\n";
  });
  if (!cl::ParseCommandLineOptions(argc, argv, "", &llvm::errs()))
    return CommandLineFault;
  if (input.empty())
    return complain("no input file; - is standard input");
  options.input = input;
  options.output = output;
  options.metadataFile = metadata;
  options.compile.kernel = kernel;
  if (signature.getNumOccurrences())
    options.compile.signature = signature;
  options.compile.target = target;
  options.compile.numWarps = numWarps;
  options.compile.numStages = numStages;
  options.compile.ptxas = ptxas;
  options.compile.remarks = remarks;
  options.compile.timing = timing;
  options.compile.printIRAfterAll = printAfterAll;
  if (options.output != "-")
    options.compile.reproducer = options.output + ".reproducer.mlir";
  return chooseStage(options);
}
