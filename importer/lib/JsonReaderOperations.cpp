// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Reads operations, bodies and blocks from a JSON tree.

#include "JsonReader.h"
#include "Literals.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace cm2tt::model {

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

void JsonReader::readOperations(const JsonNode &node,
                                ArrayRef<Operation> &operations,
                                const JsonPath &path) {
  SmallVector<Operation, 0> list;
  forEach(node, path, [&](const JsonNode &element, const JsonPath &at) {
    list.emplace_back();
    readOperation(element, list.back(), at);
  });
  operations = model.save(ArrayRef<Operation>(list));
}

void JsonReader::readOperands(const JsonNode &node, ArrayRef<ValueUse> &uses,
                              const JsonPath &path) {
  SmallVector<ValueUse, 4> list;
  forEach(node, path, [&](const JsonNode &element, const JsonPath &at) {
    ValueUse use{{}, element.loc()};
    if (readId(element, use.id, at))
      list.push_back(use);
  });
  uses = model.save(ArrayRef<ValueUse>(list));
}

void JsonReader::readAttributes(const JsonNode &node, Operation &op,
                                const JsonPath &path) {
  if (!expect(node, Kind::Object, path))
    return;
  SmallVector<Attribute, 4> list;
  forEachKey(node, path, [&](const JsonMember &member, const JsonPath &at) {
    Attribute attribute{member.key, AttributeValue(), member.loc()};
    if (member.key == "loc")
      return fail(member.keyLoc(),
                  "wrong attribute: 'loc', expected the operation's key "
                  "'location'",
                  at);
    if (!isName(member.key))
      return fail(member.keyLoc(),
                  "malformed attribute name: '" + member.key + "'", at);
    if (!readValue(member, attribute.value, at))
      return;
    // A key with escapes lives with the tree.
    if (member.key.begin() != member.keyStart + 1)
      attribute.name = model.save(member.key);
    settleSuffix(attribute.value);
    list.push_back(attribute);
  });
  op.attributes = model.save(ArrayRef<Attribute>(list));
}

void JsonReader::readLocation(const JsonNode &node, Operation &op,
                              const JsonPath &path) {
  StringRef text;
  if (!readString(node, text, path))
    return;
  op.javaLoc = node.loc();
  std::string error = parseJavaLocation(text, /*fromJson=*/true, op.java);
  if (!error.empty())
    fail(node.loc(), error, path);
}

void JsonReader::readSuccessors(const JsonNode &node, Operation &op,
                                const JsonPath &path) {
  SmallVector<Successor, 2> list;
  forEach(node, path, [&](const JsonNode &element, const JsonPath &at) {
    if (!expect(element, Kind::Object, at))
      return;
    Successor successor;
    successor.loc = element.loc();
    forEachKey(element, at, [&](const JsonMember &member, const JsonPath &key) {
      if (member.key == "block")
        readIndex(member, successor.index, key);
      else if (member.key == "arguments")
        readOperands(member, successor.arguments, key);
      else
        warnUnknown(member, key);
    });
    if (!element.find("block"))
      missing(element, "block", at);
    list.push_back(successor);
  });
  op.successors = model.save(ArrayRef<Successor>(list));
}

/// Reads a key that says what the operation is or takes. False: not known.
bool JsonReader::readOperationKey(const JsonMember &member, Operation &op,
                                  Attribute &value, const JsonPath &path) {
  StringRef key = member.key;
  if (key == "op") {
    op.nameLoc = member.loc();
    readName(member, op.name, "operation name", path);
  } else if (key == "id") {
    readId(member, op.result, path);
  } else if (key == "type") {
    op.typeLoc = member.loc();
    readType(member, op.type, path);
  } else if (key == "operands") {
    readOperands(member, op.operands, path);
  } else if (key == "value") {
    value.loc = member.loc();
    if (readValue(member, value.value, path))
      op.value = &value;
  } else if (key == "attributes") {
    readAttributes(member, op, path);
  } else if (key == "bodies") {
    readBodies(member, op, path);
  } else if (key == "successors") {
    readSuccessors(member, op, path);
  } else if (key == "location") {
    readLocation(member, op, path);
  } else {
    return false;
  }
  return true;
}

