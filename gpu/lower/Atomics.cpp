// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Lowers atomics. Each element is updated once, by the thread that owns it;
/// threads that hold copies read what it got from shared memory.
///
/// A scalar atomic stands for the whole block: if it releases, the writes of
/// all threads precede it, and if it acquires, the reads of all threads follow
/// it. An atomic on a tile orders the accesses of each thread separately, as in
/// Triton.
///
/// Updates that only read or only write are loads and stores.
///
/// Not here: how registers are grouped (MemoryAccess.h).

#include "MemoryAccess.h"

#include "cm2tt/Dialect/TT/TTOps.h"
#include "gpu/shared/SharedScratch.h"
#include "lowering/AtomicAccess.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace cm2tt;

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

namespace {
/// The PTX of an update.
struct AtomicInstruction {
  /// `.cas` or `.add.noftz`; followed by the length of a vector and the type of
  /// a word. `pairType` is that of words of two elements.
  std::string operation, type, pairType;
  /// Elements that one instruction can update.
  unsigned maxElements = 1;
  /// Whether there is a form without result, `red`.
  bool canReduce = true;
  /// Whether it takes a loop around `.cas`.
  bool isLoop = false;
  /// Whether it is a load, without operands, or a store, without results.
  bool isLoad = false, isStore = false;
};

/// An atomic of either kind, its operands in registers.
struct Atomic {
  Operation *op;
  Value pointer, mask;
  ValueRange pointers, masks;
  /// The operands of the instruction for each register, in its order.
  SmallVector<ValueRange> operands;
  tt::MemSemantic sem;
  tt::MemSyncScope scope;
  AtomicInstruction instruction;

  Type type() const { return op->getResult(0).getType(); }
  bool isUsed() const { return !op->use_empty(); }
  bool releases() const {
    return sem == tt::MemSemantic::RELEASE || sem == tt::MemSemantic::ACQ_REL;
  }
};
} // namespace

/// Floats: two neighbours of 16 bits are added in one word, and from sm_90 on
/// up to 16 bytes. bf16 has no instruction before.
static AtomicInstruction floatAdd(tt::AtomicRmwOp op, Type element,
                                  const TargetInfo &target) {
  unsigned capability = target.getComputeCapability();
  unsigned maxElements = getMaxAtomicElements(op, capability);
  if (element.isF64())
    return {".add", ".f64", ""};
  if (element.isF32())
    return {".add", ".f32", "", maxElements};
  if (element.isBF16() && capability < 90)
    return {"", "", "", 1, /*canReduce=*/false, /*isLoop=*/true};
  std::string type = element.isF16() ? ".f16" : ".bf16";
  return {".add.noftz", type, type + "x2", maxElements};
}

static AtomicInstruction instructionFor(tt::AtomicRmwOp op,
                                        const TargetInfo &target) {
  Type element = getElementTypeOrSelf(op.getType());
  std::string bits = std::to_string(element.getIntOrFloatBitWidth());
  if (isAtomicRead(op) || isAtomicWrite(op)) {
    AtomicInstruction access = {"", ".b" + bits, ""};
    access.isLoad = isAtomicRead(op);
    access.isStore = access.canReduce = !access.isLoad;
    return access;
  }
  switch (op.getAtomicRmwOp()) {
  case tt::RMWOp::AND:
    return {".and", ".b" + bits, ""};
  case tt::RMWOp::OR:
    return {".or", ".b" + bits, ""};
  case tt::RMWOp::XOR:
    return {".xor", ".b" + bits, ""};
  case tt::RMWOp::ADD:
    return {".add", ".u" + bits, ""};
  case tt::RMWOp::FADD:
    return floatAdd(op, element, target);
  case tt::RMWOp::MAX:
    return {".max", ".s" + bits, ""};
  case tt::RMWOp::MIN:
    return {".min", ".s" + bits, ""};
  case tt::RMWOp::UMAX:
    return {".max", ".u" + bits, ""};
  case tt::RMWOp::UMIN:
    return {".min", ".u" + bits, ""};
  case tt::RMWOp::XCHG:
    return {".exch", ".b" + bits, "", 1, /*canReduce=*/false};
  }
  llvm_unreachable("every operation is listed");
}

/// `.acq_rel.gpu.global`. Without a result there is nothing to acquire by.
static std::string orderSuffix(const Atomic &atomic, bool isReduction) {
  tt::MemSemantic sem = atomic.sem;
  if (isReduction)
    sem =
        atomic.releases() ? tt::MemSemantic::RELEASE : tt::MemSemantic::RELAXED;
  return ("." + tt::stringifyMemSemantic(sem) + "." +
          tt::stringifyMemSyncScope(atomic.scope) + ".global")
      .str();
}

