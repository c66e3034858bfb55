// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Parses code-model text into a Model by recursive descent, as deep as bodies
/// nest. The forms of 2024, 2025 and 2026 are distinguished token by token.
///
/// Not here: attributes and literals (TextParserAttributes.cpp); types
/// (TypeParser.h).

#include "TextParser.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"

using namespace llvm;

namespace cm2tt::model {

//===----------------------------------------------------------------------===//
// Tokens and errors
//===----------------------------------------------------------------------===//

bool TextParser::failAt(SMLoc loc, const Twine &message) {
  if (!failed)
    report({/*isError=*/true, loc, message.str(), ""});
  failed = true;
  return false;
}

/// The name of a token in messages.
static std::string describe(const Token &token) {
  if (token.is(Token::Kind::End))
    return "the end of the text";
  StringRef text = token.text.take_front(40);
  if (text.size() == 1 && !isPrint(text[0]))
    return "'\\x" + utohexstr(uint8_t(text[0]), true, 2) + "'";
  // Not in the middle of a character.
  while (text.size() < token.text.size() &&
         (token.text[text.size()] & 0xc0) == 0x80)
    text = token.text.take_front(text.size() + 1);
  return "'" + text.str() + (text.size() < token.text.size() ? "...'" : "'");
}

bool TextParser::fail(const Twine &expected) {
  if (token.is(Token::Kind::Unterminated))
    return failAt(token.loc(), token.text == "/*"  ? "comment without end"
                               : token.text == "'" ? "character without end"
                                                   : "string without end");
  return failAt(token.loc(),
                "found " + describe(token) + ", expected " + expected);
}

bool TextParser::take(char punctuation) {
  if (!token.is(punctuation))
    return false;
  advance();
  return true;
}

bool TextParser::expect(char punctuation) {
  return take(punctuation) || fail("'" + Twine(punctuation) + "'");
}

bool TextParser::parseType(const TypeName *&type) {
  const char *start = token.text.begin();
  TypeParser parser(model, StringRef(start, textEnd - start), &notes,
                    /*comments=*/true);
  type = parser.type();
  if (!type)
    return failAt(SMLoc::getFromPointer(parser.errorPosition()),
                  "malformed type: " + Twine(parser.error()));
  lexer.moveTo(parser.position());
  advance();
  return true;
}

//===----------------------------------------------------------------------===//
// Parts of operations
//===----------------------------------------------------------------------===//

/// `(%1 : T, %2 : U)`
bool TextParser::parseParameters(ArrayRef<Parameter> &parameters) {
  if (!expect('('))
    return false;
  SmallVector<Parameter, 4> list;
  while (!take(')')) {
    if (!list.empty() && !take(','))
      return fail("',' or ')'");
    if (!token.is(Token::Kind::Value))
      return fail(list.empty() ? "a parameter or ')'" : "a parameter");
    Parameter parameter{token.text, nullptr, token.loc()};
    advance();
    if (!expect(':') || !parseType(parameter.type))
      return false;
    list.push_back(parameter);
  }
  parameters = model.save(ArrayRef<Parameter>(list));
  return true;
}

/// `%1 %2`, or with `separator` `%1, %2`
bool TextParser::parseUses(ArrayRef<ValueUse> &uses, bool commas) {
  SmallVector<ValueUse, 4> list;
  while (token.is(Token::Kind::Value)) {
    list.push_back({token.text, token.loc()});
    advance();
    if (commas && !take(','))
      break;
    if (commas && !token.is(Token::Kind::Value))
      return fail("a value");
  }
  uses = model.save(ArrayRef<ValueUse>(list));
  return true;
}

/// At a `^x`: whether a body follows, not a successor. It is a body's label if
/// its parentheses contain a colon or are followed by a type.
bool TextParser::isBodyLabel() {
  TextLexer ahead = lexer;
  if (!ahead.next().is('('))
    return false;
  Token next = ahead.next();
  while (next.is(Token::Kind::Value) || next.is(','))
    next = ahead.next();
  return next.is(':') || (next.is(')') && ahead.next().is(Token::Kind::Name));
}

/// `^block(%1, %2)`, any number
bool TextParser::parseSuccessors(Operation &op) {
  SmallVector<Successor, 2> list;
  while (token.is(Token::Kind::Block) && !isBodyLabel()) {
    Successor successor;
    successor.block = token.text.drop_front();
    successor.loc = token.loc();
    notes.block(successor.block);
    advance();
    if (take('(')) {
      if (!parseUses(successor.arguments, /*commas=*/true))
        return false;
      if (!take(')'))
        return fail("a value or ')'");
    }
    list.push_back(successor);
  }
  op.successors = model.save(ArrayRef<Successor>(list));
  return true;
}

/// `%1 : T =`, or nothing
bool TextParser::parseResult(Operation &op) {
  if (!token.is(Token::Kind::Value))
    return true;
  op.result = token.text;
  advance();
  if (!expect(':'))
    return false;
  op.typeLoc = token.loc();
  return parseType(op.type) && expect('=');
}

bool TextParser::parseOperation(Operation &op) {
  op.loc = token.loc();
  if (!parseResult(op))
    return false;
  if (!token.is(Token::Kind::Name))
    return fail(op.result.empty() ? "an operation" : "an operation's name");
  op.name = token.text;
  op.nameLoc = token.loc();
  advance();
  if (!parseUses(op.operands, /*commas=*/false) || !parseSuccessors(op) ||
      !parseAttributes(op))
    return false;
  SmallVector<Body, 0> bodies;
  while (token.is('(') || token.is(Token::Kind::Block)) {
    bodies.emplace_back();
    if (!parseBody(bodies.back()))
      return false;
  }
  op.bodies = model.save(ArrayRef<Body>(bodies));
  return take(';') ||
         fail(op.bodies.empty() ? "an operand, an attribute, a body or ';'"
                                : "a body or ';'");
}

//===----------------------------------------------------------------------===//
// Bodies and blocks
//===----------------------------------------------------------------------===//

/// Operations up to the next block or the end of the body.
bool TextParser::parseOperations(Block &block) {
  SmallVector<Operation, 0> list;
  while (token.is(Token::Kind::Value) || token.is(Token::Kind::Name)) {
    list.emplace_back();
    if (!parseOperation(list.back()))
      return false;
  }
  block.operations = model.save(ArrayRef<Operation>(list));
  return true;
}

/// `^block(%1 : T): ...`
bool TextParser::parseBlock(Block &block) {
  block.name = token.text.drop_front();
  block.loc = token.loc();
  notes.block(block.name);
  advance();
  if (token.is('(') && !parseParameters(block.parameters))
    return false;
  return expect(':') && parseOperations(block);
}

/// Finds the blocks that the successors in `blocks` name.
bool TextParser::resolveSuccessors(ArrayRef<Block> blocks) {
  DenseMap<StringRef, unsigned> indices;
  for (const Block &block : blocks.drop_front())
    if (!indices.try_emplace(block.name, &block - blocks.data()).second)
      return failAt(block.loc, "block defined twice: '^" + block.name + "'");
  for (const Block &block : blocks)
    for (const Operation &op : block.operations)
      for (Successor &successor : mutableItems(op.successors)) {
        auto found = indices.find(successor.block);
        if (found != indices.end())
          successor.index = found->second;
      }
  return true;
}

/// `^label(%1 : T)T -> { ... }`
bool TextParser::parseBody(Body &body) {
  if (depth == maxBodyDepth)
    return failAt(token.loc(), "bodies nested too deeply: more than " +
                                   Twine(maxBodyDepth) + " levels");
  ++depth;
  body.loc = token.loc();
  if (token.is(Token::Kind::Block)) {
    body.label = token.text.drop_front();
    advance();
  }
  if (!parseParameters(body.parameters))
    return false;
  body.resultLoc = token.loc();
  if (!parseType(body.result))
    return false;
  if (!token.is(Token::Kind::Arrow))
    return fail("'->'");
  advance();
  SMLoc open = token.loc();
  if (!expect('{'))
    return false;
  SmallVector<Block, 0> blocks(1);
  blocks.back().loc = open;
  if (!parseOperations(blocks.back()))
    return false;
  while (token.is(Token::Kind::Block)) {
    blocks.emplace_back();
    if (!parseBlock(blocks.back()))
      return false;
  }
  if (!take('}'))
    return fail("an operation, a block or '}'");
  --depth;
  body.blocks = model.save(ArrayRef<Block>(blocks));
  return resolveSuccessors(body.blocks);
}

//===----------------------------------------------------------------------===//
// The whole text
//===----------------------------------------------------------------------===//

/// Makes the functions of a single `module` those of the model.
void TextParser::unwrapModule() {
  if (model.functions.size() != 1)
    return;
  const Operation &op = model.functions.front();
  if (op.name != "module" || op.bodies.size() != 1 ||
      op.bodies[0].blocks.size() != 1)
    return;
  model.module = &op;
  model.functions = op.bodies[0].blocks[0].operations;
  if (!model.functions.empty() && model.functions.back().bodies.empty())
    model.functions = model.functions.drop_back();
}

bool TextParser::parseModel() {
  parseHeader();
  advance();
  Block top;
  model.functionsLoc = token.loc();
  if (!parseOperations(top))
    return false;
  if (!token.is(Token::Kind::End))
    return fail("an operation or the end of the text");
  if (top.operations.empty())
    return fail("an operation");
  model.functions = top.operations;
  unwrapModule();
  model.link();
  notes.conclude();
  return true;
}

LogicalResult readText(StringRef text, Model &model, ProblemHandler report) {
  const auto *bad = reinterpret_cast<const UTF8 *>(text.begin());
  if (!isLegalUTF8String(&bad, reinterpret_cast<const UTF8 *>(text.end()))) {
    report({/*isError=*/true,
            SMLoc::getFromPointer(reinterpret_cast<const char *>(bad)),
            "malformed UTF-8", ""});
    return failure();
  }
  text.consume_front("\xef\xbb\xbf");
  return success(TextParser(text, model, report).parseModel());
}

} // namespace cm2tt::model
