#!/usr/bin/env python3
"""Build what a release consists of into dist/.

    scripts/dist.py [--only linux/amd64]... [--cc native|zig] [--out dist]

For each platform: an archive, a wheel and an npm package that carry the program;
for all of them: the npm package that starts the right one, checksums, a software
bill of materials, and a Homebrew formula if contrib/packaging/place.env says where
releases are published. The same commit gives the same bytes: times are the
commit's, members are sorted, and no path of the machine is in a program.

The grammars are C, so other platforms need a C compiler for them: zig, of the
package ziglang on PyPI (`pip install ziglang`), or a zig on PATH. Programs for
Linux are linked with musl and need no library. Needs Go and git.
"""
import argparse
import base64
import csv
import gzip
import hashlib
import importlib.util
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
import tempfile
import zipfile
from dataclasses import dataclass

HERE = pathlib.Path(__file__).resolve().parent.parent
TEMPLATES = HERE / "contrib" / "packaging"
SUMMARY = "Packs a source repository into the context window of a language model"


@dataclass(frozen=True)
class Platform:
    """One system and processor, and what each packager calls it."""
    os: str
    arch: str
    zig: str
    wheel: str
    npm: str

    @property
    def name(self) -> str:
        return f"{self.os}/{self.arch}"

    @property
    def program(self) -> str:
        return "ctxpack.exe" if self.os == "windows" else "ctxpack"


# A program without libraries runs on all of Linux, whatever C library it has.
LINUX = "manylinux_2_17_{0}.manylinux2014_{0}.musllinux_1_1_{0}"
PLATFORMS = [
    Platform("linux", "amd64", "x86_64-linux-musl", LINUX.format("x86_64"), "linux-x64"),
    Platform("linux", "arm64", "aarch64-linux-musl", LINUX.format("aarch64"), "linux-arm64"),
    Platform("darwin", "amd64", "x86_64-macos.12.0", "macosx_12_0_x86_64", "darwin-x64"),
    Platform("darwin", "arm64", "aarch64-macos.12.0", "macosx_12_0_arm64", "darwin-arm64"),
    Platform("windows", "amd64", "x86_64-windows-gnu", "win_amd64", "win32-x64"),
]


def output(*command: str, **options) -> str:
    return subprocess.run(command, check=True, cwd=HERE, stdout=subprocess.PIPE, text=True, **options).stdout.strip()


def version() -> str:
    """The version, which stands in one place."""
    found = re.search(r'^const version = "([^"]+)"$', (HERE / "cmd" / "version.go").read_text(), re.M)
    if not found:
        sys.exit("dist: cmd/version.go has no version")
    return found[1]


def place() -> dict[str, str]:
    """Where releases are published."""
    lines = (TEMPLATES / "place.env").read_text().splitlines()
    return dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))


def fill(name: str, **values: str) -> str:
    return string.Template((TEMPLATES / name).read_text()).substitute(values)


def zig() -> list[str]:
    if importlib.util.find_spec("ziglang"):
        return [sys.executable, "-m", "ziglang"]
    if path := shutil.which("zig"):
        return [path]
    sys.exit("dist: there is no zig; pip install ziglang, or --cc native for this machine alone")


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


def compiler(p: Platform, folder: pathlib.Path) -> str:
    """A program that compiles C for the platform."""
    folder.mkdir(parents=True, exist_ok=True)
    command = [*zig(), "cc", "-target", p.zig]
    if p.os == "darwin":
        frameworks(folder / "macos")
        command += ["-Qunused-arguments", f"-F{folder / 'macos'}", f"-L{folder / 'macos'}"]
    path = folder / "cc"
    path.write_text("#!/bin/sh\nexec " + " ".join(f"'{c}'" for c in command) + ' "$@"\n')
    path.chmod(0o755)
    return str(path)


