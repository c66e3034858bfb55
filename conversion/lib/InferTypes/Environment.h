// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// What the interpreter knows at a point of a kernel: the values of the code
/// model, what its variables hold, and how control has left.
///
/// Not here: how ops change it (Interpreter.h).

#ifndef CM2TT_CONVERSION_INFERTYPES_ENVIRONMENT_H
#define CM2TT_CONVERSION_INFERTYPES_ENVIRONMENT_H

#include "cm2tt/Conversion/TileBuilder.h"
#include "cm2tt/Dialect/CM/CMOps.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"

namespace cm2tt {

struct Variable;

/// What a value of the code model stands for, and where it came from.
struct Binding {
  TypedOperand operand;
  /// The op that computed it, through variables and calls; null for nothing.
  mlir::Operation *origin = nullptr;
  /// The Java variable that it was read from; null if none.
  mlir::StringAttr name;
  /// The variable itself, for values of type Var.
  Variable *variable = nullptr;
  /// Whether it, or a part of it, is null on some way that leads here.
  bool mayBeNull = false;

  AbsType type() const { return operand.type; }
};

/// A variable of one call of a method, or of one iteration of an unrolled loop.
struct Variable {
  /// The Java name; null if none.
  mlir::StringAttr name;
  /// What it holds here; of unknown type while it holds nothing.
  Binding content;
  /// The op that assigned that.
  mlir::Operation *assignedBy = nullptr;
  /// Variables are numbered in the order in which they come to be.
  unsigned serial = 0;
};

/// The bindings of one call of a method or lambda, or of one iteration of an
/// unrolled loop. What a lambda captures is found in its parent.
struct Frame {
  explicit Frame(Frame *parent) : parent(parent) {}

  /// The binding of a value; null if it has none.
  const Binding *find(mlir::Value value) const {
    for (const Frame *frame = this; frame; frame = frame->parent)
      if (auto found = frame->bindings.find(value);
          found != frame->bindings.end())
        return &found->second;
    return nullptr;
  }

  Frame *parent;
  llvm::DenseMap<mlir::Value, Binding> bindings;
};

/// How control leaves a piece of code: 0 for its end, else the number of the
/// jump (a `break` of that loop, the `return` of that call, ...). If there are
/// several ways, `value` says at run time which was taken.
struct Exit {
  /// Not empty, ascending.
  llvm::SmallVector<unsigned, 2> codes = {0};
  /// An i32, only if there are several codes.
  mlir::Value value;

  static Exit by(unsigned code) {
    Exit exit;
    exit.codes = {code};
    return exit;
  }
  bool isNormal() const { return codes.size() == 1 && codes[0] == 0; }
  bool mayBeNormal() const { return codes[0] == 0; }
  bool has(unsigned code) const { return llvm::is_contained(codes, code); }
  bool isOnly(unsigned code) const {
    return codes.size() == 1 && codes[0] == code;
  }
};

/// Where a piece of code ends that may or may not run.
struct Branch {
  /// What the variables hold there that were assigned and outlive it.
  llvm::MapVector<Variable *, std::pair<Binding, mlir::Operation *>> assigned;
  Exit exit;
};

/// The variables that a loop carries, and what they hold where it starts.
struct Carried {
  llvm::SmallVector<Variable *> variables;
  llvm::SmallVector<Binding> before;
};

/// A variable that two branches leave.
struct Merged {
  Variable *variable;
  /// What each branch leaves in it.
  Binding a, b;
  /// The type that it has behind them.
  AbsType type;
  /// The op that assigned it last.
  mlir::Operation *by;
  bool mayBeNull = false;
};

/// Java's null, a constant of any class.
inline bool isNull(AbsType type) {
  return llvm::isa_and_nonnull<cm::NullAttr>(type.getValue());
}

/// Whether a lambda is part of it: what it captured lives where it was made.
inline bool holdsLambda(AbsType type) {
  return type.isFunction() ||
         (type.isRecord() && llvm::any_of(type.components(), holdsLambda));
}

} // namespace cm2tt

#endif // CM2TT_CONVERSION_INFERTYPES_ENVIRONMENT_H
