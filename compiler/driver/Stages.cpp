// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The stages of one compilation: what each reads, runs and prints.
///
/// Not here: code for a CPU (HostStages.cpp).

#include "Stages.h"

#include "Nesting.h"

#include "cm2tt/Compiler/Pipelines.h"
#include "cm2tt/Compiler/Version.h"
#include "cm2tt/Dialect/CM/Signature.h"
#include "cm2tt/Dialect/TT/TTOps.h"
#include "cm2tt/Dialect/TT/TensorRecipe.h"
#include "cm2tt/Dialect/TTG/TTGDialect.h"
#include "cm2tt/Dialect/TTG/TensorCopyLayouts.h"
#include "cm2tt/Importer/Importer.h"
#include "cm2tt/Language/InferTypes.h"
#include "cm2tt/Lowering/FloatOptions.h"
#include "cm2tt/Lowering/KernelSymbols.h"
#include "cm2tt/Lowering/Libraries.h"
#include "cm2tt/Lowering/Target.h"
#include "cm2tt/Tile/GuardTable.h"
#include "cm2tt/Tile/PersistentKernel.h"
#include "cm2tt/Tile/PositiveParameters.h"
#include "cm2tt/Tile/WrittenParameters.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassInstrumentation.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace cm2tt;

/// MLIR's name for the resource with the passes of a reproducer.
static constexpr llvm::StringLiteral reproducerName = "mlir_reproducer";

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

OwningOpRef<ModuleOp> Compilation::read(StringRef input, StringRef inputName) {
  TimingScope scope = begin("read");
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(
      llvm::MemoryBuffer::getMemBufferCopy(input, inputName), llvm::SMLoc());
  if (looksLikeJson(input))
    return importJson(sources, &context, ImportOptions());
  if (looksLikeMlir(input)) {
    if (std::optional<size_t> place = findTooDeep(input)) {
      auto [line, column] =
          sources.getLineAndColumn(llvm::SMLoc::getFromPointer(
              sources.getMemoryBuffer(1)->getBufferStart() + *place));
      emitError(FileLineColLoc::get(&context, inputName, line, column))
          << "nested too deeply: more than " << maxBrackets << " brackets";
      return nullptr;
    }
    ParserConfig config(&context);
    // The passes are for `cm2tt-opt --run-reproducer`.
    config.attachResourceParser(
        reproducerName, [](AsmParsedResourceEntry &) { return success(); });
    return parseSourceFile<ModuleOp>(sources, config);
  }
  return importText(sources, &context, ImportOptions());
}

LogicalResult Compilation::override(ModuleOp module) {
  Builder builder(&context);
  if (!options.kernel.empty()) {
    module->setAttr(cm::kernelAttrName, builder.getStringAttr(options.kernel));
    if (cm::FuncOp kernel = cm::lookupKernel(module))
      kernelName = kernel.getName().str();
  }
  if (!options.signature)
    return success();
  auto entries = cm::splitSignature(
      *options.signature, &context, [&](const Twine &message) {
        emitError(FileLineColLoc::get(&context, "--signature", 1, 1), message);
      });
  if (failed(entries))
    return failure();
  module->setAttr(cm::signatureAttrName, builder.getArrayAttr(*entries));
  module->removeAttr(cm::signatureLocAttrName);
  return success();
}

//===----------------------------------------------------------------------===//
// Printing
//===----------------------------------------------------------------------===//

/// The result of an op and its abstract type, as a comment of the text form.
static std::string typeComment(const TypedKernel &kernel, Value value,
                               StringRef id) {
  AbsType type = kernel.of(value);
  return type.isUnknown() ? std::string() : id.str() + " -> " + type.notation();
}

FailureOr<bool> Compilation::emitModel(ModuleOp module) {
  llvm::raw_string_ostream os(result.output);
  // Outside of a pass nothing else loads what typing needs for loops' hints.
  if (options.stage == Stage::Typed || options.stage == Stage::Calls)
    context.loadDialect<LLVM::LLVMDialect>();
  switch (options.stage) {
  case Stage::CM:
    return failed(exportText(module, os)) ? FailureOr<bool>(failure()) : true;
  case Stage::JSON:
    return failed(exportJson(module, os)) ? FailureOr<bool>(failure()) : true;
  case Stage::MLIR:
    // Locations contain the ids and the locations in Java: IR that is read
    // again has the same ones, in errors too.
    module.print(os, OpPrintingFlags().enableDebugInfo());
    os << "\n";
    return true;
  case Stage::Typed: {
    FailureOr<TypedKernel> kernel = inferTypes(module);
    if (failed(kernel) ||
        failed(exportText(module, os, [&](Value value, StringRef id) {
          return typeComment(*kernel, value, id);
        })))
      return failure();
    return true;
  }
  case Stage::Calls: {
    FailureOr<TypedKernel> kernel = applySignature(module);
    if (failed(kernel))
      return failure();
    CallTree calls(kernel->func);
    InterpretOptions interpretOptions;
    interpretOptions.calls = &calls;
    if (failed(interpret(*kernel, {}, interpretOptions)))
      return failure();
    calls.print(os);
    return true;
  }
  default:
    return false;
  }
}

