// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Changes kernels in `tt` so that most of them stay valid: extents and element
/// types are replaced in the entire text, operands by values of the same type,
/// operations by others of the same kind, and operations, loops and branches
/// are inserted between a value and its later uses.
///
/// The same seed makes the same change.

#ifndef CM2TT_TESTS_FUZZ_TILEMUTATOR_H
#define CM2TT_TESTS_FUZZ_TILEMUTATOR_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace cm2tt::fuzz {

/// Makes one to three changes to a text of MLIR in which each operation starts
/// on its own line. A text without such operations is returned as it is.
std::string mutateTiles(llvm::StringRef text, unsigned seed);

} // namespace cm2tt::fuzz

#endif // CM2TT_TESTS_FUZZ_TILEMUTATOR_H
