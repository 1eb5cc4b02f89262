#!/usr/bin/env python3
"""Measures a fleet: many repositories in shards that share a bazel-remote.

Usage: scripts/fleet-bench.py CTXPACK BAZEL_REMOTE [REPOSITORY...]

Makes SMALL small repositories, clones those that are given, and packs all of them in
SHARDS shards, each a process with a cache folder of its own:

  first     nothing is known
  repeat    one file of a hundred was changed and committed; the same folders, as on
            machines that stay
  fresh     the same commits in machines that are new: empty cache folders, no bundles,
            the bazel-remote alone knows
  uncached  the same, without any cache

The bundles of repeat, fresh and uncached must be the same, byte for byte. Then the first
run is done again from nothing, two shards are killed on the way and started again: their
manifests must be those of the first run, but for the seconds. Prints processor time, which
others on the machine change less than what the clock says. The time of bazel-remote is
not in it. Needs git.
"""
import filecmp
import json
import os
import pathlib
import random
import resource
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request

SMALL, SHARDS, BUDGET = int(os.environ.get("SMALL", "300")), 4, "32k"
IDENTITY = {"GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@example.com", "GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@example.com"}
WORDS = "account address balance batch buffer cache client command context counter cursor delta digest entry event field filter frame graph handle header index input journal key label ledger limit line list lock manifest merge message node offset order output packet page parser path plan point policy price query queue range record region report request result route rule sample scope score segment session shard signal slot source stage state stream table target task term token tree trigger unit value vector view weight window worker zone".split()


def git(top, *argv):
    subprocess.run(["git", "-C", str(top), *argv], check=True, capture_output=True, env={**os.environ, **IDENTITY})


def go_file(r, package):
    out = [f"// Package {package} is about a {r.choice(WORDS)}.\npackage {package}\n\nimport \"errors\"\n"]
    for _ in range(r.randint(4, 16)):
        a, b, c = (r.choice(WORDS).title() for _ in range(3))
        name = f"{a}{b}{c}{r.randint(1, 99)}"
        out.append(f"\n// {name} gives the {b.lower()} of a {c.lower()}.\nfunc {name}({a.lower()} int) (int, error) {{\n\tif {a.lower()} < {r.randint(0, 9)} {{\n\t\treturn 0, errors.New(\"no {a.lower()}\")\n\t}}\n")
        for k in range(r.randint(1, 12)):
            out.append(f"\t{a.lower()} += {k} * {r.randint(2, 50)}\n")
        out.append(f"\treturn {a.lower()}, nil\n}}\n")
    return "".join(out)


def python_file(r):
    out = [f'"""About a {r.choice(WORDS)}."""\nimport os\n']
    for _ in range(r.randint(2, 6)):
        a, b = (r.choice(WORDS) for _ in range(2))
        out.append(f"\n\nclass {a.title()}{b.title()}{r.randint(1, 99)}:\n    \"\"\"A {a} with a {b}.\"\"\"\n")
        for k in range(r.randint(1, 6)):
            out.append(f"\n    def {r.choice(WORDS)}_{k}(self, {b}):\n        {a} = os.fspath({b})\n        return {a} * {k}\n")
    return "".join(out)


def generate(top, seed):
    r = random.Random(seed)
    for n in range(r.randint(8, 60)):
        package = r.choice(WORDS)
        name, text = (f"{package}/{r.choice(WORDS)}{n}.go", go_file(r, package)) if r.random() < 0.6 else (f"lib/{package}{n}.py", python_file(r))
        file = top / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    (top / "README.md").write_text(f"# {top.name}\n\nIt is about a {r.choice(WORDS)}.\n")
    git(".", "init", "-q", "-b", "main", str(top))
    git(top, "add", "-A")
    git(top, "commit", "-q", "-m", "all")


