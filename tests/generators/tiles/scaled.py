# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The generator's products of scaled numbers: all formats on either side, both
packings, both group sizes, scales of either type."""

import formats
import numbers_of
import program as p

FORMATS = ("e2m1", "e2m1", "e2m1", "e4m3", "e4m3", "e5m2", "bf16", "fp16")
NARROW = ("e2m1", "e4m3", "e5m2")
LARGEST_SCALE = 4.0


class Scaled:
    """The products of Generator with scales."""

    def do_scaled_product(self):
        shape = self.scaled_extents()
        accumulator = self.find("f32", shape[:2], fresh=0.0)
        if self.chance(0.5):
            accumulator = self.constant(0, "f32", shape[:2])
        return self.keep(self.scaled_product(shape, self.tame(accumulator, 2.0**20)))

    def scaled_extents(self):
        """M, N and K, of which groups have a multiple."""
        while True:
            m, n = (max(self.random.choice(self.sizes), 16) for _ in range(2))
            k = self.random.choice((32, 64, 64, 128, *self.sizes))
            if k % 32 == 0 and max(m * n, m * k, k * n) <= self.most:
                return m, n, k

    def scaled_product(self, shape, accumulator):
        m, n, k = shape
        kinds = [self.random.choice(FORMATS) for _ in range(2)]
        if not set(kinds) & set(NARROW):
            kinds[self.random.randrange(2)] = "e2m1"
        group = self.random.choice((32, 32, 16))
        element = "f8E4M3FN" if self.chance(0.25) else "i8"
        more, values = {}, []
        for side, kind, outer in zip(("lhs", "rhs"), kinds, (m, n)):
            more[side] = kind
            along = self.chance(0.7)
            more[f"{side}_k_pack"] = along or kind != "e2m1" or outer % 2 == 1
            is_right = side == "rhs"
            tile = [k, outer] if is_right else [outer, k]
            if kind == "e2m1":
                inner = is_right == more[f"{side}_k_pack"]
                tile[0 if inner else 1] //= 2
            values.append(self.scaled_numbers(kind, tuple(tile)))
            scaled = kind in NARROW and self.chance(0.9)
            more[f"{side}_scaled"] = scaled
            if scaled:
                values.append(self.scales(element, (outer, k // group)))
        made = self.one("tt.dot_scaled", *values, accumulator, **more)
        made.top = k * (8.0 * LARGEST_SCALE) ** 2 + accumulator.top
        return made

    def scaled_numbers(self, kind, shape):
        """Loaded numbers, or those that there are and are small enough."""
        element = p.SCALED[kind]
        if kind == "e2m1":
            return self.find("i8", shape, fresh=0.5)
        found = self.pick(
            lambda v: v.element == element and v.shape == shape
            and numbers_of.is_exact(v) and v.top <= 8
        )  # fmt: skip
        if found is not None and self.chance(0.5):
            return found
        base = self.array_argument(element, "in").value
        address = self.tile_of(base, shape, self.strides(shape))
        return self.show(self.loaded(self.op("tt.load", address)[0], address))

    def scales(self, element, shape):
        """Scales are loaded, by tiles of pointers or descriptors."""
        base = self.array_argument(element, "in", "scale").value
        address = self.tile_of(base, shape, (shape[1], 1))
        operands = [address]
        if self.chance(0.2) and not formats.is_float(element):
            one = self.constant(127, element, shape)
            operands += [self.mask(shape), one]
        return self.op("tt.load", *operands)[0]
