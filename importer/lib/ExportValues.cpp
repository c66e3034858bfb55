// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Converts the types, attributes and values of `cm` to those of a model.

#include "ExportInternals.h"
#include "Readers.h"
#include "cm2tt/Dialect/CM/Spelling.h"

#include "llvm/ADT/StringSet.h"

namespace cm2tt::model {

//===----------------------------------------------------------------------===//
// Ids
//===----------------------------------------------------------------------===//

/// The id that a value was imported with; empty for any other.
static llvm::StringRef importedId(mlir::Value value) {
  auto fused = mlir::dyn_cast<mlir::FusedLoc>(value.getLoc());
  if (!fused || fused.getLocations().empty())
    return {};
  auto name = mlir::dyn_cast<mlir::NameLoc>(fused.getLocations().back());
  if (!name || !name.getName().getValue().starts_with("%"))
    return {};
  return name.getName().getValue();
}

/// All values that a function defines, in the order of the text.
static llvm::SmallVector<mlir::Value> definitionsIn(mlir::Operation *function) {
  llvm::SmallVector<mlir::Value> values;
  function->walk<mlir::WalkOrder::PreOrder>([&](mlir::Operation *op) {
    llvm::append_range(values, op->getResults());
    for (mlir::Region &region : op->getRegions())
      for (mlir::Block &block : region)
        llvm::append_range(values, block.getArguments());
  });
  return values;
}

/// Gives every value of a function its imported id if no other value has that
/// id, or an unused one.
void Exporter::nameValues(mlir::Operation *function) {
  llvm::StringSet<> taken;
  llvm::SmallVector<mlir::Value> unnamed;
  for (mlir::Value value : definitionsIn(function)) {
    llvm::StringRef id = importedId(value);
    if (id.empty() || !taken.insert(id).second)
      unnamed.push_back(value);
    else
      ids[value] = id;
  }
  unsigned next = 0;
  for (mlir::Value value : unnamed) {
    std::string id;
    do
      id = "%" + std::to_string(next++);
    while (!taken.insert(id).second);
    ids[value] = model.save(id);
  }
}

llvm::StringRef Exporter::idOf(mlir::Value value) { return ids.lookup(value); }

//===----------------------------------------------------------------------===//
// Types and values
//===----------------------------------------------------------------------===//

const TypeName *Exporter::type(mlir::Operation *op, mlir::Type type) {
  const TypeName *&made = types[type];
  if (made)
    return made;
  std::string text = cm::printType(type);
  // A type without arguments is written with empty ones in `cm` only.
  if (llvm::StringRef(text).ends_with("<>"))
    text.resize(text.size() - 2);
  llvm::Expected<const TypeName *> parsed = parseType(model.save(text), model);
  if (!text.empty() && parsed)
    return made = *parsed;
  llvm::consumeError(parsed.takeError());
  failed = true;
  op->emitError() << "no type of a code model: " << type;
  return made = model.types().primitive("void");
}

AttributeValue Exporter::integer(mlir::IntegerAttr attribute) {
  mlir::Type type = attribute.getType();
  if (type.isInteger(1))
    return AttributeValue::ofBoolean(!attribute.getValue().isZero());
  if (type.isUnsignedInteger(16))
    return AttributeValue::ofCharacter(attribute.getValue().getZExtValue());
  return AttributeValue::ofInteger(attribute.getValue().getSExtValue(),
                                   type.isInteger(64));
}

AttributeValue Exporter::value(mlir::Operation *op, mlir::Attribute attribute) {
  if (mlir::isa<cm::NullAttr>(attribute))
    return AttributeValue::null();
  auto number = mlir::dyn_cast<mlir::IntegerAttr>(attribute);
  if (number && number.getValue().getBitWidth() <= 64)
    return integer(number);
  if (auto real = mlir::dyn_cast<mlir::FloatAttr>(attribute)) {
    if (real.getType().isF32())
      return AttributeValue::ofFloat(real.getValue().convertToFloat());
    if (real.getType().isF64())
      return AttributeValue::ofDouble(real.getValue().convertToDouble());
  }
  if (auto text = mlir::dyn_cast<mlir::StringAttr>(attribute))
    return AttributeValue::ofString(text.getValue());
  if (auto literal = mlir::dyn_cast<mlir::TypeAttr>(attribute))
    return AttributeValue::ofType(type(op, literal.getValue()));
  if (auto ref = mlir::dyn_cast<cm::RefAttr>(attribute)) {
    llvm::Expected<const Reference *> parsed = parseReference(
        model.save(cm::printRef(ref)), model, /*isField=*/ref.isField());
    if (parsed)
      return AttributeValue::ofReference(*parsed);
    llvm::consumeError(parsed.takeError());
  }
  failed = true;
  op->emitError() << "no value of a code model: " << attribute;
  return AttributeValue::null();
}

} // namespace cm2tt::model
