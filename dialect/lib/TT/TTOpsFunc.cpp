// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Syntax, builders and verifiers of functions, calls and returns.

#include "cm2tt/Dialect/TT/TTOps.h"

#include "mlir/IR/Builders.h"
#include "mlir/Interfaces/FunctionImplementation.h"

using namespace mlir;
using namespace cm2tt::tt;

//===----------------------------------------------------------------------===//
// FuncOp
//===----------------------------------------------------------------------===//

void FuncOp::build(OpBuilder &builder, OperationState &state, StringRef name,
                   FunctionType type, ArrayRef<NamedAttribute> attrs,
                   ArrayRef<DictionaryAttr> argAttrs) {
  state.addAttribute(SymbolTable::getSymbolAttrName(),
                     builder.getStringAttr(name));
  state.addAttribute(getFunctionTypeAttrName(state.name), TypeAttr::get(type));
  state.addAttributes(attrs);
  state.addRegion();
  if (argAttrs.empty())
    return;
  assert(argAttrs.size() == type.getNumInputs() &&
         "one dictionary for each argument");
  call_interface_impl::addArgAndResultAttrs(
      builder, state, argAttrs, /*resultAttrs=*/{},
      getArgAttrsAttrName(state.name), getResAttrsAttrName(state.name));
}

ParseResult FuncOp::parse(OpAsmParser &parser, OperationState &result) {
  auto buildType = [](Builder &builder, ArrayRef<Type> arguments,
                      ArrayRef<Type> results,
                      function_interface_impl::VariadicFlag, std::string &) {
    return builder.getFunctionType(arguments, results);
  };
  return function_interface_impl::parseFunctionOp(
      parser, result, /*allowVariadic=*/false,
      getFunctionTypeAttrName(result.name), buildType,
      getArgAttrsAttrName(result.name), getResAttrsAttrName(result.name));
}

void FuncOp::print(OpAsmPrinter &printer) {
  function_interface_impl::printFunctionOp(
      printer, *this, /*isVariadic=*/false, getFunctionTypeAttrName(),
      getArgAttrsAttrName(), getResAttrsAttrName());
}

bool FuncOp::isNoInline() {
  auto flag = (*this)->getAttrOfType<BoolAttr>(kNoInlineAttr);
  return flag && flag.getValue();
}

//===----------------------------------------------------------------------===//
// CallOp
//===----------------------------------------------------------------------===//

void CallOp::build(OpBuilder &builder, OperationState &state, FuncOp callee,
                   ValueRange operands) {
  build(builder, state, callee.getFunctionType().getResults(),
        FlatSymbolRefAttr::get(callee.getSymNameAttr()), operands,
        /*arg_attrs=*/ArrayAttr(), /*res_attrs=*/ArrayAttr());
}

void CallOp::setCalleeFromCallable(CallInterfaceCallable callee) {
  setCalleeAttr(cast<FlatSymbolRefAttr>(cast<SymbolRefAttr>(callee)));
}

LogicalResult CallOp::verifySymbolUses(SymbolTableCollection &symbols) {
  auto callee = symbols.lookupNearestSymbolFrom<FuncOp>(*this, getCalleeAttr());
  if (!callee)
    return emitOpError() << "TT-CALL-1: no function " << getCalleeAttr();
  FunctionType type = callee.getFunctionType();
  if (getOperandTypes() != TypeRange(type.getInputs()))
    return emitOpError() << "TT-CALL-2: operands are (" << getOperandTypes()
                         << "), (" << TypeRange(type.getInputs())
                         << ") expected";
  if (getResultTypes() != TypeRange(type.getResults()))
    return emitOpError() << "TT-CALL-2: results are (" << getResultTypes()
                         << "), (" << TypeRange(type.getResults())
                         << ") expected";
  return success();
}

//===----------------------------------------------------------------------===//
// ReturnOp
//===----------------------------------------------------------------------===//

LogicalResult ReturnOp::verify() {
  TypeRange expected =
      cast<FuncOp>((*this)->getParentOp()).getFunctionType().getResults();
  if (getOperandTypes() == expected)
    return success();
  return emitOpError() << "TT-RETURN-1: operands are (" << getOperandTypes()
                       << "), (" << expected << ") expected";
}
