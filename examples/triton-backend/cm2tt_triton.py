# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles the kernels of a program that uses Triton 3.6 to 3.9 with cm2tt.

    import cm2tt_triton               # from here on cm2tt makes the PTX

    with cm2tt_triton.disabled():     # Triton's own pipeline, for these calls
        kernel[grid](x, y, n, BLOCK=1024)

Triton's front end makes `tt` of the Python code as before and its ptxas makes
the machine code; cm2tt replaces all stages in between. The launcher, the
arguments and the options stay Triton's. With num_ctas > 1 each program runs in
one block, not in a cluster, as no operation of `tt` depends on that.

The program `cm2tt` is the environment's CM2TT, else the one on PATH, else the
one of a build in this tree. What it cannot compile raises UnsupportedKernel with
its diagnostics; options that it cannot follow do, too.

The module uses Triton's hook for stages, `knobs.runtime.add_stages_inspection_hook`.

Kernels of both compilers live side by side: Triton's caches, in memory and on
disk, have the hash of the program in their keys while this is enabled. The hook
provides it from Triton 3.7 on; in 3.6 the option `instrumentation_mode` holds it. An
autotuner's choice is stored once for both, so give each compiler an autotuned
function of its own.
"""

import contextlib
import functools
import hashlib
import json
import os
import re
import shutil
import subprocess
import tempfile

import further_arguments
import triton
from triton import knobs

MARK = "cm2tt-"  # the option's value starts so
HERE = os.path.dirname(os.path.abspath(__file__))


class UnsupportedKernel(RuntimeError):
    """cm2tt does not compile the kernel; the text says why, and where."""


@functools.lru_cache()
def program():
    """The path of cm2tt."""
    built = os.path.join(HERE, "..", "..", "build", "bin", "cm2tt")
    path = os.environ.get("CM2TT") or shutil.which("cm2tt") or built
    if not os.path.isfile(path):
        raise FileNotFoundError(
            f"no program cm2tt: {path}; set CM2TT to its path"
        )
    return os.path.abspath(path)


class _flags:
    """Options of the program in the current scope."""

    given = ()


@functools.lru_cache()
def known_flags():
    """The names of the options in the program's help, such as `--without`."""
    done = subprocess.run(
        [program(), "--help"], capture_output=True, text=True, check=False
    )
    return frozenset(re.findall(r"^  (--[a-z][a-z-]*)", done.stdout, re.MULTILINE))


def unknown_flags(given):
    """The options that the program does not have."""
    return [flag for flag in given if flag.split("=")[0] not in known_flags()]


@contextlib.contextmanager
def flags(*given):
    """Options of the program, beside those that follow from Triton's, for kernels that
    are compiled or called inside. A call inside finds the kernel that was compiled with
    the same options."""
    unknown = unknown_flags(given)
    if unknown:
        raise ValueError(f"cm2tt has no option {', '.join(unknown)}")
    before = _flags.given
    _flags.given = given
    prepare_launcher()
    _switch.renew()
    try:
        yield
    finally:
        _flags.given = before
        _switch.renew()


def chosen_flags():
    """Options of the program: those given, and that of CM2TT_WITHOUT."""
    without = os.environ.get("CM2TT_WITHOUT")
    return [f"--without={without}"] * bool(without) + list(_flags.given)


def launcher_features():
    """The abilities of the launcher, as an option that is given says."""
    given = [flag.partition("=")[2] for flag in _flags.given if flag.startswith("--launcher=")]
    words = set(",".join(given).split(",")) - {""}
    known = {"recipes", "grid"} if VERSION == (3, 6) else set()
    return known if "all" in words else words & known


def prepare_launcher():
    """Lets Triton's launcher pass further arguments, if there may be some."""
    if launcher_features():
        from triton.backends.nvidia.driver import CudaLauncher

        further_arguments.install(CudaLauncher)


def mark():
    """The part of the caches' keys: the hash of the program, and its options."""
    return "".join([program_mark(), *chosen_flags()])


@functools.lru_cache()
def program_mark():
    """The hash of the program."""
    digest = hashlib.sha256()
    with open(program(), "rb") as file:
        while chunk := file.read(1 << 20):
            digest.update(chunk)
    return MARK + digest.hexdigest()[:16]


