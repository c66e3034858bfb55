// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Lowers `tt.elementwise_inline_asm`: one piece of assembly for each pack of
/// registers. They hold neighbours along the dimension that `ttg.pack_axis`
/// names, and, where it names none or has fewer, what a thread has besides, in
/// the order of its registers. Each element is in one pack only.
///
/// Not here: whether constraints and operands fit together (TTToTTG).

#include "ElementwiseInternals.h"

#include "cm2tt/Dialect/TT/TTOps.h"
#include "cm2tt/Dialect/TTG/TTGDialect.h"
#include "gpu/layout/AsmWords.h"

#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace cm2tt;

namespace {
/// The elements of a thread on which assembly runs.
struct AsmElements {
  /// The values of all operands, for each element.
  SmallVector<SmallVector<Value>> operands;
  /// The element that each register of a result holds.
  SmallVector<unsigned> byRegister;
};

/// Emits the assembly of one operation.
class AsmEmitter : Emitter {
public:
  AsmEmitter(OpBuilder &builder, tt::ElementwiseInlineAsmOp op,
             const TypeConverter &converter)
      : Emitter{builder, op.getLoc()}, op(op), pack(op.getPackedElement()) {
    auto convert = [&](Type type) {
      return converter.convertType(getElementTypeOrSelf(type));
    };
    operandTypes = llvm::map_to_vector(op.getOperandTypes(), convert);
    resultTypes = llvm::map_to_vector(op.getResultTypes(), convert);
  }

  /// Which elements there are, one pack after the other: each once, although
  /// several registers may hold it. Of pure assembly, equal packs have one
  /// result.
  AsmElements collect(ArrayRef<ValueRange> operands) const;
  /// Runs on the elements from `first` on; appends to the results of all.
  void run(const AsmElements &elements, size_t first,
           MutableArrayRef<SmallVector<Value>> results) const;

private:
  uint64_t findPack(const ttg::LinearLayout &layout, uint64_t copies,
                    SmallVectorImpl<unsigned> &bits) const;
  Type wordType(Type element, const AsmWords &words) const;
  Value makeWord(ArrayRef<Value> elements, Type type) const;
  SmallVector<Value> splitWord(Value word, Type element, unsigned count) const;
  Value emit(ValueRange words) const;

  mutable tt::ElementwiseInlineAsmOp op;
  unsigned pack;
  SmallVector<Type> operandTypes, resultTypes;
};
} // namespace

/// The register bits that walk a pack, lowest first, and their mask.
uint64_t AsmEmitter::findPack(const ttg::LinearLayout &layout, uint64_t copies,
                              SmallVectorImpl<unsigned> &bits) const {
  if (auto axis = op->getAttrOfType<IntegerAttr>(ttg::kPackAxisAttr))
    bits.append(getNeighbourBits(layout, axis.getInt(), pack));
  uint64_t mask = 0;
  for (unsigned bit : bits)
    mask |= uint64_t(1) << bit;
  for (unsigned bit = 0; bit < layout.getInBits(ttg::InDim::Register); ++bit) {
    const uint64_t flag = uint64_t(1) << bit;
    if (bits.size() == llvm::Log2_32(pack) || ((copies | mask) & flag))
      continue;
    bits.push_back(bit);
    mask |= flag;
  }
  return mask;
}

/// The registers of the pack that begins with `first`.
static SmallVector<unsigned> walkPack(unsigned first, ArrayRef<unsigned> bits) {
  SmallVector<unsigned> registers{first};
  for (unsigned bit : bits)
    for (size_t i = 0, size = registers.size(); i < size; ++i)
      registers.push_back(registers[i] | 1u << bit);
  return registers;
}

AsmElements AsmEmitter::collect(ArrayRef<ValueRange> operands) const {
  Type result = op->getResult(0).getType();
  uint64_t copies = 0, inPack = 0;
  SmallVector<unsigned> bits;
  if (isa<RankedTensorType>(result)) {
    const ttg::LinearLayout &layout = getLayout(result);
    copies = layout.getFreeVariableMasks().reg;
    inPack = findPack(layout, copies, bits);
  }
  AsmElements elements;
  const unsigned count = getNumRegisters(result);
  elements.byRegister.resize(count);
  llvm::DenseMap<SmallVector<Value>, unsigned> seen;
  for (unsigned first = 0; first < count; ++first) {
    if (first & (copies | inPack))
      continue;
    SmallVector<unsigned> registers = walkPack(first, bits);
    SmallVector<Value> key;
    for (unsigned reg : registers)
      for (ValueRange range : operands)
        key.push_back(range.size() == 1 ? range.front() : range[reg]);
    const unsigned next = elements.operands.size();
    const unsigned start =
        op.getPure() ? seen.try_emplace(key, next).first->second : next;
    for (auto [i, reg] : llvm::enumerate(registers))
      elements.byRegister[reg] = start + i;
    if (start == next)
      for (size_t i = 0; i < registers.size(); ++i)
        elements.operands.emplace_back(
            ArrayRef(key).slice(i * operands.size(), operands.size()));
  }
  for (unsigned reg = 0; reg < count; ++reg)
    elements.byRegister[reg] = elements.byRegister[reg & ~copies];
  return elements;
}

