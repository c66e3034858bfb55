// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Parses types and references in any spelling, from strings and from the
/// middle of a text.

#ifndef CM2TT_IMPORTER_LIB_TYPEPARSER_H
#define CM2TT_IMPORTER_LIB_TYPEPARSER_H

#include "Model.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace cm2tt::model {

/// Sets a model's Spelling from what is seen first, and says of everything
/// later whether it differs.
class SpellingNotes {
public:
  explicit SpellingNotes(Spelling &spelling) : spelling(spelling) {}

  /// The note for the tree of a Java type with this spelling.
  TypeSpelling type(TypeSpelling seen);
  /// Whether this differs from the model.
  bool colon(bool seen) { return note(spelling.colonInReferences, 0, seen); }
  bool tag(bool seen) { return note(spelling.taggedReferences, 1, seen); }
  bool literal(bool seen) { return note(spelling.literalConstants, 2, seen); }
  /// A block's name.
  void block(llvm::StringRef name);

  /// Whether types are known to be quoted.
  bool typesAreQuoted() const {
    return typesSeen && spelling.types == TypeSpelling::Quoted;
  }
  /// After the last: guesses what was not seen from what was.
  void conclude();

private:
  bool note(bool &setting, unsigned which, bool value);

  Spelling &spelling;
  bool typesSeen = false, blocksSeen = false;
  bool seen[3] = {false, false, false};
};

/// Whether `c` may start, and continue, an identifier of Java. Bytes of
/// UTF-8 sequences may.
bool isIdentifierStart(char c);
bool isIdentifierPart(char c);

/// Parses from the start of a text, as far as a type or reference goes.
class TypeParser {
public:
  /// Parses a text. `notes` may be null. With `comments`, they are spaces.
  TypeParser(Model &model, llvm::StringRef text, SpellingNotes *notes,
             bool comments = false)
      : model(model), cursor(text.begin()), end(text.end()), notes(notes),
        comments(comments) {}

  /// A type of any level; null after an error.
  const TypeName *type();
  /// The text between the quotes of `java.type:"..."`.
  const TypeName *javaType();
  /// The text between the quotes of `java.ref:"..."`. `isField`: `O::F()T` is a
  /// field.
  const Reference *reference(bool isField);
  /// Whether nothing is left; otherwise an error. `what` is being parsed.
  bool finish(const char *what);

  /// Where the parser stands.
  const char *position() const { return cursor; }
  /// The message and the position of the first error.
  const std::string &error() const { return message; }
  const char *errorPosition() const { return errorAt; }

private:
  using Types = llvm::SmallVector<const TypeName *, 4>;
  /// Where a Java type stands, when that says where it ends.
  enum class Context { Alone, ReferenceOwner, VariableOwnerResult };

  std::nullptr_t fail(const llvm::Twine &expected);
  std::nullptr_t failAt(const char *at, const llvm::Twine &text);
  bool enter();
  void skipSpace();
  bool next(llvm::StringRef token);
  bool take(llvm::StringRef token);
  bool expect(llvm::StringRef token);
  llvm::StringRef identifier();
  llvm::StringRef dottedName();

  const TypeName *quotedType();
  const TypeName *inflatedType(llvm::StringRef name);
  const TypeName *inflatedClass(llvm::StringRef form);
  const Reference *inflatedReference();
  const TypeName *constantValue();
  const TypeName *namedType(llvm::StringRef name, Types arguments, bool quoted);
  bool list(llvm::StringRef close, Types &types,
            llvm::function_ref<const TypeName *()> type);
  bool modelArguments(llvm::StringRef owner, Types &arguments);

  const TypeName *javaTypeIn(Context context);
  const TypeName *classType(Context context);
  const TypeName *innerTypes(const TypeName *type, Context context);
  const TypeName *typeVariable(const TypeName *outer, const Reference *owner);
  const TypeName *oldVariable();
  const TypeName *wildcard();
  const TypeName *arrays(const TypeName *type);
  bool javaArguments(Types &arguments);
  bool parameters(Types &types);
  bool memberFollows();
  bool ownerVariableFollows();
  const Reference *referenceIn(bool isField, bool isVariableOwner);
  Reference notedReference(Reference reference, bool colon);
  const Reference *recordPattern();
  const Reference *funcConstructor();
  const TypeName *noted(const TypeName *type, TypeSpelling seen);

  Model &model;
  const char *cursor;
  const char *end;
  SpellingNotes *notes;
  bool comments;
  unsigned depth = 0;
  unsigned quotedTypes = 0;
  std::string message;
  const char *errorAt = nullptr;
};

/// Replaces the escapes of a Java string: `\n`, `\'`, octal, `\uXXXX`. The
/// result is `text` itself where there is none, else in the model's arena.
/// Returns the position of an invalid escape, or null.
const char *unescape(llvm::StringRef text, Model &model,
                     llvm::StringRef &result);

} // namespace cm2tt::model

#endif // CM2TT_IMPORTER_LIB_TYPEPARSER_H
