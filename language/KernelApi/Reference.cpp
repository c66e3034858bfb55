// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Lists the compiler's tables of the kernel language.

#include "cm2tt/Language/Reference.h"

#include "KernelApiInternals.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace cm2tt;

static void printMethod(raw_ostream &os, const Method &method) {
  SmallVector<StringRef> overloads;
  StringRef(method.overloads).split(overloads, ';');
  for (StringRef overload : overloads)
    os << "method " << method.owner << " " << overload.trim() << "\n";
}

void cm2tt::printTables(raw_ostream &os) {
  for (ArrayRef<Method> family : allMethods())
    for (const Method &method : family)
      if (!method.owner.empty() && !method.owner.starts_with("java."))
        printMethod(os, method);
  for (const KernelRecord *record : allRecords())
    os << "record " << record->name << " "
       << llvm::join(record->components, " ") << "\n";
  forEachEnum([&](StringRef name, ArrayRef<StringLiteral> constants) {
    os << "enum " << name << " " << llvm::join(constants, " ") << "\n";
  });
  forEachStaticNumber([&](StringRef owner, StringRef name) {
    os << "field " << owner << " " << name << "\n";
  });
}
