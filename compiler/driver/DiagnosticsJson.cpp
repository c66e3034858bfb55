// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Diagnostics as JSON, for editors and build tools. Diagnostics.h has the
/// form.
///
/// Each diagnostic is a line, not an element of one array: a reader gets the
/// diagnostics that precede a crash, and those of a launch that follow the
/// compiler's, and needs no streaming parser. Without diagnostics there is no
/// output.

#include "cm2tt/Compiler/Diagnostics.h"

#include <nlohmann/json.hpp>

using namespace cm2tt;
using Json = nlohmann::ordered_json;

static Json describe(const Diagnostic &diagnostic) {
  Json object;
  object["severity"] = severityName(diagnostic.severity).str();
  llvm::StringRef label = getLabel(diagnostic.message);
  if (!label.empty())
    object["label"] = label.str();
  object["message"] = diagnostic.message;
  if (!diagnostic.file.empty())
    object["file"] = diagnostic.file;
  if (diagnostic.line > 0)
    object["line"] = diagnostic.line;
  if (diagnostic.column > 0)
    object["column"] = diagnostic.column;
  object["notes"] = Json::array();
  for (const Diagnostic &note : diagnostic.notes)
    object["notes"].push_back(describe(note));
  return object;
}

std::string cm2tt::toJson(const Diagnostic &diagnostic) {
  // Messages quote the input, whose bytes need not be UTF-8.
  return describe(diagnostic)
      .dump(/*indent=*/-1, /*indent_char=*/' ', /*ensure_ascii=*/false,
            Json::error_handler_t::replace);
}
