# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The stage in place of Triton's: `tt` in, PTX out, and what the launcher asks for."""

import re

import cm2tt
from cm2tt_triton import further_arguments
from cm2tt_triton.errors import UnsupportedKernel
from cm2tt_triton.choices import chosen_flags, launcher_features
from cm2tt_triton.parameters import (
    MAP_BYTES,
    add_flags,
    can_mix,
    count_parameters,
    describe_descriptors,
    head_of,
    split_parameters,
)
from triton import knobs


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


def more_options(options, features):
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
    if features:
        more.append(f"--launcher={','.join(sorted(features))}")
    more.extend(chosen_flags())
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


def run(text, given):
    """PTX and metadata of one text of `tt`."""
    try:
        compiled = cm2tt.compile(text, given, name="<kernel>")
    except cm2tt.CompileError as error:
        raise UnsupportedKernel(f"cm2tt does not compile the kernel: {error}") from None
    return compiled.image.decode(), compiled.metadata


def compile_module(text, metadata, options, capability):
    """The stage: `tt` in, PTX out; fills what Triton's launcher asks for.

    The launcher passes two pointers to scratch memory after the arguments. The driver
    reads only the parameters that a kernel declares: a kernel that creates tensor
    maps has the first, others have none.
    """
    check_options(text, options)
    # A launcher counts the arguments for recipes, and descriptors are several.
    has_recipes = not re.search(r"tt\.func public @.*!tt\.tensordesc<", text)
    given = [f"--target={target_name(capability)}", f"--num-warps={options.num_warps}",
             f"--num-stages={max(options.num_stages, 1)}"]  # fmt: skip
    more = launcher_features() - (set() if has_recipes else {"recipes"})
    if options.launch_cooperative_grid:
        more -= {"early"}
    for maps in ({"tensor-maps"}, set()):
        ptx, facts = run(text, given + more_options(options, maps | more))
        name = facts["name"]
        symbol = facts.get("symbol", name)
        head = head_of(text, name)
        _, rest = split_parameters(facts["parameters"])
        described = describe_descriptors(head, rest)
        if can_mix(described):
            break
    scratch = facts.get("scratchBytes", 0)
    parameters, axes = facts["parameters"], facts.get("persistentAxes", 0)
    if count_parameters(ptx, symbol) != len(parameters) + axes + bool(scratch):
        raise UnsupportedKernel(f"{name}: PTX has other parameters than its metadata")
    others = {"text": text}
    for other, fewer in (("unpromised", more - {"values"}), ("plain", set())):
        others[other] = given + more_options(options, maps | fewer)
    metadata.update(
        name=symbol,
        num_warps=facts["numWarps"],
        num_ctas=1,
        shared=facts["sharedBytes"],
        tmem_size=0,
        launch_pdl=options.launch_pdl or facts.get("waitsForKernels", False),
        # For each block that the launcher counts.
        global_scratch_size=scratch * options.num_ctas,
        global_scratch_align=MAP_BYTES if scratch else 1,
        profile_scratch_size=0,
        profile_scratch_align=1,
        tensordesc_meta=described if any(described) else [],
        **further_arguments.describe(facts, others),
    )
    return with_version(add_flags(ptx, name, head, described), options.ptx_version)
