// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Finding the function of a call in the model, by name and descriptor.

#include "FunctionTable.h"

#include "cm2tt/Language/AbsType.h"

using namespace mlir;
using namespace cm2tt;

FunctionTable::FunctionTable(ModuleOp module) {
  module.walk([&](cm::FuncOp function) {
    functions[function.getName()].push_back(function);
  });
}

std::string FunctionTable::descriptorOf(cm::RefAttr ref) {
  std::string text = "(";
  for (Type type : ref.getParams()) {
    // The kernel language's unsigned number is a class in Java.
    bool isChar = type.isUnsignedInteger(16);
    text += (text.size() > 1 ? ", " : "") + (isChar ? "char" : typeName(type));
  }
  return text + ")";
}

/// Whether two descriptors are equal except for spaces.
static bool sameDescriptor(StringRef a, StringRef b) {
  auto strip = [](StringRef text) {
    std::string stripped;
    llvm::copy_if(text, std::back_inserter(stripped),
                  [](char c) { return c != ' '; });
    return stripped;
  };
  return strip(a) == strip(b);
}

cm::FuncOp FunctionTable::find(cm::InvokeOp call) const {
  cm::RefAttr ref = call.getRef();
  auto found = functions.find(ref.getName());
  if (found == functions.end())
    return {};
  StringRef owner = ref.getOwnerName();
  cm::FuncOp byName;
  for (cm::FuncOp function : found->second) {
    if (!function.getOwner().empty() && function.getOwner() != owner)
      continue;
    StringRef descriptor = function.getDescriptor();
    if (descriptor.empty() || sameDescriptor(descriptor, descriptorOf(ref)))
      return function;
    byName = function;
  }
  // If there is one method only, the spelling of its descriptor does not
  // matter.
  return found->second.size() == 1 ? byName : cm::FuncOp();
}

cm::FuncOp FunctionTable::find(StringRef owner, StringRef name,
                               size_t arity) const {
  auto found = functions.find(name);
  if (found == functions.end())
    return {};
  cm::FuncOp only;
  for (cm::FuncOp function : found->second) {
    if (function.getOwner() != owner ||
        function.getBody().getNumArguments() != arity)
      continue;
    if (only)
      return {}; // overloads, between which the arity does not decide
    only = function;
  }
  return only;
}

cm::FuncOp FunctionTable::findKey(StringRef key) const {
  auto [owner, method] = key.split("::");
  StringRef name = method.take_until([](char c) { return c == '('; });
  auto found = functions.find(name);
  if (found == functions.end())
    return {};
  for (cm::FuncOp function : found->second)
    if (function.getOwner() == owner &&
        (function.getDescriptor().empty() ||
         sameDescriptor(function.getDescriptor(), method.substr(name.size()))))
      return function;
  return {};
}

cm::FuncOp FunctionTable::find(StringRef name) const {
  auto found = functions.find(name);
  return found == functions.end() ? cm::FuncOp() : found->second.front();
}
