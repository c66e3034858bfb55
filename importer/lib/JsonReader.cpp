// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Reads the keys of the model, and the values that all parts of the JSON form
/// contain.
///
/// Not here: functions and their contents (JsonReaderOperations.cpp).

#include "JsonReader.h"
#include "Literals.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace cm2tt::model {

//===----------------------------------------------------------------------===//
// Problems
//===----------------------------------------------------------------------===//

void JsonReader::fail(SMLoc loc, const Twine &message, const JsonPath &path) {
  ++errors;
  report({/*isError=*/true, loc, message.str(), path.str()});
}

/// Once for each key, wherever it stands.
void JsonReader::warnUnknown(const JsonMember &member, const JsonPath &path) {
  if (unknownKeys.size() > maxUnknownKeys ||
      !unknownKeys.insert(member.key).second)
    return;
  std::string message = unknownKeys.size() > maxUnknownKeys
                            ? "more unknown keys"
                            : "unknown key: '" + member.key.str() + "'";
  report({/*isError=*/false, member.keyLoc(), message, path.str()});
}

/// The name of a value in messages.
static std::string describe(const JsonNode &node) {
  auto quoted = [&](size_t most) {
    StringRef text = node.text.take_front(most);
    while (text.size() < node.text.size() &&
           (node.text[text.size()] & 0xc0) == 0x80)
      text = node.text.take_front(text.size() + 1);
    return text.str() + (text.size() < node.text.size() ? "..." : "");
  };
  switch (node.kind) {
  case JsonNode::Kind::Null:
    return "null";
  case JsonNode::Kind::Boolean:
    return node.truth ? "true" : "false";
  case JsonNode::Kind::Number:
    return quoted(40);
  case JsonNode::Kind::String:
    return "\"" + quoted(40) + "\"";
  case JsonNode::Kind::Array:
    return "an array";
  case JsonNode::Kind::Object:
    return "an object";
  }
  return "";
}

static StringRef nameOf(JsonNode::Kind kind) {
  switch (kind) {
  case JsonNode::Kind::Null:
    return "null";
  case JsonNode::Kind::Boolean:
    return "a boolean";
  case JsonNode::Kind::Number:
    return "a number";
  case JsonNode::Kind::String:
    return "a string";
  case JsonNode::Kind::Array:
    return "an array";
  case JsonNode::Kind::Object:
    return "an object";
  }
  return "";
}

bool JsonReader::expect(const JsonNode &node, Kind kind, const JsonPath &path) {
  if (node.is(kind))
    return true;
  fail(node.loc(),
       "wrong kind of value: " + describe(node) + ", expected " + nameOf(kind),
       path);
  return false;
}

void JsonReader::missing(const JsonNode &object, StringRef key,
                         const JsonPath &path) {
  fail(object.loc(), "missing key: '" + key + "'", path);
}

//===----------------------------------------------------------------------===//
// Strings, types and values
//===----------------------------------------------------------------------===//

bool JsonReader::readString(const JsonNode &node, StringRef &value,
                            const JsonPath &path) {
  if (!expect(node, Kind::String, path))
    return false;
  value = node.text;
  // Strings with escapes live with the tree, which is dropped.
  if (value.begin() != node.start + 1)
    value = model.save(value);
  return true;
}

bool JsonReader::readIndex(const JsonNode &node, unsigned &value,
                           const JsonPath &path) {
  // Read as signed, so that the highest bit needs no special case.
  int index = 0;
  if (node.is(Kind::Number) && !node.text.getAsInteger(10, index) &&
      index >= 0) {
    value = index;
    return true;
  }
  fail(node.loc(),
       "wrong kind of value: " + describe(node) + ", expected an index from 0",
       path);
  return false;
}

/// `%` and letters, digits, `_` or `$`
bool JsonReader::readId(const JsonNode &node, StringRef &id,
                        const JsonPath &path) {
  if (!readString(node, id, path))
    return false;
  if (id.size() > 1 && id[0] == '%' &&
      all_of(id.drop_front(), isIdentifierPart))
    return true;
  fail(node.loc(),
       "malformed id: " + describe(node) +
           ", expected '%' and letters, digits, '_' or '$'",
       path);
  return false;
}

/// Whether this is identifiers with points between them.
bool JsonReader::isName(StringRef text) {
  return all_of(split(text, '.'), [](StringRef part) {
    return !part.empty() && isIdentifierStart(part[0]) &&
           all_of(part, isIdentifierPart);
  });
}

/// Reads such a name, called `what` in messages.
bool JsonReader::readName(const JsonNode &node, StringRef &name,
                          const char *what, const JsonPath &path) {
  if (!readString(node, name, path))
    return false;
  if (isName(name))
    return true;
  fail(node.loc(), "malformed " + Twine(what) + ": " + describe(node), path);
  return false;
}

bool JsonReader::readType(const JsonNode &node, const TypeName *&type,
                          const JsonPath &path) {
  StringRef text;
  if (!readString(node, text, path))
    return false;
  TypeParser parser(model, text, &notes);
  type = parser.type();
  if (type && parser.finish("type"))
    return true;
  type = nullptr;
  fail(node.loc(), "malformed type: " + describe(node) + ": " + parser.error(),
       path);
  return false;
}

