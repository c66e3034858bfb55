// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// What writing and checking the reference share.

#ifndef CM2TT_CONVERSION_KERNELAPI_REFERENCEINTERNALS_H
#define CM2TT_CONVERSION_KERNELAPI_REFERENCEINTERNALS_H

#include "KernelApiInternals.h"

#include "cm2tt/Conversion/Reference.h"

namespace cm2tt {

/// A chapter of the reference.
struct Chapter {
  llvm::StringLiteral title;
  /// A sentence or two about all of its methods.
  llvm::StringLiteral summary;
  llvm::SmallVector<llvm::ArrayRef<Method>, 2> families;
};

/// The chapters, in order.
llvm::ArrayRef<Chapter> referenceChapters();

/// As it is called: `Triton.add`; an operator by its name.
std::string qualifiedName(const Method &method);

/// The parts of a list in a string, without spaces around them.
llvm::SmallVector<llvm::StringRef> listOf(llvm::StringRef text, char separator);

} // namespace cm2tt

#endif // CM2TT_CONVERSION_KERNELAPI_REFERENCEINTERNALS_H
