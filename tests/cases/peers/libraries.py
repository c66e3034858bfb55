# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The projects whose tests run.py runs, and what is known of these tests."""

import dataclasses
import os
import re
import typing

HERE = os.path.dirname(os.path.abspath(__file__))
TRITON_README = os.path.join(HERE, "..", "triton", "README.md")
# A row of that file's table: tests as a regular expression, reason.
ROW = re.compile(r"^\| `(test_[^`]+)` \| (.+?) \|$", re.MULTILINE)


@dataclasses.dataclass
class Change:
    """A replacement in a copy of a file, without which the tests do not run."""

    path: str  # below the checkout
    pattern: str  # a regular expression
    replacement: str
    count: int  # of matches; another number is an error
    reason: str


class Known(typing.NamedTuple):
    """Tests that are known to fail."""

    test: str  # a regular expression on "TEST CAUSE"
    reason: str
    stock: bool = False  # whether they fail with stock Triton, too


@dataclasses.dataclass
class Library:
    """A project; the revision is the one that README.md's results are of."""

    repository: str
    revision: str
    tests: list  # files and folders, below the checkout
    folders: list  # for PYTHONPATH, below the checkout
    expected: list  # of Known
    # The files and folders that the tests need, for take.py and for copies, and a
    # regular expression for those below them that they do not.
    files: list = dataclasses.field(default_factory=lambda: ["."])
    left_out: str = ""
    # In the values {worker} is the name of the process, {out} the folder of outcomes
    # of this compiler: processes and compilers do not share caches.
    environment: dict = dataclasses.field(default_factory=dict)
    arguments: list = dataclasses.field(default_factory=list)  # of pytest
    ignored: list = dataclasses.field(default_factory=list)  # globs of files
    # Besides PyTorch, Triton, pytest and its plugins: names to install, to import.
    packages: dict = dataclasses.field(default_factory=dict)
    changes: list = dataclasses.field(default_factory=list)
    # The tests are programs that compare nothing: programs.py.
    programs: bool = False

# Tests of Triton of which a part fails, by how it does.
TRITON_PARTS = [
    (r"::test_(scaled_)?dot\[.* assert 'st\.global\.v[24]",
     "wants stores of 16 bytes; cm2tt stores the 8 bytes that a thread has of a "
     "product, which are whole sectors, without an exchange through shared memory"),
    (r"::test_permute\[.* assert 'st\.global\.v4",
     "wants stores of 16 bytes; those of whole sectors take as long on an H200"),
    (r"::test_scaled_dot\[.* assert 'ld\.global\.v4",
     "wants loads of 16 bytes; cm2tt loads small tiles in the layout of the product, "
     "4 or 8 bytes at a time"),
    (r"::test_tensor_descriptor_batched_gemm_3d_tma", "reads the `ttgir`"),
    (r"::test_tensor_descriptor_batched_gemm_2d_tma\[?.* assert \d+ == ",
     "counts the bytes of descriptors in scratch memory; cm2tt needs fewer"),
    (r"::test_dot\[.* assert \('wgmma",
     "looks for `.satfinite`; integer products of cm2tt wrap"),
    (r"::test_dot\[1-(1-2|2-4)-32-", "products this small take fma, not mma"),
    (r"::test_dot_max_num_imprecise_acc\[.* assert 0 ==",
     "counts `add.f32`; LLVM writes `add.rn.f32`"),
    (r"::test_override_ttgir", "replaces the `ttgir`"),
    (r"::test_triton_reproducer_path", "looks for a reproducer of Triton's passes"),
    (r"::test_hooks", "wants 100 stages to fail; cm2tt runs as many as fit"),
    (r"::test_exceed_threads", "cm2tt refuses 128 warps with another exception"),
]  # fmt: skip


FLA_EXPECTED = [
    Known(r"RuntimeError: Triton >= 3\.4\.0 and < 3\.7\.1 on Hopper",
          "the library refuses Triton 3.6 on Hopper", stock=True),
    Known(r"test_activation\.py::test_(gelu|sqrelu)\[.*-True\] .* dx diff: .* ratio: 1\.0",
          "PyTorch 2.11 compiles these functions to ones with gradients of 0, for a CPU "
          "as well", stock=True),
]  # fmt: skip

FLAGGEMS_CHANGES = [
    Change("src/flag_gems/utils/libentry.py", r"3 <= minor_version <= 5",
           "3 <= minor_version", 3,
           "the launcher of Triton 3.6 takes constants as that of 3.5 does"),
    Change("tests/conftest.py", r"test_results\[report\.nodeid\]",
           "test_results.setdefault(report.nodeid, {})", 1,
           "the process that controls those of pytest-xdist runs no test"),
    Change("src/flag_gems/runtime/register.py",
           r"^( +)(self\.lib\.impl\(key, fn, device_key\))$",
           r"\1try:\n\1    \2\n\1except RuntimeError:\n\1    self.all_ops.pop()", 1,
           "PyTorch 2.11 refuses some operators; the others are registered"),
]  # fmt: skip

# Files of helion's tests that run no kernel by Triton, or measure.
HELION_IGNORED = [
    *(f"test_{name}*" for name in (
        "cute", "pallas", "metal", "amd", "tileir", "deep_ab_staging", "autotuner",
        "aot", "llm_autotuner", "best_available", "benchmark", "distributed",
        "examples_dist", "external_autotune", "compile_time"))]  # fmt: skip