VERSION = tuple(int(part) for part in triton.__version__.split(".")[:2])
SUPPORTED = [(3, 6), (3, 7), (3, 8), (3, 9)]


class _Mode:
    """The switch of Triton 3.6: an option that is part of the caches' keys."""

    @staticmethod
    def is_on():
        return knobs.compilation.instrumentation_mode.startswith(MARK)

    @staticmethod
    def set(on):
        knobs.compilation.instrumentation_mode = mark() if on else ""

    @classmethod
    def renew(cls):
        if cls.is_on():
            cls.set(True)

    @staticmethod
    def is_ours(options):
        return options.instrumentation_mode.startswith(MARK)

    @staticmethod
    def options(given):
        return {**given, "instrumentation_mode": mark()}


class _Hook:
    """The switch of Triton 3.7 and newer, which asks the hook for a key."""

    on = False

    @classmethod
    def is_on(cls):
        return cls.on

    @classmethod
    def set(cls, on):
        cls.on = on

    @staticmethod
    def renew():
        """The hook asks for the mark each time."""

    @classmethod
    def is_ours(cls, options):
        if cls.on and options.instrumentation_mode:
            raise UnsupportedKernel("cm2tt takes no instrumentation")
        return cls.on

    @staticmethod
    def options(given):
        return given


_switch = _Mode if VERSION == (3, 6) else _Hook


def is_enabled():
    return _switch.is_on()


def enable():
    """Kernels that are called from here on come from cm2tt."""
    if tuple(int(part) for part in triton.__version__.split(".")[:2]) not in SUPPORTED:
        raise RuntimeError(f"Triton {triton.__version__}, expected 3.6 to 3.9")
    if knobs.runtime.add_stages_inspection_hook is not _inspect_stages:
        _chained.hook = knobs.runtime.add_stages_inspection_hook
        knobs.runtime.add_stages_inspection_hook = _inspect_stages
    if not is_enabled():
        if knobs.compilation.instrumentation_mode:
            raise RuntimeError("cm2tt takes no instrumentation")
        _switch.set(True)
    prepare_launcher()


def disable():
    """Kernels that are called from here on come from Triton's pipeline."""
    if is_enabled():
        _switch.set(False)


@contextlib.contextmanager
def enabled(on=True):
    """cm2tt, or with on=False Triton, for the calls inside."""
    before = is_enabled()
    enable() if on else disable()
    try:
        yield
    finally:
        enable() if before else disable()


def disabled():
    return enabled(False)


def options(**given):
    """Options for triton.compile: triton.compile(source, target,
    cm2tt_triton.options(num_warps=8)). It has no look at the switch in Triton
    3.6, only at the options; in newer ones the switch holds for it, too."""
    return _switch.options(given)


class _chained:
    """A hook that was there before ours."""

    hook = None


def _cache_key():
    """The part that Triton 3.7 and newer add to the keys of their caches on disk and
    in memory."""
    given = _chained.hook() if _chained.hook is not None else ("", "")
    return tuple(key + (mark() if is_enabled() else "") for key in given)


def _inspect_stages(backend=None, stages=None, options=None, language=None,
                    capability=None):  # fmt: skip
    """Triton's hook: called with the stages of one compilation, or without
    arguments for its part of the caches' keys."""
    if stages is None:
        return _cache_key()
    if _chained.hook is not None:
        _chained.hook(backend, stages, options, language, capability)
    if not _switch.is_ours(options):
        return None
    if "ttir" not in stages:
        raise UnsupportedKernel("cm2tt compiles Triton, not Gluon")
    assemble = stages.pop("cubin")
    stages.pop("ttgir", None)
    stages.pop("llir", None)
    stages["ptx"] = lambda module, metadata: compile_module(
        str(module), metadata, options, capability
    )
    stages["cubin"] = assemble
    return None


def target_name(capability):
    """The target for ptxas: Hopper has features of its own."""
    return f"sm_{capability}" + ("a" if capability >= 90 else "")


