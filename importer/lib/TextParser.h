// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The parser of code-model text. Users call readText (Readers.h).

#ifndef CM2TT_IMPORTER_LIB_TEXTPARSER_H
#define CM2TT_IMPORTER_LIB_TEXTPARSER_H

#include "Readers.h"
#include "TextLexer.h"
#include "TypeParser.h"

namespace cm2tt::model {

/// Parses one text. Its functions return false after an error, which they
/// have reported.
class TextParser {
public:
  TextParser(llvm::StringRef text, Model &model, ProblemHandler report)
      : lexer(text), textEnd(text.end()), model(model), report(report),
        notes(model.spelling) {}

  bool parseModel();

private:
  // TextParser.cpp
  bool failAt(llvm::SMLoc loc, const llvm::Twine &message);
  bool fail(const llvm::Twine &expected);
  void advance() { token = lexer.next(); }
  bool take(char punctuation);
  bool expect(char punctuation);
  bool parseType(const TypeName *&type);
  bool parseParameters(llvm::ArrayRef<Parameter> &parameters);
  bool parseUses(llvm::ArrayRef<ValueUse> &uses, bool commas);
  bool isBodyLabel();
  bool parseSuccessors(Operation &op);
  bool parseResult(Operation &op);
  bool parseOperation(Operation &op);
  bool parseOperations(Block &block);
  bool parseBlock(Block &block);
  bool resolveSuccessors(llvm::ArrayRef<Block> blocks);
  bool parseBody(Body &body);
  void unwrapModule();

  // TextParserAttributes.cpp
  /// What an operation's attributes are while being read.
  struct Attributes {
    llvm::SmallVector<Attribute, 4> named;
    Attribute value;
    bool hasValue = false;
    bool hasLocation = false;
  };
  void parseHeader();
  void parseHeaderLine(llvm::StringRef line);
  bool parseAttributes(Operation &op);
  bool parseAttribute(Operation &op, Attributes &attributes);
  bool setLocation(Operation &op, Attributes &attributes,
                   const Attribute &attribute);
  bool setValue(Operation &op, Attributes &attributes,
                const Attribute &attribute);
  void promoteNamed(Operation &op, Attributes &attributes);
  bool checkUnique(llvm::ArrayRef<Attribute> named);
  bool parseValue(AttributeValue &value);
  bool parseString(AttributeValue &value);
  bool parseCharacter(AttributeValue &value);
  bool parseNumber(AttributeValue &value, bool negative);
  bool parseReference(AttributeValue &value);

  TextLexer lexer;
  Token token;
  const char *textEnd;
  Model &model;
  ProblemHandler report;
  SpellingNotes notes;
  unsigned depth = 0;
  bool failed = false;
};

} // namespace cm2tt::model

#endif // CM2TT_IMPORTER_LIB_TEXTPARSER_H
