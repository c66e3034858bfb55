# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the `tt` that the installed Triton prints for our own kernels.

Usage: PYTHON make_version_texts.py FOLDER [BYTES], with a Python that has Triton
3.6 or newer; no GPU and no PyTorch is needed. FOLDER gets KERNEL-NUMBER.ttir.
Texts of more than BYTES are left out. `texts/VERSION` has those of up to 2,500 bytes,
without those that an earlier version prints alike, which check_versions.py lists:

    PYTHON make_version_texts.py texts/3.8 2500
"""

import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))


def source_of(kernel, types):
    """A kernel with its types and constants, as Triton's compiler takes it. Pointers
    are aligned to 16 bytes, as PyTorch's are."""
    from triton.compiler import ASTSource

    signature, constants, facts = {}, {}, {}
    for index, name in enumerate(kernel.arg_names):
        value = types[name]
        is_type = name[0].islower()
        signature[name] = value if is_type else "constexpr"
        if not is_type:
            constants[name] = value
        elif value[0] == "*":
            facts[(index,)] = [["tt.divisibility", 16]]
    return ASTSource(kernel, signature, constants, facts)


def sources():
    """Each kernel with each of its specialisations, by name."""
    import triton
    import version_kernels as kernels

    version = tuple(int(part) for part in triton.__version__.split(".")[:2])
    for name, specialisations in kernels.SPECIALISATIONS.items():
        first = kernels.SINCE.get(name, version)
        if first <= version <= kernels.UNTIL.get(name, version):
            for index, types in enumerate(specialisations):
                yield f"{name}-{index}", source_of(getattr(kernels, name), types)


def main(folder, most="1000000"):
    os.environ["CM2TT_TEXTS"] = folder
    sys.path.insert(0, HERE)
    import texts_plugin
    from triton.compiler.compiler import make_backend

    backend = make_backend(texts_plugin.TARGET)
    options = backend.parse_options({})
    for name, source in sources():
        text = texts_plugin.make_text(source, backend, options)
        if len(text) <= int(most):
            with open(os.path.join(folder, f"{name}.ttir"), "w") as file:
                file.write(text)


if __name__ == "__main__":
    main(*sys.argv[1:])
