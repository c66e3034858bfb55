// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The targets of the compiler by name.
///
/// Not here: their properties (Conversion/TargetInfo.h,
/// Conversion/HostTarget.h).

#ifndef CM2TT_COMPILER_TARGETS_H
#define CM2TT_COMPILER_TARGETS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace cm2tt {

/// Fails unless code can be compiled for the target: a GPU such as `sm_90a`,
/// `cpu` or `cpu:NAME`.
llvm::Error checkTarget(llvm::StringRef target);

} // namespace cm2tt

#endif // CM2TT_COMPILER_TARGETS_H
