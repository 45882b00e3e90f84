"""JSON Schemas of the data and template files, made from the models, for editors that complete and check YAML.

The remark behind a field in the models becomes its description. Any file may belong to an own kit that changes
only some values, so nothing is required here, and a table of rows may also be given by id.
"""

from __future__ import annotations

import inspect
import io
import tokenize
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from venice_pnp.kit.book import Chapter, Ruling, Setup, Sources, Term, Topic, TurnPictures
from venice_pnp.kit.load import COMMON, EXTENDS
from venice_pnp.kit.reader import Plain
from venice_pnp.kit.supplies import Shared
from venice_pnp.kit.thinking import SECTIONS as BOTS_SECTIONS
from venice_pnp.kit.wording import Words

DIALECT = "https://json-schema.org/draft/2020-12/schema"
TEXT = {"description": "a text, or one for each language: {en: …, de: …}", "type": ["string", "object", "number"]}
Schema = dict[str, Any]


def shared_schema() -> Schema:
    """`data/*.yaml`."""
    return _of_sections({f.encode_name: f.type for f in msgspec.structs.fields(Shared)}, "what the games share")


def game_schema(title: str, tables: type[msgspec.Struct] | None) -> Schema:
    """`data/<game>/*.yaml`: the common sections and those of the game's own tables."""
    own = {f.encode_name: f.type for f in msgspec.structs.fields(tables)} if tables else {}
    texts = {
        "rules": dict[str, Words],
        "provenance": Sources,
        "rulings": list[Ruling],
        "setups": list[Setup],
        "glossary": dict[str, Term],
        "booklet": list[Chapter],
        "turn": TurnPictures,
        "brief": list[Words],
        "topics": list[Topic],
        "messages": dict[str, Words],
        "names": dict[str, Words],
        "places": dict[str, Words],
        "movables": dict[str, Words],
        "spots": dict[str, Words],
        "lesson": Plain,
        **BOTS_SECTIONS,
    }
    made = _of_sections({**COMMON, **own, **texts}, title)
    if tables is None:  # data only: whatever else there is are rows, or values by name
        rows: Schema = {"type": "array", "items": {"type": "object"}}
        made["additionalProperties"] = {"anyOf": [rows, {"type": "object"}]}
        made["properties"]["places"] = {"anyOf": [rows, made["properties"]["places"]]}  # of the board, for photos
    made["properties"][EXTENDS] = {"type": "string", "description": "the game that this kit changes"}
    return made


