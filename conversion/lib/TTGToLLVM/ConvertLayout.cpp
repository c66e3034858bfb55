// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Lowers conversions of layouts: emits what the plan says, by renaming
/// registers, by shuffles, or through shared memory.
///
/// Not here: the plan (LayoutConversion.h).

#include "TTGToLLVMInternals.h"

#include "cm2tt/Dialect/TT/TTTypes.h"
#include "cm2tt/Dialect/TTG/LayoutConversion.h"
#include "cm2tt/Dialect/TTG/TTGOps.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace cm2tt;

namespace {
/// Emits one conversion. Elements travel as integers.
struct ConversionEmitter : Emitter {
  ConversionEmitter(OpBuilder &builder, Location loc,
                    const ttg::ConversionPlan &plan,
                    const LoweringContext &lowering)
      : Emitter{builder, loc}, plan(plan), lowering(lowering),
        thread(threadId(lowering.numWarps)) {}

  /// The destination registers, numbered as in the plan.
  SmallVector<Value> shuffle(ArrayRef<Value> source) const;
  SmallVector<Value> throughShared(ArrayRef<Value> source) const;

  /// The element as an integer of `bits`, and back.
  Value toInteger(Value value, unsigned bits) const;
  Value fromInteger(Value value, Type type) const;

private:
  Value parity(uint64_t threadBits) const;
  Value select(ArrayRef<uint64_t> columns, unsigned index,
               llvm::function_ref<Value(unsigned)> value) const;
  Value shuffleWord(Value word, const ttg::ShuffleRound &round,
                    Value lane) const;
  Value shuffleElement(Value element, const ttg::ShuffleRound &round,
                       Value lane) const;
  Value addressOf(const ttg::SharedAccess &access, Value threadOffset) const;
  Value threadOffset(const ttg::SharedAccessPlan &accesses) const;
  Value isOwner() const;
  void store(const ttg::SharedAccess &access, Value address, Value owner,
             ArrayRef<Value> source) const;
  void load(const ttg::SharedAccess &access, Value address,
            MutableArrayRef<Value> dest) const;
  void barrier() const;

  const ttg::ConversionPlan &plan;
  const LoweringContext &lowering;
  Value thread;
};
} // namespace

Value ConversionEmitter::toInteger(Value value, unsigned bits) const {
  Type type = value.getType(), integer = builder.getIntegerType(bits);
  if (isa<LLVM::LLVMPointerType>(type))
    return LLVM::PtrToIntOp::create(builder, loc, integer, value);
  if (!isa<IntegerType>(type)) {
    Type same = builder.getIntegerType(type.getIntOrFloatBitWidth());
    value = LLVM::BitcastOp::create(builder, loc, same, value);
  }
  if (value.getType() == integer)
    return value;
  return LLVM::ZExtOp::create(builder, loc, integer, value);
}

Value ConversionEmitter::fromInteger(Value value, Type type) const {
  if (isa<LLVM::LLVMPointerType>(type))
    return LLVM::IntToPtrOp::create(builder, loc, type, value);
  Type integer = builder.getIntegerType(type.getIntOrFloatBitWidth());
  if (value.getType() != integer)
    value = LLVM::TruncOp::create(builder, loc, integer, value);
  return type == integer
             ? value
             : LLVM::BitcastOp::create(builder, loc, type, value).getResult();
}

//===----------------------------------------------------------------------===//
// Shuffles
//===----------------------------------------------------------------------===//

/// Whether an odd number of these bits of the thread's number are set.
Value ConversionEmitter::parity(uint64_t threadBits) const {
  Value bits = field(thread, threadBits, 0);
  if (!llvm::isPowerOf2_64(threadBits)) {
    bits = LLVM::CtPopOp::create(builder, loc, builder.getI32Type(), bits);
    bits = field(bits, 1, 0);
  }
  return LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::ne, bits,
                              i32(0));
}

