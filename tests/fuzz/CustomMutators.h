// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The interface of libFuzzer for mutators of text.

#ifndef CM2TT_TESTS_FUZZ_CUSTOMMUTATORS_H
#define CM2TT_TESTS_FUZZ_CUSTOMMUTATORS_H

#include "llvm/ADT/StringRef.h"
#include <algorithm>
#include <cstdint>
#include <cstring>

/// libFuzzer's own mutator; the new size.
extern "C" size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t maxSize);

namespace cm2tt::fuzz {

inline llvm::StringRef textOf(const uint8_t *data, size_t size) {
  return {reinterpret_cast<const char *>(data), size};
}

/// Copies as much as there is room for; how much that is.
inline size_t put(llvm::StringRef text, uint8_t *data, size_t maxSize) {
  size_t size = std::min(text.size(), maxSize);
  std::memcpy(data, text.data(), size);
  return size;
}

} // namespace cm2tt::fuzz

#endif // CM2TT_TESTS_FUZZ_CUSTOMMUTATORS_H
