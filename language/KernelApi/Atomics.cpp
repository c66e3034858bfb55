// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Atomic updates, reads and writes of memory, with their semantics and scope.

#include "MemoryInternals.h"
#include "TileInternals.h"

#include "cm2tt/Dialect/TT/TTOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace cm2tt;

namespace {
/// The operation of an atomic update.
enum class Update { Add, Max, Min, And, Or, Xor, Xchg };
} // namespace

static const AccessOptions atomicOptions = {{"MemSemantic", "MemScope"}};

/// Acquire and release unless the call says otherwise, as in Triton; reads
/// acquire and writes release.
static tt::MemSemantic
semanticOf(const AccessArguments &args,
           tt::MemSemantic absent = tt::MemSemantic::ACQ_REL) {
  return tt::symbolizeMemSemantic(args.names[0]).value_or(absent);
}

static tt::MemSyncScope scopeOf(const AccessArguments &args) {
  return tt::symbolizeMemSyncScope(args.names[1])
      .value_or(tt::MemSyncScope::GPU);
}

/// Whether the GPU has that update of one element: of 32 or 64 bits, and for
/// addition of floating-point numbers of 16 bits as well.
static bool isDefinedOn(Update update, Type element) {
  if (!isa<IntegerType, FloatType>(element))
    return false;
  unsigned bits = element.getIntOrFloatBitWidth();
  bool isFloat = isa<FloatType>(element), isWide = bits == 32 || bits == 64;
  switch (update) {
  case Update::Add:
    return isWide || (isFloat && bits == 16);
  case Update::Max:
  case Update::Min:
  case Update::Xchg:
    return isWide;
  case Update::And:
  case Update::Or:
  case Update::Xor:
    return isWide && !isFloat;
  }
  llvm_unreachable("all updates are listed");
}

/// The type pointed at by what is accessed; null after an error.
static Type accessedType(ArrayRef<AbsType> args, EmitError error) {
  /// T-ATOMIC-1: the first argument is a pointer or a tile of pointers.
  Type element = args[0].getPointeeType();
  if (!element)
    error() << "T-ATOMIC-1: cannot access " << args[0].str()
            << ", which is not a pointer";
  return element;
}

/// The rule that all atomics share, except for the element type; the first
/// `numValues` arguments after the pointers are values. Returns the result
/// type.
static FailureOr<AbsType> typeOfAccess(ArrayRef<AbsType> args,
                                       const AccessArguments &access,
                                       unsigned numValues, EmitError error) {
  Type element = args[0].getPointeeType();
  /// T-ATOMIC-3: values can be converted to the element type.
  for (unsigned i = 1; i <= numValues; ++i)
    if (!access.operand(i) || !fitsElement(args[i], element))
      return error() << "T-ATOMIC-3: the value cannot be converted to "
                     << typeName(element) << ": " << args[i].str();
  /// T-ATOMIC-4: the mask holds truth values.
  if (auto mask = access.operand(numValues + 1); mask && !isMask(args[*mask]))
    return error() << "T-ATOMIC-4: the mask must hold truth values: "
                   << args[*mask].str();
  /// T-ATOMIC-5: values and mask broadcast to the pointers' shape.
  auto shape = accessShape(access.operands, "T-ATOMIC-5", error);
  if (failed(shape))
    return failure();
  if (ArrayRef<int64_t>(*shape) != args[0].getShape())
    return error() << "T-ATOMIC-5: pointers are fewer than values or masks: "
                   << args[0].str();
  /// T-ATOMIC-6: after the operands come constants of MemSemantic and MemScope,
  /// each at most once.
  if (!access.wrong.isUnknown())
    return error() << "T-ATOMIC-6: an option of an atomic is a constant of "
                      "MemSemantic or MemScope, each once: "
                   << access.wrong.str();
  return AbsType::tile(*shape, element);
}

