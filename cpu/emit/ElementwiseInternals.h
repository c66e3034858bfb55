// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The lowering of elementwise operations for CPUs: operations on scalars, or
/// on vectors of some elements of their tiles.
///
/// The results are operations of `arith`, `math` and the LLVM dialect that MLIR
/// lowers and that LLVM's back end does not scalarise, and calls of C's
/// mathematical functions.
///
/// Not here: loops over tiles, memory, reductions, constants.

#ifndef CM2TT_LIB_TTTOCPU_ELEMENTWISEINTERNALS_H
#define CM2TT_LIB_TTTOCPU_ELEMENTWISEINTERNALS_H

#include "lowering/SupportChecker.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/TypeUtilities.h"

namespace cm2tt {

//===----------------------------------------------------------------------===//
// For the pass
//===----------------------------------------------------------------------===//

/// The type in which an element is held: floats of 8 bits are i8, bf16 is i16
/// (few CPUs have vectors of bf16; LLVM scalarises them on all others), tt
/// pointers are !llvm.ptr, and other types are unchanged.
mlir::Type registerType(mlir::Type element);

/// The result of an elementwise operation of arith, math or tt (one result) on
/// operands that are all scalars or all builtin 1-D vectors of one length, of
/// register types; the op's own operand types, tiles or scalars, determine the
/// types of the elements. `op` is not changed. The operation is one that
/// ElementwiseChecker accepts.
///
/// Functions may be added at the end of the module that `builder` is in.
mlir::Value emitElementwise(mlir::ImplicitLocOpBuilder &builder,
                            mlir::Operation *op, mlir::ValueRange operands);

/// The same for operations of any number of results.
llvm::SmallVector<mlir::Value>
emitElementwiseResults(mlir::ImplicitLocOpBuilder &builder, mlir::Operation *op,
                       mlir::ValueRange operands);

/// Checks that the CPU back end lowers elementwise operations.
class ElementwiseChecker : public SupportChecker {
public:
  ElementwiseChecker() : SupportChecker("CPU", {/*hasFloat8Arith=*/true}) {}

protected:
  llvm::LogicalResult checkSize(mlir::RankedTensorType, ErrorBuilder) override {
    return mlir::success();
  }
  llvm::LogicalResult checkLibraryFunction(mlir::Operation *op) override;
  llvm::LogicalResult checkLimits(mlir::Operation *op) override;
};

/// Whether computing the operation twice costs more than keeping its result:
/// functions, divisions, conversions of 8 bits.
bool isExpensive(mlir::Operation *op);

/// On a module: the CPU has no instructions for f16 (HostTarget's
/// hasHalfConversions), so that it is converted by arithmetic on bits. LLVM
/// would call functions that no C library has.
inline constexpr llvm::StringLiteral kSoftwareF16Attr = "cpu.software_f16";

/// The rounding of a narrowing conversion.
enum class Rounding { NearestEven, TowardZero };

//===----------------------------------------------------------------------===//
// Arithmetic on scalars or vectors
//===----------------------------------------------------------------------===//

/// Creates operations on scalars, or on vectors with the same number of lanes
/// as a given value.
struct Lanes {
  Lanes(mlir::ImplicitLocOpBuilder &builder, mlir::Value example);

  /// The type of that element, or a vector of it.
  mlir::Type of(mlir::Type element) const;
  mlir::Type f32() const { return of(builder.getF32Type()); }
  mlir::Type f64() const { return of(builder.getF64Type()); }
  mlir::Type integer(unsigned bits) const {
    return of(builder.getIntegerType(bits));
  }
  /// Constants; `type` is a result of `of`.
  mlir::Value number(mlir::Type type, double value) const;
  mlir::Value number(mlir::Type type, const llvm::APInt &value) const;
  mlir::Value i(unsigned bits, int64_t value) const;
  mlir::Value f(double value) const { return number(f32(), value); }

  /// An operation of `arith` on operands of one type.
  template <typename Op> mlir::Value op(mlir::Value a, mlir::Value b) const {
    return Op::create(builder, a, b);
  }
  /// A cast to a type that is a result of `of`.
  template <typename Op>
  mlir::Value cast(mlir::Type type, mlir::Value value) const {
    return Op::create(builder, type, value);
  }
  /// Reinterprets the bits of each scalar as another type.
  mlir::Value bitcast(mlir::Type type, mlir::Value value) const;
  /// The bits of a number as integers.
  mlir::Value bits(mlir::Value value) const;
  mlir::Value select(mlir::Value condition, mlir::Value a, mlir::Value b) const;
  mlir::Value compare(mlir::arith::CmpIPredicate predicate, mlir::Value a,
                      mlir::Value b) const;
  mlir::Value compare(mlir::arith::CmpFPredicate predicate, mlir::Value a,
                      mlir::Value b) const;

