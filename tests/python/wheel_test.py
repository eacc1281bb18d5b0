# SPDX-License-Identifier: GPL-3.0-or-later
"""The wheel of a small package: what it holds, what it records, and that pip takes it."""

import base64
import csv
import hashlib
import importlib.util
import io
import pathlib
import subprocess
import sys
import tempfile
import unittest
import zipfile

SCRIPT = pathlib.Path(__file__).parents[2] / "app" / "python" / "make_wheel.py"


class WheelTest(unittest.TestCase):
    def setUp(self):
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.folder = pathlib.Path(place.name)
        package = self.folder / "strata"
        (package / "data" / "hwlib").mkdir(parents=True)
        (package / "__pycache__").mkdir()
        (package / "__init__.py").write_text("VALUE = 42\n")
        (package / "__pycache__" / "old.pyc").write_bytes(b"old")
        (package / "data" / "hwlib" / "a.json").write_text("{}\n")

    def wheel(self) -> pathlib.Path:
        made = subprocess.run([sys.executable, "-I", str(SCRIPT), str(self.folder), "1.2.3", str(self.folder)], check=True,
                              capture_output=True, text=True)
        return pathlib.Path(made.stdout.strip())

    def test_holds_the_package_and_records_it(self):
        with zipfile.ZipFile(self.wheel()) as archive:
            names = archive.namelist()
            record = archive.read("strata-1.2.3.dist-info/RECORD").decode()
            rows = {row[0]: row for row in csv.reader(io.StringIO(record))}
            self.assertEqual(sorted(names), sorted(rows))
            self.assertIn("strata/data/hwlib/a.json", names)
            self.assertFalse([name for name in names if "pycache" in name])
            for name in names:
                if name.endswith("RECORD"):
                    continue
                content = archive.read(name)
                digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
                self.assertEqual(rows[name][1:], [f"sha256={digest}", str(len(content))])

    def test_the_same_files_make_the_same_wheel(self):
        first = self.wheel().read_bytes()
        self.assertEqual(first, self.wheel().read_bytes())

    @unittest.skipUnless(importlib.util.find_spec("pip"), "pip is not there")
    def test_pip_installs_it(self):
        target = self.folder / "installed"
        subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps", "--target",
                        str(target), str(self.wheel())], check=True, capture_output=True)
        said = subprocess.run([sys.executable, "-c", "import strata; print(strata.VALUE)"], check=True,
                              capture_output=True, text=True, env={"PYTHONPATH": str(target)})
        self.assertEqual(said.stdout.strip(), "42")


if __name__ == "__main__":
    unittest.main()
