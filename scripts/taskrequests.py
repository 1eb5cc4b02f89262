#!/usr/bin/env python3
"""Makes requests out of the history of repositories, and measures what the program makes of them.

    scripts/taskrequests.py make MIRROR LIST [--each N] [--repos A,B] [--since DATE]   a list of requests, one JSON object a line
    scripts/taskrequests.py issues MIRROR LIST ISSUES [--each N]                       the same out of issues as SWE-bench publishes them
    scripts/taskrequests.py run LIST --mirror MIRROR --ctxpack PROGRAM --work FOLDER [--split train,tune]
                            [--rank] [--budgets 8000] [--each N] [--out FILE]
    scripts/taskrequests.py compare FILE FILE                            two outputs, request by request

MIRROR holds git directories, OWNER+NAME/repo. A request is the message of a commit that edits one to five files of
source, without what gives them away: names of files and folders, links, numbers of issues, hashes, trailers. The tree
is the commit's parent. What is to be found are the files of source, without tests, that were there before; what is to
be seen are the lines that were edited, and for an insertion the line before it. A repository is in one of the splits
train, tune and test, by a hash of its name.

Measured: all files that are to be found are among the first 1, 3, 5 and 10 (acc), MRR of the first of them, whether
all of them are visible in the bundle, the share of the edited lines that it shows, and "blind": one of them is among
the first five, and none of the edited lines is shown. With --rank only the order is measured.
"""
import argparse
import collections
import hashlib
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile

LANGUAGES = {
    "python": "py pyi", "script": "js jsx mjs cjs ts tsx mts cts", "component": "vue svelte", "go": "go", "rust": "rs",
    "c": "c h", "c++": "cc cpp cxx hpp hh hxx", "java": "java", "kotlin": "kt", "scala": "scala", "groovy": "groovy",
    "ruby": "rb", "php": "php", "c#": "cs", "swift": "swift", "lua": "lua", "elixir": "ex exs", "shell": "sh bash",
}
LANGUAGE = {ext: name for name, exts in LANGUAGES.items() for ext in exts.split()}
ASIDE = re.compile(r"(^|/)(tests?|__tests__|specs?|testdata|testing|e2e|fixtures?|bench(es|marks?)?|examples?|samples?|docs?|docs_src"
                   r"|vendor|third_party|deps|dist|node_modules|scripts?|tools?)/|(\.|-)tests?/|[a-z.]Tests?/"
                   r"|(_test|_spec|[.-]test|\.spec|[a-z]Tests?|[a-z]Spec)\.[a-z]+$|(^|/)(test_[^/]*|conftest)\.py$|\.min\.js$")
TRAILER = re.compile(r"^\s*(signed-off|co-authored|reviewed|acked|tested|reported|helped|approved|change-id|cc|closes?|fix(es)?|refs?|see)"
                     r"(-\w+)*\s*:?\s*(by\b|<|#|http|[\w./-]*#\d|:).*$", re.I | re.M)
LINK = re.compile(r"https?://\S+")
NUMBER = re.compile(r"\(?\b[\w./-]*#\d+\)?|\(?#\d+\)?|\bGH-\d+", re.I)
HASH = re.compile(r"\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,40}\b")
PATH = re.compile(r"[\w.@~-]*(?:/[\w.@~*-]+)+/?|\b[\w-]+\.[A-Za-z]\w{0,4}\b")
DULL = re.compile(r"^(bump|merge|release|revert|prepare|version|v?\d+\.\d|chore\(deps|build\(deps|update (dependen|change)|translat|format|lint|"
                  r"\W*typo|cargo fmt|run prettier)", re.I)
HUNK = re.compile(r"^@@ -(\d+)(?:,(\d+))? \+")
DEEP = 1500        # commits of a repository that are looked at, the newest
MOST_EDITED = 25   # files of a commit


def git(folder, *args, check=True):
    env = dict(os.environ, GIT_CONFIG_GLOBAL=os.devnull, GIT_CONFIG_SYSTEM=os.devnull, GIT_LFS_SKIP_SMUDGE="1")
    done = subprocess.run(["git", "-C", str(folder), *args], check=check, capture_output=True, env=env)
    return done.stdout.decode("utf-8", "replace")


