#!/usr/bin/env python3
# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measures a language model of random weights in PyTorch, as a peer of
LanguageModels.java: single tokens of some requests by torch.compile with CUDA graphs,
and a prompt.

    llm_torch.py NAME [REQUESTS...]

NAME is a key of llm_model.SHAPES. Weights and arithmetic are bf16, keys and values are
in a static cache, attention is scaled_dot_product_attention, over the whole cache with
a mask (single tokens) or causal (prompt, by cuDNN if it takes the shape). Needs a GPU.
"""

import sys
import time

import torch
import torch.nn.functional as F
from torch.nn.attention import SDPBackend, sdpa_kernel

from llm_model import SHAPES

TOKENS, FIRST, PROMPT, ROUNDS = 200, 16, 8192, 3
FASTEST = [
    SDPBackend.CUDNN_ATTENTION,
    SDPBackend.FLASH_ATTENTION,
    SDPBackend.EFFICIENT_ATTENTION,
]


class Layer:
    """The weights of a layer."""

    def __init__(self, width, heads, owners, head, feed):
        def weight(rows, columns):
            return torch.randn(rows, columns, device="cuda", dtype=torch.bfloat16) / 64

        self.norms = [torch.ones(width, device="cuda", dtype=torch.bfloat16)] * 2
        self.qkv = weight((heads + 2 * owners) * head, width)
        self.output = weight(width, heads * head)
        self.gate_up = weight(2 * feed, width)
        self.down = weight(width, feed)


class Model:
    """Llama: rows of tokens in, the next token of each out."""

    def __init__(self, name):
        _, layers, width, heads, owners, head, feed, vocabulary, _ = SHAPES[name]
        self.heads, self.owners, self.head = heads, owners, head
        self.layers = [Layer(width, heads, owners, head, feed) for _ in range(layers)]
        self.table = torch.randn(vocabulary, width, device="cuda", dtype=torch.bfloat16)
        angles = 500000.0 ** (-torch.arange(0, head, 2, device="cuda") / head)
        self.angles = torch.outer(torch.arange(PROMPT, device="cuda"), angles)

    def cache(self, requests, length):
        """Keys and values of each layer, which stay where they are in CUDA graphs."""
        shape = (requests, self.owners, length, self.head)
        pairs = [
            [torch.zeros(shape, device="cuda", dtype=torch.bfloat16) for _ in range(2)]
            for _ in self.layers
        ]
        for tensor in sum(pairs, []):
            torch._dynamo.mark_static_address(tensor)
        return pairs

    def rotate(self, x, positions):
        angles = self.angles[positions]
        cos, sin = angles.cos().to(x.dtype), angles.sin().to(x.dtype)
        even, odd = x.chunk(2, -1)
        return torch.cat((even * cos - odd * sin, odd * cos + even * sin), -1)

    def step(self, tokens, positions, cache, mask):
        """Tokens [requests, n] at positions [n]; mask None: as long as the cache."""
        requests, n = tokens.shape
        x = F.embedding(tokens, self.table)
        width = x.shape[-1]
        sizes = [self.heads, self.owners, self.owners]
        for layer, (keys, values) in zip(self.layers, cache):
            h = F.rms_norm(x, (width,), layer.norms[0], 1e-5)
            parts = F.linear(h, layer.qkv).view(requests, n, -1, self.head)
            q, k, v = parts.transpose(1, 2).split(sizes, 1)
            keys.index_copy_(2, positions, self.rotate(k, positions))
            values.index_copy_(2, positions, v)
            a = F.scaled_dot_product_attention(
                self.rotate(q, positions), keys, values, attn_mask=mask,
                is_causal=mask is None, enable_gqa=True,
            )  # fmt: skip
            x = x + F.linear(a.transpose(1, 2).reshape(requests, n, -1), layer.output)
            h = F.rms_norm(x, (width,), layer.norms[1], 1e-5)
            gate, up = F.linear(h, layer.gate_up).chunk(2, -1)
            x = x + F.linear(F.silu(gate) * up, layer.down)
        h = F.rms_norm(x[:, -1], (width,), layer.norms[0], 1e-5)
        return F.linear(h, self.table).argmax(-1, keepdim=True)


def singles(model, requests):
    """Tokens a second of requests in all."""
    length = FIRST + TOKENS
    cache = model.cache(requests, length)
    step = torch.compile(model.step, mode="reduce-overhead", fullgraph=True)
    mask = torch.arange(length, device="cuda").view(1, 1, 1, length)
    best = 0.0
    for _ in range(ROUNDS):
        tokens = torch.zeros(requests, 1, dtype=torch.long, device="cuda")
        torch.cuda.synchronize()
        begin = time.perf_counter()
        for position in range(FIRST, length):
            at = torch.full((1,), position, device="cuda")
            tokens = step(tokens, at, cache, mask <= at).clone()
        torch.cuda.synchronize()
        best = max(best, requests * TOKENS / (time.perf_counter() - begin))
    return best


def prompt(model):
    """Tokens a second of a prompt."""
    cache = model.cache(1, PROMPT)
    tokens = torch.randint(0, 1000, (1, PROMPT), device="cuda")
    positions = torch.arange(PROMPT, device="cuda")
    step = torch.compile(model.step, fullgraph=True)
    best = 0.0
    for _ in range(ROUNDS):
        torch.cuda.synchronize()
        begin = time.perf_counter()
        with sdpa_kernel(FASTEST, set_priority=True):
            step(tokens, positions, cache, None)
        torch.cuda.synchronize()
        best = max(best, PROMPT / (time.perf_counter() - begin))
    return best


@torch.inference_mode()
def main():
    model = Model(sys.argv[1])
    for requests in map(int, sys.argv[2:] or ("1", "64")):
        speed = singles(model, requests)
        print(f"PyTorch, {requests} requests: {speed:.0f} tokens/s in all")
        torch._dynamo.reset()
    print(f"PyTorch, prompt of {PROMPT}: {prompt(model):.0f} tokens/s")


if __name__ == "__main__":
    main()
