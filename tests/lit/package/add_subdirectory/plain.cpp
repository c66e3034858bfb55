// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// A user of MLIR that knows nothing of cm2tt.

#include "mlir/IR/MLIRContext.h"

int main() { return mlir::MLIRContext().getLoadedDialects().empty(); }
