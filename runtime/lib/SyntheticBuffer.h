// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Buffers that a user describes instead of naming a file. Random elements are
/// computed from their index: they are the same on every machine, and no file
/// has to be shipped.

#ifndef CM2TT_RUNTIME_SYNTHETICBUFFER_H
#define CM2TT_RUNTIME_SYNTHETICBUFFER_H

#include "cm2tt/Runtime/NpyFile.h"

namespace cm2tt::runtime {

/// A buffer and what it holds.
struct SyntheticBuffer {
  /// The content, as a file would have it: bf16 in u16.
  NpyFile content;
  ElementType type;
  /// Whether nothing has been written to it yet.
  bool empty;
};

/// Whether the text begins as such a description does: `zeros:`.
bool isSyntheticBuffer(llvm::StringRef text);

/// Parses `64x32` and appends the extents. Returns false for other texts.
bool parseShape(llvm::StringRef text, llvm::SmallVectorImpl<uint64_t> &shape);

/// Makes the buffer of `empty:TYPE:SHAPE`, `zeros:TYPE:SHAPE` or
/// `random:TYPE:SHAPE[:SEED]`, where SHAPE is as `64x32`. Random floats are
/// uniform in [0, 1), integers from 0 to 15, i1 either; the same on all
/// machines. Fails if the text is none of these or memory has no room.
llvm::Expected<SyntheticBuffer> makeBuffer(llvm::StringRef text);

} // namespace cm2tt::runtime

#endif // CM2TT_RUNTIME_SYNTHETICBUFFER_H