class Bench:
    def __init__(self, work, program, server, given):
        self.work, self.program = work, program
        with socket.socket() as s:
            s.bind(("127.0.0.1", 0))
            port = s.getsockname()[1]
        self.address = f"http://127.0.0.1:{port}"
        self.server = subprocess.Popen(
            [server, "--dir", str(work / "remote"), "--max_size", "5", "--http_address", f"127.0.0.1:{port}", "--grpc_address", "none", "--access_log_level", "none"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.repositories = []
        for n in range(SMALL):
            top = work / "repositories" / f"small{n:03}"
            generate(top, n)
            self.repositories.append(top)
        for repository in given:
            top = work / "repositories" / repository.parent.name if repository.name == "repo" else work / "repositories" / repository.name
            subprocess.run(["git", "clone", "-q", str(repository), str(top)], check=True)
            self.repositories.append(top)
        self.files = sum(len(self.listed(top)) for top in self.repositories)
        (work / "list").write_text("".join(f"{top}\n" for top in self.repositories))
        for _ in range(100):
            try:
                urllib.request.urlopen(self.address + "/status", timeout=1).close()
                return
            except OSError:
                time.sleep(0.1)
        sys.exit("bazel-remote does not answer")

    def listed(self, top):
        return [x for x in subprocess.run(["git", "-C", str(top), "ls-files", "-z"], check=True, capture_output=True).stdout.decode(errors="surrogateescape").split("\0") if x]

    def start(self, out, caches, shard, cached=True):
        flags = ["--cache-dir", str(caches / str(shard))] if cached else ["--no-cache"]
        return subprocess.Popen(
            [self.program, "fleet", str(self.work / "list"), "--out", str(out), "--shard", f"{shard}/{SHARDS}", "-b", BUDGET, "--parallel", "1", *flags],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=os.environ | ({"CTXPACK_REMOTE_CACHE": self.address} if cached else {}))

    def run(self, what, out, caches, cached=True):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        started = time.monotonic()
        processes = [self.start(out, caches, shard, cached) for shard in range(SHARDS)]
        told = [p.communicate(timeout=1200)[0] for p in processes]
        if any(p.returncode for p in processes):
            sys.exit(f"{what}: {told}")
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        packed, same = (sum(int(t.split(word)[1].split(",")[0].replace(" ", "")) for t in told) for word in ("packed ", "unchanged "))
        warnings = sum(t.count("warning") for t in told)
        print(f"{what:9} {spent:8.2f} s of processors, {time.monotonic() - started:7.2f} s, {packed} packed, {same} unchanged, {warnings} warnings", flush=True)
        return spent

    def change(self):
        """Changes one file of a hundred, those of a few repositories, as people do."""
        r = random.Random(7)
        left = changed = -(-self.files // 100)
        touched = 0
        tops = self.repositories[:]
        r.shuffle(tops)
        for top in tops:
            if not left:
                break
            names = [n for n in self.listed(top) if n.endswith((".go", ".py", ".js", ".ts", ".c", ".rs", ".java", ".rb", ".php", ".lua", ".h", ".md"))]
            some = r.sample(names, min(len(names), left, max(1, len(names) // 10)))
            for name in some:
                file = top / name
                if file.is_symlink():
                    continue
                comment = "#" if name.endswith((".py", ".rb")) else "--" if name.endswith(".lua") else "//"
                with file.open("ab") as f:
                    f.write(f"\n{comment} Changed: {r.choice(WORDS)}.\n".encode())
            left -= len(some)
            touched += 1
            git(top, "commit", "-q", "-a", "-m", "change")
        print(f"{changed} of {self.files} files are changed, in {touched} of {len(self.repositories)} repositories")

    def manifest(self, out, digests=False):
        lines = []
        for file in sorted(out.glob("manifest*.jsonl")):
            for line in file.read_text().splitlines():
                entry = json.loads(line)
                del entry["seconds"]
                lines.append((file.name, json.dumps(entry, sort_keys=True)))
        return lines

    def compare(self, *outs):
        names = sorted(p.name for p in (outs[0] / "bundles").iterdir())
        if len(names) != len(self.repositories):
            sys.exit(f"{len(names)} bundles of {len(self.repositories)} repositories")
        for other in outs[1:]:
            _, differ, missing = filecmp.cmpfiles(outs[0] / "bundles", other / "bundles", names, shallow=False)
            if differ or missing:
                sys.exit(f"bundles of {other.name} differ: {differ[:5]}, are missing: {missing[:5]}")
        print(f"all {len(names)} bundles of {', '.join(o.name for o in outs)} are the same")

    def killed(self, want):
        """Kills two shards on their way, and starts them again."""
        out, caches = self.work / "killed", self.work / "caches-killed"
        processes = [self.start(out, caches, shard, cached=False) for shard in range(SHARDS)]
        for shard in (1, 3):
            journal = out / f"manifest.{shard}-of-{SHARDS}.journal.jsonl"
            while not (journal.exists() and journal.stat().st_size > 100 * len(self.repositories) / SHARDS) and processes[shard].poll() is None:
                time.sleep(0.005)
            if processes[shard].poll() is not None:
                sys.exit("a shard was done before it could be killed")
            processes[shard].send_signal(signal.SIGKILL)
        for p in processes:
            p.wait()
        done = [len((out / f"manifest.{shard}-of-{SHARDS}.journal.jsonl").read_text().splitlines()) for shard in (1, 3)]
        told = [self.start(out, caches, shard, cached=False).communicate(timeout=1200)[0].strip().split("; ")[0] for shard in (1, 3)]
        print(f"two shards were killed after {done[0]} and {done[1]} repositories; started again: {told}")
        if self.manifest(out) != want:
            sys.exit("the manifest of the killed shards is another one")
        print("the manifests are the same, but for the seconds")

    def all(self):
        print(f"{len(self.repositories)} repositories, {self.files} files, {SHARDS} shards, budget {BUDGET}")
        stay, caches = self.work / "stay", self.work / "caches"
        first = self.run("first", stay, caches)
        same = self.run("unchanged", stay, caches)
        self.killed(self.manifest(stay))
        self.change()
        repeat = self.run("repeat", stay, caches)
        fresh = self.run("fresh", self.work / "fresh", self.work / "caches-fresh")
        uncached = self.run("uncached", self.work / "uncached", self.work / "none", cached=False)
        self.compare(self.work / "uncached", stay, self.work / "fresh")
        with urllib.request.urlopen(self.address + "/status", timeout=5) as answer:
            status = json.load(answer)
        print(f"bazel-remote: {status['NumFiles']} objects, {status['UncompressedSize'] / 1e6:.1f} MB")
        for what, spent in (("unchanged", same), ("repeat", repeat), ("fresh", fresh), ("uncached", uncached)):
            print(f"{what} / first: {100 * spent / first:.1f}%")


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    program, server = (shutil.which(os.path.abspath(a) if os.sep in a else a) for a in sys.argv[1:3])
    if not program or not server:
        sys.exit(f"there is no {sys.argv[1] if not program else sys.argv[2]}")
    with tempfile.TemporaryDirectory() as work:
        bench = Bench(pathlib.Path(work), program, server, [pathlib.Path(a).resolve() for a in sys.argv[3:]])
        try:
            bench.all()
        finally:
            bench.server.terminate()
            bench.server.wait()


main()