void Compilation::print(ModuleOp module) {
  llvm::raw_string_ostream os(result.output);
  module.print(os, OpPrintingFlags().printNameLocAsPrefix());
}

LogicalResult Compilation::printTiles(ModuleOp module) {
  auto *dialect = context.getOrLoadDialect<tt::TTDialect>();
  if (auto version = tt::parseTextVersion(options.ttVersion))
    dialect->setTextVersion(*version);
  PassManager passes(&context);
  buildTextPhase(passes, options.ttVersion);
  if (failed(passes.run(module)))
    return failure();
  print(module);
  return success();
}

//===----------------------------------------------------------------------===//
// Metadata
//===----------------------------------------------------------------------===//

LogicalResult Compilation::describeParameters(ModuleOp module) {
  FailureOr<TypedKernel> kernel = applySignature(module);
  if (failed(kernel))
    return failure();
  auto signature = module->getAttrOfType<ArrayAttr>(cm::signatureAttrName);
  for (auto [index, parameter] : llvm::enumerate(kernel->parameters)) {
    // It has been read before, without errors.
    auto entry = cm::parseArgSpec(signature[index], [](const Twine &) {});
    result.metadata.declared.push_back(
        {parameter.name, typeName(parameter.javaType),
         succeeded(entry) ? cm::printArgSpec(*entry) : std::string()});
    if (parameter.isFolded())
      continue;
    cm::ArgSpec spec;
    Type pointee = parameter.type.getPointeeType();
    spec.isPointer = pointee != nullptr;
    spec.elementType = pointee ? pointee : parameter.type.getType();
    if (auto desc = dyn_cast<tt::TensorDescType>(parameter.type.getType())) {
      spec.elementType = desc.getBlockType().getElementType();
      llvm::append_range(spec.block, desc.getBlockType().getShape());
    }
    result.metadata.parameters.push_back(
        {parameter.name, cm::printArgSpec(spec), static_cast<unsigned>(index)});
  }
  return success();
}

tt::FuncOp Compilation::findTileKernel(ModuleOp module) const {
  for (auto func : module.getOps<tt::FuncOp>())
    if (func.isPublic() && (kernelName.empty() || func.getName() == kernelName))
      return func;
  return {};
}

/// A parameter's entry of a signature.
static cm::ArgSpec specOf(tt::FuncOp func, unsigned index) {
  cm::ArgSpec spec;
  Type type = func.getArgumentTypes()[index];
  auto pointer = dyn_cast<tt::PtrType>(type);
  spec.isPointer = static_cast<bool>(pointer);
  spec.elementType = pointer ? pointer.getPointeeType() : type;
  return spec;
}

/// How launchers pass a parameter that is a descriptor of `type`.
static TensorMapLayout describeTensorMap(tt::TensorDescType type) {
  RankedTensorType block = type.getBlockType();
  ttg::TensorCopyPlan plan =
      *ttg::planTensorCopy(block.getShape(), tt::getElementBits(block));
  cm::ArgSpec element;
  element.elementType = block.getElementType();
  if (element.elementType.isSignedInteger())
    element.elementType = tt::getSignless(element.elementType);
  return {cm::printArgSpec(element),
          {plan.boxShape.begin(), plan.boxShape.end()},
          plan.swizzleBytes};
}

/// The recipe of a parameter, if it has one. Parameters have the order of the
/// arguments of the function.
static std::optional<TensorRecipe> recipeOf(tt::FuncOp func, unsigned index) {
  std::optional<tt::TensorRecipe> attr =
      tt::TensorRecipe::fromAttr(func.getArgAttr(index, tt::kTensorRecipeAttr));
  if (!attr)
    return std::nullopt;
  TensorRecipe recipe;
  recipe.base = attr->base;
  auto read = [](const auto &from, std::vector<TensorRecipe::Product> &to) {
    for (const tt::TensorRecipe::Product &product : from)
      to.push_back({product.factor,
                    {product.arguments.begin(), product.arguments.end()}});
  };
  read(attr->extents, recipe.extents);
  read(attr->strides, recipe.strides);
  return recipe;
}

