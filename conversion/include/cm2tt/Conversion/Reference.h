// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The reference of the kernel language, made from the table of methods.
///
/// Not here: what a method's entry says (KernelApi.h), the pages around it
/// (tools/cm2tt-reference).

#ifndef CM2TT_CONVERSION_REFERENCE_H
#define CM2TT_CONVERSION_REFERENCE_H

#include "cm2tt/Conversion/KernelApi.h"

#include <string>
#include <vector>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace cm2tt {

/// Writes every method, family by family, and the enums and static fields that
/// kernels can read, as Markdown below headings of the second level.
void printReference(llvm::raw_ostream &os);

/// Writes the methods that are no JDK's, the records and the enums, a line each
/// for a program to read:
///
///   method Triton Tensor add(Number a, Number b)
///   record Pair first second
///   enum Rounding RTNE RTZ
void printMethods(llvm::raw_ostream &os);

/// What is wrong with a method's reference, a sentence each: it is empty, or an
/// overload is no declaration, has another name, or takes as many arguments as
/// the entry does not.
std::vector<std::string> checkReference(const Method &method);

/// The same of the whole table, and families that the reference leaves out.
std::vector<std::string> checkReferences();

} // namespace cm2tt

#endif // CM2TT_CONVERSION_REFERENCE_H
