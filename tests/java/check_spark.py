# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The commands in the README of examples/spark, with fewer rows:

    check_spark.py ROOT BUILD JDK SPARK_HOME
"""

import os
import re
import subprocess
import sys

SMALLER = re.compile(r"--(points|rows)=\d+")


def commands(root):
    """The commands of the README."""
    with open(f"{root}/examples/spark/README.md") as file:
        block = re.search(r"^```sh\n(.*?)^```", file.read(), re.M | re.S)
    return [SMALLER.sub(r"--\1=20011", line) for line in block[1].splitlines()]


def main(root, build, jdk, spark):
    environment = dict(os.environ, JAVA_HOME=jdk, SPARK_HOME=spark, CM2TT_JARS=f"{build}/jars",
                       SPARK_LOCAL_IP="127.0.0.1")
    wrong = []
    for command in commands(root):
        done = subprocess.run(["/bin/sh", "-c", command], cwd=root, env=environment, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        print(f"{command}\n{done.stdout}", flush=True)
        if done.returncode or "correct: " not in done.stdout:
            wrong.append(command)
    if len(commands(root)) < 5 or wrong:
        sys.exit(f"wrong: {wrong}")


if __name__ == "__main__":
    main(*sys.argv[1:])
