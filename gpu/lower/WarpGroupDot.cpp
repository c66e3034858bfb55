// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Lowers matrix products of warp groups, and waits for them, to `wgmma`.
///
/// A product is one piece of inline assembly: the fence, every instruction tile
/// with all its steps along K, the commit, and the wait if it is synchronous.
/// Nothing can come between them, as it must not, and LLVM sees one operation.
/// Accumulators are operands that come back as results, of waits too, so that
/// their users depend on the wait.
///
/// NVVM has an operation for each part (`nvvm.wgmma.mma_async` and those of the
/// fence, the commit and the wait). They are separate for LLVM too, which may
/// move copies of accumulators between them; `ptxas` then serialises products.
///
/// Not here: when products may overlap (TTGOverlapDots); the layouts of
/// operands and their descriptors (MatrixLayouts.h).

#include "TTGToLLVMInternals.h"

#include "cm2tt/Dialect/TTG/MatrixLayouts.h"
#include "cm2tt/Dialect/TTG/TTGAttrs.h"
#include "cm2tt/Dialect/TTG/TTGOps.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace cm2tt;

//===----------------------------------------------------------------------===//
// The plan
//===----------------------------------------------------------------------===//

/// Bits of an operand's row that one instruction takes.
constexpr unsigned kStepBits = 256;
/// The unit of descriptors in bytes.
constexpr unsigned kUnitBytes = 16;
/// Words of A that a thread gives to one instruction.
constexpr unsigned kWordsOfA = 4;

namespace {
/// An operand in shared memory.
struct SharedOperand {
  SharedOperand(ttg::MemDescType type, unsigned number)
      : descriptor(*ttg::matchWgmmaShared(
            type.getLayout().getLayout(),
            type.getElementType().getIntOrFloatBitWidth(), number)),
        inverse(type.getLayout().getLayout().invert()),
        elementBits(type.getElementType().getIntOrFloatBitWidth()),
        columns(type.getShape()[1]) {}

  /// How far from the operand's address an element is, in units.
  uint64_t unitsTo(int64_t row, int64_t column) const {
    ttg::Slot element;
    element.offset = row * columns + column;
    int64_t offset = inverse.apply(element)[slotOutDim(ttg::InDim::Offset)];
    return offset * elementBits / 8 / kUnitBytes;
  }

  ttg::WgmmaDescriptor descriptor;

private:
  ttg::LinearLayout inverse;
  unsigned elementBits;
  int64_t columns;
};

/// A product, taken apart. A tile is what one instruction computes.
struct ProductPlan {
  explicit ProductPlan(ttg::WarpGroupDotOp op);

  /// Where the first column of a tile, and its rows, are.
  struct Tile {
    int64_t row, column;
    /// Its number among the tiles of its column.
    unsigned rowIndex;
  };
  /// The tiles, in the order of the accumulator's registers.
  SmallVector<Tile> tiles;
  unsigned numSteps, stepSize;
  /// Elements of one tile in a thread.
  unsigned tileElements;
  /// Steps whose products are summed up by the instruction; equal to `numSteps`
  /// if that is precise enough.
  unsigned stepsInSum;
  /// Without `a`, it is in registers.
  std::optional<SharedOperand> a;
  SharedOperand b;
  /// `wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16`
  std::string instruction;
  /// The modifiers after the predicate: signs and transpositions.
  std::string modifiers;
  /// Where in A and B a warp begins, for each bit of the thread's number, in
  /// units.
  SmallVector<uint64_t> threadUnitsA, threadUnitsB;

private:
  void setTiles(const ttg::LinearLayout &result);
  void setInstruction(ttg::WarpGroupDotOp op);
};
} // namespace

/// The type of elements of a tile in registers or in shared memory.
static Type getElementOf(Type type) {
  if (auto memory = dyn_cast<ttg::MemDescType>(type))
    return memory.getElementType();
  return cast<RankedTensorType>(type).getElementType();
}

/// How `wgmma` calls a type.
static StringRef getTypeName(Type type) {
  if (type.isF32())
    return "tf32";
  if (type.isF16())
    return "f16";
  if (type.isBF16())
    return "bf16";
  if (isa<Float8E4M3FNType>(type))
    return "e4m3";
  return isa<Float8E5M2Type>(type) ? "e5m2" : "s8";
}

