# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The entries of the compiler's table (KernelApi.h), a file for each family.

The C++ file of a family includes its entries as the elements of an array.
"""

import json

import methods


def entry(method):
    """One element of the array."""
    least, most = method.arity()
    most = "Method::variadic" if most == methods.VARIADIC else most
    record = method.record
    parse = f", {record['parse']}" if record["parse"] else ""
    declarations = json.dumps(";".join(method.declarations()), ensure_ascii=False)
    fields = [json.dumps(method.owner), json.dumps(method.name), least, most,
              f"typeRule<{record['typeOf']}{parse}>",
              f"buildRule<{record['build']}{parse}>", declarations]  # fmt: skip
    receiver = method.receiver()
    if record["parametersOf"] or receiver:
        fields.append(record["parametersOf"] or "nullptr")
    if receiver:
        fields.append(receiver)
    return "{" + ",\n ".join(map(str, fields)) + "},\n"


def files(table):
    """Name and text of each file."""
    texts = {}
    for method in table:
        texts.setdefault(f"{method.file}.inc", []).append(entry(method))
    getters = [f"METHODS(get{name.removesuffix('.inc')}Methods)\n" for name in texts]
    texts["Families.inc"] = getters
    head = "// Generated from language/KernelApi/*.td. Do not edit.\n\n"
    return {name: head + "".join(entries)
            for name, entries in texts.items()}  # fmt: skip
