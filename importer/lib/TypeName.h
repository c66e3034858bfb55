// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Types and Java references as code models write them, parsed once into small
/// trees that do not depend on their spelling, and printed in any spelling.
///
/// One type has up to three spellings:
///
///   bare       Var<int>                a.B$C           tensor<x64, int>
///   quoted     Var<java.type:"int">    java.type:"a.B$C"
///   inflated   java.type.primitive<int>  java.type.class<a.B$C, java.type...>
///
/// A reference names its result with or without a colon before it:
/// `a.B::m(int):int` or `a.B::m(int)int`, and a field as `a.B::F:int` or
/// `a.B::F()int`.
///
/// Trees live in the memory of the TypeTable (a Model has one) and are unique
/// in it: equal types are one pointer.
///
/// The spelling is a property of the file, not of the tree: a Model records the
/// spelling that its file uses first, and a tree with another one has a note
/// (TypeSpelling). So a file that mixes forms is written as it was read, and
/// setting `model.spelling` converts a model to another form.
///
/// Not here: the meaning of a type (`cm`, language/InferTypes).

#ifndef CM2TT_IMPORTER_LIB_TYPENAME_H
#define CM2TT_IMPORTER_LIB_TYPENAME_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Allocator.h"
#include <cstdint>
#include <string>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace cm2tt::model {

struct Reference;

/// How the types of a text are spelt.
enum class TypeSpelling : uint8_t {
  /// As the model's Spelling says. What every tree has whose text keeps to
  /// the spelling of its model.
  Default,
  /// `int`
  Bare,
  /// `java.type:"int"`
  Quoted,
  /// `java.type.primitive<int>`; for a wildcard or a type variable, what the
  /// texts of 2024 have: `+<T>`, `#Owner::T<bound>`.
  Inflated
};

/// A type: of Java, or of the model level (`Var<T>`, `tensor<x64, T>`).
struct TypeName {
  /// The kind of a tree.
  enum class Kind : uint8_t {
    /// `name` is boolean, char, byte, short, int, long, float, double or void.
    Primitive,
    /// `name` is the qualified name, without `outer`; `arguments` its type
    /// arguments; `outer` the class that an inner class (`::`) stands in.
    Class,
    /// An array of `arguments[0]`.
    Array,
    /// `?`, `? extends arguments[0]` or `? super arguments[0]`: see `bound`.
    Wildcard,
    /// The type variable `name` of the class `outer` or of the method `owner`;
    /// `arguments[0]`, if any, is what it extends.
    Variable,
    /// A type of the model level: `name` is Var, Tuple, func, ptr, tensor,
    /// constant, ... or, as an argument of these, x64 (a dimension) and c64
    /// (a constant's value).
    Model
  };
  /// The bound of a wildcard.
  enum class Bound : uint8_t { None, Extends, Super };

  Kind kind = Kind::Primitive;
  Bound bound = Bound::None;
  /// Default, but where the type was written differently from its model.
  TypeSpelling spelling = TypeSpelling::Default;
  llvm::StringRef name;
  llvm::ArrayRef<const TypeName *> arguments;
  const TypeName *outer = nullptr;
  const Reference *owner = nullptr;

  /// Whether this is the Java primitive or void called `primitive`.
  bool isPrimitive(llvm::StringRef primitive) const {
    return kind == Kind::Primitive && name == primitive;
  }
  /// Whether this is the class of this qualified name, with any arguments.
  bool isClass(llvm::StringRef qualified) const {
    return kind == Kind::Class && !outer && name == qualified;
  }
  /// Whether this is the model-level type of this name: isModel("Var").
  bool isModel(llvm::StringRef identifier) const {
    return kind == Kind::Model && name == identifier;
  }
  /// Whether this is a type of Java, not of the model level.
  bool isJava() const { return kind != Kind::Model; }
};

/// The target of a Java reference: a field, a method, a constructor, or the
/// shape of a record pattern.
struct Reference {
  /// The kind of the target.
  enum class Kind : uint8_t { Field, Method, Constructor, RecordPattern };
  /// The spelling of a constructor: that of the model's Spelling (Plain with a
  /// colon in references, else Func), `O::(int)`, `O::<new>(int)O`, or `func<O,
  /// int>`.
  enum class Style : uint8_t { Default, Plain, New, Func };

