# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles kernels by the package cm2tt_triton (python): the switch, the caches' keys,
the metadata, errors, threads, a program that does not import it. No GPU is needed.

Usage: check_backend.py [--python=PYTHON] LIBRARY PROJECT

LIBRARY is libcm2tt, for the package in PROJECT; or a wheel, which is unpacked.
PYTHON is one that has Triton 3.6 to 3.9, beside those of the environment's
CM2TT_TRITON_PYTHONS, separated by commas; without both, as in check_triton.py. Exits
with 77 if there is none.
"""

import concurrent.futures
import os
import re
import subprocess
import sys
import tempfile
import types
import zipfile

import check_triton

VERSIONS = ("3.6.", "3.7.", "3.8.", "3.9.")
INSIDE = "CM2TT_BACKEND_TEST"  # set where this runs under Triton's Python

if os.environ.get(INSIDE):
    import cm2tt_triton
    import triton
    from cm2tt_triton import choices, further_arguments, parameters
    from triton import knobs
    from triton.backends.compiler import GPUTarget
    from triton.backends.nvidia import driver
    from triton.compiler import ASTSource

    import backend_kernels as kernels


def main_outside(arguments):
    """Finds a Python that has Triton and runs this again by it."""
    named = [a[9:] for a in arguments if a.startswith("--python=")]
    library, project = [a for a in arguments if not a.startswith("--")]
    named += os.environ.get("CM2TT_TRITON_PYTHONS", "").split(",")
    codes = []
    for python in [p for p in dict.fromkeys(named) if p] or [""]:
        found, version = check_triton.find_python(python, VERSIONS)
        if found is None:
            print("skipped:", version)
        codes.append(77 if found is None else run_inside(found, library, project))
    return next((code for code in codes if code not in (0, 77)), max(codes))


def run_inside(python, library, project):
    """Runs this by a Python that has Triton; the exit code."""
    print(python, flush=True)
    with tempfile.TemporaryDirectory() as folder:
        environment = {
            **os.environ, INSIDE: "1", "TRITON_CACHE_DIR": os.path.join(folder, "cache"),
            "CM2TT_LIBRARY": os.path.abspath(library),
            "PYTHONPATH": os.path.join(project, "python"),
        }  # fmt: skip
        if library.endswith(".whl"):
            del environment["CM2TT_LIBRARY"]
            environment["PYTHONPATH"] = os.path.join(folder, "wheel")
            with zipfile.ZipFile(library) as archive:
                archive.extractall(environment["PYTHONPATH"])
        command = [python, "-B", os.path.abspath(__file__)]
        return subprocess.run(command, env=environment, check=False).returncode


def check(condition, what):
    print("ok:" if condition else "WRONG:", what)
    if not condition:
        check.failed = True


check.failed = False


def check_refusal(call, kind, expected):
    """A call fails with that error."""
    try:
        call()
        check(False, f"refused: {expected}")
    except kind as error:
        check(str(error) == expected, f"refused: {error}")


def check_refusals():
    """Options that exclude each other are refused before anything is compiled."""
    version = triton.__version__
    for other in ("3.5.1", "3.10.0", "4.0.0"):
        triton.__version__ = other
        check_refusal(cm2tt_triton.enable, RuntimeError,
                      f"Triton {other}, expected 3.6 to 3.9")  # fmt: skip
    triton.__version__ = version
    with cm2tt_triton.disabled():
        knobs.compilation.instrumentation_mode = "consan"
        check_refusal(cm2tt_triton.enable, RuntimeError,
                      "cm2tt takes no instrumentation")
        knobs.compilation.instrumentation_mode = ""


def compiler(target):
    """A function that compiles a kernel on pointers to a type, and numbers."""
    def compile_one(kernel, pointee, **options):
        signature = {name: f"*{pointee}" if name.endswith("_ptr") else "i32"
                     for name in kernel.arg_names}  # fmt: skip
        source = ASTSource(kernel, signature)
        return triton.compile(source, target, cm2tt_triton.options(**options))

    return compile_one


def check_kernels(target):
    """Kernels of forms that Triton compiles."""
    compile_one = compiler(target)
    ptx = compile_one(kernels.levels, "fp32").asm["ptx"]
    check("call" not in ptx, "functions that return early are inlined in loops")
    for pointee in ("fp8e4nv", "fp8e5"):
        ptx = compile_one(kernels.magnitude, pointee).asm["ptx"]
        check("and.b" in ptx, f"the sign of {pointee} is cleared")
    ptx = compile_one(kernels.shift, "i32").asm["ptx"]
    check("shf.l.wrap" in ptx, "constraints may have blanks")


def check_options(target, tile_text):
    """Triton's options arrive, or are refused."""
    compile_one = compiler(target)
    ptx = lambda *given, **more: compile_one(*given, **more).asm["ptx"]
    check(".maxnreg 64" in ptx(kernels.mul_add, "fp32", maxnreg=64), "maxnreg")
    check("fma.rn" in ptx(kernels.mul_add, "fp32"), "fusion")
    apart = ptx(kernels.mul_add, "fp32", enable_fp_fusion=False)
    check("fma.rn" not in apart and "mul.rn" in apart, "no fusion")
    check("ex2.approx.ftz" in ptx(kernels.exp2, "fp32"), "ftz")
    kept = ptx(kernels.exp2, "fp32", enable_reflect_ftz=False)
    check("ex2.approx.f32" in kept, "no ftz")
    both = compile_one(kernels.mul_add, "fp32", num_ctas=2)
    check(both.metadata.num_ctas == 1, "a program has one block")
    check("cluster" not in both.asm["ptx"], "no cluster")
    for name in ("launch_pdl", "launch_cooperative_grid"):
        made = compile_one(kernels.dependent, "fp32", **{name: True})
        check(getattr(made.metadata, name), f"the launcher knows {name}")
        check("griddepcontrol.wait" in made.asm["ptx"], "the kernel waits")
    hopper = target.arch >= 90
    made = compile_one(kernels.mul_add, "fp32")
    check(made.metadata.launch_pdl == hopper, "a kernel starts early")
    check(("griddepcontrol.wait" in made.asm["ptx"]) == hopper, "and waits by itself")
    made = compile_one(kernels.mul_add, "fp32", launch_cooperative_grid=True)
    check(not made.metadata.launch_pdl, "a cooperative one does not")
    check("griddepcontrol" not in made.asm["ptx"], "nor does it wait")
    newer = ptx(kernels.mul_add, "fp32", ptx_version=86)
    check(".version 8.6" in newer, "ptx_version")
    with tempfile.NamedTemporaryFile("w", suffix=".ttir") as file:
        file.write(tile_text)
        file.flush()
        made = compile_one(kernels.exp2, "fp32", ir_override=file.name)
        check(made.metadata.name == "scale", "tt in place of the kernel's")
    for options, expected in (
        ({"ptx_version": 75}, "ptx_version=75: the kernel needs 80"),
        ({"ir_override": "a.ttgir"}, "ir_override='a.ttgir': cm2tt has no such"
         " stage, but ttir, ptx and cubin"),
        ({"num_ctas": 2}, "num_ctas=2: assembly of the kernel is about its"
         " cluster, but a program of cm2tt runs in one block"),
    ):  # fmt: skip
        check_refusal(lambda: compile_one(kernels.rank, "i32", **options),
                      cm2tt_triton.UnsupportedKernel, expected)  # fmt: skip


