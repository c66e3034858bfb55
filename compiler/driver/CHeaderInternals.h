// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Shared by the headers for GPUs and for CPUs: names and types in C, and texts
/// with placeholders.

#ifndef CM2TT_COMPILER_DRIVER_CHEADERINTERNALS_H
#define CM2TT_COMPILER_DRIVER_CHEADERINTERNALS_H

#include "cm2tt/Compiler/Compiler.h"

#include <string>
#include <utility>
#include <vector>

namespace cm2tt {

/// A parameter of the launch function.
struct CParameter {
  /// An identifier of C.
  std::string name;
  /// The name in the kernel.
  std::string javaName;
  /// The entry of the signature: `*fp32:16`.
  std::string entry;
  /// The type without its pointer: `float`.
  std::string type;
  bool isPointer = false;
  /// Whether the compiled kernel takes it; one that is always 1 it does not.
  bool isTaken = true;
};

/// A kernel in terms of C.
struct CKernel {
  const KernelMetadata &metadata;
  /// The prefix of all names of the header, and the same in capitals.
  std::string name, macro;
  /// All but constants, in the kernel's order.
  std::vector<CParameter> parameters;

  /// `, float *x, int32_t n`; pointers have the type `pointer`, or their own if
  /// that is empty.
  std::string parameterList(llvm::StringRef pointer) const;
  /// The lines of a comment on all parameters.
  std::string parameterComments() const;
  /// Statements that assert what the signature promises.
  std::string promises() const;
  /// The pointers to the arguments of the kernel: `&x, &n`, or `0` if it has no
  /// parameters.
  std::string argumentPointers() const;
};

/// Text for the gaps `@NAME@` of a text.
using Gaps = std::vector<std::pair<llvm::StringRef, std::string>>;
/// The text with its gaps filled.
std::string fillGaps(llvm::StringRef text, const Gaps &gaps);

/// The gaps of every header: name, MACRO, version, target, signature,
/// comments, promises, pointers.
Gaps commonGaps(const CKernel &kernel);

/// A literal of C for a text.
std::string cString(llvm::StringRef text);

/// The header of a kernel for a GPU.
std::string writeGpuHeader(const CKernel &kernel, llvm::StringRef image);
/// The header of a kernel for a CPU.
std::string writeCpuHeader(const CKernel &kernel);

} // namespace cm2tt

#endif // CM2TT_COMPILER_DRIVER_CHEADERINTERNALS_H