/// The value of `index ^ (columns * thread)`: a tree of selects over the span
/// of the columns.
Value ConversionEmitter::select(
    ArrayRef<uint64_t> columns, unsigned index,
    llvm::function_ref<Value(unsigned)> value) const {
  const auto *found =
      llvm::find_if(columns, [](uint64_t column) { return column != 0; });
  if (found == columns.end())
    return value(index);
  // Split on one bit of the columns: the thread bits that have it decide, and
  // with it cleared the others span one dimension less.
  uint64_t pivot = *found, bit = pivot & -pivot, deciding = 0;
  SmallVector<uint64_t> rest(columns);
  for (auto [i, column] : llvm::enumerate(rest))
    if (column & bit) {
      deciding |= uint64_t(1) << i;
      column ^= pivot;
    }
  Value flipped = select(rest, index ^ pivot, value);
  Value kept = select(rest, index, value);
  return LLVM::SelectOp::create(builder, loc, parity(deciding), flipped, kept);
}

Value ConversionEmitter::shuffleWord(Value word, const ttg::ShuffleRound &round,
                                     Value lane) const {
  bool isButterfly = plan.shuffle.isButterfly;
  return NVVM::ShflOp::create(
      builder, loc, builder.getI32Type(), i32(-1), word,
      isButterfly ? i32(round.laneXor) : lane, i32(TargetInfo::warpSize - 1),
      isButterfly ? NVVM::ShflKind::bfly : NVVM::ShflKind::idx, UnitAttr());
}

/// Elements wider than a word take two shuffles.
Value ConversionEmitter::shuffleElement(Value element,
                                        const ttg::ShuffleRound &round,
                                        Value lane) const {
  if (plan.shuffle.isButterfly && round.laneXor == 0)
    return element;
  unsigned bits = element.getType().getIntOrFloatBitWidth();
  if (bits <= 32)
    return fromInteger(shuffleWord(toInteger(element, 32), round, lane),
                       element.getType());
  auto pair = VectorType::get(2, builder.getI32Type());
  Value words = LLVM::BitcastOp::create(builder, loc, pair, element);
  for (unsigned i = 0; i < 2; ++i) {
    Value word = LLVM::ExtractElementOp::create(builder, loc, words, i32(i));
    words = LLVM::InsertElementOp::create(
        builder, loc, words, shuffleWord(word, round, lane), i32(i));
  }
  return LLVM::BitcastOp::create(builder, loc, element.getType(), words);
}

SmallVector<Value> ConversionEmitter::shuffle(ArrayRef<Value> source) const {
  const ttg::ShufflePlan &shuffle = plan.shuffle;
  Value laneBase;
  if (!shuffle.isButterfly)
    laneBase = emitThreadMap(*this, thread, shuffle.laneMap);
  SmallVector<Value> received(shuffle.rounds.size());
  for (const ttg::ShuffleRound &round : shuffle.rounds) {
    Value sent = select(shuffle.sendSelect, round.sendRegister,
                        [&](unsigned reg) { return source[reg]; });
    Value lane;
    if (laneBase)
      lane = LLVM::XOrOp::create(builder, loc, laneBase, i32(round.laneXor));
    received[round.receiveRegister] = shuffleElement(sent, round, lane);
  }
  SmallVector<Value> dest;
  for (unsigned reg = 0; reg < received.size(); ++reg)
    dest.push_back(select(shuffle.receiveSelect, reg,
                          [&](unsigned index) { return received[index]; }));
  return dest;
}

//===----------------------------------------------------------------------===//
// Shared memory
//===----------------------------------------------------------------------===//

void ConversionEmitter::barrier() const {
  if (plan.shared.isWarpLocal)
    NVVM::SyncWarpOp::create(builder, loc, i32(-1));
  else
    NVVM::Barrier0Op::create(builder, loc);
}

