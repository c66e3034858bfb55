# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A pytest plugin that writes the `tt` of each kernel that a test launches.

No GPU and no PyTorch is needed: `torch_stand_in` gives the arguments their types,
and a launch ends after Triton's front end and its passes on `tt`. The environment
has the options:

CM2TT_TEXTS  the folder for the texts, KERNEL-DIGEST.ttir; in its options.jsonl, each
             line is an object from a text's name to Triton's options

The outcome of a test means nothing: no kernel has run.
"""

import hashlib
import importlib
import json
import os
import re

import torch_stand_in

torch_stand_in.install(("scipy", "einops", "transformers", "pandas"))

import triton  # noqa: E402
from triton._C.libtriton import ir  # noqa: E402
from triton.backends.compiler import GPUTarget  # noqa: E402
from triton.runtime.driver import driver  # noqa: E402
from triton.runtime.jit import JITFunction  # noqa: E402

TEXTS = os.environ["CM2TT_TEXTS"]
TARGET = GPUTarget("cuda", 90, 32)
KEPT = ("num_warps", "num_stages", "num_ctas", "maxnreg", "enable_fp_fusion")
LOCATION = re.compile(
    r'\s*loc\((?:[^()"]|"[^"]*"|\((?:[^()"]|"[^"]*"|\([^()]*\))*\))*\)')


class Utilities:
    """Facts of an H200 that front ends ask for."""

    def get_device_properties(self, _):
        return {"max_shared_mem": 232448, "multiprocessor_count": 132,
                "max_num_regs": 65536, "warpSize": 32}  # fmt: skip


class Driver:
    """In place of Triton's driver: a device that launches nothing."""

    utils = Utilities()

    def get_current_device(self):
        return 0

    def get_current_stream(self, _):
        return 0

    def get_current_target(self):
        return TARGET

    def get_device_capability(self, *_):
        return (9, 0)

    def get_active_torch_device(self):
        return torch_stand_in.device("cuda")

    def get_device_interface(self):
        return torch_stand_in.Anything()

    def get_benchmarker(self):
        return lambda call, quantiles=None, **_: call() or [1.0] * 3

    def get_empty_cache_for_benchmark(self):
        return torch_stand_in.Tensor((1,))

    def clear_cache(self, _):
        pass

    def map_python_to_cpp_type(self, type_):
        return type_


def without_locations(text):
    """The text of a module, in the form of the corpus."""
    lines = LOCATION.sub("", text).split("\n")
    return "\n".join(line for line in lines
                     if line.strip() and not line.startswith("#loc")) + "\n"


def write_text(name, text, options):
    """Writes a text, in the form of the corpus, with its options."""
    facts = {key: getattr(options, key) for key in KEPT}
    with open(os.path.join(TEXTS, f"{name}.ttir"), "w", encoding="utf-8") as file:
        file.write(text)
    with open(os.path.join(TEXTS, "options.jsonl"), "a", encoding="utf-8") as file:
        file.write(json.dumps({name: facts}) + "\n")


def make_text(source, backend, options):
    """The text of a kernel after the front end and Triton's passes on `tt`; None for
    Gluon."""
    context = ir.context()
    ir.load_dialects(context)
    backend.load_dialects(context)
    functions = backend.get_codegen_implementation(options)
    module = source.make_ir(TARGET, options, functions, backend.get_module_map(),
                            context)  # fmt: skip
    stages = {}
    backend.add_stages(stages, options, source.language)
    if "ttir" not in stages:
        return None
    return without_locations(str(stages["ttir"](module, {})))


def compile_in_place(self, key, signature, device, constexprs, options, attrs, warmup):
    """In place of JITFunction._do_compile: nothing is launched."""
    _, _, _, backend, _ = self.device_caches[device]
    source = self.ASTSource(self, signature, constexprs, attrs)
    text = make_text(source, backend, options) if source.ext == "ttir" else None
    if text:
        digest = hashlib.sha256((text + str(options)).encode()).hexdigest()[:10]
        name = re.sub(r"\W", "_", source.name)[:60]
        write_text(f"{name}-{digest}", text, options)


def install():
    os.makedirs(TEXTS, exist_ok=True)
    driver.set_active(Driver())
    JITFunction._do_compile = compile_in_place
    triton.compile = lambda *_, **__: None
    # A suite may be of another version, which has more questions about devices.
    testing = importlib.import_module("triton._internal_testing")
    testing.__getattr__ = lambda name: lambda *_, **__: False


install()
