// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Shared by the files of the pass.

#ifndef CM2TT_LIB_TTSIMPLIFYITERARGS_TTSIMPLIFYITERARGSINTERNALS_H
#define CM2TT_LIB_TTSIMPLIFYITERARGS_TTSIMPLIFYITERARGSINTERNALS_H

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace cm2tt {

/// Replaces all values that `loop` carries and that are equal in every
/// iteration by one of them; those are carried still, but not used. Returns how
/// many there are.
unsigned mergeEqualCarried(mlir::scf::ForOp loop);

} // namespace cm2tt

#endif // CM2TT_LIB_TTSIMPLIFYITERARGS_TTSIMPLIFYITERARGSINTERNALS_H
