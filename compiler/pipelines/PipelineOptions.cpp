// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The comparison of options. It has a file of its own for tests that replace
/// the phases.

#include "cm2tt/Compiler/Pipelines.h"

using namespace cm2tt;

bool PipelineOptions::operator==(const PipelineOptions &other) const {
  bool isEqual = true;
  forEach([&](const CompilerOptionInfo &, auto member) {
    isEqual = isEqual && this->*member == other.*member;
  });
  return isEqual;
}
