#!/usr/bin/env python3
"""How much of what files use of one another a bundle shows.

  coverage.py CTXPACK BUDGET REPO...

Of the references from source files to names that one or two other files declare, each name
counted once a file, the percentage whose name the bundle shows in the entry of the file that
declares it. Tests and examples are left out on both sides.
"""
import collections, json, os, re, subprocess, sys

WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]{2,}")


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
            names[f["path"]] = {s["name"] for s in f["symbols"] if len(s["name"]) >= 4}
    for path in paths:
        with open(os.path.join(repo, path), errors="replace") as f:
            words[path] = set(WORD.findall(f.read()))
    declared = collections.Counter(n for path in names for n in names[path])
    used = collections.Counter(w for path in words for w in words[path])
    covered = total = 0
    for path, list in names.items():
        for name in list:
            if declared[name] <= 2:
                references = used[name] - declared[name]
                total += references
                covered += references if name in shown.get(path, ()) else 0
    return 100 * covered / max(total, 1)


if __name__ == "__main__":
    for repo in sys.argv[3:]:
        print(f"{os.path.basename(os.path.abspath(repo)):20} {coverage(os.path.abspath(sys.argv[1]), sys.argv[2], repo):5.1f}")
