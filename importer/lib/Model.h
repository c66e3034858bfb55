// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// A code model in memory. Both readers create one, and both writers print it;
/// Emit converts it to `cm`, and Export converts `cm` to a model.
///
/// A Model is syntax, checked as such: every type and reference is parsed,
/// every literal fits its type. It is not checked further: ids and block names
/// are strings, an unknown operation is an operation like any other.
///
/// All objects are allocated in the model's arena, since nothing in a model is
/// freed separately. They are trivially destructible, and strings without
/// escapes refer to the input, which must outlive the model.
///
/// Not here: reading and writing (Readers.h, Writers.h).

#ifndef CM2TT_IMPORTER_LIB_MODEL_H
#define CM2TT_IMPORTER_LIB_MODEL_H

#include "TypeName.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/SMLoc.h"
#include <memory>

namespace cm2tt::model {

struct Block;
struct Body;
struct Operation;

/// The value of an attribute, or a compile-time constant of a signature.
struct AttributeValue {
  /// The kind of the value.
  enum class Kind : uint8_t {
    Null,
    /// `boolean`
    Boolean,
    /// `integer` is a UTF-16 code unit.
    Character,
    /// `integer`, and `isLong`.
    Integer,
    /// `number`, exactly a float.
    Float,
    /// `number`
    Double,
    /// `string`
    String,
    /// `type`: a class literal, or what a `cast` casts to.
    Type,
    /// `reference`
    Reference
  };

  Kind kind = Kind::Null;
  bool boolean = false;
  /// A Java long (`64L`), not an int. In signatures and in attributes of JSON:
  /// whether the value does not fit an int.
  bool isLong = false;
  /// The letter after the number in text (L, l, f, F, d, D), or a space for
  /// none, if it differs from what writers write by default; otherwise 0.
  char suffix = 0;
  /// Whether the text differs from the model's Spelling in being (or not) a
  /// string, as in `@"64"`.
  bool otherLiteral = false;
  union {
    int64_t integer = 0;
    double number;
    const TypeName *type;
    const Reference *reference;
  };
  /// Kind String: without quotes and escapes, UTF-8.
  llvm::StringRef string;

  /// Makers, one for each kind.
  static AttributeValue null() { return {}; }
  static AttributeValue ofBoolean(bool value);
  static AttributeValue ofCharacter(uint16_t unit);
  static AttributeValue ofInteger(int64_t value, bool isLong = false);
  static AttributeValue ofFloat(float value);
  static AttributeValue ofDouble(double value);
  static AttributeValue ofString(llvm::StringRef value);
  static AttributeValue ofType(const TypeName *type);
  static AttributeValue ofReference(const Reference *reference);
};

/// A named attribute, or the unnamed one.
struct Attribute {
  /// As written. Of the default attribute: empty, or the name that the texts
  /// of 2025 give it (`@value=64`).
  llvm::StringRef name;
  AttributeValue value;
  /// The location of the value.
  llvm::SMLoc loc;
};

/// A value as used by an operation or successor.
struct ValueUse {
  /// With its `%`.
  llvm::StringRef id;
  llvm::SMLoc loc;
};

/// A parameter of a body or block.
struct Parameter {
  /// With its `%`.
  llvm::StringRef id;
  const TypeName *type = nullptr;
  llvm::SMLoc loc;
};

/// Where a branch goes.
struct Successor {
  /// In text: the block's name without `^`; null in JSON.
  llvm::StringRef block;
  /// In JSON: the block's index in the enclosing body. In text it is unset
  /// (~0u) where no block of the body has the name.
  unsigned index = ~0u;
  llvm::ArrayRef<ValueUse> arguments;
  llvm::SMLoc loc;
};

/// A location in a Java file.
struct JavaLocation {
  /// Both from 1; line 0: none.
  unsigned line = 0;
  unsigned column = 0;
  /// The file or URI; empty: the model's source, or the parent's file.
  llvm::StringRef file;

