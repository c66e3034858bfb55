// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Lowers loads and stores: registers that are neighbours in memory share one
/// access of up to 128 bits, predicated by the mask.
///
/// PTX has predicated accesses, LLVM has not; they are inline assembly.
///
/// Not here: how wide an access may be (AxisInfo.h); layouts (TTToTTG).

#include "TTGToLLVMInternals.h"

#include "cm2tt/Dialect/TT/TTOps.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace cm2tt;

namespace {
/// How the registers of an access are grouped, and cut into machine words.
struct AccessPlan {
  /// The registers of each access, in the order in which they lie in memory.
  SmallVector<SmallVector<unsigned>> groups;
  /// For each register, the one whose access it shares the element with.
  SmallVector<unsigned> sameAs;
  /// Bits of an element in memory, of a word, and words of one access.
  unsigned elementBits, wordBits, words;
};

/// Emits accesses of one operation.
struct AccessEmitter : Emitter {
  AccessEmitter(OpBuilder &builder, Location loc, const AccessPlan &plan)
      : Emitter{builder, loc}, plan(plan) {}

  Type wordType() const { return builder.getIntegerType(plan.wordBits); }
  /// The letter of the words in constraints of inline assembly.
  StringRef wordConstraint() const {
    return plan.wordBits == 64 ? "l" : plan.wordBits == 32 ? "r" : "h";
  }
  /// `.v4.b32`, with what is left of a word that is less than 16 bits.
  std::string typeSuffix() const;

  /// An element as the integer that lies in memory, and back.
  Value toBits(Value element) const;
  Value fromBits(Value bits, Type type) const;
  /// Elements as words, the first in the lowest bits, and back.
  SmallVector<Value> pack(ArrayRef<Value> elements) const;
  SmallVector<Value> unpack(ArrayRef<Value> words, Type element) const;

  const AccessPlan &plan;
};
} // namespace

/// How an access through these pointers can be widened; a scalar's cannot.
static VectorAccess vectorAccess(const LoweringContext &lowering, Value pointer,
                                 Value mask) {
  if (!isa<RankedTensorType>(pointer.getType()))
    return {};
  return lowering.axisInfo.getMaxVectorWidth(
      pointer, mask, layoutOf(pointer.getType()), TargetInfo::maxVectorBits);
}

/// Bits of an element as it lies in memory: truth values are bytes.
static unsigned memoryBits(Type element) {
  if (isa<tt::PtrType>(element))
    return 64;
  return std::max(element.getIntOrFloatBitWidth(), 8u);
}

/// The register that holds the same element with all redundant bits zero.
static SmallVector<unsigned>
canonicalRegisters(const ttg::LinearLayout &layout) {
  std::map<uint64_t, unsigned> first;
  SmallVector<unsigned> sameAs;
  ttg::Slot slot;
  int64_t count = layout.getInSize(ttg::InDim::Register);
  for (slot.reg = 0; static_cast<int64_t>(slot.reg) < count; ++slot.reg)
    sameAs.push_back(
        first.try_emplace(layout.packOut(layout.apply(slot)), slot.reg)
            .first->second);
  return sameAs;
}

/// Groups the registers of a tile for accesses of `width` elements along
/// `dim`; of a scalar, its one register.
static AccessPlan planAccess(Type tile, VectorAccess access) {
  AccessPlan plan;
  plan.elementBits = memoryBits(getElementTypeOrSelf(tile));
  plan.wordBits = plan.elementBits * access.elements < 32
                      ? std::max(plan.elementBits * access.elements, 16u)
                      : std::max(plan.elementBits, 32u);
  plan.words =
      llvm::divideCeil(plan.elementBits * access.elements, plan.wordBits);
  if (!isa<RankedTensorType>(tile)) {
    plan.groups = {{0}};
    plan.sameAs = {0};
    return plan;
  }
  const ttg::LinearLayout &layout = layoutOf(tile);
  plan.sameAs = canonicalRegisters(layout);
  SmallVector<unsigned> bits = layout.getConsecutiveBits(access.dim);
  bits.resize(llvm::Log2_32(access.elements));
  unsigned mask = 0;
  for (unsigned bit : bits)
    mask |= 1u << bit;
  for (unsigned reg = 0; reg < plan.sameAs.size(); ++reg) {
    if ((reg & mask) || plan.sameAs[reg] != reg)
      continue;
    SmallVector<unsigned> group;
    for (unsigned i = 0; i < access.elements; ++i) {
      unsigned member = reg;
      for (auto [k, bit] : llvm::enumerate(bits))
        member |= ((i >> k) & 1u) << bit;
      group.push_back(member);
    }
    plan.groups.push_back(group);
  }
  return plan;
}

