// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Lowers printing and checking to CUDA's `vprintf` and `__assertfail`, which
/// the driver supplies (CUDA programming guide, "Formatted output",
/// "Assertion").
///
/// `tt.print` gives a line for each element: `pid (0, 0, 0) idx ( 3) x: 1.5`.
///
/// Not here: the texts of lines (PrintFormat.h).

#include "TTGToLLVMInternals.h"

#include "cm2tt/Dialect/TT/TTOps.h"
#include "lowering/PrintFormat.h"
#include "lowering/numerics/Float8.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/Support/xxhash.h"

using namespace mlir;
using namespace cm2tt;

//===----------------------------------------------------------------------===//
// Texts and functions of the module
//===----------------------------------------------------------------------===//

/// A pointer to a text that ends with 0; equal texts are one.
static Value emitText(const Emitter &emitter, StringRef text) {
  OpBuilder &builder = emitter.builder;
  auto module =
      builder.getInsertionBlock()->getParentOp()->getParentOfType<ModuleOp>();
  std::string name = "cm2tt_text_" + llvm::utohexstr(llvm::xxh3_64bits(text));
  if (!module.lookupSymbol<LLVM::GlobalOp>(name)) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(module.getBody());
    auto type = LLVM::LLVMArrayType::get(builder.getI8Type(), text.size() + 1);
    LLVM::GlobalOp::create(builder, emitter.loc, type, /*isConstant=*/true,
                           LLVM::Linkage::Internal, name,
                           builder.getStringAttr(text + StringRef("\0", 1)));
  }
  return LLVM::AddressOfOp::create(
      builder, emitter.loc, LLVM::LLVMPointerType::get(builder.getContext()),
      name);
}

/// A function that CUDA's driver supplies.
static LLVM::LLVMFuncOp declare(const Emitter &emitter, StringRef name,
                                Type result, ArrayRef<Type> parameters) {
  OpBuilder &builder = emitter.builder;
  auto module =
      builder.getInsertionBlock()->getParentOp()->getParentOfType<ModuleOp>();
  if (auto known = module.lookupSymbol<LLVM::LLVMFuncOp>(name))
    return known;
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(module.getBody());
  return LLVM::LLVMFuncOp::create(
      builder, emitter.loc, name,
      LLVM::LLVMFunctionType::get(result, parameters));
}

//===----------------------------------------------------------------------===//
// Printing
//===----------------------------------------------------------------------===//

namespace {
/// Emits the lines of one `tt.print`.
struct PrintEmitter : Emitter {
  PrintEmitter(OpBuilder &builder, tt::PrintOp op, unsigned numWarps)
      : Emitter{builder, op.getLoc()}, op(op), numWarps(numWarps) {}

  /// A condition, null for true, and what happens if it holds.
  using UnderCondition =
      llvm::function_ref<void(Value, llvm::function_ref<void()>)>;
  /// Prints a line for each element that this thread holds of an operand.
  /// Those that `shapes` excludes have a condition that is false.
  void printOperand(unsigned operand, ValueRange registers,
                    UnderCondition underCondition) const;
  /// Whether coordinates, by dimension and register, are to be printed; null
  /// if they are in any case.
  Value isPrinted(unsigned operand, ArrayRef<SmallVector<Value>> coordinates,
                  unsigned reg) const;
  /// Prints a line with arguments as they are passed to `printf`.
  void printLine(StringRef format, ArrayRef<Value> arguments) const;

  /// The program's index, a line's first arguments.
  SmallVector<Value> programIds() const;
  /// The element as `printf` takes it.
  Value promote(Value value, Type type, bool isSigned) const;

  /// Its accessors are not const.
  mutable tt::PrintOp op;
  unsigned numWarps;
};
} // namespace

SmallVector<Value> PrintEmitter::programIds() const {
  Type i32Type = builder.getI32Type();
  return {NVVM::BlockIdXOp::create(builder, loc, i32Type),
          NVVM::BlockIdYOp::create(builder, loc, i32Type),
          NVVM::BlockIdZOp::create(builder, loc, i32Type)};
}

/// As C promotes what is passed to `printf`; bits where these are printed.
Value PrintEmitter::promote(Value value, Type type, bool isSigned) const {
  Type i32Type = builder.getI32Type();
  if (isa<tt::PtrType>(type))
    return LLVM::PtrToIntOp::create(builder, loc, builder.getI64Type(), value);
  unsigned bits = type.getIntOrFloatBitWidth();
  if (isa<FloatType>(type) && !op.getHex()) {
    if (isa<Float8E5M2Type>(type))
      value = emitF16OfE5M2(builder, loc, value);
    else if (bits == 8)
      value = emitF32OfFloat8(builder, loc, value, type);
    Type f64 = builder.getF64Type();
    return value.getType() == f64
               ? value
               : LLVM::FPExtOp::create(builder, loc, f64, value).getResult();
  }
  Type integer = builder.getIntegerType(bits);
  if (value.getType() != integer)
    value = LLVM::BitcastOp::create(builder, loc, integer, value);
  if (bits >= 32)
    return value;
  if (isSigned && !op.getHex())
    return LLVM::SExtOp::create(builder, loc, i32Type, value);
  return LLVM::ZExtOp::create(builder, loc, i32Type, value);
}

