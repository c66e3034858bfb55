// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Compiles one elementwise operation: MLIR's own lowerings, LLVM's passes, and
/// machine code in memory.

#include "ElementwiseRunner.h"

#include "cpu/emit/ElementwiseInternals.h"

#include "cm2tt/Dialect/TT/TTDialect.h"
#include "cm2tt/Dialect/TT/TTOps.h"

#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Conversion/ReconcileUnrealizedCasts/ReconcileUnrealizedCasts.h"
#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/TargetSelect.h"

#include "gtest/gtest.h"

using namespace mlir;
using namespace cm2tt;

namespace {
/// A context with what operations and their lowerings need.
struct Workshop {
  Workshop() {
    context.loadDialect<tt::TTDialect, arith::ArithDialect, math::MathDialect,
                        LLVM::LLVMDialect, scf::SCFDialect,
                        cf::ControlFlowDialect, ub::UBDialect>();
    DialectRegistry registry;
    registerBuiltinDialectTranslation(registry);
    registerLLVMDialectTranslation(registry);
    context.appendDialectRegistry(registry);
    context.disableMultithreading();
  }
  OwningOpRef<ModuleOp> parse(const std::string &arguments,
                              const std::string &operation) {
    return parseSourceString<ModuleOp>("tt.func public @kernel(" + arguments +
                                           ") {\n  %result = " + operation +
                                           "\n  tt.return\n}\n",
                                       &context);
  }
  MLIRContext context;
};
} // namespace

static Operation *operationOf(ModuleOp module) {
  auto function = cast<tt::FuncOp>(module.getBody()->front());
  return function.getBody().front().getTerminator()->getPrevNode();
}

/// The type in memory: truth values are bytes.
static Type memoryType(Type type) {
  Type element = getElementTypeOrSelf(type);
  Type stored = element.isInteger(1)
                    ? Type(IntegerType::get(type.getContext(), 8))
                    : registerType(element);
  if (auto tile = dyn_cast<RankedTensorType>(type))
    return VectorType::get(tile.getNumElements(), stored);
  return stored;
}

/// Makes `entry(arguments, result)` of the operation.
static OwningOpRef<ModuleOp> makeEntry(Operation *op, bool isSoftwareF16) {
  MLIRContext *context = op->getContext();
  Location loc = op->getLoc();
  OwningOpRef<ModuleOp> module = ModuleOp::create(loc);
  ImplicitLocOpBuilder builder(loc, context);
  if (isSoftwareF16)
    module.get()->setAttr(kSoftwareF16Attr, builder.getUnitAttr());
  builder.setInsertionPointToEnd(module->getBody());
  Type pointer = LLVM::LLVMPointerType::get(context);
  auto type = LLVM::LLVMFunctionType::get(LLVM::LLVMVoidType::get(context),
                                          {pointer, pointer});
  auto function = LLVM::LLVMFuncOp::create(builder, "entry", type);
  Block *block = function.addEntryBlock(builder);
  builder.setInsertionPointToStart(block);
  SmallVector<Value> operands;
  auto *kernel = op->getBlock();
  DenseMap<Value, Value> values;
  for (BlockArgument argument : kernel->getArguments()) {
    Value place = LLVM::GEPOp::create(
        builder, pointer, pointer, block->getArgument(0),
        ArrayRef<LLVM::GEPArg>{int32_t(argument.getArgNumber())});
    Value address = LLVM::LoadOp::create(builder, pointer, place);
    Value value = LLVM::LoadOp::create(builder, memoryType(argument.getType()),
                                       address, /*alignment=*/1);
    if (getElementTypeOrSelf(argument.getType()).isInteger(1))
      value = arith::TruncIOp::create(builder, Lanes(builder, value).integer(1),
                                      value);
    values[argument] = value;
  }
  for (Operation &each : *kernel)
    if (auto constant = dyn_cast<arith::ConstantOp>(each)) {
      TypedAttr value = constant.getValue();
      if (auto splat = dyn_cast<SplatElementsAttr>(value))
        value = SplatElementsAttr::get(
            VectorType::get(splat.getNumElements(), splat.getElementType()),
            splat.getSplatValue<Attribute>());
      values[constant] = arith::ConstantOp::create(builder, value);
    }
  for (Value operand : op->getOperands())
    operands.push_back(values.lookup(operand));
  Value result = emitElementwise(builder, op, operands);
  if (getElementTypeOrSelf(result).isInteger(1))
    result = arith::ExtUIOp::create(builder, Lanes(builder, result).integer(8),
                                    result);
  LLVM::StoreOp::create(builder, result, block->getArgument(1),
                        /*alignment=*/1);
  LLVM::ReturnOp::create(builder, ValueRange());
  return module;
}