std::string AccessEmitter::typeSuffix() const {
  unsigned bits = std::min(plan.wordBits, plan.elementBits * 16);
  if (plan.words == 1 && plan.groups.front().size() == 1)
    bits = std::min(bits, plan.elementBits);
  std::string suffix = ".b" + std::to_string(bits);
  return plan.words > 1 ? ".v" + std::to_string(plan.words) + suffix : suffix;
}

Value AccessEmitter::toBits(Value element) const {
  Type type = element.getType(),
       bits = builder.getIntegerType(plan.elementBits);
  if (isa<LLVM::LLVMPointerType>(type))
    return LLVM::PtrToIntOp::create(builder, loc, bits, element);
  if (type.isInteger(1))
    return LLVM::ZExtOp::create(builder, loc, bits, element);
  return type == bits
             ? element
             : LLVM::BitcastOp::create(builder, loc, bits, element).getResult();
}

Value AccessEmitter::fromBits(Value bits, Type type) const {
  if (isa<LLVM::LLVMPointerType>(type))
    return LLVM::IntToPtrOp::create(builder, loc, type, bits);
  if (type.isInteger(1)) {
    Value zero = LLVM::ConstantOp::create(builder, loc, bits.getType(), 0);
    return LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::ne, bits,
                                zero);
  }
  return type == bits.getType()
             ? bits
             : LLVM::BitcastOp::create(builder, loc, type, bits).getResult();
}

SmallVector<Value> AccessEmitter::pack(ArrayRef<Value> elements) const {
  SmallVector<Value> words;
  unsigned perWord = elements.size() / plan.words;
  for (; !elements.empty(); elements = elements.drop_front(perWord)) {
    Value first = toBits(elements.front());
    if (perWord == 1) {
      words.push_back(
          plan.elementBits == plan.wordBits
              ? first
              : LLVM::ZExtOp::create(builder, loc, wordType(), first)
                    .getResult());
      continue;
    }
    auto type = VectorType::get(perWord, first.getType());
    Value vector = LLVM::PoisonOp::create(builder, loc, type);
    for (unsigned i = 0; i < perWord; ++i)
      vector = LLVM::InsertElementOp::create(
          builder, loc, vector, i ? toBits(elements[i]) : first, i32(i));
    words.push_back(LLVM::BitcastOp::create(builder, loc, wordType(), vector));
  }
  return words;
}

SmallVector<Value> AccessEmitter::unpack(ArrayRef<Value> words,
                                         Type element) const {
  SmallVector<Value> elements;
  unsigned perWord = plan.groups.front().size() / plan.words;
  Type bits = builder.getIntegerType(plan.elementBits);
  for (Value word : words) {
    if (perWord == 1) {
      if (plan.elementBits < plan.wordBits)
        word = LLVM::TruncOp::create(builder, loc, bits, word);
      elements.push_back(fromBits(word, element));
      continue;
    }
    Value vector = LLVM::BitcastOp::create(
        builder, loc, VectorType::get(perWord, bits), word);
    for (unsigned i = 0; i < perWord; ++i)
      elements.push_back(
          fromBits(LLVM::ExtractElementOp::create(builder, loc, vector, i32(i)),
                   element));
  }
  return elements;
}

//===----------------------------------------------------------------------===//
// Inline assembly
//===----------------------------------------------------------------------===//

namespace {
/// Inline assembly under construction: operands are numbered results first.
struct Assembly {
  std::string text, constraints;
  SmallVector<Value> operands;
  unsigned numResults = 0;

  /// Adds a result and returns its name: `$0`.
  std::string result(StringRef constraint) {
    append("=" + constraint.str());
    return "$" + std::to_string(numResults++);
  }
  /// Adds an operand, after all results, and returns its name.
  std::string operand(StringRef constraint, Value value) {
    append(constraint.str());
    operands.push_back(value);
    return "$" + std::to_string(numResults + operands.size() - 1);
  }

private:
  void append(const std::string &constraint) {
    constraints += (constraints.empty() ? "" : ",") + constraint;
  }
};
} // namespace

