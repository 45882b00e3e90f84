"""What can be changed in the rules of a game: one small thing at a time, or one rule everywhere.

A mutant is a module's syntax tree with one node replaced. What only words a message (facts, keys of refusals), types
and `__repr__` are left alone: nobody plays by them.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
RULE = re.compile(r"\b[A-Z]{2,8}-\d+\.\d+\b")
MORE = re.compile(r"(?:, \d+\.\d+\b)+")
NO_RULE = "0.0"  # the number of a rule that no game has

OTHER_COMPARE: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}
OTHER_OPERATOR: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
}
NOT_NUMBERS = (ast.Tuple, ast.List, ast.Dict, ast.JoinedStr, ast.ListComp)  # `+` joins them: `-` would only break
TOLD = {"Event", "Refused", "Violation", "tell", "_wrong"}  # who words what happened


class Mutant(NamedTuple):
    game: str
    file: str
    line: int
    function: str
    was: str
    becomes: str
    rules: tuple[str, ...]  # the nearest IDs at or above the line
    node: int  # its place in a walk through the tree
    variant: int

    @property
    def key(self) -> tuple[str, str, str, str]:
        """What names it even when lines move."""
        return self.file, self.function, self.was, self.becomes

    def __str__(self) -> str:
        named = ", ".join(self.rules) or "no rule"
        return f"{self.game}/{self.file}:{self.line} {self.function}: {self.was}  ->  {self.becomes}  [{named}]"


def folder(game: str) -> Path:
    return ROOT / "venice_pnp" / "games" / game / "rules"


def files(game: str) -> list[Path]:
    return [file for file in sorted(folder(game).glob("*.py")) if file.name != "__init__.py"]


def module_of(game: str, file: str) -> str:
    return f"venice_pnp.games.{game}.rules.{file.removesuffix('.py')}"


@cache
def _source(game: str, file: str) -> str:
    return (folder(game) / file).read_text("utf-8")


def mutants(game: str) -> Iterator[Mutant]:
    """All of a game, file by file."""
    for path in files(game):
        source = _source(game, path.name)
        tree = ast.parse(source)
        parents, functions, left_alone = _parents(tree), _functions(tree), _left_alone(tree)
        named = _rules_by_line(source, tree)
        for number, node in enumerate(ast.walk(tree)):
            if node in left_alone or not hasattr(node, "lineno"):
                continue
            for variant, new in enumerate(_variants(node, parents.get(node))):
                was, becomes = (" ".join(ast.unparse(it).split()) for it in (node, new))
                at = node.lineno
                yield Mutant(game, path.name, at, functions.get(node, ""), was, becomes, named[at], number, variant)


def tree_of(mutant: Mutant) -> ast.Module:
    """The module with the mutant in it."""
    tree = ast.parse(_source(mutant.game, mutant.file))
    parents = _parents(tree)
    node = next(node for number, node in enumerate(ast.walk(tree)) if number == mutant.node)
    new = list(_variants(node, parents.get(node)))[mutant.variant]
    _put(parents[node], node, new)
    return ast.fix_missing_locations(tree)


# --- the changes ----------------------------------------------------------------------------------------
def _variants(node: ast.AST, parent: ast.AST | None) -> Iterator[ast.AST]:
    if isinstance(node, ast.Compare):
        for at, op in enumerate(node.ops):
            for other in OTHER_COMPARE[type(op)]:
                new = deepcopy(node)
                new.ops[at] = other()
                yield new
    elif isinstance(node, ast.BoolOp):
        yield ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), deepcopy(node.values))
    elif isinstance(node, ast.BinOp) and type(node.op) in OTHER_OPERATOR:
        if not isinstance(node.left, NOT_NUMBERS) and not isinstance(node.right, NOT_NUMBERS):
            yield ast.BinOp(deepcopy(node.left), OTHER_OPERATOR[type(node.op)](), deepcopy(node.right))
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield deepcopy(node.operand)
    elif isinstance(node, ast.Constant):
        yield from _constants(node)
    elif isinstance(node, ast.stmt):
        yield from _dropped(node)
    if isinstance(node, ast.expr) and _is_condition(node, parent):
        yield ast.UnaryOp(ast.Not(), deepcopy(node))


def _constants(node: ast.Constant) -> Iterator[ast.AST]:
    if isinstance(node.value, bool):
        yield ast.Constant(not node.value)
    elif isinstance(node.value, int):
        yield ast.Constant(node.value + 1)
        if node.value > 0:
            yield ast.Constant(node.value - 1)


def _dropped(node: ast.stmt) -> Iterator[ast.AST]:
    """Of a statement that somebody could do without (a name that is never bound only breaks)."""
    if isinstance(node, ast.Expr):
        fits = isinstance(node.value, ast.Call)
    elif isinstance(node, ast.Assign):
        fits = not any(_binds(target) for target in node.targets)
    elif isinstance(node, ast.Raise):
        fits = "Refused" in ast.unparse(node)
    else:
        fits = isinstance(node, (ast.AugAssign, ast.Continue, ast.Break))
    if fits:
        yield ast.Pass()


def _binds(target: ast.expr) -> bool:
    return any(isinstance(one, ast.Name) for one in (target.elts if isinstance(target, ast.Tuple) else [target]))


def _is_condition(node: ast.expr, parent: ast.AST | None) -> bool:
    """Something that branches: its negation swaps them. Single comparisons and `not` have their own change."""
    if isinstance(node, (ast.Compare, ast.UnaryOp, ast.Constant)):
        return False
    if isinstance(parent, (ast.If, ast.While, ast.IfExp)):
        return parent.test is node
    if isinstance(parent, ast.comprehension):
        return node in parent.ifs
    return False


def _put(parent: ast.AST, old: ast.AST, new: ast.AST) -> None:
    for field, value in ast.iter_fields(parent):
        if value is old:
            setattr(parent, field, new)
        elif isinstance(value, list):
            setattr(parent, field, [new if one is old else one for one in value])


# --- where things stand -----------------------------------------------------------------------------------
def _parents(tree: ast.AST) -> dict[ast.AST, ast.AST]:
    return {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}


def _functions(tree: ast.AST) -> dict[ast.AST, str]:
    """The class and function that a node stands in."""
    found: dict[ast.AST, str] = {}

    def name(node: ast.AST, path: str) -> None:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            path = f"{path}.{node.name}" if path else node.name
        found[node] = path
        for child in ast.iter_child_nodes(node):
            name(child, path)

    name(tree, "")
    return found


def _left_alone(tree: ast.AST) -> set[ast.AST]:
    roots: list[ast.AST | None] = []
    for node in ast.walk(tree):
        if isinstance(node, (ast.arg, ast.AnnAssign)):
            roots.append(node.annotation)
        if isinstance(node, ast.FunctionDef):
            roots += [node.returns, *node.decorator_list]
            if node.name == "__repr__" or "facts" in node.name or ast.unparse(node.returns or node) == "Facts":
                roots.append(node)
        elif isinstance(node, ast.ClassDef):
            roots += node.keywords
        elif isinstance(node, ast.keyword) and node.arg == "strict":  # a check that lists are equally long
            roots.append(node)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in TOLD:
            roots += [*node.keywords, *(node.args[2:] if node.func.id == "tell" else node.args[1:])]
        elif (
            _is_facts(node)
            or _is_sentinel(node)
            or (isinstance(node, ast.If) and "TYPE_CHECK" in ast.unparse(node.test))
        ):
            roots.append(node)
    return {node for root in roots if root is not None for node in ast.walk(root)}


def _is_facts(node: ast.AST) -> bool:
    if not isinstance(node, (ast.Assign, ast.AnnAssign, ast.AugAssign)):
        return False
    target = node.targets[0] if isinstance(node, ast.Assign) else node.target
    if isinstance(target, ast.Subscript):
        target = target.value
    return isinstance(target, ast.Name) and target.id == "facts"


def _is_sentinel(node: ast.AST) -> bool:
    """`NOBODY = -1`: any other number below zero does as well."""
    if not isinstance(node, ast.Assign) or not ast.unparse(node.value).startswith("-"):
        return False
    return all(isinstance(target, ast.Name) and target.id.isupper() for target in node.targets)


def _rules_by_line(source: str, tree: ast.Module) -> dict[int, tuple[str, ...]]:
    """For each line the IDs in it or, if it names none, those of the line above. What a module is about in general
    (its first words) is no rule of its first lines."""
    named: dict[int, tuple[str, ...]] = {}
    last: tuple[str, ...] = ()
    head = tree.body[0].end_lineno or 0
    for number, line in enumerate(source.splitlines(), 1):
        if number > head:
            last = tuple(dict.fromkeys(_ids(line))) or last
        named[number] = last
    return named


def _ids(line: str) -> Iterator[str]:
    """`VTA-5.7, 5.8` names two."""
    for first in RULE.finditer(line):
        yield first.group()
        more = MORE.match(line, first.end())
        for number in re.findall(r"\d+\.\d+", more.group()) if more else ():
            yield f"{first.group().partition('-')[0]}-{number}"


# --- one rule everywhere ----------------------------------------------------------------------------------
def raised(game: str) -> list[str]:
    """The rules that code quotes: in refusals, in events, in tables of refusals."""
    found = {rule for path in files(game) for _, rule in _quoted(ast.parse(_source(game, path.name)))}
    return sorted(found, key=_in_order)


def reported(game: str) -> list[str]:
    """The rules that a typed-in table is judged by: those quoted in `position/`."""
    found = {
        rule
        for path in (folder(game).parent / "position").glob("*.py")
        for _, rule in _quoted(ast.parse(path.read_text("utf-8")))
    }
    return sorted(found, key=_in_order)


def mentioned(game: str) -> list[str]:
    """The rules that stand in the code beside what follows them, but are never quoted."""
    found = {rule for mutant in mutants(game) for rule in mutant.rules}
    return sorted(found - set(raised(game)), key=_in_order)


def _in_order(rule: str) -> tuple[int, ...]:
    return tuple(int(part) for part in rule.partition("-")[2].split("."))


def without(game: str, rule: str) -> dict[str, ast.Module]:
    """The modules as they would be if nothing were refused or told by this rule: a statement that only does that is
    gone; elsewhere a rule is quoted that does not exist."""
    changed: dict[str, ast.Module] = {}
    for path in files(game):
        tree = ast.parse(_source(game, path.name))
        places = [node for node, quoted in _quoted(tree) if quoted == rule]
        if places:
            _take_out(tree, places, rule)
            changed[module_of(game, path.name)] = ast.fix_missing_locations(tree)
    return changed


def _quoted(tree: ast.Module) -> Iterator[tuple[ast.Constant, str]]:
    """Strings that begin with a rule's ID, but for docstrings."""
    for node in ast.walk(tree):
        texts = [value for value in ast.iter_child_nodes(node) if not isinstance(node, ast.Expr)]
        for text in texts:
            if isinstance(text, ast.Constant) and isinstance(text.value, str) and (found := RULE.match(text.value)):
                yield text, found.group()


def _take_out(tree: ast.Module, places: list[ast.Constant], rule: str) -> None:
    parents = _parents(tree)
    nowhere = rule.partition("-")[0] + "-" + NO_RULE
    for place in places:
        at: ast.AST = place
        while not isinstance(at, ast.stmt):
            at = parents[at]
        if isinstance(at, (ast.Raise, ast.Expr)) and at in parents and _all_by(at, rule):
            _put(parents[at], at, ast.copy_location(ast.Pass(), at))
        else:
            place.value = str(place.value).replace(rule, nowhere, 1)


def _all_by(node: ast.AST, rule: str) -> bool:
    """Does a statement quote no other rule?"""
    texts = [part.value for part in ast.walk(node) if isinstance(part, ast.Constant) and isinstance(part.value, str)]
    return all(found.group() == rule for text in texts if (found := RULE.match(text)))
