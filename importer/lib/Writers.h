// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Writes code models as JSON and as text. A writer reproduces the input of the
/// reader of its form, except for spacing, in the spelling `model.spelling`.
///
/// Not here: the conversion of `cm` to a Model (Export*.cpp).

#ifndef CM2TT_IMPORTER_LIB_WRITERS_H
#define CM2TT_IMPORTER_LIB_WRITERS_H

#include "Model.h"
#include <functional>

namespace cm2tt::model {

/// The information to write in addition to the model.
struct TextOptions {
  /// The comment to write after the first line of an operation, without `// `;
  /// empty for none. Null: no comments.
  std::function<std::string(const Operation &)> comment;
};

/// Writes the JSON form, version 1, one operation a line. Numbers that JSON
/// cannot hold become strings.
void writeJson(llvm::raw_ostream &os, const Model &model);

/// Writes the text form, laid out as Babylon does. What only JSON has (kernel,
/// signature, source, producer) is kept in comments `//! key: value` at the
/// head, which readText reads back.
void writeText(llvm::raw_ostream &os, const Model &model,
               const TextOptions &options = {});

} // namespace cm2tt::model

#endif // CM2TT_IMPORTER_LIB_WRITERS_H
