# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""kernel_names.py FOLDER FAKE_CUDA: a kernel of any name compiles and runs on
every device. The kernel calls C's functions on the CPU, also in loops that LLVM
takes for memset and memcpy; its name is that of one of them, or no identifier
of PTX. Prints each name with its symbols for the CPU and for GPUs."""

import json
import os
import re
import subprocess
import sys

from vectors import load, save

N = 64
KERNEL = """
tt.func public @{name}(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %n: i32) {{
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant 0.0 : f32
  scf.for %i = %c0 to %n step %c1 : i32 {{
    %q = tt.addptr %y, %i : !tt.ptr<f32>, i32
    tt.store %q, %zero : !tt.ptr<f32>
  }}
  scf.for %i = %c0 to %n step %c1 : i32 {{
    %p = tt.addptr %x, %i : !tt.ptr<f32>, i32
    %q = tt.addptr %y, %i : !tt.ptr<f32>, i32
    %v = tt.load %p : !tt.ptr<f32>
    tt.store %q, %v : !tt.ptr<f32>
  }}
  %r = tt.make_range {{end = {n} : i32, start = 0 : i32}} : tensor<{n}xi32>
  %s = tt.splat %y : !tt.ptr<f32> -> tensor<{n}x!tt.ptr<f32>>
  %ps = tt.addptr %s, %r : tensor<{n}x!tt.ptr<f32>>, tensor<{n}xi32>
  %a = tt.load %y : !tt.ptr<f32>
  %b = math.exp %a : f32
  %c = math.sin %a : f32
  %d = math.cos %a : f32
  %e = math.powf %b, %c : f32
  %f = arith.addf %e, %d : f32
  tt.print " value: " {{hex = false, isSigned = array<i32: 0>}} : %f : f32
  %g = tt.splat %f : f32 -> tensor<{n}xf32>
  %t = tt.load %ps : tensor<{n}x!tt.ptr<f32>>
  %u = math.tanh %t : tensor<{n}xf32>
  %v = arith.addf %u, %g : tensor<{n}xf32>
  tt.store %ps, %v : tensor<{n}x!tt.ptr<f32>>
  tt.return
}}
"""
# Functions of C, of its mathematics, of libdevice, of CUDA's driver and of the
# compiler's runtime; words and constants of PTX, of C and of object files;
# names that other encodings would confuse; letters of several scripts.
NAMES = """plain expf sinf cosf powf memcpy memset memmove malloc free pow exp sin
printf puts write tanhf j0 lgammaf main abort vprintf __nv_sinf __nv_expf
__assertfail __truncsfhf2 _ $ $a a$ _a kernel$expf kernel$0 entry mov ret WARP_SZ
static template cm2tt.a cm2tt_shared a.program größe 加法 мир ñandú é _größe
größe_ gr$c3$b6ße 🙂 a-b 1a %tid""".split() + ["a b", "n" * 400, "ö" * 100]


def run(*command, **environment):
    done = subprocess.run(
        command, capture_output=True, text=True, env={**os.environ, **environment}
    )
    if done.returncode:
        sys.exit(f"{command}: {done.stderr}")
    return done.stdout


def symbol_of(name, target, model, folder):
    """Compiles for a target; the symbol that the metadata and the code have."""
    code = f"{folder}/code.{'s' if target == 'cpu' else 'ptx'}"
    run("cm2tt", model, f"--target={target}", "-o", code, f"--metadata={folder}/m.json")
    with open(f"{folder}/m.json", encoding="utf-8") as file:
        metadata = json.load(file)
    if metadata["name"] != name:
        sys.exit(f"{name}: the metadata say {metadata['name']}")
    symbol = metadata.get("symbol", name)
    with open(code, encoding="utf-8") as file:
        text = file.read()
    entry = rf'^"?{re.escape(symbol)}"?:' if target == "cpu" else rf"\.entry {re.escape(symbol)}\("
    if not re.search(entry, text, re.M):
        sys.exit(f"{name} for {target}: there is no {symbol}")
    if not re.fullmatch(r"[A-Za-z][\w$]*|[_$][\w$]+", symbol, re.A):
        sys.exit(f"{name} for {target}: {symbol} is no identifier of PTX")
    return symbol


def main(folder, fake_cuda):
    save(f"{folder}/x.npy", [i / N for i in range(N)])
    expected, model = None, f"{folder}/k.ttir"
    for name in NAMES:
        with open(model, "w", encoding="utf-8") as file:
            file.write(KERNEL.format(name=json.dumps(name, ensure_ascii=False), n=N))
        symbols = [symbol_of(name, target, model, folder) for target in ("cpu", "sm_80", "sm_90a")]
        if symbols[1] != symbols[2]:
            sys.exit(f"{name}: {symbols}")
        arguments = ["run", model, f"--kernel={name}", "--grid=1", f"--arg=@{folder}/x.npy"]
        arguments += [f"--arg=empty:fp32:{N}", f"--arg={N}"]
        run("cm2tt", *arguments, "--target=cpu", f"--save=1:{folder}/y.npy")
        found = load(f"{folder}/y.npy")
        expected = expected or found
        if found != expected or found[1] == found[2]:
            sys.exit(f"{name}: {found[:4]}, expected {expected[:4]}")
        if len(symbols[1]) < 200:  # The limit of the fake driver.
            run("cm2tt", *arguments, CM2TT_LIBCUDA=fake_cuda)
        print(f"{name[:20]}: {symbols[0][:30]} {symbols[1][:30]}")
    run("cm2tt", model, "--target=cpu", "-o", f"{folder}/k.h")
    run("cm2tt", model, "--target=sm_80", "-o", f"{folder}/g.h")


if __name__ == "__main__":
    main(*sys.argv[1:])