/// `{$0, $1}`, or `$0` alone.
static std::string wordList(ArrayRef<std::string> names) {
  return names.size() == 1 ? names.front()
                           : "{" + llvm::join(names, ", ") + "}";
}

static StringRef cacheSuffix(tt::CacheModifier cache) {
  switch (cache) {
  case tt::CacheModifier::NONE:
    return "";
  case tt::CacheModifier::CA:
    return ".ca";
  case tt::CacheModifier::CG:
    return ".cg";
  case tt::CacheModifier::WB:
    return ".wb";
  case tt::CacheModifier::CS:
    return ".cs";
  case tt::CacheModifier::WT:
    return ".wt";
  case tt::CacheModifier::CV:
    return ".cv";
  }
  llvm_unreachable("every modifier is listed");
}

/// PTX takes a cache modifier or an eviction policy; the first says more.
static StringRef evictionSuffix(tt::CacheModifier cache,
                                tt::EvictionPolicy policy) {
  if (cache != tt::CacheModifier::NONE)
    return "";
  switch (policy) {
  case tt::EvictionPolicy::NORMAL:
    return "";
  case tt::EvictionPolicy::EVICT_FIRST:
    return ".L1::evict_first";
  case tt::EvictionPolicy::EVICT_LAST:
    return ".L1::evict_last";
  }
  llvm_unreachable("every policy is listed");
}

/// Runs assembly whose results are `count` words.
static SmallVector<Value> emitAssembly(const AccessEmitter &emitter,
                                       const Assembly &assembly) {
  OpBuilder &builder = emitter.builder;
  Type type = emitter.wordType();
  unsigned count = assembly.numResults;
  Type result = count > 1
                    ? LLVM::LLVMStructType::getLiteral(
                          builder.getContext(), SmallVector<Type>(count, type))
                    : type;
  auto op = LLVM::InlineAsmOp::create(
      builder, emitter.loc, count ? TypeRange(result) : TypeRange(),
      assembly.operands, assembly.text, assembly.constraints,
      /*has_side_effects=*/true, /*is_align_stack=*/false,
      LLVM::tailcallkind::TailCallKind::None, LLVM::AsmDialectAttr(),
      ArrayAttr());
  if (count <= 1)
    return SmallVector<Value>(op->getResults());
  SmallVector<Value> words;
  for (unsigned i = 0; i < count; ++i)
    words.push_back(
        LLVM::ExtractValueOp::create(builder, emitter.loc, op.getResult(0), i));
  return words;
}

/// One load. Where the mask is false the words are those of `other`, or zero:
/// reading a register that nothing wrote is not for Java programmers.
static SmallVector<Value> emitLoad(const AccessEmitter &emitter, tt::LoadOp op,
                                   Value pointer, Value mask,
                                   ArrayRef<Value> other) {
  Assembly assembly;
  SmallVector<std::string> names;
  // Under a mask the results are written before the address is read: they must
  // have registers of their own ("&").
  std::string constraint = (mask ? "&" : "") + emitter.wordConstraint().str();
  for (unsigned i = 0; i < emitter.plan.words; ++i)
    names.push_back(assembly.result(constraint));
  std::string address = assembly.operand("l", pointer), load;
  if (mask) {
    load = "@" + assembly.operand("b", mask) + " ";
    for (auto [i, name] : llvm::enumerate(names))
      assembly.text +=
          "mov.b" + std::to_string(emitter.plan.wordBits) + " " + name + ", " +
          (other.empty()
               ? std::string("0")
               : assembly.operand(emitter.wordConstraint(), other[i])) +
          "; ";
  }
  load += "ld";
  if (op.getIsVolatile())
    load += ".volatile.global";
  else
    load += (".global" + cacheSuffix(op.getCache()) +
             evictionSuffix(op.getCache(), op.getEvict()))
                .str();
  assembly.text += load + emitter.typeSuffix() + " " + wordList(names) + ", [" +
                   address + "];";
  return emitAssembly(emitter, assembly);
}

static void emitStore(const AccessEmitter &emitter, tt::StoreOp op,
                      Value pointer, Value predicate, ArrayRef<Value> words) {
  Assembly assembly;
  std::string address = assembly.operand("l", pointer);
  SmallVector<std::string> names;
  for (Value word : words)
    names.push_back(assembly.operand(emitter.wordConstraint(), word));
  if (predicate)
    assembly.text = "@" + assembly.operand("b", predicate) + " ";
  assembly.text +=
      ("st.global" + cacheSuffix(op.getCache()) +
       evictionSuffix(op.getCache(), op.getEvict()) + emitter.typeSuffix() +
       " [" + address + "], " + wordList(names) + ";")
          .str();
  emitAssembly(emitter, assembly);
}

