// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Tensor descriptors that a user describes.
///
/// Not here: the buffers that they describe (SyntheticBuffer.h), what a valid
/// descriptor is (TensorDescriptor.h).

#ifndef CM2TT_RUNTIME_DESCRIPTORTEXT_H
#define CM2TT_RUNTIME_DESCRIPTORTEXT_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <optional>

namespace cm2tt::runtime {

/// A descriptor as text.
struct DescriptorText {
  /// The extents of a block.
  llvm::SmallVector<uint64_t, 5> block;
  /// The extents of the tensor, if they are not those of the buffer.
  std::optional<llvm::SmallVector<uint64_t, 5>> shape;
  /// Whether elements outside of the tensor are read as NaN, not as zero.
  bool padsWithNaN = false;
  /// The text of the buffer; part of the parsed text.
  llvm::StringRef buffer;
};

/// Whether the text begins as such a description does: `descriptor:`.
bool isDescriptorText(llvm::StringRef text);

/// Parses `descriptor:BLOCK[:shape=SHAPE][:padding=zero|nan]:BUFFER`, where
/// BLOCK and SHAPE are as `64x32`. Fails if the text has another form; BUFFER
/// may be any text that is not empty.
llvm::Expected<DescriptorText> parseDescriptorText(llvm::StringRef text);

} // namespace cm2tt::runtime

#endif // CM2TT_RUNTIME_DESCRIPTORTEXT_H
