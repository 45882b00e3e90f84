"""Getting it: notes from the changelog, the workflow that publishes, the image for hosts."""

from __future__ import annotations

import re
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.conftest import ROOT

NOTES = ROOT / "docs" / "notes.py"
STEP = {"uses", "run", "name", "with", "env", "id", "if"}
JOB = {"runs-on", "steps", "needs", "if", "permissions", "strategy", "environment", "timeout-minutes", "env"}
EVENTS = {"push": {"branches", "tags"}, "pull_request": set()}  # of those that GitHub knows, ours
SCOPES = {"contents", "pages", "id-token", "packages"}
TAKES = {  # what the actions that we use are given, as their own pages name it
    "actions/checkout": set(),
    "actions/setup-python": {"python-version"},
    "actions/upload-artifact": {"name", "path"},
    "actions/download-artifact": {"name", "pattern", "path", "merge-multiple"},
    "actions/upload-pages-artifact": {"path"},
    "actions/deploy-pages": set(),
    "pypa/gh-action-pypi-publish": set(),
}
KNOWN = {"github": {"ref", "token", "repository"}, "runner": {"os"}}  # what an expression may name


def told(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, str(NOTES), *words], capture_output=True, text=True)


def test_notes_are_the_section_of_a_version() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text("utf-8")
    plain, linked = told("v0.1.0").stdout, told("--base", "https://example.org/x/").stdout
    first = changelog.partition("## 0.1.0\n")[2].strip().splitlines()[0]
    assert plain.startswith(first) and "\n## " not in plain and "Unreleased" not in plain
    assert "](docs/" not in told().stdout and "](docs/" not in linked
    assert "](https://example.org/x/docs/library.md)" in linked
    wrong = told("9.9.9")
    assert wrong.returncode == 1 and "0.1.0" in wrong.stderr and "Traceback" not in wrong.stderr


def faults(text: str) -> list[str]:
    """What a careful reader finds wrong with a workflow."""
    try:
        flow = yaml.load(text, yaml.BaseLoader)  # so that `on` stays a word
    except yaml.YAMLError as error:
        return [str(error)]
    out = [f"no {key}" for key in ("name", "on", "jobs") if key not in flow]
    jobs: dict[str, Any] = flow.get("jobs") or {}
    for event, filters in (flow.get("on") or {}).items():
        out += [
            f"on {event}: {one}"
            for one in {*(filters or ()), *([] if event in EVENTS else [event])} - EVENTS.get(event, set())
        ]
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    for name, job in jobs.items():
        out += [f"{name}: unknown {key}" for key in set(job) - JOB] + [f"{name}: nowhere"] * ("runs-on" not in job)
        out += _strangers(name, job)
        needs = job.get("needs", [])
        out += [f"{name} waits for {one}" for one in ([needs] if isinstance(needs, str) else needs) if one not in jobs]
        for step in job.get("steps") or [{}]:
            out += [f"{name}: unknown {key}" for key in set(step) - STEP]
            if ("uses" in step) == ("run" in step):
                out.append(f"{name}: a step does one thing, {step}")
            if "uses" in step and not re.fullmatch(r"[\w-]+/[\w-]+@(release/)?v\d+", step["uses"]):
                out.append(f"{name}: {step['uses']} has no version")
            takes = TAKES.get(step.get("uses", "").partition("@")[0], set())
            out += [f"{name}: {step['uses']} takes no {key}" for key in set(step.get("with") or ()) - takes]
            words = step.get("run", "").split()
            out += [f"no target {one}" for verb, one in pairwise(words) if verb == "make" and one not in targets]
            named = [word for word in words if word.startswith(("docs/", ".ci/"))]
            out += [f"{name}: no file {word}" for word in named if not (ROOT / word).is_file()]
    return out


def _leaves(value: Any) -> list[str]:
    if isinstance(value, dict | list):
        return [leaf for one in (value.values() if isinstance(value, dict) else value) for leaf in _leaves(one)]
    return [str(value)]


def _strangers(name: str, job: dict[str, Any]) -> list[str]:
    """Rights that there are not, and expressions that name what is not there: an axis, a step, a context."""
    out = [f"{name}: permission {one}" for one in set(job.get("permissions") or ()) - SCOPES]
    out += [f"{name}: {one}" for one in set((job.get("permissions") or {}).values()) - {"read", "write", "none"}]
    axes = set((job.get("strategy") or {}).get("matrix") or ())
    steps = {step["id"] for step in job.get("steps") or [] if "id" in step}
    known = KNOWN | {"matrix": axes, "steps": steps}
    text = "\n".join(_leaves(job))
    if text.count("${{") != len(re.findall(r"\$\{\{.*?\}\}", text)):
        out.append(f"{name}: an expression is not closed")
    for said in re.findall(r"\$\{\{(.*?)\}\}", text) + [
        str(step.get("if", "")) for step in (job, *job.get("steps", []))
    ]:
        for context, key in re.findall(r"\b([a-z]+)\.([\w-]+)", re.sub(r"'[^']*'", "", said)):
            if context not in ("outputs",) and key not in known.get(context, set()):
                out.append(f"{name}: there is no {context}.{key}")
    return out


