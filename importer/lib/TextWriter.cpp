// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Writes the text form as Babylon's writers lay it out: bodies two columns
/// further in, their operations another two.

#include "BlockNames.h"
#include "Literals.h"
#include "Writers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace cm2tt::model {

using Kind = AttributeValue::Kind;

namespace {

/// Writes one model.
class TextWriter {
public:
  TextWriter(raw_ostream &os, const Model &model, const TextOptions &options)
      : os(os), model(model), options(options), names(model) {}

  void writeModel();

private:
  void writeHeader();
  void writeType(const TypeName &type) { printType(os, type, model.spelling); }
  void writeString(StringRef text);
  void writeLiteral(const AttributeValue &value, bool quoted);
  void writeReference(const Reference &reference);
  void writeAttribute(const Operation &op, const Attribute &attribute,
                      bool isDefault);
  void writeLocation(const Operation &op);
  void writeAttributes(const Operation &op);
  void writeParameters(ArrayRef<Parameter> parameters);
  void writeUses(ArrayRef<ValueUse> uses, StringRef separator);
  void writeSuccessors(const Operation &op);
  void writeComment(const Operation &op);
  void writeOperation(const Operation &op, unsigned indent);
  void writeBodies(const Operation &op, unsigned indent);
  void writeBody(const Body &body, unsigned indent, const Operation *comment);

  raw_ostream &os;
  const Model &model;
  const TextOptions &options;
  BlockNames names;
};

} // namespace

//===----------------------------------------------------------------------===//
// Values and attributes
//===----------------------------------------------------------------------===//

void TextWriter::writeString(StringRef text) {
  os << '"';
  printJavaEscaped(os, text);
  os << '"';
}

/// The suffix of a number: as noted, or the usual one.
static StringRef suffixOf(const AttributeValue &value) {
  if (value.suffix)
    return value.suffix == ' ' ? StringRef() : StringRef(&value.suffix, 1);
  if (value.kind == Kind::Integer)
    return value.isLong ? "L" : "";
  return value.kind == Kind::Float ? "f" : "d";
}

/// A value that is no reference. `quoted`: as a string, without suffix.
void TextWriter::writeLiteral(const AttributeValue &value, bool quoted) {
  StringRef quote = quoted ? "\"" : "";
  StringRef suffix = quoted ? StringRef() : suffixOf(value);
  switch (value.kind) {
  case Kind::Null:
    os << "null";
    return;
  case Kind::Boolean:
    os << quote << (value.boolean ? "true" : "false") << quote;
    return;
  case Kind::Character:
    os << (quoted ? '"' : '\'');
    printJavaEscaped(os, uint16_t(value.integer));
    os << (quoted ? '"' : '\'');
    return;
  case Kind::Integer:
    os << quote << value.integer << suffix << quote;
    return;
  case Kind::Float:
  case Kind::Double:
    os << quote;
    printJavaNumber(os, value.number, value.kind == Kind::Float);
    os << suffix << quote;
    return;
  case Kind::Type:
    if (quoted)
      return writeString(toString(*value.type, Spelling::old()));
    return writeType(*value.type);
  case Kind::String:
    return writeString(value.string);
  case Kind::Reference:
    return writeReference(*value.reference);
  }
}

void TextWriter::writeReference(const Reference &reference) {
  if (model.spelling.taggedReferences != reference.otherTag)
    os << "java.ref:";
  writeString(toString(reference, model.spelling));
}

void TextWriter::writeAttribute(const Operation &op, const Attribute &attribute,
                                bool isDefault) {
  os << " @";
  if (!attribute.name.empty())
    os << attribute.name << '=';
  bool quoted = false;
  if (isDefault && isQuotable(op))
    quoted = (isUsuallyQuoted(op) || !model.spelling.literalConstants) !=
             attribute.value.otherLiteral;
  writeLiteral(attribute.value, quoted);
}

void TextWriter::writeLocation(const Operation &op) {
  std::string text =
      std::to_string(op.java.line) + ":" + std::to_string(op.java.column);
  if (!op.java.file.empty())
    text += ":" + op.java.file.str();
  os << " @loc=";
  writeString(text);
}

