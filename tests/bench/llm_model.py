#!/usr/bin/env python3
# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes a model of random weights as GGUF, to measure the speed of models whose
weights are not at hand.

    llm_model.py NAME TYPE FILE

NAME is a key of SHAPES, TYPE one of TYPES. The weights of all layers repeat the same
block of random bytes: their values do not change the time of a product. Format: the
GGUF specification, version 3. Needs NumPy.
"""

import struct
import sys

import numpy

# layers, width, heads, heads of keys, width of a head, feed-forward, vocabulary, tied
SHAPES = {
    "llama-3.2-1b": ("llama", 16, 2048, 32, 8, 64, 8192, 128256, True),
    "llama-3.2-3b": ("llama", 28, 3072, 24, 8, 128, 8192, 128256, True),
    "llama-3.1-8b": ("llama", 32, 4096, 32, 8, 128, 14336, 128256, False),
    "qwen3-8b": ("qwen3", 36, 4096, 32, 8, 128, 12288, 151936, False),
}
# GGML's number, elements and bytes of a block, where halves are that scale it
TYPES = {
    "bf16": (30, 1, 2, ()),
    "q4_0": (2, 32, 18, (0,)),
    "q8_0": (8, 32, 34, (0,)),
    "q4_k": (12, 256, 144, (0, 2)),
    "q6_k": (14, 256, 210, (208,)),
}
ALIGNMENT = 32
BLOCKS = 1 << 18


def text(value):
    data = value.encode()
    return struct.pack("<Q", len(data)) + data


def field(key, kind, value):
    """A field of the metadata: 4 an integer, 6 a number, 8 a text, 9 a list of texts or
    integers."""
    head = text(key) + struct.pack("<I", kind)
    if kind == 4:
        return head + struct.pack("<I", value)
    if kind == 6:
        return head + struct.pack("<f", value)
    if kind == 8:
        return head + text(value)
    if isinstance(value[0], str):
        return head + struct.pack("<IQ", 8, len(value)) + b"".join(map(text, value))
    return head + struct.pack(f"<IQ{len(value)}i", 5, len(value), *value)


def metadata(shape):
    kind, layers, width, heads, owners, head, feed, vocabulary, _ = shape
    fields = [
        field("general.architecture", 8, kind),
        field("general.alignment", 4, ALIGNMENT),
        field(f"{kind}.block_count", 4, layers),
        field(f"{kind}.context_length", 4, 131072),
        field(f"{kind}.embedding_length", 4, width),
        field(f"{kind}.feed_forward_length", 4, feed),
        field(f"{kind}.attention.head_count", 4, heads),
        field(f"{kind}.attention.head_count_kv", 4, owners),
        field(f"{kind}.attention.key_length", 4, head),
        field(f"{kind}.attention.value_length", 4, head),
        field(f"{kind}.rope.freq_base", 6, 500000.0),
        field(f"{kind}.attention.layer_norm_rms_epsilon", 6, 1e-5),
        field("tokenizer.ggml.model", 8, "gpt2"),
        field("tokenizer.ggml.pre", 8, "llama-bpe" if kind == "llama" else "qwen2"),
        field("tokenizer.ggml.tokens", 9, [f"t{i}" for i in range(vocabulary)]),
        field("tokenizer.ggml.token_type", 9, [1] * vocabulary),
        field("tokenizer.ggml.merges", 9, ["t 0"]),
        field("tokenizer.ggml.eos_token_id", 4, vocabulary - 1),
    ]
    return len(fields), b"".join(fields)


def tensors(shape, number):
    """Names, rows, columns and types."""
    kind, layers, width, heads, owners, head, feed, vocabulary, tied = shape
    yield "token_embd.weight", vocabulary, width, number
    yield "output_norm.weight", 1, width, 0
    if not tied:
        yield "output.weight", vocabulary, width, number
    for i in range(layers):
        of = f"blk.{i}."
        yield of + "attn_norm.weight", 1, width, 0
        yield of + "attn_q.weight", heads * head, width, number
        yield of + "attn_k.weight", owners * head, width, number
        yield of + "attn_v.weight", owners * head, width, number
        if kind == "qwen3":
            yield of + "attn_q_norm.weight", 1, head, 0
            yield of + "attn_k_norm.weight", 1, head, 0
        yield of + "attn_output.weight", width, heads * head, number
        yield of + "ffn_norm.weight", 1, width, 0
        yield of + "ffn_gate.weight", feed, width, number
        yield of + "ffn_up.weight", feed, width, number
        yield of + "ffn_down.weight", width, feed, number


def random_blocks(size, scales):
    """Random bytes of BLOCKS blocks; numbers of bf16 are about 0.02."""
    draw = numpy.random.default_rng(1)
    if not scales:
        numbers = draw.standard_normal(BLOCKS, numpy.float32) * 0.02
        return (numbers.view(numpy.uint32) >> 16).astype(numpy.uint16).tobytes()
    blocks = draw.integers(0, 256, (BLOCKS, size), numpy.uint8)
    for at in scales:
        scale = numpy.float16(2e-4).tobytes()
        blocks[:, at : at + 2] = numpy.frombuffer(scale, numpy.uint8)
    return blocks.tobytes()


def main(name, type_name, path):
    shape = SHAPES[name]
    number, elements, size, scales = TYPES[type_name]
    count, fields = metadata(shape)
    infos, sizes, offset = [], [], 0
    for tensor, rows, columns, kind in tensors(shape, number):
        count_of = rows * columns
        bytes_of = count_of * 4 if kind == 0 else count_of // elements * size
        extents = (columns,) if rows == 1 else (columns, rows)
        rank = len(extents)
        infos.append(text(tensor) + struct.pack(f"<I{rank}QIQ", rank, *extents, kind, offset))
        sizes.append((bytes_of, kind))
        offset += (bytes_of + ALIGNMENT - 1) // ALIGNMENT * ALIGNMENT
    head = b"GGUF" + struct.pack("<IQQ", 3, len(infos), count) + fields
    head += b"".join(infos)
    blocks = random_blocks(size, scales)
    with open(path, "wb") as out:
        out.write(head + bytes(-len(head) % ALIGNMENT))
        for bytes_of, kind in sizes:
            if kind == 0:
                out.write(struct.pack("<f", 1.0) * (bytes_of // 4))
            else:
                whole, rest = divmod(bytes_of, len(blocks))
                for _ in range(whole):
                    out.write(blocks)
                out.write(blocks[:rest])
            out.write(bytes(-bytes_of % ALIGNMENT))


if __name__ == "__main__":
    main(*sys.argv[1:])