def check_flags(target):
    """Options of the program, for what is compiled inside a scope."""
    compile_one = compiler(target)
    plain = compile_one(kernels.mul_add, "fp32")
    before = cm2tt_triton.mark()
    with cm2tt_triton.flags("--no-fp-fusion", "--max-registers=40"):
        check(cm2tt_triton.mark() != before, "keys have the options")
        made = compile_one(kernels.mul_add, "fp32")
        check("fma.rn" not in made.asm["ptx"], "the first option arrives")
        check(".maxnreg 40" in made.asm["ptx"], "the second option arrives")
        check(made.hash != plain.hash or cm2tt_triton.VERSION > (3, 6), "another key")
        with cm2tt_triton.disabled():
            check(not cm2tt_triton.is_enabled(), "options do not enable")
    check(cm2tt_triton.mark() == before, "the options end with the scope")
    again = compile_one(kernels.mul_add, "fp32")
    check(again.asm["ptx"] == plain.asm["ptx"], "no options afterwards")
    unknown = cm2tt_triton.unknown_flags(["--no-ftz", "--none", "--no=1"])
    check(unknown == ["--none", "--no=1"], f"unknown options: {unknown}")
    check_refusal(lambda: cm2tt_triton.flags("--none").__enter__(), ValueError,
                  "cm2tt has no option --none")  # fmt: skip


