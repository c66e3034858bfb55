// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Matches and prints names of classes and kernels.

#include "cm2tt/Dialect/CM/JavaNames.h"

#include "cm2tt/Dialect/CM/Spelling.h"

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace cm2tt;

/// The name of a class as sources write it, without the dollar signs of
/// class files.
static std::string inSource(StringRef javaClass) {
  std::string text = javaClass.str();
  std::replace(text.begin(), text.end(), '$', '.');
  return text;
}

bool cm::namesClass(StringRef text, StringRef javaClass) {
  std::string name = inSource(javaClass), wanted = inSource(text);
  StringRef rest = name;
  return !wanted.empty() && rest.consume_back(wanted) &&
         (rest.empty() || rest.ends_with("."));
}

/// The entries of a list of types in parentheses; nothing if it is no such
/// list.
static std::optional<SmallVector<StringRef>> parseTypes(StringRef list) {
  if (!list.consume_front("(") || !list.consume_back(")"))
    return std::nullopt;
  SmallVector<StringRef> types;
  if (!list.trim().empty())
    list.split(types, ',');
  for (StringRef &type : types)
    type = type.trim();
  return types;
}

/// The type of a parameter as descriptors have it, without type arguments.
static std::string erasedName(Type type) {
  auto java = dyn_cast<cm::JavaType>(type);
  if (!java)
    return cm::printType(type);
  StringRef name = java.getName();
  return (java.getErasedName() + name.substr(name.rtrim("[]").size())).str();
}

/// The types of the parameters, in full.
static SmallVector<std::string> parameterTypes(cm::FuncOp function) {
  SmallVector<std::string> types;
  // Only functions with overloads have a descriptor.
  if (auto known = parseTypes(function.getDescriptor())) {
    for (StringRef type : *known)
      types.push_back(type.str());
    return types;
  }
  Block &entry = function.getBody().front();
  for (BlockArgument argument :
       entry.getArguments().drop_front(function.hasReceiver()))
    types.push_back(erasedName(argument.getType()));
  return types;
}

/// Whether a name is that of a function, or the name and its parameters' types.
static bool isCalled(cm::FuncOp function, StringRef name) {
  if (function.getName() == name)
    return true;
  if (!name.consume_front(function.getName()))
    return false;
  std::optional<SmallVector<StringRef>> given = parseTypes(name.ltrim());
  if (!given)
    return false;
  SmallVector<std::string> types = parameterTypes(function);
  return given->size() == types.size() &&
         llvm::all_of(llvm::zip(*given, types), [](auto pair) {
           return cm::namesClass(std::get<0>(pair), std::get<1>(pair));
         });
}

SmallVector<cm::FuncOp> cm::findKernels(ModuleOp module, StringRef name) {
  SmallVector<FuncOp> named, kernels;
  for (FuncOp function : module.getOps<FuncOp>())
    if (isCalled(function, name))
      named.push_back(function);
  for (FuncOp function : named)
    if (isa<NoneType>(function.getResultType()) &&
        (kernels.empty() || kernels.front().getOwner() == function.getOwner()))
      kernels.push_back(function);
  // All of a class's name may be the end of another one's.
  for (FuncOp function : kernels)
    if (printKernelName(function, /*isSimple=*/false) == name)
      return {function};
  return kernels.empty() ? named : kernels;
}

std::string cm::printKernelName(FuncOp function, bool isSimple) {
  auto types = parseTypes(function.getDescriptor());
  if (!types)
    return function.getName().str();
  if (isSimple)
    for (StringRef &type : *types)
      type = type.substr(type.find_last_of(".$") + 1);
  return (function.getName() + "(" + llvm::join(*types, ", ") + ")").str();
}