/// Adds to a bf16 where there is no instruction: compares and swaps until no
/// other thread interferes. sm_80 adds by a product by one.
static std::string loopText(const std::string &order, const std::string &result,
                            const std::string &address,
                            const std::string &value) {
  return "{ .reg .pred again; .reg .b16 seen, sum, one; "
         "ld.relaxed" +
         order.substr(order.find('.', 1)) + ".b16 " + result + ", [" + address +
         "]; mov.b16 one, 0x3F80; "
         "retry: fma.rn.bf16 sum, " +
         result + ", one, " + value + "; atom" + order + ".cas.b16 seen, [" +
         address + "], " + result + ", sum; setp.ne.b16 again, seen, " +
         result + "; mov.b16 " + result + ", seen; @again bra retry; }";
}

/// One update by the threads for which `predicate` is true; for others the
/// result is zero. A reduction has no results.
static SmallVector<Value> emitUpdate(const AccessEmitter &emitter,
                                     const Atomic &atomic, Value address,
                                     Value predicate,
                                     ArrayRef<SmallVector<Value>> operands) {
  const AtomicInstruction &instruction = atomic.instruction;
  const AccessPlan &plan = emitter.plan;
  bool isReduction = instruction.canReduce && !atomic.isUsed();
  std::string order = orderSuffix(atomic, isReduction);
  Assembly assembly;
  SmallVector<std::string> results, values;
  for (unsigned i = 0; i < plan.words && !isReduction; ++i)
    results.push_back(assembly.result("&" + emitter.getWordConstraint().str()));
  std::string pointer = assembly.operand("l", address);
  for (ArrayRef<Value> words : operands) {
    if (instruction.isLoad)
      break;
    SmallVector<std::string> names;
    for (Value word : words)
      names.push_back(assembly.operand(emitter.getWordConstraint(), word));
    values.push_back(wordList(names));
  }
  std::string guard;
  if (predicate) {
    for (const std::string &result : results)
      assembly.text +=
          "mov.b" + std::to_string(plan.wordBits) + " " + result + ", 0; ";
    guard = assembly.operand("b", predicate);
  }
  if (instruction.isLoop) {
    std::string loop = loopText(order, results[0], pointer, values[0]);
    assembly.text += guard.empty()
                         ? loop
                         : "{ @!" + guard + " bra done; " + loop + " done: }";
    return emitAssembly(emitter, assembly);
  }
  if (predicate)
    assembly.text += "@" + guard + " ";
  bool isPaired = plan.groups.front().size() > plan.words;
  StringRef name = instruction.isLoad    ? "ld"
                   : instruction.isStore ? "st"
                   : isReduction         ? "red"
                                         : "atom";
  assembly.text += name.str() + order + instruction.operation +
                   (plan.words > 1 ? ".v" + std::to_string(plan.words) : "") +
                   (isPaired ? instruction.pairType : instruction.type) + " ";
  if (!isReduction)
    assembly.text += wordList(results) + ", ";
  assembly.text += "[" + pointer + "]";
  for (const std::string &value : values)
    assembly.text += ", " + value;
  assembly.text += ";";
  return emitAssembly(emitter, assembly);
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

/// How scratch memory is accessed: of a scalar, by thread 0 alone.
static ttg::SharedAccessPlan planScratch(Type type, unsigned numWarps,
                                         bool isStore) {
  if (auto tile = dyn_cast<RankedTensorType>(type)) {
    ttg::SharedAccessOptions options;
    options.elementBits = getElementBits(type);
    options.isStore = isStore;
    SmallVector<unsigned> order;
    for (unsigned dim = tile.getRank(); dim-- > 0;)
      order.push_back(dim);
    return ttg::planSharedAccess(getLayout(type),
                                 ttg::makeSharedLayout(tile.getShape(), order),
                                 options);
  }
  ttg::SharedAccessPlan plan;
  plan.laneOffsets.assign(llvm::Log2_32(TargetInfo::warpSize), 0);
  plan.warpOffsets.assign(llvm::Log2_32(numWarps), 0);
  plan.redundantLanes = TargetInfo::warpSize - 1;
  plan.redundantWarps = numWarps - 1;
  plan.accesses.push_back({0, 0, 0, {0}});
  return plan;
}

/// Passes results on from the threads that have them. `sameAs` is that of the
/// access plan. Fails if the operation has no scratch memory.
static LogicalResult share(const Emitter &emitter, const Atomic &atomic,
                           const LoweringContext &lowering,
                           ArrayRef<unsigned> sameAs,
                           MutableArrayRef<Value> results) {
  Value base = sharedBase(emitter, lowering, atomic.op);
  if (!base)
    return failure();
  // Scratch memory knows registers without copies only.
  SmallVector<unsigned> kept;
  for (auto [reg, same] : llvm::enumerate(sameAs))
    if (reg == same)
      kept.push_back(reg);
  SmallVector<Value> values =
      llvm::map_to_vector(kept, [&](unsigned reg) { return results[reg]; });
  Type type = atomic.type();
  SharedTile tile{base, emitter.threadId(lowering.numWarps),
                  values.front().getType(), getElementBits(type) / 8};
  emitSharedStore(emitter, tile,
                  planScratch(type, lowering.numWarps, /*isStore=*/true),
                  values);
  emitBarrier(emitter, lowering);
  emitSharedLoad(emitter, tile,
                 planScratch(type, lowering.numWarps, /*isStore=*/false),
                 values);
  for (auto [reg, value] : llvm::zip(kept, values))
    results[reg] = value;
  return success();
}

static LogicalResult lowerAtomic(const Atomic &atomic,
                                 const LoweringContext &lowering,
                                 const TypeConverter &converter,
                                 ConversionPatternRewriter &rewriter) {
  Type type = atomic.type();
  VectorAccess access = vectorAccess(lowering, atomic.pointer, atomic.mask);
  access.elements = std::min(access.elements, atomic.instruction.maxElements);
  AccessPlan plan = planAccess(type, access);
  AccessEmitter emitter(rewriter, atomic.op->getLoc(), plan);
  if (!isa<RankedTensorType>(type) && atomic.releases())
    emitBarrier(emitter, lowering);
  Value owner = emitOwnership(emitter, type, lowering.numWarps);
  Type element = converter.convertType(getElementTypeOrSelf(type));
  SmallVector<Value> results(plan.sameAs.size());
  SmallVector<Value> addresses =
      groupAddresses(emitter, lowering, atomic.pointer, atomic.pointers);
  for (auto [group, address] : llvm::zip_equal(plan.groups, addresses)) {
    SmallVector<SmallVector<Value>> words;
    for (ValueRange operand : atomic.operands)
      words.push_back(emitter.pack(llvm::map_to_vector(
          group, [&](unsigned reg) { return operand[reg]; })));
    Value predicate = owner;
    if (!atomic.masks.empty()) {
      predicate = atomic.masks[group.front()];
      if (owner)
        predicate = LLVM::AndOp::create(rewriter, atomic.op->getLoc(),
                                        predicate, owner);
    }
    SmallVector<Value> old =
        emitUpdate(emitter, atomic, address, predicate, words);
    if (!atomic.isUsed())
      continue;
    for (auto [reg, value] : llvm::zip(group, emitter.unpack(old, element)))
      results[reg] = value;
  }
  if (!atomic.isUsed()) {
    rewriter.eraseOp(atomic.op);
    return success();
  }
  if (sharesResult(atomic.op) &&
      failed(share(emitter, atomic, lowering, plan.sameAs, results)))
    return failure();
  for (auto [reg, same] : llvm::enumerate(plan.sameAs))
    results[reg] = results[same];
  rewriter.replaceOpWithMultiple(atomic.op, {results});
  return success();
}

//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

namespace {
struct AtomicRmwOpLowering : ContextPattern<tt::AtomicRmwOp> {
  using Base::Base;
  LogicalResult
  matchAndRewrite(tt::AtomicRmwOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Atomic atomic{op,
                  op.getPtr(),
                  op.getMask(),
                  adaptor.getPtr(),
                  op.getMask() ? adaptor.getMask() : ValueRange(),
                  {adaptor.getVal()},
                  op.getSem(),
                  op.getScope(),
                  instructionFor(op, lowering.target)};
    return lowerAtomic(atomic, lowering, *getTypeConverter(), rewriter);
  }
};

struct AtomicCasOpLowering : ContextPattern<tt::AtomicCasOp> {
  using Base::Base;
  LogicalResult
  matchAndRewrite(tt::AtomicCasOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    std::string bits = std::to_string(
        getElementTypeOrSelf(op.getType()).getIntOrFloatBitWidth());
    Atomic atomic{op,
                  op.getPtr(),
                  Value(),
                  adaptor.getPtr(),
                  ValueRange(),
                  {adaptor.getCmp(), adaptor.getVal()},
                  op.getSem(),
                  op.getScope(),
                  {".cas", ".b" + bits, "", 1, /*canReduce=*/false}};
    return lowerAtomic(atomic, lowering, *getTypeConverter(), rewriter);
  }
};
} // namespace

void cm2tt::populateAtomicPatterns(const TileTypeConverter &converter,
                                   const LoweringContext &context,
                                   RewritePatternSet &patterns) {
  patterns.add<AtomicRmwOpLowering, AtomicCasOpLowering>(
      converter, patterns.getContext(), context);
}
