// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// `cm2tt bench`: runs a kernel over a range of sizes and measures it.
///
/// Each size is first launched for a tenth of its runs without being measured.
/// The slowest and fastest tenth are printed, since the mean says little on a
/// machine with other users. Buffers stay in caches if they fit;
/// `--bytes=FORMULA` gives the traffic of a kernel that reads a buffer twice.
///
/// Not here: the options (BenchOptions.h), what is printed (BenchReport.h).

#include "BenchOptions.h"
#include "BenchReport.h"
#include "CommandLine.h"
#include "Commands.h"
#include "Files.h"
#include "RunSteps.h"

#include "cm2tt/Lowering/PlainText.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <cstdio>

using namespace llvm;
using namespace cm2tt;
using namespace cm2tt::runtime;
using namespace cm2tt::tools;

static const Command benchDescription = {
    "cm2tt bench", opt::Visibility(BenchVis),
    "measure a kernel over a range of sizes",
    R"(cm2tt bench [options] MODEL --sizes=LIST --grid=X[,Y[,Z]] --arg=VALUE ...

MODEL is a file, or - for standard input: JSON, code-model text or MLIR.
Formulas have the size n, numbers with K, M or G, + - * / %, parentheses,
cdiv(a,b), which rounds up, min(a,b), max(a,b) and pow2(a), the least power of
two from a on.)",
    R"(
exit codes: 0 done, 1 the input or the device is at fault, 2 the command line
is, 3 the compiler failed

example:
  cm2tt bench examples/babylon/vector-add/model.json --sizes=4K:16M:x4 \
    --grid='cdiv(n,1024)' --arg=random:fp32:n --arg=random:fp32:n:1 \
    --arg=empty:fp32:n --arg=n
)"};

namespace {
/// One run of the command.
class Bench {
public:
  explicit Bench(const BenchOptions &options) : options(options) {}
  /// Measures all sizes.
  Expected<BenchReport> run();

private:
  Expected<BenchRow> measure(const BenchSize &size);
  /// The code for a signature, compiled when it is first asked for.
  Expected<const CompileResult *> codeFor(const std::string &signature);
  Expected<RunReport> launch(const CompileResult &code,
                             const RunArguments &arguments,
                             const BenchSize &size);

  const BenchOptions &options;
  Compiler compiler;
  std::unique_ptr<MemoryBuffer> model;
  std::unique_ptr<Device> device;
  StringMap<CompileResult> compiled;
};
} // namespace

Expected<const CompileResult *> Bench::codeFor(const std::string &signature) {
  auto found = compiled.find(signature);
  if (found != compiled.end())
    return &found->second;
  StringRef target = options.run.target;
  Expected<CompileResult> code =
      compileFor(compiler, *model, options.run, signature,
                 target == "native" ? device->target() : target);
  if (!code)
    return code.takeError();
  return &compiled.try_emplace(signature, std::move(*code)).first->second;
}

/// The default number of launches to measure: those of half a second.
static unsigned launchesFor(double milliseconds) {
  constexpr double budget = 500, fewest = 10, most = 1000;
  if (milliseconds <= 0)
    return most;
  return static_cast<unsigned>(std::clamp(budget / milliseconds, fewest, most));
}

Expected<RunReport> Bench::launch(const CompileResult &code,
                                  const RunArguments &arguments,
                                  const BenchSize &size) {
  RunSettings settings;
  settings.grid = size.grid;
  settings.repeat = options.repeat;
  if (options.repeat == 0) {
    // The quickest of some tells how long one takes.
    settings.repeat = 3;
    Expected<RunReport> trial =
        runKernel(*device, code.output, code.metadata, arguments, settings);
    if (!trial)
      return trial;
    settings.repeat = launchesFor(trial->lowMilliseconds);
  }
  settings.warmUps = std::max(settings.repeat / 10, 1u);
  return runKernel(*device, code.output, code.metadata, arguments, settings);
}

Expected<BenchRow> Bench::measure(const BenchSize &size) {
  Expected<RunArguments> arguments =
      bindToModel(compiler, *model, options.run, size.request);
  if (!arguments)
    return arguments.takeError();
  Expected<const CompileResult *> code = codeFor(arguments->signature);
  if (!code)
    return code.takeError();
  Expected<RunReport> report = launch(**code, *arguments, size);
  if (!report)
    return report.takeError();
  BenchRow row;
  row.n = size.n;
  row.report = *report;
  row.bytes = size.bytes ? *size.bytes : report->bufferBytes;
  if (size.flops)
    row.flops = *size.flops;
  row.signature = arguments->signature;
  return row;
}

Expected<BenchReport> Bench::run() {
  Expected<std::unique_ptr<MemoryBuffer>> read = readModel(options.run.model);
  if (!read)
    return read.takeError();
  model = std::move(*read);
  Expected<std::unique_ptr<Device>> opened =
      openDevice(options.run, /*checked=*/nullptr);
  if (!opened)
    return opened.takeError();
  device = std::move(*opened);
  BenchReport result;
  for (int64_t n : options.sizes) {
    Expected<BenchSize> size = sizeFor(options, n);
    if (!size)
      return size.takeError();
    Expected<BenchRow> row = measure(*size);
    if (!row) {
      errs() << "cm2tt: where n is " << n << ":\n";
      return row.takeError();
    }
    result.rows.push_back(std::move(*row));
  }
  StringRef name = compiled.begin()->second.metadata.name;
  result.title = (name + " on " + device->name()).str();
  return result;
}

static Error bench(const BenchOptions &options) {
  Expected<BenchReport> result = Bench(options).run();
  // The output of a kernel on the CPU precedes the report.
  std::fflush(stdout);
  if (!result)
    return result.takeError();
  return print(options.csv ? result->csv() : result->table());
}

int tools::benchCommand(int argc, const char *const *argv) {
  BenchOptions options;
  return performCommand(benchDescription, ArrayRef(argv, argc),
                        options.run.style,
                        [&](const opt::InputArgList &arguments) {
                          Error error = readBenchOptions(arguments, options);
                          return error ? std::move(error) : bench(options);
                        });
}
