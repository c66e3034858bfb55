// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Builds the tree from nlohmann's events.
///
/// The events have no locations, but their order is that of the text, with one
/// event for each token that is not a comma or colon. A cursor that skips the
/// same tokens computes the start of each. The cursor checks nothing;
/// nlohmann/json does.

#include "JsonTree.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringExtras.h"

#define JSON_NOEXCEPTION
#include <nlohmann/json.hpp>

using namespace llvm;

namespace cm2tt::model {

const JsonMember *JsonNode::find(StringRef key) const {
  for (const JsonNode &child : JsonChildren(*this))
    if (static_cast<const JsonMember &>(child).key == key)
      return static_cast<const JsonMember *>(&child);
  return nullptr;
}

std::string JsonPath::str() const {
  if (!parent)
    return "";
  std::string path = parent->str();
  if (key.empty())
    return path + "[" + std::to_string(index) + "]";
  return path + (path.empty() ? "" : ".") + key.str();
}

namespace {

/// Takes nlohmann's events. A function that returns false ends the parsing.
class TreeBuilder {
public:
  TreeBuilder(StringRef text, BumpPtrAllocator &arena,
              BumpPtrAllocator &strings, ProblemHandler report)
      : text(text), cursor(text.begin()), arena(arena), strings(strings),
        report(report) {}

  using number_integer_t = nlohmann::json::number_integer_t;
  using number_unsigned_t = nlohmann::json::number_unsigned_t;
  using number_float_t = nlohmann::json::number_float_t;
  using string_t = nlohmann::json::string_t;
  using binary_t = nlohmann::json::binary_t;

  bool null() { return literal(JsonNode::Kind::Null, 4); }
  bool boolean(bool value);
  bool number_integer(number_integer_t) { return number(); }
  bool number_unsigned(number_unsigned_t) { return number(); }
  bool number_float(number_float_t, const string_t &) { return number(); }
  bool string(string_t &value);
  bool binary(binary_t &) { return false; }
  bool start_object(std::size_t) { return open(JsonNode::Kind::Object); }
  bool start_array(std::size_t) { return open(JsonNode::Kind::Array); }
  bool key(string_t &value);
  bool end_object();
  bool end_array() { return close(); }
  bool parse_error(std::size_t position, const std::string &,
                   const nlohmann::detail::exception &exception);

  /// After the last event: nothing else may follow.
  bool finish();

  const JsonNode *root = nullptr;
  unsigned errors = 0;

private:
  /// An array or object that is not complete.
  struct Frame {
    JsonNode *node = nullptr;
    JsonNode *last = nullptr;
    size_t count = 0;
    StringRef key;
    const char *keyStart = nullptr;
  };

  void fail(const char *at, const Twine &message, std::string path);
  std::string path(size_t depth, StringRef lastKey = {}) const;
  const char *tokenStart();
  StringRef stringToken(const std::string &value);
  JsonNode *add(JsonNode::Kind kind, const char *start);
  bool literal(JsonNode::Kind kind, unsigned length);
  bool number();
  bool count();
  bool open(JsonNode::Kind kind);
  bool close();