def check_variables():
    """Options of the program that variables choose."""
    check(cm2tt_triton.chosen_flags() == [], "nothing is off")
    os.environ["CM2TT_WITHOUT"] = "persistent,split-loops"
    expected = ["--without=persistent,split-loops"]
    check(cm2tt_triton.chosen_flags() == expected, "CM2TT_WITHOUT")
    with cm2tt_triton.flags("--without=rotate-loops"):
        both = [*expected, "--without=rotate-loops"]
        check(cm2tt_triton.chosen_flags() == both, "both are off")
    del os.environ["CM2TT_WITHOUT"]


def lines_of(ptx, file):
    """The lines of a file that the PTX names."""
    numbers = re.findall(rf'\.file\s+(\d+) "[^"]*{re.escape(file)}"', ptx)
    return {int(line) for number, line in re.findall(r"\.loc\s+(\d+) (\d+)", ptx)
            if number in numbers}  # fmt: skip


def check_lines(target):
    """PTX has the lines of Python, unless Triton's switch says otherwise."""
    compile_one = compiler(target)
    ptx = compile_one(kernels.mul_add, "fp32").asm["ptx"]
    with open(kernels.__file__) as file:
        text = file.read().splitlines()
    named = [text[line - 1] for line in lines_of(ptx, "backend_kernels.py")]
    for word in ("tl.load", "tl.store"):
        check(any(word in line for line in named), f"PTX has the line of {word}")
    knobs.compilation.disable_line_info = True
    ptx = compile_one(kernels.mul_add, "fp32", num_warps=2).asm["ptx"]
    knobs.compilation.disable_line_info = False
    check(".loc" not in ptx, "TRITON_DISABLE_LINE_INFO")


def count_arguments(signature, metadata):
    """The number of arguments that Triton's launcher passes."""
    described = metadata.tensordesc_meta
    if cm2tt_triton.VERSION == (3, 6):
        launcher = driver.make_launcher({}, signature, described)
        return launcher.split("void *params[] = {")[1].split("}")[0].count("&arg")
    kinds = signature.values()
    if cm2tt_triton.VERSION == (3, 7):
        return len(driver.expand_signature(kinds, described))
    return len(driver.expand_signature(kinds, described, "nvTmaDesc"))


def check_descriptors(target):
    """Descriptors, created by the kernel or passed to it. Triton's launcher has a
    parameter for each of the kernel, and two for scratch memory."""
    pointers = {"x_ptr": "*fp32", "out_ptr": "*fp32"}
    compile_one = triton.compile
    made = compile_one(ASTSource(kernels.described, pointers), target,
                       cm2tt_triton.options())  # fmt: skip
    check(made.metadata.tensordesc_meta == [], "no descriptor is passed")
    signature = {"x": "tensordesc<fp16[16, 32]>", "out": "tensordesc<fp16[16, 32]>",
                 "n": "i32"}  # fmt: skip
    passed = compile_one(ASTSource(kernels.copy_described, signature), target,
                         cm2tt_triton.options())  # fmt: skip
    count = count_arguments(signature, passed.metadata)
    declared = parameters.count_parameters(passed.asm["ptx"], "copy_described")
    # Tensor maps, then extents and strides once more.
    check(declared == count == 11, f"{declared} parameters, {count} arguments")
    check("_rounds_" not in passed.asm["ptx"], "no flags beside tensor maps")
    tensor_map = {"swizzle": 2, "elem_size": 2, "elem_type": 6, "block_size": [16, 32],
                  "fp4_padded": False}  # fmt: skip
    check(passed.metadata.tensordesc_meta == [tensor_map] * 2, "tensor maps")
    check(made.metadata.global_scratch_size == 128, "memory of a tensor map")
    check_mixed_descriptors(target, tensor_map)


