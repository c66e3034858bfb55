// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The arguments that a kernel's parameter accepts, by its Java type and its
/// entry in the model's signature: the rules that launches and `cm2tt run`
/// share.
///
/// A parameter accepts narrower integers, but not wider ones: all values fit,
/// or there is an error before anything runs. A pointer has the type that it
/// points to: the signature of the model is only the default, except for models
/// in `tt`, which have types.
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

/// Whether a parameter takes an address. Its entry determines it, if it has one
/// that is not a constant, otherwise its Java type.
bool takesPointer(const JavaParameter &parameter,
                  const std::optional<SignatureEntry> &entry);

/// Whether a parameter takes a tensor descriptor, likewise.
bool takesDescriptor(const JavaParameter &parameter,
                     const std::optional<SignatureEntry> &entry);

/// The type of the numbers that a parameter takes: that of its entry, if it has
/// one that is not a constant, otherwise that of its Java type; nothing if the
/// Java type is not a number.
std::optional<ElementType>
numberType(const JavaParameter &parameter,
           const std::optional<SignatureEntry> &entry);

/// The entry that makes a parameter the constant `text`, which must be a value
/// of its Java type. Errors do not name the parameter.
llvm::Expected<SignatureEntry>
makeConstantEntry(const JavaParameter &parameter,
                  const std::optional<SignatureEntry> &entry,
                  llvm::StringRef text);

} // namespace cm2tt::runtime

#endif // CM2TT_RUNTIME_PARAMETERTYPE_H
