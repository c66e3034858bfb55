// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Constants, splats and broadcasts for the builders of the kernel language.

#include "cm2tt/Language/TileBuilder.h"

#include "cm2tt/Dialect/TT/TTOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace cm2tt;

Value TileBuilder::constant(Type type, Attribute element) {
  auto value = cast<TypedAttr>(element);
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    value = SplatElementsAttr::get(tensor, element);
  return arith::ConstantOp::create(builder, loc, value);
}

Value TileBuilder::constantInt(Type type, int64_t value) {
  return constant(type,
                  builder.getIntegerAttr(getElementTypeOrSelf(type), value));
}

Value TileBuilder::constantFloat(Type type, double value) {
  return constant(type,
                  builder.getFloatAttr(getElementTypeOrSelf(type), value));
}

SmallVector<TypedOperand, 2> TypedOperand::getComponents() const {
  if (!type.isRecord())
    return {*this};
  SmallVector<TypedOperand, 2> parts;
  ArrayRef<Value> rest(values);
  for (AbsType component : type.getComponents()) {
    // While only types are computed there are no values.
    unsigned count = values.empty() ? 0 : component.countValues();
    parts.emplace_back(component, Results(rest.take_front(count)));
    rest = rest.drop_front(count);
  }
  return parts;
}

Value TileBuilder::get(const TypedOperand &operand) {
  if (Value value = operand.value())
    return value;
  assert(operand.type.isNumber() && "only numbers have constants at run time");
  return constant(signlessType(operand.type.getType()),
                  operand.type.getValue());
}

Value TileBuilder::get(const TypedOperand &operand, ArrayRef<int64_t> shape) {
  Type element = signlessType(operand.type.getElementType());
  if (!operand.type.isTile()) {
    if (shape.empty())
      return get(operand);
    auto type = RankedTensorType::get(shape, element);
    if (operand.type.isConstant())
      return constant(type, operand.type.getValue());
    return create<tt::SplatOp>(type, get(operand));
  }
  Value value = get(operand);
  SmallVector<int64_t> have(operand.type.getShape());
  while (have.size() < shape.size()) {
    have.insert(have.begin(), 1);
    value = create<tt::ExpandDimsOp>(RankedTensorType::get(have, element),
                                     value, 0);
  }
  if (have != shape)
    value =
        create<tt::BroadcastOp>(RankedTensorType::get(shape, element), value);
  return value;
}

std::optional<SmallVector<int64_t>>
cm2tt::broadcastShapes(ArrayRef<int64_t> a, ArrayRef<int64_t> b) {
  if (a.size() < b.size())
    std::swap(a, b);
  SmallVector<int64_t> shape(a);
  size_t lead = a.size() - b.size();
  for (auto [i, extent] : llvm::enumerate(b)) {
    int64_t &mine = shape[lead + i];
    if (mine != extent && mine != 1 && extent != 1)
      return std::nullopt;
    mine = std::max(mine, extent);
  }
  return shape;
}
