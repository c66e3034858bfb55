// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The changes that a fuzzer makes to models.
///
/// Not here: the creation of new operations (ModelSnippets.cpp).

#include "ModelMutator.h"
#include "ModelMutatorInternals.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace cm2tt::fuzz;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Choosing
//===----------------------------------------------------------------------===//

bool cm2tt::fuzz::mayStandFor(StringRef type, StringRef wanted) {
  bool isNumber =
      llvm::StringSwitch<bool>(type)
          .Cases({"Tensor", "Ptr", "Integer", "Long", "Float"}, true)
          .Cases({"Double", "Number", "Short", "Byte"}, true)
          .Default(false);
  if (wanted == "Number" || wanted == "T")
    return isNumber;
  if (wanted == "Object")
    return !type.contains("Var<");
  return type == wanted;
}

std::string Mutation::value(size_t line, StringRef wanted) {
  std::vector<NamedValue> fitting, variables, others;
  for (NamedValue &value : model.visibleAt(line)) {
    std::string type = simpleType(value.type);
    StringRef held = type;
    if (mayStandFor(type, wanted))
      fitting.push_back(std::move(value));
    else if (held.consume_front("Var<") && held.consume_back(">") &&
             mayStandFor(held, wanted))
      variables.push_back(std::move(value));
    else if (!StringRef(type).starts_with("Var<"))
      others.push_back(std::move(value));
  }
  if (!others.empty() && chance(20))
    return pick(others).id;
  if (variables.empty() || (!fitting.empty() && chance(2)))
    return fitting.empty() ? "" : pick(fitting).id;
  // The value of a variable has to be loaded.
  const NamedValue &variable = pick(variables);
  StringRef type = variable.type;
  type = type.drop_front(type.find('<') + 1).rtrim().drop_back();
  std::string id = fresh();
  added += id + " : " + type.str() + " = var.load " + variable.id + ";\n";
  return id;
}

void Mutation::insert(size_t line, StringRef text) {
  std::vector<std::string> more = ModelText(text).lines;
  model.lines.insert(model.lines.begin() + line, more.begin(), more.end());
}

size_t Mutation::operation() {
  // Not the head of a function or its end, and seldom what ends a block.
  for (unsigned tries = 0; tries < 20; ++tries) {
    size_t line = below(model.lines.size());
    StringRef text = StringRef(model.lines[line]).trim();
    StringRef name =
        text.take_until([](char c) { return c == ' ' || c == ';'; });
    bool ends = llvm::StringSwitch<bool>(name)
                    .Cases({"return", "yield", "java.yield"}, true)
                    .Cases({"java.break", "java.continue"}, true)
                    .Default(false);
    if (text.ends_with(";") && !text.starts_with("}") &&
        !text.starts_with("//") && (!ends || chance(8)))
      return line;
  }
  return below(model.lines.size());
}

//===----------------------------------------------------------------------===//
// Changes in a line
//===----------------------------------------------------------------------===//

/// Writes `text` in place of a part of a line.
static void replace(std::string &line, Span span, StringRef text) {
  line.replace(span.begin, span.size, text.str());
}

/// Another value for an operand, likely of the same type.
static void changeOperand(Mutation &mutation) {
  size_t line = mutation.operation();
  std::string &text = mutation.model.lines[line];
  std::vector<Span> uses = usesOf(text);
  std::vector<NamedValue> visible = mutation.model.visibleAt(line);
  if (uses.empty() || visible.empty())
    return;
  Span use = mutation.pick(uses);
  StringRef id = StringRef(text).substr(use.begin, use.size);
  std::string type;
  std::vector<NamedValue> same;
  for (const NamedValue &value : visible)
    if (value.id == id)
      type = simpleType(value.type);
  for (const NamedValue &value : visible)
    if (simpleType(value.type) == type)
      same.push_back(value);
  bool anyType = same.empty() || mutation.chance(6);
  replace(text, use, mutation.pick(anyType ? visible : same).id);
}

/// The words of a line that are no ids.
static std::vector<Span> namesOf(StringRef line) {
  std::vector<Span> words = wordsOf(line);
  llvm::erase_if(words, [&](Span word) { return line[word.begin] == '%'; });
  return words;
}