FLOW = ROOT / ".github" / "workflows" / "publish.yml"


def test_the_workflow_is_whole() -> None:
    text = FLOW.read_text("utf-8")
    assert faults(text) == []
    jobs = yaml.safe_load(text)["jobs"]
    done = {
        name: " ".join(step.get("run", step.get("uses", "")) for step in job["steps"]) for name, job in jobs.items()
    }
    assert ".ci/run" in done["test"] and "make dist" in done["dist"] and "venice-pnp.pyz" in done["dist"]
    assert 'make site SITE="https://' in done["site"] and jobs["site"]["permissions"]["contents"] == "read"
    assert "deploy-pages" in done["site"] and "docs/notes.py" in done["release"]
    assert {jobs[name]["needs"] for name in ("dist", "site", "image")} == {"test"}  # nothing is published untested
    assert {jobs[name]["needs"] for name in ("release", "package")} == {"dist"}
    assert "docker build" in done["image"] and "docker push" in done["image"] and "pypi-publish" in done["package"]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("needs: test", "needs: tests"),
        ("make dist", "make dits"),
        ("runs-on: ubuntu-latest", "run-on: ubuntu-latest"),
        ("actions/checkout@v4", "actions/checkout"),
        ("jobs:", "jobs"),
        ("docs/notes.py", "docs/note.py"),
        ("matrix.python", "matrix.pyton"),
        ("steps.deployed", "steps.deployd"),
        ("packages: write", "package: write"),
        ("packages: write", "packages: yes"),
        ("python-version", "python-verison"),
        ("pull_request:", "pull_requests:"),
        ("tags: [", "tag: ["),
        ("github.token }}", "github.token }"),
    ],
)
def test_a_fault_in_it_is_found(old: str, new: str) -> None:
    assert faults(FLOW.read_text("utf-8").replace(old, new, 1)) != []


def test_the_image_is_made_from_files_that_are_there() -> None:
    lines = (ROOT / "Dockerfile").read_text("utf-8").splitlines()
    copied = [line.split()[1:-1] for line in lines if line.startswith("COPY") and "--from" not in line]
    assert all((ROOT / name).exists() for names in copied for name in names)
    needed = {"data", "templates", "venice_pnp", "pyproject.toml", "README.md", "LICENSE"}
    assert {name for names in copied for name in names} == needed
    left_out = (ROOT / ".dockerignore").read_text("utf-8").split()
    assert not needed & set(left_out)


def test_the_image_serves_under_an_address_that_phones_can_reach() -> None:
    """The host answers only under the addresses that it finds itself: a container of its own network has none of the
    home's."""
    lines = (ROOT / "Dockerfile").read_text("utf-8").splitlines()
    runs = [line for line in lines if line.startswith("#   docker run")]
    assert [line.split("venice-pnp", 1)[1].split()[:2] for line in runs] == [["referee", "new"], []]
    assert "--network host" in runs[-1] and not any(" -p " in line for line in runs)
    assert 'CMD ["host", "--port", "8770"]' in lines


def test_the_single_file_says_in_a_sentence_for_whom_it_was_made(tmp_path: Path) -> None:
    assert "--preamble docs/single_file.py" in (ROOT / "Makefile").read_text("utf-8")
    (tmp_path / "msgspec").mkdir()
    (tmp_path / "msgspec" / "_core.cpython-399-venus-gnu.so").write_bytes(b"")
    code = (
        f"import runpy; runpy.run_path({str(ROOT / 'docs/single_file.py')!r}, {{'site_packages': {str(tmp_path)!r}}})"
    )
    ran = subprocess.run([sys.executable, "-I", "-S", "-c", code], capture_output=True, text=True)
    assert ran.returncode == 1 and "made for cpython-399-venus-gnu; here is cpython-3" in ran.stderr
    assert "Traceback" not in ran.stderr
    right = subprocess.run([sys.executable, str(ROOT / "docs/single_file.py")], capture_output=True, text=True)
    assert (right.returncode, right.stderr) == (0, "")
