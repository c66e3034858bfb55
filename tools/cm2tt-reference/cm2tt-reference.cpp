// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// `cm2tt-reference`: prints the reference of the kernel language as Markdown.
/// With `--check`, it prints what is wrong with it instead; with `--methods`,
/// the declarations in it, a line each.
///
/// Not here: the whole pages, which generate.py makes.

#include "cm2tt/Conversion/Reference.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

using namespace cm2tt;

/// Says what is wrong: 1 if anything is.
static int check() {
  std::vector<std::string> problems = checkReferences();
  for (const std::string &problem : problems)
    llvm::errs() << "error: " << problem << "\n";
  return problems.empty() ? 0 : 1;
}

int main(int argc, char **argv) {
  if (argc == 2 && llvm::StringRef(argv[1]) == "--check")
    return check();
  if (argc == 2 && llvm::StringRef(argv[1]) == "--methods") {
    printMethods(llvm::outs());
    return 0;
  }
  if (argc > 1) {
    llvm::errs() << "usage: cm2tt-reference [--check | --methods]\n";
    return 2;
  }
  printReference(llvm::outs());
  return 0;
}
