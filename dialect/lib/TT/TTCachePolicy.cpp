// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The caching of an access as text: keywords, or the attribute of Triton 3.9.

#include "TTDialectInternals.h"
#include "cm2tt/Dialect/TT/TTOps.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace cm2tt::tt;

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"
#define GET_ATTRDEF_CLASSES
#include "cm2tt/Dialect/TT/TTAttrs.cpp.inc"
#pragma GCC diagnostic pop

/// The name of the attribute of Triton 3.9.
static constexpr llvm::StringLiteral policyName = "cachePolicy";

void TTDialect::registerAttrs() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "cm2tt/Dialect/TT/TTAttrs.cpp.inc"
      >();
}

/// Reads `= KEYWORD` as a case of an enum, once.
template <typename AttrT, typename EnumT>
static ParseResult parseCase(OpAsmParser &parser, StringRef name, AttrT &attr,
                             std::optional<EnumT> (*symbolize)(StringRef)) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef keyword;
  if (attr)
    return parser.emitError(loc) << "'" << name << "' is given twice";
  if (parser.parseEqual() || parser.parseKeyword(&keyword))
    return failure();
  std::optional<EnumT> value = symbolize(keyword);
  if (!value)
    return parser.emitError(loc)
           << "'" << keyword << "' is no value of '" << name << "'";
  attr = AttrT::get(parser.getContext(), *value);
  return success();
}

ParseResult cm2tt::tt::parseCachedAccess(OpAsmParser &parser,
                                         CacheModifierAttr &cache,
                                         EvictionPolicyAttr &evict,
                                         NamedAttrList &attributes) {
  while (true) {
    ParseResult parsed = success();
    if (succeeded(parser.parseOptionalKeyword("cacheModifier")))
      parsed =
          parseCase(parser, "cacheModifier", cache, symbolizeCacheModifier);
    else if (succeeded(parser.parseOptionalKeyword("evictionPolicy")))
      parsed =
          parseCase(parser, "evictionPolicy", evict, symbolizeEvictionPolicy);
    else
      break;
    if (failed(parsed))
      return failure();
  }
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseOptionalAttrDict(attributes))
    return failure();
  Attribute given = attributes.erase(policyName);
  if (!given)
    return success();
  auto policy = dyn_cast<CachePolicyAttr>(given);
  if (!policy || cache || evict)
    return parser.emitError(loc) << "'" << policyName << "' is " << given
                                 << ", expected a '#tt.cache_policy' alone";
  cache =
      CacheModifierAttr::get(parser.getContext(), policy.getCacheModifier());
  evict =
      EvictionPolicyAttr::get(parser.getContext(), policy.getEvictionPolicy());
  return success();
}

/// Whether an attribute says what its absence says.
static bool isDefault(NamedAttribute attribute) {
  if (auto flag = dyn_cast<BoolAttr>(attribute.getValue()))
    return !flag.getValue();
  auto numbers = dyn_cast<DenseI32ArrayAttr>(attribute.getValue());
  return numbers && numbers.empty();
}

void cm2tt::tt::printCachedAccess(OpAsmPrinter &printer, Operation *op,
                                  CacheModifierAttr cache,
                                  EvictionPolicyAttr evict,
                                  DictionaryAttr attributes) {
  CacheModifier modifier = cache.getValue();
  EvictionPolicy policy = evict.getValue();
  bool isCached = modifier != CacheModifier::NONE;
  bool isEvicted = policy != EvictionPolicy::NORMAL;
  NamedAttrList rest;
  for (NamedAttribute attribute : attributes)
    if (!llvm::is_contained({"operandSegmentSizes", "cache", "evict"},
                            attribute.getName().getValue()) &&
        !isDefault(attribute))
      rest.append(attribute);
  auto *dialect = op->getContext()->getLoadedDialect<TTDialect>();
  if (dialect->getTextVersion() < TextVersion::V3_9) {
    if (isCached)
      printer << " cacheModifier = " << stringifyCacheModifier(modifier);
    if (isEvicted)
      printer << " evictionPolicy = " << stringifyEvictionPolicy(policy);
  } else if (isCached || isEvicted) {
    rest.append(policyName,
                CachePolicyAttr::get(op->getContext(), modifier, policy));
  }
  printer.printOptionalAttrDict(
      rest.getDictionary(op->getContext()).getValue());
}
