# SPDX-License-Identifier: GPL-3.0-or-later
"""Strata in Python: the same requests, the same models and the same bits as `strata-cli`.

    >>> import strata
    >>> answer = strata.evaluate({"kind": "model", "hardware": "h100-sxm-80gb",
    ...                           "workload": {"model": "llama3.1-8b", "phase": "decode"}})
    >>> answer.value("latency_s")

All quantities are in SI units: seconds, bytes, joules, hertz.
"""

from __future__ import annotations

import functools
import json
import os
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Iterable, Mapping, Sequence

from . import _strata

__all__ = ["Estimate", "Figure", "StrataError", "batch", "catalog", "entry", "evaluate", "figure", "methods", "sweep",
           "validate"]

Request = Mapping[str, Any]
Columns = dict[str, list[Any]]
"""A table as columns of equal length; `pandas.DataFrame(columns)` reads it."""


class StrataError(ValueError):
    """A request or a file that cannot be used.

    `pointer` is the JSON pointer of the field, `expected` says what is accepted.
    """

    def __init__(self, error: Mapping[str, Any]) -> None:
        self.code: str = error.get("code", "")
        self.pointer: str = error.get("pointer", "")
        self.text: str = error.get("text", "")
        self.expected: str = error.get("expected", "")
        place = f"{self.pointer}: " if self.pointer else ""
        accepted = f"; accepted: {self.expected}" if self.expected else ""
        super().__init__(f"{place}{self.text}{accepted}")


@dataclass(frozen=True)
class Estimate:
    """The answer to a request; `document` is what `strata-cli evaluate` prints."""

    document: dict[str, Any]

    @property
    def valid(self) -> bool:
        """Whether such a design can exist."""
        return self.document["valid"]

    @property
    def method(self) -> str:
        return self.document["method"]

    def value(self, metric: str) -> float:
        """The value of a metric. Raises KeyError for a metric that the estimate does not have."""
        return self.document["metrics"][metric]["value"]

    def interval(self, metric: str) -> tuple[float, float]:
        """The interval that holds the true value with the metric's coverage, as a rule 80 %."""
        found = self.document["metrics"][metric]
        return found["low"], found["high"]

    def metrics(self) -> Columns:
        """Columns metric, value, low, high and coverage."""
        rows = [(name, m["value"], m["low"], m["high"], m["coverage"])
                for name, m in self.document["metrics"].items()]
        return _columns(("metric", "value", "low", "high", "coverage"), rows)

    def parts(self, metric: str) -> Columns:
        """What a metric is made of: a row for each part with its depth, the id of its parent, and its value.

        Parts that are added sum to their parent.
        """
        rows: list[tuple[Any, ...]] = []

        def visit(part: Mapping[str, Any], parent: str, depth: int) -> None:
            rows.append((part["id"], part.get("label", part["id"]), parent, depth, part["category"],
                         part.get("combine", ""), part["value"]))
            for child in part.get("children", ()):
                visit(child, part["id"], depth + 1)

        visit(self.document["parts"][metric], "", 0)
        return _columns(("id", "label", "parent", "depth", "category", "combine", "value"), rows)

    def table(self, name: str) -> Columns:
        """A table of the estimate, column by column."""
        found = self.document["tables"][name]
        return _columns(found["columns"], found["rows"])

    def notes(self) -> list[str]:
        """What the method says about its answer."""
        return [note["text"] for note in self.document["notes"]]


@dataclass(frozen=True)
class Figure:
    """A drawn view; notebooks show it by itself."""

    svg: str

    def _repr_svg_(self) -> str:
        return self.svg


def evaluate(request: Request, *, method: str | None = None) -> Estimate:
    """Answers one request. Raises StrataError where the request cannot be answered."""
    asked = dict(request) if method is None else {**request, "method": method}
    answer = batch([asked])[0]
    if isinstance(answer, StrataError):
        raise answer
    return answer


def batch(requests: Iterable[Request], *, metrics_only: bool = False) -> list[Estimate | StrataError]:
    """Answers requests on all cores, in their order. A request that cannot be answered becomes a StrataError.

    With `metrics_only` estimates have metrics alone, without parts, notes and tables.
    """
    texts = [json.dumps(request) for request in requests]
    documents = (json.loads(line) for line in _evaluator().answer(texts, metrics_only))
    return [StrataError(d["error"]) if "error" in d else Estimate(d) for d in documents]


def sweep(request: Request) -> Columns:
    """The points of a request of kind `sweep` or `search`: axes, metrics, and whether each point is feasible."""
    lines = _run([request["kind"], "-", "--out", "-"], json.dumps(request)).splitlines()
    import csv
    header, *rows = csv.reader(lines)
    return _columns(header, [[_cell(text) for text in row] for row in rows])


def catalog(kind: str) -> Columns:
    """Entries of a kind, for example "gpu" or "transformer": id, year, vendor and title."""
    return _columns(("id", "year", "vendor", "title"), _evaluator().entries(kind))


def entry(identifier: str) -> dict[str, Any]:
    """A document of the catalog: a device, a cluster or a workload."""
    return json.loads(_run(["catalog", "show", identifier]))


def methods() -> list[dict[str, Any]]:
    """The methods that answer requests, with what each needs and where its limits are."""
    return json.loads(_run(["methods", "--json"]))


def validate(rows: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Compares measured values with the answers to their requests; nothing is fitted.

    Each row has `id`, `request`, `quantity` and `measured`. Returns the report that `strata-cli validate` writes.
    """
    with tempfile.TemporaryDirectory() as folder:
        file, report = Path(folder, "rows.jsonl"), Path(folder, "report.json")
        file.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
        _run(["validate", str(file), "--report", str(report)])
        return json.loads(report.read_text(encoding="utf-8"))


def figure(request: Request, view: str, *, dark: bool = False) -> Figure:
    """Draws the figure that the window would export. It needs `strata-cli` and `strata-figure` on the path."""
    program = shutil.which("strata-cli")
    if program is None:
        raise StrataError({"text": "strata-cli, which draws figures, is not on the path",
                           "expected": "a PATH with the programs of Strata"})
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "figure.svg")
        words = [program, "figure", "-", "--view", view, "--out", str(file), *(["--dark"] if dark else [])]
        done = subprocess.run(words, input=json.dumps(request), capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise StrataError({"text": (done.stderr or done.stdout).strip()})
        return Figure(file.read_text(encoding="utf-8"))


def _columns(names: Sequence[str], rows: Iterable[Sequence[Any]]) -> Columns:
    rows = list(rows)
    return {name: [row[i] for row in rows] for i, name in enumerate(names)}


def _cell(text: str) -> Any:
    if text in ("true", "false"):
        return text == "true"
    try:
        return float(text)
    except ValueError:
        return text or None


def _data_root() -> str:
    """STRATA_ROOT, else the data of this package (a wheel), else those of the installed programs."""
    given = os.environ.get("STRATA_ROOT")
    if given:
        return given
    bundled = Path(__file__).with_name("data")
    return str(bundled if bundled.is_dir() else Path("/usr/share/strata"))


@functools.lru_cache(maxsize=1)
def _evaluator() -> _strata.Evaluator:
    return _strata.Evaluator(_data_root())


def _run(words: list[str], text: str = "") -> str:
    status, out, err = _strata.run([*words, "--data-root", _data_root()], text)
    if status == 0:
        return out
    try:
        error = json.loads(out)["error"]
    except (ValueError, KeyError, TypeError):
        error = {"text": err.strip().removeprefix("strata-cli: ")}
    raise StrataError(error)