def language(path):
    return LANGUAGE.get(path.rsplit(".", 1)[-1].lower(), "") if "." in path else ""


def split_of(name):
    return ["train", "train", "tune", "test"][int(hashlib.sha256(name.lower().encode()).hexdigest(), 16) % 4]


def edited(diff):
    """The lines of each file that a diff edits, as they were numbered before."""
    lines, path, at = collections.defaultdict(set), None, 0
    for line in diff.split("\n"):
        if line.startswith("--- "):
            path = line[6:].strip() if line.startswith("--- a/") else None
        elif found := HUNK.match(line):
            at = int(found[1]) + (found[2] == "0")
        elif line.startswith("-") and path:
            lines[path].add(at)
            at += 1
        elif line.startswith("+") and not line.startswith("+++ ") and path:
            lines[path].add(max(at - 1, 1))
        elif line.startswith(" "):
            at += 1
    return lines


def sought(diff):
    return {path: sorted(lines) for path, lines in edited(diff).items() if language(path) and not ASIDE.search(path)}


def clean(message, paths):
    """A message without what gives the files away that were edited."""
    bases = {p.rsplit("/", 1)[-1].lower() for p in paths}
    folders = {"/".join(p.split("/")[:n]) for p in paths for n in range(1, p.count("/") + 1)}

    def name(found):
        word = found[0].strip("./:,*")
        return " " if word.lower() in bases or word in folders or word.rsplit("/", 1)[-1].lower() in bases else found[0]
    text = TRAILER.sub("", message)
    for pattern in (LINK, NUMBER, HASH):
        text = pattern.sub(" ", text)
    text = PATH.sub(name, text)
    return re.sub(r"\n\s*\n+", "\n", re.sub(r"[ \t]+", " ", text)).strip(" \n:;,-*")[:2000]


def requests_of(folder, name, each, since):
    found = []
    log = git(folder, "log", "--no-merges", f"-n{DEEP}", f"--since={since}", "--format=%x00%H %P%x01%B%x01", "--name-only", "HEAD", check=False)
    for entry in log.split("\0")[1:]:
        head, message, names = entry.split("\1")
        ids, names = head.split(), [n for n in names.split("\n") if n]
        source = [n for n in names if language(n) and not ASIDE.search(n)]
        if len(ids) != 2 or not 1 <= len(source) <= 5 or len(names) > MOST_EDITED or DULL.match(message):
            continue
        found.append((ids[1], ids[0], message))
    chosen = []
    for k in range(2 * each):  # some of them turn out to be of no use
        at = k * len(found) // (2 * each)
        if found and found[at] not in chosen:
            chosen.append(found[at])
    rows = []
    for parent, commit, message in chosen:
        if len(rows) == each:
            break
        want = sought(git(folder, "diff", "-U0", "--no-renames", "--no-color", "--no-ext-diff", parent, commit, check=False))
        text = clean(message, git(folder, "ls-tree", "-r", "--name-only", parent).split("\n"))
        if not 1 <= len(want) <= 5 or len(re.findall(r"[A-Za-z]{3,}", text)) < 4:
            continue
        rows.append({"id": commit[:12], "repo": name, "split": split_of(name), "kind": "message", "commit": parent, "text": text, "sought": want})
    return rows


def make(opt):
    rows = []
    names = opt.repos.split(",") if opt.repos else sorted(n for n in os.listdir(opt.mirror) if "+" in n)
    for name in names:
        found = requests_of(os.path.join(opt.mirror, name, "repo"), name, opt.each, opt.since)
        print(f"{name}: {len(found)}, {split_of(name)}", file=sys.stderr)
        rows += found
    write(opt.list, rows)


def issues(opt):
    there, taken, rows = {}, collections.Counter(), []
    for name in sorted(os.listdir(opt.mirror)):
        there[name.lower()] = name
        there.setdefault(name.split("+")[-1].lower(), name)  # a fork has the same commits
    with open(opt.issues, encoding="utf-8") as f:
        given = sorted((json.loads(line) for line in f), key=lambda t: hashlib.sha256(t["instance_id"].encode()).hexdigest())
    for task in given:
        full = task["repo"].replace("/", "+").lower()
        name = there.get(full, there.get(full.split("+")[1]))
        if name is None or taken[name] == opt.each:
            continue
        folder = os.path.join(opt.mirror, name, "repo")
        want = sought(task["patch"])
        if want and subprocess.run(["git", "-C", folder, "cat-file", "-e", task["base_commit"]], capture_output=True).returncode == 0:
            taken[name] += 1
            rows.append({"id": task["instance_id"], "repo": name, "split": "issues", "kind": "issue", "commit": task["base_commit"],
                         "text": task["problem_statement"], "sought": want})
    write(opt.list, rows)