void PrintEmitter::printLine(StringRef format,
                             ArrayRef<Value> arguments) const {
  auto pointer = LLVM::LLVMPointerType::get(builder.getContext());
  auto types = llvm::map_to_vector(
      arguments, [](Value argument) { return argument.getType(); });
  auto buffer = LLVM::LLVMStructType::getLiteral(builder.getContext(), types);
  Value memory;
  {
    // Memory of the function, not of each pass through a loop.
    OpBuilder::InsertionGuard guard(builder);
    Operation *function = builder.getInsertionBlock()->getParentOp();
    while (!isa<FunctionOpInterface>(function))
      function = function->getParentOp();
    builder.setInsertionPointToStart(
        &cast<FunctionOpInterface>(function).getFunctionBody().front());
    memory = LLVM::AllocaOp::create(builder, loc, pointer, buffer, i32(1));
  }
  for (auto [index, argument] : llvm::enumerate(arguments)) {
    Value place = LLVM::GEPOp::create(
        builder, loc, pointer, buffer, memory,
        ArrayRef<LLVM::GEPArg>{0, static_cast<int32_t>(index)});
    LLVM::StoreOp::create(builder, loc, argument, place);
  }
  LLVM::LLVMFuncOp print =
      declare(*this, "vprintf", builder.getI32Type(), {pointer, pointer});
  LLVM::CallOp::create(builder, loc, print,
                       ValueRange{emitText(*this, format), memory});
}

Value PrintEmitter::isPrinted(unsigned operand,
                              ArrayRef<SmallVector<Value>> coordinates,
                              unsigned reg) const {
  ArrayRef<int64_t> printed = op.getPrintedShape(operand);
  Value all;
  for (auto [dim, indices] : llvm::enumerate(coordinates)) {
    auto tile = cast<RankedTensorType>(op.getArgs()[operand].getType());
    if (printed[dim] == tile.getDimSize(dim))
      continue;
    Value isInside =
        LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::ult,
                             indices[reg], i32(printed[dim]));
    all = all ? LLVM::AndOp::create(builder, loc, all, isInside).getResult()
              : isInside;
  }
  return all;
}

void PrintEmitter::printOperand(unsigned operand, ValueRange registers,
                                UnderCondition underCondition) const {
  Type type = op.getArgs()[operand].getType(),
       element = getElementTypeOrSelf(type);
  bool isSigned = op.getIsSigned()[operand] != 0;
  std::string format = printFormat(op, operand);
  SmallVector<SmallVector<Value>> coordinates;
  uint64_t redundant = 0;
  if (auto tile = dyn_cast<RankedTensorType>(type)) {
    const ttg::LinearLayout &layout = getLayout(type);
    redundant = layout.getFreeVariableMasks().reg;
    for (unsigned dim = 0; dim < tile.getRank(); ++dim)
      coordinates.push_back(emitCoordinates(*this, layout, dim));
  }
  SmallVector<Value> programs = programIds();
  for (auto [reg, value] : llvm::enumerate(registers)) {
    if (reg & redundant)
      continue;
    underCondition(isPrinted(operand, coordinates, reg), [&] {
      SmallVector<Value> arguments = programs;
      for (const SmallVector<Value> &dim : coordinates)
        arguments.push_back(dim[reg]);
      arguments.push_back(promote(value, element, isSigned));
      printLine(format, arguments);
    });
  }
}

/// The bits of the thread's number that are zero in the one thread that prints
/// what several hold; without a type, in thread 0.
static uint64_t redundantThreads(Type type, unsigned numWarps) {
  if (!isa_and_nonnull<RankedTensorType>(type))
    return numWarps * TargetInfo::warpSize - 1; // thread 0
  const ttg::LinearLayout &layout = getLayout(type);
  ttg::Slot free = layout.getFreeVariableMasks();
  return free.lane | free.warp << layout.getInBits(ttg::InDim::Lane);
}

