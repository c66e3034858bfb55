# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Code models of any size, as a javac front end would make them.

    models.py SHAPE SIZE > model.json

Each shape is a kernel `(Ptr x, Ptr out, int n)` that loads a tile, performs a number of
operations, and stores a tile. An operation is one of the code model: `t = t + u`
of tiles is two loads of variables, a call and a store.
"""

import json
import sys

API = "oracle.code.triton."
TENSOR, PTR, NUMBER = API + "Tensor", API + "Ptr", "java.lang.Number"
INTEGER = "java.lang.Integer"
OWNER = "bench.Kernels"
TILE = 128
SIGNATURE = ["*fp32:16", "*fp32:16", "i32"]


class Function:
    """A function in the making: methods add operations and give result ids."""

    def __init__(self, name, parameters, result="void"):
        self.name, self.result = name, result
        self.count = self.line = 0
        self.parameters = [{"id": self._fresh(), "type": type}
                           for _, type in parameters]
        self.operations = []
        self.vars = [self.var(name, parameter["type"], parameter["id"])
                     for (name, _), parameter in zip(parameters,
                                                     self.parameters)]

    def _fresh(self):
        self.ids = getattr(self, "ids", -1) + 1
        return f"%{self.ids}"

    def op(self, name, type=None, operands=(), value=None, bodies=None):
        """Adds an operation; its result's id if it has a type."""
        self.count += 1
        self.line += 1
        operation = {"op": name}
        if type:
            operation |= {"id": self._fresh(), "type": type}
        if operands:
            operation["operands"] = list(operands)
        if value is not None:
            operation["value"] = value
        operation["location"] = f"{self.line}:9"
        if bodies:
            operation["bodies"] = bodies
        self.operations.append(operation)
        return operation.get("id")

    def body(self, fill, parameters=(), result="void"):
        """A body of one block, which `fill` makes from its parameters' ids."""
        outer, self.operations = self.operations, []
        values = [{"id": self._fresh(), "type": type} for type in parameters]
        fill(*(value["id"] for value in values))
        body = {"parameters": values, "result": result,
                "blocks": [{"operations": self.operations}]}
        self.operations = outer
        return body

    def var(self, name, type, init):
        return (self.op("var", f"Var<{type}>", [init], name), type)

    def load(self, var):
        return self.op("var.load", var[1], [var[0]])

    def store(self, var, value):
        self.op("var.store", None, [var[0], value])

    def constant(self, value, type="int"):
        return self.op("constant", type, value=value)

    def box(self, value):
        return self.op("invoke", INTEGER, [value],
                       f"{INTEGER}::valueOf(int):{INTEGER}")

    def call(self, method, types, result, operands, owner=API + "Triton"):
        return self.op("invoke", result if result != "void" else None,
                       operands,
                       f"{owner}::{method}({', '.join(types)}):{result}")

    def binary(self, method, a, b):
        return self.call(method, [NUMBER, NUMBER], TENSOR, [a, b])

    def returns(self, value=None):
        self.op("return", None, [value] if value else [])
        return self

    def json(self):
        return {"op": "func", "value": self.name,
                "attributes": {"owner": OWNER}, "location": "1:5",
                "bodies": [{"parameters": self.parameters,
                            "result": self.result,
                            "blocks": [{"operations": self.operations}]}]}


class Kernel(Function):
    """A kernel with its first tile loaded into the variable `tile`."""

    def __init__(self):
        super().__init__("kernel", [("x", PTR), ("out", PTR), ("n", "int")])
        self.helpers = []
        self.x, self.out, self.n = self.vars
        offsets = self.call("arange", ["int", "int"], TENSOR,
                            [self.constant(0), self.constant(TILE)])
        self.offsets = self.var("offsets", TENSOR, offsets)
        bound = self.box(self.load(self.n))
        kind = API + "Triton$CompareKind"
        less = self.op("field.load", kind, value=f"{kind}::LessThan:{kind}")
        mask = self.call("compare", [NUMBER, NUMBER, kind], TENSOR,
                         [self.load(self.offsets), bound, less])
        self.mask = self.var("mask", TENSOR, mask)
        tile = self.call("load", [TENSOR, TENSOR], TENSOR,
                         [self.binary("add", self.load(self.x),
                                      self.load(self.offsets)),
                          self.load(self.mask)])
        self.tile = self.var("tile", TENSOR, tile)

    def size(self):
        return self.count + sum(helper.count for helper in self.helpers)

    def add_to_tile(self, method="add"):
        """tile = tile + tile"""
        self.store(self.tile, self.binary(method, self.load(self.tile),
                                          self.load(self.tile)))

    def finish(self):
        """Stores the tile; the model as text."""
        pointers = self.binary("add", self.load(self.out),
                               self.load(self.offsets))
        self.call("store", [TENSOR, TENSOR, TENSOR], "void",
                  [pointers, self.load(self.tile), self.load(self.mask)])
        self.returns()
        return json.dumps({
            "codeModel": 1, "source": "Kernels.java", "kernel": "kernel",
            "signature": SIGNATURE,
            "functions": [function.json()
                          for function in [*self.helpers, self]]})


def chain(size):
    """Each statement uses the result of the previous one."""
    kernel = Kernel()
    while kernel.size() < size:
        kernel.add_to_tile("mul")
        kernel.add_to_tile()
    return kernel.finish()


