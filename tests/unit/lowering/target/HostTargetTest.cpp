// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Tests of CPUs as targets: their names and properties, and that each that is
/// known gets code.

#include "cm2tt/Lowering/HostTarget.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Builders.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/Triple.h"

#include "gtest/gtest.h"

using namespace cm2tt;
using llvm::StringRef;

/// The error of a name that does not parse.
static std::string errorOf(StringRef name) {
  llvm::Expected<HostTarget> target = HostTarget::parse(name);
  return target ? std::string() : llvm::toString(target.takeError());
}

/// A CPU that parses.
static HostTarget parse(StringRef name) {
  return llvm::cantFail(HostTarget::parse(name));
}

static bool isX86() {
  return llvm::Triple(llvm::sys::getProcessTriple()).isX86();
}

TEST(HostTarget, NamesOfCpus) {
  for (StringRef name : {"cpu", "cpu:", "cpu:znver4", "cpu:frob"})
    EXPECT_TRUE(HostTarget::isCpu(name)) << name.str();
  for (StringRef name : {"", "sm_80", "CPU", "cpu4", "gpu:znver4", " cpu"})
    EXPECT_FALSE(HostTarget::isCpu(name)) << name.str();
}

TEST(HostTarget, ThisComputer) {
  HostTarget target = parse("cpu");
  EXPECT_EQ(target.getName(), "cpu");
  EXPECT_NE(target.getCpu(), "");
  // Features stand in an order that is always the same.
  llvm::SmallVector<StringRef> features;
  target.getFeatures().split(features, ',', -1, /*KeepEmpty=*/false);
  for (StringRef &feature : features) {
    EXPECT_TRUE(feature.starts_with("+") || feature.starts_with("-"));
    feature = feature.drop_front();
  }
  EXPECT_TRUE(llvm::is_sorted(features));
  // Vectors are as wide as this computer says.
  if (isX86()) {
    auto has = llvm::sys::getHostCPUFeatures();
    unsigned bytes = has.lookup("avx512f") ? 64 : has.lookup("avx2") ? 32 : 16;
    EXPECT_EQ(target.getVectorBytes(), bytes);
    EXPECT_EQ(target.hasFma(), has.lookup("fma"));
  }
}

TEST(HostTarget, WhatIsNoCpu) {
  EXPECT_EQ(errorOf("cpu:"), "unknown target 'cpu:': expected cpu or cpu:NAME");
  EXPECT_EQ(errorOf("sm_80"),
            "unknown target 'sm_80': expected cpu or cpu:NAME");
  EXPECT_NE(errorOf("cpu:no such thing")
                .find("unknown CPU 'no such thing': clang "
                      "--print-supported-cpus lists those of "),
            std::string::npos);
}

#ifdef __x86_64__
TEST(HostTarget, NamesThatAreNear) {
  EXPECT_EQ(errorOf("cpu:x86_64"),
            "unknown CPU 'x86_64': did you mean x86-64?");
  EXPECT_EQ(errorOf("cpu:ZNVER4"),
            "unknown CPU 'ZNVER4': did you mean znver4?");
  EXPECT_EQ(errorOf("cpu:x86-64-v"),
            "unknown CPU 'x86-64-v': did you mean x86-64-v2 or x86-64-v3 or "
            "x86-64-v4?");
  EXPECT_EQ(errorOf("cpu:i386"), "CPU 'i386' has no 64-bit mode");
}

TEST(HostTarget, FactsOfX86) {
  struct {
    const char *name;
    unsigned vectorBytes;
    bool fma, halfConversions, halfArithmetic, brainConversions, maskedAccess,
        maskedByteAccess, maskRegisters;
  } cpus[] = {
      {"x86-64", 16, false, false, false, false, false, false, false},
      {"x86-64-v2", 16, false, false, false, false, false, false, false},
      {"sandybridge", 16, false, false, false, false, false, false, false},
      {"x86-64-v3", 32, true, true, false, false, true, false, false},
      {"x86-64-v4", 64, true, true, false, false, true, true, true},
      {"znver3", 32, true, true, false, false, true, false, false},
      {"znver4", 64, true, true, false, true, true, true, true},
      {"skylake-avx512", 64, true, true, false, false, true, true, true},
      {"sapphirerapids", 64, true, true, true, true, true, true, true},
      {"sierraforest", 32, true, true, false, true, true, false, false},
  };
  for (const auto &cpu : cpus) {
    SCOPED_TRACE(cpu.name);
    HostTarget target = parse(std::string("cpu:") + cpu.name);
    EXPECT_EQ(target.getCpu(), cpu.name);
    EXPECT_EQ(target.getFeatures(), "");
    EXPECT_EQ(target.getVectorBytes(), cpu.vectorBytes);
    EXPECT_EQ(target.hasFma(), cpu.fma);
    EXPECT_EQ(target.hasHalfConversions(), cpu.halfConversions);
    EXPECT_EQ(target.hasHalfArithmetic(), cpu.halfArithmetic);
    EXPECT_EQ(target.hasBrainConversions(), cpu.brainConversions);
    EXPECT_EQ(target.hasMaskedAccess(), cpu.maskedAccess);
    EXPECT_EQ(target.hasMaskedByteAccess(), cpu.maskedByteAccess);
    EXPECT_EQ(target.hasMaskRegisters(), cpu.maskRegisters);
  }
}
#endif

