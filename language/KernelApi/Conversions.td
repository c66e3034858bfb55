// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The methods of Conversions.cpp.

let family = ConversionsFamily in {

def Conv : Method<"conv"> {
  let parameters = [
      Param<"Class<?>", "to",
        "the class of the new type: a primitive type's, [Float16] and the "
        "like">,
      Operand,
      Param<"Rounding", "rounding",
        "how a number is rounded, a constant; `null` if absent",
        "null">
  ];
  let overloads = ["to, x"];
  let description = [{
    x as a number of another type. To fewer bits, integers wrap around;
    floating-point numbers are rounded to the nearest, ties to even, or with
    [Rounding.RTZ] towards zero; to 8 bits, a value that is too large becomes
    the largest number. Floating-point numbers lose their fraction as integers,
    and must be in their range. As a truth value, x is true if it is not 0.
    With a rounding, floating-point numbers become whole numbers in its
    direction, or the nearest integer that the type has, and NaN becomes 0; and
    integers become float or double, and doubles float, in any direction.
  }];
  let returns = "the converted number, in the operand's shape";
  let errors = [{
    a class that is not a number type (T-CONV-1), an operand that is not a
    number (T-CONV-2), a rounding that is not a constant (T-CONV-3), or a
    conversion that has no such rounding (T-CONV-4)
  }];
  let example = [{
    pointers.store(accumulator.conv(Float16.class), mask);
  }];
  let becomes = [
      "arith.trunci", "arith.extsi", "arith.extui", "arith.truncf",
      "arith.extf", "arith.fptosi", "arith.fptoui", "arith.sitofp",
      "arith.uitofp", "tt.fp_to_fp", "arith.cmpi", "arith.cmpf",
      "math.roundeven", "math.floor", "math.ceil"
  ];
  let typeOf = "typeOfConv";
  let build = "buildConv";
}

def Bitcast : Method<"bitcast"> {
  let parameters = [
      Param<"Class<?>", "to", "the class of the new type">,
      Param<"Number", "x", "a number or a tile">
  ];
  let description = [{
    The bits of x reinterpreted as a number of another type with the same number
    of bits; of a tile of pointers, pointers to elements of another type.
  }];
  let returns = "the same bits, in the operand's shape";
  let errors = [{
    a class that is not a number type (T-BITS-1), an operand that is neither a
    number nor a pointer (T-BITS-2), types with different numbers of bits
    (T-BITS-3)
  }];
  let example = [{
    Tensor bits = x.bitcast(int.class);
  }];
  let becomes = ["tt.bitcast"];
  let typeOf = "typeOfBitcast";
  let build = "buildBitcast";
}

def BitcastClassPtr : Form<"bitcast"> {
  let parameters = [
      Param<"Class<?>", "to", "the class of the new element type">,
      Pointer
  ];
  let result = "Ptr";
  let description = [{
    A pointer at the same address to elements of another type.
  }];
  let returns = "the pointer";
  let errors = [{
    a class that is not a number type (T-BITS-1), an operand that is neither a
    number nor a pointer (T-BITS-2), types with different numbers of bits
    (T-BITS-3)
  }];
  let example = [{
    Ptr words = x.bitcast(int.class);
  }];
}

def ToPointer : Method<"toPointer"> {
  let parameters = [
      Param<"Class<?>", "to", "the class of the elements">,
      Param<"Number", "address", "an address or a tile of addresses, as long">
  ];
  let description = [{
    A pointer to elements of a type at an address, or a tile of them: for
    tables of pointers, which a kernel takes as a pointer to `long`. In Java,
    `device.pointerTable(buffers...)` creates one. The address is a multiple of
    the size of an element; promise a larger power of two by [multipleOf], so
    that loads are as wide as those from a parameter.
  }];
  let returns = "the pointer, or a tile of pointers in the operand's shape";
  let errors = [{
    a class that is not a number type (T-POINTER-1), an address that is not a
    64-bit integer (T-POINTER-2)
  }];
  let example = [{
    Tensor a = table.add(group).load().toPointer(Float16.class);
    Tensor tile = a.multipleOf(16).add(offsets).load(mask);
  }];
  let becomes = ["tt.int_to_ptr"];
  let typeOf = "typeOfToPointer";
  let build = "buildToPointer";
}

def ToPointerLong : Form<"toPointer"> {
  let parameters = [
      Param<"Class<?>", "to", "the class of the elements">,
      Param<"long", "address", "an address">
  ];
  let result = "Ptr";
  let description = [{
    A pointer to elements of a type at an address.
  }];
  let returns = "the pointer";
  let errors = [{
    a class that is not a number type (T-POINTER-1), an address that is not a
    64-bit integer (T-POINTER-2)
  }];
  let example = [{
    Ptr row = Triton.toPointer(float.class, table.add(i).load().longValue());
  }];
}

def : Declared<"java.lang.Float", "floatToRawIntBits", 1> {
  let declarations = ["int floatToRawIntBits(float x)"];
  let description = [{
    The bits of x.
  }];
  let becomes = ["tt.bitcast"];
  let typeOf = "typeOfRawBits<float, int32_t>";
  let build = "buildRawBits<float>";
}

def : Declared<"java.lang.Float", "intBitsToFloat", 1> {
  let declarations = ["float intBitsToFloat(int bits)"];
  let description = [{
    The number that has these bits.
  }];
  let becomes = ["tt.bitcast"];
  let typeOf = "typeOfRawBits<int32_t, float>";
  let build = "buildRawBits<int32_t>";
}

def : Declared<"java.lang.Double", "doubleToRawLongBits", 1> {
  let declarations = ["long doubleToRawLongBits(double x)"];
  let description = [{
    The bits of x.
  }];
  let becomes = ["tt.bitcast"];
  let typeOf = "typeOfRawBits<double, int64_t>";
  let build = "buildRawBits<double>";
}

def : Declared<"java.lang.Double", "longBitsToDouble", 1> {
  let declarations = ["double longBitsToDouble(long bits)"];
  let description = [{
    The number that has these bits.
  }];
  let becomes = ["tt.bitcast"];
  let typeOf = "typeOfRawBits<int64_t, double>";
  let build = "buildRawBits<int64_t>";
}

} // family = ConversionsFamily
