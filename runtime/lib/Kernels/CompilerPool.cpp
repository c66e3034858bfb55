// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The pool of compilers.

#include "CompilerPool.h"

using namespace cm2tt::runtime::kernels;

/// An MLIR context keeps every type, attribute and location that it has seen;
/// so one is not used for ever. Making another costs less than compiling once.
static constexpr unsigned mostUses = 64;
/// The maximum number of idle compilers.
static constexpr size_t mostIdle = 8;

CompilerPool::Lease CompilerPool::take() {
  {
    std::lock_guard<std::mutex> lock(mutex);
    if (!idle.empty()) {
      std::unique_ptr<Counted> counted = std::move(idle.back());
      idle.pop_back();
      return Lease(*this, std::move(counted));
    }
  }
  return Lease(*this, std::make_unique<Counted>());
}

void CompilerPool::give(std::unique_ptr<Counted> counted) {
  if (++counted->uses >= mostUses)
    return;
  std::lock_guard<std::mutex> lock(mutex);
  if (idle.size() < mostIdle)
    idle.push_back(std::move(counted));
}