def build(p: Platform, cc: str, out: pathlib.Path) -> None:
    flags, tags = "-s -w -buildid=", "netgo,osusergo"
    if p.os == "linux" and cc == "zig":
        flags += " -linkmode external -extldflags -static"
    env = os.environ | {"GOOS": p.os, "GOARCH": p.arch, "CGO_ENABLED": "1", "GOFLAGS": "-mod=readonly"}
    if cc == "zig":
        # Go knows by the compiler's path what it has built already.
        env["CC"] = compiler(p, HERE / "bin" / "cc" / f"{p.os}-{p.arch}")
    subprocess.run(["go", "build", "-trimpath", "-tags", tags, "-ldflags", flags, "-o", str(out), "."], check=True, cwd=HERE, env=env)
    (HERE / "-.o").unlink(missing_ok=True)  # which zig leaves when it is asked what it can


class Tar:
    """A .tar.gz whose bytes depend on its members alone."""

    def __init__(self, path: pathlib.Path, time: int):
        self.time, self.file = time, open(path, "wb")
        self.zip = gzip.GzipFile("", "wb", 9, self.file, mtime=time)
        self.tar = tarfile.open(fileobj=self.zip, mode="w", format=tarfile.USTAR_FORMAT)

    def add(self, name: str, data: bytes, executable: bool = False) -> None:
        info = tarfile.TarInfo(name)
        info.size, info.mtime, info.mode = len(data), self.time, 0o755 if executable else 0o644
        self.tar.addfile(info, io.BytesIO(data))

    def close(self) -> None:
        self.tar.close()
        self.zip.close()
        self.file.close()


class Zip:
    """The same as a .zip."""

    def __init__(self, path: pathlib.Path, time: int):
        import time as clock
        self.zip = zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9)
        self.time = max(clock.gmtime(time)[:6], (1980, 1, 1, 0, 0, 0))

    def add(self, name: str, data: bytes, executable: bool = False) -> None:
        info = zipfile.ZipInfo(name, self.time)
        info.compress_type, info.create_system = zipfile.ZIP_DEFLATED, 3
        info.external_attr = (0o100755 if executable else 0o100644) << 16
        self.zip.writestr(info, data)

    def close(self) -> None:
        self.zip.close()


