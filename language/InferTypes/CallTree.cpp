// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Recording and printing the calls of a kernel.

#include "cm2tt/Language/CallTree.h"

using namespace mlir;
using namespace cm2tt;

//===----------------------------------------------------------------------===//
// Recording
//===----------------------------------------------------------------------===//

static char kindOf(AbsType argument) {
  if (!argument.isNumber())
    return '-';
  return argument.isConstant() ? 'c' : 'r';
}

void CallTree::record(cm::InvokeOp call, ArrayRef<AbsType> arguments) {
  std::string &known = bodies.back()->calls[call].arguments;
  if (known.empty())
    known.assign(arguments.size(), 'c');
  for (auto [kind, argument] : llvm::zip(known, arguments))
    if (kind == 'c')
      kind = kindOf(argument);
}

void CallTree::enter(Operation *call, Operation *callee) {
  auto &known = bodies.back()->calls[call].bodies;
  auto body = llvm::find_if(
      known, [&](const auto &body) { return body->callee == callee; });
  if (body == known.end()) {
    known.push_back(std::make_unique<Body>(callee));
    body = std::prev(known.end());
  }
  bodies.push_back(body->get());
}

//===----------------------------------------------------------------------===//
// Printing
//===----------------------------------------------------------------------===//

/// The line in Java, from 1; 0 if it is unknown.
static unsigned lineOf(Operation *op) {
  auto location = op->getLoc()->findInstanceOf<FileLineColLoc>();
  return location ? location.getLine() : 0;
}

static StringRef nameOf(Operation *call) {
  auto invoke = dyn_cast<cm::InvokeOp>(call);
  return invoke ? invoke.getRef().getName() : StringRef();
}

/// The number of calls of the same name on the same line before a call, in the
/// method or lambda that contains it. Java's compiler creates a method of each
/// lambda.
static unsigned ordinalOf(Operation *call, Operation *callee) {
  unsigned ordinal = 0;
  callee->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (op == call)
      return WalkResult::interrupt();
    if (op != callee && isa<cm::LambdaOp>(op))
      return WalkResult::skip();
    if (isa<cm::InvokeOp>(op) && nameOf(op) == nameOf(call) &&
        lineOf(op) == lineOf(call))
      ++ordinal;
    return WalkResult::advance();
  });
  return ordinal;
}

void CallTree::print(const Body &body, llvm::json::OStream &json) {
  json.objectBegin();
  if (auto function = dyn_cast<cm::FuncOp>(body.callee)) {
    json.attribute("owner", function.getOwner());
    json.attribute("method", function.getName());
  }
  json.attributeArray("calls", [&] {
    for (const auto &[op, call] : body.calls) {
      json.objectBegin();
      json.attribute("line", lineOf(op));
      json.attribute("name", nameOf(op));
      json.attribute("ordinal", ordinalOf(op, body.callee));
      if (!call.arguments.empty())
        json.attribute("arguments", call.arguments);
      if (!call.bodies.empty())
        json.attributeArray("bodies", [&] {
          for (const std::unique_ptr<Body> &inner : call.bodies)
            print(*inner, json);
        });
      json.objectEnd();
    }
  });
  json.objectEnd();
}

void CallTree::print(raw_ostream &os) const {
  llvm::json::OStream json(os, /*IndentSize=*/2);
  print(kernel, json);
  os << "\n";
}
