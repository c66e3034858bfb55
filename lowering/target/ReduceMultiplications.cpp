// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Replaces products of a stride and of rows at constant distances by sums:
///
///   %row1 = add %row0, 8                =>
///   %at0 = mul %row0, %stride               %at0 = mul %row0, %stride
///   %at1 = mul %row1, %stride               %8 = shl %stride, 3
///                                           %at1 = add %at0, %8
///
/// Scalar evolution does not see through a product in the index of a sign
/// extension. Without the sums, loop strength reduction takes one pointer and
/// an offset for each row, and `ptxas` computes each address by a wide
/// multiplication between the barrier of a loop and its copies.
///
/// LLVM's straight-line strength reduction makes the same sums, and sums of
/// other expressions, which do not change the machine code of these kernels. It
/// reads the rest of a block for each candidate: it took a quarter of the time
/// of a matrix product and 95 % of that of a block of 15,000 instructions. Here
/// a table has the products of a block.

#include "TargetInternals.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"

using namespace cm2tt;
using namespace llvm;

namespace {
/// A number, as a value plus a constant.
struct Sum {
  explicit Sum(Value *number)
      : base(number), constant(number->getType()->getIntegerBitWidth(), 0) {
    Value *term;
    const APInt *added;
    if (PatternMatch::match(
            number, PatternMatch::m_AddLike(PatternMatch::m_Value(term),
                                            PatternMatch::m_APInt(added)))) {
      base = term;
      constant = *added;
    }
  }
  Value *base;
  APInt constant;
};

/// The products of a block by base and factor.
class Products {
public:
  /// Replaces the product if there is another of the same base and factor; else
  /// keeps it for later ones.
  void visit(BinaryOperator &product);

private:
  bool reduce(BinaryOperator &product, const Sum &sum, Value *factor);

  struct Known {
    Value *product;
    APInt constant;
  };
  DenseMap<std::pair<Value *, Value *>, Known> known;
};
} // namespace

bool Products::reduce(BinaryOperator &product, const Sum &sum, Value *factor) {
  auto found = known.find({sum.base, factor});
  if (found == known.end())
    return false;
  IRBuilder<> builder(&product);
  APInt distance = sum.constant - found->second.constant;
  Value *multiple = distance.isPowerOf2()
                        ? builder.CreateShl(factor, distance.logBase2())
                        : builder.CreateMul(factor, builder.getInt(distance));
  product.replaceAllUsesWith(
      builder.CreateAdd(found->second.product, multiple));
  product.eraseFromParent();
  return true;
}

void Products::visit(BinaryOperator &product) {
  Value *left = product.getOperand(0), *right = product.getOperand(1);
  if (isa<Constant>(left) || isa<Constant>(right))
    return;
  const Sum leftSum(left), rightSum(right);
  if (reduce(product, leftSum, right) || reduce(product, rightSum, left))
    return;
  known.try_emplace(std::pair(leftSum.base, right),
                    Known{&product, leftSum.constant});
  known.try_emplace(std::pair(rightSum.base, left),
                    Known{&product, rightSum.constant});
}

void cm2tt::reduceMultiplications(Module &module) {
  for (Function &function : module)
    for (BasicBlock &block : function) {
      Products products;
      for (Instruction &instruction : make_early_inc_range(block))
        if (instruction.getOpcode() == Instruction::Mul &&
            instruction.getType()->isIntegerTy())
          products.visit(cast<BinaryOperator>(instruction));
    }
}
