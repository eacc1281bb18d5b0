# SPDX-License-Identifier: GPL-3.0-or-later
"""The package `strata` gives the numbers of the command line, bit for bit, and its errors."""

import json
import os
import subprocess
import unittest

import strata

MODEL = {"kind": "model", "hardware": "h100-sxm5-80gb",
         "workload": {"model": "llama3.1-8b", "phase": "decode", "batch": 8, "sequence": 1024}}
LAYER = {"kind": "layer", "hardware": "eyeriss-like", "workload": {"model": "resnet-50", "layer": "conv1"}}


def command_line(*words: str, text: str = "") -> str:
    program = os.path.join(os.environ["STRATA_BIN"], "strata-cli")
    return subprocess.run([program, *words], input=text, capture_output=True, text=True, check=True).stdout


class PackageTest(unittest.TestCase):
    def test_estimates_are_those_of_the_command_line(self) -> None:
        for request in (MODEL, LAYER):
            self.assertEqual(strata.evaluate(request).document,
                             json.loads(command_line("evaluate", "-", text=json.dumps(request))))

    def test_a_batch_keeps_its_order(self) -> None:
        asked = [{**MODEL, "workload": {**MODEL["workload"], "batch": batch}} for batch in (1, 16, 2)]
        together = strata.batch(asked, metrics_only=True)
        alone = [strata.evaluate(request) for request in asked]
        self.assertEqual([a.value("latency_s") for a in together], [a.value("latency_s") for a in alone])
        self.assertNotIn("parts", together[0].document)
        self.assertEqual(strata.batch([]), [])

    def test_parts_add_up(self) -> None:
        parts = strata.evaluate(MODEL).parts("latency_s")
        root = parts["value"][0]
        first = [v for v, depth in zip(parts["value"], parts["depth"]) if depth == 1]
        self.assertEqual(parts["combine"][0], "sum")
        self.assertAlmostEqual(sum(first), root, delta=1e-9 * root)

    def test_errors_name_field_and_expectation(self) -> None:
        with self.assertRaises(strata.StrataError) as raised:
            strata.evaluate({**MODEL, "workload": {**MODEL["workload"], "batch": "many"}})
        self.assertEqual(raised.exception.pointer, "/workload/batch")
        self.assertTrue(raised.exception.expected)
        bad = strata.batch([MODEL, {"kind": "nothing"}])
        self.assertIsInstance(bad[0], strata.Estimate)
        self.assertIsInstance(bad[1], strata.StrataError)

    def test_a_sweep_is_the_table_of_the_command_line(self) -> None:
        request = {"kind": "sweep", "base": LAYER, "algorithm": "grid",
                   "axes": [{"pointer": "/hardware/levels/2/fanout_x", "values": [7, 14, 28]}]}
        points = strata.sweep(request)
        lines = command_line("sweep", "-", "--out", "-", text=json.dumps(request)).splitlines()
        self.assertEqual(list(points), lines[0].split(","))
        self.assertEqual(len(points["latency_s"]), 3)
        self.assertEqual(points["latency_s"][1], float(lines[2].split(",")[list(points).index("latency_s")]))

    def test_the_catalog_lists_and_shows(self) -> None:
        boards = strata.catalog("gpu")
        self.assertIn("h100-sxm5-80gb", boards["id"])
        self.assertEqual(strata.entry("h100-sxm5-80gb"), json.loads(command_line("catalog", "show", "h100-sxm5-80gb")))
        self.assertTrue(any(method["id"] == "gpu.tile" for method in strata.methods()))

    def test_rows_are_validated_as_on_the_command_line(self) -> None:
        predicted = strata.evaluate(MODEL).value("latency_s")
        rows = [{"id": "a", "request": MODEL, "quantity": "latency_s", "measured": predicted * 1.25}]
        report = strata.validate(rows)
        self.assertEqual(report["answered"], 1)
        self.assertAlmostEqual(report["groups"][0]["bias"], -0.2, delta=1e-9)  # 1 / 1.25


if __name__ == "__main__":
    unittest.main()