namespace {
struct PrintOpLowering : ContextPattern<tt::PrintOp> {
  using Base::Base;
  LogicalResult
  matchAndRewrite(tt::PrintOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    PrintEmitter emitter(rewriter, op, lowering.numWarps);
    if (op.getArgs().empty()) {
      underMask(
          op, redundantThreads(Type(), lowering.numWarps), emitter, rewriter,
          [&] { emitter.printLine(printFormat(op), emitter.programIds()); });
    }
    for (auto [index, registers] : llvm::enumerate(adaptor.getArgs())) {
      if (op.getShapes()) {
        printPart(op, index, registers, emitter, rewriter);
        continue;
      }
      auto always = [](Value, llvm::function_ref<void()> emit) { emit(); };
      underMask(
          op,
          redundantThreads(op.getArgs()[index].getType(), lowering.numWarps),
          emitter, rewriter,
          [&] { emitter.printOperand(index, registers, always); });
    }
    rewriter.eraseOp(op);
    return success();
  }
  /// Prints the elements that `shapes` selects, each in a branch of its own.
  void printPart(tt::PrintOp op, unsigned index, ValueRange registers,
                 const PrintEmitter &emitter,
                 ConversionPatternRewriter &rewriter) const {
    uint64_t mask =
        redundantThreads(op.getArgs()[index].getType(), lowering.numWarps);
    Value isFirst;
    if (mask)
      isFirst = LLVM::ICmpOp::create(
          rewriter, op.getLoc(), LLVM::ICmpPredicate::eq,
          emitter.field(emitter.threadId(emitter.numWarps), mask, 0),
          emitter.i32(0));
    emitter.printOperand(
        index, registers, [&](Value part, llvm::function_ref<void()> emit) {
          if (part && isFirst)
            part = LLVM::AndOp::create(rewriter, op.getLoc(), isFirst, part);
          Value condition = part ? part : isFirst;
          if (!condition)
            return emit();
          Block *after = emitBranch(rewriter, op, condition);
          emit();
          LLVM::BrOp::create(rewriter, op.getLoc(), after);
          rewriter.setInsertionPoint(op);
        });
  }
  /// Calls `emit` in a branch for threads whose number has no bit of the mask.
  static void underMask(tt::PrintOp op, uint64_t mask,
                        const PrintEmitter &emitter,
                        ConversionPatternRewriter &rewriter,
                        llvm::function_ref<void()> emit) {
    if (!mask)
      return emit();
    Value bits = emitter.field(emitter.threadId(emitter.numWarps), mask, 0);
    Value isFirst = LLVM::ICmpOp::create(
        rewriter, op.getLoc(), LLVM::ICmpPredicate::eq, bits, emitter.i32(0));
    Block *after = emitBranch(rewriter, op, isFirst);
    emit();
    LLVM::BrOp::create(rewriter, op.getLoc(), after);
    rewriter.setInsertionPoint(op);
  }
};

//===----------------------------------------------------------------------===//
// Checking
//===----------------------------------------------------------------------===//

/// Threads in which an element is false report it and end the kernel.
///
///   tt.assert %c, "message" : tensor<256xi1, #ttg.linear<...>>
/// =>
///   %all = llvm.and %c0, %c1
///   llvm.cond_br %not, ^fail, ^after
/// ^fail:
///   llvm.call @__assertfail(message, file, line, kernel, 1)
///   llvm.unreachable
struct AssertOpLowering : OpConversionPattern<tt::AssertOp> {
  using Base::Base;
  LogicalResult
  matchAndRewrite(tt::AssertOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value holds;
    llvm::SmallPtrSet<Value, 8> seen;
    for (Value value : adaptor.getCondition())
      if (seen.insert(value).second)
        holds =
            holds ? LLVM::AndOp::create(rewriter, loc, holds, value).getResult()
                  : value;
    Emitter emitter{rewriter, loc};
    Value one =
        LLVM::ConstantOp::create(rewriter, loc, rewriter.getI1Type(), 1);
    Value fails = LLVM::XOrOp::create(rewriter, loc, holds, one);
    std::string kernel =
        cast<SymbolOpInterface>(
            op->getParentOfType<FunctionOpInterface>().getOperation())
            .getName()
            .str();
    emitBranch(rewriter, op, fails);
    emitFailure(emitter, op.getMessage(), kernel);
    rewriter.eraseOp(op);
    return success();
  }
  static void emitFailure(const Emitter &emitter, StringRef message,
                          StringRef kernel) {
    OpBuilder &builder = emitter.builder;
    auto place = emitter.loc->findInstanceOf<FileLineColLoc>();
    Type pointer = LLVM::LLVMPointerType::get(builder.getContext()),
         i64 = builder.getI64Type();
    LLVM::LLVMFuncOp fail = declare(
        emitter, "__assertfail", LLVM::LLVMVoidType::get(builder.getContext()),
        {pointer, pointer, builder.getI32Type(), pointer, i64});
    fail.setPassthroughAttr(builder.getStrArrayAttr({"noreturn"}));
    Value charBytes = LLVM::ConstantOp::create(builder, emitter.loc, i64, 1);
    LLVM::CallOp::create(
        builder, emitter.loc, fail,
        ValueRange{emitText(emitter, message),
                   emitText(emitter, place ? place.getFilename().strref()
                                           : StringRef("unknown")),
                   emitter.i32(place ? place.getLine() : 0),
                   emitText(emitter, kernel), charBytes});
    LLVM::UnreachableOp::create(builder, emitter.loc);
  }
};
} // namespace

void cm2tt::populateDebugPatterns(const TileTypeConverter &converter,
                                  const LoweringContext &context,
                                  RewritePatternSet &patterns) {
  patterns.add<PrintOpLowering>(converter, patterns.getContext(), context);
  patterns.add<AssertOpLowering>(converter, patterns.getContext());
}
