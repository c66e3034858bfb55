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
    op->emitError("has no place in shared memory: '")
        << ttg::kOffsetAttr << "' expected (cm2tt-ttg-allocate-shared)";
    return {};
  }
  auto pointer =
      LLVM::LLVMPointerType::get(op->getContext(), TargetInfo::sharedSpace);
  Value base = LLVM::AddressOfOp::create(emitter.builder, emitter.loc, pointer,
                                         lowering.sharedSymbol);
  return emitter.sharedAddress(base, offset.getInt());
}

void cm2tt::emitBarrier(const Emitter &emitter, unsigned numWarps) {
  if (numWarps == 1)
    NVVM::SyncWarpOp::create(emitter.builder, emitter.loc, emitter.i32(-1));
  else
    NVVM::Barrier0Op::create(emitter.builder, emitter.loc);
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

namespace {
/// Emits the accesses of a plan. Elements travel as integers.
struct SharedEmitter : Emitter {
  SharedEmitter(const Emitter &emitter, const SharedTile &tile,
                const ttg::SharedAccessPlan &plan)
      : Emitter(emitter), tile(tile), plan(plan), thread(threadOffset()) {}

  /// The address of an access less its constant offset.
  Value addressOf(const ttg::SharedAccess &access);
  /// Whether this thread stores, and not another that holds a copy; null if
  /// all do.
  Value isOwner() const;
  void store(const ttg::SharedAccess &access, Value owner,
             ArrayRef<Value> registers);
  void load(const ttg::SharedAccess &access, MutableArrayRef<Value> registers);

private:
  Value threadOffset() const;
  int64_t constantOffset(const ttg::SharedAccess &access) const {
    return access.addOffset * tile.elementBytes;
  }

  const SharedTile &tile;
  const ttg::SharedAccessPlan &plan;
  /// What the thread's number adds, in bytes.
  Value thread;
  /// Addresses by xorOffset.
  llvm::SmallDenseMap<uint64_t, Value> addresses;
};
} // namespace

Value SharedEmitter::threadOffset() const {
  SmallVector<uint64_t> map;
  for (ArrayRef<uint64_t> offsets :
       {ArrayRef(plan.laneOffsets), ArrayRef(plan.warpOffsets)})
    for (uint64_t offset : offsets)
      map.push_back(offset * tile.elementBytes);
  return emitThreadMap(*this, tile.threadId, map);
}

Value SharedEmitter::isOwner() const {
  uint64_t mask = plan.redundantLanes | plan.redundantWarps
                                            << plan.laneOffsets.size();
  if (!mask)
    return {};
  return LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::eq,
                              field(tile.threadId, mask, 0), i32(0));
}

Value SharedEmitter::addressOf(const ttg::SharedAccess &access) {
  Value &address = addresses[access.xorOffset];
  if (address)
    return address;
  Value offset = thread;
  if (access.xorOffset)
    offset = LLVM::XOrOp::create(builder, loc, offset,
                                 i32(access.xorOffset * tile.elementBytes));
  address = sharedAddress(tile.base, offset);
  return address;
}

/// A store by some threads only is inline assembly, for its predicate.
static void emitPredicatedStore(const Emitter &emitter, Value address,
                                int64_t offset, Value predicate, Value vector) {
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
  std::string place = offset ? "$1+" + std::to_string(offset) : "$1";
  std::string text = "@$0 st.shared" + count + ".b" + std::to_string(bits) +
                     " [" + place + "], {" + names + "};";
  LLVM::InlineAsmOp::create(builder, emitter.loc, TypeRange(), operands, text,
                            constraints, /*has_side_effects=*/true,
                            /*is_align_stack=*/false,
                            LLVM::tailcallkind::TailCallKind::None,
                            LLVM::AsmDialectAttr(), ArrayAttr());
}

void SharedEmitter::store(const ttg::SharedAccess &access, Value owner,
                          ArrayRef<Value> registers) {
  Type element = builder.getIntegerType(tile.elementBytes * 8);
  auto type = VectorType::get(access.registers.size(), element);
  Value vector = LLVM::PoisonOp::create(builder, loc, type);
  for (auto [i, reg] : llvm::enumerate(access.registers))
    vector = LLVM::InsertElementOp::create(
        builder, loc, vector, toInteger(registers[reg], tile.elementBytes * 8),
        i32(i));
  unsigned bytes = tile.elementBytes * access.registers.size();
  // Neighbours below a word travel in words.
  if (tile.elementBytes < 4 && bytes > tile.elementBytes) {
    unsigned word = std::min(bytes, 4u);
    vector = LLVM::BitcastOp::create(
        builder, loc,
        VectorType::get(bytes / word, builder.getIntegerType(word * 8)),
        vector);
  }
  Value address = addressOf(access);
  if (owner)
    emitPredicatedStore(*this, address, constantOffset(access), owner, vector);
  else
    LLVM::StoreOp::create(builder, loc, vector,
                          sharedAddress(address, constantOffset(access)),
                          bytes);
}

void SharedEmitter::load(const ttg::SharedAccess &access,
                         MutableArrayRef<Value> registers) {
  Type element = builder.getIntegerType(tile.elementBytes * 8);
  auto type = VectorType::get(access.registers.size(), element);
  unsigned bytes = tile.elementBytes * access.registers.size();
  Value address = sharedAddress(addressOf(access), constantOffset(access));
  Value vector = LLVM::LoadOp::create(builder, loc, type, address, bytes);
  for (auto [i, reg] : llvm::enumerate(access.registers))
    registers[reg] = fromInteger(
        LLVM::ExtractElementOp::create(builder, loc, vector, i32(i)),
        tile.elementType);
}

void cm2tt::emitSharedStore(const Emitter &emitter, const SharedTile &tile,
                            const ttg::SharedAccessPlan &plan,
                            ArrayRef<Value> registers) {
  SharedEmitter accesses(emitter, tile, plan);
  Value owner = accesses.isOwner();
  for (const ttg::SharedAccess &access : plan.accesses)
    if (access.pass == tile.pass)
      accesses.store(access, owner, registers);
}

void cm2tt::emitSharedLoad(const Emitter &emitter, const SharedTile &tile,
                           const ttg::SharedAccessPlan &plan,
                           MutableArrayRef<Value> registers) {
  SharedEmitter accesses(emitter, tile, plan);
  for (const ttg::SharedAccess &access : plan.accesses)
    if (access.pass == tile.pass)
      accesses.load(access, registers);
}
