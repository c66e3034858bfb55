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
  let returns = "the previous values";
  let errors = [{
    an operand that is not a pointer (T-ATOMIC-1), an element type that has no
    such update (T-ATOMIC-2), values that cannot be converted to the element
    type (T-ATOMIC-3), a mask that is not of truth values (T-ATOMIC-4), shapes
    that do not broadcast to the pointers' (T-ATOMIC-5), invalid options
    (T-ATOMIC-6); on the JVM also an access that is out of bounds
  }];
  let becomes = ["tt.atomic_rmw"];
  let parse = "parseAccess<atomicOptions>";
  let typeOf = "typeOfUpdate<" # argument # ">";
  let build = "buildUpdate<" # argument # ">";
}

def AtomicAdd : Update<"atomicAdd", "Update::Add"> {
  let description = [{
    Adds to the elements that the pointers point to where the mask is true or
    absent, atomically, and returns the previous value. Values are converted to
    the element type, a number of 32 or 64 bits or a floating-point number of
    16; values and mask are broadcast to the pointers' shape, the result's. The
    accesses are ordered by [MemSemantic.ACQ_REL] for [MemScope.GPU], unless the
    options specify others.
  }];
  let example = [{
    total.atomicAdd(x.sum());
  }];
}

def AtomicMax : Update<"atomicMax", "Update::Max"> {
  let description = [{
    Writes the maximum of the value and the element that the pointer points to
    where the mask is true or absent, atomically, and returns the previous
    value. Values are converted to the element type, a number of 32 or 64 bits,
    of which floating-point ones are updated as integers in two steps; values
    and mask are broadcast to the pointers' shape, the result's. The accesses
    are ordered by [MemSemantic.ACQ_REL] for [MemScope.GPU], unless the options
    specify others.
  }];
  let example = [{
    highest.atomicMax(x.max());
  }];
}

def AtomicMin : Update<"atomicMin", "Update::Min"> {
  let description = [{
    Writes the minimum of the value and the element that the pointer points to
    where the mask is true or absent, atomically, and returns the previous
    value. Values are converted to the element type, a number of 32 or 64 bits,
    of which floating-point ones are updated as integers in two steps; values
    and mask are broadcast to the pointers' shape, the result's. The accesses
    are ordered by [MemSemantic.ACQ_REL] for [MemScope.GPU], unless the options
    specify others.
  }];
  let example = [{
    lowest.atomicMin(x.min());
  }];
}

def AtomicAnd : Update<"atomicAnd", "Update::And"> {
  let description = [{
    Replaces the elements that the pointers point to by their bitwise and with
    the value where the mask is true or absent, atomically, and returns the
    previous value. Values are converted to the element type, an integer of 32
    or 64 bits; values and mask are broadcast to the pointers' shape, the
    result's. The accesses are ordered by [MemSemantic.ACQ_REL] for
    [MemScope.GPU], unless the options specify others.
  }];
  let example = [{
    flags.atomicAnd(~1);
  }];
}

def AtomicOr : Update<"atomicOr", "Update::Or"> {
  let description = [{
    Replaces the elements that the pointers point to by their bitwise or with
    the value where the mask is true or absent, atomically, and returns the
    previous value. Values are converted to the element type, an integer of 32
    or 64 bits; values and mask are broadcast to the pointers' shape, the
    result's. The accesses are ordered by [MemSemantic.ACQ_REL] for
    [MemScope.GPU], unless the options specify others.
  }];
  let example = [{
    flags.atomicOr(1);
  }];
}

def AtomicXor : Update<"atomicXor", "Update::Xor"> {
  let description = [{
    Replaces the elements that the pointers point to by their bitwise exclusive
    or with the value where the mask is true or absent, atomically, and returns
    the previous value. Values are converted to the element type, an integer of
    32 or 64 bits; values and mask are broadcast to the pointers' shape, the
    result's. The accesses are ordered by [MemSemantic.ACQ_REL] for
    [MemScope.GPU], unless the options specify others.
  }];
  let example = [{
    flags.atomicXor(1);
  }];
}

def AtomicXchg : Update<"atomicXchg", "Update::Xchg"> {
  let description = [{
    Writes the value where the mask is true or absent, atomically, and returns
    the previous value. Values are converted to the element type, a number of 32
    or 64 bits; values and mask are broadcast to the pointers' shape, the
    result's. The accesses are ordered by [MemSemantic.ACQ_REL] for
    [MemScope.GPU], unless the options specify others.
  }];
  let example = [{
    lock.atomicXchg(0);
  }];
}