def check_mixed_descriptors(target, tensor_map):
    """Two descriptors, of which a bulk copy accesses one: its index in the other is no
    multiple of 16 bytes. From Triton 3.8 on both are base, extents, strides, padding
    and a flag."""
    signature = {"x": "tensordesc<fp16[16, 32]>", "out": "tensordesc<fp16[16, 32]>",
                 "n": "i32"}  # fmt: skip
    passed = triton.compile(
        ASTSource(kernels.shift_described, signature), target, cm2tt_triton.options()
    )
    described = {(3, 6): [None, tensor_map], (3, 7): [None, tensor_map]}
    check(passed.metadata.tensordesc_meta == described.get(cm2tt_triton.VERSION, []),
          "one tensor map")  # fmt: skip
    count = count_arguments(signature, passed.metadata)
    declared = parameters.count_parameters(passed.asm["ptx"], "shift_described")
    expected = {(3, 6): 16, (3, 7): 17}.get(cm2tt_triton.VERSION, 23)
    check(declared == count == expected, f"{declared} parameters, {count} arguments")


class Recorder:
    """Stands for Triton's launcher: keeps what it is given."""

    def __init__(self, src, metadata):
        self.signature, self.calls = src.signature, []

    def __call__(self, *arguments):
        self.calls.append(arguments)


def check_launcher(metadata, source):
    """The launches that the changed launcher performs."""
    asked = []

    def resident_blocks(*given):
        asked.append(given)
        return 132 * 2

    further_arguments.resident_blocks = resident_blocks
    further_arguments.count_processors = lambda: 132
    further_arguments.install(Recorder)
    further_arguments.install(Recorder)
    launcher = Recorder(source, metadata)
    check(list(launcher.signature.values())[-2:] == ["i32", "i32"], "two extents")
    packed = (8, 1, 4096)
    for grid in ((40, 50, 3), (3, 4, 1), (0, 7, 1)):
        launcher(*grid, "stream", "function", packed, None, None, None, 5)
    rest = ("stream", "function", packed, None, None, None, 5)
    check(launcher.calls == [(88, 1, 3, *rest, 40, 50), (12, 1, 1, *rest, 3, 4),
                             (0, 7, 1, *rest, 0, 7)], "launches")  # fmt: skip
    check(asked == [("function", 256, 4096, 132)], "the driver is asked once")
    plain = Recorder(source, types.SimpleNamespace())
    plain(40, 50, 3, *rest)
    check(plain.calls == [(40, 50, 3, *rest)], "other kernels")
    blocks = further_arguments.blocks_of
    check(blocks((1000, 7, 1), 1, 264) == (38, 7, 1), "one axis")
    check(blocks((10, 10, 10), 3, 264) == (264, 1, 1), "three axes")
    check_refusal(lambda: blocks((2**31 - 2, 1, 1), 1, 2), ValueError,
                  "a grid of 2147483646 programs is too large for a persistent"
                  " kernel")  # fmt: skip


def check_persistent(target):
    """Persistent kernels: in Triton 3.6, whose launcher passes the grid."""
    signature = {"a": "tensordesc<fp16[64, 64]>", "b": "tensordesc<fp16[64, 64]>",
                 "c": "tensordesc<fp16[64, 64]>", "k": "i32"}  # fmt: skip
    source = ASTSource(kernels.multiply, signature)

    def compile_it():
        return triton.compile(source, target, cm2tt_triton.options())

    made = compile_it()
    axes = made.metadata.cm2tt_persistent_axes
    if cm2tt_triton.VERSION == (3, 6):
        check(axes == 2, f"{axes} axes")
        extended = further_arguments.with_arguments(source, 0, axes).signature
        count = count_arguments(extended, made.metadata)
        declared = parameters.count_parameters(made.asm["ptx"], "multiply")
        check(declared == count == 18, f"{declared} parameters, {count} arguments")
        check_launcher(made.metadata, source)
    else:
        check(axes == 0, "not with other launchers")
    mark = cm2tt_triton.mark()
    os.environ["CM2TT_WITHOUT"] = "persistent"
    check(cm2tt_triton.mark() == mark + "--without=persistent", "the key names it")
    with cm2tt_triton.disabled():
        pass  # has the keys of the caches name the option
    check(compile_it().metadata.cm2tt_persistent_axes == 0, "it is off")
    del os.environ["CM2TT_WITHOUT"]
    with cm2tt_triton.disabled():
        pass


