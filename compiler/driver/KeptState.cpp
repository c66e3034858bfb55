// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Creates and finds the passes that a compiler keeps.

#include "KeptState.h"

#include <tuple>

using namespace mlir;
using namespace cm2tt;

/// The number of phases whose passes are kept. A kernel uses three; an
/// autotuner adds two for each number of warps and stages.
constexpr size_t maxPhases = 64;

bool Phase::operator==(const Phase &other) const {
  return kind == other.kind && options == other.options;
}

std::unique_ptr<PassManager> Phase::makePasses(MLIRContext &context) const {
  auto passes = std::make_unique<PassManager>(&context);
  // Once after the phase instead of after each pass, where it took three times
  // as long as the passes of `tt` themselves.
  passes->enableVerifier(false);
  switch (kind) {
  case Model:
    buildFrontEndPhase(*passes, options);
    buildTTPhase(*passes, options);
    break;
  case Tiles:
    buildTTPhase(*passes, options);
    break;
  case Layouts:
    buildTTGPhase(*passes, options);
    break;
  case SharedMemory:
    buildSharedMemoryPhase(*passes);
    break;
  case Threads:
    buildLLVMPhase(*passes, options);
    break;
  case Cpu:
    buildCPUPhase(*passes, options);
    break;
  }
  return passes;
}

PassManager &KeptState::findPasses(MLIRContext &context, const Phase &phase) {
  for (auto &[known, manager] : passes)
    if (known == phase)
      return *manager;
  if (passes.size() == maxPhases)
    passes.clear();
  passes.emplace_back(phase, phase.makePasses(context));
  return *passes.back().second;
}
