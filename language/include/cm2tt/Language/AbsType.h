// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Abstract types: the compile-time knowledge about a value of a code model.
///
/// The Java types of a kernel have little information: `Tensor` has no shape,
/// and `Ptr` no element type. The type interpreter runs the kernel on *abstract
/// types* instead of values. They form a lattice of small height:
///
///     unknown                            nothing reached the value yet
///        |
///     constant<T, v>                     exactly v: an extent, an axis, ...
///        |
///     T                                  a scalar, ptr<T>, tensor<.., T> or
///        |                               tensordesc<T[..]>
///     (none)                             no common type: an error
///
/// `join` is the least upper bound. Example, for a variable stored twice:
///
///     join(unknown,          constant<int, 1>) = constant<int, 1>
///     join(constant<int, 1>, constant<int, 1>) = constant<int, 1>
///     join(constant<int, 1>, constant<int, 2>) = int
///     join(int, u32)                           = u32
///     join(int, float)                         = none
///     join(two enum constants)                 = none
///
/// Java's number types have no signedness, so that a variable may contain both
/// signed and unsigned numbers: the join is unsigned if one of them is. Tiles
/// and pointers that differ in it have no common type. Records are joined by
/// components.
///
/// The T of an abstract type is an MLIR type: builtin numbers, `!tt.ptr` and
/// ranked tensors of these, or `!tt.tensordesc`. So types are unique and cheap
/// to compare. They are no attributes of operations, since an operation has one
/// type for each path to it. Unsigned numbers are `ui8` to `ui64` here and
/// signless in `tt`, where the operation says how to read the bits. Objects of
/// the kernel language that exist only while compiling are constants: a class
/// literal is `constant<Class, type>`, a tile's type `constant<TensorType,
/// tensor<..>>`, an enum constant `constant<CompareKind, "LessThan">`.
///
/// A record is a bundle of values: its type is the tuple of its components'
/// types, its name, their names and their constants stand beside it. A lambda
/// is known by a number that the interpreter gives it. The result of an
/// erroneous operation is `invalid`; operations that use it report no further
/// errors.
///
/// Not here: the rules that compute them (KernelApi.h, InferTypes.h).

#ifndef CM2TT_LANGUAGE_ABSTYPE_H
#define CM2TT_LANGUAGE_ABSTYPE_H

#include "mlir/IR/Attributes.h"
#include "mlir/IR/BuiltinTypes.h"

#include <optional>
#include <string>

namespace cm2tt {

/// An abstract type; a value type of two pointers.
class AbsType {
public:
  /// Unknown, the bottom of the lattice.
  AbsType() = default;
  /// A scalar, pointer or tile of that type, or a Java object.
  explicit AbsType(mlir::Type type) : type(type) {}
  /// A value known to be `value`; numbers are Integer- or FloatAttr of the
  /// signless form of `type`.
  static AbsType constant(mlir::Type type, mlir::Attribute value);
  /// A 32-bit integer constant, what Java calls `int`.
  static AbsType constantInt(mlir::MLIRContext *context, int32_t value);
  /// A truth value known while compiling.
  static AbsType constantBool(mlir::MLIRContext *context, bool value);
  /// A tile of that shape, or a scalar of `element` if the shape is empty.
  static AbsType tile(llvm::ArrayRef<int64_t> shape, mlir::Type element);
  /// The result of a method that has none.
  static AbsType none(mlir::MLIRContext *context);
  /// A record of that Java class. There are as many names as components.
  static AbsType record(mlir::MLIRContext *context, llvm::StringRef javaClass,
                        llvm::ArrayRef<llvm::StringRef> names,
                        llvm::ArrayRef<AbsType> components);
  /// A lambda, by the number that the interpreter knows it by.
  static AbsType function(mlir::MLIRContext *context, int64_t number);
  /// The result of an operation that has been reported as wrong.
  static AbsType invalid(mlir::MLIRContext *context);

