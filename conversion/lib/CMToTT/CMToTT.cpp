// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Rewrites a typed kernel to `tt`: walks its ops in order, each of which
/// becomes a constant (no operation) or what its entry in the table of methods
/// builds.
///
/// Not here: what is built (lib/KernelApi); typing (lib/InferTypes).

#include "cm2tt/Conversion/InferTypes.h"
#include "cm2tt/Conversion/KernelApi.h"
#include "cm2tt/Conversion/Passes.h"
#include "cm2tt/Dialect/TT/TTOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace cm2tt;

namespace cm2tt {
#define GEN_PASS_DEF_CMTOTTPASS
#include "cm2tt/Conversion/Passes.h.inc"
} // namespace cm2tt

/// The place of an op of the code model, without the marks of its origin: the
/// first in a file, which is the Java place where there is one.
static Location placeOf(Location loc) {
  FileLineColLoc place;
  loc->walk([&](Location part) {
    place = dyn_cast<FileLineColLoc>(part);
    return place ? WalkResult::interrupt() : WalkResult::advance();
  });
  return place ? Location(place) : loc;
}

namespace {
/// Builds one `tt.func`. Invariant: every typed value of the code model that
/// is data has an operand here, whose value is null while it is a constant.
class Rewriter {
public:
  Rewriter(TypedKernel &kernel, OpBuilder builder)
      : kernel(kernel), builder(builder) {}

  /// Makes the function with its parameters, then its body.
  void run();

private:
  tt::FuncOp makeFunction();
  void visit(Operation *op);
  void visitVar(cm::VarOp op);
  void visitStore(cm::VarStoreOp op);
  void visitReturn(cm::ReturnOp op);
  void build(const Method &method, Operation *op, ArrayRef<TypedOperand> args);

  /// The operand that stands for a value of the code model.
  TypedOperand operand(Value value) const {
    return {kernel.of(value), Results(values.lookup(value))};
  }
  /// The value that a variable holds after an assignment: what it knows to be
  /// no constant any more needs an operation.
  Value inVariable(Value var, Value value, Location loc) {
    TypedOperand have = operand(value);
    if (have.type.isConstant() && !storedType(var, have.type).isConstant())
      return TileBuilder(builder, placeOf(loc)).get(have);
    return have.value();
  }

  TypedKernel &kernel;
  OpBuilder builder;
  llvm::DenseMap<Value, Value> values;
};
} // namespace

void Rewriter::run() {
  tt::FuncOp func = makeFunction();
  builder.setInsertionPointToStart(&func.getBody().front());
  for (Operation &op : kernel.func.getBody().front())
    visit(&op);
}

tt::FuncOp Rewriter::makeFunction() {
  SmallVector<Type> types;
  SmallVector<const TypedParameter *> parameters;
  for (const TypedParameter &parameter : kernel.parameters)
    if (!parameter.type.isConstant()) {
      types.push_back(signlessType(parameter.type.getType()));
      parameters.push_back(&parameter);
    }
  cm::FuncOp model = kernel.func;
  Location loc = placeOf(model.getLoc());
  auto func = tt::FuncOp::create(builder, loc, model.getName(),
                                 builder.getFunctionType(types, {}));
  func->setAttr(SymbolTable::getVisibilityAttrName(),
                builder.getStringAttr("public"));
  func->setAttr("noinline", builder.getBoolAttr(false));
  Block *entry = &func.getBody().emplaceBlock();
  for (auto [i, parameter] : llvm::enumerate(parameters)) {
    auto name = builder.getStringAttr(parameter->name);
    values[parameter->argument] =
        entry->addArgument(types[i], NameLoc::get(name, loc));
    if (parameter->divisibility > 1)
      func.setArgAttr(i, "tt.divisibility",
                      builder.getI32IntegerAttr(parameter->divisibility));
  }
  return func;
}

