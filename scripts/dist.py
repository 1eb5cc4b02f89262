#!/usr/bin/env python3
"""Make what goreleaser does not, for .goreleaser.yaml, which calls it: see there.

    scripts/dist.py prepare VERSION                what needs no program
    scripts/dist.py package SYSTEM PROCESSOR FILE  a program's wheel and npm package
    scripts/dist.py materials FILE DOCUMENT        a program's modules (CycloneDX)
    scripts/dist.py formula DIST                   after all: a Homebrew formula

Packages go into bin/release/packages. The same program gives the same bytes: the time
of all members is SOURCE_DATE_EPOCH.
"""
import base64
import csv
import gzip
import hashlib
import io
import json
import os
import pathlib
import re
import shutil
import string
import subprocess
import sys
import tarfile
import time
import zipfile
from dataclasses import dataclass

HERE = pathlib.Path(__file__).resolve().parent.parent
TEMPLATES = HERE / "contrib" / "packaging"
RELEASE = HERE / "bin" / "release"
PACKAGES = RELEASE / "packages"
LICENSE = HERE / "LICENSE"
TIME = int(os.environ.get("SOURCE_DATE_EPOCH", "0"))
SUMMARY = "Packs a source repository into the context window of a language model"


@dataclass(frozen=True)
class Platform:
    """One system and processor, and what each packager calls it."""
    os: str
    arch: str
    wheel: str
    npm: str

    @property
    def program(self) -> str:
        return "ctxpack.exe" if self.os == "windows" else "ctxpack"


# A program without libraries runs on all of Linux, whatever C library it has.
LINUX = "manylinux_2_17_{0}.manylinux2014_{0}.musllinux_1_1_{0}"
PLATFORMS = [
    Platform("linux", "amd64", LINUX.format("x86_64"), "linux-x64"),
    Platform("linux", "arm64", LINUX.format("aarch64"), "linux-arm64"),
    Platform("darwin", "amd64", "macosx_12_0_x86_64", "darwin-x64"),
    Platform("darwin", "arm64", "macosx_12_0_arm64", "darwin-arm64"),
    Platform("windows", "amd64", "win_amd64", "win32-x64"),
]


def output(*command: str, **options) -> str:
    return subprocess.run(command, check=True, cwd=HERE, stdout=subprocess.PIPE, text=True, **options).stdout.strip()


def version() -> str:
    """The version, which stands in one place."""
    found = re.search(r'^const Version = "([^"]+)"$', (HERE / "cmd" / "internal" / "cli" / "version.go").read_text(), re.M)
    if not found:
        sys.exit("dist: cmd/internal/cli/version.go has no version")
    return found[1]


def place() -> dict[str, str]:
    """Where releases are published, and by what names."""
    lines = (TEMPLATES / "place.env").read_text().splitlines()
    return dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))


def fill(name: str, **values: str) -> bytes:
    return string.Template((TEMPLATES / name).read_text()).substitute(values).encode()


def frameworks(folder: pathlib.Path) -> None:
    """Write stubs of what Go's library needs of macOS and zig does not have: they
    name the functions and where the system has them."""
    root = pathlib.Path(output("go", "env", "GOROOT"))
    wanted: dict[str, set[str]] = {}
    files = [*(root / "src/crypto/x509/internal/macos").glob("*.go"), *(root / "src/internal/syscall/unix").glob("*darwin*.go"),
             *(root / "src/net").glob("*darwin*.go")]
    for file in files:
        for symbol, library in re.findall(r'^//go:cgo_import_dynamic \S+ (\w+) "([^"]+)"', file.read_text(), re.M):
            wanted.setdefault(library, set()).add(symbol)
    for library, symbols in wanted.items():
        if library.startswith("/System/Library/Frameworks/"):
            stub = folder / pathlib.Path(library).parts[4] / (pathlib.Path(library).name + ".tbd")
        elif library != "/usr/lib/libSystem.B.dylib":
            stub = folder / (pathlib.Path(library).name.split(".")[0] + ".tbd")
        else:
            continue
        stub.parent.mkdir(parents=True, exist_ok=True)
        names = ", ".join(f"_{s}" for s in sorted(symbols))
        targets = "[ x86_64-macos, arm64-macos ]"
        stub.write_text(f"--- !tapi-tbd\ntbd-version: 4\ntargets: {targets}\ninstall-name: '{library}'\nexports:\n"
                        f"  - targets: {targets}\n    symbols: [ {names} ]\n...\n")


