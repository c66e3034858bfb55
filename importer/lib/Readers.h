// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Reads code models from JSON and from text. The readers check syntax; they
/// print nothing, and report each problem with its location.
///
/// Undefined ids, missing terminators and other errors of a program are found
/// while operations are created, by code that both forms share. Nothing is
/// simplified while reading, so that a model can be written as it was read.
///
/// Not here: the conversion of a Model to `cm` (Emit*.cpp).

#ifndef CM2TT_IMPORTER_LIB_READERS_H
#define CM2TT_IMPORTER_LIB_READERS_H

#include "Model.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/LogicalResult.h"

namespace cm2tt::model {

/// Something wrong in an input.
struct Problem {
  /// Otherwise a warning.
  bool isError = true;
  /// In the text that was read.
  llvm::SMLoc loc;
  /// In the form of style.md: lower case, no full stop.
  std::string message;
  /// In JSON: `functions[0].bodies[0].blocks[0].operations[3].type`; empty for
  /// the whole, and in text.
  std::string path;
};

/// Takes the problems in the order of the text, as far as they are found so.
using ProblemHandler = llvm::function_ref<void(Problem)>;

/// The deepest nesting of bodies that is read.
constexpr unsigned maxBodyDepth = 256;
/// The maximum number of errors: reading JSON stops after it, and creating
/// `cm` reports no more.
constexpr unsigned maxErrors = 20;
/// The maximum number of unknown keys that are named.
constexpr unsigned maxUnknownKeys = 100;

/// Reads the JSON form (code-model-json.md) into `model`, which is new. `text`
/// is what locations point into and outlives the model. Failure: at least one
/// error was reported and `model` is not to be used.
llvm::LogicalResult readJson(llvm::StringRef text, Model &model,
                             ProblemHandler report);

/// Reads the text form (code-model-text.md), any of its dialects. As readJson,
/// but stops at the first error.
llvm::LogicalResult readText(llvm::StringRef text, Model &model,
                             ProblemHandler report);

/// Parses a whole string as a type of any level, in any spelling. The message
/// of the error has the form of a Problem's, without a location.
llvm::Expected<const TypeName *> parseType(llvm::StringRef text, Model &model);

/// Parses a whole string as a reference. `isField` says that `O::F()T` is a
/// field's (form A writes it so), not a method's without parameters.
llvm::Expected<const Reference *>
parseReference(llvm::StringRef text, Model &model, bool isField = false);

} // namespace cm2tt::model

#endif // CM2TT_IMPORTER_LIB_READERS_H
