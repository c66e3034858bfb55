# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Options of the compiler for cases: which optimizations are on, and what the launcher
of the cases does (run_case.py does all)."""

# The words of --without (compiler/include/cm2tt/Compiler/CompilerOptions.td).
OPTIMIZATIONS = (
    "tensor-maps", "describe-tensors", "warp-specialize", "persistent", "rotate-loops",
    "split-loops", "order-programs", "scale-maxima", "overlap-launches",
)  # fmt: skip
# The word of --launcher for an optimization that needs one.
FEATURES = {
    "tensor-maps": "tensor-maps", "describe-tensors": "recipes", "persistent": "grid",
    "overlap-launches": "early",
}  # fmt: skip

USUAL = ("--launcher=all",)  # what launches in Java have
NOTHING = ("--without=all",)


def only(*names):
    """The options with which these optimizations alone are on."""
    unknown = set(names).difference(OPTIMIZATIONS)
    if unknown:
        raise ValueError(f"no optimization: {unknown}")
    kept = {*names, "tensor-maps"} if "describe-tensors" in names else set(names)
    off = [name for name in OPTIMIZATIONS if name not in kept]
    features = [FEATURES[name] for name in names if name in FEATURES]
    chosen = [f"--launcher={','.join(features)}"] if features else []
    return tuple(chosen + [f"--without={','.join(off)}"] * bool(off))


def is_on(name, options):
    """Whether the options let an optimization apply to a kernel that it suits."""
    words = {}
    for option in options:
        key, _, value = option.partition("=")
        words.setdefault(key, []).extend(value.split(","))
    off, features = words.get("--without", []), words.get("--launcher", [])
    needed = FEATURES.get(name)
    has_launcher = needed is None or needed in features or "all" in features
    return has_launcher and not {name, "all"}.intersection(off)


def with_less(options, features):
    """The options for a launcher that lacks some of its abilities."""
    every = ("tensor-maps", "recipes", "grid", "values", "early")
    changed = []
    for option in options:
        key, _, value = option.partition("=")
        if key == "--launcher":
            words = every if value == "all" else value.split(",")
            option = f"{key}={','.join(word for word in words if word not in features)}"
            if option.endswith("="):
                continue
        changed.append(option)
    return tuple(changed)
