// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Creates a Model from a JSON tree. Users call readJson (Readers.h).

#ifndef CM2TT_IMPORTER_LIB_JSONREADER_H
#define CM2TT_IMPORTER_LIB_JSONREADER_H

#include "JsonTree.h"
#include "TypeParser.h"
#include "llvm/ADT/StringSet.h"

namespace cm2tt::model {

/// Reads one tree. Its functions report what is wrong and go on, so that one
/// run shows more than the first defect.
class JsonReader {
public:
  JsonReader(Model &model, ProblemHandler report)
      : model(model), report(report), notes(model.spelling) {}

  /// False: at least one error was reported.
  bool readModel(const JsonNode &root);

private:
  using Kind = JsonNode::Kind;

  // JsonReader.cpp
  void fail(llvm::SMLoc loc, const llvm::Twine &message, const JsonPath &path);
  void warnUnknown(const JsonMember &member, const JsonPath &path);
  bool isFull() const { return errors >= maxErrors; }
  bool expect(const JsonNode &node, Kind kind, const JsonPath &path);
  void missing(const JsonNode &object, llvm::StringRef key,
               const JsonPath &path);
  bool readString(const JsonNode &node, llvm::StringRef &value,
                  const JsonPath &path);
  bool readIndex(const JsonNode &node, unsigned &value, const JsonPath &path);
  bool readId(const JsonNode &node, llvm::StringRef &id, const JsonPath &path);
  static bool isName(llvm::StringRef text);
  bool readName(const JsonNode &node, llvm::StringRef &name, const char *what,
                const JsonPath &path);
  bool readType(const JsonNode &node, const TypeName *&type,
                const JsonPath &path);
  bool readValue(const JsonNode &node, AttributeValue &value,
                 const JsonPath &path);
  bool checkVersion(const JsonNode &root, const JsonPath &path);
  void readModelKey(const JsonMember &member, const JsonPath &path);
  void readSignature(const JsonNode &node, const JsonPath &path);

  // JsonReaderOperations.cpp
  void readOperations(const JsonNode &node,
                      llvm::ArrayRef<Operation> &operations,
                      const JsonPath &path);
  void readOperation(const JsonNode &node, Operation &op, const JsonPath &path);
  bool readOperationKey(const JsonMember &member, Operation &op,
                        Attribute &value, const JsonPath &path);
  void readOperands(const JsonNode &node, llvm::ArrayRef<ValueUse> &uses,
                    const JsonPath &path);
  void readAttributes(const JsonNode &node, Operation &op,
                      const JsonPath &path);
  void readLocation(const JsonNode &node, Operation &op, const JsonPath &path);
  void readSuccessors(const JsonNode &node, Operation &op,
                      const JsonPath &path);
  void readParameters(const JsonNode &node,
                      llvm::ArrayRef<Parameter> &parameters,
                      const JsonPath &path);
  void readBodies(const JsonNode &node, Operation &op, const JsonPath &path);
  void readBody(const JsonNode &node, Body &body, const JsonPath &path);
  void readBlocks(const JsonNode &node, Body &body, const JsonPath &path);
  void readBlock(const JsonNode &node, Block &block, const JsonPath &path);

  /// Calls `read(element, path)` for each element of an array.
  template <typename Read>
  void forEach(const JsonNode &node, const JsonPath &path, Read read) {
    if (!expect(node, Kind::Array, path))
      return;
    size_t index = 0;
    for (const JsonNode &element : JsonChildren(node)) {
      if (isFull())
        return;
      read(element, JsonPath{&path, {}, index++});
    }
  }
  /// Calls `read(member, path)` for each member of an object.
  template <typename Read>
  void forEachKey(const JsonNode &node, const JsonPath &path, Read read) {
    for (const JsonNode &child : JsonChildren(node)) {
      if (isFull())
        return;
      const auto &member = static_cast<const JsonMember &>(child);
      read(member, JsonPath{&path, member.key, 0});
    }
  }

  Model &model;
  ProblemHandler report;
  SpellingNotes notes;
  llvm::StringSet<> unknownKeys;
  unsigned errors = 0;
  unsigned depth = 0;
};

} // namespace cm2tt::model

#endif // CM2TT_IMPORTER_LIB_JSONREADER_H
