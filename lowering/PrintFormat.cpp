// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Makes the formats of `tt.print`.

#include "PrintFormat.h"

#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace cm2tt;

constexpr llvm::StringLiteral programFormat = "pid (%u, %u, %u)";

/// A text as `printf` prints it.
static std::string escape(StringRef text) {
  std::string escaped;
  for (char c : text)
    escaped += c == '%' ? "%%" : std::string(1, c);
  return escaped;
}

static std::string elementFormat(Type type, bool isHex, bool isSigned) {
  if (isa<tt::PtrType>(type))
    return "%p";
  unsigned bits = type.getIntOrFloatBitWidth();
  std::string length = bits > 32 ? "ll" : "";
  if (isHex)
    return "0x%0" + std::to_string(std::max(bits / 4, 1u)) + length + "x";
  if (isa<FloatType>(type))
    return "%f";
  return "%" + length + (isSigned ? "i" : "u");
}

std::string cm2tt::printFormat(tt::PrintOp op) {
  return programFormat.str() + escape(op.getPrefix()) + "\n";
}

std::string cm2tt::printFormat(tt::PrintOp op, unsigned operand) {
  Type type = op.getArgs()[operand].getType();
  std::string format = programFormat.str() + " idx (";
  for (auto [dim, size] : llvm::enumerate(op.getPrintedShape(operand))) {
    size_t width = std::to_string(size - 1).size();
    format += (dim ? ", %" : "%") + std::to_string(width) + "u";
  }
  format += ")" + escape(op.getPrefix());
  if (op.getArgs().size() > 1)
    format += "(operand " + std::to_string(operand) + ") ";
  bool isSigned = op.getIsSigned()[operand] != 0;
  return format +
         elementFormat(getElementTypeOrSelf(type), op.getHex(), isSigned) +
         "\n";
}
