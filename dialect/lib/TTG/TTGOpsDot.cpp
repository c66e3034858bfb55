// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Products of warp groups: verifiers and effects.

#include "cm2tt/Dialect/TTG/MatrixLayouts.h"
#include "cm2tt/Dialect/TTG/TTGAttrs.h"
#include "cm2tt/Dialect/TTG/TTGOps.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace cm2tt;
using namespace cm2tt::ttg;

/// The shape of a tile in registers or in shared memory.
static ArrayRef<int64_t> getShapeOf(Type type) {
  if (auto memory = dyn_cast<MemDescType>(type))
    return memory.getShape();
  return cast<RankedTensorType>(type).getShape();
}

/// The type of elements of a tile in registers or in shared memory.
static Type getElementOf(Type type) {
  if (auto memory = dyn_cast<MemDescType>(type))
    return memory.getElementType();
  return cast<RankedTensorType>(type).getElementType();
}

/// TTG-WARP-GROUP-DOT-4: whether `wgmma` multiplies `a` and `b` into `d`.
static bool hasUnit(Type a, Type b, Type d) {
  auto isFloat8 = [](Type type) {
    return isa<Float8E4M3FNType, Float8E5M2Type>(type);
  };
  if (isFloat8(a) && isFloat8(b))
    return d.isF32() || d.isF16();
  if (a != b)
    return false;
  if (a.isF16())
    return d.isF32() || d.isF16();
  return ((a.isBF16() || a.isF32()) && d.isF32()) ||
         (a.isSignlessInteger(8) && d.isSignlessInteger(32));
}

/// TTG-WARP-GROUP-DOT-4.
static LogicalResult verifySizes(WarpGroupDotOp op) {
  Type a = getElementOf(op.getA().getType());
  Type b = getElementOf(op.getB().getType());
  Type d = getElementOf(op.getType());
  if (!hasUnit(a, b, d))
    return op.emitOpError() << "TTG-WARP-GROUP-DOT-4: wgmma does not multiply "
                            << a << " and " << b << " into " << d;
  ArrayRef<int64_t> shape = getShapeOf(op.getType());
  int64_t k = op.getB().getType().getShape()[0];
  unsigned n = op.getInstrN();
  if (shape[0] % 64 == 0 && llvm::isPowerOf2_32(n) && n >= 8 && n <= 256 &&
      shape[1] % n == 0 && k * b.getIntOrFloatBitWidth() % 256 == 0)
    return success();
  return op.emitOpError() << "TTG-WARP-GROUP-DOT-4: no instruction with N = "
                          << n << " computes a product of " << shape[0] << "x"
                          << shape[1] << " with K = " << k << " of " << b;
}

/// TTG-WARP-GROUP-DOT-2.
static LogicalResult verifyRegisters(WarpGroupDotOp op) {
  auto result = cast<RankedTensorType>(op.getType());
  auto layout = dyn_cast_or_null<LinearAttr>(result.getEncoding());
  std::optional<MmaShape> mma;
  if (layout)
    mma = matchWgmmaLayout(layout.getLayout(), op.getInstrN());
  if (!mma)
    return op.emitOpError()
           << "TTG-WARP-GROUP-DOT-2: not the layout of a result "
              "of warp groups with N = "
           << op.getInstrN() << ": " << result;
  auto a = dyn_cast<RankedTensorType>(op.getA().getType());
  if (!a)
    return success();
  unsigned bits = a.getElementType().getIntOrFloatBitWidth();
  auto layoutA = dyn_cast_or_null<LinearAttr>(a.getEncoding());
  if (layoutA &&
      layoutA.getLayout() == makeMmaOperandLayout(a.getShape(), 0, bits, *mma))
    return success();
  return op.emitOpError()
         << "TTG-WARP-GROUP-DOT-2: not the layout of operand 0: " << a;
}

/// TTG-WARP-GROUP-DOT-3.
static LogicalResult verifyMemory(WarpGroupDotOp op, Value operand,
                                  unsigned number) {
  auto memory = dyn_cast<MemDescType>(operand.getType());
  if (!memory)
    return success();
  unsigned bits = memory.getElementType().getIntOrFloatBitWidth();
  if (memory.getBuffers() == 1 &&
      matchWgmmaShared(memory.getLayout().getLayout(), bits, number))
    return success();
  return op.emitOpError()
         << "TTG-WARP-GROUP-DOT-3: no descriptor describes operand " << number
         << ": " << memory;
}

void WarpGroupDotOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  for (OpOperand *operand : {&getAMutable(), &getBMutable()})
    if (isa<MemDescType>(operand->get().getType()))
      effects.emplace_back(MemoryEffects::Read::get(), operand,
                           tt::SharedMemory::get());
}

LogicalResult WarpGroupDotOp::verify() {
  ArrayRef<int64_t> a = getShapeOf(getA().getType());
  ArrayRef<int64_t> b = getShapeOf(getB().getType());
  ArrayRef<int64_t> c = getShapeOf(getC().getType());
  if (a.size() != 2 || b.size() != 2 || c.size() != 2 || a[1] != b[0] ||
      a[0] != c[0] || b[1] != c[1])
    return emitOpError() << "TTG-WARP-GROUP-DOT-1: no product: "
                         << getA().getType() << " * " << getB().getType()
                         << " -> " << getType();
  if (failed(verifySizes(*this)) || failed(verifyRegisters(*this)) ||
      failed(verifyMemory(*this, getA(), 0)))
    return failure();
  return verifyMemory(*this, getB(), 1);
}

LogicalResult WarpGroupDotWaitOp::verify() {
  if (getInputs().getTypes() != getOutputs().getTypes())
    return emitOpError()
           << "TTG-WARP-GROUP-DOT-WAIT-1: results have other types "
              "than the inputs: "
           << getOutputs().getTypes();
  return success();
}

LogicalResult CopyFragmentsOp::verify() {
  Type element = getSrc().getType().getElementType();
  if (!element.isF32())
    return emitOpError() << "TTG-COPY-FRAGMENTS-1: not a tile of f32: "
                         << getSrc().getType();
  return success();
}
