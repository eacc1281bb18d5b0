#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""data_notice.py [--check]: writes NOTICE.data.md, one line for each entry of hwlib/ and workloads/ with where its numbers
come from and under which licence. --check fails where the file does not say what the entries say.

Licences of repositories are those of the laboratory's manifests (app/lab/manifests) and of packaging/data_licences.txt; numbers
of datasheets, papers and product pages are facts. Entries whose numbers were recalled say so themselves."""
import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PINNED = re.compile(r"((?:[^\s;,()]+ ){1,5})\(?(?:commit )?@?[0-9a-f]{7,40}\b")  # words before a commit
NAMED = re.compile(r"github\.com/([\w-]+/[\w.-]+)")
NAME = re.compile(r"[A-Za-z][\w-]*/[A-Za-z][\w.-]*")
FILES = (".md", ".h", ".cpp", ".cc", ".py", ".json", ".csv", ".yaml", ".txt", ".cu", ".toml")
HEAD = """# Notices of data

`packaging/data_notice.py` writes this list from the entries; `strata-cli catalog source ID /pointer` prints the source of each number. *Facts* are numbers that a vendor's document,
a paper or a product page states; no text or table of another project is part of Strata. *Recalled*: at least one number was written down from memory and is to be checked against its document.

| Entry | Repositories that it takes numbers from | Licence |
|---|---|---|
"""


def texts(value):
    """Every text under a key `source` or `origin`, at any depth."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if key in ("source", "origin"):
                yield from strings(inner)
            else:
                yield from texts(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from texts(inner)


def strings(value):
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for inner in value.values():
            yield from strings(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from strings(inner)


def repositories(text):
    """Names owner/repository before a commit, or behind github.com; the first such word of those before a commit."""
    found = {name.rstrip(".") for name in NAMED.findall(text)}
    for words in PINNED.findall(text):
        names = [word.strip(":") for word in words.split() if NAME.fullmatch(word.strip(":")) and not word.endswith(FILES)]
        found |= set(names[:1])
    return found


def licences():
    known = {}
    for file in sorted((ROOT / "app/lab/manifests").rglob("*.json"), key=lambda file: file.name):
        manifest = json.loads(file.read_text())
        for name in re.findall(r"github\.com/([\w-]+/[\w.-]+)", manifest["origin"]):
            known.setdefault(name.rstrip(".,;").lower(), manifest["licence"])
    for line in (ROOT / "packaging/data_licences.txt").read_text().splitlines():
        if line and not line.startswith("#"):
            name, licence = line.split(" ", 1)
            known[name.lower()] = licence.strip()
    return known


def rows(known):
    unknown = set()
    for folder in ("hwlib", "workloads"):
        for file in sorted((ROOT / folder).rglob("*.json")):
            entry = json.loads(file.read_text())
            stated = list(texts(entry))
            found = sorted({name for text in stated for name in repositories(text)}, key=str.lower)
            unknown |= {name for name in found if name.lower() not in known}
            kinds = sorted({known[name.lower()] for name in found if name.lower() in known})
            if not found or any(not repositories(text) for text in stated) or not stated:
                kinds.append("facts")
            if any("recalled" in text or "from memory" in text for text in stated):
                kinds.append("recalled")
            if file.parent.name == "calibration" and not stated:
                stated, kinds = [str(entry.get("data", entry.get("command", "")))], ["fitted by Strata: data sets and licences in NOTICE.md"]
            yield file.relative_to(ROOT), ", ".join(found) or "-", "; ".join(kinds), bool(stated)
    if unknown:
        sys.exit("no licence is known of " + ", ".join(sorted(unknown)) + ": add them to packaging/data_licences.txt")


def main():
    lines, silent = [], []
    for path, found, licence, sourced in rows(licences()):
        lines.append(f"| `{path.with_suffix('')}` | {found} | {licence} |\n")
        if not sourced:
            silent.append(str(path))
    if silent:
        sys.exit("no source: " + ", ".join(silent))
    text = HEAD + "".join(lines)
    file = ROOT / "NOTICE.data.md"
    if "--check" in sys.argv[1:]:
        if not file.exists() or file.read_text() != text:
            sys.exit("NOTICE.data.md is out of date: run packaging/data_notice.py")
        print(f"{len(lines)} entries")
        return
    file.write_text(text)
    print(f"{len(lines)} entries")


if __name__ == "__main__":
    main()