  StringRef text;
  const char *cursor;
  BumpPtrAllocator &arena;
  BumpPtrAllocator &strings;
  ProblemHandler report;
  SmallVector<Frame, 16> frames;
};

} // namespace

//===----------------------------------------------------------------------===//
// Locations
//===----------------------------------------------------------------------===//

void TreeBuilder::fail(const char *at, const Twine &message, std::string path) {
  ++errors;
  report({/*isError=*/true, SMLoc::getFromPointer(at), message.str(),
          std::move(path)});
}

/// The path of the value being read in the first `depth` open ones, or of a
/// key of the last of them.
std::string TreeBuilder::path(size_t depth, StringRef lastKey) const {
  std::string result;
  for (size_t i = 0; i != depth; ++i) {
    const Frame &frame = frames[i];
    bool isLast = i + 1 == depth;
    if (frame.node->is(JsonNode::Kind::Array)) {
      result += "[" + std::to_string(frame.count) + "]";
      continue;
    }
    StringRef key = isLast && !lastKey.empty() ? lastKey : frame.key;
    if (!key.empty())
      result += (result.empty() ? "" : ".") + key.str();
  }
  return result;
}

/// Moves to the next token that is a value, a key or a closing bracket.
const char *TreeBuilder::tokenStart() {
  while (cursor != text.end() && StringRef(" \t\r\n,:").contains(*cursor))
    ++cursor;
  return cursor;
}

/// At a string's quote: its contents.
StringRef TreeBuilder::stringToken(const std::string &value) {
  const char *start = ++cursor;
  bool hasEscapes = false;
  while (cursor != text.end() && *cursor != '"') {
    bool isEscape = *cursor == '\\' && cursor + 1 != text.end();
    hasEscapes |= isEscape;
    cursor += isEscape ? 2 : 1;
  }
  StringRef raw(start, cursor - start);
  if (cursor != text.end())
    ++cursor;
  return hasEscapes ? StringRef(value).copy(strings) : raw;
}

//===----------------------------------------------------------------------===//
// Events
//===----------------------------------------------------------------------===//

JsonNode *TreeBuilder::add(JsonNode::Kind kind, const char *start) {
  JsonNode *node;
  Frame *frame = frames.empty() ? nullptr : &frames.back();
  if (frame && frame->node->is(JsonNode::Kind::Object)) {
    auto *member = new (arena.Allocate<JsonMember>()) JsonMember;
    member->key = frame->key;
    member->keyStart = frame->keyStart;
    node = member;
  } else {
    node = new (arena.Allocate<JsonNode>()) JsonNode;
  }
  node->kind = kind;
  node->start = start;
  if (!frame) {
    root = node;
    return node;
  }
  (frame->last ? frame->last->next : frame->node->first) = node;
  frame->last = node;
  return node;
}

/// Called after a complete value.
bool TreeBuilder::count() {
  if (frames.empty())
    return true;
  ++frames.back().count;
  frames.back().key = {};
  return true;
}

bool TreeBuilder::literal(JsonNode::Kind kind, unsigned length) {
  add(kind, tokenStart());
  cursor += length;
  return count();
}

bool TreeBuilder::boolean(bool value) {
  JsonNode *node = add(JsonNode::Kind::Boolean, tokenStart());
  node->truth = value;
  cursor += value ? 4 : 5;
  return count();
}

bool TreeBuilder::number() {
  const char *start = tokenStart();
  auto take = [&](StringRef characters) {
    bool takes = cursor != text.end() && characters.contains(*cursor);
    cursor += takes;
    return takes;
  };
  auto takeDigits = [&] {
    while (cursor != text.end() && isDigit(*cursor))
      ++cursor;
  };
  take("-");
  if (!take("0"))
    takeDigits();
  if (take("."))
    takeDigits();
  if (take("eE")) {
    take("+-");
    takeDigits();
  }
  add(JsonNode::Kind::Number, start)->text = StringRef(start, cursor - start);
  return count();
}

bool TreeBuilder::string(string_t &value) {
  const char *start = tokenStart();
  add(JsonNode::Kind::String, start)->text = stringToken(value);
  return count();
}

bool TreeBuilder::key(string_t &value) {
  frames.back().keyStart = tokenStart();
  frames.back().key = stringToken(value);
  return true;
}

bool TreeBuilder::open(JsonNode::Kind kind) {
  const char *start = tokenStart();
  if (frames.size() == maxJsonDepth) {
    fail(start,
         "JSON nested too deeply: more than " + Twine(maxJsonDepth) + " levels",
         "");
    return false;
  }
  Frame frame;
  frame.node = add(kind, start);
  frames.push_back(frame);
  ++cursor;
  return true;
}

bool TreeBuilder::close() {
  tokenStart();
  ++cursor;
  frames.pop_back();
  return count();
}

bool TreeBuilder::end_object() {
  DenseSet<StringRef> keys;
  for (const JsonNode &child : JsonChildren(*frames.back().node)) {
    const auto &member = static_cast<const JsonMember &>(child);
    if (keys.insert(member.key).second)
      continue;
    fail(member.keyStart, "duplicate key: '" + member.key + "'",
         path(frames.size(), member.key));
    if (errors >= maxErrors)
      return false;
  }
  return close();
}

/// `[json.exception.parse_error.101] parse error at line 1, column 2: syntax
/// error while parsing object key - unexpected '}'; expected string literal`
static std::string messageOf(const nlohmann::detail::exception &exception) {
  StringRef what(exception.what());
  size_t syntax = what.find("syntax error ");
  if (syntax == StringRef::npos)
    return "malformed JSON: " + what.split("] ").second.take_front(80).str();
  what = what.drop_front(syntax + strlen("syntax error "));
  auto [context, reason] = what.split("- ");
  // The last token may be long, and the location shows it anyway.
  StringRef found = reason.take_front(reason.find("; "));
  StringRef expected = reason.rsplit("; expected ").second.take_front(60);
  std::string message =
      "malformed JSON " + context.rtrim().str() + ": " + found.str();
  return expected.empty() ? message : message + ", expected " + expected.str();
}

bool TreeBuilder::parse_error(std::size_t position, const std::string &,
                              const nlohmann::detail::exception &exception) {
  const char *start = tokenStart();
  std::string message = messageOf(exception);
  // Inside of a string the very character is known.
  if (start != text.end() && *start == '"' &&
      StringRef(message).contains(": invalid string") &&
      !StringRef(message).contains("missing closing quote"))
    start =
        text.begin() + std::min(text.size(), std::max(position, size_t(1)) - 1);
  fail(start, message, path(frames.size()));
  return false;
}

bool TreeBuilder::finish() {
  // nlohmann takes a zero byte for the end.
  while (cursor != text.end() && StringRef(" \t\r\n").contains(*cursor))
    ++cursor;
  if (cursor == text.end())
    return true;
  fail(cursor, "malformed JSON: text after the model", "");
  return false;
}

const JsonNode *parseJsonTree(StringRef text, BumpPtrAllocator &arena,
                              BumpPtrAllocator &strings, ProblemHandler report,
                              bool &hasErrors) {
  text.consume_front("\xef\xbb\xbf");
  TreeBuilder builder(text, arena, strings, report);
  bool parsed = nlohmann::json::sax_parse(text.begin(), text.end(), &builder) &&
                builder.finish();
  hasErrors = builder.errors != 0;
  return parsed ? builder.root : nullptr;
}

} // namespace cm2tt::model