def check_options(text, options):
    """Raises for options that cm2tt cannot follow."""
    override = options.ir_override
    if override and override.endswith((".ttgir", ".llir")):
        raise UnsupportedKernel(
            f"ir_override={override!r}: cm2tt has no such stage, but ttir, ptx"
            " and cubin"
        )
    # Operations do not know of clusters, assembly may.
    assembly = " ".join(re.findall(r'elementwise_inline_asm ("[^"]*")', text))
    if options.num_ctas != 1 and re.search(r"cluster|\bmapa\b", assembly):
        raise UnsupportedKernel(
            f"num_ctas={options.num_ctas}: assembly of the kernel is about its"
            " cluster, but a program of cm2tt runs in one block"
        )


def can_mix(described):
    """Whether the launcher passes these descriptors: from Triton 3.8 on either all are
    tensor maps or none is."""
    return VERSION < (3, 8) or len({one is None for one in described}) < 2


def more_options(options, has_maps=True, has_recipes=True):
    """Options of cm2tt for those of Triton, beside warps and stages."""
    more = []
    if options.maxnreg is not None:
        more.append(f"--max-registers={options.maxnreg}")
    if not options.enable_fp_fusion:
        more.append("--no-fp-fusion")
    if not options.enable_reflect_ftz:
        more.append("--no-ftz")
    if knobs.compilation.disable_line_info:
        more.append("--no-line-info")
    features = launcher_features() - (set() if has_recipes else {"recipes"})
    features |= {"tensor-maps"} if has_maps else set()
    if features:
        more.append(f"--launcher={','.join(sorted(features))}")
    more.extend(flag for flag in chosen_flags() if not flag.startswith("--launcher="))
    libdevice = dict(options.extern_libs).get("libdevice")
    if libdevice:
        more.append(f"--libdevice={libdevice}")
    return more


def with_version(ptx, version):
    """The text as of the PTX version that the options name, if they do."""
    if version is None:
        return ptx
    major, minor = re.search(r"\.version (\d+)\.(\d+)", ptx).groups()
    if version < int(major) * 10 + int(minor):
        raise UnsupportedKernel(
            f"ptx_version={version}: the kernel needs {major}{minor}"
        )
    return re.sub(
        r"\.version \d+\.\d+", f".version {version // 10}.{version % 10}", ptx
    )


def run(text, target, num_warps, num_stages, more=()):
    """PTX and metadata of one text of `tt`."""
    with tempfile.TemporaryDirectory(prefix="cm2tt-") as folder:
        ptx = os.path.join(folder, "kernel.ptx")
        facts = os.path.join(folder, "kernel.json")
        command = [
            program(), "-", "-o", ptx, f"--metadata={facts}",
            f"--target={target}", f"--num-warps={num_warps}",
            f"--num-stages={num_stages}", *more,
        ]
        done = subprocess.run(
            command, input=text, capture_output=True, text=True, check=False
        )
        if done.returncode != 0:
            raise UnsupportedKernel(
                f"cm2tt ended with {done.returncode}: {done.stderr.strip()}"
            )
        with open(ptx) as code, open(facts) as file:
            return code.read(), json.load(file)


def count_parameters(ptx, name):
    """The number of parameters that the entry declares."""
    entry = re.search(rf"\.entry\s+{re.escape(name)}\s*\(([^)]*)\)", ptx)
    return entry.group(1).count(".param") if entry else 0


def head_of(text, name):
    """The arguments of the function in `tt`, as text."""
    head = re.search(rf"tt\.func public @\"?{re.escape(name)}\"?\((.*)", text)
    return head.group(1).split(") attr")[0]


def argument_ranks(head):
    """For each argument the dimensions of a tensor descriptor, None for others."""
    block = re.compile(r"\s*!tt\.tensordesc<(?:tensor<)?((?:\d+x)+)")
    found = []
    for argument in re.finditer(r"%[\w$.-]+\s*:", head):
        descriptor = block.match(head, argument.end())
        found.append(descriptor and descriptor.group(1).count("x"))
    return found


MAP_BYTES = 128

# How Triton's launcher numbers the elements of a tensor map: as `tensormap.replace`
# of PTX does. Floats of 8 bits are bytes.
MAP_ELEMENTS = {
    "i8": (0, 1), "u8": (0, 1), "fp8e4nv": (0, 1), "fp8e5": (0, 1), "i16": (1, 2),
    "u16": (1, 2), "u32": (2, 4), "i32": (3, 4), "u64": (4, 8), "i64": (5, 8),
    "fp16": (6, 2), "fp32": (7, 4), "fp64": (9, 8), "bf16": (10, 2),
}  # fmt: skip


