// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The changes that a fuzzer makes to kernels in `tt`.
///
/// Not here: understanding MLIR. Types are taken from the text of a line; what
/// this misjudges, the parser or the verifier refuses.

#include "TileMutator.h"
#include "ModelMutatorInternals.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace cm2tt::fuzz;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Values and types
//===----------------------------------------------------------------------===//

/// The part in front of the first comma outside of brackets.
static StringRef firstOfList(StringRef list) {
  int depth = 0;
  for (size_t i = 0; i < list.size(); ++i) {
    depth += list[i] == '<' || list[i] == '(';
    depth -= list[i] == '>' || list[i] == ')';
    if (list[i] == ',' && depth == 0)
      return list.take_front(i).trim();
  }
  return list.trim();
}

/// The type of a tile with another element; the element for a scalar.
static std::string withElement(StringRef type, StringRef element) {
  if (!type.starts_with("tensor<"))
    return element.str();
  size_t end = type.find_first_not_of("0123456789x", 7);
  return (type.take_front(end) + element + ">").str();
}

/// The element of a tile, or the type itself.
static StringRef getElement(StringRef type) {
  if (!type.consume_front("tensor<"))
    return type;
  return type.drop_while([](char c) { return llvm::isDigit(c) || c == 'x'; })
      .drop_back();
}

/// The extents of a tile; none of a scalar.
static llvm::SmallVector<unsigned> extentsOf(StringRef type) {
  llvm::SmallVector<unsigned> extents;
  unsigned extent;
  if (type.consume_front("tensor<"))
    while (!type.consumeInteger(10, extent) && type.consume_front("x"))
      extents.push_back(extent);
  return extents;
}

/// The type of an operation's results, from the text of its line; empty if it
/// is not known.
static std::string resultType(StringRef line) {
  size_t arrow = line.rfind(" -> ");
  size_t colon = line.rfind(" : ");
  if (line.ends_with("{") || colon == StringRef::npos)
    return "";
  if (arrow != StringRef::npos && arrow > colon)
    return line.drop_front(arrow + 4).trim().str();
  StringRef types = line.drop_front(colon + 3).trim();
  StringRef first = firstOfList(types);
  if (line.contains("arith.cmp"))
    return withElement(first, "i1");
  if (line.contains("arith.select"))
    return types.drop_front(first.size()).ltrim(", ").str();
  if (line.contains("tt.load")) {
    StringRef pointee = getElement(first);
    if (!pointee.consume_front("!tt.ptr<") || !pointee.consume_back(">"))
      return "";
    return withElement(first, pointee);
  }
  return first.size() == types.size() || line.contains("tt.addptr")
             ? first.str()
             : "";
}

/// The values that a line defines, parameters of functions among them, with
/// their types.
static std::vector<NamedValue> valuesOf(StringRef line) {
  std::vector<NamedValue> values;
  if (line.contains("tt.func")) {
    for (size_t at = line.find('%'); at != StringRef::npos;
         at = line.find('%', at + 1)) {
      auto [id, rest] = line.drop_front(at).split(':');
      StringRef type = rest.ltrim().take_until(
          [](char c) { return c == ',' || c == ')' || c == ' '; });
      values.push_back({id.str(), type.str()});
    }
    return values;
  }
  StringRef text = line.trim();
  std::string type = resultType(text);
  if (!text.starts_with("%") || type.empty() || type.front() == '(')
    return values;
  llvm::SmallVector<StringRef> ids;
  text.split(" = ").first.split(ids, ", ");
  for (StringRef id : ids)
    if (!id.contains(':'))
      values.push_back({id.str(), type});
  return values;
}

/// The values that lines in front of a line define. Some may be in blocks that
/// have ended.
static std::vector<NamedValue> definedBefore(const Mutation &to, size_t line) {
  std::vector<NamedValue> values;
  for (size_t i = 0; i < line; ++i)
    for (NamedValue &value : valuesOf(to.model.lines[i]))
      values.push_back(std::move(value));
  return values;
}

//===----------------------------------------------------------------------===//
// Changes in the entire text
//===----------------------------------------------------------------------===//

