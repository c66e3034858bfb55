// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Locations of what is imported (Importer.h has their form).

#include "EmitInternals.h"

#include "llvm/Support/SourceMgr.h"

namespace cm2tt::model {

LocationBuilder::LocationBuilder(llvm::SourceMgr &sources,
                                 mlir::MLIRContext *context, const Model &model)
    : context(context), model(model),
      ownTag(mlir::StringAttr::get(context, ownLocationTag)),
      ownFileTag(mlir::StringAttr::get(context, ownFileLocationTag)),
      inheritedTag(mlir::StringAttr::get(context, inheritedLocationTag)),
      inputTag(mlir::StringAttr::get(context, inputLocationTag)),
      lines(sources.getMemoryBuffer(sources.getMainFileID())->getBuffer()) {
  const llvm::MemoryBuffer *buffer =
      sources.getMemoryBuffer(sources.getMainFileID());
  file = mlir::StringAttr::get(context, buffer->getBufferIdentifier());
}

mlir::FileLineColLoc LocationBuilder::input(llvm::SMLoc loc) const {
  auto [line, column] = lines.lookup(loc);
  return mlir::FileLineColLoc::get(file, line, column);
}

/// The position at the beginning of a location of the importer.
static mlir::FileLineColLoc firstPlace(mlir::LocationAttr loc) {
  auto fused = mlir::cast<mlir::FusedLoc>(loc);
  return mlir::cast<mlir::FileLineColLoc>(fused.getLocations().front());
}

/// The tag of a location of the importer.
static mlir::Attribute tagOf(mlir::LocationAttr loc) {
  return mlir::cast<mlir::FusedLoc>(loc).getMetadata();
}

/// A name for the file that a function stands in, where no one gives it: the
/// outermost class's.
static std::string fileOfOwner(const Operation &op) {
  const Attribute *owner = op.attribute("owner");
  if (!owner || owner->value.kind != AttributeValue::Kind::String)
    return "<java>";
  llvm::StringRef name = owner->value.string;
  name = name.substr(name.rfind('.') + 1).split('$').first;
  return name.str() + ".java";
}

mlir::FileLineColLoc LocationBuilder::java(const Operation &op,
                                           mlir::LocationAttr parent) const {
  mlir::StringAttr javaFile;
  if (!op.java.file.empty())
    javaFile = mlir::StringAttr::get(context, op.java.file);
  else if (parent && tagOf(parent) != inputTag)
    javaFile = firstPlace(parent).getFilename();
  // An operation in the model's main file, or in one without a name.
  if (!javaFile || javaFile.empty())
    javaFile = mlir::StringAttr::get(
        context, model.source.empty() ? fileOfOwner(op) : model.source.str());
  return mlir::FileLineColLoc::get(javaFile, op.java.line, op.java.column);
}

mlir::Location LocationBuilder::fuse(mlir::FileLineColLoc place,
                                     llvm::StringRef name, llvm::SMLoc loc,
                                     mlir::StringAttr tag) const {
  mlir::Location named =
      mlir::NameLoc::get(mlir::StringAttr::get(context, name), input(loc));
  return mlir::FusedLoc::get({mlir::Location(place), named}, tag, context);
}

mlir::Location LocationBuilder::of(const Operation &op,
                                   mlir::LocationAttr parent) const {
  llvm::StringRef name = op.result.empty() ? op.name : op.result;
  if (op.java)
    return fuse(java(op, parent), name, op.loc,
                op.java.file.empty() ? ownTag : ownFileTag);
  if (parent && tagOf(parent) != inputTag)
    return fuse(firstPlace(parent), name, op.loc, inheritedTag);
  return fuse(input(op.loc), name, op.loc, inputTag);
}

mlir::Location LocationBuilder::of(const Parameter &param,
                                   mlir::Location parent) const {
  if (tagOf(parent) == inputTag)
    return fuse(input(param.loc), param.id, param.loc, inputTag);
  return fuse(firstPlace(parent), param.id, param.loc, inheritedTag);
}

} // namespace cm2tt::model
