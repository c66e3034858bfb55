// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The tables of the kernel language as text, for the manual and for tests.
///
/// Not here: the methods' documentation (lib/KernelApi/*.td).

#ifndef CM2TT_LANGUAGE_REFERENCE_H
#define CM2TT_LANGUAGE_REFERENCE_H

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace cm2tt {

/// Prints the methods of the classes of the kernel language, its records and
/// enums, and the static fields of the JDK that kernels can read, one on a
/// line:
///
///   method Triton Tensor add(Number a, Number b)
///   record Pair first second
///   enum Rounding RTNE RTZ
///   field java.lang.Integer MAX_VALUE
void printTables(llvm::raw_ostream &os);

} // namespace cm2tt

#endif // CM2TT_LANGUAGE_REFERENCE_H
