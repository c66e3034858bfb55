// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The depth to which MLIR text is nested. MLIR's parser calls itself for each
/// level without a limit, so that the driver refuses text with more than 600
/// nested brackets.
///
/// Not here: code models, whose readers limit their own depth to 256 bodies.

#ifndef CM2TT_COMPILER_DRIVER_NESTING_H
#define CM2TT_COMPILER_DRIVER_NESTING_H

#include "llvm/ADT/StringRef.h"

#include <optional>

namespace cm2tt {

/// The most brackets of any kind that may be open. 256 bodies, as code models
/// have at most, have two each in the generic form.
constexpr unsigned maxBrackets = 600;

/// The location at which the text exceeds that depth; std::nullopt if it does
/// not. Strings and comments do not count.
std::optional<size_t> findTooDeep(llvm::StringRef text);

} // namespace cm2tt

#endif // CM2TT_COMPILER_DRIVER_NESTING_H
