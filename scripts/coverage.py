#!/usr/bin/env python3
"""How much of what files use of one another a bundle shows.

  coverage.py CTXPACK BUDGET REPO...

Of the references from source files to names that one or two other files declare at the top
level, each name counted once a file, the percentage whose name the bundle shows in the entry
of the file that declares it; and the percentage that as many names a file would cover, those
taken that are referred to most. Tests and examples are left out on both sides, comments and
strings are no references.
"""
import collections, json, os, re, subprocess, sys

WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]{2,}")
STRING = r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\''
HASH = re.compile(r'"""[\s\S]*?"""|#[^\n]*|' + STRING)
SLASHES = re.compile(r"/\*[\s\S]*?\*/|//[^\n]*|" + STRING)


def run(*args, cwd=None):
    return subprocess.run(args, cwd=cwd, capture_output=True, text=True, check=True).stdout


def coverage(ctxpack, budget, repo):
    bundle = json.loads(run(ctxpack, "pack", ".", "-b", budget, "--format", "json", "-q", cwd=repo))
    shown = {}
    for f in bundle["files"]:
        text = f.get("content", "") + f.get("outline", "") + "".join(s["content"] for s in f.get("sections", []))
        shown[f["path"]] = set(WORD.findall(text))
    facts = json.loads(run(ctxpack, "score", ".", "--json", cwd=repo))["files"]
    paths = [f["path"] for f in facts if f.get("class") == "source"]
    words, names = {}, {}
    for at in range(0, len(paths), 200):
        for f in json.loads(run(ctxpack, "signatures", "--json", "--", *paths[at:at + 200], cwd=repo))["files"]:
            names[f["path"]] = {s["name"] for s in f["symbols"] if len(s["name"]) >= 4 and not s.get("parent")}
    for path in paths:
        with open(os.path.join(repo, path), errors="replace") as f:
            bare = HASH if path.endswith((".py", ".rb", ".sh")) else SLASHES
            words[path] = set(WORD.findall(bare.sub(" ", f.read())))
    declared = collections.Counter(n for path in names for n in names[path])
    used = collections.Counter(w for path in words for w in words[path])
    covered = most = total = 0
    for path, list in names.items():
        references = {name: used[name] - declared[name] for name in list if declared[name] <= 2}
        here = [n for name, n in references.items() if name in shown.get(path, ())]
        total += sum(references.values())
        covered += sum(here)
        most += sum(sorted(references.values(), reverse=True)[:len(here)])
    return 100 * covered / max(total, 1), 100 * most / max(total, 1)


if __name__ == "__main__":
    for repo in sys.argv[3:]:
        covered, most = coverage(os.path.abspath(sys.argv[1]), sys.argv[2], repo)
        print(f"{os.path.basename(os.path.abspath(repo)):20} {covered:5.1f} of {most:5.1f}")