template <Update update>
static FailureOr<AbsType> typeOfUpdate(ArrayRef<AbsType> args,
                                       const AccessArguments &access,
                                       EmitError error) {
  Type element = accessedType(args, error);
  if (!element)
    return failure();
  /// T-ATOMIC-2: the update exists for the element type.
  if (!isDefinedOn(update, element))
    return error() << "T-ATOMIC-2: no such atomic update of "
                   << typeName(element);
  return typeOfAccess(args, access, /*numValues=*/1, error);
}

/// The update of numbers, of whose type only the signedness is needed.
static tt::RMWOp operationOf(Update update, Type element) {
  bool isUnsigned = element.isUnsignedInteger();
  switch (update) {
  case Update::Add:
    return isa<FloatType>(element) ? tt::RMWOp::FADD : tt::RMWOp::ADD;
  case Update::Max:
    return isUnsigned ? tt::RMWOp::UMAX : tt::RMWOp::MAX;
  case Update::Min:
    return isUnsigned ? tt::RMWOp::UMIN : tt::RMWOp::MIN;
  case Update::And:
    return tt::RMWOp::AND;
  case Update::Or:
    return tt::RMWOp::OR;
  case Update::Xor:
    return tt::RMWOp::XOR;
  case Update::Xchg:
    return tt::RMWOp::XCHG;
  }
  llvm_unreachable("all updates are listed");
}

namespace {
/// The operands of an update, all of one shape.
struct UpdateOperands {
  Value pointer, value, mask;
  tt::MemSemantic semantic;
  tt::MemSyncScope scope;
};
} // namespace

static Value buildRmw(TileBuilder &builder, tt::RMWOp operation,
                      const UpdateOperands &operands) {
  return builder.create<tt::AtomicRmwOp>(
      operands.value.getType(), operation, operands.pointer, operands.value,
      operands.mask, operands.semantic, operands.scope);
}

/// The extremum of floating-point numbers, on their bits: those of
/// non-negative numbers are ordered as signed integers and above all negative
/// ones, those of negative numbers the other way round as unsigned ones.
static Value buildFloatExtremum(TileBuilder &builder, bool isMax,
                                UpdateOperands operands) {
  Type floats = operands.value.getType();
  unsigned width = getElementTypeOrSelf(floats).getIntOrFloatBitWidth();
  Type bits = builder.builder.getIntegerType(width), integers = bits;
  if (auto tensor = dyn_cast<RankedTensorType>(floats))
    integers = tensor.clone(bits);
  operands.value = builder.create<tt::BitcastOp>(integers, operands.value);
  operands.pointer = pointerTo(builder, operands.pointer, bits);
  Value sign = builder.create<arith::ShRUIOp>(
      operands.value, builder.constantInt(integers, width - 1));
  Value zero = builder.constantInt(integers, 0), mask = operands.mask;
  auto update = [&](arith::CmpIPredicate signIs,
                    tt::RMWOp operation) -> std::pair<Value, Value> {
    Value has = builder.create<arith::CmpIOp>(signIs, sign, zero);
    operands.mask = builder.create<arith::AndIOp>(mask, has);
    return {has, buildRmw(builder, operation, operands)};
  };
  auto [isPositive, ofPositive] =
      update(arith::CmpIPredicate::eq, isMax ? tt::RMWOp::MAX : tt::RMWOp::MIN);
  Value ofNegative = update(arith::CmpIPredicate::ne,
                            isMax ? tt::RMWOp::UMIN : tt::RMWOp::UMAX)
                         .second;
  Value old =
      builder.create<arith::SelectOp>(isPositive, ofPositive, ofNegative);
  return builder.create<tt::BitcastOp>(floats, old);
}