ProductPlan::ProductPlan(ttg::WarpGroupDotOp op)
    : tileElements(op.getInstrN() / 2), b(op.getB().getType(), 1) {
  if (auto memory = dyn_cast<ttg::MemDescType>(op.getA().getType()))
    a.emplace(memory, 0);
  stepSize =
      kStepBits / op.getB().getType().getElementType().getIntOrFloatBitWidth();
  int64_t k = op.getB().getType().getShape()[0];
  numSteps = stepsInSum = k / stepSize;
  // 8-bit floats are summed up in fewer bits than f32 has.
  if (tt::isFloat8(getElementOf(op.getB().getType())) &&
      getElementOf(op.getType()).isF32() && op.getMaxNumImpreciseAcc() <= k)
    stepsInSum = std::max(1u, op.getMaxNumImpreciseAcc() / stepSize);
  setTiles(getLayout(op.getType()));
  setInstruction(op);
}

void ProductPlan::setTiles(const ttg::LinearLayout &result) {
  using ttg::InDim;
  ttg::Slot slot;
  int64_t registers = result.getInSize(InDim::Register);
  for (; int64_t(slot.reg) < registers; slot.reg += tileElements) {
    ttg::LinearLayout::Coords at = result.apply(slot);
    unsigned rowIndex = 0;
    if (!tiles.empty())
      rowIndex = tiles.back().rowIndex + (tiles.back().row != at[0] ? 1 : 0);
    tiles.push_back({at[0], at[1], rowIndex});
  }
  // The warps of a group share an instruction and its operands.
  threadUnitsA.assign(7, 0);
  threadUnitsB.assign(7, 0);
  for (unsigned bit = 2; bit < result.getInBits(InDim::Warp); ++bit) {
    ttg::LinearLayout::Coords at = result.getBasis(InDim::Warp, bit);
    threadUnitsA.push_back(a ? a->unitsTo(at[0], 0) : 0);
    threadUnitsB.push_back(b.unitsTo(0, at[1]));
  }
}

void ProductPlan::setInstruction(ttg::WarpGroupDotOp op) {
  Type typeA = getElementOf(op.getA().getType());
  Type typeB = getElementOf(op.getB().getType());
  Type typeD = getElementOf(op.getType());
  StringRef nameD = typeD.isF32() ? "f32" : typeD.isF16() ? "f16" : "s32";
  instruction = ("wgmma.mma_async.sync.aligned.m64n" + Twine(op.getInstrN()) +
                 "k" + Twine(stepSize) + "." + nameD + "." +
                 getTypeName(typeA) + "." + getTypeName(typeB))
                    .str();
  if (typeD.isInteger())
    return;
  modifiers = ", 1, 1";
  if (typeB.getIntOrFloatBitWidth() != 16)
    return;
  if (a)
    modifiers += a->descriptor.isKMajor ? ", 0" : ", 1";
  modifiers += b.descriptor.isKMajor ? ", 0" : ", 1";
}

//===----------------------------------------------------------------------===//
// Inline assembly
//===----------------------------------------------------------------------===//

namespace {
/// How the registers of a tile go into assembly and come back: as they are, or
/// several in a word.
struct WordsOfTile : Emitter {
  WordsOfTile(OpBuilder &builder, Location loc, Type element)
      : Emitter{builder, loc}, element(element) {}

  /// Elements in a word.
  unsigned getCount() const {
    return std::max(1u, 32 / element.getIntOrFloatBitWidth());
  }
  Type getType() const {
    return getCount() > 1 ? VectorType::get(getCount(), element) : element;
  }
  StringRef getConstraint() const { return element.isF32() ? "=f," : "=r,"; }

  SmallVector<Value> pack(ValueRange elements) const;
  SmallVector<Value> unpack(ArrayRef<Value> words) const;

  /// The type of a register, in LLVM.
  Type element;
};

/// A piece of assembly that is being written: operands are numbered, results
/// first, then those that become results.
struct WgmmaAssembly {
  /// Adds a result, which begins as the operand if there is one. Either all
  /// results have one or none has.
  void addResult(Type type, StringRef constraint, Value operand);
  /// Adds an operand, after all results, and returns its name in the text.
  std::string add(Value operand, StringRef constraint);
  /// Emits it and returns the results.
  SmallVector<Value> emit(const Emitter &emitter) const;

