// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Gives a value to registers that PTX would read and nothing writes.
///
/// Where an operand may have any value, LLVM reads a register without a
/// definition: for the upper half of a 16-bit value that it extends to 32 bits,
/// for undefined elements of a vector, for operands of assembly that are
/// poison. PTX permits this, but `ptxas` crashes for some of these registers.
///
/// **Extensions.** A pair of 8-bit floats is converted, packed with another
/// pair, and extended as well:
///
///   cvt.rn.satfinite.e4m3x2.f16x2 %rs1, %r1;
///   mov.b32 %r2, {%rs1, %rs2};
///   mov.b32 %r3, {%rs1, %rs9};  =>  cvt.u32.u16 %r3, %rs1;
///
/// If `prmt` then reads `%r3`, `ptxas` 12.8, 12.9 and 13.0 crash from level 1
/// on where the conversion is an instruction: sm_89, sm_90a, sm_100a, sm_120a.
/// Versions 12.8 and 12.9 crash with each register tried as `%rs9`, 13.0
/// with one that is undefined or zero. None does after a conversion
/// (`float8_transposed.ttir` of the tests, 2026-11-28).
///
/// **Others.** The operand becomes another register that the instruction reads,
/// which costs no instruction:
///
///   prmt.b32 %r1, %r8, %r2, 0x1000  =>  prmt.b32 %r1, %r2, %r2, 0x1000
///
/// It becomes a register that is zero where there is none, and in assembly,
/// accesses to memory and instructions of a warp, whose other operands may be
/// addresses and the like: a kernel that stores undefined values stores the
/// same ones in each run.
///
/// Not here: registers that are written on some paths only.

#include "CodeGenPasses.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/IR/InlineAsm.h"

using namespace llvm;

namespace {
/// Gives a value to registers that are read and never written.
class DefineRegisters : public MachineFunctionPass {
public:
  static char id;
  DefineRegisters() : MachineFunctionPass(id) {}
  StringRef getPassName() const override { return "cm2tt-define-registers"; }
  void getAnalysisUsage(AnalysisUsage &usage) const override {
    usage.setPreservesCFG();
    MachineFunctionPass::getAnalysisUsage(usage);
  }
  bool runOnMachineFunction(MachineFunction &function) override;

private:
  bool isRead(const MachineOperand &operand) const;
  bool isUndefined(const MachineOperand &operand) const;
  Register findDefined(const MachineOperand &operand) const;
  bool extend(MachineInstr &instruction) const;
  void setZero(Register to, MachineInstr &before) const;
  void define(MachineOperand &operand);

  MachineRegisterInfo *registers = nullptr;
  /// Registers that are zero for the current instruction, by class.
  SmallDenseMap<const TargetRegisterClass *, Register, 4> zeros;
};
} // namespace

char DefineRegisters::id = 0;

/// Whether PTX contains the operand as a register that is read.
bool DefineRegisters::isRead(const MachineOperand &operand) const {
  return operand.isReg() && operand.isUse() && !operand.isImplicit() &&
         operand.getReg().isVirtual();
}

/// Whether nothing writes the register for this operand.
bool DefineRegisters::isUndefined(const MachineOperand &operand) const {
  return operand.isUndef() ||
         all_of(registers->def_instructions(operand.getReg()),
                [](const MachineInstr &def) { return def.isImplicitDef(); });
}

/// A register of the class of `operand` that the instruction reads too, and
/// whose value may be that of the operand.
Register DefineRegisters::findDefined(const MachineOperand &operand) const {
  const MachineInstr &instruction = *operand.getParent();
  if (instruction.isInlineAsm() || instruction.mayLoadOrStore() ||
      instruction.isConvergent())
    return Register();
  const TargetRegisterClass *type = registers->getRegClass(operand.getReg());
  for (const MachineOperand &other : instruction.operands())
    if (isRead(other) && !isUndefined(other) &&
        registers->getRegClass(other.getReg()) == type)
      return other.getReg();
  return Register();
}