  // Arithmetic of our own formulas: a product and a sum may become one fma if
  // the CPU has the instruction. No formula depends on whether they do.
  mlir::Value add(mlir::Value a, mlir::Value b) const;
  mlir::Value sub(mlir::Value a, mlir::Value b) const;
  mlir::Value mul(mlir::Value a, mlir::Value b) const;
  mlir::Value mulAdd(mlir::Value a, mlir::Value b, mlir::Value c) const;
  /// c[0] + x (c[1] + x (c[2] + ...)).
  mlir::Value polynomial(mlir::Value x, llvm::ArrayRef<double> c) const;

  mlir::ImplicitLocOpBuilder &builder;
  /// The number of lanes; 0 for scalars.
  int64_t count;
};

/// The type of the elements that a value holds.
inline mlir::Type getElement(mlir::Value value) {
  return mlir::getElementTypeOrSelf(value.getType());
}

/// The number of bits of an element.
inline unsigned getBits(mlir::Type element) {
  return element.getIntOrFloatBitWidth();
}

/// Floats of 8 bits that conversions take.
bool tt::isFloat8(mlir::Type element);

/// Creates the same operation on these operands, with results of that type.
/// Operations on tiles may be contracted: a product and a sum may become one
/// fma.
mlir::Operation *remake(mlir::ImplicitLocOpBuilder &builder,
                        mlir::Operation *op, mlir::ValueRange operands,
                        mlir::TypeRange results);

//===----------------------------------------------------------------------===//
// Families. Each returns null for operations that are not in it.
//===----------------------------------------------------------------------===//

/// Division and shifts, which trap or are undefined for some operands, and
/// products of double width (Integers.cpp).
mlir::Value emitInteger(const Lanes &lanes, mlir::Operation *op,
                        mlir::ValueRange operands);
/// Conversions from, to and between floating-point types (Conversions.cpp).
mlir::Value emitConversion(const Lanes &lanes, mlir::Operation *op,
                           mlir::ValueRange operands);
/// All other operations with a float among their operands or results
/// (Floats.cpp).
mlir::Value emitFloat(const Lanes &lanes, mlir::Operation *op,
                      mlir::ValueRange operands);
/// Functions of f32 or f64, as arithmetic or calls (Math.cpp); the types of the
/// operation may be narrower than those of `operands`.
mlir::Value emitFunction(const Lanes &lanes, mlir::Operation *op,
                         mlir::ValueRange operands);

/// Converts a number of type `from`, in its register type, to type `to`.
mlir::Value convertFloat(const Lanes &lanes, mlir::Value value, mlir::Type from,
                         mlir::Type to, Rounding rounding);

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

/// The implementation of a mathematical function on CPUs: a line of
/// MathFunctions.def.
struct HostFunction {
  /// The corresponding operation; empty for functions of C without one.
  llvm::StringRef op;
  /// The name for f64 in C and libdevice; empty if the function has no name.
  llvm::StringRef c;
  /// Operands and, after '>', the result: `f` is the floating-point type, `i`
  /// i32, `l` i64.
  llvm::StringRef signature;
  /// Whether C's function is called, or LLVM has an operation for it.
  enum Support { Call, Native } support;
};

/// Returns the function of an operation of `math` or `arith`, or of a call of
/// libdevice (`__nv_sinf`); std::nullopt if the operation is not a function or
/// has other types.
std::optional<HostFunction> findHostFunction(mlir::Operation *op);
/// The name of a function in C for f32 or f64.
std::string nameInC(const HostFunction &function, mlir::Type element);

/// Emits a function of f32 that is computed on vectors (Polynomials.cpp), by
/// its name in C; returns null for other functions.
mlir::Value emitVectorFunction(const Lanes &lanes, llvm::StringRef name,
                               mlir::ValueRange operands);
/// Emits x to the power of y, in f32 (Power.cpp).
mlir::Value emitPower(const Lanes &lanes, mlir::Value x, mlir::Value y);
/// Calls C's function of that name, for vectors lane by lane (Calls.cpp).
mlir::Value emitCall(const Lanes &lanes, llvm::StringRef name,
                     mlir::Type result, mlir::ValueRange operands);

} // namespace cm2tt

#endif // CM2TT_LIB_TTTOCPU_ELEMENTWISEINTERNALS_H
