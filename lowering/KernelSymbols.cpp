// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Chooses the symbols of kernels.

#include "cm2tt/Lowering/KernelSymbols.h"

#include "cm2tt/Dialect/TT/TTOps.h"
#include "cm2tt/Lowering/Libraries.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/TargetParser/Triple.h"

using namespace mlir;
using namespace cm2tt;

/// Whether PTX takes a name (PTX ISA, "Identifiers").
static bool isPtxIdentifier(StringRef name) {
  auto follows = [](char c) {
    return llvm::isAlnum(c) || c == '_' || c == '$';
  };
  // The only constant of PTX that is named without a `%`.
  if (name.empty() || llvm::isDigit(name.front()) || name == "WARP_SZ")
    return false;
  bool isLone = name.size() == 1 && !llvm::isAlpha(name.front());
  return !isLone && llvm::all_of(name, follows);
}

/// Whether C's libraries have a function of that name. Those that LLVM knows
/// are those that it makes of loops and of other calls.
static bool isFunctionOfC(StringRef name) {
  static const llvm::TargetLibraryInfoImpl known(
      llvm::Triple("x86_64-unknown-linux-gnu"));
  llvm::LibFunc function;
  if (name == "main" || known.getLibFunc(name, function))
    return true;
  StringRef ofDouble = name.ends_with("f") ? name.drop_back() : name;
  return llvm::any_of(getMathFunctions(), [&](const MathFunction &math) {
    return math.name == name || math.name == ofDouble;
  });
}

bool cm2tt::isKernelSymbol(StringRef name, SymbolsOf functions) {
  // Two underscores begin the functions of libdevice, of CUDA's driver and of
  // compilers' runtimes; Java's names seldom do.
  if (!isPtxIdentifier(name) || name.starts_with("__"))
    return false;
  if (functions == SymbolsOf::Cpu)
    return !isFunctionOfC(name);
  // Texts of the module (TTGToLLVM/Debug.cpp), and what CUDA's driver has.
  return !name.starts_with("cm2tt_text_") && name != "vprintf" &&
         name != "malloc" && name != "free";
}

/// An identifier of PTX that no library has, one for each name.
static std::string encode(StringRef name) {
  std::string symbol = "kernel$";
  for (char c : name)
    if (llvm::isAlnum(c) || c == '_')
      symbol += c;
    else
      symbol += "$" + llvm::toHex(StringRef(&c, 1), /*LowerCase=*/true);
  return symbol;
}

void cm2tt::chooseKernelSymbols(ModuleOp module, SymbolsOf functions) {
  llvm::StringSet<> called;
  module.walk(
      [&](tt::ExternElementwiseOp op) { called.insert(op.getSymbol()); });
  for (auto func : module.getOps<tt::FuncOp>()) {
    std::string name = func.getName().str();
    if (isKernelSymbol(name, functions) && !called.contains(name))
      continue;
    std::string symbol = encode(name);
    while (module.lookupSymbol(symbol) || called.contains(symbol))
      symbol += '$';
    auto attr = StringAttr::get(module.getContext(), symbol);
    // A module's symbols are all in its attributes and operations.
    (void)SymbolTable::replaceAllSymbolUses(func, attr, module);
    func.setSymNameAttr(attr);
    func->setAttr(kKernelNameAttr, StringAttr::get(module.getContext(), name));
  }
}

void cm2tt::copyKernelName(Operation *from, Operation *to) {
  if (Attribute name = from->getAttr(kKernelNameAttr))
    to->setAttr(kKernelNameAttr, name);
}

StringRef cm2tt::findKernelSymbol(ModuleOp module, StringRef name) {
  for (auto func : module.getOps<LLVM::LLVMFuncOp>())
    if (auto known = func->getAttrOfType<StringAttr>(kKernelNameAttr);
        known && known.getValue() == name)
      return func.getName();
  return "";
}
