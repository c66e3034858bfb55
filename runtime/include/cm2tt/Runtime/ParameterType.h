// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// What a kernel's parameter can be given, by its Java type and its entry in
/// the model's signature: the rules that launches and `cm2tt run` share.
///
/// Not here: arguments as text (RunArguments.h), as values (Argument.h).

#ifndef CM2TT_RUNTIME_PARAMETERTYPE_H
#define CM2TT_RUNTIME_PARAMETERTYPE_H

#include "cm2tt/Runtime/SignatureEntry.h"

#include <optional>

namespace cm2tt {
struct JavaParameter;
} // namespace cm2tt

namespace cm2tt::runtime {

/// The type of a Java primitive or its box as a kernel argument; none for any
/// other type.
std::optional<ElementType> javaScalarType(llvm::StringRef name);

/// Whether a parameter takes an address: as its entry says, if it has one that
/// is no constant, else as its Java type says.
bool takesPointer(const JavaParameter &parameter,
                  const std::optional<SignatureEntry> &entry);

/// The type of the numbers that it takes: the entry's, if it has one that is no
/// constant, else that of its Java type; none if that is none of a number.
std::optional<ElementType>
numberType(const JavaParameter &parameter,
           const std::optional<SignatureEntry> &entry);

/// The entry that makes a parameter the constant `text`, which has to be a
/// value of its Java type. Errors do not name the parameter.
llvm::Expected<SignatureEntry>
makeConstantEntry(const JavaParameter &parameter,
                  const std::optional<SignatureEntry> &entry,
                  llvm::StringRef text);

} // namespace cm2tt::runtime

#endif // CM2TT_RUNTIME_PARAMETERTYPE_H
