// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The ops of CMOpsCore.td, in its order.

#include "CMOpsInternals.h"
#include "cm2tt/Dialect/CM/JavaNames.h"
#include "cm2tt/Dialect/CM/Spelling.h"

#include "mlir/IR/BuiltinOps.h"

using namespace mlir;
using namespace cm2tt::cm;
using namespace cm2tt::cm::detail;

/// The named attribute `name` as text; empty if absent.
static StringRef getNamedString(DictionaryAttr named, StringRef name) {
  auto text = named ? named.getAs<StringAttr>(name) : nullptr;
  return text ? text.getValue() : StringRef();
}

//===----------------------------------------------------------------------===//
// FuncOp
//===----------------------------------------------------------------------===//

StringRef FuncOp::getOwner() { return getNamedString(getNamedAttr(), "owner"); }

StringRef FuncOp::getDescriptor() {
  return getNamedString(getNamedAttr(), "descriptor");
}

Type FuncOp::getResultType() { return getBodyType(0); }

bool FuncOp::hasReceiver() {
  Block &entry = getBody().front();
  if (entry.getNumArguments() == 0)
    return false;
  BlockArgument first = entry.getArgument(0);
  auto type = dyn_cast<JavaType>(first.getType());
  if (!type || type.getErasedName() != getOwner())
    return false;
  return llvm::none_of(first.getUsers(),
                       [](Operation *user) { return isa<VarOp>(user); });
}

FuncOp cm2tt::cm::lookupKernel(ModuleOp module) {
  if (auto name = module->getAttrOfType<StringAttr>(kernelAttrName)) {
    SmallVector<FuncOp> named = findKernels(module, name.getValue());
    return named.empty() ? FuncOp() : named.front();
  }
  FuncOp only, firstVoid;
  unsigned count = 0;
  for (FuncOp function : module.getOps<FuncOp>()) {
    if (!firstVoid && isa<NoneType>(function.getResultType()))
      firstVoid = function;
    only = function;
    ++count;
  }
  return count == 1 ? only : firstVoid;
}

//===----------------------------------------------------------------------===//
// ReturnOp
//===----------------------------------------------------------------------===//

/// The innermost function, lambda or quotation around an op.
static Operation *getEnclosingCode(Operation *op) {
  do
    op = op->getParentOp();
  while (op && !isa<FuncOp, LambdaOp, QuotedOp>(op));
  return op;
}

/// Verifies what is given where `type` is due; `what` names it.
static LogicalResult verifyResult(Operation *op, StringRef what, Value value,
                                  Type type) {
  if (isa<NoneType>(type)) {
    if (value)
      return op->emitOpError()
             << what << " is " << value.getType() << ", expected none";
    return success();
  }
  if (!value)
    return op->emitOpError() << what << " is missing, expected " << type;
  return verifyAssignable(op, what, value.getType(), type);
}

LogicalResult ReturnOp::verify() {
  Operation *code = getEnclosingCode(*this);
  if (!code)
    return emitOpError("is outside of a function");
  // The model does not contain the function of a quoted return.
  if (isa<QuotedOp>(code))
    return success();
  return verifyResult(*this, "returned value", getValue(),
                      cast<CodeModelOp>(code).getBodyType(0));
}

//===----------------------------------------------------------------------===//
// YieldOp
//===----------------------------------------------------------------------===//

/// Whether a region is the repeated part of a loop.
static bool isLoopBody(Region *region) {
  Operation *op = region->getParentOp();
  if (auto loop = dyn_cast<JavaForOp>(op))
    return region == &loop.getLoop();
  if (auto loop = dyn_cast<JavaEnhancedForOp>(op))
    return region == &loop.getLoop();
  if (auto loop = dyn_cast<JavaWhileOp>(op))
    return region == &loop.getLoop();
  if (auto loop = dyn_cast<JavaDoWhileOp>(op))
    return region == &loop.getLoop();
  return false;
}

LogicalResult YieldOp::verify() {
  Region *region = (*this)->getParentRegion();
  Type type = cm2tt::cm::getBodyType(*region);
  if (!type)
    return emitOpError("is outside of a body");
  if (isa<FuncOp, LambdaOp>(region->getParentOp()))
    return emitOpError("ends a function, expected 'cm.return'");
  if (isLoopBody(region))
    return emitOpError("ends a loop's body, expected 'cm.java.continue'");
  return verifyResult(*this, "yielded value", getValue(), type);
}

//===----------------------------------------------------------------------===//
// BranchOp, CbranchOp
//===----------------------------------------------------------------------===//

SuccessorOperands BranchOp::getSuccessorOperands(unsigned) {
  return SuccessorOperands(getDestOperandsMutable());
}

SuccessorOperands CbranchOp::getSuccessorOperands(unsigned index) {
  return SuccessorOperands(index == 0 ? getTrueOperandsMutable()
                                      : getFalseOperandsMutable());
}