static constexpr StringRef elements[] = {"f32", "f16",    "bf16",    "f64",
                                         "i32", "i8",     "i16",     "i64",
                                         "i1",  "f8E5M2", "f8E4M3FN"};
static constexpr StringRef extents[] = {"1",  "2",  "4",   "8",   "16",
                                        "32", "64", "128", "256", "1024"};

/// Whether a character next to a word is part of it. Extents are separated by
/// `x`.
static bool continuesWord(char c) {
  return c != 'x' && (llvm::isAlnum(c) || c == '_' || c == '%' || c == '.');
}

/// Replaces an extent or an element type wherever it is an entire word.
static void replaceAll(Mutation &to, StringRef from, StringRef with) {
  for (std::string &line : to.model.lines) {
    size_t next;
    for (size_t at = line.find(from.str()); at != std::string::npos;
         at = line.find(from.str(), next)) {
      size_t end = at + from.size();
      next = end;
      if ((at && continuesWord(line[at - 1])) ||
          (end < line.size() && continuesWord(line[end])))
        continue;
      line.replace(at, from.size(), with.str());
      next = at + with.size();
    }
  }
}

template <size_t N>
static StringRef pickOf(Mutation &to, const StringRef (&from)[N]) {
  return from[to.below(N)];
}

/// Gives all tiles that have an extent another, and the numbers that are equal
/// to it, such as the end of a range.
static void changeExtent(Mutation &to) {
  std::vector<NamedValue> values = definedBefore(to, to.model.lines.size());
  if (values.empty())
    return;
  llvm::SmallVector<unsigned> from = extentsOf(to.pick(values).type);
  if (!from.empty())
    replaceAll(to, llvm::utostr(from[to.below(from.size())]),
               pickOf(to, extents));
}

/// Replaces an element type.
static void changeElement(Mutation &to) {
  std::vector<NamedValue> values = definedBefore(to, to.model.lines.size());
  if (values.empty())
    return;
  StringRef element = getElement(to.pick(values).type);
  element.consume_front("!tt.ptr<");
  std::string from = element.rtrim('>').str();
  if (llvm::is_contained(elements, StringRef(from)))
    replaceAll(to, from, pickOf(to, elements));
}

/// Changes the number of warps or stages that the first line asks for.
static void changeOptions(Mutation &to) {
  static constexpr StringRef warps[] = {"1", "2", "4", "8", "16"};
  static constexpr StringRef stages[] = {"1", "2", "3", "4"};
  if (!StringRef(to.model.lines[0]).starts_with("// fuzz:"))
    to.model.lines.insert(to.model.lines.begin(), "");
  to.model.lines[0] = ("// fuzz: num-warps=" + pickOf(to, warps) +
                       " num-stages=" + pickOf(to, stages))
                          .str();
}

//===----------------------------------------------------------------------===//
// Changes in a line
//===----------------------------------------------------------------------===//

/// Another operand of the same type.
static void changeOperand(Mutation &to, size_t line) {
  std::string &text = to.model.lines[line];
  std::vector<Span> uses = usesOf(text);
  if (uses.empty())
    return;
  Span use = to.pick(uses);
  std::vector<NamedValue> values = definedBefore(to, line);
  StringRef type;
  for (NamedValue &value : values)
    if (value.id == StringRef(text).substr(use.begin, use.size))
      type = value.type;
  std::vector<NamedValue> others;
  for (NamedValue &value : values)
    if (value.type == type)
      others.push_back(value);
  if (!others.empty())
    text.replace(use.begin, use.size, to.pick(others).id);
}

/// Operations that take and return the same types.
static const std::vector<std::vector<StringRef>> kinds = {
    {"arith.addf", "arith.subf", "arith.mulf", "arith.divf", "arith.remf",
     "arith.maximumf", "arith.minnumf"},
    {"arith.addi", "arith.subi", "arith.muli", "arith.andi", "arith.ori",
     "arith.xori", "arith.shli", "arith.shrsi", "arith.shrui", "arith.divsi",
     "arith.remui", "arith.maxsi", "arith.minui", "tt.mulhiui"},
    {"math.exp", "math.exp2", "math.log", "math.sqrt", "math.rsqrt",
     "math.absf", "arith.negf", "math.floor", "math.sin"},
    {"arith.extsi", "arith.extui", "arith.sitofp", "arith.uitofp",
     "arith.bitcast", "arith.trunci", "arith.truncf", "arith.extf",
     "arith.fptosi", "tt.bitcast", "tt.fp_to_fp"},
};

