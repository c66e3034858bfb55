// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Shared by loads, stores and atomics: their arguments, of which the options
/// at the end are distinguished by type, and the conversion of operands to an
/// element type.
///
/// Not here: the rules themselves (Memory.cpp, Atomics.cpp).

#ifndef CM2TT_LANGUAGE_KERNELAPI_MEMORYINTERNALS_H
#define CM2TT_LANGUAGE_KERNELAPI_MEMORYINTERNALS_H

#include "KernelApiInternals.h"

namespace cm2tt {

/// Whether it is a truth value or a tile of them.
bool isMask(AbsType type);

/// Whether a value of that type can be stored as `element`: both are numbers,
/// which are converted, or pointers of one type.
bool fitsElement(AbsType type, mlir::Type element);

/// The options that an access may have after its operands: constants of two
/// enums of the kernel language, in any order, then perhaps a truth value.
struct AccessOptions {
  llvm::StringRef enums[2];
  bool hasFlag = false;
};

/// The arguments of an access by their part.
struct AccessArguments {
  /// Parses the arguments: up to three operands, then options.
  AccessArguments(llvm::ArrayRef<AbsType> args, const AccessOptions &options);

  /// The position of an operand; nothing if it is absent.
  std::optional<unsigned> operand(unsigned position) const;

  llvm::SmallVector<AbsType> operands;
  /// The names of the enums' constants in lower case, as `tt` has them; empty
  /// where the option is absent.
  std::string names[2];
  bool flag = false;
  /// The first argument that is not an option, or a second one of its kind;
  /// unknown if all are valid.
  AbsType wrong;
};

/// Parses the arguments of a method with such options; never fails.
template <const AccessOptions &options>
llvm::FailureOr<AccessArguments> parseAccess(llvm::ArrayRef<AbsType> args,
                                             EmitError) {
  return AccessArguments(args, options);
}

/// The shape of an access, which all operands broadcast to; absent ones count
/// as scalars. An error if they do not, or if it has too many elements.
llvm::FailureOr<llvm::SmallVector<int64_t>>
accessShape(llvm::ArrayRef<AbsType> operands, llvm::StringRef label,
            EmitError error);

/// A number or tile of numbers as values of another type, converted as
/// Triton's casts do, in that shape.
mlir::Value elementOperand(TileBuilder &builder, const TypedOperand &operand,
                           mlir::Type element, llvm::ArrayRef<int64_t> shape);

/// Pointers to memory read as `element`, which has the same size there.
mlir::Value pointerTo(TileBuilder &builder, mlir::Value pointer,
                      mlir::Type element);

} // namespace cm2tt

#endif // CM2TT_LANGUAGE_KERNELAPI_MEMORYINTERNALS_H