/// A parameter of a kernel.
static KernelParameter parameterOf(tt::FuncOp func, unsigned index) {
  std::string name = "arg" + std::to_string(index);
  Type type = func.getArgumentTypes()[index];
  if (auto desc = dyn_cast<tt::TensorDescType>(type))
    return {name,        "tensormap",          index, describeTensorMap(desc),
            /*part=*/"", recipeOf(func, index)};
  return {name, cm::printArgSpec(specOf(func, index)), index};
}

/// The parts of a descriptor of `rank` that a kernel without its tensor map
/// gets (TTLowerDescriptors).
static SmallVector<std::string> partsOf(unsigned rank) {
  SmallVector<std::string> parts = {"base"};
  for (StringRef kind : {"shape", "stride"})
    for (unsigned dim = 0; dim < rank; ++dim)
      parts.push_back(kind.str() + std::to_string(dim));
  parts.push_back("nan");
  return parts;
}

/// The parameters of a compiled kernel whose Java parameters are `declared`.
static std::vector<KernelParameter>
expandDescriptors(tt::FuncOp func, ArrayRef<KernelParameter> declared) {
  std::vector<KernelParameter> parameters;
  unsigned next = 0;
  for (const KernelParameter &parameter : declared) {
    StringRef type = parameter.type;
    if (!type.starts_with("tensordesc<")) {
      parameters.push_back(parameter);
      ++next;
      continue;
    }
    if (auto desc =
            dyn_cast<tt::TensorDescType>(func.getArgumentTypes()[next])) {
      parameters.push_back({parameter.name, "tensormap", parameter.index,
                            describeTensorMap(desc)});
      ++next;
      continue;
    }
    for (const std::string &part : partsOf(type.count('x') + 1))
      parameters.push_back({parameter.name,
                            cm::printArgSpec(specOf(func, next++)),
                            parameter.index, std::nullopt, part});
  }
  // The compiler added the others.
  for (; next < func.getNumArguments(); ++next)
    if (std::optional<TensorRecipe> recipe = recipeOf(func, next);
        recipe && recipe->base < parameters.size()) {
      KernelParameter parameter = parameterOf(func, next);
      parameter.name = parameters[recipe->base].name;
      parameter.index = parameters[recipe->base].index;
      parameters.push_back(parameter);
    }
  return parameters;
}

/// The parameters of a kernel without the table of a guarded one.
static unsigned countParameters(tt::FuncOp func) {
  bool isGuarded = func->getParentOp()->hasAttr(kGuardSitesAttr);
  return func.getNumArguments() - (isGuarded && func.getNumArguments() ? 1 : 0);
}

/// The number of axes of the grid whose extents are parameters of a kernel; 0
/// if it is not persistent.
static unsigned countPersistentAxes(tt::FuncOp func) {
  auto axes = func->getAttrOfType<IntegerAttr>(kPersistentAttr);
  return axes ? axes.getInt() : 0;
}

/// The parameters of a kernel, and those extents. An input that is `ttg` may
/// have the address of memory for tensor maps after them.
static ArrayRef<Type> getParametersWithGrid(tt::FuncOp func) {
  auto module = func->getParentOfType<ModuleOp>();
  ArrayRef<Type> all = func.getArgumentTypes();
  return ttg::getScratchBytes(module) && !all.empty() ? all.drop_back() : all;
}

/// The number of parameters that arguments are passed for.
static unsigned countGivenParameters(tt::FuncOp func) {
  unsigned axes = countPersistentAxes(func);
  return axes ? getParametersWithGrid(func).size() - axes
              : countParameters(func);
}

LogicalResult Compilation::checkPersistent(tt::FuncOp func) const {
  Attribute given = func->getAttr(kPersistentAttr);
  if (!given)
    return success();
  auto axes = dyn_cast<IntegerAttr>(given);
  ArrayRef<Type> types = getParametersWithGrid(func);
  bool isValid = axes && axes.getType().isInteger(32) && axes.getInt() >= 1 &&
                 axes.getInt() <= std::min<int64_t>(types.size(), 3);
  if (!isValid || !llvm::all_of(types.take_back(axes.getInt()), [](Type type) {
        return type.isSignlessInteger(32);
      }))
    return func.emitError("'")
           << kPersistentAttr << "' is " << given
           << ": expected the number of axes, 1 to 3 as i32, whose extents are "
              "the last parameters, each i32";
  if (isCpuTarget(options.target) || options.checked)
    return func.emitError("a persistent kernel is for GPUs, and cannot be "
                          "checked");
  return success();
}