def describe_map(parameter):
    """The launcher's description of a parameter that is a tensor map."""
    layout = parameter["tensorMap"]
    number, size = MAP_ELEMENTS[layout["element"]]
    return {
        "swizzle": (0, 32, 64, 128).index(layout["swizzleBytes"]),
        "elem_size": size,
        "elem_type": number,
        "block_size": layout["box"],
        "fp4_padded": False,
    }


def split_parameters(parameters):
    """The recipes of those that are tensor maps by recipes, and the rest."""
    recipes = [{**one["recipe"], "map": describe_map(one)}
               for one in parameters if "recipe" in one]  # fmt: skip
    return recipes, [one for one in parameters if "recipe" not in one]


def describe_descriptors(head, parameters):
    """For each descriptor among the arguments: how the launcher encodes its tensor
    map, or None for its base, extents, strides and padding."""
    found, rest = [], iter(parameters)
    for rank in argument_ranks(head):
        parameter = next(rest, None)
        if rank is None or parameter is None:
            continue
        is_map = parameter["type"] == "tensormap"
        found.append(describe_map(parameter) if is_map else None)
        for _ in range(0 if is_map else 2 * rank + 1):
            next(rest, None)
    if next(rest, None) is not None:
        raise UnsupportedKernel("PTX has other parameters than tt")
    return found


def add_flags(ptx, name, head, described):
    """Declares the parameter that follows the padding of each descriptor, if it is no
    tensor map, from Triton 3.7 on: whether a load rounds to TF32, which products do
    themselves."""
    if VERSION == (3, 6):
        return ptx
    entry = re.search(rf"\.entry\s+{re.escape(name)}\s*\(([^)]*)\)", ptx)
    declared = entry.group(1).split(",")
    at, maps = 0, iter(described)
    for rank in argument_ranks(head):
        is_split = rank is not None and next(maps) is None
        at += 2 * rank + 2 if is_split else 1
        if is_split:
            declared.insert(at, f"\n\t.param .u8 {name}_rounds_{at}")
            at += 1
    begin, end = entry.span(1)
    return ptx[:begin] + ",".join(declared) + ptx[end:]


def compile_module(text, metadata, options, capability):
    """The stage: `tt` in, PTX out; fills what Triton's launcher asks for.

    The launcher passes two pointers to scratch memory after the arguments. The driver
    reads only the parameters that a kernel declares: a kernel that creates tensor
    maps has the first, others have none.
    """
    check_options(text, options)
    # A launcher counts the arguments for recipes, and descriptors are several.
    has_recipes = not re.search(r"tt\.func public @.*!tt\.tensordesc<", text)
    for has_maps in (True, False):
        ptx, facts = run(
            text, target_name(capability), options.num_warps,
            max(options.num_stages, 1), more_options(options, has_maps, has_recipes),
        )  # fmt: skip
        name = facts["name"]
        symbol = facts.get("symbol", name)
        head = head_of(text, name)
        recipes, rest = split_parameters(facts["parameters"])
        described = describe_descriptors(head, rest)
        if can_mix(described):
            break
    scratch = facts.get("scratchBytes", 0)
    parameters, axes = facts["parameters"], facts.get("persistentAxes", 0)
    if count_parameters(ptx, symbol) != len(parameters) + axes + bool(scratch):
        raise UnsupportedKernel(f"{name}: PTX has other parameters than its metadata")
    metadata.update(
        name=symbol,
        num_warps=facts["numWarps"],
        num_ctas=1,
        shared=facts["sharedBytes"],
        tmem_size=0,
        # For each block that the launcher counts.
        global_scratch_size=scratch * options.num_ctas,
        global_scratch_align=MAP_BYTES if scratch else 1,
        profile_scratch_size=0,
        profile_scratch_align=1,
        tensordesc_meta=described if any(described) else [],
        **{further_arguments.AXES: axes,
           further_arguments.RECIPES: recipes},
    )
    return with_version(add_flags(ptx, name, head, described), options.ptx_version)


enable()
