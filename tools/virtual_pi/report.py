"""Prints the findings of the virtual Pi's steps as they come, and as one table at the end."""

import json
import sys
import time
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import IO


@dataclass(frozen=True)
class Finding:
    """The result of one test."""

    step: str
    name: str
    passed: bool
    figure: str = ""
    """The measured value with its unit; "" if only the answer counts."""
    words: str = ""
    """More details, above all the reason of a failure."""

    def line(self) -> str:
        told = ": ".join(part for part in (self.name, self.figure) if part)
        return (
            f"{'ok  ' if self.passed else 'FAIL'} {told}{f' ({self.words})' if self.words else ''}"
        )


@dataclass
class Report:
    """Collects findings; each is printed at once, with the seconds since the start."""

    step: str = ""
    findings: list[Finding] = field(default_factory=list)
    out: IO[str] = field(default_factory=lambda: sys.stdout)
    began: float = field(default_factory=time.monotonic)

    def at(self, step: str) -> "Report":
        """Return the same report, for the findings of this step."""
        return Report(step, self.findings, self.out, self.began)

    def say(self, what: str) -> None:
        seconds = time.monotonic() - self.began
        print(f"{seconds:5.0f} s  {self.step or 'virtual pi'}: {what}", file=self.out, flush=True)

    def holds(self, name: str, passed: object, figure: str = "", words: str = "") -> bool:
        """Note one finding; whether it passed."""
        finding = Finding(self.step, name, bool(passed), figure, words)
        self.findings.append(finding)
        self.say(finding.line())
        return finding.passed

    @property
    def passed(self) -> bool:
        return all(finding.passed for finding in self.findings)

    def keep(self, path: Path) -> None:
        """As a file for programs."""
        path.write_text(json.dumps([asdict(finding) for finding in self.findings], indent=1) + "\n")


def table(findings: Iterable[Finding]) -> str:
    """The findings as a table of Markdown."""
    lines = ["| step | what | figure |", "|---|---|---|"]
    for finding in findings:
        figure = finding.figure or ("yes" if finding.passed else "no")
        told = f"{figure}{'' if finding.passed else ' FAILED'}"
        lines.append(f"| {finding.step} | {finding.name} | {told} |")
    return "\n".join(lines)