/// Another operation of the same kind.
static void changeOperation(Mutation &to, size_t line) {
  std::string &text = to.model.lines[line];
  for (const std::vector<StringRef> &kind : kinds)
    for (StringRef name : kind) {
      size_t at = text.find((name + " ").str());
      if (at == std::string::npos)
        continue;
      text.replace(at, name.size(), to.pick(kind).str());
      return;
    }
}

/// Another number in a constant or an attribute.
static void changeNumber(Mutation &to, size_t line) {
  static constexpr StringRef numbers[] = {
      "0",  "1",  "-1",  "2",    "3",     "4",          "16",         "31",
      "32", "64", "127", "1000", "65536", "2147483647", "-2147483648"};
  std::string &text = to.model.lines[line];
  std::vector<Span> found;
  for (Span word : wordsOf(text)) {
    StringRef number = StringRef(text).substr(word.begin, word.size);
    int64_t value;
    if (!number.getAsInteger(10, value))
      found.push_back(word);
  }
  if (found.empty())
    return;
  Span word = to.pick(found);
  text.replace(word.begin, word.size, pickOf(to, numbers).str());
}

//===----------------------------------------------------------------------===//
// Operations that are inserted
//===----------------------------------------------------------------------===//

namespace {

/// Text of operations that compute a value of the type of another.
class Insertion {
public:
  Insertion(Mutation &to, const NamedValue &from)
      : to(to), value(from.id), type(from.type), element(getElement(type)),
        extents(extentsOf(type)) {}

  /// The id of the new value; empty if no value of the type can be created.
  std::string make() {
    if (element.starts_with("!") || type.empty())
      return "";
    switch (to.below(6)) {
    case 0:
      return loop();
    case 1:
      return branch();
    case 2:
      return reduction();
    case 3:
      return transposition();
    case 4:
      return reshaping();
    default:
      return add(binary() + value + ", " + value + " : " + type);
    }
  }

  std::string text;

private:
  std::string add(const llvm::Twine &operation) {
    std::string id = fresh();
    text += (id + " = " + operation + "\n").str();
    return id;
  }

  /// An id that the text most likely does not have.
  std::string fresh() { return "%f" + llvm::utostr(to.below(1u << 30)); }

  std::string binary() {
    return to.pick(kinds[element.contains('f') ? 0 : 1]).str() + " ";
  }

  std::string number(StringRef number) {
    return add("arith.constant " + number + " : i32");
  }

  /// A loop that carries the value.
  std::string loop() {
    std::string from = number("0"), step = number("1");
    std::string end = number(to.chance(2) ? "8" : "1");
    std::string id = fresh(), at = fresh(), carried = fresh();
    text += id + " = scf.for " + at + " = " + from + " to " + end + " step " +
            step + " iter_args(" + carried + " = " + value + ") -> (" + type +
            ") : i32 {\n";
    std::string next = add(binary() + carried + ", " +
                           (to.chance(2) ? value : carried) + " : " + type);
    text += "scf.yield " + next + " : " + type + "\n}\n";
    return id;
  }

  /// A branch that depends on the program.
  std::string branch() {
    std::string zero = number("0");
    std::string program = add("tt.get_program_id x : i32");
    std::string isFirst =
        add("arith.cmpi eq, " + program + ", " + zero + " : i32");
    std::string id = fresh();
    text += id + " = scf.if " + isFirst + " -> (" + type + ") {\n";
    std::string next = add(binary() + value + ", " + value + " : " + type);
    text += "scf.yield " + next + " : " + type + "\n} else {\nscf.yield " +
            value + " : " + type + "\n}\n";
    return id;
  }

  /// A tile type of the same element.
  std::string tile(llvm::ArrayRef<unsigned> shape) const {
    std::string text;
    for (unsigned extent : shape)
      text += llvm::utostr(extent) + "x";
    return shape.empty() ? element.str()
                         : "tensor<" + text + element.str() + ">";
  }