/// Whether this thread is the one that stores what several hold: its redundant
/// lane and warp bits are zero. Null if none are redundant.
static Value emitOwnership(const Emitter &emitter, Type tile,
                           unsigned numWarps) {
  uint64_t mask = numWarps * TargetInfo::warpSize - 1; // a scalar: thread 0
  if (isa<RankedTensorType>(tile)) {
    const ttg::LinearLayout &layout = layoutOf(tile);
    ttg::Slot free = layout.getFreeVariableMasks();
    mask = free.lane | free.warp << layout.getInBits(ttg::InDim::Lane);
  }
  if (!mask)
    return {};
  Value bits = emitter.field(emitter.threadId(numWarps), mask, 0);
  return LLVM::ICmpOp::create(emitter.builder, emitter.loc,
                              LLVM::ICmpPredicate::eq, bits, emitter.i32(0));
}

namespace {
struct LoadOpLowering : OpConversionPattern<tt::LoadOp> {
  LoadOpLowering(const TypeConverter &converter, MLIRContext *context,
                 const LoweringContext &lowering)
      : Base(converter, context), lowering(lowering) {}
  LogicalResult
  matchAndRewrite(tt::LoadOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (tt::isBlockPtr(op.getPtr().getType()))
      return rewriter.notifyMatchFailure(op, "block pointers are not lowered");
    AccessPlan plan = planAccess(
        op.getType(), vectorAccess(lowering, op.getPtr(), op.getMask()));
    AccessEmitter emitter(rewriter, op.getLoc(), plan);
    Type element =
        getTypeConverter()->convertType(getElementTypeOrSelf(op.getType()));
    SmallVector<Value> results(plan.sameAs.size());
    for (ArrayRef<unsigned> group : plan.groups) {
      unsigned first = group.front();
      SmallVector<Value> other;
      if (op.getOther())
        other = emitter.pack(llvm::map_to_vector(
            group, [&](unsigned reg) { return adaptor.getOther()[reg]; }));
      SmallVector<Value> words =
          emitLoad(emitter, op, adaptor.getPtr()[first],
                   op.getMask() ? adaptor.getMask()[first] : Value(), other);
      for (auto [reg, value] : llvm::zip(group, emitter.unpack(words, element)))
        results[reg] = value;
    }
    for (auto [reg, same] : llvm::enumerate(plan.sameAs))
      results[reg] = results[same];
    rewriter.replaceOpWithMultiple(op, {results});
    return success();
  }
  const LoweringContext &lowering;
};

struct StoreOpLowering : OpConversionPattern<tt::StoreOp> {
  StoreOpLowering(const TypeConverter &converter, MLIRContext *context,
                  const LoweringContext &lowering)
      : Base(converter, context), lowering(lowering) {}
  LogicalResult
  matchAndRewrite(tt::StoreOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (tt::isBlockPtr(op.getPtr().getType()))
      return rewriter.notifyMatchFailure(op, "block pointers are not lowered");
    AccessPlan plan =
        planAccess(op.getValue().getType(),
                   vectorAccess(lowering, op.getPtr(), op.getMask()));
    AccessEmitter emitter(rewriter, op.getLoc(), plan);
    Value owner =
        emitOwnership(emitter, op.getValue().getType(), lowering.numWarps);
    for (ArrayRef<unsigned> group : plan.groups) {
      unsigned first = group.front();
      SmallVector<Value> words = emitter.pack(llvm::map_to_vector(
          group, [&](unsigned reg) { return adaptor.getValue()[reg]; }));
      Value predicate = owner;
      if (op.getMask()) {
        predicate = adaptor.getMask()[first];
        if (owner)
          predicate =
              LLVM::AndOp::create(rewriter, op.getLoc(), predicate, owner);
      }
      emitStore(emitter, op, adaptor.getPtr()[first], predicate, words);
    }
    rewriter.eraseOp(op);
    return success();
  }
  const LoweringContext &lowering;
};
} // namespace

void cm2tt::populateMemoryPatterns(const TileTypeConverter &converter,
                                   const LoweringContext &context,
                                   RewritePatternSet &patterns) {
  patterns.add<LoadOpLowering, StoreOpLowering>(converter,
                                                patterns.getContext(), context);
}
