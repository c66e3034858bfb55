// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Creates a model from a module: functions, operations, bodies.

#include "ExportInternals.h"

#include "llvm/ADT/StringSwitch.h"

namespace cm2tt::model {

/// The location in the input is not needed, so that of an operation of the
/// model refers to the op from which it was created: writers do not look at it,
/// and a table would have to survive the copies into the arena.
static llvm::SMLoc toPlace(mlir::Operation *op) {
  return llvm::SMLoc::getFromPointer(reinterpret_cast<const char *>(op));
}

mlir::Operation *Exporter::sourceOf(const Operation &op) {
  return reinterpret_cast<mlir::Operation *>(
      const_cast<char *>(op.loc.getPointer()));
}

//===----------------------------------------------------------------------===//
// The module
//===----------------------------------------------------------------------===//

mlir::LogicalResult Exporter::run() {
  exportModuleAttributes();
  exportSpelling();
  exportSignature();
  llvm::SmallVector<Operation> functions;
  for (mlir::Operation &op : *module.getBody()) {
    if (!mlir::isa<cm::FuncOp>(op)) {
      op.emitError() << "op outside of a function: '" << op.getName()
                     << "', expected 'cm.func'";
      return mlir::failure();
    }
    nameValues(&op);
    functions.push_back(exportOperation(&op));
  }
  if (!exportWrapper(functions))
    model.functions = model.save(llvm::ArrayRef<Operation>(functions));
  model.link();
  return mlir::success(!failed);
}

/// Puts the `module` of the text around the functions, if it had one.
bool Exporter::exportWrapper(llvm::SmallVectorImpl<Operation> &functions) {
  auto spelling =
      module->getAttrOfType<mlir::DictionaryAttr>(cm::spellingAttrName);
  auto parts = spelling ? spelling.getAs<mlir::DictionaryAttr>("module")
                        : mlir::DictionaryAttr();
  if (!parts)
    return false;
  Operation end, wrapper;
  end.name = "unreachable";
  functions.push_back(end);
  Block block;
  block.operations = model.save(llvm::ArrayRef<Operation>(functions));
  Body body;
  body.result = model.types().primitive("void");
  body.blocks = model.save(llvm::ArrayRef<Block>(block));
  wrapper.name = "module";
  wrapper.bodies = model.save(llvm::ArrayRef<Body>(body));
  if (mlir::Attribute attribute = parts.get("value")) {
    Attribute unnamed;
    unnamed.value = value(module, attribute);
    wrapper.value = model.make(unnamed);
  }
  llvm::SmallVector<Attribute> named;
  if (auto attributes = parts.getAs<mlir::DictionaryAttr>("named"))
    for (mlir::NamedAttribute each : attributes)
      named.push_back({each.getName(), value(module, each.getValue()), {}});
  wrapper.attributes = model.save(llvm::ArrayRef<Attribute>(named));
  if (auto loc = parts.getAs<mlir::LocationAttr>("loc"))
    exportLocation(loc, wrapper);
  model.module = model.make(wrapper);
  model.functions = block.operations.drop_back();
  return true;
}

void Exporter::exportModuleAttributes() {
  auto text = [&](llvm::StringRef name) {
    auto attribute = module->getAttrOfType<mlir::StringAttr>(name);
    return attribute ? attribute.getValue() : llvm::StringRef();
  };
  model.kernel = text(cm::kernelAttrName);
  model.source = text(cm::sourceAttrName);
  model.producer = text(cm::producerAttrName);
}

void Exporter::exportSpelling() {
  auto spelling =
      module->getAttrOfType<mlir::DictionaryAttr>(cm::spellingAttrName);
  model.spelling = Spelling::current();
  if (!spelling)
    return;
  auto flag = [&](llvm::StringRef name, bool &setting) {
    if (auto value = spelling.getAs<mlir::BoolAttr>(name))
      setting = value.getValue();
  };
  flag("colon", model.spelling.colonInReferences);
  flag("tagged", model.spelling.taggedReferences);
  flag("literals", model.spelling.literalConstants);
  auto types = spelling.getAs<mlir::StringAttr>("types");
  if (types && types.getValue() == "bare")
    model.spelling.types = TypeSpelling::Bare;
  auto blocks = spelling.getAs<mlir::StringAttr>("blocks");
  if (blocks && blocks.getValue() == "counter")
    model.spelling.blocks = Spelling::Blocks::Counter;
}

void Exporter::exportSignature() {
  auto entries = module->getAttrOfType<mlir::ArrayAttr>(cm::signatureAttrName);
  if (!entries)
    return;
  model.hasSignature = true;
  llvm::SmallVector<SignatureEntry> signature;
  for (mlir::Attribute entry : entries)
    signature.push_back({value(module, entry), {}});
  model.signature = model.save(llvm::ArrayRef<SignatureEntry>(signature));
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

Operation Exporter::exportOperation(mlir::Operation *op) {
  Operation out;
  out.loc = toPlace(op);
  if (!mlir::isa<cm::CodeModelOp>(op)) {
    failed = true;
    op->emitError() << "no op of a code model: '" << op->getName() << "'";
    return out;
  }
  out.name = op->getName().stripDialect();
  if (op->getNumResults()) {
    out.result = idOf(op->getResult(0));
    out.type = type(op, op->getResult(0).getType());
  }
  exportOperands(op, out);
  exportAttributes(op, out);
  exportBodies(op, out);
  exportLocation(op->getLoc(), out);
  return out;
}

llvm::ArrayRef<ValueUse> Exporter::exportUses(mlir::ValueRange values) {
  llvm::SmallVector<ValueUse> uses;
  for (mlir::Value value : values)
    uses.push_back({idOf(value), {}});
  return model.save(llvm::ArrayRef<ValueUse>(uses));
}

/// The number of operands of each successor; they are the last ones of an op.
static llvm::SmallVector<size_t> successorCounts(mlir::Operation *op) {
  llvm::SmallVector<size_t> counts;
  if (auto branch = mlir::dyn_cast<mlir::BranchOpInterface>(op)) {
    for (unsigned i = 0; i < op->getNumSuccessors(); ++i)
      counts.push_back(branch.getSuccessorOperands(i).size());
  } else if (auto segments =
                 op->getAttrOfType<mlir::DenseI32ArrayAttr>("segments")) {
    llvm::append_range(counts, segments.asArrayRef());
  }
  return counts;
}

void Exporter::exportOperands(mlir::Operation *op, Operation &out) {
  llvm::SmallVector<size_t> counts = successorCounts(op);
  size_t at = op->getNumOperands();
  for (size_t count : counts)
    at -= count;
  out.operands = exportUses(op->getOperands().take_front(at));
  llvm::SmallVector<Successor> successors;
  for (auto [block, count] : llvm::zip(op->getSuccessors(), counts)) {
    Successor successor;
    successor.index =
        std::distance(block->getParent()->begin(), block->getIterator());
    successor.arguments = exportUses(op->getOperands().slice(at, count));
    successors.push_back(successor);
    at += count;
  }
  out.successors = model.save(llvm::ArrayRef<Successor>(successors));
}

void Exporter::exportAttributes(mlir::Operation *op, Operation &out) {
  auto modelOp = mlir::cast<cm::CodeModelOp>(op);
  if (mlir::Attribute attribute = modelOp.getDefaultAttr()) {
    Attribute unnamed;
    unnamed.value = value(op, attribute);
    if (auto name = op->getAttrOfType<mlir::StringAttr>(cm::valueNameAttrName))
      unnamed.name = name.getValue();
    out.value = model.make(unnamed);
  }
  llvm::SmallVector<Attribute> named;
  if (mlir::DictionaryAttr attributes = modelOp.getNamedAttr())
    for (mlir::NamedAttribute each : attributes)
      named.push_back({each.getName(), value(op, each.getValue()), {}});
  exportOrder(op, out, named);
  out.attributes = model.save(llvm::ArrayRef<Attribute>(named));
}

/// Restores what Emitter::emitOrder kept, if it still fits.
void Exporter::exportOrder(mlir::Operation *op, Operation &out,
                           llvm::SmallVectorImpl<Attribute> &named) {
  auto kept = op->getAttrOfType<mlir::DenseI32ArrayAttr>(cm::orderAttrName);
  if (!kept || kept.size() != int64_t(named.size()) + 3)
    return;
  llvm::ArrayRef<int32_t> order = kept.asArrayRef();
  llvm::SmallVector<Attribute> reordered;
  for (int32_t index : order.drop_front(3))
    if (index >= 0 && size_t(index) < named.size())
      reordered.push_back(named[index]);
  auto limit = [&](int32_t position) {
    return std::clamp<int32_t>(position, 0, named.size());
  };
  out.valuePosition = limit(order[0]);
  out.locationPosition = limit(order[1]);
  out.locationAfterValue = order[2] != 0;
  named = std::move(reordered);
}

//===----------------------------------------------------------------------===//
// Bodies
//===----------------------------------------------------------------------===//

void Exporter::exportBodies(mlir::Operation *op, Operation &out) {
  auto modelOp = mlir::cast<cm::CodeModelOp>(op);
  mlir::ArrayAttr labels = modelOp.getBodyLabelsAttr();
  llvm::SmallVector<Body> bodies;
  for (auto [i, region] : llvm::enumerate(op->getRegions())) {
    Body body;
    if (labels)
      body.label = mlir::cast<mlir::StringAttr>(labels[i]).getValue();
    body.parameters = exportParameters(region.front());
    body.result = type(op, modelOp.getBodyType(i));
    body.blocks = exportBlocks(region, i);
    bodies.push_back(body);
  }
  out.bodies = model.save(llvm::ArrayRef<Body>(bodies));
}

/// The kept names of a body's blocks; null if there are none.
static mlir::ArrayAttr blockNamesOf(mlir::Region &region, unsigned index) {
  auto bodies = region.getParentOp()->getAttrOfType<mlir::ArrayAttr>(
      cm::blockNamesAttrName);
  auto names = bodies && index < bodies.size()
                   ? mlir::dyn_cast<mlir::ArrayAttr>(bodies[index])
                   : mlir::ArrayAttr();
  bool fits = names && names.size() == region.getBlocks().size();
  return fits ? names : mlir::ArrayAttr();
}

llvm::ArrayRef<Block> Exporter::exportBlocks(mlir::Region &region,
                                             unsigned index) {
  mlir::ArrayAttr names = blockNamesOf(region, index);
  llvm::SmallVector<Block> blocks;
  for (mlir::Block &made : region) {
    Block block;
    if (!made.isEntryBlock())
      block.parameters = exportParameters(made);
    llvm::SmallVector<Operation> operations;
    for (mlir::Operation &op : made)
      operations.push_back(exportOperation(&op));
    block.operations = model.save(llvm::ArrayRef<Operation>(operations));
    auto name = names ? mlir::dyn_cast<mlir::StringAttr>(names[blocks.size()])
                      : mlir::StringAttr();
    if (name)
      block.name = name.getValue();
    blocks.push_back(block);
  }
  return model.save(llvm::ArrayRef<Block>(blocks));
}

llvm::ArrayRef<Parameter> Exporter::exportParameters(mlir::Block &block) {
  llvm::SmallVector<Parameter> parameters;
  for (mlir::BlockArgument argument : block.getArguments())
    parameters.push_back(
        {idOf(argument), type(block.getParentOp(), argument.getType()), {}});
  return model.save(llvm::ArrayRef<Parameter>(parameters));
}

/// The position in a location, and the tag that names its owner; a position
/// without a tag belongs to the op.
static std::pair<mlir::FileLineColLoc, llvm::StringRef>
readLocation(mlir::Location loc) {
  if (auto place = mlir::dyn_cast<mlir::FileLineColLoc>(loc))
    return {nullptr, inputLocationTag};
  auto fused = mlir::dyn_cast<mlir::FusedLoc>(loc);
  auto tag = fused
                 ? mlir::dyn_cast_or_null<mlir::StringAttr>(fused.getMetadata())
                 : mlir::StringAttr();
  if (!tag || fused.getLocations().empty())
    return {nullptr, inputLocationTag};
  return {mlir::dyn_cast<mlir::FileLineColLoc>(fused.getLocations().front()),
          tag.getValue()};
}

void Exporter::exportLocation(mlir::Location loc, Operation &out) {
  auto [place, tag] = readLocation(loc);
  bool withFile = tag == ownFileLocationTag;
  if (!place || (tag != ownLocationTag && !withFile))
    return;
  out.java = {place.getLine(), place.getColumn(), llvm::StringRef()};
  if (withFile)
    out.java.file = place.getFilename().getValue();
}

} // namespace cm2tt::model