  /// The sum along a dimension, repeated along it.
  std::string reduction() {
    if (extents.empty())
      return "";
    size_t axis = to.below(extents.size());
    llvm::SmallVector<unsigned> reduced = extents, one = extents;
    reduced.erase(reduced.begin() + axis);
    one[axis] = 1;
    std::string id = fresh(), a = fresh(), b = fresh();
    text += id + " = \"tt.reduce\"(" + value +
            ") <{axis = " + llvm::utostr(axis) + " : i32}> ({\n^bb0(" + a +
            ": " + element.str() + ", " + b + ": " + element.str() + "):\n";
    std::string sum = add(binary() + a + ", " + b + " : " + element);
    text += "tt.reduce.return " + sum + " : " + element.str() + "\n}) : (" +
            type + ") -> " + tile(reduced) + "\n";
    if (reduced.empty())
      return add("tt.splat " + id + " : " + element + " -> " + type);
    std::string wide =
        add("tt.expand_dims " + id + " {axis = " + llvm::utostr(axis) +
            " : i32} : " + tile(reduced) + " -> " + tile(one));
    return add("tt.broadcast " + wide + " : " + tile(one) + " -> " + type);
  }

  /// The tile transposed, changed and transposed back.
  std::string transposition() {
    if (extents.size() != 2)
      return "";
    unsigned shape[] = {extents[1], extents[0]};
    std::string there =
        add("tt.trans " + value + " {order = array<i32: 1, 0>} : " + type +
            " -> " + tile(shape));
    std::string changed =
        add(binary() + there + ", " + there + " : " + tile(shape));
    return add("tt.trans " + changed +
               " {order = array<i32: 1, 0>} : " + tile(shape) + " -> " + type);
  }

  /// The elements in one dimension, scanned or changed there.
  std::string reshaping() {
    if (extents.empty())
      return "";
    unsigned count = 1;
    for (unsigned extent : extents)
      count *= extent;
    std::string flat =
        add("tt.reshape " + value + " : " + type + " -> " + tile(count));
    std::string changed =
        add(binary() + flat + ", " + flat + " : " + tile(count));
    return add("tt.reshape " + changed + " : " + tile(count) + " -> " + type);
  }

  Mutation &to;
  std::string value, type;
  StringRef element;
  llvm::SmallVector<unsigned> extents;
};

} // namespace

/// Inserts operations after a line, on a value that it defines; what follows
/// mostly uses their result instead.
static void insertAfter(Mutation &to, size_t line) {
  std::vector<NamedValue> values = valuesOf(to.model.lines[line]);
  if (values.empty() || StringRef(to.model.lines[line]).contains("tt.func"))
    return;
  NamedValue value = to.pick(values);
  Insertion insertion(to, value);
  std::string id = insertion.make();
  if (id.empty())
    return;
  for (size_t i = line + 1; i < to.model.lines.size(); ++i)
    if (!to.chance(4))
      to.model.lines[i] = renameIds(to.model.lines[i], {value}, {id});
  to.insert(line + 1, insertion.text);
}

/// Makes one change, or none if what was chosen does not fit the line.
static void change(Mutation &to) {
  size_t line = to.below(to.model.lines.size());
  switch (to.below(12)) {
  case 0:
    return changeOptions(to);
  case 1:
    return changeExtent(to);
  case 2:
    return changeElement(to);
  case 3:
  case 4:
    return changeOperation(to, line);
  case 5:
    return changeNumber(to, line);
  case 6:
  case 7:
  case 8:
    return changeOperand(to, line);
  default:
    return insertAfter(to, line);
  }
}

std::string cm2tt::fuzz::mutateTiles(StringRef text, unsigned seed) {
  Mutation to(text, seed);
  if (to.model.lines.empty())
    return text.str();
  std::string before = to.model.str();
  unsigned count = 1 + to.below(3);
  for (unsigned tries = 0; tries < 16; ++tries)
    if (tries < count || to.model.str() == before)
      change(to);
  return to.model.str();
}
