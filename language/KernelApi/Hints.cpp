// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Facts that the kernel knows and the compiler cannot derive: divisibility,
/// contiguity, assumptions.

#include "KernelApiInternals.h"

#include "cm2tt/Dialect/TT/TTOps.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace cm2tt;

namespace {
/// The property of a value along each dimension that a hint promises.
enum class Hint { Divisibility, Contiguity, Constancy };
} // namespace

static StringLiteral getAttribute(Hint hint) {
  switch (hint) {
  case Hint::Divisibility:
    return tt::kDivisibilityAttr;
  case Hint::Contiguity:
    return tt::kContiguityAttr;
  case Hint::Constancy:
    return tt::kConstancyAttr;
  }
  llvm_unreachable("all hints are listed");
}

/// T-PROMISE-3: the values are constant powers of two that an int holds.
static LogicalResult checkHintValues(ArrayRef<AbsType> values,
                                     EmitError error) {
  for (AbsType value : values) {
    std::optional<int64_t> number = value.getInt();
    if (number && *number > 0 && *number <= (int64_t(1) << 30) &&
        llvm::isPowerOf2_64(*number))
      continue;
    return error() << "T-PROMISE-3: a hint's values must be constant powers of "
                      "two up to 2^30: "
                   << value.str();
  }
  return success();
}

template <Hint hint>
static FailureOr<AbsType> typeOfHint(ArrayRef<AbsType> args, EmitError error) {
  /// T-PROMISE-1: hints are for integers, pointers and tiles of them; those
  /// about contiguous or equal elements, for tiles.
  AbsType value = args[0];
  bool isScalar = !value.isTile();
  if (!value.isData() || isa<FloatType>(value.getElementType()) ||
      (isScalar && hint != Hint::Divisibility))
    return error() << "T-PROMISE-1: no such hint for this type: "
                   << value.str();
  /// T-PROMISE-2: there is one value for each dimension, and one for a scalar.
  size_t rank = isScalar ? 1 : value.getShape().size(), have = args.size() - 1;
  if (have != rank)
    return error()
           << "T-PROMISE-2: there must be one value for each dimension, "
           << rank << ": " << have;
  if (failed(checkHintValues(args.drop_front(), error)))
    return failure();
  /// T-PROMISE-4: a hint on a constant is true.
  std::optional<int64_t> number = value.getInt();
  if (number && *number % *args[1].getInt() != 0)
    return error() << "T-PROMISE-4: " << *number << " is not a multiple of "
                   << *args[1].getInt();
  return value;
}

/// Raises the known divisibility of a parameter of the kernel. Returns false if
/// the value is not a parameter, or if the hint is not in the entry block, in
/// which it always applies.
static bool hintParameter(TileBuilder &builder, Value value, int64_t divisor) {
  auto parameter = dyn_cast<BlockArgument>(value);
  Block *block = builder.builder.getInsertionBlock();
  if (!parameter || parameter.getOwner() != block || !block->isEntryBlock())
    return false;
  auto func = dyn_cast_or_null<tt::FuncOp>(block->getParentOp());
  if (!func || !func.isPublic())
    return false;
  unsigned number = parameter.getArgNumber();
  auto known =
      func.getArgAttrOfType<IntegerAttr>(number, tt::kDivisibilityAttr);
  if (!known || known.getInt() < divisor)
    func.setArgAttr(number, tt::kDivisibilityAttr,
                    builder.builder.getI32IntegerAttr(divisor));
  return true;
}

/// The operation to which a hint can be attached: the one that creates the
/// value, if the hint is executed whenever that operation is. Null if there is
/// none.
static Operation *operationFor(TileBuilder &builder, Value value) {
  Operation *op = value.getDefiningOp();
  bool isSole = op && op->getNumResults() == 1 && op->getNumRegions() == 0;
  return isSole && op->getBlock() == builder.builder.getInsertionBlock()
             ? op
             : nullptr;
}

/// Invariant: the hint holds wherever the value that carries it is created.
/// Triton attaches it to the operation that creates the value, wherever that
/// is; it might be outside of the branch in which the hint stands, or be a loop
/// or a block argument, which cannot carry it. Then a copy of the value carries
/// it.
///
///   %y = tt.bitcast %x
///          {tt.divisibility = dense<16> : tensor<1xi32>} : i32 -> i32
template <Hint hint>
static Results buildHint(TileBuilder &builder, ArrayRef<TypedOperand> args,
                         AbsType) {
  Value value = builder.get(args[0]);
  SmallVector<int32_t> numbers;
  for (const TypedOperand &arg : args.drop_front())
    numbers.push_back(*arg.type.getInt());
  if (hint == Hint::Divisibility && numbers.size() == 1 &&
      hintParameter(builder, value, numbers[0]))
    return value;
  Operation *op = operationFor(builder, value);
  if (!op) {
    value = builder.create<tt::BitcastOp>(value.getType(), value);
    op = value.getDefiningOp();
  }
  StringRef name = getAttribute(hint);
  if (auto known = op->getAttrOfType<DenseIntElementsAttr>(name))
    for (auto [number, before] :
         llvm::zip_equal(numbers, known.getValues<int32_t>()))
      number = std::max(number, before);
  op->setAttr(name, builder.builder.getI32TensorAttr(numbers));
  return value;
}

static FailureOr<AbsType> typeOfAssume(ArrayRef<AbsType> args,
                                       EmitError error) {
  /// T-ASSUME-1: the condition is one truth value.
  if (!args[0].isNumber() || !args[0].getType().isInteger(1))
    return error() << "T-ASSUME-1: the condition must be a boolean: "
                   << args[0].str();
  /// T-ASSUME-2: the condition is not a constant false.
  if (args[0].getInt() == 0)
    return error() << "T-ASSUME-2: the condition is false";
  return AbsType::none(args[0].getType().getContext());
}

static Results buildAssume(TileBuilder &builder, ArrayRef<TypedOperand> args,
                           AbsType) {
  if (!args[0].type.isConstant())
    builder.create<LLVM::AssumeOp>(builder.get(args[0]));
  return {};
}

ArrayRef<Method> cm2tt::getHintsMethods() {
  static constexpr Method methods[] = {
#include "Hints.inc"
  };
  return methods;
}
