// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Compilers for threads that compile at the same time. A compiler is replaced
/// after 64 kernels, since an MLIR context never frees types and attributes.

#ifndef CM2TT_RUNTIME_KERNELS_COMPILERPOOL_H
#define CM2TT_RUNTIME_KERNELS_COMPILERPOOL_H

#include "cm2tt/Compiler/Compiler.h"

#include <memory>
#include <mutex>
#include <vector>

namespace cm2tt::runtime::kernels {

/// Makes compilers as they are needed and keeps them for later.
class CompilerPool {
  /// A compiler and how often it was lent.
  struct Counted {
    Compiler compiler;
    unsigned uses = 0;
  };

public:
  /// A compiler that is lent to one thread.
  class Lease {
  public:
    Lease(CompilerPool &pool, std::unique_ptr<Counted> counted)
        : pool(pool), counted(std::move(counted)) {}
    Lease(const Lease &) = delete;
    ~Lease() { pool.give(std::move(counted)); }
    Compiler *operator->() { return &counted->compiler; }

  private:
    CompilerPool &pool;
    std::unique_ptr<Counted> counted;
  };

  /// Lends one.
  Lease take();

private:
  void give(std::unique_ptr<Counted> counted);

  std::mutex mutex;
  std::vector<std::unique_ptr<Counted>> idle;
};

} // namespace cm2tt::runtime::kernels

#endif // CM2TT_RUNTIME_KERNELS_COMPILERPOOL_H
