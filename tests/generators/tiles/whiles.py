# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random loops without a counter: `while`, `do ... while` and what is between them.
Their conditions pass on values to the body and to what follows: the same value
several times, results of branches, constants, values from before the loop."""

import program as p
from small import Small

SHAPES = ((32,), (64,), (128,), (4, 16))


class Whiles(Small):
    family = "whiles"

    def fill(self):
        self.shape = self.draw(*SHAPES)
        for _ in range(self.draw(1, 1, 1, 2)):
            for value in self.while_loop(self.outside()):
                self.keep(value)

    def outside(self):
        """Values from before the loop: numbers, and tiles of them."""
        values = [self.integer(self.draw(0, 1, 2, 5)), self.integer(self.draw(20, -5, 3)),
                  self.number(self.random.randrange(-3, 12)),
                  self.number(self.random.randrange(1, 40))]  # fmt: skip
        if self.chance(0.5):
            values += [self.integer(7, "i32", self.shape), self.tile()]
        if self.chance(0.2):
            values.append(self.integer(3, "i64"))
        self.limit = values[2]
        for value in values:
            self.show(value)
        return values

    def tile(self):
        return self.load(self.pointers(self.array("i32"), self.places()))

    # -- Values

    def like(self, value, fresh=0.3):
        """A value of a type, an earlier one or a new one."""
        found = self.pick(lambda v: v.is_like(value))
        if found is None or self.chance(fresh):
            return self.made(value)
        return found

    def made(self, value):
        """A value of a type: a constant, or of others."""
        element, shape = value.element, value.shape
        found = self.pick(lambda v: v.is_like(value))
        if found is None or self.chance(0.25):
            return self.integer(self.draw(0, 1, 2, 20, -5), element, shape)
        name = self.draw("addi", "addi", "addi", "muli", "subi", "xori", "minsi", "maxsi")
        if self.chance(0.6):
            return self.show(self.with_number(name, found, self.draw(1, 2, 3)))
        if element == "i32" and shape and self.chance(0.5):
            scalar = self.pick(lambda v: v.element == "i32" and not v.shape)
            return self.show(self.binary(name, found, self.splat(scalar, shape)))
        return self.show(self.binary(name, found, self.like(value, 0.0)))

    def grow(self, count, state):
        for _ in range(count):
            self.made(self.draw(*state))

    # -- Loops

    def while_loop(self, outside):
        """The state's first value grows until it reaches a limit."""
        start = outside[0] if self.chance(0.7) else self.integer(0)
        state = [start, *self.random.sample(outside, self.draw(0, 1, 1, 2, 3))]
        before = p.Block([p.Value(v.element, v.shape) for v in state])
        saved = self.enter(before)
        now = before.arguments
        self.grow(self.draw(0, 0, 1), now)
        go = self.condition(now[0])
        chosen = self.chosen(go, now)
        self.grow(self.draw(0, 0, 1), now)
        passed = self.passed(chosen, now)
        before.yields = [go, *passed]
        self.leave(saved)
        after = p.Block([p.Value(v.element, v.shape) for v in passed])
        saved = self.enter(after)
        after.yields = self.next(state, after.arguments, chosen, passed)
        self.leave(saved)
        return self.op("scf.while", *state, blocks=[before, after])

    def condition(self, value):
        predicate = self.draw("slt", "slt", "sle", "ne")
        go = self.compare(predicate, value, self.limit)
        if self.chance(0.15):
            other = self.compare("slt", value, self.integer(self.draw(4, 100)))
            go = self.binary("andi", go, other)
        return go

    def chosen(self, go, now):
        """Results of a branch, by the condition of the loop or another one; the first
        one is greater than the state."""
        kinds = [now[0], *(self.draw(*now) for _ in range(self.draw(0, 0, 1, 1)))]
        if self.chance(0.12):
            go = self.compare("slt", now[0], self.integer(self.draw(3, 6)))
        if self.chance(0.12) and len(kinds) == 1:
            step = self.with_number("addi", now[0], self.draw(1, 2, 3))
            return [self.show(self.op("arith.select", go, step, self.like(now[0]))[0])]
        if self.chance(0.15):
            return [self.with_number("addi", now[0], self.draw(1, 2))]
        blocks = p.Block(), p.Block()
        for block in blocks:
            saved = self.enter(block)
            block.yields = [self.like(v, 0.6) for v in kinds]
            if block is blocks[0]:
                block.yields[0] = self.with_number("addi", now[0], self.draw(1, 2, 3))
            self.leave(saved)
        made = self.op("scf.if", go, blocks=blocks)
        if self.chance(0.4):
            for value in made:
                self.show(value)
        return made

    def passed(self, chosen, now):
        """The values that the condition passes on: the branch's, often several times."""
        values = [*chosen, *self.random.sample(now, self.draw(0, 1, len(now)))]
        for _ in range(self.draw(0, 1, 1, 2)):
            values.append(self.draw(*chosen, *chosen, *now, self.like(now[0])))
        self.random.shuffle(values)
        return values

    def next(self, state, arguments, chosen, passed):
        """The next state; the body has nothing else in a `do ... while`."""
        grown = [a for a, v in zip(arguments, passed) if v is chosen[0]]
        count, is_body = self.draw(0, 1, 2), self.chance(0.5)
        if is_body:
            self.grow(count, state)
        values = [self.draw(*grown)]
        for value in state[1:]:
            same = [a for a in arguments if a.is_like(value)]
            if same and self.chance(0.8):
                values.append(self.draw(*same))
            else:
                values.append(self.like(value))
        return values
