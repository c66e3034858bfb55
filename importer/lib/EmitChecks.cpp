// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Checks of the created operations, in the terms of the model: `'java.while'
/// has 1 body, expected 2`, where MLIR would report regions and `i32`. Counts,
/// branches and scopes are checked before MLIR's verifier runs, and the
/// verifier's messages are reworded with Java's types and the names of the
/// model.
///
/// Not here: the ops' own verifiers (dialect/lib/CM), which run last.

#include "EmitInternals.h"
#include "Readers.h"
#include "cm2tt/Dialect/CM/Spelling.h"

#include "mlir/IR/Dominance.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "llvm/Support/raw_ostream.h"

namespace cm2tt::model {

//===----------------------------------------------------------------------===//
// Counts
//===----------------------------------------------------------------------===//

namespace {
/// The number of operands, bodies or successors of an op.
struct Expected {
  unsigned least;
  /// Whether the number is exact.
  bool exact;
};
} // namespace

/// The number of operands that an op's traits require, those of its successors
/// included.
static Expected expectedOperands(mlir::OperationName name) {
  namespace trait = mlir::OpTrait;
  if (name.hasTrait<trait::ZeroOperands>())
    return {0, true};
  if (name.hasTrait<trait::OneOperand>())
    return {1, true};
  if (name.hasTrait<trait::NOperands<2>::Impl>())
    return {2, true};
  if (name.hasTrait<trait::NOperands<3>::Impl>())
    return {3, true};
  if (name.hasTrait<trait::AtLeastNOperands<1>::Impl>())
    return {1, false};
  if (name.hasTrait<trait::AtLeastNOperands<2>::Impl>())
    return {2, false};
  return {0, false};
}

/// The number of bodies that an op's traits require.
static Expected expectedBodies(mlir::OperationName name) {
  namespace trait = mlir::OpTrait;
  if (name.hasTrait<trait::ZeroRegions>())
    return {0, true};
  if (name.hasTrait<trait::OneRegion>())
    return {1, true};
  if (name.hasTrait<trait::NRegions<2>::Impl>())
    return {2, true};
  if (name.hasTrait<trait::NRegions<3>::Impl>())
    return {3, true};
  if (name.hasTrait<trait::NRegions<4>::Impl>())
    return {4, true};
  if (name.hasTrait<trait::AtLeastNRegions<1>::Impl>())
    return {1, false};
  return {0, false};
}

/// The number of successors that an op's traits require.
static Expected expectedSuccessors(mlir::OperationName name) {
  namespace trait = mlir::OpTrait;
  if (name.hasTrait<trait::ZeroSuccessors>())
    return {0, true};
  if (name.hasTrait<trait::OneSuccessor>())
    return {1, true};
  if (name.hasTrait<trait::NSuccessors<2>::Impl>())
    return {2, true};
  return {0, false};
}

void Emitter::checkCounts(const OpBuildState &build) {
  const Operation &op = build.op;
  mlir::OperationName name = build.state.name;
  auto check = [&](Expected expected, size_t count, llvm::StringRef one,
                   llvm::StringRef many) {
    if (count == expected.least || (!expected.exact && count > expected.least))
      return;
    error(op) << "'" << op.name << "' has " << count << " "
              << (count == 1 ? one : many) << ", expected "
              << (expected.exact ? "" : "at least ") << expected.least;
  };
  Expected operands = expectedOperands(name);
  // The operands of a branch are those of its successors.
  if (name.hasInterface<mlir::BranchOpInterface>())
    operands.exact = true;
  check(operands, op.operands.size(), "operand", "operands");
  check(expectedSuccessors(name), op.successors.size(), "successor",
        "successors");
  check(expectedBodies(name), op.bodies.size(), "body", "bodies");
  if (op.type && name.hasTrait<mlir::OpTrait::ZeroResults>())
    error(op) << "'" << op.name << "' has a result, expected none";
  if (!op.type && name.hasTrait<mlir::OpTrait::OneResult>())
    error(op) << "'" << op.name << "' has no result, expected one";
}

//===----------------------------------------------------------------------===//
// Branches
//===----------------------------------------------------------------------===//

/// A type in the words of the model.
static std::string spell(mlir::Type type) {
  std::string text = cm::printType(type);
  if (text.empty())
    llvm::raw_string_ostream(text) << type;
  return text;
}

void Emitter::checkArguments(const Operation &op, const Successor &successor,
                             mlir::Block &block) {
  size_t expected = block.getNumArguments();
  if (successor.arguments.size() != expected) {
    error(op, successor.loc)
        << "wrong number of arguments for the block: "
        << successor.arguments.size() << ", expected " << expected;
    return;
  }
  for (auto [argument, parameter] :
       llvm::zip(successor.arguments, block.getArguments())) {
    // An undefined value is an error of its own.
    const TypeName *type = definitions.lookup(argument.id).type;
    mlir::Type given = type ? values.type(type) : mlir::Type();
    if (given && given != parameter.getType())
      error(op, argument.loc)
          << "wrong type of argument '" << argument.id << "': '" << spell(given)
          << "', expected '" << spell(parameter.getType()) << "'";
  }
}

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

/// The id of a value that was imported.
static llvm::StringRef idOf(mlir::Value value) {
  auto fused = mlir::cast<mlir::FusedLoc>(value.getLoc());
  return mlir::cast<mlir::NameLoc>(fused.getLocations().back()).getName();
}

/// Where an operation, or a successor of it, uses a value.
static llvm::SMLoc placeOfUse(const Operation &op, llvm::StringRef id) {
  auto find = [&](llvm::ArrayRef<ValueUse> uses) {
    const auto *use = llvm::find_if(
        uses, [&](const ValueUse &each) { return each.id == id; });
    return use == uses.end() ? llvm::SMLoc() : use->loc;
  };
  llvm::SMLoc loc = find(op.operands);
  for (const Successor &successor : op.successors)
    if (!loc.isValid())
      loc = find(successor.arguments);
  return loc;
}

void Emitter::checkDominance(mlir::Operation *function) {
  mlir::DominanceInfo dominance(function);
  function->walk([&](mlir::Operation *made) {
    for (mlir::Value operand : made->getOperands()) {
      if (dominance.properlyDominates(operand, made))
        continue;
      const Operation &op =
          *operationAt.lookup(mlir::LocationAttr(made->getLoc()));
      llvm::StringRef id = idOf(operand);
      mlir::InFlightDiagnostic diagnostic = error(op, placeOfUse(op, id));
      diagnostic << "value is used outside the scope of its definition: '" << id
                 << "'";
      diagnostic.attachNote(locations.input(definitions.lookup(id).loc))
          << "it is defined here";
    }
  });
}

void Emitter::checkTerminators(const Block &block) {
  for (const Operation &op : block.operations) {
    mlir::OperationName name("cm." + op.name.str(), context);
    bool isLast = &op == &block.operations.back();
    bool ends = name.hasTrait<mlir::OpTrait::IsTerminator>();
    // An unknown operation has its own error.
    if (!name.isRegistered() || ends == isLast)
      continue;
    if (ends)
      error(op) << "'" << op.name << "' is not the last of its block";
    else
      error(op) << "the block ends in '" << op.name
                << "', expected a terminator such as 'yield' or 'return'";
  }
}

//===----------------------------------------------------------------------===//
// The module
//===----------------------------------------------------------------------===//

void Emitter::checkUnique(mlir::ModuleOp module) {
  llvm::DenseMap<mlir::Attribute, mlir::Operation *> seen;
  for (auto function : module.getOps<cm::FuncOp>()) {
    auto key = mlir::ArrayAttr::get(
        context, {function.getNameAttr(),
                  mlir::StringAttr::get(context, function.getOwner()),
                  mlir::StringAttr::get(context, function.getDescriptor())});
    auto [entry, isNew] = seen.try_emplace(key, function);
    if (isNew)
      continue;
    failed = true;
    mlir::InFlightDiagnostic diagnostic = mlir::emitError(function.getLoc());
    diagnostic << "function is defined twice: '" << function.getName() << "'";
    diagnostic.attachNote(entry->second->getLoc())
        << "it is defined here first";
  }
}

void Emitter::checkSignature(mlir::ModuleOp module) {
  cm::FuncOp kernel = cm::lookupKernel(module);
  if (!kernel) {
    auto name = module->getAttrOfType<mlir::StringAttr>(cm::kernelAttrName);
    if (!name)
      return;
    failed = true;
    mlir::emitError(locations.input(model.kernelLoc))
        << "no function of the model: '" << name.getValue() << "'";
    return;
  }
  auto entries = module->getAttrOfType<mlir::ArrayAttr>(cm::signatureAttrName);
  if (!entries)
    return;
  size_t expected = kernel.getBody().front().getNumArguments();
  expected -= kernel.hasReceiver();
  if (entries.size() == expected)
    return;
  failed = true;
  auto loc =
      module->getAttrOfType<mlir::LocationAttr>(cm::signatureLocAttrName);
  mlir::InFlightDiagnostic diagnostic = mlir::emitError(loc);
  diagnostic << "wrong number of entries in the signature: " << entries.size()
             << ", expected " << expected;
  diagnostic.attachNote(kernel.getLoc())
      << "for the parameters of '" << kernel.getName() << "'";
}

/// A message of a verifier in the words of the model: operations without the
/// dialect's name, types as in Java.
static std::string translate(const mlir::Diagnostic &diagnostic,
                             llvm::StringRef operation) {
  std::string text;
  llvm::raw_string_ostream os(text);
  for (const mlir::DiagnosticArgument &argument : diagnostic.getArguments())
    if (argument.getKind() ==
        mlir::DiagnosticArgument::DiagnosticArgumentKind::Type)
      os << "'" << spell(argument.getAsType()) << "'";
    else
      os << argument;
  std::string head = ("'cm." + operation + "' op ").str();
  if (llvm::StringRef(text).starts_with(head))
    text.replace(0, head.size(), ("'" + operation + "': ").str());
  for (size_t at = 0; (at = text.find("'cm.", at)) != std::string::npos;)
    text.erase(at + 1, 3);
  return text;
}

bool Emitter::verify(mlir::ModuleOp module) {
  std::vector<mlir::Diagnostic> found;
  bool valid;
  {
    mlir::ScopedDiagnosticHandler handler(
        context, [&](mlir::Diagnostic &diagnostic) {
          if (found.size() < maxErrors)
            found.push_back(std::move(diagnostic));
        });
    bool printOps = context->shouldPrintOpOnDiagnostic();
    context->printOpOnDiagnostic(false);
    valid = mlir::succeeded(mlir::verify(module));
    context->printOpOnDiagnostic(printOps);
  }
  for (mlir::Diagnostic &diagnostic : found) {
    const Operation *op =
        operationAt.lookup(mlir::LocationAttr(diagnostic.getLocation()));
    mlir::InFlightDiagnostic translated =
        mlir::emitError(diagnostic.getLocation());
    translated << translate(diagnostic, op ? op->name : llvm::StringRef());
    if (op)
      attachPlace(*translated.getUnderlyingDiagnostic(), *op, {});
    for (mlir::Diagnostic &note : diagnostic.getNotes())
      translated.attachNote(note.getLocation()) << translate(note, "");
  }
  return valid;
}

} // namespace cm2tt::model