/// The same with what its attributes promise.
static cm::ArgSpec specialisedSpecOf(tt::FuncOp func, unsigned index) {
  cm::ArgSpec spec = specOf(func, index);
  auto divisibility =
      func.getArgAttrOfType<IntegerAttr>(index, tt::kDivisibilityAttr);
  if (divisibility && divisibility.getInt() % 16 == 0)
    spec.spec = cm::ArgSpec::Spec::DivisibleBy16;
  return spec;
}

FailureOr<std::vector<JavaParameter>>
Compilation::tileKernelParameters(ModuleOp module) {
  PassManager passes(&context);
  buildBlocksPhase(passes, PipelineOptions());
  if (failed(passes.run(module)))
    return failure();
  tt::FuncOp func = findTileKernel(module);
  if (!func)
    return emitError(module.getLoc(), "there is no kernel")
           << (options.kernel.empty() ? "" : " '" + options.kernel + "'")
           << ": a public 'tt.func' expected";
  if (failed(checkPersistent(func)))
    return failure();
  std::vector<JavaParameter> parameters;
  for (unsigned index = 0; index < countGivenParameters(func); ++index) {
    cm::ArgSpec spec = specialisedSpecOf(func, index);
    if (!spec.elementType.isIntOrFloat())
      return emitError(func.getArgument(index).getLoc(), "a parameter of type ")
             << func.getArgumentTypes()[index]
             << " cannot be given: a number or a pointer to numbers expected";
    std::string name = "arg" + std::to_string(index);
    if (auto known = dyn_cast<NameLoc>(func.getArgument(index).getLoc()))
      name = known.getName().str();
    parameters.push_back({name, "", cm::printArgSpec(spec), /*isFixed=*/true});
  }
  return parameters;
}

void Compilation::describePromises(ModuleOp module) {
  tt::FuncOp func = findTileKernel(module);
  if (!func)
    return;
  llvm::BitVector written = findWrittenParameters(func);
  for (auto [index, parameter] : llvm::enumerate(result.metadata.parameters)) {
    parameter.isWritten = index < written.size() && written[index];
    parameter.isPositive =
        index < func.getNumArguments() && func.getArgAttr(index, kPositiveAttr);
  }
}

