// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Assembly that is supported on GPUs. LLVM ends the process if constraints or
/// a `$` do not fit the operands, so that they are checked here, and registers
/// of another width than what they hold, for which it writes moves that `ptxas`
/// refuses. `ptxas` checks the instructions.

#include "SupportedInternals.h"

#include "AsmWords.h"

#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/InlineAsm.h"

using namespace mlir;
using namespace cm2tt;

using Constraint = llvm::InlineAsm::ConstraintInfo;

namespace {
/// The elements of one register.
struct AsmWord {
  Type element;
  /// Bits of the elements that it holds.
  unsigned bits;
};

/// The constraints of assembly, and the words that they must be for.
struct AsmSignature {
  llvm::InlineAsm::ConstraintInfoVector constraints;
  /// Each result's and operand's word.
  SmallVector<AsmWord> resultWords, operandWords;
};
} // namespace

/// Pointers are of 64 bits.
static unsigned getBits(Type element) {
  return element.isIntOrFloat() ? element.getIntOrFloatBitWidth() : 64;
}

/// Adds the words of one pack of each value.
static LogicalResult appendWords(tt::ElementwiseInlineAsmOp op,
                                 TypeRange values,
                                 SmallVector<AsmWord> &words) {
  for (Type value : values) {
    Type element = getElementTypeOrSelf(value);
    AsmWords plan(element, op.getPackedElement());
    if (!plan.isWhole)
      return op.emitError("assembly for ")
             << op.getPackedElement() << " elements of type " << element
             << " at a time is not supported on the GPU: a multiple of "
             << plan.perWord << " expected";
    words.append(plan.count, {element, plan.perWord * getBits(element)});
  }
  return success();
}

/// Whether a constraint is one register of PTX (NVPTX's `b` to `d`), or the
/// register of a result of the same type.
static bool isRegister(const Constraint &constraint, const AsmWord &word,
                       const AsmSignature &signature) {
  if (constraint.isIndirect || constraint.isMultipleAlternative ||
      constraint.Codes.size() != 1)
    return false;
  StringRef code = constraint.Codes.front();
  if (code.size() == 1 && StringRef("bchrlqfd").contains(code))
    return true;
  unsigned result;
  return constraint.Type == llvm::InlineAsm::isInput &&
         !code.getAsInteger(10, result) &&
         result < signature.resultWords.size() &&
         signature.resultWords[result].element == word.element;
}

/// The bits of the registers of a constraint; 0 if they are those of a result.
static unsigned getRegisterBits(const Constraint &constraint) {
  return llvm::StringSwitch<unsigned>(constraint.Codes.front())
      .Case("b", 1)
      .Cases({"c", "h"}, 16)
      .Cases({"r", "f"}, 32)
      .Cases({"l", "d"}, 64)
      .Case("q", 128)
      .Default(0);
}

/// Integers of one byte or less, for which there are no registers, may be in
/// wider ones, whose other bits are not defined.
static bool fits(const AsmWord &word, StringRef code, unsigned bits) {
  if (word.bits == bits)
    return true;
  return getBits(word.element) <= 8 && word.bits < bits &&
         (code == "c" || code == "h" || code == "r");
}

/// The constraints whose registers are as wide as a word.
static StringRef getFittingCodes(unsigned bits) {
  if (bits == 1)
    return "'b', 'h' or 'r'";
  if (bits <= 16)
    return bits <= 8 ? "'h' or 'r'" : "'h'";
  return bits <= 32 ? "'r' or 'f'" : "'l' or 'd'";
}

/// Whether the register is as wide as what it holds.
static LogicalResult checkWidth(tt::ElementwiseInlineAsmOp op, unsigned number,
                                const Constraint &constraint,
                                const AsmWord &word) {
  StringRef code = constraint.Codes.front();
  unsigned bits = getRegisterBits(constraint);
  if (bits == 0 || fits(word, code, bits))
    return success();
  unsigned count = word.bits / getBits(word.element);
  InFlightDiagnostic error =
      op.emitError("the constraints '")
      << op.getConstraints() << "' do not fit the assembly: number " << number
      << ", '" << code << "', is a register of " << bits << " bits, for ";
  if (count > 1)
    error << count << " of " << word.element << ", which are " << word.bits;
  else
    error << word.element << ", which has " << word.bits;
  error.attachNote() << "write " << getFittingCodes(word.bits)
                     << ", and convert in the assembly";
  return error;
}

/// Results come first, then operands, then what else is changed.
static LogicalResult checkConstraints(tt::ElementwiseInlineAsmOp op,
                                      const AsmSignature &signature) {
  auto error = [&] {
    return op.emitError("the constraints '")
           << op.getConstraints() << "' do not fit the assembly: ";
  };
  size_t results = signature.resultWords.size(),
         operands = signature.operandWords.size();
  auto count = [&]() -> LogicalResult {
    return error() << results << " registers of results and " << operands
                   << " of operands expected";
  };
  for (auto [i, constraint] : llvm::enumerate(signature.constraints)) {
    auto expected = i < results              ? llvm::InlineAsm::isOutput
                    : i < results + operands ? llvm::InlineAsm::isInput
                                             : llvm::InlineAsm::isClobber;
    if (constraint.Type != expected)
      return count();
    if (expected == llvm::InlineAsm::isClobber)
      continue;
    const AsmWord &word = i < results ? signature.resultWords[i]
                                      : signature.operandWords[i - results];
    if (!isRegister(constraint, word, signature))
      return error() << "number " << i << " is not one register for "
                     << word.element;
    if (failed(checkWidth(op, i, constraint, word)))
      return failure();
  }
  if (signature.constraints.size() < results + operands)
    return count();
  return success();
}

/// The text after a `$` and its operand; nothing if that is wrong: `$1`,
/// `${1}`, and what LLVM writes itself: `$$` and a number for `${:uid}`.
static std::optional<StringRef> skipReference(StringRef text, size_t operands) {
  if (text.consume_front("$") || text.consume_front("{:uid}"))
    return text;
  bool isBraced = text.consume_front("{");
  size_t number;
  if (text.consumeInteger(10, number) || number >= operands ||
      (isBraced && !text.consume_front("}")))
    return std::nullopt;
  return text;
}

static LogicalResult checkText(tt::ElementwiseInlineAsmOp op, size_t operands) {
  StringRef rest = op.getAsmString();
  while (true) {
    rest = rest.drop_until([](char c) { return c == '$'; });
    if (rest.empty())
      return success();
    StringRef reference = rest.take_front(4);
    std::optional<StringRef> next = skipReference(rest.drop_front(), operands);
    if (!next)
      return op.emitError("assembly names '")
             << reference << "', which is not one of its " << operands
             << " registers";
    rest = *next;
  }
}

LogicalResult cm2tt::checkInlineAsm(tt::ElementwiseInlineAsmOp op) {
  AsmSignature signature;
  if (failed(appendWords(op, op->getResultTypes(), signature.resultWords)) ||
      failed(appendWords(op, op->getOperandTypes(), signature.operandWords)))
    return failure();
  signature.constraints =
      llvm::InlineAsm::ParseConstraints(asmConstraints(op.getConstraints()));
  if (failed(checkConstraints(op, signature)))
    return failure();
  return checkText(op, signature.resultWords.size() +
                           signature.operandWords.size());
}