Value ConversionEmitter::threadOffset(
    const ttg::SharedAccessPlan &accesses) const {
  SmallVector<uint64_t> map(accesses.laneOffsets);
  llvm::append_range(map, accesses.warpOffsets);
  return emitThreadMap(*this, thread, map);
}

/// Whether this thread stores, and not another that holds a copy; null if all
/// do.
Value ConversionEmitter::isOwner() const {
  const ttg::SharedAccessPlan &store = plan.shared.store;
  uint64_t mask = store.redundantLanes | store.redundantWarps
                                             << store.laneOffsets.size();
  if (!mask)
    return {};
  return LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::eq,
                              field(thread, mask, 0), i32(0));
}

Value ConversionEmitter::addressOf(const ttg::SharedAccess &access,
                                   Value threadOffset) const {
  if (access.xorOffset)
    threadOffset =
        LLVM::XOrOp::create(builder, loc, threadOffset, i32(access.xorOffset));
  auto pointer =
      LLVM::LLVMPointerType::get(builder.getContext(), TargetInfo::sharedSpace);
  Value base =
      LLVM::AddressOfOp::create(builder, loc, pointer, lowering.sharedSymbol);
  Type element = builder.getIntegerType(plan.shared.elementBytes * 8);
  Value address =
      LLVM::GEPOp::create(builder, loc, pointer, element, base, threadOffset);
  if (!access.addOffset)
    return address;
  return LLVM::GEPOp::create(
      builder, loc, pointer, element, address,
      LLVM::GEPArg(static_cast<int32_t>(access.addOffset)));
}

/// A store by some threads only is inline assembly, for its predicate.
static void emitPredicatedStore(const Emitter &emitter, Value address,
                                Value predicate, Value vector) {
  OpBuilder &builder = emitter.builder;
  auto type = cast<VectorType>(vector.getType());
  unsigned bits = type.getElementTypeBitWidth();
  StringRef letter = bits == 64 ? "l" : bits == 32 ? "r" : "h";
  SmallVector<Value> operands{predicate, address};
  std::string constraints = "b,r", names;
  for (int64_t i = 0; i < type.getNumElements(); ++i) {
    Value word = LLVM::ExtractElementOp::create(builder, emitter.loc, vector,
                                                emitter.i32(i));
    if (bits == 8)
      word = LLVM::ZExtOp::create(builder, emitter.loc, builder.getI16Type(),
                                  word);
    operands.push_back(word);
    constraints += ("," + letter).str();
    names += (i ? ", $" : "$") + std::to_string(i + 2);
  }
  std::string count = type.getNumElements() > 1
                          ? ".v" + std::to_string(type.getNumElements())
                          : std::string();
  std::string text = "@$0 st.shared" + count + ".b" + std::to_string(bits) +
                     " [$1], {" + names + "};";
  LLVM::InlineAsmOp::create(builder, emitter.loc, TypeRange(), operands, text,
                            constraints, /*has_side_effects=*/true,
                            /*is_align_stack=*/false,
                            LLVM::tailcallkind::TailCallKind::None,
                            LLVM::AsmDialectAttr(), ArrayAttr());
}

void ConversionEmitter::store(const ttg::SharedAccess &access, Value address,
                              Value owner, ArrayRef<Value> source) const {
  Type element = builder.getIntegerType(plan.shared.elementBytes * 8);
  auto type = VectorType::get(access.registers.size(), element);
  Value vector = LLVM::PoisonOp::create(builder, loc, type);
  for (auto [i, reg] : llvm::enumerate(access.registers))
    vector = LLVM::InsertElementOp::create(builder, loc, vector, source[reg],
                                           i32(i));
  unsigned bytes = plan.shared.elementBytes * access.registers.size();
  // Neighbours below a word travel in words.
  if (plan.shared.elementBytes < 4 && bytes > plan.shared.elementBytes) {
    unsigned word = std::min(bytes, 4u);
    vector = LLVM::BitcastOp::create(
        builder, loc,
        VectorType::get(bytes / word, builder.getIntegerType(word * 8)),
        vector);
  }
  if (owner)
    emitPredicatedStore(*this, address, owner, vector);
  else
    LLVM::StoreOp::create(builder, loc, vector, address, bytes);
}

