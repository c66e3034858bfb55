// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The passes from `tt` to loops over vectors, for CPUs; Passes.td documents
/// them.

#ifndef CM2TT_CPU_PASSES_H
#define CM2TT_CPU_PASSES_H

#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassManager.h"

// Generated code names parameters that it does not use.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"

namespace cm2tt {

#define GEN_PASS_DECL
#include "cm2tt/CPU/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "cm2tt/CPU/Passes.h.inc"

} // namespace cm2tt

#pragma GCC diagnostic pop

#endif // CM2TT_CPU_PASSES_H