  std::string text;

private:
  SmallVector<Type> results;
  SmallVector<Value> operands;
  std::string resultConstraints, constraints;
};
} // namespace

SmallVector<Value> WordsOfTile::pack(ValueRange elements) const {
  if (getCount() == 1)
    return SmallVector<Value>(elements);
  SmallVector<Value> words;
  for (size_t first = 0; first < elements.size(); first += getCount()) {
    Value word = LLVM::PoisonOp::create(builder, loc, getType());
    for (unsigned i = 0; i < getCount(); ++i)
      word = LLVM::InsertElementOp::create(builder, loc, word,
                                           elements[first + i], i32(i));
    words.push_back(word);
  }
  return words;
}

SmallVector<Value> WordsOfTile::unpack(ArrayRef<Value> words) const {
  if (getCount() == 1)
    return SmallVector<Value>(words);
  SmallVector<Value> elements;
  for (Value word : words)
    for (unsigned i = 0; i < getCount(); ++i)
      elements.push_back(
          LLVM::ExtractElementOp::create(builder, loc, word, i32(i)));
  return elements;
}

void WgmmaAssembly::addResult(Type type, StringRef constraint, Value operand) {
  resultConstraints += constraint;
  if (operand) {
    constraints += std::to_string(results.size()) + ",";
    operands.push_back(operand);
  }
  results.push_back(type);
}

std::string WgmmaAssembly::add(Value operand, StringRef constraint) {
  constraints += constraint;
  operands.push_back(operand);
  return "$" + std::to_string(results.size() + operands.size() - 1);
}

