// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Parses and evaluates formulas in one walk, from left to right.

#include "Expression.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

#include <optional>

using namespace llvm;
using namespace cm2tt;
using namespace cm2tt::tools;

/// The result of a computation if it fits.
using Result = std::optional<int64_t>;

/// Rounds towards zero.
static Result divide(int64_t a, int64_t b) {
  if (b == 0 || (a == INT64_MIN && b == -1))
    return std::nullopt;
  return a / b;
}

static Result remainder(int64_t a, int64_t b) {
  if (b == 0)
    return std::nullopt;
  return b == -1 ? 0 : a % b;
}

/// Rounds up.
static Result ceilDivide(int64_t a, int64_t b) {
  Result quotient = divide(a, b);
  if (quotient && a % b != 0 && (a < 0) == (b < 0))
    ++*quotient;
  return quotient;
}

static Result powerOfTwo(int64_t a) {
  if (a > int64_t(1) << 62)
    return std::nullopt;
  return a <= 1 ? 1 : static_cast<int64_t>(PowerOf2Ceil(a));
}

/// Applies an operator to two numbers.
static Result apply(char op, int64_t a, int64_t b) {
  int64_t value = 0;
  bool overflows = false;
  switch (op) {
  case '+':
    overflows = AddOverflow(a, b, value);
    break;
  case '-':
    overflows = SubOverflow(a, b, value);
    break;
  case '*':
    overflows = MulOverflow(a, b, value);
    break;
  case '/':
    return divide(a, b);
  default:
    return remainder(a, b);
  }
  return overflows ? std::nullopt : Result(value);
}

namespace {
/// A function by name.
struct Function {
  StringLiteral name;
  unsigned parameters;
  /// The second number of a function of one is 0.
  Result (*compute)(int64_t a, int64_t b);
};

/// Reads a text from left to right.
class Reader {
public:
  Reader(StringRef text, ArrayRef<Variable> variables)
      : whole(text), rest(text), variables(variables) {}
  Expected<int64_t> sum();
  /// The text that has not been read.
  StringRef remaining() const { return rest; }
  /// An error at what has not been read.
  Error error(const Twine &message) { return errorAt(rest, message); }
  void skipSpace() { rest = rest.ltrim(' '); }

private:
  Expected<int64_t> product();
  Expected<int64_t> factor();
  Expected<int64_t> number();
  Expected<int64_t> call(const Function &function);
  /// The longest variable that comes next, or null.
  const Variable *nextVariable() const;
  /// Reads operands between operators of one precedence.
  Expected<int64_t> chain(StringRef operators,
                          Expected<int64_t> (Reader::*operand)());
  bool consume(StringRef text) {
    skipSpace();
    return rest.consume_front(text);
  }
  Error errorAt(StringRef place, const Twine &message) const;
  /// The value, or an error that says what does not fit.
  Expected<int64_t> fits(Result value, StringRef place) const;

  StringRef whole, rest;
  ArrayRef<Variable> variables;
  /// The number of open parentheses, signs and calls.
  unsigned depth = 0;
};
} // namespace

static constexpr Function functions[] = {
    {"cdiv", 2, ceilDivide},
    {"min", 2, [](int64_t a, int64_t b) { return Result(std::min(a, b)); }},
    {"max", 2, [](int64_t a, int64_t b) { return Result(std::max(a, b)); }},
    {"pow2", 1, [](int64_t a, int64_t) { return powerOfTwo(a); }},
};

Error Reader::errorAt(StringRef place, const Twine &message) const {
  size_t column = place.data() - whole.data();
  std::string caret(column, ' ');
  return createStringError(inconvertibleErrorCode(),
                           message + "\n  " + whole + "\n  " + caret + "^");
}

Expected<int64_t> Reader::fits(Result value, StringRef place) const {
  if (value)
    return *value;
  return errorAt(place, "division by zero, or a number of more than 64 bits, "
                        "where " +
                            join(map_range(variables,
                                           [](const Variable &variable) {
                                             return (variable.name + " is " +
                                                     Twine(variable.value))
                                                 .str();
                                           }),
                                 ", "));
}

