# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The `tt` that Triton 3.6 makes of a kernel in Python; no GPU is needed."""

import functools
import threading

from triton._C.libtriton import ir
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource
from triton.compiler.compiler import make_backend

_lock = threading.Lock()  # compilations run in threads; the front end may not


@functools.lru_cache(maxsize=None)
def _text(function, signature, constants, divisible, options):
    attributes = {(i,): [["tt.divisibility", 16]] for i in divisible}
    source = ASTSource(function, dict(signature), dict(constants), attributes)
    target = GPUTarget("cuda", 90, 32)
    backend = make_backend(target)
    parsed = backend.parse_options(dict(options))
    context = ir.context()
    ir.load_dialects(context)
    backend.load_dialects(context)
    module = source.make_ir(
        target, parsed, backend.get_codegen_implementation(parsed),
        backend.get_module_map(), context,
    )  # fmt: skip
    stages = {}
    backend.add_stages(stages, parsed, source.language)
    return str(stages["ttir"](module, {}))


def text(function, types, constants=None, **options):
    """`types` by argument: "*fp32:16", "i32"; a number is a constant, and 1
    vanishes as Triton's launcher makes it vanish."""
    constants = dict(constants or {})
    signature, divisible = {}, []
    for index, name in enumerate(function.arg_names):
        kind = constants.get(name, None) if name in constants else types[name]
        if name in constants or not isinstance(kind, str):
            constants.setdefault(name, kind)
            signature[name] = "constexpr"
            continue
        kind, _, divisor = kind.partition(":")
        signature[name] = kind
        if divisor:
            divisible.append(index)
    with _lock:
        return _text(
            function, tuple(signature.items()), tuple(constants.items()),
            tuple(divisible), tuple(options.items()),
        )  # fmt: skip
