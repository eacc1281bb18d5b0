#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""batch_fuzz.py CLI: gives lines of standard input to `CLI batch -`, one after the other, and prints each that ends it, is not
answered in time, names an internal error, or is answered by numbers that contradict themselves.

    fuzz_mutate . 1 10000 resources/samples/*.json | tests/fuzz/batch_fuzz.py build/dev/bin/strata-cli
"""

import argparse
import json
import math
import resource
import select
import subprocess
import sys
import time


class Program:
    """`strata-cli batch -` as a co-process with a limit on its memory."""

    def __init__(self, cli: str, memory_gb: float):
        limit = int(memory_gb * 2**30)
        self.process = subprocess.Popen(
            [cli, "batch", "-", "--jobs", "1"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit)))
        self.rest = b""

    def ask(self, line: bytes, seconds: float) -> bytes | None:
        """The answer; None where none came in time; raises EOFError where the program ended."""
        try:
            self.process.stdin.write(line.rstrip(b"\n") + b"\n")
            self.process.stdin.flush()
        except BrokenPipeError as error:
            raise EOFError from error
        end = time.monotonic() + seconds
        while b"\n" not in self.rest:
            ready, _, _ = select.select([self.process.stdout], [], [], max(0.0, end - time.monotonic()))
            if not ready:
                return None
            more = self.process.stdout.read1(1 << 20)
            if not more:
                raise EOFError
            self.rest += more
        answer, self.rest = self.rest.split(b"\n", 1)
        return answer

    def stop(self) -> str:
        self.process.kill()
        return self.process.communicate()[1].decode(errors="replace")[-300:]


def parts_below_zero(part: dict, place: str, wrong: list) -> None:
    value = part.get("value")
    if isinstance(value, (int, float)) and value < 0 and part.get("category") != "other":
        wrong.append(f"negative part {place}/{part.get('id', part.get('label'))}: {value}")
    for child in part.get("children", []):
        parts_below_zero(child, f"{place}/{part.get('id', part.get('label'))}", wrong)


def contradictions(answer: dict) -> list:
    """What cannot be true, whatever was asked."""
    if "error" in answer:
        error = answer["error"]
        return [] if error.get("text") and error.get("code") != "internal" else [f"error {error}"]
    wrong: list = []
    for name, metric in answer.get("metrics", {}).items():
        numbers = [metric.get(k) for k in ("low", "value", "high")]
        if any(number is None or not math.isfinite(number) for number in numbers):
            wrong.append(f"metric {name} is not finite: {metric}")
        elif not numbers[0] <= numbers[1] <= numbers[2]:
            wrong.append(f"metric {name} lies outside its interval: {metric}")
        elif numbers[1] < 0 and name != "gamma":
            wrong.append(f"metric {name} is negative: {metric}")
    for name, part in answer.get("parts", {}).items():
        parts_below_zero(part, name, wrong)
    if answer.get("valid") is False and not answer.get("notes"):
        wrong.append("invalid without a note")
    return wrong


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("cli")
    parser.add_argument("--seconds", type=float, default=20, help="longest time for one answer")
    parser.add_argument("--memory-gb", type=float, default=4)
    parser.add_argument("--slow", type=float, default=5, help="print what takes longer than this")
    parser.add_argument("--findings", default="findings.jsonl")
    options = parser.parse_args()
    program = Program(options.cli, options.memory_gb)
    asked = answered = found = 0
    with open(options.findings, "a", encoding="utf-8") as findings:
        def tell(what: str, line: bytes) -> None:
            nonlocal found
            found += 1
            print(f"{asked}: {what}"[:400], flush=True)
            findings.write(json.dumps({"what": what, "request": json.loads(line)}) + "\n")
            findings.flush()

        for line in sys.stdin.buffer:
            asked += 1
            begin = time.monotonic()
            try:
                text = program.ask(line, options.seconds)
            except EOFError:
                tell("ended: " + program.stop(), line)
                program = Program(options.cli, options.memory_gb)
                continue
            if text is None:
                program.stop()
                tell(f"no answer in {options.seconds} s", line)
                program = Program(options.cli, options.memory_gb)
                continue
            took = time.monotonic() - begin
            try:
                answer = json.loads(text)
            except ValueError as error:
                tell(f"no JSON: {error}", line)
                continue
            answered += "error" not in answer
            wrong = contradictions(answer)
            if took > options.slow:
                wrong.append(f"took {took:.1f} s")
            for what in wrong[:3]:
                tell(what, line)
    program.stop()
    print(f"{asked} lines, {answered} answered with an estimate, {found} findings")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
