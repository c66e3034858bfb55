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

/// Changes a text by `mutate`, or one time in `bytewise`, unless that is 0, by
/// libFuzzer's own mutator; the new size.
template <typename Mutator>
size_t mutateText(Mutator mutate, unsigned bytewise, uint8_t *data, size_t size,
                  size_t maxSize, unsigned seed) {
  if (bytewise && seed % bytewise == 0)
    return LLVMFuzzerMutate(data, size, maxSize);
  return put(mutate(textOf(data, size), seed), data, maxSize);
}

} // namespace cm2tt::fuzz

/// Defines the mutators that libFuzzer calls: `mutate` and `bytewise` are as
/// above, `cross` puts parts of a second text into a first.
#define CM2TT_FUZZ_MUTATORS(mutate, bytewise, cross)                           \
  extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size,        \
                                            size_t maxSize, unsigned seed) {   \
    return cm2tt::fuzz::mutateText(mutate, bytewise, data, size, maxSize,      \
                                   seed);                                      \
  }                                                                            \
  extern "C" size_t LLVMFuzzerCustomCrossOver(                                 \
      const uint8_t *data1, size_t size1, const uint8_t *data2, size_t size2,  \
      uint8_t *out, size_t maxSize, unsigned seed) {                           \
    llvm::StringRef text = cm2tt::fuzz::textOf(data1, size1);                  \
    llvm::StringRef other = cm2tt::fuzz::textOf(data2, size2);                 \
    return cm2tt::fuzz::put(cross(text, other, seed), out, maxSize);           \
  }

#endif // CM2TT_TESTS_FUZZ_CUSTOMMUTATORS_H