def AtomicCas : Method<"atomicCas"> {
  let parameters = [
      Pointers,
      Param<"Number", "compare", "the value with which the memory is compared">,
      Param<"Number", "values", "the value to write">,
      Semantic,
      Scope
  ];
  let overloads = [
      "pointers, compare, values", "pointers, compare, values, options"
  ];
  let options = AtomicOptions;
  let description = [{
    Writes the value where memory holds the bits of `compare`, atomically, and
    returns the previous value. Both are converted to the element type, a number
    of 16, 32 or 64 bits, and broadcast to the pointers' shape, the result's.
    The accesses are ordered by [MemSemantic.ACQ_REL] for [MemScope.GPU], unless
    the options specify others.
  }];
  let returns = "the previous values";
  let errors = [{
    an operand that is not a pointer (T-ATOMIC-1), an element type that has no
    such update (T-ATOMIC-2), values that cannot be converted to the element
    type (T-ATOMIC-3), a mask that is not of truth values (T-ATOMIC-4), shapes
    that do not broadcast to the pointers' (T-ATOMIC-5), invalid options
    (T-ATOMIC-6), elements of 8 bits (T-ATOMIC-7); on the JVM also an access
    that is out of bounds
  }];
  let example = [{
    while (lock.atomicCas(0, 1).intValue() == 1) {
    }
  }];
  let becomes = ["tt.atomic_cas"];
  let parse = "parseAccess<atomicOptions>";
  let typeOf = "typeOfCas";
  let build = "buildCas";
}

class OrderedAccess<string javaName, string capitalised>
    : Method<javaName> {
  let errors = [{
    an operand that is not a pointer (T-ATOMIC-1), an element type that has no
    such access (T-ATOMIC-8), values that cannot be converted to the element
    type (T-ATOMIC-3), a mask that is not of truth values (T-ATOMIC-4), shapes
    that do not broadcast to the pointers' (T-ATOMIC-5), invalid options
    (T-ATOMIC-6), another order (T-ATOMIC-9); on the JVM also an access that is
    out of bounds
  }];
  let parse = "parseAccess<atomicOptions>";
  let typeOf = "typeOfAtomic" # capitalised;
  let build = "buildAtomic" # capitalised;
}

def AtomicLoad : OrderedAccess<"atomicLoad", "Load"> {
  let parameters = [Pointers, Mask, ReadOrder, Scope];
  let overloads = [
      "pointers", "pointers, mask", "pointers, options",
      "pointers, mask, options"
  ];
  let options = ReadOptions;
  let description = [{
    Reads the elements that the pointers point to where the mask is true or
    absent, numbers of 8 to 64 bits, each at once; elsewhere the result is
    undefined. The mask is broadcast to the pointers' shape, the result's. The
    access is ordered by [MemSemantic.ACQUIRE] for [MemScope.GPU], unless the
    options specify others; [MemSemantic.RELAXED] is the other order.
  }];
  let returns = "the elements";
  let example = [{
    int arrived = count.atomicLoad().intValue();
  }];
  let becomes = ["tt.atomic_load"];
}

def AtomicStore : OrderedAccess<"atomicStore", "Store"> {
  let parameters = [Pointers, Values, Mask, WriteOrder, Scope];
  let overloads = [
      "pointers, values", "pointers, values, mask", "pointers, values, options",
      "pointers, values, mask, options"
  ];
  let options = WriteOptions;
  let result = "void";
  let description = [{
    Writes the value where the mask is true or absent, at once. Values are
    converted to the element type, a number of 32 or 64 bits; values and mask
    are broadcast to the pointers' shape. The access is ordered by
    [MemSemantic.RELEASE] for [MemScope.GPU], unless the options specify others;
    [MemSemantic.RELAXED] is the other order.
  }];
  let example = [{
    ready.atomicStore(1);
  }];
  let becomes = ["tt.atomic_store"];
}

def AtomicPoll : OrderedAccess<"atomicPoll", "Poll"> {
  let parameters = [
      Pointers,
      Param<"Number", "expected", "the values to wait for, converted to the element type">,
      Param<"Number", "timeout", "nanoseconds, one integer; `null` if absent", "null">,
      ReadOrder,
      Scope
  ];
  let overloads = [
      "pointers, expected", "pointers, expected, timeout",
      "pointers, expected, options", "pointers, expected, timeout, options"
  ];
  let options = ReadOptions;
  let description = [{
    Waits until the elements that the pointers point to have had the expected
    values, or until the timeout has passed. The elements are integers of 16, 32
    or 64 bits; the values are broadcast to the pointers' shape, the result's.
    The reads are ordered by [MemSemantic.ACQUIRE] for [MemScope.GPU], unless
    the options specify others; [MemSemantic.RELAXED] is the other order.
    Programs wait for programs that run at the same time only: those of a grid
    that is larger than the device run one after the other. CPUs have no
    timeouts. The JVM runs one program at a time, so that a wait for an absent
    value is an error without a timeout, and otherwise ends at once.
  }];
  let returns = "whether each element had the expected value";
  let errors = [{
    an operand that is not a pointer (T-ATOMIC-1), elements that are not
    integers of 16 bits or more (T-ATOMIC-8), values that cannot be converted to
    the element type (T-ATOMIC-3), a timeout that is not one integer
    (T-ATOMIC-10), shapes that do not broadcast to the pointers' (T-ATOMIC-5),
    invalid options (T-ATOMIC-6), another order (T-ATOMIC-9); on the JVM also an
    access that is out of bounds, and a wait that never ends
  }];
  let example = [{
    ready.atomicPoll(1);
  }];
  let becomes = ["tt.atomic_poll"];
}

} // family = AtomicFamily
