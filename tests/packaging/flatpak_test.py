#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""flatpak_test.py ROOT: the manifest is YAML, its files exist, its names are those of the desktop entry and of the metainfo, and
build.sh fetches exactly the sources that it takes. Exits with 77 where Python has no reader of YAML."""
import pathlib
import re
import sys

try:
    import yaml
except ImportError:
    sys.exit(77)

root = pathlib.Path(sys.argv[1])
folder = root / "packaging/flatpak"
app = "org.strata.explorer"
manifest = yaml.safe_load((folder / f"{app}.yml").read_text())
wrong = []


def check(holds, text):
    if not holds:
        wrong.append(text)


check(manifest["app-id"] == app, "the app-id is not the name of the file")
check(f"<id>{app}</id>" in (root / f"packaging/{app}.metainfo.xml").read_text(), "the metainfo has another id")
check((root / f"packaging/{app}.desktop").exists(), "there is no desktop entry of this id")
check(re.search(rf"^Exec={manifest['command']}\b", (root / f"packaging/{app}.desktop").read_text(), re.M), "the desktop entry starts another program")
for key in ("runtime", "runtime-version", "sdk", "finish-args", "modules"):
    check(manifest.get(key), f"{key} is missing")
check(isinstance(manifest["runtime-version"], str), "the runtime's version is no text")
taken = set()
for module in manifest["modules"]:
    check({"name", "buildsystem", "sources"} <= set(module), f"module {module.get('name')} is not complete")
    for source in module["sources"]:
        path = source["path"]
        if path.startswith("sources/"):
            taken.add(path.removeprefix("sources/"))
        else:
            check((folder / path).exists(), f"{path} does not exist")
fetched = set(re.search(r"libraries=\(([^)]*)\)", (folder / "build.sh").read_text()).group(1).split())
check(taken == fetched, f"taken and fetched differ: {sorted(taken ^ fetched)}")
check(manifest["modules"][-1]["name"] == "strata", "the program is not built last")
needed = set(re.findall(r"find_package\((\w+)", (root / "CMakeLists.txt").read_text()))
built = {"nlohmann_json": "nlohmann-json", "Eigen3": "eigen", "Boost": "boost-headers", "Protobuf": "protobuf", "QCustomPlotQt6": "qcustomplot"}
for package, module in built.items():
    check(package not in needed or any(one["name"] == module for one in manifest["modules"]), f"nothing builds {package}")
for text in wrong:
    print("FAIL:", text)
sys.exit(1 if wrong else 0)