class Maps:
    """Stands for Triton's encoder of tensor maps, and keeps what it is given."""

    def __init__(self):
        self.calls = []

    def __call__(self, *given):
        self.calls.append(given)
        return f"map {len(self.calls)}"


class Tensor:
    """An argument that is a tensor at an address."""

    def __init__(self, address):
        self.address = address

    def data_ptr(self):
        return self.address


class Loads:
    """Stands in for what loads code: the names, PTX and shared memory."""

    def __init__(self):
        self.calls, self.before = [], further_arguments.load
        further_arguments.load = self

    def __call__(self, symbol, image, shared_bytes):
        self.calls.append((symbol, image.decode(), shared_bytes))
        return f"function {len(self.calls)}"

    def stop(self):
        """Lets code be loaded again; the PTX of each call, and its parameters."""
        further_arguments.load = self.before
        return [(ptx, parameters.count_parameters(ptx, symbol))
                for symbol, ptx, _ in self.calls]  # fmt: skip


def check_others(launcher, launch, tensors):
    """Launches that tensor maps do not suit get other code, which is loaded once."""
    loads = Loads()
    for rows, stride in ((2**31, 80), (100, 0), (100, 84), (100, -16), (100, 2**39)):
        arguments = (*tensors, rows, 200, 70, stride, 256, 64)
        launcher(7, 1, 1, "stream", "function", (4, 1, 4096), None, None, None, *arguments)
        plain = launcher.others["plain"]
        if stride == 84:  # which the other code is promised by its types
            plain = launcher.others["unpromised"].compiled[2].others["plain"]
        function, packed, other = plain.compiled
        check(other.calls[-1] == (7, 1, 1, "stream", function, packed, None, None,
                                  None, *arguments), "the plain kernel")  # fmt: skip
    # The result has rows of 402 bytes.
    arguments = (*tensors, 100, 201, 70, 80, 256, 64)
    launcher(7, 1, 1, "stream", "function", (4, 1, 4096), None, None, None, *arguments)
    call = launcher.others["unpromised"].compiled[2].calls[-1]
    check(len(call) == 9 + len(arguments) + 2, "two maps without promises")
    (plain, count), (unpromised, more), (again, _) = loads.stop()
    check((count, more) == (9, 11), "maps are parameters")
    for ptx in (plain, again):
        check("cp.async.bulk.tensor" not in ptx, "it has no bulk copies")
    check("cp.async.bulk.tensor" in unpromised, "it has bulk copies")
    check(len(launch(*tensors, 100, 200, 70, 80, 256, 64)) == 3, "others have")


def check_positive(target):
    """A number that is promised to be above 0: in Triton 3.6, whose launcher checks it."""
    signature = {"x_ptr": "*fp32", "out_ptr": "*fp32", "scale": "fp32", "N": "constexpr"}
    source = ASTSource(kernels.greatest, signature, {"N": 64})
    metadata = triton.compile(source, target, cm2tt_triton.options()).metadata
    if cm2tt_triton.VERSION != (3, 6):
        check(not metadata.cm2tt_positive, "not with other launchers")
        return
    check(list(metadata.cm2tt_positive) == [2], metadata.cm2tt_positive)
    further_arguments.install(Recorder)
    launcher = Recorder(source, metadata)
    loads = Loads()
    for scale in (0.125, 2.0**-64, 2.0**64, -1.0, 0.0, float("nan"), float("inf"), 1e-30):
        arguments = (Tensor(4096), Tensor(8192), scale)
        launcher(1, 1, 1, "stream", "function", (4, 1, 0), None, None, None, *arguments)
        is_promised = 2.0**-64 <= scale <= 2.0**64
        other = launcher.others["unpromised"]
        called = launcher if is_promised else other.compiled[2]
        check(called.calls[-1][-3:] == arguments, f"{scale}: the code")
    check(len(launcher.calls) == 3, "the promised ones")
    check(len(loads.stop()) == 1, "other code is loaded once")


