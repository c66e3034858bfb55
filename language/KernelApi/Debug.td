// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The methods of Debug.cpp.

let family = DebugFamily in {

def DevicePrint : Method<"devicePrint"> {
  let parameters = [
      Param<"String", "prefix",
        "a constant string of printable ASCII characters">,
      Param<"Number...", "values", "numbers, pointers and tiles of them">
  ];
  let result = "void";
  let description = [{
    Prints each element of each value on a line, with its program's index
    and the prefix.
  }];
  let errors = [{
    a prefix that is not a constant of printable ASCII characters
    (T-DEVICEPRINT-1), values that are not numbers, pointers or tiles of them
    (T-DEVICEPRINT-2)
  }];
  let example = [{
    Triton.devicePrint("x = ", x);
  }];
  let becomes = ["tt.print"];
  let typeOf = "typeOfDevicePrint";
  let build = "buildDevicePrint<false>";
}

def DevicePrintHex : Method<"devicePrintHex"> {
  let parameters = [
      Param<"String", "prefix",
        "a constant string of printable ASCII characters">,
      Param<"Number...", "values", "numbers, pointers and tiles of them">
  ];
  let result = "void";
  let description = [{
    Like [devicePrint], with the bits of each element as a hexadecimal number.
  }];
  let errors = [{
    a prefix that is not a constant of printable ASCII characters
    (T-DEVICEPRINT-1), values that are not numbers, pointers or tiles of them
    (T-DEVICEPRINT-2)
  }];
  let example = [{
    Triton.devicePrintHex("bits = ", x);
  }];
  let becomes = ["tt.print"];
  let typeOf = "typeOfDevicePrint";
  let build = "buildDevicePrint<true>";
}

def DeviceAssert : Method<"deviceAssert"> {
  let parameters = [
      Param<"Number", "condition", "truth values">,
      Message,
      Mask
  ];
  let overloads = ["condition", "condition, message"];
  let result = "void";
  let description = [{
    Stops the kernel with the message where an element of the condition is
    false and the mask true or absent. Condition and mask are truth values
    or tiles of them, of shapes that broadcast.
  }];
  let errors = [{
    an element that is false; operands that are not truth values
    (T-DEVICEASSERT-1), shapes that do not broadcast (T-DEVICEASSERT-3)
  }];
  let example = [{
    Triton.deviceAssert(index.ge(0), "an index is negative", mask);
  }];
  let becomes = ["tt.assert", "arith.xori", "arith.ori"];
  let typeOf = "typeOfDeviceAssert";
  let build = "buildDeviceAssert";
}

def DeviceAssertBooleanString : Form<"deviceAssert"> {
  let parameters = [Condition, Message];
  let overloads = ["condition"];
  let result = "void";
  let description = [{
    Stops the kernel with the message if the condition is false.
  }];
  let errors = [{
    a condition that is false
  }];
  let example = [{
    Triton.deviceAssert(n > 0, "there is no row");
  }];
  let evaluation =
      "Debug.deviceAssert(Tensor.truth(condition), message, null)";
}

def StaticAssert : Method<"staticAssert"> {
  let parameters = [
      ConstantParam<"boolean", "condition",
        "the condition that holds, a constant">,
      Param<"String", "message",
        "a constant string (T-STATICASSERT-2)",
        "null">
  ];
  let overloads = ["condition"];
  let result = "void";
  let description = [{
    Is an error of the compiler, with the message, unless the condition is a
    constant and true.
  }];
  let errors = [{
    a condition that is not a compile-time constant (T-STATICASSERT-1) or false
    (T-STATICASSERT-3)
  }];
  let example = [{
    Triton.staticAssert(BLOCK % 16 == 0, "BLOCK is a multiple of 16");
  }];
  let typeOf = "typeOfStaticAssert";
  let build = "buildStaticAssert";
}

def StaticPrint : Method<"staticPrint"> {
  let parameters = [
      Param<"Object...", "values", "constants, numbers, pointers, tiles">
  ];
  let result = "void";
  let description = [{
    Reports, at compile time, the values of constants and the types of all other
    arguments; on the JVM, prints them.
  }];
  let example = [{
    Triton.staticPrint("x is", x);
  }];
  let typeOf = "typeOfNothing";
  let build = "buildStaticPrint";
  let minArity = 1;
}

def DebugBarrier : Method<"debugBarrier"> {
  let result = "void";
  let description = [{
    Waits until all threads of the program arrive. Their earlier writes to
    memory are visible afterwards.
  }];
  let example = [{
    Triton.debugBarrier();
  }];
  let becomes = ["gpu.barrier"];
  let typeOf = "typeOfNothing";
  let build = "buildDebugBarrier";
}

} // family = DebugFamily