Expected<int64_t> Reader::chain(StringRef operators,
                                Expected<int64_t> (Reader::*operand)()) {
  Expected<int64_t> left = (this->*operand)();
  while (left) {
    skipSpace();
    if (rest.empty() || !operators.contains(rest.front()))
      return left;
    StringRef place = rest;
    rest = rest.drop_front();
    Expected<int64_t> right = (this->*operand)();
    if (!right)
      return right;
    left = fits(apply(place.front(), *left, *right), place);
  }
  return left;
}

Expected<int64_t> Reader::sum() { return chain("+-", &Reader::product); }
Expected<int64_t> Reader::product() { return chain("*/%", &Reader::factor); }

Expected<int64_t> Reader::number() {
  StringRef place = rest;
  StringRef digits = rest.take_while(isDigit);
  rest = rest.drop_front(digits.size());
  int64_t value = 0;
  if (digits.getAsInteger(10, value))
    return errorAt(place, "a number of more than 64 bits");
  static constexpr StringRef units = "KMG";
  size_t unit = rest.empty() ? StringRef::npos : units.find(rest.front());
  if (unit == StringRef::npos)
    return value;
  rest = rest.drop_front();
  return fits(apply('*', value, int64_t(1) << (10 * (unit + 1))), place);
}

Expected<int64_t> Reader::call(const Function &function) {
  StringRef place = rest;
  int64_t values[2] = {0, 0};
  for (unsigned i = 0; i < function.parameters; ++i) {
    if (!consume(i == 0 ? "(" : ","))
      return error("expected '" + Twine(i == 0 ? "(" : ",") + "' of " +
                   function.name);
    Expected<int64_t> value = sum();
    if (!value)
      return value;
    values[i] = *value;
  }
  if (!consume(")"))
    return error("expected ')' of " + function.name);
  return fits(function.compute(values[0], values[1]), place);
}

const Variable *Reader::nextVariable() const {
  const Variable *longest = nullptr;
  for (const Variable &variable : variables)
    if (rest.starts_with(variable.name) &&
        (!longest || variable.name.size() > longest->name.size()))
      longest = &variable;
  return longest;
}

Expected<int64_t> Reader::factor() {
  // Deeper than anybody writes, less deep than the stack.
  constexpr unsigned deepest = 200;
  skipSpace();
  if (++depth > deepest)
    return error("too deeply nested");
  auto result = [&]() -> Expected<int64_t> {
    StringRef place = rest;
    if (!rest.empty() && isDigit(rest.front()))
      return number();
    if (consume("-")) {
      Expected<int64_t> value = factor();
      return value ? fits(apply('-', 0, *value), place) : std::move(value);
    }
    if (consume("(")) {
      Expected<int64_t> value = sum();
      if (value && !consume(")"))
        return error("expected ')'");
      return value;
    }
    const Variable *variable = nextVariable();
    for (const Function &function : functions)
      if ((!variable || variable->name.size() < function.name.size()) &&
          rest.consume_front(function.name))
        return call(function);
    if (variable && consume(variable->name))
      return variable->value;
    auto nameOf = [](const Variable &known) { return known.name; };
    return error("expected a number, " +
                 join(map_range(variables, nameOf), ", ") +
                 ", cdiv, min, max, pow2 or '('");
  }();
  --depth;
  return result;
}

Expected<int64_t> tools::evaluateFront(StringRef &text,
                                       ArrayRef<Variable> variables) {
  Reader reader(text, variables);
  Expected<int64_t> value = reader.sum();
  reader.skipSpace();
  text = reader.remaining();
  return value;
}

Expected<int64_t> tools::evaluateFront(StringRef &text, int64_t n) {
  return evaluateFront(text, Variable{"n", n});
}

Expected<int64_t> tools::evaluate(StringRef text, int64_t n) {
  const Variable variable{"n", n};
  Reader reader(text, variable);
  Expected<int64_t> value = reader.sum();
  reader.skipSpace();
  if (value && !reader.remaining().empty())
    return reader.error("expected an operator or the end");
  return value;
}