template <Update update>
static Results buildUpdate(TileBuilder &builder, ArrayRef<TypedOperand> args,
                           const AccessArguments &access, AbsType result) {
  ArrayRef<int64_t> shape = result.getShape();
  Type element = result.getElementType();
  // Triton's atomics always have a mask.
  TypedOperand always(AbsType::constantBool(element.getContext(), true));
  auto position = access.operand(2);
  Value pointer = builder.get(args[0]);
  Value value = elementOperand(builder, args[1], element, shape);
  Value mask = builder.get(position ? args[*position] : always, shape);
  UpdateOperands operands{pointer, value, mask, semanticOf(access),
                          scopeOf(access)};
  bool isMax = update == Update::Max;
  if (isa<FloatType>(element) && (isMax || update == Update::Min))
    return buildFloatExtremum(builder, isMax, operands);
  return buildRmw(builder, operationOf(update, element), operands);
}

static FailureOr<AbsType> typeOfCas(ArrayRef<AbsType> args,
                                    const AccessArguments &access,
                                    EmitError error) {
  Type element = accessedType(args, error);
  if (!element)
    return failure();
  /// T-ATOMIC-7: numbers of 16, 32 or 64 bits are compared and swapped.
  unsigned bits = isa<IntegerType, FloatType>(element)
                      ? element.getIntOrFloatBitWidth()
                      : 0;
  if (bits < 16)
    return error() << "T-ATOMIC-7: only numbers of 16, 32 or 64 bits can be "
                      "compared and swapped: "
                   << typeName(element);
  return typeOfAccess(args, access, /*numValues=*/2, error);
}

static Results buildCas(TileBuilder &builder, ArrayRef<TypedOperand> args,
                        const AccessArguments &access, AbsType result) {
  ArrayRef<int64_t> shape = result.getShape();
  Type element = result.getElementType();
  Value pointer = builder.get(args[0]);
  Value compare = elementOperand(builder, args[1], element, shape);
  Value value = elementOperand(builder, args[2], element, shape);
  return builder.create<tt::AtomicCasOp>(value.getType(), pointer, compare,
                                         value, semanticOf(access),
                                         scopeOf(access));
}

//===----------------------------------------------------------------------===//
// Reads, writes and waits
//===----------------------------------------------------------------------===//

namespace {
/// An atomic access that does not update.
enum class Access { Load, Store, Poll };
} // namespace

/// Whether the access exists for the elements: reads for all numbers, writes
/// for those of 32 or 64 bits, waits for integers that can be compared.
static bool isDefinedOn(Access access, Type element) {
  if (!isa<IntegerType, FloatType>(element))
    return false;
  unsigned bits = element.getIntOrFloatBitWidth();
  switch (access) {
  case Access::Load:
    return bits >= 8;
  case Access::Store:
    return bits >= 32;
  case Access::Poll:
    return bits >= 16 && isa<IntegerType>(element);
  }
  llvm_unreachable("all accesses are listed");
}

/// The order that the access has in addition to `relaxed`, also by default.
static constexpr tt::MemSemantic orderOf(Access access) {
  return access == Access::Store ? tt::MemSemantic::RELEASE
                                 : tt::MemSemantic::ACQUIRE;
}

/// The rule of an access with `numValues` values. Returns the type of what it
/// reads or writes.
template <Access kind>
static FailureOr<AbsType>
typeOfPlainAccess(ArrayRef<AbsType> args, const AccessArguments &access,
                  unsigned numValues, EmitError error) {
  Type element = accessedType(args, error);
  if (!element)
    return failure();
  /// T-ATOMIC-8: the access exists for the element type.
  if (!isDefinedOn(kind, element))
    return error() << "T-ATOMIC-8: no such atomic access to "
                   << typeName(element);
  FailureOr<AbsType> type = typeOfAccess(args, access, numValues, error);
  if (failed(type))
    return failure();
  /// T-ATOMIC-9: reads are relaxed or acquire, writes relaxed or release.
  tt::MemSemantic semantic = semanticOf(access, orderOf(kind));
  if (semantic != tt::MemSemantic::RELAXED && semantic != orderOf(kind))
    return error() << "T-ATOMIC-9: the order of the access must be RELAXED or "
                   << tt::stringifyMemSemantic(orderOf(kind)).upper() << ": "
                   << tt::stringifyMemSemantic(semantic).upper();
  return type;
}