SmallVector<Value> WgmmaAssembly::emit(const Emitter &emitter) const {
  OpBuilder &builder = emitter.builder;
  SmallVector<Type> type = results;
  if (results.size() > 1)
    type = {LLVM::LLVMStructType::getLiteral(builder.getContext(), results)};
  auto op = LLVM::InlineAsmOp::create(
      builder, emitter.loc, type, operands, text,
      resultConstraints + constraints + "~{memory}",
      /*has_side_effects=*/true, /*is_align_stack=*/false,
      LLVM::tailcallkind::TailCallKind::None, LLVM::AsmDialectAttr(),
      ArrayAttr());
  if (results.size() <= 1)
    return SmallVector<Value>(op->getResults());
  SmallVector<Value> values;
  for (unsigned i = 0; i < results.size(); ++i)
    values.push_back(
        LLVM::ExtractValueOp::create(builder, emitter.loc, op.getResult(0), i));
  return values;
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

namespace {
/// Emits one product.
struct ProductEmitter {
  ProductEmitter(const WordsOfTile &words, const ProductPlan &plan)
      : words(words), plan(plan) {}

  const WordsOfTile &words;
  /// Low words of the descriptors, less what the text adds to them; not of A in
  /// registers. And A in registers.
  Value baseOfA, baseOfB;
  SmallVector<Value> wordsOfA;

  /// The steps of one piece of assembly, and what it does.
  struct Part {
    unsigned begin, end;
    /// Whether the accumulators are added: where null, as `isAdding` says.
    Value predicate;
    bool isAdding;
    bool isWaiting;
  };
  /// The accumulators after a part; `inputs` may be empty if they are not
  /// added.
  SmallVector<Value> emit(const Part &part, ArrayRef<Value> inputs) const;

private:
  void writeDescriptors(
      std::string &text, StringRef name, const SharedOperand &operand,
      StringRef base,
      llvm::function_ref<uint64_t(unsigned tile, unsigned step)> unitsTo,
      const Part &part) const;
  void writeTile(std::string &text, unsigned tile, const Part &part,
                 StringRef predicate, ArrayRef<std::string> namesOfA) const;

  const ProductPlan &plan;
};
} // namespace

/// The low word of a descriptor holds the address, its fields are constants and
/// are added with the way to a tile and step: 32-bit arithmetic, and one
/// register that need not be uniform.
void ProductEmitter::writeDescriptors(
    std::string &text, StringRef name, const SharedOperand &operand,
    StringRef base,
    llvm::function_ref<uint64_t(unsigned tile, unsigned step)> unitsTo,
    const Part &part) const {
  uint64_t fields = operand.descriptor.encode();
  llvm::SmallDenseSet<uint64_t> written;
  llvm::raw_string_ostream os(text);
  for (unsigned tile = 0; tile < plan.tiles.size(); ++tile)
    for (unsigned step = part.begin; step < part.end; ++step) {
      uint64_t units = unitsTo(tile, step);
      if (!written.insert(units).second)
        continue;
      os << ".reg .b64 " << name << units << ";\nadd.u32 low, " << base << ", "
         << (fields & 0xffffffff) + units << ";\nmov.b64 " << name << units
         << ", {low, " << (fields >> 32) << "};\n";
    }
}

/// The steps of one tile, each an instruction.
void ProductEmitter::writeTile(std::string &text, unsigned tile,
                               const Part &part, StringRef predicate,
                               ArrayRef<std::string> namesOfA) const {
  const ProductPlan::Tile &at = plan.tiles[tile];
  unsigned wordsOfTile = plan.tileElements / words.getCount();
  std::string accumulators;
  for (unsigned i = 0; i < wordsOfTile; ++i)
    accumulators += (i ? ", $" : "$") + std::to_string(tile * wordsOfTile + i);
  llvm::raw_string_ostream os(text);
  for (unsigned step = part.begin; step < part.end; ++step) {
    int64_t k = int64_t(step) * plan.stepSize;
    os << plan.instruction << " {" << accumulators << "}, ";
    if (plan.a) {
      os << 'a' << plan.a->unitsTo(at.row, k);
    } else {
      unsigned first = (at.rowIndex * plan.numSteps + step) * kWordsOfA;
      os << '{' << llvm::join(namesOfA.slice(first, kWordsOfA), ", ") << '}';
    }
    os << ", b" << plan.b.unitsTo(k, at.column) << ", "
       << (step == part.begin ? predicate : "1") << plan.modifiers << ";\n";
  }
}

SmallVector<Value> ProductEmitter::emit(const Part &part,
                                        ArrayRef<Value> inputs) const {
  unsigned wordsOfTile = plan.tileElements / words.getCount();
  WgmmaAssembly assembly;
  for (unsigned i = 0; i < plan.tiles.size() * wordsOfTile; ++i)
    assembly.addResult(words.getType(), words.getConstraint(),
                       inputs.empty() ? Value() : inputs[i]);
  std::string &text = assembly.text;
  text = "{\n.reg .b32 low;\n";
  SmallVector<std::string> namesOfA;
  for (Value word : wordsOfA)
    namesOfA.push_back(assembly.add(word, "r,"));
  if (plan.a)
    writeDescriptors(
        text, "a", *plan.a, assembly.add(baseOfA, "r,"),
        [&](unsigned tile, unsigned step) {
          return plan.a->unitsTo(plan.tiles[tile].row, step * plan.stepSize);
        },
        part);
  writeDescriptors(
      text, "b", plan.b, assembly.add(baseOfB, "r,"),
      [&](unsigned tile, unsigned step) {
        return plan.b.unitsTo(step * plan.stepSize, plan.tiles[tile].column);
      },
      part);
  std::string predicate = part.isAdding ? "1" : "0";
  if (part.predicate)
    predicate = assembly.add(part.predicate, "b,");
  text += "wgmma.fence.sync.aligned;\n";
  for (unsigned tile = 0; tile < plan.tiles.size(); ++tile)
    writeTile(text, tile, part, predicate, namesOfA);
  text += "wgmma.commit_group.sync.aligned;\n";
  if (part.isWaiting)
    text += "wgmma.wait_group.sync.aligned 0;\n";
  text += "}";
  return assembly.emit(words);
}

//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

/// Whether this is what emitFirstThread makes.
static bool isFirstThread(Operation &op) {
  auto shuffle = dyn_cast<NVVM::ShflOp>(op);
  return shuffle && shuffle.getKind() == NVVM::ShflKind::idx &&
         shuffle.getVal().getDefiningOp<NVVM::ThreadIdXOp>() &&
         matchPattern(shuffle.getOffset(), m_Zero());
}

/// The number of the first thread of this one's warp: ptxas sees that it is the
/// same in the whole warp, and computes descriptors once for all threads. At
/// the function's entry, outside of loops, and only once.
static Value emitFirstThread(const Emitter &emitter, unsigned numWarps) {
  constexpr unsigned madeOperations = 5;
  OpBuilder &builder = emitter.builder;
  OpBuilder::InsertionGuard guard(builder);
  Block &entry = builder.getInsertionBlock()->getParent()->front();
  for (auto [index, op] : llvm::enumerate(entry)) {
    if (isFirstThread(op))
      return op.getResult(0);
    if (index == madeOperations)
      break;
  }
  builder.setInsertionPointToStart(&entry);
  return NVVM::ShflOp::create(
      builder, emitter.loc, builder.getI32Type(), emitter.i32(-1),
      emitter.threadId(numWarps), emitter.i32(0),
      emitter.i32(TargetInfo::warpSize - 1), NVVM::ShflKind::idx, UnitAttr());
}

/// The address of an operand in units, and where this warp group begins. In a
/// cluster, bits 24 and up of an address are the number of the block in it; the
/// bits of descriptors there are other fields.
static Value emitBase(const Emitter &emitter, Value pointer,
                      ArrayRef<uint64_t> threadUnits, unsigned numWarps) {
  OpBuilder &builder = emitter.builder;
  Value address = LLVM::PtrToIntOp::create(builder, emitter.loc,
                                           builder.getI32Type(), pointer);
  constexpr int32_t kAddressMask = 0x3ffff;
  address = LLVM::AndOp::create(builder, emitter.loc, address,
                                emitter.i32(kAddressMask));
  Value units =
      LLVM::LShrOp::create(builder, emitter.loc, address, emitter.i32(4));
  if (llvm::all_of(threadUnits, [](uint64_t units) { return units == 0; }))
    return units;
  Value offset =
      emitThreadMap(emitter, emitFirstThread(emitter, numWarps), threadUnits);
  return emitter.add(units, offset);
}

namespace {
struct WarpGroupDotOpLowering : OpConversionPattern<ttg::WarpGroupDotOp> {
  WarpGroupDotOpLowering(const TypeConverter &converter, MLIRContext *context,
                         const LoweringContext &lowering)
      : Base(converter, context), lowering(lowering) {}

  LogicalResult
  matchAndRewrite(ttg::WarpGroupDotOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (lowering.target.getName() != "sm_90a")
      return op.emitError("needs sm_90a");
    ProductPlan plan(op);
    WordsOfTile words(rewriter, op.getLoc(), getElementOf(op.getType()));
    ProductEmitter product(words, plan);
    if (plan.a)
      product.baseOfA = emitBase(words, adaptor.getA().front(),
                                 plan.threadUnitsA, lowering.numWarps);
    else
      product.wordsOfA =
          WordsOfTile(rewriter, op.getLoc(), adaptor.getA()[0].getType())
              .pack(adaptor.getA());
    product.baseOfB = emitBase(words, adaptor.getB().front(), plan.threadUnitsB,
                               lowering.numWarps);
    Value useC =
        adaptor.getUseC().empty() ? Value() : adaptor.getUseC().front();
    bool isAdding = !isZero(op.getC());
    if (APInt constant;
        useC && matchPattern(op.getUseC(), m_ConstantInt(&constant))) {
      isAdding &= constant.isOne();
      useC = Value();
    }
    SmallVector<Value> results;
    if (plan.stepsInSum < plan.numSteps)
      results = sumUp(product, plan, useC, isAdding, adaptor.getC());
    else
      results = words.unpack(product.emit(
          {0, plan.numSteps, isAdding ? useC : Value(), isAdding,
           !op.getIsAsync()},
          isAdding ? words.pack(adaptor.getC()) : SmallVector<Value>()));
    rewriter.replaceOpWithMultiple(op, {results});
    return success();
  }

private:
  /// Whether a tile is a constant zero, which need not be written to registers.
  static bool isZero(Value tile) {
    return matchPattern(tile, m_AnyZeroFloat()) || matchPattern(tile, m_Zero());
  }

  /// Sums up some steps at a time, each sum from zero, and adds these.
  static SmallVector<Value> sumUp(const ProductEmitter &product,
                                  const ProductPlan &plan, Value useC,
                                  bool isAdding, ValueRange c);

  const LoweringContext &lowering;
};

struct WarpGroupDotWaitOpLowering
    : OpConversionPattern<ttg::WarpGroupDotWaitOp> {
  using Base::Base;

  LogicalResult
  matchAndRewrite(ttg::WarpGroupDotWaitOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override;
};

/// One piece of assembly, so that it stays after the wait.
struct CopyFragmentsOpLowering : OpConversionPattern<ttg::CopyFragmentsOp> {
  using Base::Base;

  LogicalResult
  matchAndRewrite(ttg::CopyFragmentsOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Type element = rewriter.getF32Type();
    WgmmaAssembly assembly;
    llvm::raw_string_ostream text(assembly.text);
    for (auto [index, word] : llvm::enumerate(adaptor.getSrc())) {
      assembly.addResult(element, "=f,", word);
      text << "and.b32 $" << index << ", $" << index << ", 0xffffe000;\n";
    }
    SmallVector<Value> copies = assembly.emit({rewriter, op.getLoc()});
    rewriter.replaceOpWithMultiple(op, {copies});
    return success();
  }
};
} // namespace

SmallVector<Value> WarpGroupDotOpLowering::sumUp(const ProductEmitter &product,
                                                 const ProductPlan &plan,
                                                 Value useC, bool isAdding,
                                                 ValueRange c) {
  const WordsOfTile &words = product.words;
  OpBuilder &builder = words.builder;
  SmallVector<Value> sums;
  if (isAdding)
    llvm::append_range(sums, c);
  if (isAdding && useC) {
    Value zero = LLVM::ConstantOp::create(builder, words.loc, words.element,
                                          builder.getF32FloatAttr(0));
    for (Value &sum : sums)
      sum = LLVM::SelectOp::create(builder, words.loc, useC, sum, zero);
  }
  for (unsigned step = 0; step < plan.numSteps; step += plan.stepsInSum) {
    unsigned end = std::min(step + plan.stepsInSum, plan.numSteps);
    SmallVector<Value> part =
        product.emit({step, end, Value(), /*isAdding=*/false,
                      /*isWaiting=*/true},
                     {});
    if (sums.empty())
      sums = part;
    else
      for (auto [sum, addend] : llvm::zip_equal(sums, part))
        sum = LLVM::FAddOp::create(builder, words.loc, sum, addend);
  }
  return sums;
}

/// Whether the registers of a tile fill words, as those of all operands and
/// results of products do. Others are in no product, and need no wait.
static bool fillsWords(Type element, size_t registers) {
  if (!element.isIntOrFloat())
    return false;
  unsigned bits = element.getIntOrFloatBitWidth();
  return (bits == 8 || bits == 16 || bits == 32) && registers * bits % 32 == 0;
}

LogicalResult WarpGroupDotWaitOpLowering::matchAndRewrite(
    ttg::WarpGroupDotWaitOp op, OneToNOpAdaptor adaptor,
    ConversionPatternRewriter &rewriter) const {
  WgmmaAssembly assembly;
  assembly.text =
      "wgmma.wait_group.sync.aligned " + std::to_string(op.getPending()) + ";";
  for (ValueRange input : adaptor.getInputs()) {
    WordsOfTile words(rewriter, op.getLoc(), input.front().getType());
    if (fillsWords(words.element, input.size()))
      for (Value word : words.pack(input))
        assembly.addResult(words.getType(), words.getConstraint(), word);
  }
  SmallVector<Value> waited = assembly.emit({rewriter, op.getLoc()});
  ArrayRef<Value> rest = waited;
  SmallVector<SmallVector<Value>> results;
  for (ValueRange input : adaptor.getInputs()) {
    WordsOfTile words(rewriter, op.getLoc(), input.front().getType());
    if (!fillsWords(words.element, input.size())) {
      results.emplace_back(input);
      continue;
    }
    size_t count = input.size() / words.getCount();
    results.push_back(words.unpack(rest.take_front(count)));
    rest = rest.drop_front(count);
  }
  rewriter.replaceOpWithMultiple(op, std::move(results));
  return success();
}

void cm2tt::populateWarpGroupDotPatterns(const TileTypeConverter &converter,
                                         const LoweringContext &context,
                                         RewritePatternSet &patterns) {
  patterns.add<WarpGroupDotOpLowering>(converter, patterns.getContext(),
                                       context);
  patterns.add<WarpGroupDotWaitOpLowering, CopyFragmentsOpLowering>(
      converter, patterns.getContext());
}