def check_maps(source, metadata):
    """The maps that the launcher of a product of pointers encodes, and keeps."""
    maps = further_arguments.encode = Maps()
    further_arguments.install(Recorder)
    launcher = Recorder(source, metadata)
    check(list(launcher.signature.values())[-3:] == ["nvTmaDesc"] * 3, "three maps")
    a, b, c = Tensor(4096), Tensor(8192), Tensor(0)
    packed = (4, 1, 4096)

    def launch(*arguments):
        launcher(7, 1, 1, "stream", "function", packed, None, None, None, *arguments)
        return launcher.calls[-1][9 + len(arguments):]

    # m, n and k; the rows of a have 80 elements, those of b 256.
    first = ("map 1", "map 2", "map 3")
    check(launch(a, b, c, 100, 200, 70, 80, 256, 64) == first, "encoded")
    layouts = [recipe["map"] for recipe in metadata.cm2tt_recipes]
    check(maps.calls == [(0, [100, 200], [64, 1], layouts[0]),
                         (4096, [100, 70], [80, 1], layouts[1]),
                         (8192, [70, 200], [256, 1], layouts[2])], maps.calls)  # fmt: skip
    check(launch(a, b, c, 100, 200, 70, 80, 256, 64) == first, "kept")
    check(launch(a, 8192, c, 0, 200, 70, 80, 256, 64)[2] == "map 3", "empty")
    check(any(call[1] == [1, 70] for call in maps.calls), "no extent is 0")
    check_others(launcher, launch, (a, b, c))
    for address in range(further_arguments.KEPT + 1):
        launch(Tensor(16 * address), b, c, 100, 200, 70, 80, 256, 64)
    before = len(maps.calls)
    launch(Tensor(16), b, c, 100, 200, 70, 80, 256, 64)
    check(len(maps.calls) == before, "recent ones are kept")
    launch(Tensor(0), b, c, 100, 200, 70, 80, 256, 64)
    check(len(maps.calls) == before + 1, "old ones are not")
    check(further_arguments.paths_of(["i32", "constexpr", ("*fp16", ("i64",))])
          == [(0,), (2, 0), (2, 1, 0)], "tuples")  # fmt: skip


def check_recipes_and_descriptor(target):
    """A kernel that creates a descriptor of its own has recipes all the same."""
    names = ("a", "b", "c", "n", "k", "row_a", "row_b")
    signature = {name: "*fp16" if name in ("a", "b") else "*fp32" if name == "c"
                 else "i32" for name in names}  # fmt: skip
    divisible = {(at,): [["tt.divisibility", 16]] for at in (0, 1, 2, 3, 5, 6)}
    source = ASTSource(
        kernels.multiply_and_add, signature, attrs=divisible)
    metadata = triton.compile(source, target, cm2tt_triton.options()).metadata
    is_known = cm2tt_triton.VERSION == (3, 6)
    check(len(metadata.cm2tt_recipes) == (2 if is_known else 0), metadata.cm2tt_recipes)
    maps = metadata.global_scratch_size // 128
    check(maps == 1, f"the kernel creates {maps} maps")


def check_recipes(target):
    """Described tensors: in Triton 3.6, whose launcher encodes the maps."""
    names = ("a", "b", "c", "m", "n", "k", "row_a", "row_b", "row_c")
    signature = {name: "*fp16" if len(name) == 1 and name in "abc" else "i32"
                 for name in names}  # fmt: skip
    divisible = {(at,): [["tt.divisibility", 16]] for at in (0, 1, 2, 6, 7)}
    source = ASTSource(
        kernels.multiply_pointers, signature, attrs=divisible)

    def compile_it():
        return triton.compile(source, target, cm2tt_triton.options())

    with cm2tt_triton.flags("--without=describe-tensors"):
        check(not compile_it().metadata.cm2tt_recipes, "no recipes")
    with cm2tt_triton.flags("--without=persistent"):
        made = compile_it()
    recipes = made.metadata.cm2tt_recipes
    if cm2tt_triton.VERSION == (3, 6):
        check(hasattr(driver.CudaLauncher, "of_further_arguments"), "a launcher")
        check(len(recipes) == 3, f"{len(recipes)} recipes")
        extended = further_arguments.with_arguments(source, len(recipes), 0).signature
        count = count_arguments(extended, made.metadata)
        declared = parameters.count_parameters(made.asm["ptx"], "multiply_pointers")
        check(declared == count == 12, f"{declared} parameters, {count} arguments")
        check_maps(source, made.metadata)
    else:
        check(not recipes, "not with other launchers")


