// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// A program can wait for another one only by reading memory again and again,
/// in a loop whose number of iterations is not known before: an `scf.while`
/// with an atomic access, `tt.atomic_poll`, or a volatile load. Plain loads in
/// such a loop are no way to wait, since compilers may hoist them. An atomic
/// access outside of such loops does not wait, of any memory order.

#include "IndependentPrograms.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace cm2tt;

static constexpr StringRef mayWait = "may wait for other programs";

/// Whether assembly names a register that says where in the grid its block is.
static bool readsPlace(StringRef assembly) {
  constexpr StringLiteral words[] = {"ctaid", "gridid", "cluster"};
  return llvm::any_of(words,
                      [&](StringRef word) { return assembly.contains(word); });
}

static StringRef findReason(Operation *op) {
  if (auto load = dyn_cast<tt::LoadOp>(op))
    return load.getIsVolatile() ? mayWait : StringRef();
  if (isa<tt::AtomicPollOp>(op))
    return mayWait;
  if (isa<tt::AtomicRmwOp, tt::AtomicCasOp, tt::AtomicLoadOp>(op))
    return op->getParentOfType<scf::WhileOp>() ? mayWait : StringRef();
  if (isa<tt::GridDependencyWaitOp, tt::GridDependencyLaunchDependentsOp>(op))
    return "is about the order of kernels";
  if (isa<tt::PrintOp>(op))
    return "prints the position of the program in the grid";
  if (isa<tt::CallOp>(op))
    return "is not inlined";
  if (auto assembly = dyn_cast<tt::ElementwiseInlineAsmOp>(op))
    if (readsPlace(assembly.getAsmString()))
      return "may read the position of the program in the grid";
  if (isa<tt::ElementwiseInlineAsmOp, tt::ExternElementwiseOp>(op) &&
      !isMemoryEffectFree(op))
    return "may have effects that other programs see";
  return {};
}

std::optional<ProgramDependence> cm2tt::findProgramDependence(tt::FuncOp func) {
  std::optional<ProgramDependence> found;
  func.walk([&](Operation *op) {
    StringRef reason = findReason(op);
    if (reason.empty())
      return WalkResult::advance();
    found = ProgramDependence{op, reason};
    return WalkResult::interrupt();
  });
  return found;
}