static FailureOr<AbsType> typeOfAtomicLoad(ArrayRef<AbsType> args,
                                           const AccessArguments &access,
                                           EmitError error) {
  return typeOfPlainAccess<Access::Load>(args, access, /*numValues=*/0, error);
}

static FailureOr<AbsType> typeOfAtomicStore(ArrayRef<AbsType> args,
                                            const AccessArguments &access,
                                            EmitError error) {
  FailureOr<AbsType> type =
      typeOfPlainAccess<Access::Store>(args, access, /*numValues=*/1, error);
  if (failed(type))
    return failure();
  return AbsType::none(type->getElementType().getContext());
}

static FailureOr<AbsType> typeOfAtomicPoll(ArrayRef<AbsType> args,
                                           const AccessArguments &access,
                                           EmitError error) {
  /// T-ATOMIC-10: a timeout is one integer.
  AccessArguments rest = access;
  if (auto timeout = access.operand(2)) {
    AbsType type = args[*timeout];
    if (!isNumeric(type) || !type.getShape().empty() ||
        !isa<IntegerType>(type.getElementType()) || isMask(type))
      return error() << "T-ATOMIC-10: the timeout must be one integer: "
                     << type.str();
    rest.operands.pop_back();
  }
  FailureOr<AbsType> type =
      typeOfPlainAccess<Access::Poll>(args, rest, /*numValues=*/1, error);
  if (failed(type))
    return failure();
  return AbsType::tile(
      type->getShape(),
      IntegerType::get(type->getElementType().getContext(), 1));
}

/// The operand in that position, in a shape; null if it is absent.
static Value optionalOperand(TileBuilder &builder, ArrayRef<TypedOperand> args,
                             const AccessArguments &access, unsigned position,
                             ArrayRef<int64_t> shape) {
  auto found = access.operand(position);
  return found ? builder.get(args[*found], shape) : Value();
}

static Results buildAtomicLoad(TileBuilder &builder,
                               ArrayRef<TypedOperand> args,
                               const AccessArguments &access, AbsType result) {
  Value pointer = builder.get(args[0]);
  Value mask = optionalOperand(builder, args, access, 1, result.getShape());
  return builder.create<tt::AtomicLoadOp>(
      signlessType(result.getType()), pointer, mask,
      semanticOf(access, orderOf(Access::Load)), scopeOf(access));
}

static Results buildAtomicStore(TileBuilder &builder,
                                ArrayRef<TypedOperand> args,
                                const AccessArguments &access, AbsType) {
  ArrayRef<int64_t> shape = args[0].type.getShape();
  Value pointer = builder.get(args[0]);
  Value value =
      elementOperand(builder, args[1], args[0].type.getPointeeType(), shape);
  Value mask = optionalOperand(builder, args, access, 2, shape);
  builder.create<tt::AtomicStoreOp>(pointer, value, mask,
                                    semanticOf(access, orderOf(Access::Store)),
                                    scopeOf(access));
  return {};
}

static Results buildAtomicPoll(TileBuilder &builder,
                               ArrayRef<TypedOperand> args,
                               const AccessArguments &access, AbsType result) {
  Value pointer = builder.get(args[0]), timeout;
  Value expected = elementOperand(
      builder, args[1], args[0].type.getPointeeType(), result.getShape());
  if (auto position = access.operand(2))
    timeout = builder.get(
        convertTo(builder, args[*position], builder.builder.getI64Type()));
  return builder.create<tt::AtomicPollOp>(
      result.getType(), pointer, expected, timeout,
      semanticOf(access, orderOf(Access::Poll)), scopeOf(access));
}

ArrayRef<Method> cm2tt::getAtomicsMethods() {
  static constexpr Method methods[] = {
#include "Atomics.inc"
  };
  return methods;
}