  explicit operator bool() const { return line != 0; }
};

/// One operation. Not copied after Model::link(): others point to it.
struct Operation {
  /// `var.load`
  llvm::StringRef name;
  /// With its `%`; empty without result.
  llvm::StringRef result;
  /// The result's type; null without result.
  const TypeName *type = nullptr;
  llvm::ArrayRef<ValueUse> operands;
  /// The unnamed attribute; null without one.
  const Attribute *value = nullptr;
  /// The named ones in the input's order, without `loc`.
  llvm::ArrayRef<Attribute> attributes;
  llvm::ArrayRef<Body> bodies;
  llvm::ArrayRef<Successor> successors;
  JavaLocation java;
  /// The number of `attributes` that precede `value`, and of those that precede
  /// `loc`, in the text.
  uint16_t valuePosition = 0;
  uint16_t locationPosition = 0;
  /// Whether `loc` follows `value` in the text, at the same position.
  bool locationAfterValue = false;
  /// The location of the operation's first token; in JSON of its brace.
  llvm::SMLoc loc;
  /// The locations of the name, the type (invalid without) and `loc`'s value.
  llvm::SMLoc nameLoc, typeLoc, javaLoc;
  /// The block it stands in; null for a function of the model.
  const Block *parent = nullptr;

  /// The named attribute, or null.
  const Attribute *attribute(llvm::StringRef name) const;
};

/// A run of operations that ends in a terminator (which is not checked here).
struct Block {
  /// In text: without `^`, empty for the entry. Null in JSON unless it differs
  /// from what a writer would make up.
  llvm::StringRef name;
  /// Empty for the entry: its parameters are the body's.
  llvm::ArrayRef<Parameter> parameters;
  llvm::ArrayRef<Operation> operations;
  llvm::SMLoc loc;
  const Body *parent = nullptr;

  unsigned index() const;
};

/// A body of an operation.
struct Body {
  /// `then`, `else`, ...: documentation only; mostly empty.
  llvm::StringRef label;
  llvm::ArrayRef<Parameter> parameters;
  const TypeName *result = nullptr;
  /// At least one.
  llvm::ArrayRef<Block> blocks;
  llvm::SMLoc loc;
  llvm::SMLoc resultLoc;
  const Operation *parent = nullptr;

  unsigned index() const;
};

/// An entry of the signature: a type, or a compile-time constant.
struct SignatureEntry {
  /// String: `*fp32:16`, not parsed here; or Integer, Double, Boolean.
  AttributeValue value;
  llvm::SMLoc loc;
};

/// A whole file. Movable; nothing in it moves with it.
class Model {
public:
  Model();
  Model(Model &&) = default;
  Model &operator=(Model &&) = default;

  /// The version that the readers read and the writers write.
  static constexpr int64_t formatVersion = 1;

  /// Empty where the file does not say.
  llvm::StringRef kernel, source, producer;
  llvm::SMLoc kernelLoc;
  llvm::ArrayRef<SignatureEntry> signature;
  llvm::SMLoc signatureLoc;
  /// Whether the file has a signature (which may be empty).
  bool hasSignature = false;
  /// `func` operations, mostly.
  llvm::ArrayRef<Operation> functions;
  llvm::SMLoc functionsLoc;
  /// The `module` operation that the text has around its functions; null
  /// without. `functions` are then its operations but for the terminator.
  const Operation *module = nullptr;
  Spelling spelling;
  /// Whether it was read from JSON, so that operations have a JSON path.
  bool fromJson = false;

  /// Sets every parent pointer; to be called when `functions` is complete.
  void link();

  TypeTable &types() { return *typeTable; }
  llvm::BumpPtrAllocator &arena() { return *memory; }
  /// A copy in the arena.
  llvm::StringRef save(const llvm::Twine &text);
  template <typename T> llvm::ArrayRef<T> save(llvm::ArrayRef<T> items) {
    static_assert(std::is_trivially_destructible_v<T>, "the arena never does");
    return items.copy(*memory);
  }
  /// A copy of one item.
  template <typename T> const T *make(const T &item) {
    static_assert(std::is_trivially_destructible_v<T>, "the arena never does");
    return new (memory->Allocate<T>()) T(item);
  }

private:
  std::unique_ptr<llvm::BumpPtrAllocator> memory;
  std::unique_ptr<TypeTable> typeTable;
};

/// Items of an arena, which are constant, for the reader, which completes them.
template <typename T>
llvm::MutableArrayRef<T> mutableItems(llvm::ArrayRef<T> items) {
  return {const_cast<T *>(items.data()), items.size()};
}

/// `functions[0].bodies[0].blocks[0].operations[3]`, from the parent pointers.
std::string pathOf(const Model &model, const Operation &op);
std::string pathOf(const Model &model, const Body &body);
std::string pathOf(const Model &model, const Block &block);

} // namespace cm2tt::model

#endif // CM2TT_IMPORTER_LIB_MODEL_H
