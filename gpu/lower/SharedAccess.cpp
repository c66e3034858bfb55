// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Accesses to shared memory as planned: addresses of 32 bits, one for all
/// accesses that differ by constants only, which the instructions add.
///
/// Not here: the plan (LayoutConversion.h).

#include "TTGToLLVMInternals.h"

#include "cm2tt/Dialect/TTG/TTGDialect.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace cm2tt;

Value cm2tt::sharedBase(const Emitter &emitter, const LoweringContext &lowering,
                        Operation *op) {
  auto offset = op->getAttrOfType<IntegerAttr>(ttg::kOffsetAttr);
  if (!offset) {
    op->emitError("has no address in shared memory: '")
        << ttg::kOffsetAttr << "' expected (cm2tt-ttg-allocate-shared)";
    return {};
  }
  auto pointer =
      LLVM::LLVMPointerType::get(op->getContext(), TargetInfo::sharedSpace);
  Value base = LLVM::AddressOfOp::create(emitter.builder, emitter.loc, pointer,
                                         lowering.sharedSymbol);
  return emitter.sharedAddress(base, offset.getInt());
}

void cm2tt::emitWarpBarrier(const Emitter &emitter) {
  NVVM::SyncWarpOp::create(emitter.builder, emitter.loc, emitter.i32(-1));
}

void cm2tt::emitBarrier(const Emitter &emitter,
                        const LoweringContext &lowering) {
  if (lowering.numWarps == 1)
    return emitWarpBarrier(emitter);
  if (!lowering.hasProducer()) {
    NVVM::Barrier0Op::create(emitter.builder, emitter.loc);
    return;
  }
  // Number 0 is where the consumers meet the producer.
  NVVM::BarrierOp::create(
      emitter.builder, emitter.loc, TypeRange(), emitter.i32(1),
      emitter.i32(lowering.numWarps * TargetInfo::warpSize),
      NVVM::BarrierReductionAttr(), /*reductionPredicate=*/Value());
}

Value Emitter::sharedAddress(Value base, int64_t bytes) const {
  if (bytes == 0)
    return base;
  return LLVM::GEPOp::create(builder, loc, base.getType(), builder.getI8Type(),
                             base, LLVM::GEPArg(static_cast<int32_t>(bytes)));
}

Value Emitter::sharedAddress(Value base, Value bytes) const {
  return LLVM::GEPOp::create(builder, loc, base.getType(), builder.getI8Type(),
                             base, bytes);
}

Value Emitter::toInteger(Value value, unsigned bits) const {
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

Value Emitter::fromInteger(Value value, Type type) const {
  if (isa<LLVM::LLVMPointerType>(type))
    return LLVM::IntToPtrOp::create(builder, loc, type, value);
  Type integer = builder.getIntegerType(type.getIntOrFloatBitWidth());
  if (value.getType() != integer)
    value = LLVM::TruncOp::create(builder, loc, integer, value);
  return type == integer
             ? value
             : LLVM::BitcastOp::create(builder, loc, type, value).getResult();
}

Value Emitter::mapWords(Value element,
                        llvm::function_ref<Value(Value)> map) const {
  Type type = element.getType();
  if (type.isF32() || type.isInteger(32))
    return map(element);
  bool isPointer = isa<LLVM::LLVMPointerType>(type);
  if (!isPointer && type.getIntOrFloatBitWidth() < 32)
    return fromInteger(map(toInteger(element, 32)), type);
  auto pair = VectorType::get(2, builder.getI32Type());
  Value words = LLVM::BitcastOp::create(
      builder, loc, pair, isPointer ? toInteger(element, 64) : element);
  Value result = LLVM::PoisonOp::create(builder, loc, pair);
  for (unsigned i = 0; i < 2; ++i) {
    Value word = LLVM::ExtractElementOp::create(builder, loc, words, i32(i));
    result =
        LLVM::InsertElementOp::create(builder, loc, result, map(word), i32(i));
  }
  if (!isPointer)
    return LLVM::BitcastOp::create(builder, loc, type, result);
  Type integer = builder.getI64Type();
  return fromInteger(LLVM::BitcastOp::create(builder, loc, integer, result),
                     type);
}

namespace {
/// Computes the addresses of a plan's accesses.
struct SharedPlaces : Emitter {
  SharedPlaces(const Emitter &emitter, const SharedTile &tile,
               const ttg::SharedAccessPlan &plan)
      : Emitter(emitter), tile(tile), plan(plan), thread(threadOffset()),
        owner(isOwner()) {}

  SharedPlace operator()(const ttg::SharedAccess &access);

private:
  Value threadOffset() const;
  Value isOwner() const;

  const SharedTile &tile;
  const ttg::SharedAccessPlan &plan;
  /// The offset that the thread's number adds, in bytes.
  Value thread;
  Value owner;
  /// Addresses by xorOffset.
  llvm::SmallDenseMap<uint64_t, Value> addresses;
};
} // namespace

Value SharedPlaces::threadOffset() const {
  SmallVector<uint64_t> map;
  for (ArrayRef<uint64_t> offsets :
       {ArrayRef(plan.laneOffsets), ArrayRef(plan.warpOffsets)})
    for (uint64_t offset : offsets)
      map.push_back(offset * tile.elementBytes);
  return emitThreadMap(*this, tile.threadId, map);
}

Value SharedPlaces::isOwner() const {
  uint64_t mask = plan.redundantLanes | plan.redundantWarps
                                            << plan.laneOffsets.size();
  if (!mask)
    return {};
  return LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::eq,
                              field(tile.threadId, mask, 0), i32(0));
}