/// Starts assembly, before an instruction, that writes the register.
static MachineInstrBuilder buildAssembly(const char *text, Register to,
                                         MachineInstr &before) {
  MachineFunction &function = *before.getMF();
  InlineAsm::Flag flag(InlineAsm::Kind::RegDef, /*NumOps=*/1);
  flag.setRegClass(function.getRegInfo().getRegClass(to)->getID());
  return BuildMI(*before.getParent(), before, before.getDebugLoc(),
                 function.getSubtarget().getInstrInfo()->get(
                     TargetOpcode::INLINEASM))
      .addExternalSymbol(text)
      .addImm(/*no properties*/ 0)
      .addImm(flag)
      .addReg(to, RegState::Define);
}

/// Replaces an instruction that packs a defined lower half and an undefined
/// upper half, by an extension. Declarations of NVPTX's opcodes are private to
/// LLVM, their names are not.
bool DefineRegisters::extend(MachineInstr &instruction) const {
  const TargetInstrInfo &target =
      *instruction.getMF()->getSubtarget().getInstrInfo();
  if (instruction.getNumOperands() != 3)
    return false;
  const MachineOperand &low = instruction.getOperand(1);
  const MachineOperand &high = instruction.getOperand(2);
  if (!isRead(low) || !isRead(high) || isUndefined(low) || !isUndefined(high) ||
      target.getName(instruction.getOpcode()) != "V2I16toI32")
    return false;
  Register half = low.getReg();
  InlineAsm::Flag flag(InlineAsm::Kind::RegUse, /*NumOps=*/1);
  flag.setRegClass(registers->getRegClass(half)->getID());
  buildAssembly("cvt.u32.u16 \t$0, $1;", instruction.getOperand(0).getReg(),
                instruction)
      .addImm(flag)
      .addReg(half);
  return true;
}

/// The text of assembly that sets a register of that many bits to zero.
static const char *getZeroText(unsigned bits) {
  switch (bits) {
  case 1:
    return "mov.pred \t$0, 0;";
  case 16:
    return "mov.b16 \t$0, 0;";
  case 32:
    return "mov.b32 \t$0, 0;";
  case 64:
    return "mov.b64 \t$0, 0;";
  case 128:
    return "mov.b128 \t$0, {0, 0};";
  default:
    llvm_unreachable("PTX has registers of 1, 16, 32, 64 and 128 bits");
  }
}

void DefineRegisters::setZero(Register to, MachineInstr &before) const {
  const TargetRegisterInfo &target =
      *before.getMF()->getSubtarget().getRegisterInfo();
  unsigned bits = target.getRegSizeInBits(*registers->getRegClass(to));
  buildAssembly(getZeroText(bits), to, before);
}

/// Gives a value to an operand that is undefined.
void DefineRegisters::define(MachineOperand &operand) {
  MachineInstr &instruction = *operand.getParent();
  // The result is in the same register, which thus contains nothing before.
  if (operand.isTied()) {
    setZero(operand.getReg(), instruction);
  } else if (Register other = findDefined(operand)) {
    operand.setReg(other);
  } else {
    Register &zero = zeros[registers->getRegClass(operand.getReg())];
    if (!zero) {
      zero = registers->cloneVirtualRegister(operand.getReg());
      setZero(zero, instruction);
    }
    operand.setReg(zero);
  }
  operand.setIsUndef(false);
  operand.setIsKill(false);
}

bool DefineRegisters::runOnMachineFunction(MachineFunction &function) {
  registers = &function.getRegInfo();
  bool hasChanged = false;
  for (MachineBasicBlock &block : function)
    for (MachineInstr &instruction : make_early_inc_range(block)) {
      if (instruction.isMetaInstruction())
        continue;
      if (extend(instruction)) {
        instruction.eraseFromParent();
        hasChanged = true;
        continue;
      }
      zeros.clear();
      for (MachineOperand &operand : instruction.operands())
        if (isRead(operand) && isUndefined(operand)) {
          define(operand);
          hasChanged = true;
        }
    }
  return hasChanged;
}

std::unique_ptr<Pass> cm2tt::createDefineRegistersPass() {
  return std::make_unique<DefineRegisters>();
}
