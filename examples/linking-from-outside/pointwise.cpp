// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// A compiler outside of cm2tt that emits its dialect `tt`: from a formula over
/// arrays of f32, as `2 * (x + y)`, to a kernel that computes it element by
/// element. The kernel takes a pointer for each name, in their order, one for
/// the result, and the number of elements.

#include "cm2tt/Dialect/TT/TTOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace cm2tt;

/// Elements that one block of threads computes.
static constexpr int64_t blockSize = 1024;

namespace {
/// Reads a formula by recursive descent and emits its operations as it goes.
/// Where it cannot go on, it reports the column and returns no value.
struct Formula {
  ImplicitLocOpBuilder &b;
  StringRef text, rest = text;
  tt::FuncOp kernel = {};
  Value offsets = {}, mask = {};
  llvm::StringMap<Value> names = {};
  /// Whether `token` is next; the operations that follow get its location.
  bool consume(StringRef token) {
    rest = rest.ltrim();
    unsigned column = text.size() - rest.size() + 1;
    b.setLoc(FileLineColLoc::get(b.getContext(), "formula", 1, column));
    return rest.consume_front(token);
  }
  Value fail(StringRef why) { return emitError(b.getLoc(), why), Value(); }
  Value splat(Value value) {
    auto type = RankedTensorType::get({blockSize}, value.getType());
    return tt::SplatOp::create(b, type, value);
  }
  /// Pointers to this block's elements of one more array, the last but n.
  Value newArray() {
    unsigned index = kernel.getNumArguments() - 1;
    Type type = tt::PtrType::get(b.getF32Type());
    (void)kernel.insertArgument(index, type, {}, b.getLoc());
    return tt::AddPtrOp::create(b, splat(kernel.getArgument(index)), offsets);
  }

  /// A name, a number or a sum in parentheses.
  Value operand() {
    if (consume("(")) {
      Value inner = sum();
      return !inner || consume(")") ? inner : fail("expected ')'");
    }
    StringRef token = rest.take_front(rest.find_first_of(" ()*+"));
    rest = rest.drop_front(token.size());
    if (!token.empty() && llvm::isAlpha(token.front())) {
      Value &value = names[token];
      return value ? value : value = tt::LoadOp::create(b, newArray(), mask);
    }
    float number;
    if (token.empty() || !llvm::to_float(token, number))
      return fail("expected a name, a number or '('");
    return splat(arith::ConstantOp::create(b, b.getF32FloatAttr(number)));
  }
  /// The values that `next` reads, once or more, joined by `Op` for each `sign`
  /// in between.
  template <typename Op>
  Value joined(StringRef sign, Value (Formula::*next)()) {
    Value left = (this->*next)();
    while (left && consume(sign)) {
      Value right = (this->*next)();
      left = right ? Op::create(b, left, right) : Value();
    }
    return left;
  }
  Value product() { return joined<arith::MulFOp>("*", &Formula::operand); }
  Value sum() { return joined<arith::AddFOp>("+", &Formula::product); }
  /// Emits the kernel `pointwise`; null after a diagnostic.
  tt::FuncOp emit() {
    kernel = tt::FuncOp::create(b, "pointwise",
                                b.getFunctionType({b.getI32Type()}, {}));
    b.setInsertionPointToStart(kernel.addEntryBlock());
    Value block = tt::GetProgramIdOp::create(b, 0);
    Value size = arith::ConstantIntOp::create(b, blockSize, 32);
    Value start = splat(arith::MulIOp::create(b, block, size));
    Value range = tt::MakeRangeOp::create(b, 0, blockSize);
    offsets = arith::AddIOp::create(b, start, range);
    mask = arith::CmpIOp::create(b, arith::CmpIPredicate::slt, offsets,
                                 splat(kernel.getArgument(0)));
    Value result = sum();
    if (result && !rest.empty())
      result = fail("expected '+', '*' or the end");
    if (!result)
      return {};
    tt::StoreOp::create(b, newArray(), result, mask);
    tt::ReturnOp::create(b);
    return kernel;
  }
};
} // namespace

int main(int argc, char **argv) {
  if (argc != 2)
    return llvm::errs() << "usage: pointwise FORMULA\n", 2;
  MLIRContext context;
  context.loadDialect<arith::ArithDialect, tt::TTDialect>();
  ImplicitLocOpBuilder b(FileLineColLoc::get(&context, "formula", 1, 1),
                         &context);
  OwningOpRef<ModuleOp> module = ModuleOp::create(b.getLoc());
  b.setInsertionPointToStart(module->getBody());
  if (!Formula{b, argv[1]}.emit() || failed(module->verify()))
    return 1;
  module->print(llvm::outs());
}
