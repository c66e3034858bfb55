// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The command line of `cm2tt`: one table of options, which is also the help.
///
/// Not LLVM's command-line library: it prints what is wrong by itself, in its
/// own form, and takes the hundreds of options of LLVM's passes.
///
/// Not here: the options of `cm2tt run` (Run.cpp).

#include "Options.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace cm2tt;
using namespace cm2tt::tools;
using llvm::StringRef;

static constexpr llvm::StringLiteral helpHead =
    R"(cm2tt: compile a GPU kernel written in Java, given as a code model (JSON or
text) or as Triton IR, to PTX

usage: cm2tt [options] INPUT

INPUT is a file, or - for standard input: JSON, code-model text or MLIR.

)";

static constexpr llvm::StringLiteral helpTail = R"(
exit codes: 0 done, 1 the input is at fault, 2 the command line is, 3 the
compiler failed

cm2tt run --help says how to run a kernel from the shell.

example:
  cm2tt examples/vector-add/model.json -o kernel.ptx --target=sm_90a
)";

namespace {
/// Everything that the command line says.
struct CommandLine {
  Options options;
  std::string stage;
  bool showTypes = false;
  bool help = false;
  bool version = false;
};

/// An option: its name, what stands for its value in the help (empty: it has
/// none), its line of help, and what it does. That gives what is expected of
/// the value if it is wrong, else an empty text.
struct OptionSpec {
  llvm::StringLiteral name, value, help;
  StringRef (*apply)(StringRef value, CommandLine &line);
};
} // namespace

/// Reads a whole number.
static StringRef readNumber(StringRef text, unsigned &number) {
  return text.getAsInteger(10, number) ? "a number" : "";
}

static const OptionSpec optionTable[] = {
    {"o", "FILE", "where the output goes (standard output)",
     [](StringRef value, CommandLine &line) -> StringRef {
       line.options.output = value.str();
       return "";
     }},
    {"emit", "STAGE",
     "cm, json, mlir, tt, ttg, llvm, ptx, cubin or metadata;\n"
     "default: by FILE's suffix (.cm .json .mlir .ttir .ttg\n"
     ".ll .ptx .cubin), else ptx",
     [](StringRef value, CommandLine &line) -> StringRef {
       line.stage = value.str();
       return "";
     }},
    {"kernel", "NAME", "the kernel, if the model has several",
     [](StringRef value, CommandLine &line) -> StringRef {
       line.options.compile.kernel = value.str();
       return "";
     }},
    {"signature", "LIST",
     "argument types, as '*fp32:16,i32,64': TYPE, TYPE:16\n"
     "(divisible by 16), TYPE:1 (equal to 1) or a constant",
     [](StringRef value, CommandLine &line) -> StringRef {
       line.options.compile.signature = value.str();
       return "";
     }},
    {"target", "sm_XX", "the GPU to compile for (sm_80)",
     [](StringRef value, CommandLine &line) -> StringRef {
       line.options.compile.target = value.str();
       return "";
     }},
    {"num-warps", "N", "warps of 32 threads in a block (4)",
     [](StringRef value, CommandLine &line) {
       return readNumber(value, line.options.compile.numWarps);
     }},
    {"num-stages", "N", "buffers of a pipelined loop (3)",
     [](StringRef value, CommandLine &line) {
       return readNumber(value, line.options.compile.numStages);
     }},
    {"metadata", "FILE", "write what a launcher needs, as JSON",
     [](StringRef value, CommandLine &line) -> StringRef {
       line.options.metadataFile = value.str();
       return "";
     }},
    {"ptxas", "PROGRAM", "the assembler for --emit=cubin",
     [](StringRef value, CommandLine &line) -> StringRef {
       line.options.compile.ptxas = value.str();
       return "";
     }},
    {"show-types", "", "write the code model with each value's type",
     [](StringRef, CommandLine &line) -> StringRef {
       line.showTypes = true;
       return "";
     }},
    {"timing", "", "report the time of each stage",
     [](StringRef, CommandLine &line) -> StringRef {
       line.options.compile.timing = true;
       return "";
     }},
    {"print-ir-after-all", "", "print the IR after each pass",
     [](StringRef, CommandLine &line) -> StringRef {
       line.options.compile.printIRAfterAll = true;
       return "";
     }},
    {"version", "", "print the version",
     [](StringRef, CommandLine &line) -> StringRef {
       line.version = true;
       return "";
     }},
    {"help", "", "print this text",
     [](StringRef, CommandLine &line) -> StringRef {
       line.help = true;
       return "";
     }},
};