class Tar:
    """A .tar.gz whose bytes depend on its members alone."""

    def __init__(self, path: pathlib.Path):
        self.file = open(path, "wb")
        self.zip = gzip.GzipFile("", "wb", 9, self.file, mtime=TIME)
        self.tar = tarfile.open(fileobj=self.zip, mode="w", format=tarfile.USTAR_FORMAT)

    def add(self, name: str, data: bytes, executable: bool = False) -> None:
        info = tarfile.TarInfo(name)
        info.size, info.mtime, info.mode = len(data), TIME, 0o755 if executable else 0o644
        self.tar.addfile(info, io.BytesIO(data))

    def close(self) -> None:
        self.tar.close()
        self.zip.close()
        self.file.close()


class Zip:
    """The same as a .zip."""

    def __init__(self, path: pathlib.Path):
        self.zip = zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9)
        self.time = max(time.gmtime(TIME)[:6], (1980, 1, 1, 0, 0, 0))

    def add(self, name: str, data: bytes, executable: bool = False) -> None:
        info = zipfile.ZipInfo(name, self.time)
        info.compress_type, info.create_system = zipfile.ZIP_DEFLATED, 3
        info.external_attr = (0o100755 if executable else 0o100644) << 16
        self.zip.writestr(info, data)

    def close(self) -> None:
        self.zip.close()


def wheel(p: Platform, program: bytes) -> None:
    at, readme = version(), (TEMPLATES / "README.md").read_text()
    name = place()["PYPI_NAME"]
    stem = re.sub(r"[-_.]+", "_", name).lower() + f"-{at}"  # as names of wheels are written
    info = f"{stem}.dist-info"
    tags = "\n".join(f"Tag: py3-none-{tag}" for tag in p.wheel.split("."))
    members = [
        (f"{stem}.data/scripts/{p.program}", program, True),
        (f"{info}/METADATA", fill("wheel/METADATA", NAME=name, VERSION=at, SUMMARY=SUMMARY, README=readme), False),
        (f"{info}/WHEEL", fill("wheel/WHEEL", VERSION=at, TAGS=tags), False),
        (f"{info}/licenses/LICENSE", LICENSE.read_bytes(), False),
    ]
    record = io.StringIO()
    rows = csv.writer(record, lineterminator="\n")
    for name, data, _ in members:
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        rows.writerow([name, f"sha256={digest}", len(data)])
    rows.writerow([f"{info}/RECORD", "", ""])
    z = Zip(PACKAGES / f"{stem}-py3-none-{p.wheel}.whl")
    for name, data, executable in [*members, (f"{info}/RECORD", record.getvalue().encode(), False)]:
        z.add(name, data, executable)
    z.close()


def npm_name(p: Platform) -> str:
    return f"{place()['NPM_PREFIX']}-{p.npm}"


def npm(name: str, members: list[tuple[str, bytes, bool]]) -> None:
    t = Tar(PACKAGES / f"{name.lstrip('@').replace('/', '-')}-{version()}.tgz")
    for member, data, executable in [*members, ("LICENSE", LICENSE.read_bytes(), False)]:
        t.add(f"package/{member}", data, executable)
    t.close()