void Compilation::describeKernel(ModuleOp module) {
  KernelMetadata &metadata = result.metadata;
  if (tt::FuncOp func = findTileKernel(module)) {
    metadata.name = func.getName().str();
    metadata.parameters = expandDescriptors(func, metadata.parameters);
    metadata.persistentAxes = countPersistentAxes(func);
    if (metadata.parameters.empty())
      for (unsigned index = 0; index < countGivenParameters(func); ++index) {
        KernelParameter parameter = parameterOf(func, index);
        if (parameter.recipe && parameter.recipe->base < index) {
          const KernelParameter &base =
              metadata.parameters[parameter.recipe->base];
          parameter.name = base.name;
          parameter.index = base.index;
          metadata.parameters.push_back(parameter);
          continue;
        }
        metadata.parameters.push_back(parameter);
        metadata.declared.push_back(
            {parameter.name, "",
             parameter.tensorMap
                 ? parameter.type
                 : cm::printArgSpec(specialisedSpecOf(func, index))});
      }
  }
  metadata.target = options.target;
  describePromises(module);
  if (!isCpuTarget(options.target)) {
    metadata.numWarps = tt::getNumWarps(module, options.numWarps);
    metadata.numStages = tt::getNumStages(module, options.numStages);
    metadata.isGuarded = module->hasAttr(kGuardSitesAttr);
    metadata.sites = readSites(module, kGuardSitesAttr);
  }
  metadata.compiler = CM2TT_VERSION_STRING;
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

/// The name of a phase in --timing.
static StringRef nameOf(Stage phase) {
  switch (phase) {
  case Stage::TT:
    return "phase: tt";
  case Stage::TTG:
    return "phase: ttg";
  case Stage::Asm:
    return "phase: cpu";
  default:
    return "phase: llvm";
  }
}

namespace {
/// Records in the progress which pass runs.
struct NamePasses : PassInstrumentation {
  explicit NamePasses(CompileProgress &progress) : progress(progress) {}
  void runBeforePass(Pass *pass, Operation *) override {
    if (!pass->getArgument().empty())
      progress.pass = pass->getArgument();
  }
  CompileProgress &progress;
};
} // namespace

void Compilation::keepLocation(ModuleOp module) {
  Location loc = module.getLoc();
  if (tt::FuncOp kernel = findTileKernel(module))
    loc = kernel.getLoc();
  else if (!module.getOps<cm::FuncOp>().empty())
    if (FailureOr<cm::FuncOp> kernel = findKernel(module); succeeded(kernel))
      loc = kernel->getLoc();
  if (FileLineColLoc place = placeOf(loc)) {
    progress.file = place.getFilename().str();
    progress.line = place.getLine();
    progress.column = place.getColumn();
  }
}

void Compilation::keepInput(ModuleOp module, PassManager &passes) {
  keepLocation(module);
  passes.addInstrumentation(std::make_unique<NamePasses>(progress));
  std::string pipeline, text;
  llvm::raw_string_ostream pipelineStream(pipeline), stream(text);
  pipelineStream << "builtin.module(";
  llvm::interleave(
      passes.getPasses(), pipelineStream,
      [&](Pass &pass) { pass.printAsTextualPipeline(pipelineStream); }, ",");
  pipelineStream << ")";
  AsmState state(module, OpPrintingFlags().enableDebugInfo());
  state.attachResourcePrinter(reproducerName,
                              [&](Operation *, AsmResourceBuilder &builder) {
                                builder.buildString("pipeline", pipeline);
                                builder.buildBool("disable_threading", true);
                                builder.buildBool("verify_each", true);
                              });
  module->print(stream, state);
  stream << "\n";
  progress.input = std::move(text);
}

Phase Compilation::makePhase(ModuleOp module, Stage stage) const {
  const PipelineOptions &pipeline = options;
  if (stage == Stage::TT)
    return {module.getOps<cm::FuncOp>().empty() ? Phase::Tiles : Phase::Model,
            pipeline};
  if (stage == Stage::TTG)
    return {module->hasAttr(ttg::kNumWarpsAttr) ? Phase::SharedMemory
                                                : Phase::Layouts,
            pipeline};
  return {stage == Stage::Asm ? Phase::Cpu : Phase::Threads, pipeline};
}

LogicalResult Compilation::runPasses(ModuleOp module, const Phase &phase,
                                     TimingScope &scope) {
  if (!options.printIRAfterAll && !options.timing && !progress.keepsInput) {
    LogicalResult done = kept.findPasses(context, phase).run(module);
    // A pass that failed may have left state.
    if (failed(done))
      kept.dropPasses();
    return done;
  }
  std::unique_ptr<PassManager> passes = phase.makePasses(context);
  if (options.printIRAfterAll)
    passes->enableIRPrinting([](Pass *, Operation *) { return false; },
                             [](Pass *, Operation *) { return true; });
  // The passes are new: timers know passes by address, and phases reuse the
  // passes that are kept.
  if (options.timing)
    passes->enableTiming(scope);
  if (progress.keepsInput)
    keepInput(module, *passes);
  return passes->run(module);
}

LogicalResult Compilation::runPhase(ModuleOp module, Stage stage,
                                    bool isInternal) {
  TimingScope scope = begin(nameOf(stage));
  LogicalResult done = runPasses(module, makePhase(module, stage), scope);
  TimingScope verifying = scope.nest("verify");
  if (failed(done))
    result.internalFailure |= isInternal;
  else if (failed(verify(module)))
    result.internalFailure = true;
  return failure(failed(done) || result.internalFailure);
}

LogicalResult Compilation::emitCode(ModuleOp module) {
  // An input that is `ttg` already has a target.
  StringRef lowered = ttg::getTarget(module);
  if (!lowered.empty() && lowered != options.target)
    return emitError(module.getLoc(), "compiled for ")
           << lowered << ", not for " << options.target;
  auto report = [&](llvm::Error error) {
    return emitError(module.getLoc(), llvm::toString(std::move(error)));
  };
  std::optional<TargetInfo> target = TargetInfo::parse(options.target);
  llvm::LLVMContext llvmContext;
  TimingScope scope = begin("llvm: translate");
  if (options.lineInfo)
    addLineTables(module, LineTables::Directives);
  auto code = translateToLLVMIR(module, llvmContext, *target, kept.backEnd);
  if (!code)
    return report(code.takeError());
  scope = begin("llvm: link");
  if (failed(linkLibraries(module, **code, *target, kept.backEnd)))
    return failure();
  if (auto files = libraryFiles(module); !files.empty()) {
    // Not what the module says is libdevice: the input may have the attribute.
    std::string libdevice = findLibdevice(options.libdevice);
    for (llvm::StringRef file : files)
      if (file != libdevice)
        result.namedLibraries.push_back(file.str());
  }
  scope = begin("llvm: optimise");
  optimizeLLVMIR(**code, *target, kept.backEnd);
  if (options.stage == Stage::LLVM) {
    llvm::raw_string_ostream os(result.output);
    (*code)->print(os, nullptr);
    return success();
  }
  scope = begin("llvm: generate PTX");
  unsigned version = findPtxVersion(**code, *target);
  llvm::Expected<std::string> ptx =
      emitPTX(**code, *target, version, kept.backEnd);
  if (!ptx)
    return report(ptx.takeError());
  result.metadata.ptxVersion =
      std::to_string(version / 10) + "." + std::to_string(version % 10);
  result.output = std::move(*ptx);
  if (options.stage == Stage::PTX)
    return success();
  scope = begin("ptxas");
  llvm::Expected<std::string> cubin =
      assemble(result.output, *target, options.ptxas);
  // The error has no location in the input.
  if (!cubin)
    return emitError(UnknownLoc::get(&context),
                     llvm::toString(cubin.takeError()));
  result.output = std::move(*cubin);
  return success();
}

LogicalResult Compilation::runForGpu(ModuleOp module) {
  if (!options.libdevice.empty())
    module->setAttr(kLibdeviceAttr,
                    StringAttr::get(&context, options.libdevice));
  if (options.maxRegisters)
    ttg::setMaxRegisters(module, options.maxRegisters);
  if (!options.ftz)
    module->setAttr(kNoFtzAttr, UnitAttr::get(&context));
  // An input that is `ttg` may have layouts alone.
  if (!module->hasAttr(ttg::kSharedAttr) &&
      failed(runPhase(module, Stage::TTG, /*isInternal=*/false)))
    return failure();
  if (options.stage == Stage::TTG) {
    print(module);
    return success();
  }
  if (tt::FuncOp func = findTileKernel(module))
    result.metadata.waitsForKernels = func->hasAttr(ttg::kWaitsForKernelsAttr);
  if (failed(runPhase(module, Stage::LLVM, /*isInternal=*/true)))
    return failure();
  result.metadata.symbol = findKernelSymbol(module, result.metadata.name).str();
  result.metadata.sharedBytes = ttg::getSharedBytes(module);
  result.metadata.scratchBytes = ttg::getScratchBytes(module);
  if (module->hasAttr(ttg::kTotalNumWarpsAttr))
    result.metadata.numWarps = ttg::getTotalNumWarps(module);
  return emitCode(module);
}

LogicalResult Compilation::run(StringRef input, StringRef inputName) {
  OwningOpRef<ModuleOp> module = read(input, inputName);
  if (!module)
    return failure();
  bool isModel = !module->getOps<cm::FuncOp>().empty();
  if (isModel && failed(override(*module)))
    return failure();
  FailureOr<bool> done = emitModel(*module);
  if (failed(done) || *done)
    return failed(done) ? failure() : success();
  if (isModel && options.stage > Stage::TT &&
      failed(describeParameters(*module)))
    return failure();
  tt::FuncOp kernel = findTileKernel(*module);
  if (kernel && failed(checkPersistent(kernel)))
    return failure();
  bool isLaidOut = (*module)->hasAttr(ttg::kNumWarpsAttr);
  if (isLaidOut && options.checked && !(*module)->hasAttr(kGuardSitesAttr))
    return emitError(module->getLoc(), "a kernel that is laid out already "
                                       "cannot be checked: expected 'tt'");
  if (!isLaidOut && failed(runPhase(*module, Stage::TT, /*isInternal=*/false)))
    return failure();
  if (options.stage == Stage::TT)
    return printTiles(*module);
  describeKernel(*module);
  if (!options.fpFusion)
    (*module)->setAttr(kNoFpFusionAttr, UnitAttr::get(&context));
  return isCpuTarget(options.target) ? runForCpu(*module) : runForGpu(*module);
}
