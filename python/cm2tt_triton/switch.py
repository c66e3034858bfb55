# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Enables and disables cm2tt: Triton's hook for stages, and the keys of its caches.

Kernels of both compilers live side by side: Triton's caches, in memory and on disk,
have the build of cm2tt in their keys while it is enabled. The hook,
`knobs.runtime.add_stages_inspection_hook`, provides it from Triton 3.7 on; in 3.6 the
option `instrumentation_mode` holds it. An autotuner's choice is stored once for both,
so give each compiler an autotuned function of its own.
"""

import contextlib

from cm2tt_triton import compiling, versions
from cm2tt_triton.errors import UnsupportedKernel
from cm2tt_triton.choices import MARK, mark, prepare_launcher, when_changed
from cm2tt_triton.versions import VERSION
from triton import knobs


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
when_changed(_switch.renew)


def is_enabled():
    return _switch.is_on()


def enable():
    """Kernels that are called from here on come from cm2tt."""
    versions.check()
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
    stages["ptx"] = lambda module, metadata: compiling.compile_module(
        str(module), metadata, options, capability
    )
    stages["cubin"] = assemble
    return None
