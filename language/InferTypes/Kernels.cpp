// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The kernel among the functions of a model, its parameters, and their types
/// from a signature.

#include "InferTypesInternals.h"

#include "cm2tt/Dialect/CM/JavaNames.h"
#include "cm2tt/Dialect/CM/Signature.h"
#include "cm2tt/Dialect/TT/TTTypes.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace cm2tt;

/// The kernel that a name means.
static FailureOr<cm::FuncOp> findNamedKernel(ModuleOp module, StringRef name) {
  SmallVector<cm::FuncOp> kernels = cm::findKernels(module, name);
  if (kernels.size() == 1)
    return kernels.front();
  if (kernels.empty()) {
    /// T-KERNEL-2: the requested kernel exists.
    InFlightDiagnostic diagnostic =
        (*module.getOps<cm::FuncOp>().begin())
            .emitError("T-KERNEL-2: no function is called '")
        << name << "'";
    auto names =
        llvm::map_range(module.getOps<cm::FuncOp>(), [](cm::FuncOp function) {
          return cm::printKernelName(function);
        });
    diagnostic.attachNote() << "the model has: " << llvm::join(names, ", ");
    return diagnostic;
  }
  /// T-KERNEL-5: a name without types of parameters is that of one kernel.
  InFlightDiagnostic diagnostic =
      kernels.front().emitError("T-KERNEL-5: ")
      << kernels.size() << " kernels are called '" << name
      << "': expected a name with the types of the parameters";
  for (cm::FuncOp kernel : kernels) {
    std::string full = cm::printKernelName(kernel);
    if (cm::findKernels(module, full).size() > 1)
      full = cm::printKernelName(kernel, /*isSimple=*/false);
    diagnostic.attachNote(kernel.getLoc()) << "this is '" << full << "'";
  }
  return diagnostic;
}

FailureOr<cm::FuncOp> cm2tt::findKernel(ModuleOp module) {
  SmallVector<cm::FuncOp> functions(module.getOps<cm::FuncOp>());
  /// T-KERNEL-1: a model has a function.
  if (functions.empty())
    return module.emitError("T-KERNEL-1: the model has no function");
  if (auto name = module->getAttrOfType<StringAttr>(cm::kernelAttrName))
    return findNamedKernel(module, name.getValue());
  if (functions.size() == 1)
    return functions.front();
  for (cm::FuncOp function : functions)
    if (isa<NoneType>(function.getResultType()))
      return function;
  /// T-KERNEL-3: of several functions, the kernel is the first of type void.
  return functions.front().emitError(
      "T-KERNEL-3: no function of the model returns void");
}

Type cm2tt::unboxedType(cm::JavaType javaClass) {
  Builder builder(javaClass.getContext());
  StringRef name = kernelClassName(javaClass.getErasedName());
  return llvm::StringSwitch<Type>(name)
      .Case("java.lang.Boolean", builder.getI1Type())
      .Case("java.lang.Byte", builder.getI8Type())
      .Case("java.lang.Short", builder.getI16Type())
      .Case("java.lang.Character", builder.getIntegerType(16, false))
      .Case("java.lang.Integer", builder.getI32Type())
      .Case("java.lang.Long", builder.getI64Type())
      .Case("java.lang.Float", builder.getF32Type())
      .Case("java.lang.Double", builder.getF64Type())
      .Case("Float16", builder.getF16Type())
      .Case("BFloat16", builder.getBF16Type())
      .Case("Float8E4M3", builder.getType<Float8E4M3FNType>())
      .Case("Float8E5M2", builder.getType<Float8E5M2Type>())
      .Case("UInt8", builder.getIntegerType(8, false))
      .Case("UInt16", builder.getIntegerType(16, false))
      .Case("UInt32", builder.getIntegerType(32, false))
      .Case("UInt64", builder.getIntegerType(64, false))
      .Default(Type());
}

/// The variable that javac's front end creates for a parameter; null if none.
static cm::VarOp variableOf(BlockArgument argument) {
  for (Operation *user : argument.getUsers())
    if (auto var = dyn_cast<cm::VarOp>(user))
      return var;
  return {};
}

/// A receiver is the only parameter for which javac creates no variable. In
/// models without variables, a receiver is a parameter of a class that is
/// unknown here.
static bool isReceiver(BlockArgument argument) {
  auto java = dyn_cast<cm::JavaType>(argument.getType());
  return java && argument.getArgNumber() == 0 && !variableOf(argument) &&
         !isKnownClass(java.getErasedName());
}

/// The name of the value in the model, without its percent sign.
static std::string valueName(Location loc) {
  std::string name;
  loc->walk([&](Location part) {
    if (auto named = dyn_cast<NameLoc>(part))
      name = named.getName().getValue().ltrim('%').str();
    return WalkResult::advance();
  });
  return name;
}

