// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// JSON text as a tree whose values have locations. It is built through
/// nlohmann's SAX interface, which checks the syntax.
///
/// A tree precedes the model, since the keys of a JSON object are unordered and
/// the value of a constant depends on its type: an operation can be interpreted
/// only at its end. The tree is freed before `cm` is created.

#ifndef CM2TT_IMPORTER_LIB_JSONTREE_H
#define CM2TT_IMPORTER_LIB_JSONTREE_H

#include "Readers.h"
#include "llvm/Support/Allocator.h"

namespace cm2tt::model {

struct JsonMember;

/// A value of JSON.
struct JsonNode {
  enum class Kind : uint8_t { Null, Boolean, Number, String, Array, Object };

  Kind kind = Kind::Null;
  /// The value of a Boolean.
  bool truth = false;
  /// Where the value starts.
  const char *start = nullptr;
  /// Number: as written. String: what it means.
  llvm::StringRef text;
  /// Array and Object: the first child, then by `next`.
  JsonNode *first = nullptr;
  JsonNode *next = nullptr;

  llvm::SMLoc loc() const { return llvm::SMLoc::getFromPointer(start); }
  bool is(Kind other) const { return kind == other; }
  /// Object: the value of a key, or null.
  const JsonMember *find(llvm::StringRef key) const;
};

/// A value in an object. All children of objects are members.
struct JsonMember : JsonNode {
  llvm::StringRef key;
  const char *keyStart = nullptr;

  llvm::SMLoc keyLoc() const { return llvm::SMLoc::getFromPointer(keyStart); }
};

/// The children of an array or object.
class JsonChildren {
public:
  /// Walks along `next`.
  struct iterator {
    const JsonNode *node;
    const JsonNode &operator*() const { return *node; }
    iterator &operator++() {
      node = node->next;
      return *this;
    }
    bool operator!=(iterator other) const { return node != other.node; }
  };

  explicit JsonChildren(const JsonNode &parent) : first(parent.first) {}
  iterator begin() const { return {first}; }
  iterator end() const { return {nullptr}; }

private:
  const JsonNode *first;
};

/// Where a value stands in its model, for messages. On the stack.
struct JsonPath {
  const JsonPath *parent = nullptr;
  /// The key in the parent, or null for an index.
  llvm::StringRef key;
  size_t index = 0;

  /// `functions[0].bodies`; empty for the root.
  std::string str() const;
};

/// The deepest nesting of JSON that is read; more than 256 bodies have.
constexpr unsigned maxJsonDepth = 2048;

/// Parses a text. Nodes live in `arena`; strings in the text, or in `strings`
/// where they have escapes. Null after a syntax error; duplicate keys are
/// reported but let through. `hasErrors` is set in both cases.
const JsonNode *parseJsonTree(llvm::StringRef text,
                              llvm::BumpPtrAllocator &arena,
                              llvm::BumpPtrAllocator &strings,
                              ProblemHandler report, bool &hasErrors);

} // namespace cm2tt::model

#endif // CM2TT_IMPORTER_LIB_JSONTREE_H
