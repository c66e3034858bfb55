# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The kernel language as data: language/KernelApi/*.td, as JSON.

`read` takes what `llvm-tblgen --dump-json` prints. MethodBase.td explains the
classes and their fields.
"""

import dataclasses
import json
import os
import re

VARIADIC = "..."
UNLIMITED = 0x7FFFFFFF  # MethodBase.td


@dataclasses.dataclass
class Param:
    """A parameter of a method in Java."""

    type: str
    name: str
    description: str
    absent: str  # the expression for an absent argument
    is_choice: bool  # whether null stands for `absent`
    may_be_pointer: bool = False
    is_constant: bool = False  # whether it must be known at compile time

    def is_variadic(self):
        return self.type.endswith(VARIADIC)

    def java(self):
        return f"{self.type} {self.name}"


@dataclasses.dataclass
class Overload:
    """One declaration in Java: its parameters, and for each parameter of the
    full form the expression that stands for it."""

    params: list
    values: dict
    left_out: list  # names of the full form's parameters
    is_full: bool


class Form:
    """A method with parameters of given types, and its overloads."""

    def __init__(self, record, records):
        self.record = record
        self.name = record["name"]
        self.family = records[record["family"]["def"]]
        self.file, line = record["!locs"][0].rsplit(":", 1)
        self.line = int(line)
        self.file = os.path.basename(self.file).removesuffix(".td")
        self.params = [_param(records[each["def"]]) for each in record["parameters"]]
        options = record["options"]
        self.options = records[options["def"]] if options else None
        self.overloads = [Overload(self.params, self._values({}), [], True)]
        for names in record["overloads"]:
            self.overloads.append(self._overload(names.split(", ")))

    def receiver(self):
        """The index of the parameter on which tiles and pointers have the method:
        the first one apart from classes of types; -1 if they do not have it."""
        indices = [i for i, each in enumerate(self.params) if each.type != "Class<?>"]
        return indices[0] if indices and self.record["isFluent"] else -1

    def text(self, field):
        """A field's text on one line."""
        return " ".join(self.record[field].split())

    def _values(self, others):
        """The expression for each parameter of the full form."""
        return {p.name: others.get(p.name) or
                (f"Options.given({p.name}, {p.absent})" if p.is_choice else p.name)
                for p in self.params}  # fmt: skip

    def _overload(self, names):
        """The overload with the parameters of these names; `options` is a list
        of the options that are parameters of the full form."""
        if unknown := [n for n in names if n not in
                       ("options", *(p.name for p in self.params))]:  # fmt: skip
            raise ValueError(f"{self.name}: no parameter is called {unknown[0]}")
        params = [p for p in self.params if p.name in names]
        left_out = [p for p in self.params if p.name not in names]
        others = {p.name: p.absent for p in left_out}
        if "options" in names:
            params = params + _option_params(self.options)
            others |= dict(pair.split(" = ") for pair in self.options["values"])
        if missing := [p.name for p in left_out if not others[p.name]]:
            raise ValueError(f"{self.name}: {missing[0]} may not be left out")
        taken = self.options["values"] if "options" in names else []
        taken = [pair.split(" = ")[0] for pair in taken]
        return Overload(params, self._values(others),
                        [p.name for p in left_out if p.name not in taken], False)  # fmt: skip

    def evaluation(self, overload):
        """The call that evaluates the method on the JVM."""
        text = self.record["evaluation"]
        if not text:
            owner = self.record["evaluator"] or self.family["evaluator"]
            text = f"{owner}.{self.name}({', '.join(p.name for p in self.params)})"
        head, arguments = text.split("(", 1)
        return head + "(" + re.sub(
            r"\b[a-z]\w*\b(?!\()(?<!\.)",
            lambda found: overload.values.get(found[0], found[0]), arguments)  # fmt: skip

    def link(self, params):
        """The target of a link in Javadoc: erased types."""
        generic = re.match(r"<(\w+)(?: extends (\w+))?>",
                           self.record["typeParameters"])  # fmt: skip
        types = [re.sub(r"<.*>", "", p.type) for p in params]
        if generic:
            types = [generic[2] or "Object" if each == generic[1] else each
                     for each in types]  # fmt: skip
        return f"{self.name}({', '.join(types)})"

    def declaration(self, overload):
        """As Java declares it, without modifiers."""
        before = self.record["typeParameters"]
        parameters = ", ".join(p.java() for p in overload.params)
        return (before + " " * bool(before) + self.record["result"]
                + f" {self.name}({parameters})")  # fmt: skip


class Method:
    """An entry of the compiler's table."""

    def __init__(self, record, records, forms):
        self.record = record
        self.owner, self.name = record["owner"], record["name"]
        self.family = records[record["family"]["def"]]
        self.file, line = record["!locs"][0].rsplit(":", 1)
        self.file = os.path.basename(self.file).removesuffix(".td")
        self.line = int(line)
        self.forms = forms
        self.becomes = record["becomes"]

    def declarations(self):
        """The declaration of each overload in Java."""
        if not self.forms:
            return self.record["declarations"]
        # Shorter ones first, as people read them.
        return [form.declaration(overload) for form in self.forms
                for overload in form.overloads[1:] + form.overloads[:1]]  # fmt: skip

    def receiver(self):
        """The position of the receiver among the arguments."""
        indices = {form.receiver() for form in self.forms if form.receiver() >= 0}
        if len(indices) > 1:
            raise ValueError(f"{self.name}: the receiver has several positions")
        return indices.pop() if indices else 0

    def arity(self):
        """The least and greatest number of arguments; VARIADIC is any."""
        least, most = self.record["minArity"], self.record["maxArity"]
        counts, is_open = [], False
        for form in self.forms:
            for overload in form.overloads:
                params = overload.params
                if params and params[-1].name == "options":
                    continue  # one of each kind at most: not more than in full
                is_variadic = bool(params) and params[-1].is_variadic()
                is_open |= is_variadic
                counts += [len(params) - is_variadic, len(params)]
        least = min(counts) if least < 0 else least
        if most < 0:
            most = VARIADIC if is_open else max([*counts, least])
        return least, VARIADIC if is_open or most == UNLIMITED else most


def _param(record):
    return Param(record["type"], record["name"], record["description"],
                 record["absent"], "Choice" in record["!superclasses"],
                 bool(record["mayBePointer"]), bool(record["isConstant"]))  # fmt: skip


def _option_params(options):
    """The parameters of a list of options."""
    kinds = options["kinds"]
    text = " or ".join(f"[{kind}]" for kind in kinds)
    return [Param(options["type"], "option", f"a constant of {text}", "", False),
            Param(options["type"] + VARIADIC, "options",
                  "a constant of the other, if both are given", "", False)]  # fmt: skip


def _key(record):
    """Records in the order of their lines; those of one line by their numbers."""
    file, line = record["!locs"][0].rsplit(":", 1)
    number = re.search(r"(\d+)$", record["!name"])
    return (file, int(line), int(number[1]) if number else 0, record["!name"])


def read(path):
    """The methods, file by file in the order of Methods.td."""
    with open(path, encoding="utf-8") as file:
        records = json.load(file)
    of_class = lambda name: [records[n] for n in records["!instanceof"].get(name, [])]
    forms = {}
    for record in sorted(of_class("Form"), key=_key):
        forms.setdefault(record["name"], []).append(Form(record, records))
    methods = []
    for record in sorted(of_class("Entry"), key=_key):
        mine = forms.get(record["name"], []) if record["owner"] == "Triton" else []
        methods.append(Method(record, records, mine))
    return methods