def write(path, rows):
    with open(path, "w", encoding="utf-8") as f:
        for row in rows:
            f.write(json.dumps(row) + "\n")
    print(f"{len(rows)} requests of {len({r['repo'] for r in rows})} repositories", file=sys.stderr)


def read(path):
    with open(path, encoding="utf-8") as f:
        return [json.loads(line) for line in f if line.strip()]


def tree(mirror, name, work):
    """A work tree of its own, that later runs use again."""
    folder = os.path.join(work, name)
    if not os.path.isdir(folder):
        subprocess.run(["git", "clone", "-q", "--local", "--no-checkout", os.path.join(mirror, name, "repo"), folder], check=True)
        git(folder, "remote", "remove", "origin")
    return folder


def measure(row, folder, opt):
    with tempfile.TemporaryDirectory() as place:
        text, report = os.path.join(place, "task"), os.path.join(place, "report")
        with open(text, "w", encoding="utf-8") as f:
            f.write(row["text"])
        common = ["--task", "@" + text, "--cache-dir", os.path.join(opt.work, ".cache"), "--no-config", "--quiet"]
        out = {"id": row["id"], "repo": row["repo"], "language": collections.Counter(map(language, row["sought"])).most_common(1)[0][0], "at": {}}
        if opt.rank:
            listed = subprocess.run([opt.ctxpack, "score", ".", "--json", *common], cwd=folder, capture_output=True, check=True).stdout
            order = json.loads(listed)["files"]
            if opt.dump:
                keep = [{k: f[k] for k in ("path", "class", "tokens", "score", "task")} for f in order]
                with open(os.path.join(opt.dump, row["id"] + ".json"), "w", encoding="utf-8") as f:
                    json.dump({**out, "sought": row["sought"], "files": keep}, f)
        for budget in [] if opt.rank else map(int, opt.budgets.split(",")):
            subprocess.run([opt.ctxpack, "pack", ".", "-b", str(budget), "--report", report, "-o", os.path.join(place, "out.md"), *common,
                            *opt.flags.split()], cwd=folder, capture_output=True, check=True)
            with open(report, encoding="utf-8") as f:
                order = json.load(f)["files"]
            out["at"][budget] = seen(order, row["sought"])
        rank = {f["path"]: k + 1 for k, f in enumerate(order)}
        out["ranks"] = sorted(rank.get(p, 10**6) for p in row["sought"])
        for budget in out["at"]:
            out["at"][budget]["blind"] = float(out["ranks"][0] <= 5 and out["at"][budget]["lines"] == 0)
        return out


def seen(order, want):
    shown = {f["path"]: f for f in order if f["tier"] != "skip"}
    shares = []
    for path, lines in want.items():
        entry = shown.get(path)
        ranges = [] if entry is None else [(1, 10**9)] if entry["tier"] == "full" else entry.get("ranges") or []
        shares.append(sum(any(first <= n <= last for first, last in ranges) for n in lines) / len(lines))
    return {"visible": float(all(p in shown for p in want)), "lines": statistics.fmean(shares),
            "full": statistics.fmean(float(shown.get(p, {}).get("tier") == "full") for p in want)}


def figures(rows):
    """Means over the requests of each repository, then over repositories."""
    def mean(value):
        per = collections.defaultdict(list)
        for r in rows:
            per[r["repo"]].append(value(r))
        return 100 * statistics.fmean(map(statistics.fmean, per.values()))
    parts = ["acc " + " ".join(f"{mean(lambda r: r['ranks'][-1] <= k):.1f}" for k in (1, 3, 5, 10)), f"mrr {mean(lambda r: 1 / r['ranks'][0]):.1f}"]
    for budget in rows[0]["at"]:
        parts.append(f"{int(budget) // 1000}k " + " ".join(f"{k} {mean(lambda r: r['at'][budget][k]):.1f}" for k in ("visible", "lines", "full", "blind")))
    return ", ".join(parts)


