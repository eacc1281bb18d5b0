# SPDX-License-Identifier: GPL-3.0-or-later
"""Functions that nothing calls: declared in a header or local to a file, and named nowhere but there and where they
are defined. Whoever finds one here removes it, or calls it. Takes the folder of the sources."""

import collections
import pathlib
import re
import sys

FOLDERS = ("core", "views", "app", "tests")
COMMENT = re.compile(r'//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:[^"\\\n]|\\.)*"', re.S)
WORD = re.compile(r"[A-Za-z_]\w*")
# "Result<void> Reader::read(...) const": return type, name, and what stands between the brackets.
FUNCTION = re.compile(r"^(?:[\w:<>,&*\[\]]+[\s&*]+)+(?:\w+::)*([a-z]\w*)\(.*\)(?:\s*(?:const|noexcept))*$", re.S)
# `main`; a word of C++ that looks like a name; what a seed sequence of <random> has to have.
KEPT = {"main", "requires", "generate"}


def without_comments(text):
    return COMMENT.sub(lambda found: '""' if found[0].endswith('"') else " ", text)


def functions(text):
    """The names of functions that are declared or defined outside of any function, each with its line."""
    depth, begin, line = 0, 0, 1
    scopes = []  # of each open brace: whether declarations stand inside
    for at, letter in enumerate(text):
        if letter == "\n" and text[begin:at].lstrip().startswith("#"):
            begin = at + 1
        if letter not in ";{}":
            continue
        statement = re.sub(r"^\s*(?:\w+:(?!:)\s*)+", "", text[begin:at]).strip()
        if all(scopes) and letter in ";{":
            found = FUNCTION.match(re.sub(r"\s*(?<!:):(?!:)\s.*$", "", statement, flags=re.S))
            words = set(WORD.findall(statement.split("(")[0]))
            if found and not words & {"return", "override", "using", "friend", "else", "operator", "new"}:
                if "override" not in statement and "=" not in statement.split("(")[0] and found[1] not in KEPT:
                    yield found[1], text.count("\n", 0, begin + len(text[begin:at]) - len(text[begin:at].lstrip())) + 1
        if letter == "{":
            scopes.append(bool(re.match(r"(?:\w+\s+)*(?:namespace|class|struct)\b[^()=]*$", statement)))
        if letter == "}" and scopes:
            scopes.pop()
        begin = at + 1


def main():
    root = pathlib.Path(sys.argv[1])
    files = [path for folder in FOLDERS for path in (root / folder).rglob("*")
             if path.suffix in (".cpp", ".h") or path.name.endswith(".cpp.in") or path.name.endswith(".cmake")]
    texts = {path: without_comments(path.read_text(encoding="utf-8")) for path in files}
    words = {path: collections.Counter(WORD.findall(text)) for path, text in texts.items()}
    everywhere = sum(words.values(), collections.Counter())
    there = collections.defaultdict(list)
    for path, text in texts.items():
        if path.suffix in (".cpp", ".h") and path.relative_to(root).parts[0] != "tests":
            for name, line in functions(text):
                there[name].append((path, line))
    if len(there) < 4000:
        sys.exit(f"only {len(there)} functions were found: the pattern has lost them")
    in_headers = set().union(*(words[path] for path in texts if path.suffix == ".h"))
    unused = []
    for name, places in there.items():
        for path, line in places:
            own = sum(1 for other, _ in places if other == path)
            if (everywhere[name] <= len(places)) if name in in_headers else (words[path][name] <= own):
                unused.append(f"{path.relative_to(root)}:{line}: {name}")
    for place in sorted(unused):
        print(place)
    sys.exit(1 if unused else 0)


main()
