// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The canonical spelling of types, read into a small tree without MLIR, so
/// that the verifier of a type can use it without creating types.

#ifndef CM2TT_LIB_CM_SPELLINGINTERNALS_H
#define CM2TT_LIB_CM_SPELLINGINTERNALS_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"

#include <string>
#include <vector>

namespace cm2tt::cm::detail {

/// Called with an offset and a message.
using ErrorFn = llvm::function_ref<void(size_t, const llvm::Twine &)>;

/// A type as it is spelled.
struct Spelled {
  enum class Kind {
    Primitive, ///< `name` is a primitive type or `void`
    Java,      ///< `name` is a reference type, canonical
    Var,       ///< one argument: what the box holds
    Tuple,     ///< the components
    Func,      ///< the result, then the parameters
    Ext,       ///< `name` and arguments of another type
    Symbol,    ///< `name` is an argument that is no type, such as `x64`
  };
  Kind kind;
  std::string name;
  std::vector<Spelled> args;
};

/// How deep types may be nested.
constexpr unsigned maxTypeDepth = 64;

/// Reads text from left to right; the first error is reported, later ones are
/// not.
class SpellingReader {
public:
  SpellingReader(llvm::StringRef text, ErrorFn error)
      : text(text), error(error) {}

  /// Reads a type of a model.
  mlir::FailureOr<Spelled> type();
  /// Reads a type in Java's own syntax, as inside `java.type:"..."`. A type
  /// variable's `::<T>` is taken as part of it unless forbidden.
  mlir::FailureOr<Spelled> javaType(bool allowVariable = true);
  /// Reads an identifier of Java into `name`.
  bool identifier(std::string &name);

  /// Skips space, then takes `token` if it is next.
  bool take(llvm::StringRef token);
  /// As take, and an error if it is not next.
  mlir::LogicalResult expect(llvm::StringRef token);
  /// Whether `token` is next.
  bool next(llvm::StringRef token);
  /// Whether nothing but space is left.
  bool atEnd();
  /// Reports an error at the current position; always returns failure.
  mlir::LogicalResult fail(const llvm::Twine &message);

private:
  mlir::FailureOr<Spelled> modelType(llvm::StringRef head);
  mlir::FailureOr<Spelled> markedType();
  mlir::FailureOr<Spelled> argument();
  mlir::LogicalResult arguments(std::vector<Spelled> &args);
  mlir::LogicalResult javaClass(std::string &name);
  mlir::LogicalResult javaArguments(std::string &name);
  mlir::LogicalResult javaArgument(std::string &name);
  mlir::LogicalResult javaVariable(std::string &name);
  mlir::LogicalResult javaReference(std::string &name);
  mlir::LogicalResult javaTypeText(std::string &name, bool allowVariable);
  void skipSpace();
  llvm::StringRef peekHead();

  llvm::StringRef text;
  ErrorFn error;
  size_t at = 0;
  unsigned depth = 0;
  bool failedBefore = false;
};

/// Reads a type, the whole of `text`.
mlir::FailureOr<Spelled> readType(llvm::StringRef text, ErrorFn error);

/// The same in Java's own syntax, as inside `java.type:"..."`.
mlir::FailureOr<Spelled> readJavaType(llvm::StringRef text, ErrorFn error);

/// Writes a type in its canonical spelling.
std::string writeType(const Spelled &type);

/// Whether a name is one of Java's primitive types or `void`.
bool isPrimitiveName(llvm::StringRef name);

} // namespace cm2tt::cm::detail

#endif // CM2TT_LIB_CM_SPELLINGINTERNALS_H
