// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The entry points that compile to PTX and to object code.

#include "CompileInternals.h"
#include "EntryPoints.h"
#include "cm2tt/Importer/Importer.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MathExtras.h"
#include <cstdlib>

using namespace cm2tt;
using namespace cm2tt::fuzz;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Limits and options
//===----------------------------------------------------------------------===//

// A kernel within these limits compiles in much less than the time that an
// input has, so that what takes longer is a finding. Code grows with the
// registers of a thread: a tile has as many elements as fit into 64 of each of
// its threads.
static constexpr size_t maxBytes = 32768;
static constexpr size_t maxLines = 600;
static constexpr uint64_t maxElementsPerWarp = 2048;

/// The number of elements of the largest tile that a text mentions.
static uint64_t largestTile(StringRef text) {
  uint64_t largest = 0;
  for (size_t at = text.find("tensor<"); at != StringRef::npos;
       at = text.find("tensor<", at + 1)) {
    StringRef type = text.drop_front(at + 7);
    uint64_t elements = 1, extent;
    while (!type.consumeInteger(10, extent) && type.consume_front("x"))
      elements = llvm::SaturatingMultiply(elements, extent);
    largest = std::max(largest, elements);
  }
  return largest;
}

/// Whether optimised `tt`, where loops are unrolled and calls are inlined, is
/// within the limits.
static bool isSmall(StringRef tt, unsigned numWarps) {
  return tt.count('\n') <= maxLines &&
         largestTile(tt) <= maxElementsPerWarp * numWarps;
}

/// The number of stages beyond which inputs get fewer: CM2TT_FUZZ_MAX_STAGES,
/// which `run.py --max-stages` sets. 1 leaves out software pipelining, whose
/// known faults would otherwise be most findings.
static unsigned maxStages() {
  static const unsigned most = [] {
    unsigned number = 0;
    const char *text = std::getenv("CM2TT_FUZZ_MAX_STAGES");
    return text && !StringRef(text).getAsInteger(10, number) && number ? number
                                                                       : 8u;
  }();
  return most;
}

/// The options for an input, from its first line. Numbers that the compiler
/// would refuse are left at their defaults: options are not what is fuzzed.
static CompileOptions optionsFor(StringRef input) {
  CompileOptions options;
  // Whether there is a CUDA toolkit must not matter.
  options.libdevice = "none";
  options.numStages = std::min(options.numStages, maxStages());
  StringRef line = input.take_until([](char c) { return c == '\n'; });
  if (!line.consume_front("// fuzz: "))
    return options;
  for (StringRef word : llvm::split(line, ' ')) {
    unsigned number;
    auto [name, value] = word.split('=');
    if (value.getAsInteger(10, number))
      continue;
    if (name == "num-warps" && llvm::isPowerOf2_32(number) && number <= 32)
      options.numWarps = number;
    else if (name == "num-stages" && number >= 1 && number <= 8)
      options.numStages = std::min(number, maxStages());
  }
  return options;
}

//===----------------------------------------------------------------------===//
// Outcomes
//===----------------------------------------------------------------------===//

/// Compiles to a stage and says what is wrong with the outcome.
static std::string compileAndCheck(StringRef input, CompileOptions options,
                                   Stage stage, StringRef target,
                                   CompileResult &result) {
  options.stage = stage;
  options.target = target.str();
  result = compile(input, options);
  std::string wrong = checkOutcome(result);
  if (wrong.empty() && result.succeeded && stage > Stage::TT) {
    if (!llvm::json::parse(result.metadata.toJson()))
      wrong = "the metadata is not JSON: " + result.metadata.toJson();
  }
  return wrong.empty()
             ? ""
             : (stageName(stage) + " for " + target + ": " + wrong).str();
}

/// The same for code, which must have the form of such.
static std::string checkCode(StringRef input, const CompileOptions &options,
                             Stage stage, StringRef target) {
  CompileResult result;
  std::string wrong = compileAndCheck(input, options, stage, target, result);
  if (!wrong.empty() || !result.succeeded)
    return wrong;
  StringRef code = result.output;
  bool isCode = stage == Stage::PTX ? code.contains("\n.target " + target.str())
                                    : code.starts_with("\x7f"
                                                       "ELF");
  return isCode ? ""
                : (stageName(stage) + " for " + target + " is not code").str();
}

/// The first stage of both entry points: optimised `tt` in `tt`, empty if the
/// input is refused or beyond the limits. Returns what is wrong.
static std::string compileToTt(StringRef input, const CompileOptions &options,
                               CompileResult &tt) {
  std::string wrong = compileAndCheck(input, options, Stage::TT, "sm_90a", tt);
  if (!wrong.empty() || !isSmall(tt.output, options.numWarps))
    tt.output.clear();
  return wrong;
}

std::string cm2tt::fuzz::compileTtirToPtx(StringRef input) {
  if (input.size() > maxBytes || !looksLikeMlir(input) ||
      input.contains("ttg."))
    return "";
  CompileOptions options = optionsFor(input);
  CompileResult tt, ttg, ptx;
  std::string wrong = compileToTt(input, options, tt);
  if (tt.output.empty())
    return wrong;
  wrong = checkCode(input, options, Stage::PTX, "sm_90a");
  if (!wrong.empty())
    return wrong;
  wrong = compileAndCheck(input, options, Stage::TTG, "sm_80", ttg);
  if (!wrong.empty() || !ttg.succeeded)
    return wrong;
  wrong = compileAndCheck(ttg.output, options, Stage::PTX, "sm_80", ptx);
  return wrong.empty() ? "" : "printed ttg: " + wrong + ttg.output;
}

std::string cm2tt::fuzz::compileModelToCode(StringRef input) {
  if (input.size() > maxBytes || input.contains("ttg."))
    return "";
  CompileOptions options = optionsFor(input);
  CompileResult tt;
  std::string wrong = compileToTt(input, options, tt);
  if (tt.output.empty())
    return wrong;
  wrong = checkCode(input, options, Stage::PTX, "sm_90a");
  // A CPU that is the same one everywhere.
  return wrong.empty() ? checkCode(input, options, Stage::Obj, "cpu:x86-64-v3")
                       : wrong;
}