//===----------------------------------------------------------------------===//
// Code
//===----------------------------------------------------------------------===//

/// A module with one function without arguments, for a CPU.
static std::unique_ptr<llvm::Module> makeModule(llvm::LLVMContext &llvmContext,
                                                const HostTarget &target) {
  mlir::MLIRContext context;
  context.loadDialect<mlir::LLVM::LLVMDialect>();
  mlir::OpBuilder builder(&context);
  mlir::Location loc = builder.getUnknownLoc();
  mlir::OwningOpRef<mlir::ModuleOp> module = mlir::ModuleOp::create(loc);
  builder.setInsertionPointToStart(module->getBody());
  auto function = mlir::LLVM::LLVMFuncOp::create(
      builder, loc, "kernel",
      mlir::LLVM::LLVMFunctionType::get(mlir::LLVM::LLVMVoidType::get(&context),
                                        {}));
  builder.setInsertionPointToStart(function.addEntryBlock(builder));
  mlir::LLVM::ReturnOp::create(builder, loc, mlir::ValueRange());
  return llvm::cantFail(translateToHostIR(*module, llvmContext, target));
}

/// Lets the function of makeModule add vectors as wide as the CPU's registers.
static void addVectors(llvm::Module &module, const HostTarget &target) {
  llvm::IRBuilder<> builder(module.getContext());
  llvm::Function &old = *module.getFunction("kernel");
  auto *function = llvm::Function::Create(
      llvm::FunctionType::get(builder.getVoidTy(), builder.getPtrTy(), false),
      llvm::GlobalValue::ExternalLinkage, "add", module);
  function->copyAttributesFrom(&old);
  builder.SetInsertPoint(
      llvm::BasicBlock::Create(module.getContext(), "", function));
  llvm::Type *type = llvm::FixedVectorType::get(builder.getFloatTy(),
                                                target.getVectorBytes() / 4);
  llvm::Value *value = builder.CreateLoad(type, function->getArg(0));
  builder.CreateStore(builder.CreateFAdd(value, value), function->getArg(0));
  builder.CreateRetVoid();
}

TEST(HostCode, EachKnownCpuGetsCode) {
  // Finds the code generator, too.
  HostTarget native = parse("cpu");
  std::string error;
  llvm::Triple triple(llvm::sys::getProcessTriple());
  const llvm::Target *backEnd =
      llvm::TargetRegistry::lookupTarget(triple, error);
  std::unique_ptr<llvm::MCSubtargetInfo> subtarget(
      backEnd->createMCSubtargetInfo(triple, "generic", ""));
  unsigned count = 0;
  for (const auto &cpu : subtarget->getAllProcessorDescriptions()) {
    llvm::Expected<HostTarget> target =
        HostTarget::parse(std::string("cpu:") + cpu.Key);
    if (!target) {
      EXPECT_EQ(llvm::toString(target.takeError()),
                std::string("CPU '") + cpu.Key + "' has no 64-bit mode");
      continue;
    }
    llvm::LLVMContext context;
    auto module = makeModule(context, *target);
    addVectors(*module, *target);
    optimizeHostIR(*module, *target);
    auto code = emitHost(*module, *target, HostCode::Object);
    ASSERT_TRUE(bool(code)) << llvm::toString(code.takeError());
    EXPECT_FALSE(code->empty());
    ++count;
  }
  EXPECT_GT(count, 20u);
}

#ifdef __x86_64__
TEST(HostCode, WideVectorsStayWide) {
  // LLVM would rather have 256 bits on the last.
  for (auto [name, registers] :
       {std::pair("cpu:x86-64-v3", "%ymm0"), std::pair("cpu:znver4", "%zmm0"),
        std::pair("cpu:skylake-avx512", "%zmm0")}) {
    HostTarget target = parse(name);
    llvm::LLVMContext context;
    auto module = makeModule(context, target);
    addVectors(*module, target);
    auto code = llvm::cantFail(emitHost(*module, target, HostCode::Assembly));
    EXPECT_NE(code.find(registers), std::string::npos) << code;
    // No tables to unwind it.
    EXPECT_EQ(code.find(".cfi"), std::string::npos) << code;
  }
}

TEST(HostCode, SpillsOfWideVectorsAreAligned) {
  // The frame that this takes; vectors of 16 bytes need none.
  for (auto [name, hasFrame] :
       {std::pair("cpu:x86-64", false), std::pair("cpu:x86-64-v3", true)}) {
    HostTarget target = parse(name);
    llvm::LLVMContext context;
    auto module = makeModule(context, target);
    addVectors(*module, target);
    auto code = llvm::cantFail(emitHost(*module, target, HostCode::Assembly));
    EXPECT_EQ(code.find("%rbp") != std::string::npos, hasFrame) << code;
  }
}
#endif
