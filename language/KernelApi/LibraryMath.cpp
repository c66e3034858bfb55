// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Functions of floats and doubles that NVIDIA's libdevice has, and the dialect
/// math has not: calls by libdevice's names. CPUs map those of C's library to
/// its names, and have code of ours for the others.
///
/// Not here: those that are operations (Math.cpp).

#include "NumberRules.h"
#include "TileInternals.h"

#include "cm2tt/Dialect/TT/TTOps.h"

using namespace mlir;
using namespace cm2tt;

namespace {
/// A function: libdevice's name for double without `__nv_`, and the operands
/// and, after `>`, the result: `f` is float or double, `i` int, `l` long.
struct LibraryFunction {
  StringLiteral name, signature;
};
} // namespace

static constexpr LibraryFunction cospiFunction = {"cospi", "f>f"};
static constexpr LibraryFunction cylBesselI0Function = {"cyl_bessel_i0", "f>f"};
static constexpr LibraryFunction cylBesselI1Function = {"cyl_bessel_i1", "f>f"};
static constexpr LibraryFunction erfcinvFunction = {"erfcinv", "f>f"};
static constexpr LibraryFunction erfcxFunction = {"erfcx", "f>f"};
static constexpr LibraryFunction erfinvFunction = {"erfinv", "f>f"};
static constexpr LibraryFunction exp10Function = {"exp10", "f>f"};
static constexpr LibraryFunction fdimFunction = {"fdim", "ff>f"};
static constexpr LibraryFunction hypotFunction = {"hypot", "ff>f"};
static constexpr LibraryFunction ilogbFunction = {"ilogb", "f>i"};
static constexpr LibraryFunction j0Function = {"j0", "f>f"};
static constexpr LibraryFunction j1Function = {"j1", "f>f"};
static constexpr LibraryFunction jnFunction = {"jn", "if>f"};
static constexpr LibraryFunction ldexpFunction = {"ldexp", "fi>f"};
static constexpr LibraryFunction lgammaFunction = {"lgamma", "f>f"};
static constexpr LibraryFunction llrintFunction = {"llrint", "f>l"};
static constexpr LibraryFunction llroundFunction = {"llround", "f>l"};
static constexpr LibraryFunction logbFunction = {"logb", "f>f"};
static constexpr LibraryFunction nextafterFunction = {"nextafter", "ff>f"};
static constexpr LibraryFunction norm3dFunction = {"norm3d", "fff>f"};
static constexpr LibraryFunction norm4dFunction = {"norm4d", "ffff>f"};
static constexpr LibraryFunction normcdfFunction = {"normcdf", "f>f"};
static constexpr LibraryFunction normcdfinvFunction = {"normcdfinv", "f>f"};
static constexpr LibraryFunction rcbrtFunction = {"rcbrt", "f>f"};
static constexpr LibraryFunction remainderFunction = {"remainder", "ff>f"};
static constexpr LibraryFunction rhypotFunction = {"rhypot", "ff>f"};
static constexpr LibraryFunction rnorm3dFunction = {"rnorm3d", "fff>f"};
static constexpr LibraryFunction rnorm4dFunction = {"rnorm4d", "ffff>f"};
static constexpr LibraryFunction sinpiFunction = {"sinpi", "f>f"};
static constexpr LibraryFunction tgammaFunction = {"tgamma", "f>f"};
static constexpr LibraryFunction y0Function = {"y0", "f>f"};
static constexpr LibraryFunction y1Function = {"y1", "f>f"};
static constexpr LibraryFunction ynFunction = {"yn", "if>f"};

/// The arguments of one kind: `f` for numbers, `i` for the exponent or order.
static SmallVector<AbsType> argumentsOfKind(const LibraryFunction &function,
                                            ArrayRef<AbsType> args, char kind) {
  SmallVector<AbsType> found;
  for (auto [letter, arg] :
       llvm::zip_equal(function.signature.split('>').first, args))
    if (letter == kind)
      found.push_back(arg);
  return found;
}

/// The type in which the function is computed, in the shape of all operands.
static FailureOr<AbsType> computedType(const LibraryFunction &function,
                                       ArrayRef<AbsType> args,
                                       EmitError error) {
  FailureOr<AbsType> type =
      typeOfElementwise(argumentsOfKind(function, args, 'f'), error);
  if (failed(type))
    return failure();
  /// T-LIBRARY-1: the operands are floats or doubles.
  Type element = type->getElementType();
  if (!element.isF32() && !element.isF64()) {
    InFlightDiagnostic diagnostic =
        error() << "T-LIBRARY-1: the function is of float or double, not "
                << typeName(element);
    diagnostic.attachNote()
        << "convert the operand: Triton.conv(float.class, x)";
    return diagnostic;
  }
  /// T-LIBRARY-2: an exponent or an order is an int.
  for (AbsType integer : argumentsOfKind(function, args, 'i'))
    if (!isNumeric(integer) || !integer.getElementType().isSignlessInteger(32))
      return error() << "T-LIBRARY-2: the "
                     << (function.signature.front() == 'i' ? "order"
                                                           : "exponent")
                     << " must be an int: " << integer.str();
  auto shape = broadcastAll(args, error);
  if (failed(shape))
    return failure();
  return AbsType::tile(*shape, element);
}

template <const LibraryFunction &function>
static FailureOr<AbsType> typeOfLibrary(ArrayRef<AbsType> args,
                                        EmitError error) {
  FailureOr<AbsType> type = computedType(function, args, error);
  char result = function.signature.back();
  if (failed(type) || result == 'f')
    return type;
  auto integer =
      IntegerType::get(args[0].getType().getContext(), result == 'i' ? 32 : 64);
  return AbsType::tile(type->getShape(), integer);
}

template <const LibraryFunction &function>
static Results buildLibrary(TileBuilder &builder, ArrayRef<TypedOperand> args,
                            AbsType result) {
  auto types = llvm::map_to_vector(
      args, [](const TypedOperand &arg) { return arg.type; });
  auto ignore = [&] { return InFlightDiagnostic(); };
  FailureOr<AbsType> type = computedType(function, types, ignore);
  assert(succeeded(type) && "the type rule has computed it");
  SmallVector<Value> operands;
  for (auto [kind, arg] :
       llvm::zip_equal(function.signature.split('>').first, args))
    operands.push_back(kind == 'f' ? operandAs(builder, arg, *type)
                                   : builder.get(arg, type->getShape()));
  std::string symbol = ("__nv_" + function.name).str();
  if (type->getElementType().isF32())
    symbol += "f";
  return builder.create<tt::ExternElementwiseOp>(
      signlessType(result.getType()), operands, /*libname=*/"libdevice",
      /*libpath=*/"", symbol, /*pure=*/true);
}

ArrayRef<Method> cm2tt::getLibraryMathMethods() {
  static constexpr Method methods[] = {
#include "LibraryMath.inc"
  };
  return methods;
}