SmallVector<TypedParameter> cm2tt::kernelParameters(cm::FuncOp kernel) {
  SmallVector<TypedParameter> parameters;
  for (BlockArgument argument : kernel.getBody().getArguments()) {
    if (isReceiver(argument))
      continue;
    TypedParameter parameter;
    if (cm::VarOp var = variableOf(argument))
      parameter.name = var.getName().value_or("").str();
    if (parameter.name.empty())
      parameter.name = valueName(argument.getLoc());
    if (parameter.name.empty())
      parameter.name = ("arg" + Twine(argument.getArgNumber())).str();
    parameter.javaType = argument.getType();
    parameter.argument = argument;
    parameters.push_back(parameter);
  }
  return parameters;
}

/// Whether it is Java's class of tensor descriptors.
static bool isDescriptor(Type javaType) {
  auto java = dyn_cast<cm::JavaType>(javaType);
  return java && kernelClassName(java.getErasedName()) == descriptorClassName;
}

/// An entry that a signature could have for a parameter, as an example.
static std::string exampleEntry(Type javaType) {
  if (auto java = dyn_cast<cm::JavaType>(javaType))
    if (Type number = unboxedType(java))
      javaType = number;
  if (javaType.isF16())
    return "fp16";
  if (isDescriptor(javaType))
    return "tensordesc<fp16[64x64]>:16";
  if (isa<FloatType>(javaType))
    return javaType.isF32() ? "fp32" : "fp64";
  if (auto integer = dyn_cast<IntegerType>(javaType))
    return (integer.isUnsigned() ? "u" : "i") +
           std::to_string(integer.getWidth());
  return "*fp32";
}

/// Adds a note: `x_ptr: Ptr, n: int`, and a signature that would fit.
static void noteParameters(InFlightDiagnostic &diagnostic,
                           ArrayRef<TypedParameter> parameters) {
  if (parameters.empty()) {
    diagnostic.attachNote() << "the kernel has no parameters";
    return;
  }
  std::string list, example;
  for (const TypedParameter &parameter : parameters) {
    StringRef separator = list.empty() ? "" : ", ";
    list += (separator + parameter.name + ": " + typeName(parameter.javaType))
                .str();
    example += (example.empty() ? "" : ",") + exampleEntry(parameter.javaType);
  }
  diagnostic.attachNote() << "the parameters are: " << list
                          << "; for example --signature='" << example << "'";
}

/// Whether a Java parameter can have the number type of a signature: the
/// width of its own type or its box's, either signedness; Float16 any of the
/// small floating-point types, which Java cannot tell apart; Number any.
static bool fitsJavaType(Type javaType, const cm::ArgSpec &spec) {
  auto java = dyn_cast<cm::JavaType>(javaType);
  if (!spec.block.empty())
    return isDescriptor(javaType);
  if (spec.isPointer)
    return java && kernelClassName(java.getErasedName()) == "Ptr";
  if (java && java.getErasedName() == "java.lang.Number")
    return !spec.elementType.isInteger(1);
  Type own = java ? unboxedType(java) : javaType;
  if (java && own && own.isF16())
    return isa<FloatType>(spec.elementType) &&
           spec.elementType.getIntOrFloatBitWidth() <= 16;
  return own && signlessType(own) == signlessType(spec.elementType);
}

namespace {
/// One parameter to check, and the location of the errors.
struct ParameterCheck {
  TypedParameter &parameter;
  Location loc;

  InFlightDiagnostic error(StringRef label) {
    return emitError(loc) << label << ": parameter '" << parameter.name
                          << "' is " << typeInWords(parameter.javaType) << ": ";
  }
};
} // namespace

/// The object that a parameter is: a null pointer, a class literal, a string or
/// a constant of an enum. Unknown if its class has no such object.
static AbsType objectConstant(Type javaType, Attribute value) {
  auto java = dyn_cast<cm::JavaType>(javaType);
  if (!java || unboxedType(java))
    return {};
  StringRef name = java.getErasedName();
  if (isa<cm::NullAttr>(value))
    return kernelClassName(name) == "Ptr" ? AbsType::constant(java, value)
                                          : AbsType();
  if (isa<TypeAttr>(value))
    return name == "java.lang.Class" ? AbsType::constant(java, value)
                                     : AbsType();
  StringRef spelling = cast<StringAttr>(value).getValue();
  if (std::optional<std::string> text = cm::parseStringConstant(spelling))
    return name == "java.lang.String"
               ? AbsType::constant(java,
                                   StringAttr::get(java.getContext(), *text))
               : AbsType();
  auto [owner, constant] = spelling.rsplit('.');
  if (!cm::namesClass(owner, name))
    return {};
  if (isKnownClass(name))
    return findStaticField(java.getContext(), name, constant);
  return AbsType::constant(java, StringAttr::get(java.getContext(), constant));
}

