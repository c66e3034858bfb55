# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Matrices of a warp: `ldmatrix`, `stmatrix`, `mma.sync`.

Fragments are as in the PTX ISA, "Matrix multiply-accumulate operation using mma
instruction". Products are exact, and sums are of f64: hardware rounds more.
"""

import re

import numpy as np

import formats
from . import kinds
from . import machine
from .machine import WARP
from .movement import address_bits, address_of
from .operations import instruction
from .program import PtxError

# -- Elements


def decode_elements(words, name, bits):
    """Elements of 32-bit words [..., n]: the lower bits first."""
    count = 32 // bits
    parts = np.stack(
        [(words >> np.uint32(i * bits)).astype(np.uint64) & np.uint64(2**bits - 1)
         for i in range(count)], axis=-1
    )  # fmt: skip
    parts = parts.reshape(*words.shape[:-1], -1)
    return decode(parts, name)


def decode(parts, name):
    """Numbers of elements' bits, as f64, or i64."""
    if name == "tf32":
        return (
            (parts.astype(np.uint32) & np.uint32(0xFFFFE000))
            .view(np.float32)
            .astype(np.float64)
        )
    if name in ("e4m3", "e5m2"):
        return formats.decode(
            parts.astype(np.uint8), {"e4m3": "f8E4M3FN", "e5m2": "f8E5M2"}[name]
        )
    kind = kinds.find(name)
    values = kind.decode(parts.astype(kind.raw))
    return values.astype(np.int64 if kind.letter in "us" else np.float64)


def element_bits(name):
    """The width of an element in a register."""
    return {"tf32": 32, "e4m3": 8, "e5m2": 8}.get(name) or kinds.find(name).bits


def multiply(a, b, c, result):
    """a * b + c of a batch, as bits of elements of the result."""
    if result.letter == "s":
        return (a @ b + c.astype(np.int64)).astype(np.int32).view(np.uint32)
    with np.errstate(all="ignore"):
        product = a @ b + c.astype(np.float64)
    return result.encode(product.astype(kinds.FLOATS[result.bits]))


# -- Rows of 8x8 matrices in shared memory


def _rows(blocks, lanes, address, matrices):
    """Indices of the 16-bit words of rows: [warp, matrix, row, column]; and the
    warp of each of them."""
    addresses = address(blocks, lanes).reshape(-1, WARP)
    wanted = addresses[:, : 8 * matrices].reshape(-1, matrices * 8)
    owners = lanes.ids.reshape(-1, WARP)[:, : 8 * matrices]
    first = blocks.shared.offsets(blocks.block[owners].ravel(), wanted.ravel(), 16)
    index = first[:, None] * 8 + np.arange(8)
    warps = np.repeat(blocks.warp[lanes.ids[::WARP]], matrices * 64)
    return index.reshape(-1, matrices, 8, 8), warps


def _matrices(one, accessor_of):
    """A function of blocks and lanes that returns the words of the matrices of a load
    or store and their warps; and for each register what `accessor_of` (machine.target,
    machine.source) makes of it."""
    if not one.has("sync", "aligned", "m8n8", "b16", "shared"):
        raise one.fail("unknown words")
    registers, place = one.operands[:2]
    if one.name == "stmatrix":
        registers, place = place, registers
    count = next(int(w[1]) for w in one.words if w in ("x1", "x2", "x4"))
    address = address_of(one, place, address_bits(one, place, "shared"))

    def words(blocks, lanes):
        index, warps = _rows(blocks, lanes, address, count)
        return index.swapaxes(-1, -2) if "trans" in one.words else index, warps

    word = kinds.find("b32")
    return words, [accessor_of(one, x, word) for x in machine.items(registers)]


@instruction("ldmatrix", warps=True)
def _load_matrix(one):
    words, writes = _matrices(one, machine.target)

    def run(blocks, lanes):
        index, warps = words(blocks, lanes)
        blocks.shared.note_read(index.ravel(), warps, 2)
        tile = blocks.shared.words(16)[index]
        pairs = tile.reshape(-1, len(writes), WARP, 2).astype(np.uint32)
        values = pairs[..., 0] | pairs[..., 1] << np.uint32(16)
        for i, write in enumerate(writes):
            write(blocks, lanes, values[:, i].ravel())

    return run


