// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// For statements in the form of the source: the variable, the bound that it is
/// compared with, and its step.
///
/// Not here: the check that bound and step are loop-invariant
/// (CountedLoops.cpp).

#ifndef CM2TT_LANGUAGE_INFERTYPES_WRITTENLOOP_H
#define CM2TT_LANGUAGE_INFERTYPES_WRITTENLOOP_H

#include "cm2tt/Dialect/CM/CMOps.h"
#include "cm2tt/Language/TileBuilder.h"

namespace cm2tt {

/// A for statement that may be a counted loop.
struct WrittenLoop {
  /// The comparison, with the variable on the left.
  mlir::Operation *comparison = nullptr;
  llvm::StringRef relation;
  mlir::Value bound;
  /// An int variable that is compared as a long: i < n with a long n.
  bool isWidened = false;
  /// The assignment of the variable to itself plus or minus the step.
  cm::VarStoreOp store;
  mlir::Value step;
  bool isSubtracted = false;
};

/// How the iterations of a counted loop are counted.
struct CountedForm {
  bool isUp = true;
  /// Whether the bound is included, so that it is moved by one.
  bool movesBound = false;
  /// Whether a step that is not known has the opposite sign.
  bool negatesStep = false;
};

/// Finds the comparison, the variable and its step; nothing if there are none.
std::optional<WrittenLoop> matchLoop(cm::JavaForOp op);

/// The form of a loop with this start, bound and step; nothing if its
/// iterations cannot be counted.
std::optional<CountedForm> formOf(const WrittenLoop &loop,
                                  const TypedOperand &start, AbsType bound,
                                  AbsType step);

/// The variable that an op reads; null if it reads none.
mlir::Value variableReadBy(mlir::Value value);

/// The ops of a body that compute a value, in order.
llvm::SmallVector<mlir::Operation *> getSlice(mlir::Region &body,
                                              mlir::Value value);

/// Whether other ops of the last part than `computing` use the variable, which
/// holds its next number then, or the results of `computing`.
bool isUsedOtherwise(cm::VarStoreOp store,
                     llvm::ArrayRef<mlir::Operation *> computing);

} // namespace cm2tt

#endif // CM2TT_LANGUAGE_INFERTYPES_WRITTENLOOP_H
