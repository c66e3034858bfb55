// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The kernel language as one table: each method has its type rule next to its
/// builder, and the rule can be tested without IR. Java's own operators are
/// entries without an owner, so that one function folds all constants.
///
/// A rule computes the result's abstract type from the arguments' or reports
/// what is wrong; it is pure, and folds: arguments that are all constants give
/// a constant wherever the method has a value for them. A builder is called
/// when the result is not a constant and creates the operations. Options among
/// the arguments are parsed once, for both.
///
/// The entries, the classes of Java and the manual are generated from
/// lib/KernelApi/<Family>.td. To add a method: a record there, its rule and
/// builder in <Family>.cpp, its evaluation in Java, and tests.
///
/// Not here: variables, control flow and calls of the code model (InferTypes.h,
/// CMToTT.h).

#ifndef CM2TT_LANGUAGE_KERNELAPI_H
#define CM2TT_LANGUAGE_KERNELAPI_H

#include "cm2tt/Language/AbsType.h"
#include "cm2tt/Language/TileBuilder.h"

#include "mlir/IR/Diagnostics.h"

#include <any>

namespace cm2tt {

/// Starts an error at the call.
using EmitError = llvm::function_ref<mlir::InFlightDiagnostic()>;

/// A call that its method's type rule has accepted.
struct TypedCall {
  /// The result's type.
  AbsType type;
  /// The options that were parsed from the arguments, of a type that the
  /// method's family defines; empty for methods without options.
  std::any options;
};

/// Types a call; failure after an error.
using TypeRule = llvm::FailureOr<TypedCall> (*)(llvm::ArrayRef<AbsType> args,
                                                EmitError error);

/// Creates the operations of a call that was typed with the types of `args`.
/// Returns the values of its result; empty if it has no result.
using BuildRule = Results (*)(TileBuilder &builder,
                              llvm::ArrayRef<TypedOperand> args,
                              const TypedCall &call);

/// Computes what the lambda among the arguments is called with. It is applied
/// to parameters of these types, and the type of its result replaces it among
/// the arguments of the type rule.
using ParametersRule = llvm::FailureOr<llvm::SmallVector<AbsType>> (*)(
    llvm::ArrayRef<AbsType> args, EmitError error);

/// One method, or several overloads that differ in their number of arguments.
struct Method {
  /// The class without its package: `Triton`, `Tensor`; of the JDK with it:
  /// `java.lang.Math`; empty for Java's operators.
  llvm::StringLiteral owner;
  /// The method, or the operator as code models call it: `add`, `conv`.
  llvm::StringLiteral name;
  /// The minimum and maximum numbers of arguments, including a receiver;
  /// `maxArity` is `variadic` if there is no maximum.
  unsigned minArity, maxArity;
  TypeRule typeOf;
  BuildRule build;
  /// The overloads as Java declares them, `;` between them.
  llvm::StringLiteral overloads;
  /// For a method that takes a lambda; else null.
  ParametersRule parametersOf = nullptr;
  /// The position among the arguments that the receiver has in a call on a tile
  /// or a pointer: 1 for `conv`, since `x.conv(type)` is `conv(type, x)`.
  unsigned receiver = 0;

  static constexpr unsigned variadic = ~0u;
};

/// The name under which the table has a class: without the package for the
/// kernel language's (`oracle.code.triton`, `io.github.cm2tt.lang`), as it
/// stands for any other.
llvm::StringRef kernelClassName(llvm::StringRef javaClass);

/// Whether the class belongs to the kernel language or to the JDK, so that its
/// methods are in the table or do not exist for kernels.
bool isKnownClass(llvm::StringRef javaClass);

/// The entry for a call; null if there is none. A method of `Tensor` or `Ptr`
/// is also one of `Triton` with the receiver among its arguments: `x.add(y)` is
/// `Triton.add(x, y)`.
const Method *findMethod(llvm::StringRef javaClass, llvm::StringRef name,
                         unsigned arity);

/// The entry of a Java operator; null if kernels cannot use it.
const Method *findOperator(llvm::StringRef name, unsigned arity);

/// A description of the numbers of arguments of a method's overloads, including
/// a receiver: `2 or 3 arguments`.
std::string describeArities(llvm::StringRef javaClass, llvm::StringRef name);

/// The method of that class whose name is closest to `name` (did you mean);
/// empty if none is close. As in findMethod, tiles and pointers have Triton's.
llvm::StringRef closestMethod(llvm::StringRef javaClass, llvm::StringRef name);

/// The constant in a static field or enum constant; unknown if it is not one
/// that kernels can read.
AbsType findStaticField(mlir::MLIRContext *context, llvm::StringRef javaClass,
                        llvm::StringRef name);

/// The static field of that class whose name is closest to `name`; empty if
/// none is close.
llvm::StringRef closestStaticField(llvm::StringRef javaClass,
                                   llvm::StringRef name);

/// The candidate that is closest to a name that does not exist, if it is a
/// likely slip; empty if none is.
llvm::StringRef closestName(llvm::StringRef name,
                            llvm::ArrayRef<llvm::StringRef> candidates);

/// A constant of the number type `from` as one of `to`: as Java's casts do it,
/// so that floating-point to integer saturates. The attribute is signless.
mlir::Attribute foldConversion(mlir::Attribute value, mlir::Type from,
                               mlir::Type to);

/// Whether a method reads or writes memory, or prints, or may do so as
/// assembly.
bool hasEffects(const Method &method);

/// A record of the kernel language, by its simple name.
struct KernelRecord {
  llvm::StringLiteral name;
  llvm::ArrayRef<llvm::StringLiteral> components;
};

/// The result of `Triton.split`.
extern const KernelRecord pairRecord;
/// The result of `Triton.maxWithIndices`.
extern const KernelRecord valueIndexRecord;
/// The result of `Triton.rand4x`.
extern const KernelRecord quadRecord;

/// All records of the kernel language.
llvm::ArrayRef<const KernelRecord *> allRecords();

/// The record of the kernel language that a class is, on its own or nested
/// (`Triton$Pair`); null if the class is not a record of the kernel language.
const KernelRecord *findRecord(llvm::StringRef javaClass);

/// A value of that record, with a type for each component.
AbsType recordType(const KernelRecord &record,
                   llvm::ArrayRef<AbsType> components);

/// The record that `Triton.range` and `Triton.staticRange` make: start, end,
/// step, whether it is static, hints. No Java class has that name.
constexpr llvm::StringLiteral rangeClassName = "Range()";

/// The class of tensor descriptors.
constexpr llvm::StringLiteral descriptorClassName = "TensorDescriptor";

/// Checks that descriptors can have blocks of that shape and element type: of 1
/// to 5 dimensions, with rows of 16 bytes or more. The error begins with the
/// label.
mlir::LogicalResult checkDescriptorBlock(llvm::StringRef label,
                                         llvm::ArrayRef<int64_t> shape,
                                         mlir::Type element, EmitError error);

/// Whether it is a range that is unrolled while compiling.
bool isStaticRange(AbsType range);

/// Every entry, family by family.
llvm::ArrayRef<llvm::ArrayRef<Method>> allMethods();

} // namespace cm2tt

#endif // CM2TT_LANGUAGE_KERNELAPI_H