@instruction("stmatrix", warps=True)
def _store_matrix(one):
    words, reads = _matrices(one, machine.source)

    def run(blocks, lanes):
        index, warps = words(blocks, lanes)
        values = np.stack([r(blocks, lanes).reshape(-1, WARP) for r in reads], axis=1)
        tile = np.stack([values & np.uint32(0xFFFF), values >> np.uint32(16)], axis=-1)
        tile = tile.astype(np.uint16).reshape(index.shape)
        blocks.shared.note_write(index.ravel(), warps, 2, tile.ravel())
        blocks.shared.words(16)[index] = tile

    return run


# -- Products

_LANE = np.arange(WARP)
_GROUP, _MEMBER = _LANE // 4, _LANE % 4


def fragment_a(bits, m, k):
    """Row and column of each element [lane, element] of a fragment of A."""
    if bits == 64:
        return _GROUP[:, None], _MEMBER[:, None]
    per = 32 // bits
    rows, columns = [], []
    for word in range(m * k * bits // 32 // WARP):
        for i in range(per):
            rows.append(_GROUP + 8 * (word % 2))
            columns.append(_MEMBER * per + i + 4 * per * (word // 2))
    return np.stack(rows, 1), np.stack(columns, 1)


def fragment_b(bits, k, n):
    """Row and column of each element of a fragment of B: its rows are K."""
    if bits == 64:
        return _MEMBER[:, None], _GROUP[:, None]
    per = 32 // bits
    rows, columns = [], []
    for word in range(k * n * bits // 32 // WARP):
        for i in range(per):
            rows.append(_MEMBER * per + i + 4 * per * word)
            columns.append(_GROUP)
    return np.stack(rows, 1), np.stack(columns, 1)


def fragment_c(m, n):
    """Row and column of each element of a fragment of C."""
    rows, columns = [], []
    for high in range(m // 8):
        for i in range(2):
            rows.append(_GROUP + 8 * high)
            columns.append(2 * _MEMBER + i)
    return np.stack(rows, 1), np.stack(columns, 1)


def _read_elements(blocks, lanes, reads, name, bits):
    """Elements [warp, lane, element] of registers."""
    words = np.stack([read(blocks, lanes) for read in reads], axis=1)
    if bits == 64:
        values = decode(words, name)
    else:
        values = decode_elements(words, name, bits)
    return values.reshape(-1, WARP, values.shape[1])


def gather(values, places, shape):
    """Matrices of fragments."""
    tile = np.zeros((values.shape[0], *shape), values.dtype)
    tile[:, places[0], places[1]] = values
    return tile


@instruction("mma", warps=True)
def _mma(one):
    if not one.has("sync", "aligned", "row", "col") or len(one.words) != 10:
        raise one.fail("unknown words")
    shape = re.match(r"m(\d+)n(\d+)k(\d+)$", one.words[3])
    m, n, k = (int(x) for x in shape.groups())
    result, a_name, b_name, c_name = (one.words[i] for i in (-4, -3, -2, -1))
    if result != c_name:
        raise one.fail("C of another type than D")
    bits, kind = element_bits(a_name), kinds.find(result)
    word = kinds.find("b64" if bits == 64 else "b32")
    into, a, b, c = (machine.items(x) for x in one.operands)
    reads = [[machine.source(one, x, word) for x in part] for part in (a, b, c)]
    writes = [machine.target(one, x, word) for x in into]
    places = fragment_a(bits, m, k), fragment_b(bits, k, n), fragment_c(m, n)

    def run(blocks, lanes):
        a, b = (
            gather(_read_elements(blocks, lanes, reads[i], name, bits), places[i], size)
            for i, name, size in ((0, a_name, (m, k)), (1, b_name, (k, n)))
        )  # fmt: skip
        c = gather(
            _read_elements(blocks, lanes, reads[2], result, kind.bits),
            places[2],
            (m, n),
        )
        raw = multiply(a, b, c, kind)[:, places[2][0], places[2][1]]
        store_elements(blocks, lanes, writes, raw.reshape(len(lanes), -1), kind.bits)

    return run


def store_elements(blocks, lanes, writes, raw, bits):
    """Elements [lane, element] to registers; two of 16 bits in each."""
    if bits == 16:
        raw = raw.astype(np.uint32)
        raw = raw[:, 0::2] | raw[:, 1::2] << np.uint32(16)
    if raw.shape[1] != len(writes):
        raise PtxError("registers and elements differ in number")
    for i, write in enumerate(writes):
        write(blocks, lanes, raw[:, i])