/// Another word, number or string: one of the text, or one that is at a limit.
static void changeWord(Mutation &mutation) {
  static const StringRef limits[] = {
      "0",          "1",    "-1",      "2",          "3",       "16",
      "31",         "32",   "64",      "1048576",    "1048577", "2147483647",
      "4294967296", "0.0",  "-0.0f",   "1e38f",      "true",    "false",
      "null",       "\"\"", "\"NaN\"", "-2147483648"};
  std::string &to = mutation.model.lines[mutation.operation()];
  const std::string &from = mutation.model.lines[mutation.operation()];
  std::vector<Span> toWords = namesOf(to), fromWords = namesOf(from);
  if (toWords.empty() || fromWords.empty())
    return;
  Span at = mutation.pick(toWords);
  // An attribute's value is what a limit most likely fits.
  size_t value = to.find(" @");
  if (mutation.chance(2)) {
    for (Span word : toWords)
      if (value != std::string::npos && word.begin == value + 2)
        at = word;
    replace(to, at, limits[mutation.below(std::size(limits))]);
    return;
  }
  Span with = mutation.pick(fromWords);
  replace(to, at, from.substr(with.begin, with.size));
}

/// Another type for a result or parameter.
static void changeType(Mutation &mutation) {
  static const StringRef types[] = {"boolean",
                                    "byte",
                                    "short",
                                    "char",
                                    "int",
                                    "long",
                                    "float",
                                    "double",
                                    "void",
                                    "java.lang.Integer",
                                    "java.lang.Object",
                                    "java.lang.Number",
                                    "oracle.code.triton.Tensor",
                                    "oracle.code.triton.Ptr",
                                    "int[]",
                                    "oracle.code.triton.Float16",
                                    "Var<int>",
                                    "Tuple<int, int>"};
  std::string &text = mutation.model.lines[mutation.operation()];
  std::vector<NamedValue> values = definitionsOf(text);
  if (values.empty())
    return;
  const NamedValue &value = mutation.pick(values);
  size_t at = text.find(value.type, text.find(value.id));
  replace(text, {at, value.type.size()},
          types[mutation.below(std::size(types))]);
}

/// Another operation of the same form: operators for operators.
static void changeOperator(Mutation &mutation) {
  static const StringRef operators[] = {
      "add",   "sub",   "mul",  "div",  "mod",        "and",
      "or",    "xor",   "lshl", "ashr", "lshr",       "eq",
      "neq",   "lt",    "le",   "gt",   "ge",         "neg",
      "compl", "not",   "conv", "cast", "java.break", "java.continue",
      "yield", "return"};
  std::string &text = mutation.model.lines[mutation.operation()];
  for (Span word : wordsOf(text))
    for (StringRef known : operators)
      if (known == StringRef(text).substr(word.begin, word.size))
        return replace(text, word,
                       operators[mutation.below(std::size(operators))]);
}

/// Other argument types to compile for.
static void changeSignature(Mutation &mutation) {
  static const StringRef entries[] = {"\"*fp32\"",
                                      "\"*fp16:16\"",
                                      "\"*i8\"",
                                      "\"*u8\"",
                                      "\"*bf16\"",
                                      "\"*i64\"",
                                      "\"*i1\"",
                                      "\"*fp64\"",
                                      "\"i32\"",
                                      "\"i32:16\"",
                                      "\"i32:1\"",
                                      "\"i64\"",
                                      "\"i1\"",
                                      "\"u32\"",
                                      "\"u8\"",
                                      "\"fp32\"",
                                      "\"fp16\"",
                                      "\"fp64\"",
                                      "\"*fp8e4nv\"",
                                      "\"fp8e5\"",
                                      "0",
                                      "1",
                                      "16",
                                      "64",
                                      "-3",
                                      "128",
                                      "1048576",
                                      "2.5",
                                      "true",
                                      "4294967296"};
  for (std::string &line : mutation.model.lines) {
    StringRef head = line;
    if (!head.consume_front("//! signature:"))
      continue;
    std::vector<Span> words = wordsOf(head);
    if (words.empty())
      return;
    Span word = mutation.pick(words);
    word.begin += line.size() - head.size();
    return replace(line, word, entries[mutation.below(std::size(entries))]);
  }
}

//===----------------------------------------------------------------------===//
// Changes of lines
//===----------------------------------------------------------------------===//

/// The operation with all its bodies at a random position; it may be no lines.
static std::vector<std::string> takeOperation(Mutation &mutation,
                                              size_t &line) {
  line = mutation.operation();
  // With operations that have bodies, a line opens more than it closes.
  if (mutation.chance(3))
    line = mutation.below(mutation.model.lines.size());
  auto begin = mutation.model.lines.begin() + line;
  return {begin, begin + mutation.model.extentOf(line)};
}

static void dropOperation(Mutation &mutation) {
  size_t line;
  size_t count = takeOperation(mutation, line).size();
  auto begin = mutation.model.lines.begin() + line;
  if (count < mutation.model.lines.size())
    mutation.model.lines.erase(begin, begin + count);
}

