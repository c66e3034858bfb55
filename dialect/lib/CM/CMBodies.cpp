// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Ops with bodies: their form in text, and what all ops of `cm` have in
/// common.

#include "CMOpsInternals.h"

using namespace mlir;
using namespace cm2tt::cm;

constexpr StringLiteral bodyTypesName = "bodyTypes";
constexpr StringLiteral bodyLabelsName = "bodyLabels";

Type cm2tt::cm::getBodyType(Region &region) {
  auto parent = dyn_cast_or_null<CodeModelOp>(region.getParentOp());
  if (!parent)
    return Type();
  ArrayAttr types = parent.getBodyTypesAttr();
  unsigned index = region.getRegionNumber();
  if (!types || index >= types.size())
    return Type();
  return parent.getBodyType(index);
}

//===----------------------------------------------------------------------===//
// Verification
//===----------------------------------------------------------------------===//

LogicalResult cm2tt::cm::detail::verifyCodeModelOp(Operation *op) {
  if (op->getNumRegions() == 0)
    return success();
  auto model = cast<CodeModelOp>(op);
  size_t numTypes = model.getBodyTypesAttr().size();
  if (numTypes != op->getNumRegions())
    return op->emitOpError("wrong number of body types: ")
           << numTypes << ", expected " << op->getNumRegions();
  ArrayAttr labels = model.getBodyLabelsAttr();
  if (labels && labels.size() != op->getNumRegions())
    return op->emitOpError("wrong number of body labels: ")
           << labels.size() << ", expected " << op->getNumRegions();
  for (Region &region : op->getRegions())
    if (region.empty())
      return op->emitOpError("body #")
             << region.getRegionNumber() << " has no block";
  return success();
}

LogicalResult cm2tt::cm::detail::verifyBody(Operation *op, unsigned index,
                                            const ExpectedBody &expected) {
  Region &region = op->getRegion(index);
  TypeRange params = region.front().getArgumentTypes();
  if (params.size() != expected.params.size())
    return op->emitOpError("wrong number of parameters of the ")
           << expected.role << ": " << params.size() << ", expected "
           << expected.params.size();
  for (auto [i, type] : llvm::enumerate(params))
    if (!isAssignable(type, expected.params[i]))
      return op->emitOpError("parameter #")
             << i << " of the " << expected.role << " is " << type
             << ", expected " << expected.params[i];
  Type result = getBodyType(region);
  if (!expected.result) {
    if (isa<NoneType>(result))
      return op->emitOpError("the ")
             << expected.role << " yields nothing, expected a value";
    return success();
  }
  if (!isAssignable(result, expected.result))
    return op->emitOpError("the ") << expected.role << " yields " << result
                                   << ", expected " << expected.result;
  return success();
}

LogicalResult cm2tt::cm::detail::verifyAssignable(Operation *op, StringRef what,
                                                  Type from, Type to) {
  if (isAssignable(from, to))
    return success();
  return op->emitOpError() << what << " is " << from << ", expected " << to;
}

LogicalResult cm2tt::cm::detail::verifyRefKind(Operation *op, RefAttr ref,
                                               RefKind kind) {
  if (ref.getKind() == kind)
    return success();
  return op->emitOpError("reference names a ")
         << stringifyRefKind(ref.getKind()) << ", expected a "
         << stringifyRefKind(kind);
}

LogicalResult cm2tt::cm::detail::verifyArity(Operation *op, RefAttr ref,
                                             size_t numArgs,
                                             bool mayHaveReceiver) {
  size_t numParams = ref.getParams().size();
  if (numArgs == numParams || (mayHaveReceiver && numArgs == numParams + 1))
    return success();
  auto last = numParams ? dyn_cast<JavaType>(ref.getParams().back()) : nullptr;
  if (last && last.isArray() && numArgs + 1 >= numParams)
    return success();
  return op->emitOpError("wrong number of operands: ")
         << numArgs << ", expected " << numParams
         << (mayHaveReceiver ? ", or one more for a receiver" : "");
}

//===----------------------------------------------------------------------===//
// Parsing
//===----------------------------------------------------------------------===//

/// Parses the unnamed attribute of an op with bodies, a string, if it is there.
static ParseResult parseDefaultAttr(OpAsmParser &parser, OperationState &state,
                                    StringRef name) {
  std::string text;
  if (name.empty() || failed(parser.parseOptionalString(&text)))
    return success();
  state.addAttribute(name, parser.getBuilder().getStringAttr(text));
  return success();
}

