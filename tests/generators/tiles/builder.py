# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What generators build programs with: arguments, operations, scopes."""

import numbers_of
import program as p
from kernel_text import pointer


class Builder:
    """A program that grows: it has `random`, `arguments`, `scopes`, the current
    `block` and its `depth`."""

    def chance(self, probability):
        return self.random.random() < probability

    # -- Building

    def scalar_argument(self, name, number, divisible=False):
        value = p.Value("i32", (), abs(number), 1.0)
        argument = p.Argument(name, "i32", "scalar", value, number)
        argument.is_divisible = divisible
        self.arguments.append(argument)
        return value

    def array_argument(self, element, role, data="small"):
        name = f"{role}{sum(a.role == role for a in self.arguments)}"
        value = p.Value(pointer(element), (), 0.0, 1.0 if data == "small" else 0.0)
        argument = p.Argument(name, element, role, value, data=data)
        argument.is_divisible = self.chance(0.9)
        self.arguments.append(argument)
        return argument

    def op(self, name, *inputs, blocks=(), **more):
        """Adds an operation; gives its results."""
        op = p.Op(name, inputs, blocks, **more)
        for element, shape in p.results_of(op):
            op.results.append(p.Value(element, shape))
        numbers_of.estimate(op)
        self.block.ops.append(op)
        return op.results

    def one(self, name, *inputs, **more):
        """The only result, which later operations may use."""
        (made,) = self.op(name, *inputs, **more)
        return self.show(made)

    def show(self, value):
        self.scopes[-1].append(value)
        return value

    def constant(self, value, element, shape=()):
        (made,) = self.op("arith.constant", value=value, element=element, shape=shape)
        return made

    def visible(self, accepts):
        return [v for scope in self.scopes for v in scope if accepts(v)]

    def pick(self, accepts):
        """A value, rather a late one; None if there is none."""
        found = self.visible(accepts)
        if not found:
            return None
        if self.chance(0.6):
            found = found[-6:]
        return self.random.choice(found)

    # -- Blocks

    def enter(self, block):
        """Goes on in a block; gives what leave needs."""
        saved = self.block
        self.block = block
        self.scopes.append(list(block.arguments))
        self.depth += 1
        return saved

    def leave(self, saved):
        self.scopes.pop()
        self.block = saved
        self.depth -= 1
