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

/// A value of a kind whose content is in one field.
template <typename Field, typename Content>
static AttributeValue valueOf(AttributeValue::Kind kind,
                              Field AttributeValue::*field, Content content) {
  AttributeValue result;
  result.kind = kind;
  result.*field = content;
  return result;
}

AttributeValue AttributeValue::ofBoolean(bool value) {
  return valueOf(Kind::Boolean, &AttributeValue::boolean, value);
}

AttributeValue AttributeValue::ofCharacter(uint16_t unit) {
  return valueOf(Kind::Character, &AttributeValue::integer, unit);
}

AttributeValue AttributeValue::ofInteger(int64_t value, bool isLong) {
  AttributeValue result =
      valueOf(Kind::Integer, &AttributeValue::integer, value);
  result.isLong = isLong;
  return result;
}

AttributeValue AttributeValue::ofFloat(float value) {
  return valueOf(Kind::Float, &AttributeValue::number, value);
}

AttributeValue AttributeValue::ofDouble(double value) {
  return valueOf(Kind::Double, &AttributeValue::number, value);
}

AttributeValue AttributeValue::ofString(StringRef value) {
  return valueOf(Kind::String, &AttributeValue::string, value);
}

AttributeValue AttributeValue::ofType(const TypeName *type) {
  return valueOf(Kind::Type, &AttributeValue::type, type);
}

AttributeValue AttributeValue::ofReference(const Reference *reference) {
  return valueOf(Kind::Reference, &AttributeValue::reference, reference);
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