/// Prints the table of options between the head and the tail.
static void printHelp(llvm::raw_ostream &os) {
  constexpr unsigned width = 22;
  os << helpHead;
  for (const OptionSpec &spec : optionTable) {
    std::string left = spec.name.size() == 1 ? "-" : "--";
    left += spec.name;
    if (!spec.value.empty())
      left += (spec.name.size() == 1 ? " " : "=") + spec.value.str();
    os << "  " << left;
    os.indent(width > left.size() ? width - left.size() : 1);
    for (StringRef rest = spec.help; !rest.empty();) {
      auto [text, next] = rest.split('\n');
      os << text << "\n";
      rest = next;
      if (!rest.empty())
        os.indent(width + 2);
    }
  }
  os << helpTail;
}

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
      .Default(std::nullopt);
}

/// Reports what is wrong with the command line.
static ExitCode complain(const llvm::Twine &message) {
  llvm::errs() << "cm2tt: error: " << message
               << "\ncm2tt: note: see cm2tt --help\n";
  return CommandLineFault;
}

/// Decides what is written from --emit, --show-types and the file's name.
static std::optional<ExitCode> chooseStage(CommandLine &line) {
  std::string name = line.stage;
  if (name.empty() && line.showTypes)
    name = "typed";
  if (name.empty())
    name = stageOfSuffix(line.options.output).value_or("ptx").str();
  if (name == "metadata") {
    line.options.emitMetadata = true;
    return std::nullopt;
  }
  std::optional<Stage> stage = parseStage(name);
  if (!stage)
    return complain("unknown stage '" + name +
                    "': expected cm, json, mlir, tt, ttg, llvm, ptx, cubin or "
                    "metadata");
  line.options.compile.stage = *stage;
  return std::nullopt;
}

/// Reads the option that `rest` begins with and drops it.
static std::optional<ExitCode> readOption(llvm::ArrayRef<const char *> &rest,
                                          CommandLine &line) {
  StringRef text = rest.front();
  rest = rest.drop_front();
  auto [dashed, value] = text.split('=');
  bool hasValue = text.contains('=');
  StringRef name = dashed.drop_while([](char c) { return c == '-'; });
  const OptionSpec *spec = llvm::find_if(
      optionTable, [&](const OptionSpec &each) { return each.name == name; });
  if (spec == std::end(optionTable))
    return complain("unknown option '" + dashed + "'");
  if (spec->value.empty() && hasValue)
    return complain("'" + dashed + "' takes no value");
  if (!spec->value.empty() && !hasValue) {
    if (rest.empty())
      return complain("'" + dashed + "' needs a value: " + spec->value);
    value = rest.front();
    rest = rest.drop_front();
  }
  StringRef expected = spec->apply(value, line);
  if (!expected.empty())
    return complain("wrong value of '" + dashed + "': '" + value +
                    "', expected " + expected);
  return std::nullopt;
}

/// Reads everything behind the program's name.
static std::optional<ExitCode> readAll(llvm::ArrayRef<const char *> rest,
                                       CommandLine &line) {
  bool onlyFiles = false;
  while (!rest.empty()) {
    StringRef text = rest.front();
    if (!onlyFiles && text.starts_with("-") && text != "-" && text != "--") {
      if (std::optional<ExitCode> code = readOption(rest, line))
        return code;
      continue;
    }
    rest = rest.drop_front();
    if (!onlyFiles && text == "--")
      onlyFiles = true;
    else if (line.options.input.empty())
      line.options.input = text.str();
    else
      return complain("one input only: '" + text + "', there is '" +
                      line.options.input + "' already");
  }
  return std::nullopt;
}

std::optional<ExitCode> tools::parseOptions(int argc, const char *const *argv,
                                            Options &options) {
  CommandLine line;
  if (auto code = readAll({argv + std::min(argc, 1), argv + argc}, line))
    return code;
  if (line.help) {
    printHelp(llvm::outs());
    return Done;
  }
  if (line.version) {
    llvm::outs() << "cm2tt " << compilerVersion() << "\n";
    return Done;
  }
  if (line.options.input.empty())
    return complain("no input: expected a file, or - for standard input");
  if (auto code = chooseStage(line))
    return code;
  options = std::move(line.options);
  options.compile.reproducer =
      (options.output == "-" ? "cm2tt" : options.output) + ".reproducer.mlir";
  return std::nullopt;
}