void JsonReader::readOperation(const JsonNode &node, Operation &op,
                               const JsonPath &path) {
  op.loc = node.loc();
  if (!expect(node, Kind::Object, path))
    return;
  Attribute value;
  forEachKey(node, path, [&](const JsonMember &member, const JsonPath &at) {
    if (!readOperationKey(member, op, value, at))
      warnUnknown(member, at);
  });
  if (isFull())
    return;
  const JsonMember *id = node.find("id"), *type = node.find("type");
  if (!node.find("op"))
    missing(node, "op", path);
  if (id && !type)
    missing(node, "type", path);
  // A void operation may say so.
  if (!id && op.type && op.type->isPrimitive("void"))
    op.type = nullptr;
  else if (type && !id)
    missing(node, "id", path);
  if (!op.value)
    return;
  std::string error =
      interpretValue(op, value.value, model, notes, /*fromJson=*/true);
  if (!error.empty())
    fail(value.loc, error, JsonPath{&path, "value", 0});
  op.value = model.make(value);
}

//===----------------------------------------------------------------------===//
// Bodies and blocks
//===----------------------------------------------------------------------===//

void JsonReader::readParameters(const JsonNode &node,
                                ArrayRef<Parameter> &parameters,
                                const JsonPath &path) {
  SmallVector<Parameter, 4> list;
  forEach(node, path, [&](const JsonNode &element, const JsonPath &at) {
    if (!expect(element, Kind::Object, at))
      return;
    Parameter parameter;
    parameter.loc = element.loc();
    forEachKey(element, at, [&](const JsonMember &member, const JsonPath &key) {
      if (member.key == "id")
        readId(member, parameter.id, key);
      else if (member.key == "type")
        readType(member, parameter.type, key);
      else
        warnUnknown(member, key);
    });
    for (StringRef key : {"id", "type"})
      if (!element.find(key))
        missing(element, key, at);
    list.push_back(parameter);
  });
  parameters = model.save(ArrayRef<Parameter>(list));
}

void JsonReader::readBodies(const JsonNode &node, Operation &op,
                            const JsonPath &path) {
  SmallVector<Body, 0> list;
  forEach(node, path, [&](const JsonNode &element, const JsonPath &at) {
    list.emplace_back();
    readBody(element, list.back(), at);
  });
  op.bodies = model.save(ArrayRef<Body>(list));
}

void JsonReader::readBody(const JsonNode &node, Body &body,
                          const JsonPath &path) {
  body.loc = node.loc();
  if (!expect(node, Kind::Object, path))
    return;
  if (depth == maxBodyDepth)
    return fail(node.loc(),
                "bodies nested too deeply: more than " + Twine(maxBodyDepth) +
                    " levels",
                path);
  ++depth;
  forEachKey(node, path, [&](const JsonMember &member, const JsonPath &at) {
    if (member.key == "parameters") {
      readParameters(member, body.parameters, at);
    } else if (member.key == "result") {
      body.resultLoc = member.loc();
      readType(member, body.result, at);
    } else if (member.key == "blocks") {
      readBlocks(member, body, at);
    } else if (member.key == "label") {
      readName(member, body.label, "label", at);
    } else {
      warnUnknown(member, at);
    }
  });
  --depth;
  if (isFull())
    return;
  for (StringRef key : {"result", "blocks"})
    if (!node.find(key))
      missing(node, key, path);
}

void JsonReader::readBlocks(const JsonNode &node, Body &body,
                            const JsonPath &path) {
  SmallVector<Block, 0> list;
  forEach(node, path, [&](const JsonNode &element, const JsonPath &at) {
    list.emplace_back();
    readBlock(element, list.back(), at);
  });
  body.blocks = model.save(ArrayRef<Block>(list));
  if (!node.is(Kind::Array) || isFull())
    return;
  if (list.empty())
    return fail(node.loc(), "body without blocks", path);
  if (list.front().parameters.empty())
    return;
  JsonPath block{&path, {}, 0};
  fail(list.front().parameters.front().loc,
       "parameters of an entry block, expected them in the body",
       JsonPath{&block, "parameters", 0});
}

void JsonReader::readBlock(const JsonNode &node, Block &block,
                           const JsonPath &path) {
  block.loc = node.loc();
  if (!expect(node, Kind::Object, path))
    return;
  forEachKey(node, path, [&](const JsonMember &member, const JsonPath &at) {
    if (member.key == "parameters") {
      readParameters(member, block.parameters, at);
    } else if (member.key == "operations") {
      readOperations(member, block.operations, at);
      if (member.is(Kind::Array) && !member.first)
        fail(member.loc(), "block without operations", at);
    } else if (member.key == "label") {
      readName(member, block.name, "label", at);
    } else {
      warnUnknown(member, at);
    }
  });
  if (!isFull() && !node.find("operations"))
    missing(node, "operations", path);
}

} // namespace cm2tt::model
