// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The table of optimizations that are chosen, and how choices are combined.

#include "cm2tt/Runtime/CompilerSwitches.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace cm2tt::runtime;

static constexpr CompilerSwitch switches[] = {
    {"warp-specialize", "warpSpecialize", "CM2TT_WARP_SPECIALIZE",
     &CompilerSwitches::warpSpecialize},
    {"persistent", "persistent", "CM2TT_PERSISTENT",
     &CompilerSwitches::persistent},
    {"describe-tensors", "describeTensors", "CM2TT_DESCRIBE_TENSORS",
     &CompilerSwitches::describeTensors},
    {"rotate-loops", "rotateLoops", "CM2TT_ROTATE_LOOPS",
     &CompilerSwitches::rotateLoops},
    {"split-loops", "splitLoops", "CM2TT_SPLIT_LOOPS",
     &CompilerSwitches::splitLoops},
    {"order-programs", "orderPrograms", "CM2TT_ORDER_PROGRAMS",
     &CompilerSwitches::orderPrograms},
};

ArrayRef<CompilerSwitch> cm2tt::runtime::compilerSwitches() { return switches; }

CompilerSwitches
CompilerSwitches::orElse(const CompilerSwitches &others) const {
  CompilerSwitches result = *this;
  for (const CompilerSwitch &each : switches)
    if (!(result.*each.choice))
      result.*each.choice = others.*each.choice;
  return result;
}

bool CompilerSwitches::operator==(const CompilerSwitches &other) const {
  return all_of(switches, [&](const CompilerSwitch &each) {
    return this->*each.choice == other.*each.choice;
  });
}