  Kind kind = Kind::Method;
  Style style = Style::Default;
  /// Whether the text differs from the model's Spelling in having (or not) a
  /// colon before the result.
  bool otherColon = false;
  /// Whether it differs in being (or not) a `java.ref:"..."`.
  bool otherTag = false;
  /// The class; for a record pattern the record's type.
  const TypeName *owner = nullptr;
  /// The field's or method's name; empty for the others.
  llvm::StringRef name;
  /// The parameters of a method or constructor; the components' types of a
  /// record pattern.
  llvm::ArrayRef<const TypeName *> parameters;
  /// The names of the components of a record pattern, as many as `parameters`.
  llvm::ArrayRef<llvm::StringRef> componentNames;
  /// The field's type or the method's result; null for the others.
  const TypeName *result = nullptr;
};

/// Which of its spellings a text uses. Readers set it from the first
/// occurrence of each, so that writers reproduce the text.
struct Spelling {
  /// Block names: `^block_<n>`, counted over the model, or `^block_<i>_<j>`,
  /// the path of block indices.
  enum class Blocks : uint8_t { Counter, Path };

  /// Bare or Quoted.
  TypeSpelling types = TypeSpelling::Bare;
  /// `O::m(int):R`, not `O::m(int)R`.
  bool colonInReferences = true;
  /// `@java.ref:"..."`, not `@"..."`. In the text form only; in JSON
  /// references are plain strings.
  bool taggedReferences = true;
  /// `@64`, not `@"64"`. In the text form only.
  bool literalConstants = true;
  Blocks blocks = Blocks::Path;

  /// The form of 2024 (form A of the specification).
  static Spelling old() {
    return {TypeSpelling::Bare, false, false, false, Blocks::Counter};
  }
  /// The form of late 2025 on (form C of the specification).
  static Spelling current() {
    return {TypeSpelling::Quoted, true, true, true, Blocks::Path};
  }
};

/// Keeps types, each once.
class TypeTable {
public:
  /// Trees and strings are allocated in `arena`, which outlives the table.
  explicit TypeTable(llvm::BumpPtrAllocator &arena) : arena(arena) {}

  /// The one tree equal to `type`. Its arguments, outer type and owner are of
  /// this table; its arrays and its name may be temporary.
  const TypeName *get(const TypeName &type);

  /// Shorthands of get().
  const TypeName *primitive(llvm::StringRef name);
  const TypeName *classType(llvm::StringRef qualified,
                            llvm::ArrayRef<const TypeName *> arguments = {});
  const TypeName *array(const TypeName *element);
  const TypeName *model(llvm::StringRef identifier,
                        llvm::ArrayRef<const TypeName *> arguments = {});

  /// A copy of `reference` with its arrays in the arena.
  const Reference *reference(const Reference &reference);

private:
  /// Compares trees by their own fields; children by pointer.
  struct Info {
    static const TypeName *getEmptyKey();
    static const TypeName *getTombstoneKey();
    static unsigned getHashValue(const TypeName *type);
    static bool isEqual(const TypeName *a, const TypeName *b);
  };

  const TypeName *get(TypeName::Kind kind, llvm::StringRef name,
                      llvm::ArrayRef<const TypeName *> arguments);

  llvm::BumpPtrAllocator &arena;
  llvm::DenseSet<const TypeName *, Info> types;
};

/// Prints a type of any level in the spelling of `spelling`, or in its own
/// where it has one.
void printType(llvm::raw_ostream &os, const TypeName &type,
               const Spelling &spelling);
/// Prints a Java type as inside of `java.type:"..."`: `a.List<? extends T>`.
void printJavaType(llvm::raw_ostream &os, const TypeName &type);
/// Prints a reference as inside of `java.ref:"..."`, with or without a colon
/// before the result as `spelling` or the reference itself says.
void printReference(llvm::raw_ostream &os, const Reference &reference,
                    const Spelling &spelling);

/// The same as strings.
std::string toString(const TypeName &type, const Spelling &spelling);
std::string toJavaString(const TypeName &type);
std::string toString(const Reference &reference, const Spelling &spelling);

} // namespace cm2tt::model

#endif // CM2TT_IMPORTER_LIB_TYPENAME_H
