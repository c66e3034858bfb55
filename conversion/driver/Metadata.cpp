// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Names of stages, and what a launcher needs to know, as JSON.

#include "cm2tt/Driver/Compiler.h"

#include "cm2tt/Driver/Version.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace cm2tt;

namespace {
struct StageEntry {
  Stage stage;
  llvm::StringLiteral name;
};
} // namespace

static constexpr StageEntry stages[] = {
    {Stage::CM, "cm"},       {Stage::JSON, "json"}, {Stage::MLIR, "mlir"},
    {Stage::Typed, "typed"}, {Stage::TT, "tt"},     {Stage::TTG, "ttg"},
    {Stage::LLVM, "llvm"},   {Stage::PTX, "ptx"},   {Stage::Cubin, "cubin"}};

llvm::StringRef cm2tt::stageName(Stage stage) {
  for (const StageEntry &entry : stages)
    if (entry.stage == stage)
      return entry.name;
  llvm_unreachable("every stage is listed");
}

std::optional<Stage> cm2tt::parseStage(llvm::StringRef name) {
  for (const StageEntry &entry : stages)
    if (entry.name == name)
      return entry.stage;
  return std::nullopt;
}

llvm::StringRef cm2tt::compilerVersion() { return CM2TT_VERSION_STRING; }

std::string KernelMetadata::toJson() const {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::json::OStream json(os, /*IndentSize=*/2);
  json.object([&] {
    json.attribute("name", name);
    json.attribute("target", target);
    json.attribute("numWarps", numWarps);
    json.attribute("numStages", numStages);
    json.attribute("sharedBytes", sharedBytes);
    json.attributeArray("parameters", [&] {
      for (const KernelParameter &parameter : parameters)
        json.object([&] {
          json.attribute("name", parameter.name);
          json.attribute("type", parameter.type);
          json.attribute("index", parameter.index);
        });
    });
    json.attribute("ptxVersion", ptxVersion);
    json.attribute("compiler", compiler);
  });
  os << "\n";
  return text;
}
