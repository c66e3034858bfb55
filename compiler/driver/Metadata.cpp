// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Names of stages, and what a launcher needs to know, as JSON.

#include "cm2tt/Compiler/Compiler.h"

#include "cm2tt/Compiler/Version.h"
#include "cm2tt/Lowering/HostTarget.h"
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
    {Stage::CM, "cm"},       {Stage::JSON, "json"},   {Stage::MLIR, "mlir"},
    {Stage::Typed, "typed"}, {Stage::Calls, "calls"}, {Stage::TT, "tt"},
    {Stage::TTG, "ttg"},     {Stage::LLVM, "llvm"},   {Stage::PTX, "ptx"},
    {Stage::Cubin, "cubin"}, {Stage::Asm, "asm"},     {Stage::Obj, "obj"}};

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

bool cm2tt::isCpuTarget(llvm::StringRef target) {
  return HostTarget::isCpu(target);
}

Stage cm2tt::defaultStage(llvm::StringRef target) {
  return isCpuTarget(target) ? Stage::Asm : Stage::PTX;
}

llvm::StringRef cm2tt::siteKindName(KernelSite::Kind kind) {
  switch (kind) {
  case KernelSite::Kind::Assert:
    return "assert";
  case KernelSite::Kind::Load:
    return "load";
  case KernelSite::Kind::Store:
    return "store";
  case KernelSite::Kind::Atomic:
    return "atomic";
  }
  llvm_unreachable("every kind is listed");
}

/// Each product as a list, with its factor in front.
static void writeProducts(llvm::json::OStream &json, llvm::StringRef name,
                          llvm::ArrayRef<TensorRecipe::Product> products) {
  json.attributeArray(name, [&] {
    for (const TensorRecipe::Product &product : products)
      json.array([&] {
        json.value(product.factor);
        for (unsigned parameter : product.parameters)
          json.value(parameter);
      });
  });
}

static void writeRecipe(llvm::json::OStream &json, const TensorRecipe &recipe) {
  json.attribute("base", recipe.base);
  writeProducts(json, "extents", recipe.extents);
  writeProducts(json, "strides", recipe.strides);
}

static void writeParameter(llvm::json::OStream &json,
                           const KernelParameter &parameter) {
  json.attribute("name", parameter.name);
  json.attribute("type", parameter.type);
  json.attribute("index", parameter.index);
  if (!parameter.part.empty())
    json.attribute("part", parameter.part);
  if (parameter.isWritten)
    json.attribute("written", true);
  if (parameter.isPositive)
    json.attribute("positive", true);
  if (!parameter.tensorMap)
    return;
  json.attributeObject("tensorMap", [&] {
    json.attribute("element", parameter.tensorMap->element);
    json.attributeArray("box", [&] {
      for (int64_t extent : parameter.tensorMap->box)
        json.value(extent);
    });
    json.attribute("swizzleBytes", parameter.tensorMap->swizzleBytes);
  });
  if (parameter.recipe)
    json.attributeObject("recipe",
                         [&] { writeRecipe(json, *parameter.recipe); });
}

/// Leaves out what there is not, as Diagnostics.h does.
static void writeSite(llvm::json::OStream &json, const KernelSite &site) {
  json.attribute("kind", siteKindName(site.kind));
  if (site.kind == KernelSite::Kind::Assert)
    json.attribute("message", site.message);
  else
    json.attribute("bytes", site.bytes);
  if (site.parameter >= 0)
    json.attribute("parameter", site.parameter);
  json.attributeArray("shape", [&] {
    for (int64_t extent : site.shape)
      json.value(extent);
  });
  if (!site.file.empty())
    json.attribute("file", site.file);
  if (site.line > 0)
    json.attribute("line", site.line);
  if (site.column > 0)
    json.attribute("column", site.column);
}

static void writeSites(llvm::json::OStream &json,
                       llvm::ArrayRef<KernelSite> sites) {
  json.attributeArray("sites", [&] {
    for (const KernelSite &site : sites)
      json.object([&] { writeSite(json, site); });
  });
}

std::string KernelMetadata::toJson() const {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::json::OStream json(os, /*IndentSize=*/2);
  const bool isCpu = isCpuTarget(target);
  json.object([&] {
    json.attribute("name", name);
    if (!symbol.empty())
      json.attribute("symbol", symbol);
    json.attribute("target", target);
    if (!isCpu) {
      json.attribute("numWarps", numWarps);
      json.attribute("numStages", numStages);
      json.attribute("sharedBytes", sharedBytes);
    }
    json.attributeArray("parameters", [&] {
      for (const KernelParameter &parameter : parameters)
        json.object([&] { writeParameter(json, parameter); });
    });
    if (isCpu) {
      json.attribute("scratchBytes", scratchBytes);
      writeSites(json, sites);
    } else {
      json.attribute("ptxVersion", ptxVersion);
      if (scratchBytes)
        json.attribute("scratchBytes", scratchBytes);
      if (persistentAxes)
        json.attribute("persistentAxes", persistentAxes);
      if (waitsForKernels)
        json.attribute("waitsForKernels", true);
      if (isGuarded) {
        json.attribute("guarded", true);
        writeSites(json, sites);
      }
    }
    json.attribute("compiler", compiler);
  });
  os << "\n";
  return text;
}