SharedPlace SharedPlaces::operator()(const ttg::SharedAccess &access) {
  Value &address = addresses[access.xorOffset];
  if (!address) {
    Value offset = thread;
    if (access.xorOffset)
      offset = LLVM::XOrOp::create(builder, loc, offset,
                                   i32(access.xorOffset * tile.elementBytes));
    address = sharedAddress(tile.base, offset);
  }
  return {address, static_cast<int64_t>(access.addOffset * tile.elementBytes),
          owner};
}

void cm2tt::forEachSharedAccess(
    const Emitter &emitter, const SharedTile &tile,
    const ttg::SharedAccessPlan &plan,
    llvm::function_ref<void(const ttg::SharedAccess &, const SharedPlace &)>
        emit) {
  SharedPlaces places(emitter, tile, plan);
  for (const ttg::SharedAccess &access : plan.accesses)
    if (access.pass == tile.pass)
      emit(access, places(access));
}

/// A store by some threads only is inline assembly, for its predicate.
static void emitPredicatedStore(const Emitter &emitter,
                                const SharedPlace &place, Value vector) {
  OpBuilder &builder = emitter.builder;
  auto type = cast<VectorType>(vector.getType());
  unsigned bits = type.getElementTypeBitWidth();
  StringRef letter = bits == 64 ? "l" : bits == 32 ? "r" : "h";
  SmallVector<Value> operands{place.owner, place.address};
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
  std::string to = place.offset ? "$1+" + std::to_string(place.offset) : "$1";
  std::string text = "@$0 st.shared" + count + ".b" + std::to_string(bits) +
                     " [" + to + "], {" + names + "};";
  LLVM::InlineAsmOp::create(builder, emitter.loc, TypeRange(), operands, text,
                            constraints, /*has_side_effects=*/true,
                            /*is_align_stack=*/false,
                            LLVM::tailcallkind::TailCallKind::None,
                            LLVM::AsmDialectAttr(), ArrayAttr());
}

/// A vector of integers as one of words, if these are smaller.
static Value asWords(const Emitter &emitter, Value vector) {
  auto type = cast<VectorType>(vector.getType());
  unsigned bits = type.getElementTypeBitWidth();
  unsigned allBits = bits * type.getNumElements();
  if (bits >= 32 || allBits == bits)
    return vector;
  unsigned word = std::min(allBits, 32u);
  Type integer = emitter.builder.getIntegerType(word);
  return LLVM::BitcastOp::create(emitter.builder, emitter.loc,
                                 VectorType::get(allBits / word, integer),
                                 vector);
}

/// The registers of an access as one vector; neighbours below a word in words.
static Value packVector(const Emitter &emitter, const SharedTile &tile,
                        const ttg::SharedAccess &access,
                        ArrayRef<Value> registers) {
  OpBuilder &builder = emitter.builder;
  Type element = builder.getIntegerType(tile.elementBytes * 8);
  auto type = VectorType::get(access.registers.size(), element);
  Value vector = LLVM::PoisonOp::create(builder, emitter.loc, type);
  for (auto [i, reg] : llvm::enumerate(access.registers))
    vector = LLVM::InsertElementOp::create(
        builder, emitter.loc, vector,
        emitter.toInteger(registers[reg], tile.elementBytes * 8),
        emitter.i32(i));
  return asWords(emitter, vector);
}

