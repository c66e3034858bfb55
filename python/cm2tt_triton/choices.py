# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Options of cm2tt that no option of Triton stands for, and the part of the caches'
keys that they and the build of cm2tt are."""

import contextlib
import functools
import hashlib
import os

import cm2tt
from cm2tt_triton import further_arguments
from cm2tt_triton.versions import VERSION

MARK = "cm2tt-"  # keys start so


class _given:
    """Options in the current scope."""

    flags = ()
    # Called when they change.
    renew = staticmethod(lambda: None)


def when_changed(renew):
    """Has a function called when the options change."""
    _given.renew = staticmethod(renew)


def unknown_flags(given):
    """The options that cm2tt does not have."""
    return [flag for flag in given if flag.split("=")[0] not in cm2tt.option_names()]


@contextlib.contextmanager
def flags(*given):
    """Options of cm2tt, beside those that follow from Triton's, for kernels that
    are compiled or called inside. A call inside finds the kernel that was compiled with
    the same options."""
    unknown = unknown_flags(given)
    if unknown:
        raise ValueError(f"cm2tt has no option {', '.join(unknown)}")
    before = _given.flags
    _given.flags = given
    _given.renew()
    try:
        yield
    finally:
        _given.flags = before
        _given.renew()


def chosen_flags():
    """Options of cm2tt: those given, and that of CM2TT_WITHOUT. Triton 3.7 and newer
    ask for them at each launch."""
    without = os.environ.get("CM2TT_WITHOUT")
    return [f"--without={without}"] * bool(without) + list(_given.flags)


def launcher_features():
    """The abilities of Triton's launcher beside tensor maps for descriptors: its own,
    and those that further_arguments gives it."""
    further = {"recipes", "grid", "values"} if VERSION == (3, 6) else set()
    return {"early"} | further


def prepare_launcher():
    """Lets Triton's launcher pass further arguments, if it can."""
    if VERSION == (3, 6):
        from triton.backends.nvidia.driver import CudaLauncher

        further_arguments.install(CudaLauncher)


def mark():
    """The part of the caches' keys: the build of cm2tt, and its options."""
    return "".join([_build_mark(), *chosen_flags()])


@functools.lru_cache(maxsize=None)
def _build_mark():
    return MARK + hashlib.sha256(cm2tt.build_identity().encode()).hexdigest()[:16]