def console_schema() -> Schema:
    """`data/<game>/console.yaml`: texts by language, with a few words of their own beside them."""
    words = {"type": "object", "additionalProperties": {"type": "string"}}

    def texts(**own: Any) -> Schema:
        return {**words, "properties": own}

    names = {"type": "array", "items": {"type": "string"}}
    option = {
        "id": {"type": "string"},
        "only-with": {"type": "string"},
        "own-cards": {"type": "boolean"},
        "no-bots": {"type": "boolean"},
        "ask": words,
        "values": {"type": "object", "additionalProperties": words},
    }
    sections = {
        "chance": {
            "description": "who decides what chance decides, with what follows, the better way first",
            "type": "object",
            "properties": {"physical": words, "seeded": words},
            "additionalProperties": False,
        },
        "ask": {"description": "what is asked of somebody", "type": "object", "additionalProperties": words},
        "touch": {"description": "the same for phones", "type": "object", "additionalProperties": words},
        "verbs": {
            "description": "other words for a move, and how it is typed",
            "type": "object",
            "additionalProperties": texts(
                also={"type": "object", "additionalProperties": names},
                final={"type": "boolean"},
                unsaid={**words, "description": "what is asked back where it is said of all one holds"},
                says={
                    "type": "object",
                    "description": "how each field of it is said where moves are offered",
                    "additionalProperties": words,
                },
                lies={"type": "boolean", "description": "tells what the table has laid out for itself"},
                blind={"type": "boolean", "description": "what it brings is seen only then"},
                sample={"type": "boolean", "description": "what is legal is only an example: never listed one by one"},
                turn={
                    "type": "boolean",
                    "description": "ends a turn of several moves: no is not this while others can be made",
                },
            ),
        },
        "setup": {
            "description": "the set-up in steps",
            "type": "array",
            "items": texts(show={"type": "object"}, when={"type": ["string", "array"]}),
        },
        "check": {
            "description": "what a check of the board shows",
            "type": "array",
            "items": texts(
                words=names,
                also={
                    "description": "other forms of these words",
                    "type": "object",
                    "additionalProperties": names,
                },
                named=names,
                flags=names,
                slots={"type": "object"},
                rows={"type": "object"},
                digits={"type": "object", "description": "above what a number is shown by two markers; their words"},
                none=words,
                called={**words, "description": "other words for what lies there"},
                hidden={**words, "description": "what is said where only how many lie there is known"},
                until={"type": "string", "description": "what is asked while a correction still changes its outcome"},
                later={**words, "description": "what is said of a correction of what lies open after that"},
                **{
                    key: {"type": "boolean"}
                    for key in ("by-word", "whole", "own-cards", "in-turn", "may-rest", "stands")
                },
            ),
        },
        "questions": {
            "description": "what can be asked at this game's table: words, help, and a title for the answer",
            "type": "object",
            "additionalProperties": {
                "type": "object",
                "additionalProperties": False,
                "properties": {"words": names, "help": words, "title": words},
            },
        },
        "options": {"type": "array", "items": {"type": "object", "additionalProperties": False, "properties": option}},
        "warns": {"description": "rules whose events are told before a move brings them", **names},
        "results": {"description": "rules whose events `why` explains", **names},
        "recalls": {
            "description": "messages of a refusal, and those of what was told before in the round and may be why",
            "type": "object",
            "additionalProperties": {"type": "string"},
        },
        "remarks": {"description": "rules, or messages, that only tell what happened: nothing for the hands", **names},
        "markers": {
            "description": "what a marker may be put to, as it is typed",
            "type": "object",
            "additionalProperties": {"type": "object", "additionalProperties": names},
        },
        "units": {
            "description": "what may be typed behind a number of something",
            "type": "object",
            "additionalProperties": {"type": "object", "additionalProperties": names},
        },
        "draws": {
            "description": "where a drawn card goes, as it is typed",
            "type": "object",
            "additionalProperties": {"type": "object", "additionalProperties": names},
        },
        "gives": {
            "description": "in a draw: what is said before the kind that is given",
            "type": "object",
            "additionalProperties": names,
        },
        "takes": {
            "description": "in a draw: what is said before the kinds that are taken",
            "type": "object",
            "additionalProperties": names,
        },
        "mends": {
            "description": "what a correction may lack, by rule: how that is said",
            "type": "object",
            "additionalProperties": words,
        },
        "moot": {"description": "rules that have nothing for the hands once the game is over", **names},
        "of-bots": {
            "description": "what only tells of people and is an order where a bot is meant: by which message",
            "type": "object",
            "additionalProperties": {"type": "string"},
        },
        "says-again": {"description": "messages that say no more than a move that was told", **names},
        "follows": {"description": "rules of which a question about a move tells what would come of it", **names},
        "goes-round": {"description": "questions that go from seat to seat: one line may answer for several", **names},
        "drawn-for": {"description": "what the table draws for a move: a number behind that move tells it", **names},
        "unasked": {"description": "questions that nobody has to answer where there is only one way", **names},
        "open": {"description": "moves that are typed in the open though they may be secret", **names},
        "colours": {"description": "where the players' colours are chosen", "type": "string"},
    }
    return {
        "$schema": DIALECT,
        "title": "the console",
        "type": "object",
        "additionalProperties": False,
        "properties": sections,
    }


def position_schema(model: type[msgspec.Struct], title: str) -> Schema:
    """A snapshot, typed in or written: any part may be left out or null."""
    made = _of_sections({f.encode_name: f.type for f in msgspec.structs.fields(model)}, title, rows_by_id=False)
    for part in (made, *made["$defs"].values()):
        named = part.get("properties", {})
        part["properties"] = {key: {"anyOf": [value, {"type": "null"}]} for key, value in named.items()}
    return made


