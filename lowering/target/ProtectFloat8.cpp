// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Keeps floats of 8 bits away from a fault of `ptxas` (12.8 to 13.0).
///
/// **Fault.** `F2FP.F16.E4M3.UNPACK_B Rx, Ry.H1` widens two floats in the upper
/// half of a register. If the assembler knows Ry, it encodes another number
/// than the upper half: 0x8 or 0x50 for 0, and so values that are not 0. It
/// knows Ry where a load has a mask that is false, perhaps in one iteration of
/// a loop that it unrolls itself.
///
/// **Where.** It selects `.H1` for `cvt.rn.f16x2` of the upper half of a word,
/// and for products of such floats by `mma`, which GPUs without an instruction
/// for them multiply as f16.
///
/// **Remedy.** A shift by 16 is not selected as `.H1`:
///
///   %h = trunc (lshr %w, 16) to i16            %s = lshr %w, 16
///   %p = asm "cvt.rn.f16x2.e4m3x2 $0, $1;"  => %p = asm "{cvt.u16.u32 ...}" %s
///
/// A product of a word that may be known becomes two products of f16, as
/// the assembler would create. It takes an instruction more for each word, so
/// words that come from memory in any case are left to the assembler.

#include "TargetInternals.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"

using namespace cm2tt;
using namespace llvm;

/// The inline assembly that a value is the result of; empty if it is none.
static StringRef getAssembly(const Value *value) {
  auto *call = dyn_cast<CallInst>(value);
  auto *code = call ? dyn_cast<InlineAsm>(call->getCalledOperand()) : nullptr;
  return code ? code->getAsmString() : StringRef();
}

/// Whether a value is a part of what an instruction reads from memory, in any
/// case.
static bool isFromMemory(const Value *value) {
  while (
      isa<CastInst, ExtractElementInst, ExtractValueInst, FreezeInst>(value) ||
      match(value, PatternMatch::m_LShr(PatternMatch::m_Value(),
                                        PatternMatch::m_ConstantInt())))
    value = cast<Instruction>(value)->getOperand(0);
  if (auto *call = dyn_cast<IntrinsicInst>(value))
    return Intrinsic::getBaseName(call->getIntrinsicID())
        .starts_with("llvm.nvvm.ldmatrix");
  return isa<LoadInst>(value) || getAssembly(value).starts_with("ld.");
}

//===----------------------------------------------------------------------===//
// Conversions
//===----------------------------------------------------------------------===//

/// Widens the two floats in the lower half of a word.
static Value *widen(IRBuilder<> &builder, StringRef type, Value *word,
                    bool isProtected) {
  Type *i32 = builder.getInt32Ty();
  Type *operand = isProtected ? i32 : builder.getInt16Ty();
  std::string code = ("cvt.rn.f16x2." + type + " $0, ").str();
  code = isProtected
             ? "{.reg .b16 pair; cvt.u16.u32 pair, $1; " + code + "pair;}"
             : code + "$1;";
  FunctionType *signature = FunctionType::get(i32, operand, /*isVarArg=*/false);
  return builder.CreateCall(InlineAsm::get(signature, code,
                                           isProtected ? "=r,r" : "=r,h",
                                           /*hasSideEffects=*/false),
                            builder.CreateTrunc(word, operand));
}

