// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Creates an op of `cm` for each operation of a model. There is no table of
/// operations: the name of the op is that of the operation, the op names its
/// unnamed attribute, and only the interpretation of a literal depends on the
/// operation (AttributeValues.cpp).

#include "EmitInternals.h"

#include "mlir/IR/Builders.h"

namespace cm2tt::model {

/// Calls the static method of an op that is known by name only.
static llvm::StringRef defaultAttrName(mlir::OperationName name) {
  const auto *interface = name.getInterface<cm::CodeModelOp>();
  return interface ? interface->getDefaultAttrName() : llvm::StringRef();
}

/// Whether ops of this name have the inherent attribute.
static bool hasInherent(mlir::OperationName name, llvm::StringRef attribute) {
  return llvm::any_of(name.getAttributeNames(), [&](mlir::StringAttr each) {
    return each.getValue() == attribute;
  });
}

mlir::Type Emitter::emitType(const Operation &op, const TypeName *type,
                             llvm::SMLoc loc) {
  if (mlir::Type made = values.type(type))
    return made;
  error(op, loc) << "no type of a code model: '" << toString(*type, Spelling())
                 << "'";
  return mlir::NoneType::get(context);
}

mlir::Operation *Emitter::emitOperation(const Operation &op,
                                        mlir::LocationAttr parent,
                                        llvm::ArrayRef<mlir::Block *> blocks) {
  mlir::Location loc = locations.of(op, parent);
  locationOf[&op] = loc;
  operationAt[mlir::LocationAttr(loc)] = &op;
  mlir::OperationName name("cm." + op.name.str(), context);
  if (!name.isRegistered()) {
    error(op, op.nameLoc) << "unknown operation in version "
                          << Model::formatVersion << " of the format: '"
                          << op.name << "'";
    return nullptr;
  }
  mlir::OperationState state(loc, name);
  OpBuildState build{op, state, blocks};
  checkCounts(build);
  emitOperands(build);
  emitSuccessors(build);
  emitAttributes(build);
  if (op.type)
    state.addTypes(emitType(op, op.type, op.typeLoc));
  emitBodies(build);
  // An op may name as its operand what its own bodies define; that this is
  // wrong is found with the rest of such (checkDominance).
  for (mlir::Value &operand : state.operands)
    if (mlir::Value value = replaced.lookup(operand))
      operand = value;
  // The op is created even after an error, since other ops use the values that
  // its bodies define. An invalid attribute is dropped.
  (void)name.getRegisteredInfo()->verifyInherentAttrs(state.attributes, [&] {
    mlir::InFlightDiagnostic diagnostic =
        error(op, op.value ? op.value->loc : op.loc);
    diagnostic << "'" << op.name << "': ";
    return diagnostic;
  });
  mlir::Operation *made = mlir::Operation::create(state);
  if (op.type)
    define(op.result, made->getResult(0));
  return made;
}

void Emitter::emitOperands(OpBuildState &build) {
  for (const ValueUse &operand : build.op.operands)
    build.state.operands.push_back(use(build.op, operand));
}

void Emitter::emitSuccessors(OpBuildState &build) {
  mlir::Builder builder(context);
  llvm::SmallVector<int32_t> counts;
  for (const Successor &successor : build.op.successors) {
    size_t index = successor.index;
    if (index >= build.blocks.size()) {
      mlir::InFlightDiagnostic diagnostic = error(build.op, successor.loc);
      if (successor.block.empty())
        diagnostic << "no block of the body: " << successor.index
                   << ", expected less than " << build.blocks.size();
      else
        diagnostic << "no block of the body: '^" << successor.block << "'";
      continue;
    }
    if (index == 0)
      error(build.op, successor.loc) << "branch to the entry of the body";
    else
      checkArguments(build.op, successor, *build.blocks[index]);
    build.state.addSuccessors(build.blocks[index]);
    counts.push_back(successor.arguments.size());
    for (const ValueUse &argument : successor.arguments)
      build.state.operands.push_back(use(build.op, argument));
  }
  if (hasInherent(build.state.name, "segments"))
    build.state.addAttribute("segments", builder.getDenseI32ArrayAttr(counts));
  if (!hasInherent(build.state.name, "operandSegmentSizes"))
    return;
  counts.insert(counts.begin(), build.op.operands.size());
  // Also where the number of successors is wrong, which is an error already.
  counts.resize(3);
  build.state.addAttribute("operandSegmentSizes",
                           builder.getDenseI32ArrayAttr(counts));
}

void Emitter::emitAttributes(OpBuildState &build) {
  const Operation &op = build.op;
  emitNamed(build);
  emitOrder(build);
  if (!op.value)
    return;
  llvm::StringRef name = defaultAttrName(build.state.name);
  if (name.empty()) {
    error(op, op.value->loc)
        << "'" << op.name << "' takes no unnamed attribute";
    return;
  }
  // A constant's number is of its result's type.
  bool isConstant =
      build.state.name.getStringRef() == cm::ConstantOp::getOperationName();
  mlir::Type type = isConstant && op.type ? values.type(op.type) : mlir::Type();
  if (mlir::Attribute value = values.attribute(op.value->value, type))
    build.state.addAttribute(name, value);
  else
    error(op, op.value->loc) << "no type of a code model in the attribute";
  if (!op.value->name.empty())
    build.state.addAttribute(cm::valueNameAttrName,
                             mlir::StringAttr::get(context, op.value->name));
}

void Emitter::emitNamed(OpBuildState &build) {
  mlir::NamedAttrList named;
  for (const Attribute &attribute : build.op.attributes) {
    mlir::Attribute value = values.attribute(attribute.value);
    assert(!named.get(attribute.name) && "both readers refuse duplicates");
    if (!value)
      error(build.op, attribute.loc)
          << "no type of a code model in the attribute";
    else
      named.append(attribute.name, value);
  }
  if (named.empty())
    return;
  build.state.addAttribute("named", named.getDictionary(context));
}

/// Keeps the order of attributes in the input where it is not the usual one:
/// the unnamed, then the named ones by name, with the location before all.
void Emitter::emitOrder(OpBuildState &build) {
  const Operation &op = build.op;
  llvm::SmallVector<llvm::StringRef> sorted;
  for (const Attribute &attribute : op.attributes)
    sorted.push_back(attribute.name);
  llvm::sort(sorted);
  llvm::SmallVector<int32_t> order{op.valuePosition, op.locationPosition,
                                   op.locationAfterValue};
  bool usual = op.valuePosition == 0 && op.locationPosition == 0 &&
               !op.locationAfterValue;
  for (auto [i, attribute] : llvm::enumerate(op.attributes)) {
    order.push_back(llvm::find(sorted, attribute.name) - sorted.begin());
    usual &= order.back() == int32_t(i);
  }
  if (!usual)
    build.state.addAttribute(cm::orderAttrName,
                             mlir::DenseI32ArrayAttr::get(context, order));
}

/// Whether any of these strings is not empty.
static bool hasText(llvm::ArrayRef<mlir::Attribute> strings) {
  return llvm::any_of(strings, [](mlir::Attribute string) {
    return !mlir::cast<mlir::StringAttr>(string).getValue().empty();
  });
}

void Emitter::emitBodies(OpBuildState &build) {
  mlir::Builder builder(context);
  llvm::SmallVector<mlir::Attribute> types, labels;
  for (const Body &body : build.op.bodies) {
    types.push_back(
        mlir::TypeAttr::get(emitType(build.op, body.result, body.resultLoc)));
    labels.push_back(builder.getStringAttr(body.label));
    emitBlocks(build.op, body, *build.state.addRegion(), build.state.location);
  }
  if (!hasInherent(build.state.name, "bodyTypes"))
    return;
  build.state.addAttribute("bodyTypes", builder.getArrayAttr(types));
  if (hasText(labels))
    build.state.addAttribute("bodyLabels", builder.getArrayAttr(labels));
  emitBlockNames(build);
}

/// Keeps the names of blocks that a writer would not make up of itself.
void Emitter::emitBlockNames(OpBuildState &build) {
  mlir::Builder builder(context);
  llvm::SmallVector<mlir::Attribute> bodies;
  bool any = false;
  for (const Body &body : build.op.bodies) {
    llvm::SmallVector<mlir::Attribute> names;
    for (const Block &block : body.blocks) {
      bool own = !block.name.empty() && block.name != blockNames.made(block);
      names.push_back(builder.getStringAttr(own ? block.name : ""));
    }
    any |= hasText(names);
    bodies.push_back(builder.getArrayAttr(names));
  }
  if (any)
    build.state.addAttribute(cm::blockNamesAttrName,
                             builder.getArrayAttr(bodies));
}

void Emitter::emitBlocks(const Operation &op, const Body &body,
                         mlir::Region &region, mlir::Location loc) {
  // Branches may go to later blocks.
  llvm::SmallVector<mlir::Block *> blocks;
  for (const Block &block : body.blocks) {
    auto *made = new mlir::Block();
    region.push_back(made);
    blocks.push_back(made);
    bool isEntry = blocks.size() == 1;
    for (const Parameter &param : isEntry ? body.parameters : block.parameters)
      define(param.id, made->addArgument(emitType(op, param.type, param.loc),
                                         locations.of(param, loc)));
  }
  for (auto [block, made] : llvm::zip(body.blocks, blocks)) {
    for (const Operation &inner : block.operations)
      if (mlir::Operation *innerOp = emitOperation(inner, loc, blocks))
        made->push_back(innerOp);
    checkTerminators(block);
  }
}

} // namespace cm2tt::model
