// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Arrays in NumPy's `.npy` files: versions 1.0 to 3.0 of the format that NEP 1
/// documents; C order, little endian, booleans, integers and floats.
///
/// Not here: `.npz` archives, structured and object arrays, Fortran order:
/// reading them is an error that says so.

#ifndef CM2TT_RUNTIME_NPYFILE_H
#define CM2TT_RUNTIME_NPYFILE_H

#include "cm2tt/Runtime/ElementType.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/MemoryBuffer.h"

#include <memory>
#include <string>

namespace cm2tt::runtime {

/// An array file that was read, mapped into memory where the system can, or an
/// array in its place.
class NpyFile {
public:
  /// Opens and checks the file of that name. Errors begin with the name. What
  /// follows the array's last element is ignored, as NumPy does.
  static llvm::Expected<NpyFile> read(llvm::StringRef path);
  /// The same from memory; `buffer`'s identifier is the name.
  static llvm::Expected<NpyFile>
  parse(std::unique_ptr<llvm::MemoryBuffer> buffer);

  /// An array that is no file, called `name`: zeros, then what `fill` makes of
  /// them. Fails if memory has no room for it.
  static llvm::Expected<NpyFile>
  make(llvm::StringRef name, ElementType type, llvm::ArrayRef<uint64_t> shape,
       llvm::function_ref<void(llvm::MutableArrayRef<char>)> fill);

  /// The type of the elements as the file names it: u16 for a carried bf16.
  ElementType elementType() const { return type; }
  /// The extents, outermost first; none for a scalar.
  llvm::ArrayRef<uint64_t> shape() const { return extents; }
  /// The elements in C order.
  llvm::ArrayRef<char> data() const {
    return llvm::ArrayRef<char>(buffer->getBufferStart() + dataOffset,
                                dataBytes);
  }
  /// The name of the file.
  llvm::StringRef path() const { return buffer->getBufferIdentifier(); }

private:
  std::unique_ptr<llvm::MemoryBuffer> buffer;
  ElementType type = ElementType::I8;
  llvm::SmallVector<uint64_t, 4> extents;
  size_t dataOffset = 0;
  size_t dataBytes = 0;
};

/// Writes an array in C order as version 1.0, whole or not at all: a temporary
/// file beside it is renamed at the end. Types without a NumPy name are
/// written as unsigned integers of their width. A path that exists and is no
/// regular file (a pipe, a device) is written to directly.
llvm::Error writeNpy(llvm::StringRef path, ElementType type,
                     llvm::ArrayRef<uint64_t> shape, llvm::ArrayRef<char> data);

} // namespace cm2tt::runtime

#endif // CM2TT_RUNTIME_NPYFILE_H