void Rewriter::visit(Operation *op) {
  llvm::TypeSwitch<Operation *>(op)
      .Case([&](cm::VarOp op) { visitVar(op); })
      .Case([&](cm::VarLoadOp op) {
        values[op.getResult()] = values.lookup(op.getVar());
      })
      .Case([&](cm::VarStoreOp op) { visitStore(op); })
      .Case([&](cm::CastOp op) {
        values[op.getResult()] = values.lookup(op.getOperand());
      })
      .Case([&](cm::ReturnOp op) { visitReturn(op); })
      .Case([&](cm::InvokeOp op) {
        build(*findMethod(op.getRef().getOwnerName(), op.getRef().getName(),
                          op.getArgs().size()),
              op, llvm::map_to_vector(op.getArgs(), [&](Value value) {
                return operand(value);
              }));
      })
      .Case<cm::ConstantOp, cm::FieldLoadOp>([](auto) {}) // constants
      .Default([&](Operation *op) {
        // Rules of operators see the result's class where it matters (conv).
        StringRef name = op->getName().stripDialect();
        unsigned arity = isa<cm::ConvOp>(op) ? 2 : op->getNumOperands();
        build(*findOperator(name, arity), op,
              llvm::map_to_vector(op->getOperands(),
                                  [&](Value value) { return operand(value); }));
      });
}

/// The abstract type of a call whose result the model drops: rules are pure,
/// so this one succeeds again.
static AbsType droppedResult(const Method &method, Operation *op,
                             ArrayRef<TypedOperand> args) {
  auto types = llvm::map_to_vector(
      args, [](const TypedOperand &arg) { return arg.type; });
  return *method.typeOf(types, [op] { return op->emitError(); });
}

void Rewriter::build(const Method &method, Operation *op,
                     ArrayRef<TypedOperand> args) {
  TileBuilder tiles(builder, placeOf(op->getLoc()));
  AbsType type = op->getNumResults() ? kernel.of(op->getResult(0))
                                     : droppedResult(method, op, args);
  if (type.isConstant())
    return;
  Results built = method.build(tiles, args, type);
  if (op->getNumResults() && !built.empty())
    values[op->getResult(0)] = built[0];
}

/// Lets printed IR call a value what Java calls the variable that it was first
/// put into.
static void nameAfter(cm::VarOp var, Value value) {
  Operation *op = value ? value.getDefiningOp() : nullptr;
  if (op && var.getNameAttr() && isa<FileLineColLoc>(op->getLoc()))
    op->setLoc(NameLoc::get(var.getNameAttr(), op->getLoc()));
}

void Rewriter::visitVar(cm::VarOp op) {
  if (!op.getInit())
    return;
  Value value = inVariable(op.getResult(), op.getInit(), op.getLoc());
  values[op.getResult()] = value;
  nameAfter(op, value);
}

void Rewriter::visitStore(cm::VarStoreOp op) {
  values[op.getVar()] = inVariable(op.getVar(), op.getValue(), op.getLoc());
}

void Rewriter::visitReturn(cm::ReturnOp op) {
  tt::ReturnOp::create(builder, placeOf(op.getLoc()));
}

namespace {
struct CMToTTPass : cm2tt::impl::CMToTTPassBase<CMToTTPass> {
  using Base::Base;
  void runOnOperation() override {
    ModuleOp module = getOperation();
    FailureOr<TypedKernel> &kernel = getAnalysis<TypeInference>().kernel;
    if (failed(kernel))
      return signalPassFailure();
    convertedOps += llvm::range_size(kernel->func.getBody().front());
    Rewriter(*kernel, OpBuilder::atBlockEnd(module.getBody())).run();
    eraseModel(module);
  }

  /// Erases the functions and modules of the model and what the module says of
  /// them.
  static void eraseModel(ModuleOp module) {
    for (Operation &op : llvm::make_early_inc_range(*module.getBody()))
      if (isa_and_nonnull<cm::CMDialect>(op.getDialect()))
        op.erase();
    for (StringRef name :
         {cm::kernelAttrName, cm::signatureAttrName, cm::signatureLocAttrName,
          cm::sourceAttrName, cm::producerAttrName, cm::spellingAttrName})
      module->removeAttr(name);
  }
};
} // namespace
