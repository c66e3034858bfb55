// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// `cm2tt-reference`: prints the tables of the kernel language (Reference.h).
///
/// Not here: the manual, which generate.py writes.

#include "cm2tt/Language/Reference.h"

#include "llvm/Support/raw_ostream.h"

int main(int argc, char **) {
  if (argc > 1) {
    llvm::errs() << "usage: cm2tt-reference\n";
    return 2;
  }
  cm2tt::printTables(llvm::outs());
  return 0;
}