//===----------------------------------------------------------------------===//
// ConstantOp
//===----------------------------------------------------------------------===//

/// `64 : i32`, or `value -> type` where the attribute does not say the type.
static ParseResult parseConstantValue(OpAsmParser &parser, Attribute &value,
                                      Type &type) {
  std::string text;
  if (succeeded(parser.parseOptionalString(&text)))
    value = parser.getBuilder().getStringAttr(text);
  else if (parser.parseAttribute(value))
    return failure();
  if (succeeded(parser.parseOptionalArrow()))
    return parser.parseType(type);
  auto typed = dyn_cast<TypedAttr>(value);
  if (!typed || isa<StringAttr>(value))
    return parser.emitError(parser.getCurrentLocation(),
                            "expected '->' and the type of the constant");
  type = typed.getType();
  return success();
}

static void printConstantValue(OpAsmPrinter &printer, Operation *,
                               Attribute value, Type type) {
  if (auto text = dyn_cast<StringAttr>(value)) {
    printer.printString(text.getValue());
  } else {
    printer << value;
    auto typed = dyn_cast<TypedAttr>(value);
    if (typed && typed.getType() == type)
      return;
  }
  printer << " -> " << type;
}

LogicalResult ConstantOp::verify() {
  Type type = getType();
  Attribute value = getValue();
  if (isa<VarType, TupleType, NoneType>(type))
    return emitOpError("no constant has the type ") << type;
  if (isa<IntegerAttr, FloatAttr>(value)) {
    Type valueType = cast<TypedAttr>(value).getType();
    if (valueType != type && !isa<ExtType>(type))
      return emitOpError("value is ") << valueType << ", expected " << type;
    return success();
  }
  if (!isa<StringAttr, TypeAttr, NullAttr>(value))
    return emitOpError("no value of a constant: ") << value;
  if (isPrimitive(type))
    return emitOpError("value is not a number: ")
           << value << ", expected " << type;
  return success();
}

//===----------------------------------------------------------------------===//
// VarOp, VarLoadOp, VarStoreOp
//===----------------------------------------------------------------------===//

LogicalResult VarOp::verify() {
  if (!getInit())
    return success();
  return verifyAssignable(*this, "first value", getInit().getType(),
                          getResult().getType().getElementType());
}

LogicalResult VarLoadOp::verify() {
  return verifyAssignable(*this, "result", getResult().getType(),
                          getVar().getType().getElementType());
}

LogicalResult VarStoreOp::verify() {
  return verifyAssignable(*this, "stored value", getValue().getType(),
                          getVar().getType().getElementType());
}

//===----------------------------------------------------------------------===//
// TupleOp, TupleLoadOp, TupleWithOp
//===----------------------------------------------------------------------===//

LogicalResult TupleOp::verify() {
  auto type = cast<TupleType>(getResult().getType());
  if (type.size() != getComponents().size())
    return emitOpError("wrong number of components: ")
           << getComponents().size() << ", expected " << type.size();
  for (auto [value, component] : llvm::zip(getComponents(), type.getTypes()))
    if (failed(
            verifyAssignable(*this, "component", value.getType(), component)))
      return failure();
  return success();
}

/// The type of a tuple's component; failure if there is none.
static FailureOr<Type> getComponent(Operation *op, Type tuple, IntegerAttr at) {
  auto type = cast<TupleType>(tuple);
  int64_t index = at.getInt();
  if (index < 0 || index >= static_cast<int64_t>(type.size()))
    return op->emitOpError("index is ")
           << index << ", expected less than " << type.size();
  return type.getType(index);
}

LogicalResult TupleLoadOp::verify() {
  FailureOr<Type> component =
      getComponent(*this, getTuple().getType(), getIndexAttr());
  if (failed(component))
    return failure();
  return verifyAssignable(*this, "result", getResult().getType(), *component);
}

LogicalResult TupleWithOp::verify() {
  FailureOr<Type> component =
      getComponent(*this, getTuple().getType(), getIndexAttr());
  if (failed(component))
    return failure();
  if (getResult().getType() != getTuple().getType())
    return emitOpError("result is ")
           << getResult().getType() << ", expected " << getTuple().getType();
  return verifyAssignable(*this, "component", getValue().getType(), *component);
}

//===----------------------------------------------------------------------===//
// Directives of declarative formats
//===----------------------------------------------------------------------===//

/// A reference as a string: its op says already what it is.
static ParseResult parseReference(OpAsmParser &parser, RefAttr &ref) {
  ref = parseQuotedRef(parser);
  return success(ref != nullptr);
}

static void printReference(OpAsmPrinter &printer, Operation *, RefAttr ref) {
  printer.printString(printRef(ref));
}

#pragma GCC diagnostic ignored "-Wunused-parameter"
#define GET_OP_CLASSES
#include "cm2tt/Dialect/CM/CMOps.cpp.inc"
