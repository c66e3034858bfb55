// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Arrays in NumPy's `.npy` files: versions 1.0 to 3.0 of the format that NEP 1
/// documents; C order, little endian, booleans, integers and floats.
///
/// Not here: `.npz` archives, structured and object arrays, Fortran order.
/// Reading one is an error that states it.

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

/// An array from a file, which is mapped into memory if possible, or an array
/// that was computed.
class NpyFile {
public:
  /// Opens and checks the file with that name. Errors begin with the name. Data
  /// after the last element is ignored, as in NumPy.
  static llvm::Expected<NpyFile> read(llvm::StringRef path);
  /// The same from memory; the name is the identifier of `buffer`.
  static llvm::Expected<NpyFile>
  parse(std::unique_ptr<llvm::MemoryBuffer> buffer);

  /// An array without a file, called `name`: zeros, which `fill` may change.
  /// Fails if there is not enough memory.
  static llvm::Expected<NpyFile>
  make(llvm::StringRef name, ElementType type, llvm::ArrayRef<uint64_t> shape,
       llvm::function_ref<void(llvm::MutableArrayRef<char>)> fill);

  /// The type of the elements in the file: u16 for a carried bf16.
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
/// file beside it is renamed at the end. Types without a NumPy name are written
/// as unsigned integers of their width. If the path exists and is not a regular
/// file (a pipe, a device), it is written directly.
llvm::Error writeNpy(llvm::StringRef path, ElementType type,
                     llvm::ArrayRef<uint64_t> shape, llvm::ArrayRef<char> data);

} // namespace cm2tt::runtime

#endif // CM2TT_RUNTIME_NPYFILE_H
