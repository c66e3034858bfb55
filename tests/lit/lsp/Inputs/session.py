# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes what an editor sends to a language server that shows a file, in the form
that `cm2tt-lsp-server -lit-test` reads: the file is opened, then each request is
sent that a line of the file makes of the column of its caret in the line before:

      %0 = tt.load %x : !tt.ptr<f32>
    //             ^ definition

    session.py FILE
"""

import json
import re
import sys

URI = "test:///file.mlir"
_REQUEST = re.compile(r"//\s*\^ (hover|definition|references|codeAction)$")


def requests(lines):
    """The method and the position of each request; lines count from 0."""
    target = 0
    for number, line in enumerate(lines):
        match = _REQUEST.fullmatch(line.strip())
        if match:
            yield match[1], {"line": target, "character": line.index("^")}
        else:
            target = number


def session(text):
    yield {"id": 0, "method": "initialize",
           "params": {"processId": 1, "rootPath": "mlir", "capabilities": {},
                      "trace": "off"}}
    document = {"uri": URI, "languageId": "mlir", "version": 1, "text": text}
    yield {"method": "textDocument/didOpen", "params": {"textDocument": document}}
    for index, (method, position) in enumerate(requests(text.split("\n")), 1):
        params = {"textDocument": {"uri": URI}, "position": position}
        if method == "references":
            params["context"] = {"includeDeclaration": False}
        yield {"id": index, "method": f"textDocument/{method}", "params": params}
    yield {"id": 1000, "method": "shutdown"}
    yield {"method": "exit"}


def main(path):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    print("\n// -----\n".join(json.dumps({"jsonrpc": "2.0"} | message)
                              for message in session(text)))


if __name__ == "__main__":
    main(sys.argv[1])