def check_threads(target):
    """Threads that compile at the same time get what one thread gets."""
    compile_one = compiler(target)
    forms = [(kernel, warps) for warps in (1, 2, 4, 8)
             for kernel in (kernels.mul_add, kernels.exp2)]  # fmt: skip

    def compile_form(at):
        kernel, warps = forms[at]
        return compile_one(kernel, "fp32", num_warps=warps).asm["ptx"]

    expected = [compile_form(at) for at in range(len(forms))]
    knobs.compilation.always_compile = True
    with concurrent.futures.ThreadPoolExecutor(len(forms)) as pool:
        found = list(pool.map(compile_form, range(len(forms))))
    knobs.compilation.always_compile = False
    check(found == expected, f"{len(forms)} threads")


def check_start():
    """CM2TT_TRITON=on enables cm2tt in a program that does not import it."""
    program = ("import cm2tt_triton_start, sys; cm2tt_triton_start.wait_for_triton();"
               "import json, triton, triton.language;"
               "print('cm2tt_triton' in sys.modules,"
               " triton.knobs.runtime.add_stages_inspection_hook is not None)")  # fmt: skip
    for value, expected in (("on", "True True"), ("off", "False False"),
                            ("", "False False")):  # fmt: skip
        done = subprocess.run([sys.executable, "-c", program], text=True, check=False,
                              env={**os.environ, "CM2TT_TRITON": value},
                              capture_output=True)  # fmt: skip
        check(done.stdout.strip() == expected, f"CM2TT_TRITON={value}: {done.stdout}"
              f"{done.stderr[-200:]}")  # fmt: skip


def main_inside():
    target = GPUTarget("cuda", 90, 32)
    signature = {
        "x_ptr": "*fp32", "out_ptr": "*fp32", "n": "i32", "scale": "fp32",
        "BLOCK": "constexpr",
    }
    divisible = {(i,): [["tt.divisibility", 16]] for i in range(3)}
    source = ASTSource(kernels.scale, signature, {"BLOCK": 1024}, divisible)
    options = cm2tt_triton.options(num_warps=8)
    ours = triton.compile(source, target, options)
    with cm2tt_triton.disabled():
        theirs = triton.compile(source, target, {"num_warps": 8})
    check(list(ours.asm) == ["source", "ttir", "ptx", "cubin"], "our stages")
    check("ttgir" in theirs.asm, "Triton's stages")
    check(ours.hash != theirs.hash, "keys differ")
    again = triton.compile(source, target, options)
    check(again.hash == ours.hash, "our key is stable")
    check(ours.metadata.name == "scale", "name")
    check(ours.metadata.num_warps == 8, "num_warps")
    check(ours.metadata.global_scratch_size == 0, "no scratch memory")
    check(".v4." in ours.asm["ptx"], "divisibility has arrived")
    check(".reqntid 256" in ours.asm["ptx"], "threads")

    if cm2tt_triton.VERSION == (3, 6):
        key = lambda: knobs.compilation.instrumentation_mode
    else:
        key = lambda: knobs.runtime.add_stages_inspection_hook()[0]
    check(key() == cm2tt_triton.mark(), "import enables")
    with cm2tt_triton.disabled():
        check(key() == "", "disabled inside")
        with cm2tt_triton.enabled():
            check(key() == cm2tt_triton.mark(), "enabled inside")
        check(key() == "", "disabled again")
    check(cm2tt_triton.is_enabled(), "enabled outside")

    check_descriptors(target)
    pointers = {"x_ptr": "*fp32", "out_ptr": "*fp32"}
    refused = ASTSource(kernels.huge, pointers)
    try:
        triton.compile(refused, target, cm2tt_triton.options())
        check(False, "huge tiles are refused")
    except cm2tt_triton.UnsupportedKernel as error:
        line = "backend_kernels.py" in str(error)
        check(line, f"diagnostics name the line: {error}")
    check_kernels(target)
    check_options(target, ours.asm["ttir"])
    check_flags(target)
    check_variables()
    check_lines(target)
    check_persistent(target)
    check_recipes(target)
    check_recipes_and_descriptor(target)
    check_positive(target)
    check_threads(target)
    check_start()
    check_refusals()
    return 1 if check.failed else 0


if __name__ == "__main__":
    inside = os.environ.get(INSIDE)
    sys.exit(main_inside() if inside else main_outside(sys.argv[1:]))