/// Exchanges registers in the lanes that the plan names. `vectors`: the
/// registers of each access, in words.
static void exchangeVectors(const Emitter &emitter, const SharedTile &tile,
                            const ttg::SharedAccessPlan &plan,
                            MutableArrayRef<Value> vectors) {
  if (plan.exchanges.empty())
    return;
  assert(vectors.size() == plan.accesses.size() && "all are of one pass");
  OpBuilder &builder = emitter.builder;
  llvm::SmallDenseMap<uint32_t, unsigned> accessOf; // by the first register
  for (auto [i, access] : llvm::enumerate(plan.accesses))
    accessOf[access.registers.front()] = i;
  for (const ttg::RegisterExchange &exchange : plan.exchanges) {
    Value isOther = LLVM::ICmpOp::create(
        builder, emitter.loc, LLVM::ICmpPredicate::ne,
        emitter.field(tile.threadId, uint64_t(1) << exchange.laneBit, 0),
        emitter.i32(0));
    auto select = [&](Value other, Value own) -> Value {
      return LLVM::SelectOp::create(builder, emitter.loc, isOther, other, own);
    };
    for (auto [i, access] : llvm::enumerate(plan.accesses)) {
      uint32_t reg = access.registers.front();
      if (reg & exchange.registerBit)
        continue;
      Value &low = vectors[i];
      Value &high = vectors[accessOf.at(reg | exchange.registerBit)];
      std::tie(low, high) = std::pair{select(high, low), select(low, high)};
    }
  }
}

void cm2tt::emitSharedStore(const Emitter &emitter, const SharedTile &tile,
                            const ttg::SharedAccessPlan &plan,
                            ArrayRef<Value> registers) {
  if (plan.matrices)
    return emitMatrixStore(emitter, tile, plan, registers);
  SmallVector<Value> vectors;
  for (const ttg::SharedAccess &access : plan.accesses)
    if (access.pass == tile.pass)
      vectors.push_back(packVector(emitter, tile, access, registers));
  exchangeVectors(emitter, tile, plan, vectors);
  auto next = vectors.begin();
  forEachSharedAccess(
      emitter, tile, plan,
      [&](const ttg::SharedAccess &access, const SharedPlace &place) {
        Value vector = *next++;
        if (place.owner)
          return emitPredicatedStore(emitter, place, vector);
        LLVM::StoreOp::create(
            emitter.builder, emitter.loc, vector,
            emitter.sharedAddress(place.address, place.offset),
            tile.elementBytes * access.registers.size());
      });
}

void cm2tt::emitSharedLoad(const Emitter &emitter, const SharedTile &tile,
                           const ttg::SharedAccessPlan &plan,
                           MutableArrayRef<Value> registers) {
  if (plan.matrices)
    return emitMatrixLoad(emitter, tile, plan, registers);
  OpBuilder &builder = emitter.builder;
  Type element = builder.getIntegerType(tile.elementBytes * 8);
  SmallVector<const ttg::SharedAccess *> accesses;
  SmallVector<Value> vectors;
  forEachSharedAccess(
      emitter, tile, plan,
      [&](const ttg::SharedAccess &access, const SharedPlace &place) {
        accesses.push_back(&access);
        Value vector = LLVM::LoadOp::create(
            builder, emitter.loc,
            VectorType::get(access.registers.size(), element),
            emitter.sharedAddress(place.address, place.offset),
            tile.elementBytes * access.registers.size());
        vectors.push_back(plan.exchanges.empty() ? vector
                                                 : asWords(emitter, vector));
      });
  exchangeVectors(emitter, tile, plan, vectors);
  for (auto [access, words] : llvm::zip_equal(accesses, vectors)) {
    auto type = VectorType::get(access->registers.size(), element);
    Value vector = words;
    if (words.getType() != type)
      vector = LLVM::BitcastOp::create(builder, emitter.loc, type, words);
    for (auto [i, reg] : llvm::enumerate(access->registers))
      registers[reg] =
          emitter.fromInteger(LLVM::ExtractElementOp::create(
                                  builder, emitter.loc, vector, emitter.i32(i)),
                              tile.elementType);
  }
}
