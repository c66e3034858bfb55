// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The methods of Atomics.cpp.

let family = AtomicFamily in {

class Update<string javaName, string argument>
    : Method<javaName> {
  let parameters = [Pointers, Values, Mask, Semantic, Scope];
  let overloads = [
      "pointers, values", "pointers, values, mask", "pointers, values, options",
      "pointers, values, mask, options"
  ];
  let options = AtomicOptions;
  let returns = "what was there before";
  let errors = [{
    what is no pointer (T-ATOMIC-1), an element type that has no such update
    (T-ATOMIC-2), values that have no such type (T-ATOMIC-3), a mask of
    other elements (T-ATOMIC-4), shapes that do not broadcast to the
    pointers' (T-ATOMIC-5), wrong options (T-ATOMIC-6); under the runner
    also an access that is out of bounds
  }];
  let becomes = ["tt.atomic_rmw"];
  let typeOf = "typeOfUpdate<" # argument # ">";
  let build = "buildUpdate<" # argument # ">";
}

def AtomicAdd : Update<"atomicAdd", "Update::Add"> {
  let description = [{
    Adds to what the pointers point at where the mask is true or absent,
    atomically, and gives what was there before. Values are converted to the
    element type, a number of 32 or 64 bits or a floating-point number of
    16; values and mask are broadcast to the pointers' shape, the result's.
    The accesses are ordered as [MemSemantic.ACQ_REL] says, for
    [MemScope.GPU], unless the options say otherwise.
  }];
  let example = [{
    Triton.atomicAdd(total, Triton.sum(x));
  }];
}

def AtomicMax : Update<"atomicMax", "Update::Max"> {
  let description = [{
    Writes the larger of the value and what the pointers point at where the
    mask is true or absent, atomically, and gives what was there before.
    Values are converted to the element type, a number of 32 or 64 bits, of
    which floating-point ones are updated as integers in two steps; values
    and mask are broadcast to the pointers' shape, the result's. The
    accesses are ordered as [MemSemantic.ACQ_REL] says, for [MemScope.GPU],
    unless the options say otherwise.
  }];
  let example = [{
    Triton.atomicMax(highest, Triton.max(x));
  }];
}

def AtomicMin : Update<"atomicMin", "Update::Min"> {
  let description = [{
    Writes the smaller of the value and what the pointers point at where the
    mask is true or absent, atomically, and gives what was there before.
    Values are converted to the element type, a number of 32 or 64 bits, of
    which floating-point ones are updated as integers in two steps; values
    and mask are broadcast to the pointers' shape, the result's. The
    accesses are ordered as [MemSemantic.ACQ_REL] says, for [MemScope.GPU],
    unless the options say otherwise.
  }];
  let example = [{
    Triton.atomicMin(lowest, Triton.min(x));
  }];
}

def AtomicAnd : Update<"atomicAnd", "Update::And"> {
  let description = [{
    Replaces what the pointers point at by its bitwise and with the value
    where the mask is true or absent, atomically, and gives what was there
    before. Values are converted to the element type, an integer of 32 or 64
    bits; values and mask are broadcast to the pointers' shape, the
    result's. The accesses are ordered as [MemSemantic.ACQ_REL] says, for
    [MemScope.GPU], unless the options say otherwise.
  }];
  let example = [{
    Triton.atomicAnd(flags, ~1);
  }];
}

def AtomicOr : Update<"atomicOr", "Update::Or"> {
  let description = [{
    Replaces what the pointers point at by its bitwise or with the value
    where the mask is true or absent, atomically, and gives what was there
    before. Values are converted to the element type, an integer of 32 or 64
    bits; values and mask are broadcast to the pointers' shape, the
    result's. The accesses are ordered as [MemSemantic.ACQ_REL] says, for
    [MemScope.GPU], unless the options say otherwise.
  }];
  let example = [{
    Triton.atomicOr(flags, 1);
  }];
}

def AtomicXor : Update<"atomicXor", "Update::Xor"> {
  let description = [{
    Replaces what the pointers point at by its bitwise exclusive or with the
    value where the mask is true or absent, atomically, and gives what was
    there before. Values are converted to the element type, an integer of 32
    or 64 bits; values and mask are broadcast to the pointers' shape, the
    result's. The accesses are ordered as [MemSemantic.ACQ_REL] says, for
    [MemScope.GPU], unless the options say otherwise.
  }];
  let example = [{
    Triton.atomicXor(flags, 1);
  }];
}

def AtomicXchg : Update<"atomicXchg", "Update::Xchg"> {
  let description = [{
    Writes the value where the mask is true or absent, atomically, and gives
    what was there before. Values are converted to the element type, a
    number of 32 or 64 bits; values and mask are broadcast to the pointers'
    shape, the result's. The accesses are ordered as [MemSemantic.ACQ_REL]
    says, for [MemScope.GPU], unless the options say otherwise.
  }];
  let example = [{
    Triton.atomicXchg(lock, 0);
  }];
}

def AtomicCas : Method<"atomicCas"> {
  let parameters = [
      Pointers,
      Param<"Number", "compare", "what memory must hold to be written">,
      Param<"Number", "values", "what is written">,
      Semantic,
      Scope
  ];
  let overloads = [
      "pointers, compare, values", "pointers, compare, values, options"
  ];
  let options = AtomicOptions;
  let description = [{
    Writes the value where memory holds the bits of `compare`, atomically,
    and gives what was there before. Both are converted to the element type,
    a number of 16, 32 or 64 bits, and broadcast to the pointers' shape, the
    result's. The accesses are ordered as [MemSemantic.ACQ_REL] says, for
    [MemScope.GPU], unless the options say otherwise.
  }];
  let returns = "what was there before";
  let errors = [{
    what is no pointer (T-ATOMIC-1), an element type that has no such update
    (T-ATOMIC-2), values that have no such type (T-ATOMIC-3), a mask of
    other elements (T-ATOMIC-4), shapes that do not broadcast to the
    pointers' (T-ATOMIC-5), wrong options (T-ATOMIC-6), elements of 8 bits
    (T-ATOMIC-7); under the runner also an access that is out of bounds
  }];
  let example = [{
    while (Triton.atomicCas(lock, 0, 1).intValue() == 1) {
    }
  }];
  let becomes = ["tt.atomic_cas"];
  let typeOf = "typeOfCas";
  let build = "buildCas";
}

} // family = AtomicFamily
