"""Words and calls that have no place in this house."""

import ast
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.source import ROOT, Module, imports, modules

MODULES = modules("sixqp_tui", "protocol", "tests")
VAGUE = re.compile(r"utils|helper|manager", re.IGNORECASE)
MACHINE = re.compile(r"(?<![\w./-])/(?:home|root|work|Users)/\w|\b[A-Z]:\\+Users\\+\w")
MAY_SLEEP = {  # "path function": which interval it waits out, and why no event would do
    "sixqp_tui/client/bot_player.py _wait_like_a_person": "a bot takes as long as a person, where people look on",
    "sixqp_tui/cli/serve.py _stop_when_idle": "a look at an empty table now and then; nothing happens at one",
    "sixqp_tui/host/durability/journal_writer.py _mend": "the time until the disk is tried again; it tells nobody",
    "sixqp_tui/diagnostics/checks.py _others": "the time in which others may be heard; silence is no event",
    "sixqp_tui/runtime/location/table_search.py _report_progress": "the time after which something is said",
    "sixqp_tui/cli/plain.py _until_seen": "the time in which other tables may be heard too",
    "sixqp_tui/diagnostics/loopback.py multicast": "the time in which answers may come; silence is no event",
    "sixqp_tui/discovery/responder.py _run": "the time until a port that was taken is tried again",
    "sixqp_tui/discovery/responder.py _until_hurt": "the limit of one shout a second",
    "sixqp_tui/discovery/browser.py _try_known": "the interval of the knocks",
    "sixqp_tui/discovery/announcer.py _run": "the time until a network that failed is tried again",
    "sixqp_tui/discovery/announcer.py _keep_up": "the limit of one update a second",
    "sixqp_tui/discovery/browser.py find": "the time in which a namesake may be heard too; silence is no event",
    "sixqp_tui/discovery/browser.py _watch": "the interval of the probes",
    "tests/support/lan_player.py _talk": "as fast as the table lets somebody chat",
    "tests/bench/connection_storm.py one_after_the_other": "the rate of the storm",
    "tests/bench/connection_storm.py welcomes": "the interval at which newcomers come",
}
VIRTUAL = {  # in virtual time, where a sleep is how an hour passes at once
    "tests/discovery/test_evening.py",
    "tests/support/evening.py",
}
BLIND = {"Exception", "BaseException"}


def _everywhere(found: type[ast.AST]) -> Iterator[tuple[str, ast.AST]]:
    for module in MODULES:
        for node in ast.walk(module.tree):
            if isinstance(node, found):
                yield f"{module.where}:{getattr(node, 'lineno', 0)}", node


def _named(node: ast.AST) -> Iterator[str]:
    """The names that a node gives to something of ours."""
    if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
        yield node.name
    elif isinstance(node, ast.arg):
        yield node.arg
    elif isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Store):
        yield node.id if isinstance(node, ast.Name) else node.attr
    elif isinstance(node, ast.alias) and node.asname:
        yield node.asname


def test_nothing_bears_a_vague_name() -> None:
    files = [path for module in MODULES if VAGUE.search(path := module.where)]
    named = ((where, name) for where, node in _everywhere(ast.AST) for name in _named(node))
    assert files + [f"{where} {name}" for where, name in named if VAGUE.search(name)] == []


def test_no_error_is_swallowed_unseen() -> None:
    blind = [where for where, node in _everywhere(ast.ExceptHandler) if _swallows(node)]
    assert blind + [where for where, node in _everywhere(ast.Call) if _suppresses(node)] == []


def _swallows(node: ast.AST) -> bool:
    assert isinstance(node, ast.ExceptHandler)
    broad = node.type is None or _name(node.type) in BLIND
    return broad and all(map(_idle, node.body))


def _idle(step: ast.stmt) -> bool:
    constant = isinstance(step, ast.Expr) and isinstance(step.value, ast.Constant)
    return constant or isinstance(step, ast.Pass | ast.Continue)


def _suppresses(node: ast.AST) -> bool:
    assert isinstance(node, ast.Call)
    return _name(node.func) == "suppress" and any(_name(error) in BLIND for error in node.args)


def _name(node: ast.AST) -> str:
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")


def test_nobody_sleeps_to_wait_for_something() -> None:
    sleeping = {place for module in MODULES if module.where not in VIRTUAL for place in _sleeps(module)}
    assert sorted(sleeping ^ set(MAY_SLEEP)) == []


def _sleeps(module: Module) -> Iterator[str]:
    imported = bool({"time.sleep", "asyncio.sleep"} & set(imports(module)))
    for function, call in _calls(module.tree):
        if _is_sleep(call, imported) and not _only_yields(call):
            yield f"{module.where} {function}"


def _calls(node: ast.AST, inside: str = "") -> Iterator[tuple[str, ast.Call]]:
    """Every call below a node, with the name of the function that it stands in."""
    for child in ast.iter_child_nodes(node):
        name = child.name if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef) else inside
        if isinstance(child, ast.Call):
            yield name, child
        yield from _calls(child, name)


def _is_sleep(call: ast.Call, imported: bool) -> bool:
    return ast.unparse(call.func) in ("time.sleep", "asyncio.sleep", *(["sleep"] if imported else []))


def _only_yields(call: ast.Call) -> bool:
    return bool(call.args) and isinstance(call.args[0], ast.Constant) and call.args[0].value == 0


def test_a_message_is_never_sent_past_the_queues() -> None:
    """`websockets.broadcast` never drops a peer that has stopped reading."""
    importing = [module.where for module in MODULES if any(_broadcasts(name) for name in imports(module))]
    calling = [where for where, node in _everywhere(ast.Attribute) if ast.unparse(node) == "websockets.broadcast"]
    assert importing + calling == []


def _broadcasts(name: str) -> bool:
    return name.startswith("websockets") and name.endswith(".broadcast")


def test_no_file_names_a_path_of_somebodys_machine() -> None:
    if not (ROOT / ".git").exists():
        pytest.skip("the list of files comes from git, and this is no clone")
    hits = [f"{path}: {found.group()}" for path in _files() for found in MACHINE.finditer(_text(ROOT / path))]
    assert hits == []


def _files() -> list[str]:
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return [path for path in listed.split("\0") if path and (ROOT / path).is_file()]


def _text(path: Path) -> str:
    return path.read_bytes().decode("utf-8", errors="ignore")