HELION_EXPECTED = [
    Known(r"/test_cache\.py::.* (assert \d+ == \d+|AssertionError)",
          "counts hits and misses of a cache on disk, which it expects to be empty",
          stock=True),
]  # fmt: skip

LIGER_EXPECTED = [
    Known(r"::test_frontend_uses_fallback_without_sm90_nvidia\[cuda-unavailable\]",
          "pretends that CUDA is absent, also to plugin.py, which frees memory; no "
          "kernel", stock=True),
]  # fmt: skip

_BOUNDS = "not defined: reads or writes out of bounds, with stock Triton, too"
_ZERO = "not defined: a gradient or loss that is exactly 0, compared relatively"


def program(names, reason):
    """Programs of TritonBench, which differ or fail with stock Triton, too."""
    return Known(rf"/({names})\.py::program ", reason, stock=True)


TRITONBENCH_EXPECTED = [
    program("fused_rotary_embedding|rotary_emb_nopad|token_attn_llama2|"
            "token_attn_reduceV|chunk_bwd_dqkg|decay_cumsum|flash_decode2_llama|"
            "fused_recurrent_delta|parallel_attention|nested_loops_processing", _BOUNDS),
    program("quantize_kv_copy|quantize_copy_kv|index_select_bwd|kv_cache_filling",
            "not defined: programs store different values to the same rows"),
    program("fast_layernorm|layer_norm_triton", _ZERO),
    program("layer_norm_welfold", "depends on the block that the tuner chose"),
    program("fp4_to_bf16", "stock Triton is wrong by a fault of ptxas"),
]  # fmt: skip


def triton_expected():
    """The table of tests/cases/triton/README.md, and parts of tests."""
    with open(TRITON_README, encoding="utf-8") as file:
        rows = ROW.findall(file.read())
    tests = [(rf"::{test}(\[| |$)", reason) for test, reason in rows]
    return [Known(*each) for each in tests + TRITON_PARTS]


LIBRARIES = {
    "triton": Library(
        "https://github.com/triton-lang/triton-cpu", "004d7f5f5",
        ["python/test/unit/language", "python/test/unit/cuda",
         "python/test/unit/runtime"],
        ["python/test/unit"], triton_expected(), files=["python/test/unit"]),
    "fla": Library(
        "https://github.com/fla-org/flash-linear-attention", "bc3b101dc",
        ["tests/ops", "tests/modules"], ["."], FLA_EXPECTED, files=["fla", "tests"],
        packages={"einops": "einops", "transformers": "transformers"}),
    "conch": Library(
        "https://github.com/stackav-oss/conch", "e2c5ecfe3",
        ["tests"], ["."], [], files=["conch", "tests"],
        packages={"einops": "einops"}),
    "triton_kernels": Library(
        "https://github.com/triton-lang/triton-cpu", "004d7f5f5",
        ["python/triton_kernels/tests"], ["python/triton_kernels"], [],
        files=["python/triton_kernels"], left_out=r"/triton_kernels/bench/",
        packages={"numpy": "numpy"}),
    "flaggems": Library(
        "https://github.com/FlagOpen/FlagGems", "532ff438",
        ["tests"], ["src", "."], [],
        files=["src", "tests", "benchmark"],
        left_out=r"/runtime/backend/_(?!nvidia/|_init__)|/models_(benchmark|shapes)/",
        environment={"GEMS_VENDOR": "nvidia",
                     "FLAGGEMS_CACHE_DIR": "{out}/flaggems-{worker}"},
        ignored=["ks_tests.py"],
        packages={"numpy": "numpy", "scipy": "scipy", "PyYAML": "yaml",
                  "packaging": "packaging"},
        changes=FLAGGEMS_CHANGES),
    "helion": Library(
        "https://github.com/pytorch/helion", "5205859c",
        ["test"], ["."], HELION_EXPECTED, files=["helion", "examples", "pretuned_kernels", "test"],
        left_out=r"^test/test_(cute|pallas|metal)",
        environment={"HELION_BACKEND": "triton", "HELION_CACHE_DIR": "{out}/helion"},
        ignored=HELION_IGNORED,
        packages={name: name.replace("-", "_") for name in (
            "expecttest", "hypothesis", "numpy", "packaging", "psutil", "rich",
            "typing-extensions")}),
    "liger": Library(
        "https://github.com/linkedin/Liger-Kernel", "ead96b61",
        ["test/transformers", "test/chunked_loss", "test/megatron", "test/triton"],
        ["src", "."], LIGER_EXPECTED, files=["src", "test"],
        left_out=r"^test/(convergence|cutedsl|resources)/",
        environment={"HF_HUB_OFFLINE": "1"},
        ignored=["test_cute*", "test_cutile*", "*_cutedsl.py"],
        packages={"transformers": "transformers", "numpy": "numpy",
                  "packaging": "packaging"}),
    "tritonbench": Library(
        "https://github.com/thunlp/TritonBench", "603e28a5",
        ["data/TritonBench_G_v1"], ["."], TRITONBENCH_EXPECTED,
        files=["data/TritonBench_G_v1"], packages={"numpy": "numpy"}, programs=True),
}  # fmt: skip
