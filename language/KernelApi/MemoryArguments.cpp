// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The arguments of loads, stores and atomics.

#include "MemoryInternals.h"

#include "TileInternals.h"

#include "cm2tt/Dialect/TT/TTOps.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace cm2tt;

bool cm2tt::isMask(AbsType type) {
  return type.isData() && type.getElementType().isInteger(1);
}

bool cm2tt::fitsElement(AbsType type, Type element) {
  if (!type.isData())
    return false;
  if (!type.getPointeeType() && isa<IntegerType, FloatType>(element))
    return true;
  return signlessType(type.getElementType()) == signlessType(element);
}

/// Which of the enums it is a constant of; nothing if of none.
static std::optional<unsigned> findEnum(AbsType arg,
                                        const AccessOptions &options) {
  for (unsigned i : {0, 1})
    if (!arg.getEnumName(options.enums[i]).empty())
      return i;
  return std::nullopt;
}

/// Loads have pointers, mask and `other`; stores and atomics pointers, values
/// and mask; compare and swap pointers, comparand and value.
static constexpr unsigned maxOperands = 3;

AccessArguments::AccessArguments(ArrayRef<AbsType> args,
                                 const AccessOptions &options) {
  while (!args.empty() && operands.size() < maxOperands &&
         !findEnum(args.front(), options)) {
    operands.push_back(args.front());
    args = args.drop_front();
  }
  bool hadFlag = false;
  for (AbsType arg : args) {
    if (isAbsent(arg))
      continue;
    std::optional<unsigned> which = findEnum(arg, options);
    if (which && !hadFlag && names[*which].empty()) {
      names[*which] = arg.getEnumName(options.enums[*which]).lower();
    } else if (options.hasFlag && !hadFlag && arg.isConstant() && isMask(arg)) {
      hadFlag = true;
      flag = *arg.getInt();
    } else {
      wrong = arg;
      return;
    }
  }
}

std::optional<unsigned> AccessArguments::operand(unsigned position) const {
  if (position < operands.size() && !isAbsent(operands[position]))
    return position;
  return std::nullopt;
}

FailureOr<SmallVector<int64_t>> cm2tt::accessShape(ArrayRef<AbsType> operands,
                                                   StringRef label,
                                                   EmitError error) {
  SmallVector<int64_t> shape;
  for (AbsType operand : operands) {
    auto both = broadcastShapes(shape, operand.getShape());
    if (!both)
      return error() << label
                     << ": shapes do not broadcast: " << operands[0].str()
                     << " and " << operand.str();
    shape = *both;
  }
  int64_t size = 1;
  for (int64_t extent : shape)
    if ((size *= llvm::PowerOf2Ceil(extent)) > maxTileElements)
      return error() << label << ": " << operands[0].str() << " and "
                     << operands.back().str() << " broadcast to more than "
                     << maxTileElements << " elements";
  return shape;
}

Value cm2tt::elementOperand(TileBuilder &builder, const TypedOperand &operand,
                            Type element, ArrayRef<int64_t> shape) {
  if (operand.type.getPointeeType())
    return builder.get(operand, shape);
  return operandAs(builder, operand, AbsType::tile(shape, element));
}

Value cm2tt::pointerTo(TileBuilder &builder, Value pointer, Type element) {
  auto have = cast<tt::PtrType>(getElementTypeOrSelf(pointer.getType()));
  auto type = tt::PtrType::get(element, have.getAddressSpace());
  Type result = type;
  if (auto tensor = dyn_cast<RankedTensorType>(pointer.getType()))
    result = tensor.clone(type);
  return builder.create<tt::BitcastOp>(result, pointer);
}