def record_schema(game: str, verbs: Mapping[str, Sequence[str]], position: Schema | None) -> Schema:
    """A game as text: who plays, where it starts, and its moves with what is expected between them."""
    word: Schema = {"type": "string"}
    fields: Schema = {field: {} for names in verbs.values() for field in names}
    said = {
        "by": word,
        "do": {"enum": list(verbs)},
        "drawn": {"type": "boolean"},
        "refused": {"type": ["string", "boolean"]},
    }
    move = _closed({**said, **fields}, ["do"])
    refused = {"type": "object", "required": ["refused"]}  # that may be anything
    expected = _closed({"expect": {"type": "object"}}, ["expect"])
    whole = position or {"type": "object", "$defs": {}}
    start = {key: part for key, part in whole.items() if key not in ("$schema", "$defs")}
    parts = {
        "record": {"const": 1},
        "game": {"const": game},
        "players": {"type": "array", "items": word},
        "colours": {"type": ["object", "null"], "additionalProperties": word},
        "options": {"type": ["object", "null"]},
        "kit": word,
        "start": {"anyOf": [start, {"type": "null"}]},
        "moves": {"type": "array", "items": {"anyOf": [move, expected, refused]}},
    }
    made = _closed(parts, ["record", "game", "players", "moves"])
    return {"$schema": DIALECT, "title": f"a record of {game}", **made, "$defs": whole["$defs"]}


def _closed(properties: Schema, needed: list[str]) -> Schema:
    return {"type": "object", "properties": properties, "required": needed, "additionalProperties": False}


def model_schema(model: Any, title: str) -> Schema:
    """A file that is one model, such as a template."""
    return _of_sections({f.encode_name: f.type for f in msgspec.structs.fields(model)}, title)


def _of_sections(sections: dict[str, Any], title: str, rows_by_id: bool = True) -> Schema:
    types = list(sections.values())
    made, parts = msgspec.json.schema_components(types, schema_hook=_custom, ref_template="#/$defs/{name}")
    for model in _models(types):
        _describe(parts.get(model.__name__), model)
    schema = {
        "$schema": DIALECT,
        "title": title,
        "type": "object",
        "additionalProperties": False,
        "properties": dict(zip(sections, made, strict=True)),
        "$defs": parts,
    }
    loose: Schema = _loosened(schema, rows_by_id)
    return loose


def _custom(kind: type) -> Schema:
    if kind is Words:
        return dict(TEXT)
    if kind is Plain:
        return {"type": "object"}
    raise NotImplementedError(kind)


def _loosened(schema: Any, rows_by_id: bool) -> Any:
    """Nothing required; rows by id where a list of rows stands; a key may be taken away with `~`."""
    if isinstance(schema, list):
        return [_loosened(one, rows_by_id) for one in schema]
    if not isinstance(schema, dict):
        return schema
    kept = {key: value for key, value in schema.items() if key != "required" or not isinstance(value, list)}
    out = {key: _loosened(value, rows_by_id) for key, value in kept.items()}
    if rows_by_id and out.get("type") == "array" and "$ref" in (out.get("items") or {}):
        rows = {"type": "object", "additionalProperties": {"anyOf": [out["items"], {"type": "null"}]}}
        note = {"description": out["description"]} if "description" in out else {}
        return {"anyOf": [out, {**rows, "description": "rows by id: only what differs"}], **note}
    return out


# --- descriptions -----------------------------------------------------------------------------------------
def _models(types: Iterable[Any]) -> list[type[msgspec.Struct]]:
    """Every model that the types mention."""
    found: dict[str, type[msgspec.Struct]] = {}
    waiting = list(types)
    while waiting:
        kind = waiting.pop()
        waiting += getattr(kind, "__args__", ())
        waiting += [kind.__origin__] if hasattr(kind, "__metadata__") else []
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct) and kind.__name__ not in found:
            found[kind.__name__] = kind
            waiting += [field.type for field in msgspec.structs.fields(kind)]
    return list(found.values())


def _describe(schema: Schema | None, model: type[msgspec.Struct]) -> None:
    for field, remark in remarks(model).items():
        properties = (schema or {}).get("properties", {})
        if field in properties:
            properties[field].setdefault("description", remark)


def remarks(model: type[msgspec.Struct]) -> dict[str, str]:
    """The remark in the line of each field, by the field's name in YAML."""
    try:
        source = inspect.getsource(model)
    except (OSError, TypeError):
        return {}
    found: dict[str, str] = {}
    name = ""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.NAME and token.start[1] == 4:
            name = token.string
        elif token.type == tokenize.COMMENT and name and not token.line.lstrip().startswith("#"):
            found[name.replace("_", "-")] = token.string.lstrip("# ").removeprefix("noqa: RUF012 - ")
    return found
