// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Times the compiler from a text to PTX in one process, as a server runs it:
///
///   BackEndBench [--runs=N] KERNEL ...
///
/// KERNEL is FILE[:WARPS[:STAGES[:TARGET]]], by default 4 warps, 3 stages and
/// sm_90a. Each line of output is a JSON object: the least processor time in
/// milliseconds of a compilation after the first, reading included, or an
/// error. back_end.py prints these times beside Triton's.

#include "cm2tt/Compiler/Compiler.h"

#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

#include <ctime>
#include <limits>

using namespace cm2tt;
using llvm::StringRef;

/// The processor time of the process in milliseconds.
static double processorTime() {
  timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return time.tv_sec * 1e3 + time.tv_nsec / 1e6;
}

/// The part of the text before the next colon, which is removed from it; the
/// default if it is empty.
static StringRef takePart(StringRef &text, StringRef byDefault) {
  StringRef part;
  std::tie(part, text) = text.split(':');
  return part.empty() ? byDefault : part;
}

/// The number that the text is, or 0.
static unsigned toNumber(StringRef text) {
  unsigned number = 0;
  return text.getAsInteger(10, number) ? 0 : number;
}

/// The times of a kernel.
static llvm::json::Object measure(StringRef kernel, unsigned runs) {
  llvm::json::Object result{{"kernel", kernel}};
  StringRef file = takePart(kernel, "");
  CompileOptions options;
  options.stage = Stage::PTX;
  options.numWarps = toNumber(takePart(kernel, "4"));
  options.numStages = toNumber(takePart(kernel, "3"));
  options.target = takePart(kernel, "sm_90a").str();
  auto text = llvm::MemoryBuffer::getFile(file);
  if (!text) {
    result["error"] = text.getError().message();
    return result;
  }
  Compiler compiler;
  double least = std::numeric_limits<double>::max();
  for (unsigned i = 0; i <= runs; ++i) {
    double begin = processorTime();
    CompileResult compiled =
        compiler.compile((*text)->getBuffer(), file, options);
    double spent = processorTime() - begin;
    if (!compiled.succeeded) {
      result["error"] = compiled.diagnostics.front().message;
      return result;
    }
    if (i > 0)
      least = std::min(least, spent);
  }
  result["total"] = least;
  return result;
}

int main(int argc, char **argv) {
  unsigned runs = 15;
  for (int i = 1; i < argc; ++i) {
    StringRef argument(argv[i]);
    if (argument.consume_front("--runs="))
      runs = toNumber(argument);
    else
      llvm::outs() << llvm::json::Value(measure(argument, runs)) << "\n";
    llvm::outs().flush();
  }
  return 0;
}
