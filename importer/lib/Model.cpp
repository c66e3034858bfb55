// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The code model's memory, its parent pointers and its JSON paths.

#include "Model.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace cm2tt::model {

//===----------------------------------------------------------------------===//
// AttributeValue
//===----------------------------------------------------------------------===//

AttributeValue AttributeValue::ofBoolean(bool value) {
  AttributeValue result;
  result.kind = Kind::Boolean;
  result.boolean = value;
  return result;
}

AttributeValue AttributeValue::ofCharacter(uint16_t unit) {
  AttributeValue result;
  result.kind = Kind::Character;
  result.integer = unit;
  return result;
}

AttributeValue AttributeValue::ofInteger(int64_t value, bool isLong) {
  AttributeValue result;
  result.kind = Kind::Integer;
  result.integer = value;
  result.isLong = isLong;
  return result;
}

AttributeValue AttributeValue::ofFloat(float value) {
  AttributeValue result;
  result.kind = Kind::Float;
  result.number = value;
  return result;
}

AttributeValue AttributeValue::ofDouble(double value) {
  AttributeValue result;
  result.kind = Kind::Double;
  result.number = value;
  return result;
}

AttributeValue AttributeValue::ofString(StringRef value) {
  AttributeValue result;
  result.kind = Kind::String;
  result.string = value;
  return result;
}

AttributeValue AttributeValue::ofType(const TypeName *type) {
  AttributeValue result;
  result.kind = Kind::Type;
  result.type = type;
  return result;
}

AttributeValue AttributeValue::ofReference(const Reference *reference) {
  AttributeValue result;
  result.kind = Kind::Reference;
  result.reference = reference;
  return result;
}

//===----------------------------------------------------------------------===//
// Model
//===----------------------------------------------------------------------===//

Model::Model()
    : memory(std::make_unique<BumpPtrAllocator>()),
      typeTable(std::make_unique<TypeTable>(*memory)) {}

StringRef Model::save(const Twine &text) {
  SmallString<64> buffer;
  return text.toStringRef(buffer).copy(*memory);
}

const Attribute *Operation::attribute(StringRef name) const {
  auto *found = find_if(
      attributes, [&](const Attribute &each) { return each.name == name; });
  return found == attributes.end() ? nullptr : &*found;
}

unsigned Block::index() const { return this - parent->blocks.data(); }

unsigned Body::index() const { return this - parent->bodies.data(); }

static void linkOperations(ArrayRef<Operation> operations,
                           const Block *parent) {
  for (Operation &op : mutableItems(operations)) {
    op.parent = parent;
    for (Body &body : mutableItems(op.bodies)) {
      body.parent = &op;
      for (Block &block : mutableItems(body.blocks)) {
        block.parent = &body;
        linkOperations(block.operations, &block);
      }
    }
  }
}

void Model::link() {
  if (module)
    linkOperations(ArrayRef<Operation>(*module), nullptr);
  // A module's functions are the model's; they have no other parent.
  linkOperations(functions, nullptr);
}

//===----------------------------------------------------------------------===//
// Paths
//===----------------------------------------------------------------------===//

std::string pathOf(const Model &model, const Operation &op) {
  if (!op.parent)
    return "functions[" + std::to_string(&op - model.functions.data()) + "]";
  return pathOf(model, *op.parent) + ".operations[" +
         std::to_string(&op - op.parent->operations.data()) + "]";
}

std::string pathOf(const Model &model, const Body &body) {
  return pathOf(model, *body.parent) + ".bodies[" +
         std::to_string(body.index()) + "]";
}

std::string pathOf(const Model &model, const Block &block) {
  return pathOf(model, *block.parent) + ".blocks[" +
         std::to_string(block.index()) + "]";
}

} // namespace cm2tt::model