/// Gives what the lines define new ids, in the lines.
static void renameDefinitions(std::vector<std::string> &lines,
                              Mutation &mutation) {
  std::vector<NamedValue> definitions;
  std::vector<std::string> names;
  for (const std::string &line : lines)
    for (NamedValue &value : definitionsOf(line)) {
      definitions.push_back(std::move(value));
      names.push_back(mutation.fresh());
    }
  for (std::string &line : lines)
    line = renameIds(line, definitions, names);
}

static void doubleOperation(Mutation &mutation) {
  size_t line;
  std::vector<std::string> lines = takeOperation(mutation, line);
  renameDefinitions(lines, mutation);
  size_t to = mutation.chance(2) ? line + lines.size() : mutation.operation();
  mutation.model.lines.insert(mutation.model.lines.begin() + to, lines.begin(),
                              lines.end());
}

static void moveOperation(Mutation &mutation) {
  size_t line;
  std::vector<std::string> lines = takeOperation(mutation, line);
  if (lines.empty() || lines.size() == mutation.model.lines.size())
    return;
  auto begin = mutation.model.lines.begin() + line;
  mutation.model.lines.erase(begin, begin + lines.size());
  size_t to = mutation.operation();
  mutation.model.lines.insert(mutation.model.lines.begin() + to, lines.begin(),
                              lines.end());
}

static void addCall(Mutation &mutation) {
  size_t line = mutation.operation();
  std::string call = mutation.randomCall(line);
  mutation.insert(line, mutation.takeAdded() + call);
}

static void addSnippet(Mutation &mutation) {
  size_t line = mutation.operation();
  std::string snippet = mutation.randomSnippet(line);
  mutation.insert(line, mutation.takeAdded() + snippet);
}

std::string cm2tt::fuzz::mutateModel(StringRef text, unsigned seed) {
  using Change = void (*)(Mutation &);
  static const Change changes[] = {
      changeOperand, changeOperand,   changeOperand,  changeWord,
      changeWord,    changeType,      changeOperator, changeSignature,
      dropOperation, doubleOperation, moveOperation,  addCall,
      addCall,       addCall,         addSnippet,     addSnippet};
  Mutation mutation(text, seed);
  for (unsigned count = 1 + mutation.below(4); count; --count)
    if (!mutation.model.lines.empty())
      changes[mutation.below(std::size(changes))](mutation);
  return mutation.model.str();
}

std::string cm2tt::fuzz::crossModels(StringRef text, StringRef other,
                                     unsigned seed) {
  Mutation from(other, seed), to(text, seed);
  if (from.model.lines.empty() || to.model.lines.empty())
    return text.str();
  size_t first = from.operation(), last = first;
  for (unsigned count = 1 + from.below(8);
       count && last < from.model.lines.size(); --count) {
    size_t extent = from.model.extentOf(last);
    if (extent == 0)
      break;
    last += extent;
  }
  std::vector<std::string> lines(from.model.lines.begin() + first,
                                 from.model.lines.begin() + last);
  renameDefinitions(lines, to);
  size_t line = to.operation();
  std::vector<NamedValue> used = from.model.visibleAt(first);
  std::vector<std::string> names;
  for (const NamedValue &value : used) {
    std::vector<std::string> same;
    for (const NamedValue &here : to.model.visibleAt(line))
      if (simpleType(here.type) == simpleType(value.type))
        same.push_back(here.id);
    names.push_back(same.empty() ? value.id : to.pick(same));
  }
  for (std::string &moved : lines)
    moved = renameIds(moved, used, names);
  to.model.lines.insert(to.model.lines.begin() + line, lines.begin(),
                        lines.end());
  return to.model.str();
}

std::string cm2tt::fuzz::mutateLines(StringRef text, StringRef other,
                                     unsigned seed) {
  Mutation to(text, seed), from(other, seed);
  std::vector<std::string> &lines = to.model.lines;
  for (unsigned count = 1 + to.below(3); count && !lines.empty(); --count) {
    size_t line = to.below(lines.size());
    std::vector<Span> words = wordsOf(lines[line]);
    const std::string &source = from.model.lines.empty() || to.chance(2)
                                    ? to.pick(lines)
                                    : to.pick(from.model.lines);
    std::string copy = source;
    std::vector<Span> others = wordsOf(copy);
    switch (to.below(8)) {
    case 0:
      lines.erase(lines.begin() + line);
      break;
    case 1:
      lines.insert(lines.begin() + line, copy);
      break;
    case 2:
      std::swap(lines[line], lines[to.below(lines.size())]);
      break;
    default:
      if (words.empty() || others.empty())
        break;
      Span with = to.pick(others);
      replace(lines[line], to.pick(words),
              StringRef(copy).substr(with.begin, with.size));
    }
  }
  return to.model.str();
}