def wide(size):
    """Variables that are independent of each other, summed up at the end."""
    kernel = Kernel()
    variables = []
    while kernel.size() < size / 2:
        factor = kernel.box(kernel.constant(len(variables) + 1))
        product = kernel.binary("mul", kernel.load(kernel.tile), factor)
        variables.append(kernel.var(f"v{len(variables)}", TENSOR, product))
    for variable in variables:
        kernel.store(kernel.tile, kernel.binary(
            "add", kernel.load(kernel.tile), kernel.load(variable)))
    return kernel.finish()


def scalars(size):
    """Java's own operators on numbers, run-time values and constants."""
    kernel = Kernel()
    number = kernel.var("s", "int", kernel.load(kernel.n))
    while kernel.size() < size:
        for operator in ("add", "mul", "xor", "sub"):
            constant = kernel.op("add", "int", [kernel.constant(3),
                                                kernel.constant(4)])
            kernel.store(number, kernel.op(operator, "int", [
                kernel.load(number), constant]))
    kernel.store(kernel.tile, kernel.binary(
        "add", kernel.load(kernel.tile), kernel.box(kernel.load(number))))
    return kernel.finish()


def _loop(kernel, bound, fill):
    """for (int i = 0; i < bound; i++) fill(i)"""
    def init():
        variable = kernel.var("i", "int", kernel.constant(0))
        kernel.op("yield", None, [variable[0]])

    def condition(i):
        kernel.op("yield", None, [kernel.op(
            "lt", "boolean", [kernel.load((i, "int")), bound()])])

    def update(i):
        value = kernel.op("add", "int", [kernel.load((i, "int")),
                                         kernel.constant(1)])
        kernel.store((i, "int"), value)
        kernel.op("yield")

    def loop(i):
        fill((i, "int"))
        kernel.op("java.continue")

    kernel.op("java.for", bodies=[
        kernel.body(init, (), "Var<int>"),
        kernel.body(condition, ["Var<int>"], "boolean"),
        kernel.body(update, ["Var<int>"]), kernel.body(loop, ["Var<int>"])])


def _if(kernel, fill, otherwise=None):
    """if (n > constant) fill() else otherwise()"""
    def condition():
        kernel.op("yield", None, [kernel.op("gt", "boolean", [
            kernel.load(kernel.n), kernel.constant(kernel.count)])])

    def ending(fill):
        def body():
            if fill:
                fill()
            kernel.op("yield")
        return body

    kernel.op("java.if", bodies=[
        kernel.body(condition, (), "boolean"), kernel.body(ending(fill)),
        kernel.body(ending(otherwise))])


def loops(size):
    """One counted loop after the other, with two statements each."""
    kernel = Kernel()

    def statements(_):
        kernel.add_to_tile("mul")
        kernel.add_to_tile()

    while kernel.size() < size:
        _loop(kernel, lambda: kernel.load(kernel.n), statements)
    return kernel.finish()


def nested(size, depth=4):
    """Loops in loops, four deep, an `if` in the innermost."""
    kernel = Kernel()

    def nest(left):
        def fill(_):
            kernel.add_to_tile()
            if left:
                nest(left - 1)
            else:
                _if(kernel, kernel.add_to_tile)
        _loop(kernel, lambda: kernel.load(kernel.n), fill)

    while kernel.size() < size:
        nest(depth - 1)
    return kernel.finish()


def ifs(size):
    """Branches that the value of a parameter decides at run time."""
    kernel = Kernel()
    while kernel.size() < size:
        _if(kernel, kernel.add_to_tile, lambda: kernel.add_to_tile("mul"))
    return kernel.finish()


def _helper(name):
    """static Tensor name(Tensor t, int k) { return t * t + k; }"""
    helper = Function(name, [("t", TENSOR), ("k", "int")], TENSOR)
    tile, number = helper.vars
    product = helper.binary("mul", helper.load(tile), helper.load(tile))
    total = helper.binary("add", product, helper.box(helper.load(number)))
    return helper.returns(total)


def _call(kernel, name, argument):
    value = kernel.call(name, [TENSOR, "int"], TENSOR,
                        [kernel.load(kernel.tile), argument], owner=OWNER)
    kernel.store(kernel.tile, value)


def helpers(size):
    """Many helpers, each called once with a number known at run time."""
    kernel = Kernel()
    while kernel.size() < size:
        name = f"helper{len(kernel.helpers)}"
        kernel.helpers.append(_helper(name))
        _call(kernel, name, kernel.load(kernel.n))
    return kernel.finish()


def calls(size):
    """One helper, called many times: with the same types, and with a constant
    of 16 for each of which it is specialised."""
    kernel = Kernel()
    kernel.helpers.append(_helper("helper"))
    while kernel.size() < size:
        _call(kernel, "helper", kernel.load(kernel.n))
        _call(kernel, "helper", kernel.constant(kernel.count % 16))
    return kernel.finish()


SHAPES = {shape.__name__: shape for shape in
          [chain, wide, scalars, loops, nested, ifs, helpers, calls]}

if __name__ == "__main__":
    print(SHAPES[sys.argv[1]](int(sys.argv[2])))