def table(rows):
    languages = collections.Counter(r["language"] for r in rows)
    for name, n in sorted(languages.items()):
        print(f"{name:10} {n:4}  {figures([r for r in rows if r['language'] == name])}")
    print(f"{'all':10} {len(rows):4}  {figures(rows)}")


def run(opt):
    splits = opt.split.split(",")
    by = collections.defaultdict(list)
    for row in read(opt.list):
        if row["split"] in splits and (not opt.repos or row["repo"] in opt.repos.split(",")) and len(by[row["repo"]]) < opt.each:
            by[row["repo"]].append(row)
    os.makedirs(opt.work, exist_ok=True)
    rows = []
    for name, requests in sorted(by.items()):
        folder = tree(opt.mirror, name, opt.work)
        dated = [(int(git(folder, "show", "-s", "--format=%ct", r["commit"]).split()[0]), r) for r in requests]
        for _, row in sorted(dated, key=lambda d: d[0]):
            git(folder, "checkout", "-q", "-f", "--detach", row["commit"], check=False)
            if git(folder, "rev-parse", "HEAD").strip() != row["commit"]:
                print(f"{name} {row['id']}: the tree is not complete", file=sys.stderr)
                continue
            rows.append(measure(row, folder, opt))
    if opt.out:
        write(opt.out, rows)
    table(rows)


def compare(opt):
    before, after = ({r["id"]: r for r in read(path)} for path in (opt.before, opt.after))
    both = sorted(before.keys() & after.keys())
    values = [("first", lambda r: -r["ranks"][0]), ("last", lambda r: -r["ranks"][-1])]
    for budget in before[both[0]]["at"].keys() & after[both[0]]["at"].keys():
        values += [(f"{int(budget) // 1000}k {k}", lambda r, k=k, b=budget: r["at"][b][k]) for k in ("visible", "lines")]
    for name, value in values:
        changes = [(value(after[i]) - value(before[i]), i) for i in both]
        repos = collections.defaultdict(float)
        for change, i in changes:
            repos[before[i]["repo"]] += change
        print(f"{name:12} requests +{sum(c > 0 for c, _ in changes)} -{sum(c < 0 for c, _ in changes)}, "
              f"repositories +{sum(c > 0 for c in repos.values())} -{sum(c < 0 for c in repos.values())}")
    print("before:", figures([before[i] for i in both]))
    print("after: ", figures([after[i] for i in both]))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    for name, what in (("make", make), ("issues", issues)):
        p = commands.add_parser(name)
        p.set_defaults(call=what)
        p.add_argument("mirror")
        p.add_argument("list")
        if name == "issues":
            p.add_argument("issues")
        else:
            p.add_argument("--repos", help="OWNER+NAME, separated by commas")
            p.add_argument("--since", default="1970-01-02", help="the day of the first commit")
        p.add_argument("--each", type=int, default=20, help="requests of a repository")
    p = commands.add_parser("run")
    p.set_defaults(call=run)
    p.add_argument("list")
    for flag in ("--mirror", "--ctxpack", "--work"):
        p.add_argument(flag, required=True)
    p.add_argument("--split", default="train,tune")
    p.add_argument("--repos", help="OWNER+NAME, separated by commas")
    p.add_argument("--each", type=int, default=10**6, help="requests of a repository, at most")
    p.add_argument("--rank", action="store_true", help="measure the order alone")
    p.add_argument("--dump", help="with --rank: a folder for the signals of all files")
    p.add_argument("--budgets", default="8000")
    p.add_argument("--flags", default="", help="more flags of ctxpack pack")
    p.add_argument("--out", help="a JSON line for every request")
    p = commands.add_parser("compare")
    p.set_defaults(call=compare)
    p.add_argument("before")
    p.add_argument("after")
    opt = parser.parse_args()
    if "ctxpack" in opt:
        opt.ctxpack = os.path.abspath(opt.ctxpack)
    opt.call(opt)


if __name__ == "__main__":
    main()
