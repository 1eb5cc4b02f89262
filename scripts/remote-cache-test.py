#!/usr/bin/env python3
"""Packs clones of a repository that share a bazel-remote, and breaks it.

Usage: scripts/remote-cache-test.py CTXPACK BAZEL_REMOTE

BAZEL_REMOTE is the program of github.com/buchgr/bazel-remote. It is started on the
loopback, with a folder of its own. Whatever becomes of it, every bundle must be the one
that is made without any cache. Needs git and openssl.
"""
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request

PROGRAM, SERVER = (shutil.which(os.path.abspath(a) if os.sep in a else a) for a in sys.argv[1:3])
FILES = 120
IDENTITY = {"GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@example.com", "GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@example.com"}


class Server:
    def __init__(self, folder, *flags):
        with socket.socket() as s:
            s.bind(("127.0.0.1", 0))
            self.port = s.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self.process = subprocess.Popen(
            [SERVER, "--dir", str(folder), "--max_size", "1", "--http_address", f"127.0.0.1:{self.port}", "--grpc_address", "none", "--access_log_level", "none", *flags],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(100):
            try:
                urllib.request.urlopen(self.address + "/status", timeout=1).close()
                return
            except urllib.error.HTTPError:
                return  # it asks for a password
            except OSError:
                time.sleep(0.1)
        sys.exit("bazel-remote does not answer")

    def objects(self):
        with urllib.request.urlopen(self.address + "/status", timeout=5) as answer:
            return int(answer.read().decode().split('"NumFiles":')[1].split(",")[0])

    def stop(self):
        self.process.terminate()
        self.process.wait()


def run(*argv, env=None, check=True):
    result = subprocess.run(argv, capture_output=True, text=True, timeout=120, env={**os.environ, **IDENTITY, **(env or {})})
    if check and result.returncode:
        sys.exit(f"{argv}: {result.stderr}")
    return result


def make_repository(top):
    for n in range(FILES):
        file = top / f"pkg{n % 7}" / f"file{n}.go"
        file.parent.mkdir(parents=True, exist_ok=True)
        body = "".join(f"// F{n}x{i} adds {i}.\nfunc F{n}x{i}(a int) int {{\n\treturn a + {i}\n}}\n\n" for i in range(20))
        file.write_text(f"package pkg{n % 7}\n\n{body}")
    run("git", "init", "-q", "-b", "main", str(top))
    run("git", "-C", str(top), "add", "-A")
    run("git", "-C", str(top), "commit", "-q", "-m", "all")


class Test:
    def __init__(self, work):
        self.work, self.clones, self.failed = work, 0, 0

    def clone(self):
        """A fresh clone, and a cache folder that nobody has used."""
        self.clones += 1
        top = self.work / f"clone{self.clones}" / "origin"
        run("git", "clone", "-q", str(self.work / "origin"), str(top))
        return top, self.work / f"cache{self.clones}"

    def pack(self, what, known, warns, *flags, env=None):
        top, cache = self.clone()
        started = time.monotonic()
        result = run(PROGRAM, "pack", str(top), "-b", "16k", "-v", "--cache-dir", str(cache), *flags, env=env)
        seconds = time.monotonic() - started
        problems = []
        if result.stdout != self.want:
            problems.append("the bundle is not the one without a cache")
        if f"cache: {known} of {FILES} files were known" not in result.stderr:
            problems.append(f"not {known} files were known")
        told = [line for line in result.stderr.splitlines() if "warning" in line]
        if len(told) != (1 if warns else 0) or warns and warns not in told[0] or "hunter2" in result.stderr:
            problems.append(f"told {told}, want {warns!r}")
        print(f"{'FAIL' if problems else 'ok':5}{what}: {known} of {FILES} known, {seconds:.2f} s{'; ' if problems else ''}{'; '.join(problems)}", flush=True)
        if problems:
            print(result.stderr)
            self.failed += 1

    def all(self):
        make_repository(self.work / "origin")
        top, _ = self.clone()
        self.want = run(PROGRAM, "pack", str(top), "-b", "16k", "--no-cache").stdout
        data = self.work / "data"
        server = Server(data)
        remote = {"CTXPACK_REMOTE_CACHE": server.address}
        self.pack("first clone", 0, None, env=remote)
        print(f"     the server has {server.objects()} objects")
        self.pack("second clone", FILES, None, env=remote)
        server.process.send_signal(signal.SIGSTOP)
        self.pack("a server that hangs", 0, "no answer within", env=remote)
        server.process.send_signal(signal.SIGCONT)
        server.stop()
        self.pack("no server", 0, "connection refused", env=remote)
        self.damage(data)
        self.password(data)
        return self.failed

    def damage(self, data):
        for file in data.rglob("*"):
            if file.is_file():
                text = bytearray(file.read_bytes())
                for at in range(len(text) // 2, len(text), 97):
                    text[at] ^= 0x55
                file.write_bytes(text)
        server = Server(data)
        top, cache = self.clone()
        result = run(PROGRAM, "pack", str(top), "-b", "16k", "--cache-dir", str(cache), env={"CTXPACK_REMOTE_CACHE": server.address})
        ok = result.stdout == self.want and result.stderr.count("warning") <= 1
        print(f"{'ok' if ok else 'FAIL':5}damaged objects: {result.stderr.strip()}")
        self.failed += not ok
        self.pack("and then", FILES, None, env={"CTXPACK_REMOTE_CACHE": server.address})
        server.stop()

    def password(self, data):
        hashed = run("openssl", "passwd", "-apr1", "hunter2").stdout.strip()
        (self.work / "htpasswd").write_text(f"u:{hashed}\n")
        server = Server(data, "--htpasswd_file", str(self.work / "htpasswd"))
        env = {"CTXPACK_REMOTE_CACHE": server.address}
        user = {"CTXPACK_REMOTE_CACHE_USER": "u", "CTXPACK_REMOTE_CACHE_PASSWORD": "hunter2"}
        self.pack("with a password", FILES, None, env=env | user)
        self.pack("without one", 0, "401 Unauthorized", env=env)
        server.stop()


def main():
    if len(sys.argv) != 3 or not PROGRAM or not SERVER:
        sys.exit(__doc__)
    with tempfile.TemporaryDirectory() as work:
        failed = Test(pathlib.Path(work)).all()
    print(f"{failed} failed" if failed else "all passed")
    sys.exit(1 if failed else 0)


main()
