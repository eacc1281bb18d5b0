# SPDX-License-Identifier: GPL-3.0-or-later
"""Packs the package `strata`, as the target `wheel` lays it out, into a wheel (Binary Distribution Format 1.0, PEP 427).

Usage: make_wheel.py FOLDER VERSION TO. FOLDER holds `strata/`. Needs nothing but Python itself, whichever one it is.
"""

import base64
import hashlib
import pathlib
import sys
import sysconfig
import zipfile

METADATA = """Metadata-Version: 2.1
Name: strata
Version: {version}
Summary: Latency, energy, memory and throughput of machine-learning hardware, from one kernel to a fleet
License: GPL-3.0-or-later
Requires-Python: >=3.11
"""
WHEEL = """Wheel-Version: 1.0
Generator: strata
Root-Is-Purelib: false
Tag: {tag}
"""
EPOCH = (1980, 1, 1, 0, 0, 0)  # of every file, so that the same files make the same wheel


def platform_tag() -> str:
    """Interpreter, ABI and platform for which the extension module was built."""
    interpreter = f"cp{sys.version_info.major}{sys.version_info.minor}"
    platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
    return f"{interpreter}-{interpreter}-{platform}"


def recorded(name: str, content: bytes) -> str:
    """A line of RECORD: name, hash and size."""
    digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
    return f"{name},sha256={digest},{len(content)}\n"


def pack(folder: pathlib.Path, version: str, to: pathlib.Path) -> pathlib.Path:
    """Writes the wheel into `to` and returns its path."""
    tag = platform_tag()
    info = f"strata-{version}.dist-info"
    files = {path.relative_to(folder).as_posix(): path.read_bytes()
             for path in sorted((folder / "strata").rglob("*"))
             if path.is_file() and "__pycache__" not in path.parts}
    files[f"{info}/METADATA"] = METADATA.format(version=version).encode()
    files[f"{info}/WHEEL"] = WHEEL.format(tag=tag).encode()
    record = "".join(recorded(name, content) for name, content in files.items())
    files[f"{info}/RECORD"] = (record + f"{info}/RECORD,,\n").encode()
    wheel = to / f"strata-{version}-{tag}.whl"
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            entry = zipfile.ZipInfo(name, EPOCH)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, content)
    return wheel


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    print(pack(pathlib.Path(sys.argv[1]), sys.argv[2], pathlib.Path(sys.argv[3])))