/// Sets the type of a parameter that is a constant of the signature.
static LogicalResult applyConstant(ParameterCheck check, Attribute value) {
  Type type = check.parameter.javaType;
  bool isTruth = isa<BoolAttr>(value);
  cm::ArgSpec spec;
  spec.constant = value;
  if (isa<cm::NullAttr, TypeAttr, StringAttr>(value)) {
    check.parameter.type = objectConstant(type, value);
    if (!check.parameter.type.isUnknown())
      return success();
    return check.error("T-SIGNATURE-3")
           << "not the constant " << cm::printArgSpec(spec);
  }
  /// T-SIGNATURE-3: the value of a constant has the type of the parameter.
  if (auto java = dyn_cast<cm::JavaType>(type)) {
    Type number = isa<IntegerAttr>(value)
                      ? Type(IntegerType::get(type.getContext(), 32))
                      : Type(Float32Type::get(type.getContext()));
    type =
        java.getErasedName() == "java.lang.Number" ? number : unboxedType(java);
  }
  if (!isa_and_nonnull<IntegerType, FloatType>(type) ||
      isTruth != type.isInteger(1) ||
      (isa<FloatAttr>(value) && !isa<FloatType>(type)))
    return check.error("T-SIGNATURE-3")
           << "not the constant " << cm::printArgSpec(spec);
  if (auto integer = dyn_cast<IntegerAttr>(value)) {
    const APInt &bits = integer.getValue();
    if (auto want = dyn_cast<IntegerType>(type); want && !isTruth)
      if (want.isUnsigned()
              ? bits.isNegative() || bits.getActiveBits() > want.getWidth()
              : !bits.isSignedIntN(want.getWidth()))
        return check.error("T-SIGNATURE-3")
               << "not the constant " << integer.getInt();
    value = foldConversion(value, integer.getType(), type);
  } else if (auto number = dyn_cast<FloatAttr>(value)) {
    value = foldConversion(value, number.getType(), type);
  }
  check.parameter.type = AbsType::constant(type, value);
  return success();
}

/// Sets the type of a parameter from its entry of the signature.
static LogicalResult applySpec(ParameterCheck check, const cm::ArgSpec &spec) {
  if (spec.constant)
    return applyConstant(check, spec.constant);
  Type type = spec.elementType;
  if (spec.isPointer)
    type = tt::PtrType::get(type, 1);
  if (!spec.block.empty()) {
    auto error = [&] { return emitError(check.loc); };
    std::string label =
        "T-SIGNATURE-6: parameter '" + check.parameter.name + "'";
    /// T-SIGNATURE-6: the block of a descriptor is one that descriptors have.
    if (failed(checkDescriptorBlock(label, spec.block, type, error)))
      return failure();
    type = tt::TensorDescType::get(RankedTensorType::get(spec.block, type));
  }
  /// T-SIGNATURE-4: the type of an entry is one that the parameter can have.
  if (!fitsJavaType(check.parameter.javaType, spec))
    return check.error("T-SIGNATURE-4") << "not " << typeInWords(type);
  check.parameter.type = AbsType(type);
  bool isDivisible = spec.spec == cm::ArgSpec::Spec::DivisibleBy16;
  if (!spec.block.empty())
    check.parameter.isUnalignedDescriptor = !isDivisible;
  else if (isDivisible)
    check.parameter.divisibility = 16;
  // A constant would take the type of the tile that it is combined with.
  check.parameter.isOne = spec.spec == cm::ArgSpec::Spec::EqualsOne;
  return success();
}

/// Sets the types of the kernel's parameters from the signature's entries.
static LogicalResult applyEntries(TypedKernel &kernel, ModuleOp module) {
  auto signature = module->getAttrOfType<ArrayAttr>(cm::signatureAttrName);
  /// T-SIGNATURE-1: a signature is given.
  if (!signature) {
    InFlightDiagnostic diagnostic = kernel.func.emitError(
        "T-SIGNATURE-1: neither the model nor --signature says the argument "
        "types");
    noteParameters(diagnostic, kernel.parameters);
    return diagnostic;
  }
  Location loc = kernel.func.getLoc();
  if (auto place =
          module->getAttrOfType<LocationAttr>(cm::signatureLocAttrName))
    loc = place;
  /// T-SIGNATURE-2: the signature has an entry for each parameter.
  if (signature.size() != kernel.parameters.size()) {
    InFlightDiagnostic diagnostic =
        emitError(loc) << "T-SIGNATURE-2: the number of entries of the "
                          "signature is wrong: "
                       << signature.size() << ", expected "
                       << kernel.parameters.size() << " for the kernel '"
                       << kernel.func.getName() << "'";
    noteParameters(diagnostic, kernel.parameters);
    return diagnostic;
  }
  for (auto [entry, parameter] : llvm::zip(signature, kernel.parameters)) {
    /// T-SIGNATURE-5: each entry is a type, TYPE:SPEC or a constant.
    auto error = [&, loc](const Twine &message) {
      emitError(loc) << "T-SIGNATURE-5: " << message;
    };
    FailureOr<cm::ArgSpec> spec = cm::parseArgSpec(entry, error);
    if (failed(spec) || failed(applySpec({parameter, loc}, *spec)))
      return failure();
  }
  return success();
}

FailureOr<TypedKernel> cm2tt::applySignature(ModuleOp module) {
  FailureOr<cm::FuncOp> func = findKernel(module);
  if (failed(func))
    return failure();
  TypedKernel kernel;
  kernel.func = *func;
  kernel.parameters = kernelParameters(*func);
  if (failed(applyEntries(kernel, module)))
    return failure();
  return kernel;
}
