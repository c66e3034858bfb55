// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Changes models so that they likely stay models: operands, types, constants,
/// methods and operations are put for others, operations are doubled, dropped
/// and moved, and calls, loops, branches and lambdas are added.
///
/// The same seed makes the same change.

#ifndef CM2TT_TESTS_FUZZ_MODELMUTATOR_H
#define CM2TT_TESTS_FUZZ_MODELMUTATOR_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace cm2tt::fuzz {

/// Makes one to four changes to a text of any form; those that need to know
/// code models change nothing in any other text.
std::string mutateModel(llvm::StringRef text, unsigned seed);

/// Changes any text that has an operation a line, such as MLIR's: lines are
/// doubled, dropped, exchanged and taken from `other`, words are put for
/// others.
std::string mutateLines(llvm::StringRef text, llvm::StringRef other,
                        unsigned seed);

/// Puts operations of `other` into `text`, renamed, and with values of `text`
/// of the same types in place of those that they use.
std::string crossModels(llvm::StringRef text, llvm::StringRef other,
                        unsigned seed);

} // namespace cm2tt::fuzz

#endif // CM2TT_TESTS_FUZZ_MODELMUTATOR_H
