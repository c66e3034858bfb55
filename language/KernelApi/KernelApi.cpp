// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The table of methods: the families in order, and the lookup of the entry for
/// a call.

#include "KernelApiInternals.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

#include <set>

using namespace mlir;
using namespace cm2tt;

ArrayRef<ArrayRef<Method>> cm2tt::allMethods() {
  static const ArrayRef<Method> families[] = {
#define METHODS(GETTER) GETTER(),
#include "Families.inc"
#undef METHODS
  };
  return families;
}

bool cm2tt::hasEffects(const Method &method) {
  for (ArrayRef<Method> family :
       {getMemoryMethods(), getAtomicsMethods(), getInlineAsmMethods(),
        getDebugMethods(), getDescriptorsMethods()})
    if (family.begin() <= &method && &method < family.end())
      return true;
  return false;
}

StringRef cm2tt::kernelClassName(StringRef javaClass) {
  for (StringLiteral package : {StringLiteral("oracle.code.triton."),
                                StringLiteral("io.github.cm2tt.lang.")})
    if (javaClass.consume_front(package)) {
      javaClass.consume_front("Triton$"); // in which they may be nested
      return javaClass;
    }
  return javaClass;
}

bool cm2tt::isKnownClass(StringRef javaClass) {
  return kernelClassName(javaClass) != javaClass ||
         javaClass.starts_with("java.");
}

static constexpr StringLiteral pairNames[] = {"first", "second"};
static constexpr StringLiteral valueIndexNames[] = {"value", "index"};
static constexpr StringLiteral quadNames[] = {"first", "second", "third",
                                              "fourth"};
const KernelRecord cm2tt::pairRecord = {"Pair", pairNames};
const KernelRecord cm2tt::valueIndexRecord = {"ValueIndex", valueIndexNames};
const KernelRecord cm2tt::quadRecord = {"Quad", quadNames};

ArrayRef<const KernelRecord *> cm2tt::allRecords() {
  static constexpr const KernelRecord *records[] = {
      &pairRecord, &valueIndexRecord, &quadRecord};
  return records;
}

const KernelRecord *cm2tt::findRecord(StringRef javaClass) {
  StringRef name = kernelClassName(javaClass);
  if (name == javaClass)
    return nullptr; // a class of the same name is not the kernel language's
  for (const KernelRecord *record : allRecords())
    if (record->name == name.substr(name.rfind('$') + 1))
      return record;
  return nullptr;
}

AbsType cm2tt::recordType(const KernelRecord &record,
                          ArrayRef<AbsType> components) {
  SmallVector<StringRef> names(record.components);
  return AbsType::record(components[0].getType().getContext(), record.name,
                         names, components);
}

/// Entries by "owner.name"; overloads of one name follow each other.
static const llvm::StringMap<SmallVector<const Method *, 1>> &index() {
  static const auto map = [] {
    llvm::StringMap<SmallVector<const Method *, 1>> entries;
    for (ArrayRef<Method> family : allMethods())
      for (const Method &method : family)
        entries[(Twine(method.owner) + "." + method.name).str()].push_back(
            &method);
    return entries;
  }();
  return map;
}

/// The entries of that name, in order; may be empty.
static ArrayRef<const Method *> find(StringRef owner, StringRef name) {
  SmallString<64> key(owner);
  key += ".";
  key += name;
  auto found = index().find(key);
  return found == index().end() ? ArrayRef<const Method *>()
                                : ArrayRef<const Method *>(found->second);
}

static const Method *find(StringRef owner, StringRef name, unsigned arity) {
  for (const Method *method : find(owner, name))
    if (method->minArity <= arity && arity <= method->maxArity)
      return method;
  return nullptr;
}

static constexpr StringLiteral javaNumber = "java.lang.Number";

/// The classes whose methods a class has, itself first: what takes a tile or a
/// pointer may be called on it, `x.add(y)` for `Triton.add(x, y)`. Tiles and
/// the kernel language's numbers are Numbers in Java: `sum.floatValue()`.
static SmallVector<StringRef, 3> ownersOf(StringRef javaClass) {
  StringRef owner = kernelClassName(javaClass);
  if (owner.empty())
    return {};
  if (owner == javaClass)
    return {owner};
  if (owner == "Tensor" || owner == "Ptr")
    return {owner, "Triton", javaNumber};
  if (owner.starts_with("Float") || owner == "BFloat16" ||
      owner.starts_with("UInt"))
    return {owner, javaNumber};
  return {owner};
}

const Method *cm2tt::findMethod(StringRef javaClass, StringRef name,
                                unsigned arity) {
  for (StringRef owner : ownersOf(javaClass))
    if (const Method *method = find(owner, name, arity))
      return method;
  return nullptr;
}

const Method *cm2tt::findOperator(StringRef name, unsigned arity) {
  return find("", name, arity);
}

std::string cm2tt::describeArities(StringRef javaClass, StringRef name) {
  std::set<unsigned> arities;
  unsigned least = Method::variadic;
  for (StringRef owner : ownersOf(javaClass))
    for (const Method *method : find(owner, name)) {
      if (method->maxArity == Method::variadic)
        least = std::min(least, method->minArity);
      else
        for (unsigned n = method->minArity; n <= method->maxArity; ++n)
          arities.insert(n);
    }
  // The arities of the open end are not listed.
  arities.erase(arities.lower_bound(least), arities.end());
  std::string text = llvm::join(
      llvm::map_range(arities, [](unsigned n) { return std::to_string(n); }),
      " or ");
  if (least != Method::variadic)
    text += (text.empty() ? "" : " or ") + std::to_string(least) + " or more";
  bool isOne = text == "1";
  return text + (isOne ? " argument" : " arguments");
}

StringRef cm2tt::closestName(StringRef name, ArrayRef<StringRef> candidates) {
  StringRef best;
  unsigned bestDistance = name.size() / 3 + 2; // beyond that no likely typo
  for (StringRef candidate : candidates) {
    unsigned distance =
        name.edit_distance_insensitive(candidate, true, bestDistance);
    if (distance < bestDistance) {
      bestDistance = distance;
      best = candidate;
    }
  }
  return best;
}

StringRef cm2tt::closestMethod(StringRef javaClass, StringRef name) {
  SmallVector<StringRef, 3> owners = ownersOf(javaClass);
  SmallVector<StringRef> names;
  for (ArrayRef<Method> family : allMethods())
    for (const Method &method : family)
      if (llvm::is_contained(owners, method.owner))
        names.push_back(method.name);
  return closestName(name, names);
}
