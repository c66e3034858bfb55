// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The calls of a typed kernel, each with the arguments that are constants
/// there. A run on the JVM, where a constant and a number of run time look the
/// same, follows them and promotes types as the compiled kernel does.
///
/// A method or lambda that is called at several locations has a body for each,
/// since the arguments determine what is a constant in it.
///
/// Not here: the run on the JVM (KernelCalls.java of the kernel language).

#ifndef CM2TT_LANGUAGE_CALLTREE_H
#define CM2TT_LANGUAGE_CALLTREE_H

#include "cm2tt/Dialect/CM/CMOps.h"
#include "cm2tt/Language/AbsType.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/Support/JSON.h"

#include <memory>
#include <string>
#include <vector>

namespace cm2tt {

class CallTree {
public:
  explicit CallTree(cm::FuncOp kernel)
      : kernel(kernel), bodies({&this->kernel}) {}
  CallTree(const CallTree &) = delete;
  CallTree &operator=(const CallTree &) = delete;

  /// Records a call of a method of the kernel language in the innermost body.
  /// If it is recorded again, as in an unrolled loop, an argument is a constant
  /// if it was one each time.
  void record(cm::InvokeOp call, llvm::ArrayRef<AbsType> arguments);

  /// The calls until `leave` are in the body of `callee`, a `cm.func` or
  /// `cm.lambda` that is run for `call`.
  void enter(mlir::Operation *call, mlir::Operation *callee);
  void leave() { bodies.pop_back(); }

  /// Prints the tree as JSON, in the order of calls:
  ///
  ///     body: {"owner": "VectorAdd", "method": "add", "calls": [call...]}
  ///     call: {"line": 14, "name": "mul", "ordinal": 0, "arguments": "-c",
  ///            "bodies": [body...]}
  ///
  /// A body without `method` is one of a lambda. `ordinal` counts the calls of
  /// that name on that line of the body, from 0. `arguments`, only of methods
  /// of the kernel language, has a character for each argument, the receiver
  /// first: `c` for a constant number, `r` for another scalar number, `-` for
  /// anything else.
  void print(llvm::raw_ostream &os) const;

private:
  struct Body;
  struct Call {
    std::string arguments;
    std::vector<std::unique_ptr<Body>> bodies;
  };
  struct Body {
    explicit Body(mlir::Operation *callee) : callee(callee) {}
    mlir::Operation *callee;
    llvm::MapVector<mlir::Operation *, Call> calls;
  };

  static void print(const Body &body, llvm::json::OStream &json);

  Body kernel;
  /// From the kernel to the body that is being run.
  std::vector<Body *> bodies;
};

} // namespace cm2tt

#endif // CM2TT_LANGUAGE_CALLTREE_H
