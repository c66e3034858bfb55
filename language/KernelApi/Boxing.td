// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The methods of Boxing.cpp.

let family = BoxFamily in {

class Box<string box, string type>
    : Declared<"java.lang." # box, "valueOf", 1> {
  let declarations = [box # " valueOf(" # type # " x)"];
  let description = "x itself.";
  let typeOf = "typeOfBox";
  let build = "buildBox";
}

class Unbox<string box, string type, string width, string isFloat>
    : Declared<"java.lang." # box, type # "Value", 1> {
  let declarations = [type # " " # type # "Value()"];
  let description = "The number converted as Java's cast does it.";
  let typeOf = "typeOfUnbox<" # width # ", " # isFloat # ">";
  let build = "buildUnbox";
}

def : Box<"Boolean", "boolean">;
def : Unbox<"Boolean", "boolean", "1", "false">;
def : Box<"Character", "char">;
def : Unbox<"Character", "char", "16", "false">;
def : Box<"Byte", "byte">;
def : Box<"Short", "short">;
def : Box<"Integer", "int">;
def : Box<"Long", "long">;
def : Box<"Float", "float">;
def : Box<"Double", "double">;

// Each number unboxes to any other.
foreach box =
    ["Number", "Byte", "Short", "Integer", "Long", "Float", "Double"] in {
  def : Unbox<box, "byte", "8", "false">;
  def : Unbox<box, "short", "16", "false">;
  def : Unbox<box, "int", "32", "false">;
  def : Unbox<box, "long", "64", "false">;
  def : Unbox<box, "float", "32", "true">;
  def : Unbox<box, "double", "64", "true">;
}

} // family = BoxFamily
