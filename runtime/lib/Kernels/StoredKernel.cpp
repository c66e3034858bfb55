// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Serialisation of kernels.

#include "StoredKernel.h"

#include "cm2tt/Lowering/PlainText.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace cm2tt;
using namespace cm2tt::runtime;
using namespace cm2tt::runtime::kernels;

//===----------------------------------------------------------------------===//
// JSON to structs: the other way is KernelMetadata::toJson
//===----------------------------------------------------------------------===//

// llvm::json finds these by argument-dependent lookup.
namespace cm2tt {
static bool fromJSON(const json::Value &value, TensorMapLayout &layout,
                     json::Path path) {
  json::ObjectMapper map(value, path);
  return map && map.map("element", layout.element) &&
         map.map("box", layout.box) &&
         map.map("swizzleBytes", layout.swizzleBytes);
}

/// A factor and the indices of parameters.
static bool fromJSON(const json::Value &value, TensorRecipe::Product &product,
                     json::Path path) {
  std::vector<int64_t> numbers;
  if (!json::fromJSON(value, numbers, path) || numbers.empty())
    return false;
  product.factor = numbers.front();
  product.parameters.assign(numbers.begin() + 1, numbers.end());
  return true;
}

static bool fromJSON(const json::Value &value, TensorRecipe &recipe,
                     json::Path path) {
  json::ObjectMapper map(value, path);
  return map && map.map("base", recipe.base) &&
         map.map("extents", recipe.extents) &&
         map.map("strides", recipe.strides);
}

static bool fromJSON(const json::Value &value, KernelParameter &parameter,
                     json::Path path) {
  json::ObjectMapper map(value, path);
  return map && map.map("name", parameter.name) &&
         map.map("type", parameter.type) && map.map("index", parameter.index) &&
         map.map("tensorMap", parameter.tensorMap) &&
         map.mapOptional("part", parameter.part) &&
         map.mapOptional("written", parameter.isWritten) &&
         map.mapOptional("positive", parameter.isPositive) &&
         map.map("recipe", parameter.recipe);
}

static bool fromJSON(const json::Value &value, KernelSite::Kind &kind,
                     json::Path path) {
  std::string name;
  if (!json::fromJSON(value, name, path))
    return false;
  for (KernelSite::Kind known :
       {KernelSite::Kind::Assert, KernelSite::Kind::Load,
        KernelSite::Kind::Store, KernelSite::Kind::Atomic})
    if (siteKindName(known) == name) {
      kind = known;
      return true;
    }
  return false;
}

static bool fromJSON(const json::Value &value, KernelSite &site,
                     json::Path path) {
  json::ObjectMapper map(value, path);
  return map && map.map("kind", site.kind) &&
         map.mapOptional("message", site.message) &&
         map.mapOptional("bytes", site.bytes) &&
         map.mapOptional("parameter", site.parameter) &&
         map.map("shape", site.shape) && map.mapOptional("file", site.file) &&
         map.mapOptional("line", site.line) &&
         map.mapOptional("column", site.column);
}

static bool fromJSON(const json::Value &value, KernelMetadata &metadata,
                     json::Path path) {
  json::ObjectMapper map(value, path);
  return map && map.map("name", metadata.name) &&
         map.mapOptional("symbol", metadata.symbol) &&
         map.map("target", metadata.target) &&
         map.mapOptional("numWarps", metadata.numWarps) &&
         map.mapOptional("numStages", metadata.numStages) &&
         map.mapOptional("sharedBytes", metadata.sharedBytes) &&
         map.map("parameters", metadata.parameters) &&
         map.mapOptional("scratchBytes", metadata.scratchBytes) &&
         map.mapOptional("persistentAxes", metadata.persistentAxes) &&
         map.mapOptional("waitsForKernels", metadata.waitsForKernels) &&
         map.mapOptional("sites", metadata.sites) &&
         map.mapOptional("guarded", metadata.isGuarded) &&
         map.mapOptional("ptxVersion", metadata.ptxVersion) &&
         map.map("compiler", metadata.compiler);
}

static bool fromJSON(const json::Value &value, JavaParameter &parameter,
                     json::Path path) {
  json::ObjectMapper map(value, path);
  return map && map.map("name", parameter.name) &&
         map.map("type", parameter.type) &&
         map.map("signature", parameter.signature) &&
         map.map("isFixed", parameter.isFixed);
}
} // namespace cm2tt

/// Reads a struct; nothing if the text is no such JSON.
template <typename T> static std::optional<T> parse(StringRef text) {
  Expected<json::Value> value = plain::parseJson(text);
  if (!value) {
    consumeError(value.takeError());
    return std::nullopt;
  }
  T result;
  json::Path::Root root;
  if (!fromJSON(*value, result, root))
    return std::nullopt;
  return result;
}

//===----------------------------------------------------------------------===//
// Compiled kernels
//===----------------------------------------------------------------------===//

/// Appends a text with its length before it.
static void append(std::string &bytes, StringRef text) {
  char length[8];
  support::endian::write64le(length, text.size());
  bytes.append(length, sizeof(length));
  bytes += text;
}

/// Takes off the front what `append` wrote.
static std::optional<StringRef> take(StringRef &bytes) {
  if (bytes.size() < 8)
    return std::nullopt;
  uint64_t length = support::endian::read64le(bytes.data());
  bytes = bytes.drop_front(8);
  if (length > bytes.size())
    return std::nullopt;
  StringRef text = bytes.take_front(length);
  bytes = bytes.drop_front(length);
  return text;
}

std::string kernels::writeCompiled(const CompiledKernel &compiled) {
  std::string bytes;
  append(bytes, compiled.metadata.toJson());
  append(bytes, compiled.signature);
  return bytes + compiled.image;
}

std::optional<CompiledKernel> kernels::readCompiled(StringRef bytes) {
  std::optional<StringRef> json = take(bytes);
  std::optional<StringRef> signature = json ? take(bytes) : std::nullopt;
  if (!signature)
    return std::nullopt;
  auto metadata = parse<KernelMetadata>(*json);
  if (!metadata)
    return std::nullopt;
  CompiledKernel compiled;
  compiled.metadata = std::move(*metadata);
  compiled.signature = signature->str();
  compiled.image = bytes.str();
  return compiled;
}

//===----------------------------------------------------------------------===//
// Parameters
//===----------------------------------------------------------------------===//

std::string kernels::writeParameters(ArrayRef<JavaParameter> parameters) {
  json::Array array;
  for (const JavaParameter &parameter : parameters)
    array.push_back(json::Object{{"name", parameter.name},
                                 {"type", parameter.type},
                                 {"signature", parameter.signature},
                                 {"isFixed", parameter.isFixed}});
  std::string text;
  raw_string_ostream(text) << json::Value(std::move(array));
  return text;
}

std::optional<std::vector<JavaParameter>>
kernels::readParameters(StringRef text) {
  return parse<std::vector<JavaParameter>>(text);
}