/// The attributes in the order they were read in.
void TextWriter::writeAttributes(const Operation &op) {
  for (size_t i = 0; i <= op.attributes.size(); ++i) {
    bool hasLocation = op.java && op.locationPosition == i;
    if (hasLocation && !op.locationAfterValue)
      writeLocation(op);
    if (op.value && op.valuePosition == i)
      writeAttribute(op, *op.value, /*isDefault=*/true);
    if (hasLocation && op.locationAfterValue)
      writeLocation(op);
    if (i != op.attributes.size())
      writeAttribute(op, op.attributes[i], /*isDefault=*/false);
  }
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

void TextWriter::writeParameters(ArrayRef<Parameter> parameters) {
  os << '(';
  interleaveComma(parameters, os, [&](const Parameter &parameter) {
    os << parameter.id << " : ";
    writeType(*parameter.type);
  });
  os << ')';
}

void TextWriter::writeUses(ArrayRef<ValueUse> uses, StringRef separator) {
  interleave(uses, os, [&](const ValueUse &use) { os << use.id; }, separator);
}

void TextWriter::writeSuccessors(const Operation &op) {
  for (const Successor &successor : op.successors) {
    os << " ^" << names.name(op, successor);
    if (successor.arguments.empty())
      continue;
    os << '(';
    writeUses(successor.arguments, ", ");
    os << ')';
  }
}

/// Called after the first line of an operation.
void TextWriter::writeComment(const Operation &op) {
  if (!options.comment)
    return;
  std::string comment = options.comment(op);
  if (comment.empty())
    return;
  replace(comment, '\n', ' ');
  os << "  // " << comment;
}

void TextWriter::writeOperation(const Operation &op, unsigned indent) {
  os.indent(indent);
  if (!op.result.empty()) {
    os << op.result << " : ";
    writeType(*op.type);
    os << " = ";
  }
  os << op.name;
  if (!op.operands.empty()) {
    os << ' ';
    writeUses(op.operands, " ");
  }
  writeSuccessors(op);
  writeAttributes(op);
  writeBodies(op, indent);
  os << ';';
  if (op.bodies.empty())
    writeComment(op);
  os << '\n';
}

/// One body follows the operation on its line; several are below it.
void TextWriter::writeBodies(const Operation &op, unsigned indent) {
  if (op.bodies.size() == 1) {
    os << ' ';
    return writeBody(op.bodies[0], indent, &op);
  }
  if (op.bodies.empty())
    return;
  writeComment(op);
  for (const Body &body : op.bodies) {
    os << '\n';
    os.indent(indent + 4);
    writeBody(body, indent + 4, nullptr);
  }
}

/// `comment`: the operation whose first line this is.
void TextWriter::writeBody(const Body &body, unsigned indent,
                           const Operation *comment) {
  if (!body.label.empty())
    os << '^' << body.label;
  writeParameters(body.parameters);
  writeType(*body.result);
  os << " -> {";
  if (comment)
    writeComment(*comment);
  os << '\n';
  for (const Block &block : body.blocks) {
    if (&block != &body.blocks.front()) {
      os << '\n';
      os.indent(indent + 2) << '^' << names.name(block);
      if (!block.parameters.empty())
        writeParameters(block.parameters);
      os << ":\n";
    }
    for (const Operation &op : block.operations)
      writeOperation(op, indent + 4);
  }
  os.indent(indent) << '}';
}

//===----------------------------------------------------------------------===//
// The model
//===----------------------------------------------------------------------===//

/// Writes information that only JSON has, in comments that readText
/// understands.
void TextWriter::writeHeader() {
  auto line = [&](StringRef key, StringRef value) {
    if (value.empty())
      return;
    os << "//! " << key << ": ";
    writeString(value);
    os << '\n';
  };
  line("producer", model.producer);
  line("source", model.source);
  line("kernel", model.kernel);
  if (!model.hasSignature)
    return;
  os << "//! signature:" << (model.signature.empty() ? "" : " ");
  interleaveComma(model.signature, os, [&](SignatureEntry entry) {
    entry.value.suffix = ' ';
    writeLiteral(entry.value, /*quoted=*/false);
  });
  os << '\n';
}

void TextWriter::writeModel() {
  writeHeader();
  if (model.module)
    return writeOperation(*model.module, 0);
  for (const Operation &op : model.functions)
    writeOperation(op, 0);
}

void writeText(raw_ostream &os, const Model &model,
               const TextOptions &options) {
  TextWriter(os, model, options).writeModel();
}

} // namespace cm2tt::model
