// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The table of methods: families in order, and how a call finds its entry.

#include "KernelApiInternals.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace cm2tt;

ArrayRef<ArrayRef<Method>> cm2tt::allMethods() {
  static const ArrayRef<Method> families[] = {
      creationMethods(),  arithmeticMethods(),    comparisonMethods(),
      mathMethods(),      shapeMethods(),         joiningMethods(),
      memoryMethods(),    combineMethods(),
      reductionMethods(), matrixProductMethods(), atomicMethods(),
      hintMethods(),      debuggingMethods(),     boxingMethods(),
      javaOperators()};
  return families;
}

StringRef cm2tt::kernelClassName(StringRef javaClass) {
  for (StringLiteral package : {StringLiteral("oracle.code.triton."),
                                StringLiteral("io.github.cm2tt.lang.")})
    if (javaClass.consume_front(package))
      return javaClass;
  return javaClass;
}

bool cm2tt::isKnownClass(StringRef javaClass) {
  return kernelClassName(javaClass) != javaClass ||
         javaClass.starts_with("java.");
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

static const Method *find(StringRef owner, StringRef name, unsigned arity) {
  SmallString<64> key(owner);
  key += ".";
  key += name;
  auto found = index().find(key);
  if (found == index().end())
    return nullptr;
  for (const Method *method : found->second)
    if (method->minArity <= arity && arity <= method->maxArity)
      return method;
  return nullptr;
}

const Method *cm2tt::findMethod(StringRef javaClass, StringRef name,
                                unsigned arity) {
  StringRef owner = kernelClassName(javaClass);
  return owner.empty() ? nullptr : find(owner, name, arity);
}

const Method *cm2tt::findOperator(StringRef name, unsigned arity) {
  return find("", name, arity);
}

StringRef cm2tt::closestMethod(StringRef javaClass, StringRef name) {
  StringRef owner = kernelClassName(javaClass), best;
  unsigned bestDistance = name.size() / 3 + 2; // beyond that no likely typo
  for (ArrayRef<Method> family : allMethods())
    for (const Method &method : family) {
      if (method.owner != owner)
        continue;
      unsigned distance =
          name.edit_distance_insensitive(method.name, true, bestDistance);
      if (distance < bestDistance) {
        bestDistance = distance;
        best = method.name;
      }
    }
  return best;
}