  bool isUnknown() const { return !type; }
  bool isNone() const {
    return type && llvm::isa<mlir::NoneType>(type) && !value;
  }
  bool isInvalid() const {
    return type && llvm::isa<mlir::NoneType>(type) && value;
  }
  bool isConstant() const {
    return value && !isRecord() && !isFunction() && !isInvalid();
  }
  bool isRecord() const;
  bool isFunction() const;
  bool isTile() const;
  /// A scalar number or truth value, constant or not.
  bool isNumber() const;
  /// A scalar pointer.
  bool isPointer() const;
  /// A number, a pointer or a tile of them.
  bool isData() const { return isTile() || isNumber() || isPointer(); }
  /// A tensor descriptor.
  bool isDescriptor() const;
  /// Whether `tt` has a value for it unless it is a constant.
  bool hasValue() const { return isData() || isDescriptor(); }

  mlir::Type getType() const { return type; }
  mlir::Attribute getValue() const { return value; }
  /// A tile's element type; the type itself of a scalar.
  mlir::Type getElementType() const;
  /// A tile's extents; empty for a scalar.
  llvm::ArrayRef<int64_t> getShape() const;
  /// The same shape with another element type; no longer a constant.
  AbsType withElementType(mlir::Type element) const;
  /// The same type, no longer a constant.
  AbsType widened() const { return AbsType(type); }
  /// The element type that an element pointer points to; null if none.
  mlir::Type getPointeeType() const;
  /// The value of an integer or truth-value constant.
  std::optional<int64_t> getInt() const;
  /// The type in a constant that holds one (class literal, tile's type).
  mlir::Type getTypeValue() const;
  /// The name of a constant of that enum of the kernel language
  /// (`CompareKind`); empty for anything else.
  llvm::StringRef getEnumName(llvm::StringRef enumType) const;

  /// The class of a record; empty for other types.
  llvm::StringRef getRecordClass() const;
  /// The components of a record; for other types, the type itself.
  llvm::SmallVector<AbsType, 2> getComponents() const;
  /// The names of the components of a record; empty for other types.
  llvm::SmallVector<llvm::StringRef, 2> getComponentNames() const;
  /// The same record with other components.
  AbsType withComponents(llvm::ArrayRef<AbsType> components) const;
  /// Which component of a record has that name, if it is the only one.
  std::optional<unsigned> findComponent(llvm::StringRef name) const;
  /// The number of values that represent it at run time: 0 for constants and
  /// lambdas, 1 for data, and the sum over the components for a record.
  unsigned countValues() const;
  /// The types of these values in `tt`, in order.
  void valueTypes(llvm::SmallVectorImpl<mlir::Type> &types) const;
  /// The number of a lambda.
  int64_t getFunction() const;

  /// The least upper bound; std::nullopt if the types differ.
  static std::optional<AbsType> join(AbsType a, AbsType b);

  /// In the words of errors: `a tile of 64 int`, `a pointer to float`, `the
  /// constant 64`, `null`.
  std::string str() const;
  /// As the article on Java Triton writes them: `tensor<x64, int>`,
  /// `ptr<float>`, `constant<int, c64>`.
  std::string notation() const;

  bool operator==(const AbsType &other) const {
    return type == other.type && value == other.value;
  }
  bool operator!=(const AbsType &other) const { return !(*this == other); }

private:
  /// The join of two records; std::nullopt if they differ.
  static std::optional<AbsType> joinRecords(AbsType a, AbsType b);

  mlir::Type type;
  mlir::Attribute value;
};

/// A type's name in Java's words, or in a signature's if Java has none:
/// `int`, `fp16`, `ptr<float>`, `tensor<x64, int>`.
std::string typeName(mlir::Type type);

/// A type in the words of errors: `int`, `a pointer to float`, `a tile of 64
/// int`.
std::string typeInWords(mlir::Type type);

/// The type that `tt` has for it: integers signless, also as elements.
mlir::Type signlessType(mlir::Type type);

} // namespace cm2tt

#endif // CM2TT_LANGUAGE_ABSTYPE_H
