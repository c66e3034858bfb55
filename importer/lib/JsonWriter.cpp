// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Writes the JSON form, with one line for each operation.

#include "BlockNames.h"
#include "Literals.h"
#include "Writers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>

using namespace llvm;

namespace cm2tt::model {

using Kind = AttributeValue::Kind;

namespace {

/// Writes one model.
class JsonWriter {
public:
  JsonWriter(raw_ostream &os, const Model &model)
      : os(os), model(model), names(model) {}

  void writeModel();

private:
  void writeString(StringRef text);
  void writeType(const TypeName &type) {
    writeString(toString(type, model.spelling));
  }
  void writeNumber(const AttributeValue &value);
  void writeValue(const AttributeValue &value);
  void writeUses(ArrayRef<ValueUse> uses);
  void writeParameters(ArrayRef<Parameter> parameters);
  void writeAttributes(const Operation &op);
  void writeLocation(const Operation &op);
  void writeSuccessors(const Operation &op);
  void writeOperations(ArrayRef<Operation> operations, unsigned indent);
  void writeOperation(const Operation &op, unsigned indent);
  void writeBody(const Body &body, unsigned indent);
  void writeBlock(const Block &block, unsigned indent);

  raw_ostream &os;
  const Model &model;
  BlockNames names;
};

} // namespace

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

void JsonWriter::writeString(StringRef text) {
  os << '"';
  while (!text.empty()) {
    StringRef rest = text;
    unsigned codePoint = takeCodePoint(rest);
    StringRef bytes = text.drop_back(rest.size());
    text = rest;
    if (codePoint == '"' || codePoint == '\\')
      os << '\\' << bytes;
    else if (codePoint == '\n')
      os << "\\n";
    else if (codePoint == '\t')
      os << "\\t";
    else if (codePoint < ' ')
      os << format("\\u%04x", codePoint);
    else if (codePoint >= 0xd800 && codePoint < 0xe000)
      os << "\\ufffd"; // Half a pair of surrogates, which JSON cannot hold.
    else
      os << bytes;
  }
  os << '"';
}

void JsonWriter::writeNumber(const AttributeValue &value) {
  bool isFinite = std::isfinite(value.number);
  os << (isFinite ? "" : "\"");
  printJavaNumber(os, value.number, value.kind == Kind::Float);
  os << (isFinite ? "" : "\"");
}

void JsonWriter::writeValue(const AttributeValue &value) {
  switch (value.kind) {
  case Kind::Null:
    os << "null";
    return;
  case Kind::Boolean:
    os << (value.boolean ? "true" : "false");
    return;
  case Kind::Character: {
    // Half a pair of surrogates is no string.
    if (value.integer >= 0xd800 && value.integer < 0xe000) {
      os << value.integer;
      return;
    }
    SmallString<4> text;
    appendCodePoint(text, unsigned(value.integer));
    return writeString(text);
  }
  case Kind::Integer:
    os << value.integer;
    return;
  case Kind::Float:
  case Kind::Double:
    return writeNumber(value);
  case Kind::String:
    return writeString(value.string);
  case Kind::Type:
    os << "{\"type\": ";
    writeType(*value.type);
    os << '}';
    return;
  case Kind::Reference:
    return writeString(toString(*value.reference, model.spelling));
  }
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

void JsonWriter::writeUses(ArrayRef<ValueUse> uses) {
  os << '[';
  interleaveComma(uses, os, [&](const ValueUse &use) { writeString(use.id); });
  os << ']';
}

void JsonWriter::writeParameters(ArrayRef<Parameter> parameters) {
  os << "\"parameters\": [";
  interleaveComma(parameters, os, [&](const Parameter &parameter) {
    os << "{\"id\": ";
    writeString(parameter.id);
    os << ", \"type\": ";
    writeType(*parameter.type);
    os << '}';
  });
  os << "], ";
}

void JsonWriter::writeAttributes(const Operation &op) {
  if (op.attributes.empty())
    return;
  os << ", \"attributes\": {";
  interleaveComma(op.attributes, os, [&](const Attribute &attribute) {
    writeString(attribute.name);
    os << ": ";
    writeValue(attribute.value);
  });
  os << '}';
}

void JsonWriter::writeLocation(const Operation &op) {
  if (!op.java)
    return;
  std::string text = op.java.file.empty() ? "" : op.java.file.str() + ":";
  os << ", \"location\": ";
  writeString(text + std::to_string(op.java.line) + ":" +
              std::to_string(op.java.column));
}

void JsonWriter::writeSuccessors(const Operation &op) {
  if (op.successors.empty())
    return;
  os << ", \"successors\": [";
  interleaveComma(op.successors, os, [&](const Successor &successor) {
    os << "{\"block\": " << successor.index;
    if (!successor.arguments.empty()) {
      os << ", \"arguments\": ";
      writeUses(successor.arguments);
    }
    os << '}';
  });
  os << ']';
}

void JsonWriter::writeOperation(const Operation &op, unsigned indent) {
  os << "{\"op\": ";
  writeString(op.name);
  if (!op.result.empty()) {
    os << ", \"id\": ";
    writeString(op.result);
    os << ", \"type\": ";
    writeType(*op.type);
  }
  if (!op.operands.empty()) {
    os << ", \"operands\": ";
    writeUses(op.operands);
  }
  if (op.value) {
    os << ", \"value\": ";
    writeValue(op.value->value);
  }
  writeAttributes(op);
  writeLocation(op);
  writeSuccessors(op);
  if (!op.bodies.empty()) {
    os << ", \"bodies\": [";
    for (const Body &body : op.bodies) {
      os << (&body == &op.bodies.front() ? "\n" : ",\n");
      writeBody(body, indent + 2);
    }
    os << ']';
  }
  os << '}';
}

void JsonWriter::writeOperations(ArrayRef<Operation> operations,
                                 unsigned indent) {
  for (const Operation &op : operations) {
    os << (&op == &operations.front() ? "\n" : ",\n");
    os.indent(indent);
    writeOperation(op, indent);
  }
}

void JsonWriter::writeBody(const Body &body, unsigned indent) {
  os.indent(indent) << '{';
  if (!body.label.empty()) {
    os << "\"label\": ";
    writeString(body.label);
    os << ", ";
  }
  if (!body.parameters.empty())
    writeParameters(body.parameters);
  os << "\"result\": ";
  writeType(*body.result);
  os << ", \"blocks\": [";
  for (const Block &block : body.blocks) {
    os << (&block == &body.blocks.front() ? "\n" : ",\n");
    writeBlock(block, indent + 2);
  }
  os << "]}";
}

void JsonWriter::writeBlock(const Block &block, unsigned indent) {
  os.indent(indent) << '{';
  if (!block.name.empty() && block.name != names.made(block)) {
    os << "\"label\": ";
    writeString(block.name);
    os << ", ";
  }
  if (!block.parameters.empty())
    writeParameters(block.parameters);
  os << "\"operations\": [";
  writeOperations(block.operations, indent + 2);
  os << "]}";
}

//===----------------------------------------------------------------------===//
// The model
//===----------------------------------------------------------------------===//

void JsonWriter::writeModel() {
  os << "{\n  \"codeModel\": " << Model::formatVersion;
  auto line = [&](StringRef key, StringRef value) {
    if (value.empty())
      return;
    os << ",\n  \"" << key << "\": ";
    writeString(value);
  };
  line("producer", model.producer);
  line("source", model.source);
  line("kernel", model.kernel);
  if (model.hasSignature) {
    os << ",\n  \"signature\": [";
    interleaveComma(model.signature, os, [&](const SignatureEntry &entry) {
      writeValue(entry.value);
    });
    os << ']';
  }
  os << ",\n  \"functions\": [";
  writeOperations(model.functions, 4);
  os << "]\n}\n";
}

void writeJson(raw_ostream &os, const Model &model) {
  JsonWriter(os, model).writeModel();
}

} // namespace cm2tt::model
