// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Shared by the families of elementwise lowerings: applying the operation on a
/// tile to each register.
///
/// Not here: the lowerings (Elementwise.cpp, Conversions.cpp, Math.cpp,
/// Integers.cpp).

#ifndef CM2TT_LIB_TTGTOLLVM_ELEMENTWISEINTERNALS_H
#define CM2TT_LIB_TTGTOLLVM_ELEMENTWISEINTERNALS_H

#include "TTGToLLVMInternals.h"

#include "mlir/Conversion/LLVMCommon/Pattern.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

#include <functional>

namespace cm2tt {

/// Calls `make` for each register's operands, once for registers whose
/// operands are the same values, or whose numbers differ in `equalBits` only.
llvm::SmallVector<mlir::Value>
mapRegisters(unsigned count, llvm::ArrayRef<mlir::ValueRange> operands,
             llvm::function_ref<mlir::Value(llvm::ArrayRef<mlir::Value>)> make,
             uint64_t equalBits = 0);

/// The bits of a register's number that do not change the value: neighbours
/// within which they move are equal. Masks above all are such.
uint64_t findEqualBits(const LoweringContext &lowering, mlir::Value tile);

/// Creates a scalar operation on the operands of one register.
using MakeScalar =
    std::function<mlir::Value(llvm::ArrayRef<mlir::Value> operands)>;

/// A function that creates the operation of LLVM for a frequent one of `arith`,
/// on scalars or tiles, at the builder; null for others, which MLIR's patterns
/// lower. With `contracts`, a product and a sum may become one fma.
MakeScalar findLLVMScalar(mlir::Operation *op, mlir::OpBuilder &builder,
                          bool contracts);

/// Base of lowerings that make LLVM's operations at once, scalar or tile:
/// `tt`'s own, and those whose elements have other types in LLVM.
template <typename Op>
struct RegisterwisePattern : mlir::OpConversionPattern<Op> {
  using mlir::OpConversionPattern<Op>::OpConversionPattern;
  using typename mlir::OpConversionPattern<Op>::OneToNOpAdaptor;
  /// Whether this pattern lowers the operation.
  virtual bool handles(Op) const { return true; }
  /// The result on one register's operands; `type` is its LLVM type.
  virtual mlir::Value
  lower(Op op, llvm::ArrayRef<mlir::Value> operands, mlir::Type type,
        mlir::ConversionPatternRewriter &rewriter) const = 0;
  llvm::LogicalResult
  matchAndRewrite(Op op, OneToNOpAdaptor adaptor,
                  mlir::ConversionPatternRewriter &rewriter) const override {
    mlir::Type result = op->getResult(0).getType();
    mlir::Type type = this->getTypeConverter()->convertType(
        mlir::getElementTypeOrSelf(result));
    if (!type || !handles(op))
      return rewriter.notifyMatchFailure(op, "not for this pattern");
    llvm::SmallVector<mlir::Value> results =
        mapRegisters(getNumRegisters(result), adaptor.getOperands(),
                     [&](llvm::ArrayRef<mlir::Value> mine) {
                       return lower(op, mine, type, rewriter);
                     });
    rewriter.replaceOpWithMultiple(op, {results});
    return llvm::success();
  }
};

/// Calls an intrinsic of LLVM by its name.
mlir::Value callIntrinsic(mlir::OpBuilder &builder, mlir::Location loc,
                          llvm::StringRef name, mlir::Type type,
                          mlir::ValueRange operands);

/// A constant of a floating-point type.
mlir::Value floatConstant(mlir::OpBuilder &builder, mlir::Location loc,
                          mlir::Type type, double value);

/// Lowers conversions between floating-point types.
void populateConversionPatterns(const TileTypeConverter &converter,
                                const LoweringContext &context,
                                mlir::RewritePatternSet &patterns);
/// Lowers divisions, roots, clamps and functions of `math`, and calls of
/// library functions.
void populateMathPatterns(const TileTypeConverter &converter,
                          const LoweringContext &context,
                          mlir::RewritePatternSet &patterns);
/// Lowers assembly for each element.
void populateInlineAsmPatterns(const TileTypeConverter &converter,
                               mlir::RewritePatternSet &patterns);
/// Lowers what needs care of integers.
void populateIntegerPatterns(const TileTypeConverter &converter,
                             mlir::RewritePatternSet &patterns);
/// Lowers divisions of a tile by one number.
void populateDivisionPatterns(const TileTypeConverter &converter,
                              const LoweringContext &lowering,
                              mlir::RewritePatternSet &patterns);

} // namespace cm2tt

#endif // CM2TT_LIB_TTGTOLLVM_ELEMENTWISEINTERNALS_H