/// Protects a conversion of the upper half of a word that may be known.
static bool protectConversion(CallInst &call) {
  using namespace PatternMatch;
  StringRef code = getAssembly(&call);
  Value *shifted;
  if (!code.consume_front("cvt.rn.f16x2.") || !code.consume_back(" $0, $1;") ||
      call.arg_size() != 1 ||
      !match(call.getArgOperand(0), m_Trunc(m_Value(shifted))) ||
      !match(shifted, m_LShr(m_Value(), m_ConstantInt())) ||
      isFromMemory(shifted))
    return false;
  IRBuilder<> builder(&call);
  call.replaceAllUsesWith(widen(builder, code, shifted, /*isProtected=*/true));
  return true;
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

namespace {
/// Replaces products of a function whose words may be known.
class ProductExpander {
public:
  bool expand(CallInst &call);

private:
  using Halves = std::array<Value *, 2>;
  const Halves &widenWord(Value *word, StringRef type, CallInst &product);

  /// The floats of a word as f16, for each word and type.
  DenseMap<std::pair<Value *, unsigned>, Halves> widened;
};
} // namespace

/// Widens all floats of a word, where it is defined.
const ProductExpander::Halves &
ProductExpander::widenWord(Value *word, StringRef type, CallInst &product) {
  Halves &halves = widened[{word, type == "e4m3x2" ? 0u : 1u}];
  if (halves[0])
    return halves;
  IRBuilder<> builder(&product);
  if (auto *definition = dyn_cast<Instruction>(word))
    builder.SetInsertPoint(*definition->getInsertionPointAfterDef());
  else
    builder.SetInsertPoint(
        &*product.getFunction()->getEntryBlock().getFirstInsertionPt());
  builder.SetCurrentDebugLocation(product.getDebugLoc());
  Type *pair = FixedVectorType::get(builder.getHalfTy(), 2);
  bool isProtected = !isFromMemory(word);
  for (auto [index, half] : enumerate(halves))
    half = builder.CreateBitCast(
        widen(builder, type,
              index ? builder.CreateLShr(word, uint64_t(16)) : word,
              isProtected && index),
        pair);
  return halves;
}

bool ProductExpander::expand(CallInst &call) {
  constexpr unsigned kWordsOfA = 4, kWords = 6;
  Function *callee = call.getCalledFunction();
  StringRef name = callee ? callee->getName() : StringRef();
  if (!name.consume_front("llvm.nvvm.mma.m16n8k32.row.col.") ||
      !(name.contains(".e4m3") || name.contains(".e5m2")) ||
      all_of(make_range(call.arg_begin(), call.arg_begin() + kWords),
             [](const Use &word) { return isFromMemory(word); }))
    return false;
  // SUM.A.B.SUM
  SmallVector<StringRef, 4> types;
  name.split(types, '.');
  SmallVector<Value *, 10> steps[2];
  for (unsigned i = 0; i < kWords; ++i) {
    std::string type = (types[i < kWordsOfA ? 1 : 2] + "x2").str();
    const Halves &halves = widenWord(call.getArgOperand(i), type, call);
    for (unsigned step : {0, 1})
      steps[step].push_back(halves[step]);
  }
  Intrinsic::ID product = types[0] == "f16"
                              ? Intrinsic::nvvm_mma_m16n8k16_row_col_f16_f16
                              : Intrinsic::nvvm_mma_m16n8k16_row_col_f32_f32;
  IRBuilder<> builder(&call);
  append_range(steps[0], make_range(call.arg_begin() + kWords, call.arg_end()));
  Value *sums = builder.CreateIntrinsic(product, steps[0]);
  for (unsigned i = 0, e = call.arg_size() - kWords; i < e; ++i)
    steps[1].push_back(builder.CreateExtractValue(sums, i));
  call.replaceAllUsesWith(builder.CreateIntrinsic(product, steps[1]));
  return true;
}

//===----------------------------------------------------------------------===//
// Both
//===----------------------------------------------------------------------===//

void cm2tt::protectFloat8(Module &module, const TargetInfo &target) {
  // GPUs of 8.9 and from 12.0 on have an instruction (QMMA).
  bool widens = target.getComputeCapability() >= 90 &&
                target.getComputeCapability() < 120;
  for (Function &function : module) {
    ProductExpander products;
    for (Instruction &instruction :
         make_early_inc_range(instructions(function)))
      if (auto *call = dyn_cast<CallInst>(&instruction))
        if (protectConversion(*call) || (widens && products.expand(*call)))
          call->eraseFromParent();
  }
  // The PTX version is that of the intrinsics that are declared.
  for (Function &function : make_early_inc_range(module))
    if (function.isIntrinsic() && function.use_empty())
      function.eraseFromParent();
}