/// Parses `"label" (parameters) -> type { .. }`.
static ParseResult parseBody(OpAsmParser &parser, OperationState &state,
                             SmallVectorImpl<Attribute> &types,
                             SmallVectorImpl<Attribute> &labels) {
  std::string label;
  SmallVector<OpAsmParser::Argument> params;
  Type type;
  (void)parser.parseOptionalString(&label);
  if (parser.parseArgumentList(params, AsmParser::Delimiter::Paren,
                               /*allowType=*/true) ||
      parser.parseArrow() || parser.parseType(type) ||
      parser.parseRegion(*state.addRegion(), params))
    return failure();
  types.push_back(TypeAttr::get(type));
  labels.push_back(parser.getBuilder().getStringAttr(label));
  return success();
}

/// Whether any body has a label.
static bool hasLabel(ArrayRef<Attribute> labels) {
  return llvm::any_of(labels, [](Attribute label) {
    return !cast<StringAttr>(label).getValue().empty();
  });
}

ParseResult cm2tt::cm::detail::parseBodyOp(OpAsmParser &parser,
                                           OperationState &state,
                                           StringRef defaultAttrName) {
  SmallVector<OpAsmParser::UnresolvedOperand> operands;
  SMLoc operandsLoc = parser.getCurrentLocation();
  if (parser.parseOperandList(operands) ||
      parseDefaultAttr(parser, state, defaultAttrName) ||
      parser.parseOptionalAttrDict(state.attributes))
    return failure();
  SmallVector<Attribute> types, labels;
  while (succeeded(parser.parseOptionalKeyword("body")))
    if (parseBody(parser, state, types, labels))
      return failure();
  Builder &builder = parser.getBuilder();
  state.addAttribute(bodyTypesName, builder.getArrayAttr(types));
  if (hasLabel(labels))
    state.addAttribute(bodyLabelsName, builder.getArrayAttr(labels));
  FunctionType type = builder.getFunctionType({}, {});
  if (succeeded(parser.parseOptionalColon()) && parser.parseType(type))
    return failure();
  state.addTypes(type.getResults());
  return parser.resolveOperands(operands, type.getInputs(), operandsLoc,
                                state.operands);
}

//===----------------------------------------------------------------------===//
// Printing
//===----------------------------------------------------------------------===//

/// Prints one body after the keyword.
static void printBody(OpAsmPrinter &printer, CodeModelOp op, Region &region) {
  unsigned index = region.getRegionNumber();
  printer << "body ";
  if (ArrayAttr labels = op.getBodyLabelsAttr()) {
    StringRef label = cast<StringAttr>(labels[index]).getValue();
    if (!label.empty()) {
      printer.printString(label);
      printer << ' ';
    }
  }
  printer << '(';
  llvm::interleaveComma(
      region.getArguments(), printer,
      [&](BlockArgument param) { printer.printRegionArgument(param); });
  printer << ") -> " << op.getBodyType(index) << ' ';
  printer.printRegion(region, /*printEntryBlockArgs=*/false);
}

void cm2tt::cm::detail::printBodyOp(OpAsmPrinter &printer, Operation *op) {
  auto model = cast<CodeModelOp>(op);
  if (op->getNumOperands())
    printer << ' ' << op->getOperands();
  StringRef defaultName = model.getDefaultAttrName();
  if (auto text = dyn_cast_or_null<StringAttr>(model.getDefaultAttr())) {
    printer << ' ';
    printer.printString(text.getValue());
  }
  printer.printOptionalAttrDict(op->getAttrs(),
                                {defaultName, bodyTypesName, bodyLabelsName});
  bool ownLines = op->getNumRegions() > 1;
  if (ownLines) {
    printer.increaseIndent();
  }
  for (Region &region : op->getRegions()) {
    if (ownLines)
      printer.printNewline();
    else
      printer << ' ';
    printBody(printer, model, region);
  }
  if (ownLines)
    printer.decreaseIndent();
  if (op->getNumOperands() || op->getNumResults()) {
    printer << " : ";
    printer.printFunctionalType(op);
  }
}

#include "cm2tt/Dialect/CM/CMInterfaces.cpp.inc"
