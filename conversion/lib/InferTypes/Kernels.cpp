// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Which function of a model is the kernel, what its parameters are, and what
/// a signature makes of them.

#include "InferTypesInternals.h"

#include "cm2tt/Dialect/CM/Signature.h"
#include "cm2tt/Dialect/TT/TTTypes.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace cm2tt;

FailureOr<cm::FuncOp> cm2tt::findKernel(ModuleOp module) {
  SmallVector<cm::FuncOp> functions(module.getOps<cm::FuncOp>());
  if (functions.empty())
    return module.emitError("T-KERNEL-1: the model has no function");
  if (auto name = module->getAttrOfType<StringAttr>(cm::kernelAttrName)) {
    for (cm::FuncOp function : functions)
      if (function.getName() == name.getValue())
        return function;
    /// T-KERNEL-2: the kernel that is asked for exists.
    InFlightDiagnostic diagnostic =
        functions.front().emitError("T-KERNEL-2: no function is called '")
        << name.getValue() << "'";
    std::string names;
    for (cm::FuncOp function : functions)
      names += (names.empty() ? "" : ", ") + function.getName().str();
    diagnostic.attachNote() << "the model has: " << names;
    return diagnostic;
  }
  if (functions.size() == 1)
    return functions.front();
  for (cm::FuncOp function : functions)
    if (isa<NoneType>(function.getResultType()))
      return function;
  /// T-KERNEL-3: a kernel returns nothing.
  return functions.front().emitError(
      "T-KERNEL-3: no function of the model returns void");
}

/// The variable that javac's front end makes for a parameter; null if none.
static cm::VarOp variableOf(BlockArgument argument) {
  for (Operation *user : argument.getUsers())
    if (auto var = dyn_cast<cm::VarOp>(user))
      return var;
  return {};
}

/// A receiver is the only parameter for which no variable is made.
static bool isReceiver(BlockArgument argument) {
  return argument.getArgNumber() == 0 && !variableOf(argument) &&
         isa<cm::JavaType>(argument.getType());
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
    parameter.javaType = argument.getType();
    parameter.argument = argument;
    parameters.push_back(parameter);
  }
  return parameters;
}

/// What a caller could write for a parameter, to show as an example.
static std::string exampleEntry(Type javaType) {
  if (isa<FloatType>(javaType))
    return javaType.isF32() ? "fp32" : "fp64";
  if (auto integer = dyn_cast<IntegerType>(javaType))
    return (integer.isUnsigned() ? "u" : "i") +
           std::to_string(integer.getWidth());
  return "*fp32";
}

/// `x_ptr: Ptr, n: int` and a signature that would fit.
static void noteParameters(InFlightDiagnostic &diagnostic,
                           ArrayRef<TypedParameter> parameters) {
  std::string list, example;
  for (const TypedParameter &parameter : parameters) {
    StringRef separator = list.empty() ? "" : ", ";
    list += (separator + parameter.name + ": " + typeName(parameter.javaType))
                .str();
    example += (list.size() && !example.empty() ? "," : "") +
               exampleEntry(parameter.javaType);
  }
  diagnostic.attachNote() << "the parameters are: " << list
                          << "; for example --signature='" << example << "'";
}

/// Whether a Java parameter can have the number type of a signature: the
/// width of its own type, either signedness; boxes and fp16's class any.
static bool fitsJavaType(Type javaType, const cm::ArgSpec &spec) {
  if (auto java = dyn_cast<cm::JavaType>(javaType)) {
    StringRef name = kernelClassName(java.getErasedName());
    return spec.isPointer ? name == "Ptr" : name != "Ptr" && name != "Tensor";
  }
  return !spec.isPointer &&
         signlessType(javaType) == signlessType(spec.elementType);
}

namespace {
/// What the checks of one parameter need.
struct ParameterCheck {
  TypedParameter &parameter;
  Location loc;

  InFlightDiagnostic error(StringRef label) {
    return emitError(loc) << label << ": parameter '" << parameter.name
                          << "' is " << typeName(parameter.javaType) << ": ";
  }
};
} // namespace

/// Sets the type of a parameter that is a constant of the signature.
static LogicalResult applyConstant(ParameterCheck check, Attribute value) {
  Type type = check.parameter.javaType;
  bool isTruth = isa<BoolAttr>(value);
  /// T-SIGNATURE-3: a constant's value is one of the parameter's type.
  if (auto java = dyn_cast<cm::JavaType>(type)) // a box, or Number
    type = isTruth ? Type(IntegerType::get(type.getContext(), 1))
           : isa<IntegerAttr>(value)
               ? Type(IntegerType::get(type.getContext(), 32))
               : Type(Float32Type::get(type.getContext()));
  if (isTruth != type.isInteger(1) ||
      (isa<FloatAttr>(value) && !isa<FloatType>(type)) ||
      !isa<IntegerType, FloatType>(type))
    return check.error("T-SIGNATURE-3") << "not the constant " << value;
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
  /// T-SIGNATURE-4: the type of an entry is one that the parameter can have.
  if (!fitsJavaType(check.parameter.javaType, spec))
    return check.error("T-SIGNATURE-4") << "not of type " << typeName(type);
  check.parameter.type = AbsType(type);
  if (spec.spec == cm::ArgSpec::Spec::DivisibleBy16)
    check.parameter.divisibility = 16;
  if (spec.spec == cm::ArgSpec::Spec::EqualsOne)
    check.parameter.type =
        AbsType::constant(type, IntegerAttr::get(signlessType(type), 1));
  return success();
}

LogicalResult cm2tt::applySignature(TypedKernel &kernel, ModuleOp module) {
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
  /// T-SIGNATURE-2: it has an entry for each parameter.
  if (signature.size() != kernel.parameters.size()) {
    InFlightDiagnostic diagnostic =
        emitError(loc) << "T-SIGNATURE-2: the signature has "
                       << signature.size() << " entries, the kernel '"
                       << kernel.func.getName() << "' "
                       << kernel.parameters.size() << " parameters";
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
    kernel.types[parameter.argument] = parameter.type;
  }
  return success();
}
