// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The module: its functions, and the other properties of the file.

#include "EmitInternals.h"
#include "Readers.h"
#include "cm2tt/Dialect/CM/Signature.h"

#include "mlir/IR/Builders.h"

namespace cm2tt::model {

//===----------------------------------------------------------------------===//
// Diagnostics
//===----------------------------------------------------------------------===//

void Emitter::attachPlace(mlir::Diagnostic &diagnostic, const Operation &op,
                          llvm::SMLoc loc) const {
  mlir::Location place = locations.input(loc.isValid() ? loc : op.loc);
  if (model.fromJson)
    diagnostic.attachNote(place) << "at " << pathOf(model, op);
  else if (mlir::Location(diagnostic.getLocation())
               ->findInstanceOf<mlir::FileLineColLoc>() != place)
    diagnostic.attachNote(place) << "in the model here";
}

mlir::InFlightDiagnostic Emitter::error(const Operation &op, llvm::SMLoc loc) {
  failed = true;
  // The operation may not have been reached yet, its parent neither.
  const Operation *located = &op;
  while (located && !located->java)
    located = located->parent ? located->parent->parent->parent : nullptr;
  mlir::Location place = locations.input(loc.isValid() ? loc : op.loc);
  if (located) {
    mlir::LocationAttr known = locationOf.lookup(located);
    place = known ? mlir::Location(known) : locations.of(*located, nullptr);
  }
  mlir::InFlightDiagnostic diagnostic = mlir::emitError(place);
  if (++errors > maxErrors)
    diagnostic.abandon();
  else
    attachPlace(*diagnostic.getUnderlyingDiagnostic(), op, loc);
  return diagnostic;
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

/// The `module` around the functions of the text.
mlir::Attribute Emitter::emitWrapper(const Operation &op) {
  mlir::NamedAttrList parts, named;
  parts.append("loc", mlir::LocationAttr(locations.of(op, nullptr)));
  mlir::Attribute value =
      op.value ? values.attribute(op.value->value) : mlir::Attribute();
  if (value)
    parts.append("value", value);
  for (const Attribute &attribute : op.attributes)
    if (mlir::Attribute made = values.attribute(attribute.value))
      named.set(attribute.name, made);
  parts.append("named", named.getDictionary(context));
  return parts.getDictionary(context);
}

/// How the input spells, as a dictionary.
mlir::DictionaryAttr Emitter::emitSpelling() {
  mlir::Builder builder(context);
  const Spelling &spelling = model.spelling;
  bool quoted = spelling.types == TypeSpelling::Quoted;
  bool path = spelling.blocks == Spelling::Blocks::Path;
  mlir::NamedAttrList parts;
  parts.append("types", builder.getStringAttr(quoted ? "quoted" : "bare"));
  parts.append("colon", builder.getBoolAttr(spelling.colonInReferences));
  parts.append("tagged", builder.getBoolAttr(spelling.taggedReferences));
  parts.append("literals", builder.getBoolAttr(spelling.literalConstants));
  parts.append("blocks", builder.getStringAttr(path ? "path" : "counter"));
  if (model.module)
    parts.append("module", emitWrapper(*model.module));
  return parts.getDictionary(context);
}

void Emitter::emitModuleAttributes(mlir::ModuleOp module,
                                   const ImportOptions &options) {
  mlir::Builder builder(context);
  auto setString = [&](llvm::StringRef name, llvm::StringRef text) {
    if (!text.empty())
      module->setAttr(name, builder.getStringAttr(text));
  };
  setString(cm::kernelAttrName,
            options.kernel.empty() ? model.kernel : options.kernel);
  setString(cm::sourceAttrName, model.source);
  setString(cm::producerAttrName, model.producer);
  module->setAttr(cm::spellingAttrName, emitSpelling());
  emitSignature(module, options);
}

void Emitter::emitSignature(mlir::ModuleOp module,
                            const ImportOptions &options) {
  llvm::SmallVector<mlir::Attribute> entries;
  llvm::SmallVector<mlir::Location> entryLocs;
  mlir::Location loc = locations.input(model.signatureLoc);
  auto report = [&](mlir::Location at, const llvm::Twine &message) {
    failed = true;
    mlir::emitError(at) << message;
  };
  if (options.signature) {
    loc = mlir::NameLoc::get(mlir::StringAttr::get(context, "--signature"));
    auto split = cm::splitSignature(
        *options.signature, context,
        [&](const llvm::Twine &message) { report(loc, message); });
    if (mlir::failed(split))
      return;
    entries = std::move(*split);
    entryLocs.assign(entries.size(), loc);
  } else if (model.hasSignature) {
    for (const SignatureEntry &entry : model.signature) {
      entries.push_back(values.attribute(entry.value));
      entryLocs.push_back(locations.input(entry.loc));
    }
  } else {
    return;
  }
  for (auto [entry, at] : llvm::zip(entries, entryLocs))
    (void)cm::parseArgSpec(entry, [&, at = at](const llvm::Twine &message) {
      report(at, message);
    });
  module->setAttr(cm::signatureAttrName,
                  mlir::ArrayAttr::get(context, entries));
  module->setAttr(cm::signatureLocAttrName, loc);
}

//===----------------------------------------------------------------------===//
// The module
//===----------------------------------------------------------------------===//

mlir::OwningOpRef<mlir::ModuleOp> Emitter::emit(const ImportOptions &options) {
  mlir::OwningOpRef<mlir::ModuleOp> module =
      mlir::ModuleOp::create(locations.input({}));
  mlir::LocationAttr parent;
  if (model.module)
    parent = locations.of(*model.module, nullptr);
  for (const Operation &op : model.functions) {
    if (op.name != "func") {
      error(op, op.nameLoc) << "operation outside of a function: '" << op.name
                            << "', expected 'func'";
      continue;
    }
    if (mlir::Operation *function = emitFunction(op, parent))
      module->push_back(function);
  }
  emitModuleAttributes(*module, options);
  if (failed || !verify(*module))
    return nullptr;
  checkUnique(*module);
  checkSignature(*module);
  if (failed)
    return nullptr;
  return module;
}

} // namespace cm2tt::model
