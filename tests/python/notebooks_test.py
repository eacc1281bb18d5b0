# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs the code cells of every notebook, in their order, as a reader would: the cells hold their own assertions."""

import json
import os
import unittest
from pathlib import Path

NOTEBOOKS = Path(os.environ["STRATA_ROOT"], "app", "python", "notebooks")


class NotebooksTest(unittest.TestCase):
    def test_every_cell_runs(self) -> None:
        files = sorted(NOTEBOOKS.glob("*.ipynb"))
        self.assertGreaterEqual(len(files), 3)
        for file in files:
            with self.subTest(notebook=file.name):
                names: dict[str, object] = {}
                for number, cell in enumerate(json.loads(file.read_text(encoding="utf-8"))["cells"]):
                    if cell["cell_type"] == "code":
                        exec(compile("".join(cell["source"]), f"{file.name}:{number}", "exec"), names)


if __name__ == "__main__":
    unittest.main()