class Release:
    def __init__(self, out: pathlib.Path):
        self.out, self.version, self.place = out, version(), place()
        self.time = int(os.environ.get("SOURCE_DATE_EPOCH") or output("git", "log", "-1", "--format=%ct"))
        self.license = (HERE / "LICENSE").read_bytes()
        self.readme = (TEMPLATES / "README.md").read_bytes()

    def archive(self, p: Platform, program: bytes, man: pathlib.Path) -> None:
        name = f"ctxpack_{self.version}_{p.os}_{p.arch}"
        a = Zip(self.out / f"{name}.zip", self.time) if p.os == "windows" else Tar(self.out / f"{name}.tar.gz", self.time)
        a.add("LICENSE", self.license)
        a.add("README.md", self.readme)
        a.add(p.program, program, True)
        for page in sorted(man.glob("*.1")):
            a.add(f"man/{page.name}", page.read_bytes())
        a.close()

    def wheel(self, p: Platform, program: bytes) -> None:
        info = f"ctxpack-{self.version}.dist-info"
        tags = "\n".join(f"Tag: py3-none-{tag}" for tag in p.wheel.split("."))
        members = [
            (f"ctxpack-{self.version}.data/scripts/{p.program}", program, True),
            (f"{info}/METADATA", fill("wheel/METADATA", VERSION=self.version, SUMMARY=SUMMARY, README=self.readme.decode()).encode(), False),
            (f"{info}/WHEEL", fill("wheel/WHEEL", VERSION=self.version, TAGS=tags).encode(), False),
            (f"{info}/licenses/LICENSE", self.license, False),
        ]
        record = io.StringIO()
        rows = csv.writer(record, lineterminator="\n")
        for name, data, _ in members:
            digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
            rows.writerow([name, f"sha256={digest}", len(data)])
        rows.writerow([f"{info}/RECORD", "", ""])
        z = Zip(self.out / f"ctxpack-{self.version}-py3-none-{p.wheel}.whl", self.time)
        for name, data, executable in [*members, (f"{info}/RECORD", record.getvalue().encode(), False)]:
            z.add(name, data, executable)
        z.close()

    def npm_name(self, p: Platform) -> str:
        return f"{self.place['NPM_PREFIX']}-{p.npm}"

    def npm_platform(self, p: Platform, program: bytes) -> None:
        name = self.npm_name(p)
        system, cpu = p.npm.split("-")
        t = Tar(self.out / f"{name.lstrip('@').replace('/', '-')}-{self.version}.tgz", self.time)
        t.add("package/package.json", fill("npm/platform.json", NAME=name, VERSION=self.version, OS=system, CPU=cpu).encode())
        t.add("package/LICENSE", self.license)
        t.add(f"package/bin/{p.program}", program, True)
        t.close()

    def npm_main(self) -> None:
        names = json.dumps({self.npm_name(p): self.version for p in PLATFORMS}, indent=4)
        t = Tar(self.out / f"ctxpack-{self.version}.tgz", self.time)
        t.add("package/package.json", fill("npm/main.json", VERSION=self.version, SUMMARY=SUMMARY, PLATFORMS=names).encode())
        t.add("package/LICENSE", self.license)
        t.add("package/README.md", self.readme)
        t.add("package/bin/ctxpack.js", fill("npm/ctxpack.js", NPM_PREFIX=self.place["NPM_PREFIX"]).encode(), True)
        t.close()

    def materials(self, program: pathlib.Path) -> None:
        """The modules of a program, as it tells them itself, in the form of CycloneDX."""
        components = []
        for kind, path, at, *digest in (line.split() for line in output("go", "version", "-m", str(program)).splitlines()[1:]
                                        if line.split()[0] == "dep"):
            c = {"type": "library", "name": path, "version": at, "purl": f"pkg:golang/{path}@{at}"}
            if digest:
                c["hashes"] = [{"alg": "SHA-256", "content": base64.b64decode(digest[0].removeprefix("h1:")).hex()}]
            components.append(c)
        document = {
            "bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1,
            "metadata": {"component": {"type": "application", "name": "ctxpack", "version": self.version}},
            "components": components,
        }
        (self.out / f"ctxpack_{self.version}.cdx.json").write_text(json.dumps(document, indent=2) + "\n")

    def formula(self) -> None:
        url, sums = self.place["PROJECT_URL"], {}
        for p in PLATFORMS:
            archive = self.out / f"ctxpack_{self.version}_{p.os}_{p.arch}.tar.gz"
            if archive.exists():
                sums[f"SHA256_{p.os.upper()}_{p.arch.upper()}"] = hashlib.sha256(archive.read_bytes()).hexdigest()
        if not url or len(sums) < 4:
            print("dist: no formula: it needs PROJECT_URL in contrib/packaging/place.env and all archives", file=sys.stderr)
            return
        (self.out / "ctxpack.rb").write_text(fill("ctxpack.rb", VERSION=self.version, SUMMARY=SUMMARY, PROJECT_URL=url, **sums))

    def checksums(self) -> None:
        files = sorted(f for f in self.out.iterdir() if f.is_file() and f.name != "checksums.txt")
        lines = [f"{hashlib.sha256(f.read_bytes()).hexdigest()}  {f.name}\n" for f in files]
        (self.out / "checksums.txt").write_text("".join(lines))


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("--only", action="append", choices=[p.name for p in PLATFORMS], help="this platform; several times for several")
    arguments.add_argument("--cc", choices=["zig", "native"], default="zig", help="the C compiler (default zig; native builds for this machine)")
    arguments.add_argument("--out", type=pathlib.Path, default=HERE / "dist", help="the folder (default dist)")
    o = arguments.parse_args()
    if o.out.exists():
        shutil.rmtree(o.out)
    o.out.mkdir(parents=True)
    release = Release(o.out)
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        subprocess.run(["go", "run", "./scripts/manpages", str(work / "man")], check=True, cwd=HERE,
                       env=os.environ | {"SOURCE_DATE_EPOCH": str(release.time)})
        for p in [p for p in PLATFORMS if not o.only or p.name in o.only]:
            print(f"dist: {p.name}", file=sys.stderr)
            path = work / p.os / p.arch / p.program
            build(p, o.cc, path)
            program = path.read_bytes()
            release.archive(p, program, work / "man")
            release.wheel(p, program)
            release.npm_platform(p, program)
            if not list(o.out.glob("*.cdx.json")):
                release.materials(path)
    release.npm_main()
    release.formula()
    release.checksums()


if __name__ == "__main__":
    main()
