// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The versions of Triton whose text `tt` is printed in.
///
/// The parser accepts the text of all of them. What differs in a text:
///
/// - a barrier of a block is `gpu.barrier`, from 3.7 on `ttg.barrier all`;
/// - a descriptor of a 16x8 block is `<tensor<16x8xf16>>`, from 3.8 on
///   `<16x8xf16>`;
/// - block pointers exist up to 3.7;
/// - the caching of an access is keywords, from 3.9 on `cachePolicy`;
/// - the address space of a pointer is a number, from 3.9 on a string.
///
///
/// Not here: operations that a version lacks (TTSetVersion).

#ifndef CM2TT_DIALECT_TT_TEXTVERSION_H
#define CM2TT_DIALECT_TT_TEXTVERSION_H

#include "llvm/ADT/StringRef.h"

#include <optional>

namespace cm2tt::tt {

/// A version of Triton; a later one is greater.
enum class TextVersion { V3_6, V3_7, V3_8, V3_9 };

/// The versions as a user writes them, for messages.
inline constexpr llvm::StringLiteral kTextVersions = "3.6, 3.7, 3.8 or 3.9";

/// The version that is spelled `3.6` to `3.9`; none for anything else.
std::optional<TextVersion> parseTextVersion(llvm::StringRef spelling);

} // namespace cm2tt::tt

#endif // CM2TT_DIALECT_TT_TEXTVERSION_H