void ConversionEmitter::load(const ttg::SharedAccess &access, Value address,
                             MutableArrayRef<Value> dest) const {
  Type element = builder.getIntegerType(plan.shared.elementBytes * 8);
  auto type = VectorType::get(access.registers.size(), element);
  unsigned bytes = plan.shared.elementBytes * access.registers.size();
  Value vector = LLVM::LoadOp::create(builder, loc, type, address, bytes);
  for (auto [i, reg] : llvm::enumerate(access.registers))
    dest[reg] = LLVM::ExtractElementOp::create(builder, loc, vector, i32(i));
}

/// Invariant: shared memory holds nothing that is needed later when a
/// conversion begins; the first barrier waits for its readers.
SmallVector<Value>
ConversionEmitter::throughShared(ArrayRef<Value> source) const {
  const ttg::SharedPlan &shared = plan.shared;
  SmallVector<Value> integers, dest(1 + *llvm::max_element(plan.destRegisters));
  for (Value value : source)
    integers.push_back(toInteger(value, shared.elementBytes * 8));
  Value storeOffset = threadOffset(shared.store);
  Value loadOffset = threadOffset(shared.load), owner = isOwner();
  for (unsigned pass = 0; pass < shared.numPasses; ++pass) {
    NVVM::Barrier0Op::create(builder, loc);
    for (const ttg::SharedAccess &access : shared.store.accesses)
      if (access.pass == pass)
        store(access, addressOf(access, storeOffset), owner, integers);
    barrier();
    for (const ttg::SharedAccess &access : shared.load.accesses)
      if (access.pass == pass)
        load(access, addressOf(access, loadOffset), dest);
  }
  for (Value &value : dest)
    value = fromInteger(value, source.front().getType());
  return dest;
}

namespace {
struct ConvertLayoutOpLowering : OpConversionPattern<ttg::ConvertLayoutOp> {
  ConvertLayoutOpLowering(const TypeConverter &converter, MLIRContext *context,
                          const LoweringContext &lowering)
      : Base(converter, context), lowering(lowering) {}

  LogicalResult
  matchAndRewrite(ttg::ConvertLayoutOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    ttg::ConversionOptions options;
    Type element = getElementTypeOrSelf(op.getType());
    options.elementBits =
        isa<tt::PtrType>(element) ? 64 : element.getIntOrFloatBitWidth();
    ttg::ConversionPlan plan = ttg::planConversion(
        layoutOf(op.getSrc().getType()), layoutOf(op.getType()), options);
    ValueRange source = adaptor.getSrc();
    SmallVector<Value> results;
    if (!plan.registerMap.empty()) {
      for (uint32_t reg : plan.registerMap)
        results.push_back(source[reg]);
    } else {
      ConversionEmitter emitter(rewriter, op.getLoc(), plan, lowering);
      auto kept = llvm::map_to_vector(
          plan.sourceRegisters, [&](uint32_t reg) { return source[reg]; });
      SmallVector<Value> moved = plan.kind == ttg::ConversionKind::Shuffle
                                     ? emitter.shuffle(kept)
                                     : emitter.throughShared(kept);
      for (uint32_t reg : plan.destRegisters)
        results.push_back(moved[reg]);
      lowering.sharedBytes =
          std::max<unsigned>(lowering.sharedBytes, plan.shared.bytes);
    }
    rewriter.replaceOpWithMultiple(op, {results});
    return success();
  }

  const LoweringContext &lowering;
};
} // namespace

void cm2tt::populateConvertLayoutPatterns(const TileTypeConverter &converter,
                                          const LoweringContext &context,
                                          RewritePatternSet &patterns) {
  patterns.add<ConvertLayoutOpLowering>(converter, patterns.getContext(),
                                        context);
}
