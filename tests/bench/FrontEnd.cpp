// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Times the front end in process, with Google Benchmark:
///
///   front_end.py build/bin/cm2tt --sizes=1000,10000 --write=models
///   FrontEndBench models/*.json [--benchmark_filter=...]
///
/// Measures each model: reading alone, and all up to optimised `tt`, both with
/// a context that has seen it before, as in a server; and the latter with a new
/// compiler, as in a process. `per_op` is the time of one of its operations.

#include "cm2tt/Compiler/Compiler.h"
#include "cm2tt/Dialect/CM/CMDialect.h"
#include "cm2tt/Importer/Importer.h"

#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"

#include <benchmark/benchmark.h>

#include <cstdio>
#include <optional>
#include <string>
#include <vector>

using namespace cm2tt;

/// Counts what the rate of a benchmark is about: the operations of a model.
static void countOperations(benchmark::State &state, const std::string &model) {
  double count = llvm::StringRef(model).count("\"op\":");
  state.counters["ops"] = count;
  state.counters["per_op"] = benchmark::Counter(
      count * state.iterations(),
      benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

static void readModel(benchmark::State &state, const std::string &model) {
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  for (auto _ : state) {
    llvm::SourceMgr sources;
    sources.AddNewSourceBuffer(
        llvm::MemoryBuffer::getMemBuffer(model, "model.json"), llvm::SMLoc());
    if (!importJson(sources, &context))
      return state.SkipWithError("the model cannot be read");
  }
  countOperations(state, model);
}

static void compile(benchmark::State &state, const std::string &model,
                    bool isNewEachTime) {
  CompileOptions options;
  options.stage = Stage::TT;
  std::optional<Compiler> compiler(std::in_place);
  for (auto _ : state) {
    if (isNewEachTime)
      compiler.emplace();
    CompileResult result = compiler->compile(model, "model.json", options);
    if (!result.succeeded)
      return state.SkipWithError(result.diagnostics.front().message.c_str());
  }
  countOperations(state, model);
}

int main(int argc, char **argv) {
  benchmark::Initialize(&argc, argv);
  std::vector<std::string> models;
  models.reserve(argc); // benchmarks refer to them
  for (int i = 1; i < argc; ++i) {
    auto file = llvm::MemoryBuffer::getFile(argv[i]);
    if (!file) {
      std::fprintf(stderr, "%s: cannot be read\n", argv[i]);
      return 1;
    }
    const std::string &model = models.emplace_back((*file)->getBuffer());
    std::string name = llvm::sys::path::stem(argv[i]).str();
    auto add = [&](const char *what, auto run) {
      benchmark::RegisterBenchmark((name + "/" + what).c_str(), run)
          ->Unit(benchmark::kMillisecond);
    };
    add("read", [&model](benchmark::State &state) { readModel(state, model); });
    add("compile",
        [&model](benchmark::State &state) { compile(state, model, false); });
    add("compile-new",
        [&model](benchmark::State &state) { compile(state, model, true); });
  }
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
