// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Reads the operations that can fail at run time from the attribute of a
/// lowered module.

#include "Stages.h"

using namespace mlir;
using namespace cm2tt;

/// The kind of that name; Assert for other names.
static KernelSite::Kind siteKindOf(StringRef name) {
  for (KernelSite::Kind kind : {KernelSite::Kind::Load, KernelSite::Kind::Store,
                                KernelSite::Kind::Atomic})
    if (siteKindName(kind) == name)
      return kind;
  return KernelSite::Kind::Assert;
}

/// An entry of the attribute. What is not there or of another type is left as
/// it is for unknown: modules can come from elsewhere.
static KernelSite siteOf(DictionaryAttr entry) {
  KernelSite site;
  if (auto kind = entry.getAs<StringAttr>("kind"))
    site.kind = siteKindOf(kind);
  if (auto bytes = entry.getAs<IntegerAttr>("bytes"))
    site.bytes = bytes.getValue().getLimitedValue();
  if (auto parameter = entry.getAs<IntegerAttr>("parameter"))
    site.parameter = parameter.getValue().trySExtValue().value_or(-1);
  if (auto shape = entry.getAs<DenseI64ArrayAttr>("shape"))
    site.shape.assign(shape.asArrayRef().begin(), shape.asArrayRef().end());
  if (auto message = entry.getAs<StringAttr>("message"))
    site.message = message.str();
  auto loc = entry.getAs<LocationAttr>("loc");
  if (FileLineColLoc place = loc ? placeOf(loc) : FileLineColLoc()) {
    site.file = place.getFilename().str();
    site.line = place.getLine();
    site.column = place.getColumn();
  }
  return site;
}

std::vector<KernelSite> cm2tt::readSites(ModuleOp module, StringRef name) {
  std::vector<KernelSite> result;
  auto sites = module->getAttrOfType<ArrayAttr>(name);
  if (!sites)
    return result;
  for (Attribute entry : sites)
    if (auto site = dyn_cast<DictionaryAttr>(entry))
      result.push_back(siteOf(site));
    else
      result.emplace_back();
  return result;
}