/// Packed elements are an integer; LLVM has none of fewer than 8 bits, so that
/// packed bits fill a word.
Type AsmEmitter::wordType(Type element, const AsmWords &words) const {
  if (words.perWord == 1)
    return element;
  if (element.isInteger(1))
    return builder.getI32Type();
  return builder.getIntegerType(words.perWord *
                                element.getIntOrFloatBitWidth());
}

Value AsmEmitter::makeWord(ArrayRef<Value> elements, Type type) const {
  if (elements.size() == 1)
    return elements.front();
  if (!elements.front().getType().isInteger(1))
    return packWord(*this, elements, type);
  Value word =
      packWord(*this, elements, builder.getIntegerType(elements.size()));
  return word.getType() == type
             ? word
             : LLVM::ZExtOp::create(builder, loc, type, word).getResult();
}

SmallVector<Value> AsmEmitter::splitWord(Value word, Type element,
                                         unsigned count) const {
  if (count == 1)
    return {word};
  Type bits = builder.getIntegerType(count);
  if (element.isInteger(1) && word.getType() != bits)
    word = LLVM::TruncOp::create(builder, loc, bits, word);
  return unpackWord(*this, word, element, count);
}

/// The words of all results.
static SmallVector<Value> unpackStruct(const Emitter &emitter, Value value,
                                       size_t count) {
  if (count == 1)
    return {value};
  SmallVector<Value> members;
  for (size_t i = 0; i < count; ++i)
    members.push_back(
        LLVM::ExtractValueOp::create(emitter.builder, emitter.loc, value, i));
  return members;
}

Value AsmEmitter::emit(ValueRange words) const {
  SmallVector<Type> types;
  for (Type element : resultTypes) {
    AsmWords plan(element, pack);
    types.append(plan.count, wordType(element, plan));
  }
  Type type =
      types.size() == 1
          ? types.front()
          : LLVM::LLVMStructType::getLiteral(builder.getContext(), types);
  return LLVM::InlineAsmOp::create(
             builder, loc, type, words, op.getAsmString(),
             asmConstraints(op.getConstraints()),
             /*has_side_effects=*/!op.getPure(), /*is_align_stack=*/false,
             LLVM::TailCallKind::None,
             LLVM::AsmDialectAttr::get(builder.getContext(),
                                       LLVM::AsmDialect::AD_ATT),
             /*operand_attrs=*/ArrayAttr())
      .getResult(0);
}

void AsmEmitter::run(const AsmElements &elements, size_t first,
                     MutableArrayRef<SmallVector<Value>> results) const {
  size_t end = std::min<size_t>(first + pack, elements.operands.size());
  SmallVector<Value> words;
  for (auto [i, type] : llvm::enumerate(operandTypes)) {
    SmallVector<Value> mine;
    for (size_t element = first; element < end; ++element)
      mine.push_back(elements.operands[element][i]);
    if (mine.size() < pack)
      mine.resize(pack, LLVM::UndefOp::create(builder, loc, type));
    AsmWords plan(type, pack);
    Type word = wordType(type, plan);
    for (unsigned at = 0; at < pack; at += plan.perWord)
      words.push_back(makeWord(ArrayRef(mine).slice(at, plan.perWord), word));
  }
  size_t count = 0;
  for (Type type : resultTypes)
    count += AsmWords(type, pack).count;
  SmallVector<Value> resultWords = unpackStruct(*this, emit(words), count);
  ArrayRef<Value> rest = resultWords;
  for (auto [type, result] : llvm::zip_equal(resultTypes, results)) {
    AsmWords plan(type, pack);
    for (Value word : rest.take_front(plan.count))
      llvm::append_range(result, splitWord(word, type, plan.perWord));
    rest = rest.drop_front(plan.count);
    result.truncate(end); // without what was padding
  }
}

namespace {
/// Assembly for each element.
///
///   %y = tt.elementwise_inline_asm "neg.s32 $0, $1;"
///     {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x
///     : tensor<256xi32, #ttg.linear<...>> -> tensor<256xi32, ...>
/// =>
///   %y0 = llvm.inline_asm "neg.s32 $0, $1;", "=r,r" %x0 : (i32) -> i32 ...
struct InlineAsmOpLowering : OpConversionPattern<tt::ElementwiseInlineAsmOp> {
  using Base::Base;

  LogicalResult
  matchAndRewrite(tt::ElementwiseInlineAsmOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    AsmEmitter emitter(rewriter, op, *getTypeConverter());
    AsmElements elements = emitter.collect(adaptor.getOperands());
    SmallVector<SmallVector<Value>> results(op.getNumResults());
    for (size_t first = 0; first < elements.operands.size();
         first += op.getPackedElement())
      emitter.run(elements, first, results);
    auto registers =
        llvm::map_to_vector(results, [&](ArrayRef<Value> byElement) {
          return llvm::map_to_vector(
              elements.byRegister,
              [&](unsigned element) { return byElement[element]; });
        });
    rewriter.replaceOpWithMultiple(op, registers);
    return success();
  }
};
} // namespace

void cm2tt::populateInlineAsmPatterns(const TileTypeConverter &converter,
                                      RewritePatternSet &patterns) {
  patterns.add<InlineAsmOpLowering>(converter, patterns.getContext());
}