def stamp(file: pathlib.Path) -> None:
    """Give a program for Windows the commit's time, in place of that at which zig linked
    it: four bytes behind the signature to which byte 60 of the file points."""
    program = bytearray(file.read_bytes())
    header = int.from_bytes(program[60:64], "little")
    if program[header:header + 4] != b"PE\0\0":
        sys.exit(f"dist: {file} is no program for Windows")
    program[header + 8:header + 12] = TIME.to_bytes(4, "little")
    file.write_bytes(program)
    os.utime(file, (TIME, TIME))  # which the archive takes over


def package(p: Platform, program: bytes) -> None:
    """The packages that carry one program."""
    wheel(p, program)
    system, cpu = p.npm.split("-")
    manifest = fill("npm/platform.json", NAME=npm_name(p), VERSION=version(), OS=system, CPU=cpu)
    npm(npm_name(p), [("package.json", manifest, False), (f"bin/{p.program}", program, True)])
    (HERE / "-.o").unlink(missing_ok=True)  # which zig leaves when it is asked what it can


def prepare(released: str) -> None:
    """What needs no program: the stubs for macOS, what is said of the release, and the
    npm package that people install."""
    if released != version():
        sys.exit(f"dist: a release of {released}, but cmd/internal/cli/version.go says {version()}")
    shutil.rmtree(RELEASE, ignore_errors=True)
    PACKAGES.mkdir(parents=True)
    frameworks(RELEASE / "macos")
    section = (HERE / "CHANGELOG.md").read_text().split("\n## ")[1]
    (RELEASE / "notes.md").write_text(section.partition("\n")[2].strip() + "\n")
    names = json.dumps({npm_name(p): released for p in PLATFORMS}, indent=4)
    npm("ctxpack", [
        ("package.json", fill("npm/main.json", VERSION=released, SUMMARY=SUMMARY, PLATFORMS=names), False),
        ("README.md", (TEMPLATES / "README.md").read_bytes(), False),
        ("bin/ctxpack.js", fill("npm/ctxpack.js", NPM_PREFIX=place()["NPM_PREFIX"]), True),
    ])


def materials(program: str, document: str) -> None:
    """The modules of a program, as it tells them itself, in the form of CycloneDX."""
    components = []
    for kind, path, at, *digest in (line.split() for line in output("go", "version", "-m", str(pathlib.Path(program).absolute())).splitlines()[1:]
                                    if line.split()[0] == "dep"):
        c = {"type": "library", "name": path, "version": at, "purl": f"pkg:golang/{path}@{at}"}
        if digest:
            c["hashes"] = [{"alg": "SHA-256", "content": base64.b64decode(digest[0].removeprefix("h1:")).hex()}]
        components.append(c)
    bill = {
        "bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1,
        "metadata": {"component": {"type": "application", "name": "ctxpack", "version": version()}},
        "components": components,
    }
    pathlib.Path(document).write_text(json.dumps(bill, indent=2) + "\n")


def formula(dist: pathlib.Path) -> None:
    url = place()["PROJECT_URL"]
    if not url:
        print("dist: no formula: it needs PROJECT_URL in contrib/packaging/place.env", file=sys.stderr)
        return
    sums = {}
    for line in (dist / "checksums.txt").read_text().splitlines():
        digest, name = line.split()
        if found := re.fullmatch(r"ctxpack_.*_(darwin|linux)_(\w+)\.tar\.gz", name):
            sums[f"SHA256_{found[1].upper()}_{found[2].upper()}"] = digest
    (dist / "ctxpack.rb").write_bytes(fill("ctxpack.rb", VERSION=version(), SUMMARY=SUMMARY, PROJECT_URL=url, **sums))


def main(command: str = "", *words: str) -> None:
    match command, words:
        case "prepare", [released]:
            prepare(released)
        case "package", [system, processor, file]:
            p = next(p for p in PLATFORMS if (p.os, p.arch) == (system, processor))
            if p.os == "windows":
                stamp(pathlib.Path(file))
            package(p, pathlib.Path(file).read_bytes())
        case "materials", [file, document]:
            materials(file, document)
        case "formula", [folder]:
            formula(pathlib.Path(folder))
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main(*sys.argv[1:])