static LogicalResult lowerToLLVM(ModuleOp module) {
  PassManager passes(module.getContext());
  passes.addPass(createSCFToControlFlowPass());
  passes.addPass(createArithToLLVMConversionPass());
  passes.addPass(createConvertMathToLLVMPass());
  passes.addPass(createConvertControlFlowToLLVMPass());
  passes.addPass(createReconcileUnrealizedCastsPass());
  return passes.run(module);
}

/// LLVM's usual passes, which also make of instructions what we did not write.
static void optimise(llvm::Module &module, llvm::TargetMachine *machine) {
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager calls;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder builder(machine);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(calls);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, calls, modules);
  builder.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O2)
      .run(module, modules);
}

ElementwiseRunner::ElementwiseRunner(const std::string &arguments,
                                     const std::string &operation,
                                     const std::string &cpu) {
  compile(arguments, operation, cpu);
}

void ElementwiseRunner::compile(const std::string &arguments,
                                const std::string &operation,
                                const std::string &cpu) {
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  Workshop workshop;
  OwningOpRef<ModuleOp> source = workshop.parse(arguments, operation);
  ASSERT_TRUE(source) << operation;
  Operation *op = operationOf(*source);
  ASSERT_TRUE(succeeded(ElementwiseChecker().check(op))) << operation;
  if (auto tile = dyn_cast<RankedTensorType>(op->getResult(0).getType()))
    count = tile.getNumElements();
  OwningOpRef<ModuleOp> module = makeEntry(op, cpu == "x86-64-v2");
  ASSERT_TRUE(succeeded(verify(*module))) << operation;
  ASSERT_TRUE(succeeded(lowerToLLVM(*module))) << operation;
  auto llvmContext = std::make_unique<llvm::LLVMContext>();
  std::unique_ptr<llvm::Module> code =
      translateModuleToLLVMIR(*module, *llvmContext);
  ASSERT_TRUE(code) << operation;

  llvm::ExitOnError check("cannot run: ");
  auto builder = check(llvm::orc::JITTargetMachineBuilder::detectHost());
  if (!cpu.empty()) {
    builder.setCPU(cpu);
    builder.getFeatures() = llvm::SubtargetFeatures();
  }
  auto machine = check(builder.createTargetMachine());
  code->setModuleIdentifier(operation);
  code->setDataLayout(machine->createDataLayout());
  code->setTargetTriple(machine->getTargetTriple());
  optimise(*code, machine.get());
  if (getenv("CM2TT_DUMP"))
    code->print(llvm::errs(), nullptr);
  jit = check(llvm::orc::LLJITBuilder()
                  .setJITTargetMachineBuilder(std::move(builder))
                  .create());
  check(jit->addIRModule(
      llvm::orc::ThreadSafeModule(std::move(code), std::move(llvmContext))));
  entry = check(jit->lookup("entry")).toPtr<Entry>();
}

std::string cm2tt::errorsOfElementwise(const std::string &arguments,
                                       const std::string &operation) {
  Workshop workshop;
  OwningOpRef<ModuleOp> source = workshop.parse(arguments, operation);
  EXPECT_TRUE(source) << operation;
  if (!source)
    return {};
  std::string messages;
  ScopedDiagnosticHandler handler(&workshop.context, [&](Diagnostic &error) {
    messages += error.str() + "\n";
    return success();
  });
  bool isTaken = succeeded(ElementwiseChecker().check(operationOf(*source)));
  EXPECT_EQ(isTaken, messages.empty());
  return messages;
}