/// The number of a Number. An integer beyond 64 bits is a Double, and an int
/// a Double as well if a constant needs one: the digits are kept for that.
static std::optional<AttributeValue> numberValue(StringRef text) {
  AttributeValue value;
  int64_t integer = 0;
  if (text.find_first_of(".eE") == StringRef::npos &&
      !text.getAsInteger(10, integer)) {
    value = AttributeValue::ofInteger(integer, !isInt<32>(integer));
  } else {
    std::optional<double> number = parseNumber(text, /*isFloat=*/false);
    if (!number)
      return std::nullopt;
    value = AttributeValue::ofDouble(*number);
  }
  value.string = text;
  return value;
}

/// A string, a number, a boolean, null or `{"type": "float"}`.
bool JsonReader::readValue(const JsonNode &node, AttributeValue &value,
                           const JsonPath &path) {
  switch (node.kind) {
  case Kind::Null:
    value = AttributeValue::null();
    return true;
  case Kind::Boolean:
    value = AttributeValue::ofBoolean(node.truth);
    return true;
  case Kind::Number:
    if (std::optional<AttributeValue> number = numberValue(node.text)) {
      value = *number;
      return true;
    }
    fail(node.loc(), "number out of range: " + describe(node), path);
    return false;
  case Kind::String: {
    StringRef text;
    readString(node, text, path);
    value = AttributeValue::ofString(text);
    return true;
  }
  case Kind::Array:
    break;
  case Kind::Object: {
    const JsonMember *type = node.find("type");
    if (!type)
      break;
    forEachKey(node, path, [&](const JsonMember &member, JsonPath memberPath) {
      if (&member != type)
        warnUnknown(member, memberPath);
    });
    const TypeName *name = nullptr;
    if (!readType(*type, name, JsonPath{&path, "type", 0}))
      return false;
    value = AttributeValue::ofType(name);
    return true;
  }
  }
  fail(node.loc(),
       "wrong kind of value: " + describe(node) +
           ", expected a string, a number, a boolean, null or "
           "{\"type\": \"...\"}",
       path);
  return false;
}

//===----------------------------------------------------------------------===//
// The model
//===----------------------------------------------------------------------===//

bool JsonReader::checkVersion(const JsonNode &root, const JsonPath &path) {
  const JsonMember *version = root.find("codeModel");
  if (!version) {
    missing(root, "codeModel", path);
    return false;
  }
  if (version->is(Kind::Number) &&
      version->text == std::to_string(Model::formatVersion))
    return true;
  JsonPath versionPath{&path, "codeModel", 0};
  if (!expect(*version, Kind::Number, versionPath))
    return false;
  fail(version->loc(),
       "unsupported version of the format: " + describe(*version) +
           ", expected " + Twine(Model::formatVersion),
       versionPath);
  return false;
}

void JsonReader::readSignature(const JsonNode &node, const JsonPath &path) {
  SmallVector<SignatureEntry> entries;
  forEach(node, path, [&](const JsonNode &element, JsonPath elementPath) {
    SignatureEntry entry{AttributeValue(), element.loc()};
    if (!element.is(Kind::String) && !element.is(Kind::Number) &&
        !element.is(Kind::Boolean))
      return fail(element.loc(),
                  "wrong kind of value: " + describe(element) +
                      ", expected a type such as \"*fp32\", a number or a "
                      "boolean",
                  elementPath);
    if (!readValue(element, entry.value, elementPath))
      return;
    settleSuffix(entry.value);
    entries.push_back(entry);
  });
  model.signature = model.save(ArrayRef<SignatureEntry>(entries));
  model.signatureLoc = node.loc();
  model.hasSignature = true;
}

void JsonReader::readModelKey(const JsonMember &member, const JsonPath &path) {
  if (member.key == "functions") {
    model.functionsLoc = member.loc();
    readOperations(member, model.functions, path);
    if (member.is(Kind::Array) && !member.first)
      fail(member.loc(), "model without functions", path);
  } else if (member.key == "kernel") {
    model.kernelLoc = member.loc();
    readString(member, model.kernel, path);
  } else if (member.key == "signature") {
    readSignature(member, path);
  } else if (member.key == "source") {
    readString(member, model.source, path);
  } else if (member.key == "producer") {
    readString(member, model.producer, path);
  } else if (member.key != "codeModel") {
    warnUnknown(member, path);
  }
}

bool JsonReader::readModel(const JsonNode &root) {
  JsonPath path;
  if (!expect(root, Kind::Object, path) || !checkVersion(root, path))
    return false;
  model.fromJson = true;
  forEachKey(root, path, [&](const JsonMember &member, JsonPath memberPath) {
    readModelKey(member, memberPath);
  });
  if (!isFull() && !root.find("functions"))
    missing(root, "functions", path);
  if (errors)
    return false;
  model.link();
  notes.conclude();
  return true;
}

LogicalResult readJson(StringRef text, Model &model, ProblemHandler report) {
  BumpPtrAllocator nodes, strings;
  bool hasErrors = false;
  const JsonNode *root = parseJsonTree(text, nodes, strings, report, hasErrors);
  if (!root)
    return failure();
  return success(JsonReader(model, report).readModel(*root) && !hasErrors);
}

} // namespace cm2tt::model
