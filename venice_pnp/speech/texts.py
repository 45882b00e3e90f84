"""Files of texts: what the referee, the rules and the console say, from the cache where they are unchanged."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from msgspec import Struct

from venice_pnp.kit import Kit
from venice_pnp.kit.cache import kept
from venice_pnp.kit.limits import FILE
from venice_pnp.speech.folded import folded
from venice_pnp.speech.plain import check_events, text_of, told_of
from venice_pnp.speech.trouble import BrokenText

SAID = ("console", "messages", "rules")  # files of a game from which the console speaks


def texts_of(file: Path) -> dict[str, Any]:
    """A file of texts, from the cache where it is unchanged."""
    return kept(file.stem, [file], dict[str, Any], lambda: _read(file))


def _read(file: Path) -> dict[str, Any]:
    """Nothing, if there is no such file; raises BrokenText if there is one that cannot be read."""
    import yaml  # slow to load, and mostly the cache answers

    loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    if not file.exists():
        return {}
    text = text_of(file, FILE, inside=True)
    with told_of(str(file)):
        check_events(yaml.parse(text, Loader=loader), str(file))
        found = yaml.load(text, Loader=loader)
    if found is not None and not isinstance(found, dict):
        raise BrokenText("file.yaml", file=str(file), line=1, problem="expected keys with values")
    return found or {}


def kit_texts(kit: Kit, stem: str) -> dict[str, Any]:
    """A file of texts of a kit; an own kit's texts are laid over those of the game it extends."""
    taken = kit.taken_texts()
    if stem not in taken:
        found: dict[str, Any] = {}
        for folder in reversed(kit.folders):
            found = file_over(found, folder / f"{stem}.yaml")
        taken[stem] = found
    return taken[stem]


def words_of_texts(kit: Kit) -> frozenset[str]:
    """Words by which this game calls its parts, places and itself, in every language: of the game, though nothing that
    is typed may be meant by them."""
    texts = kit_texts(kit, "messages")
    rows = [row for part in ("names", "places") for row in (texts.get(part) or {}).values()]
    said = [*kit.game.title.values(), *(str(text) for row in rows for text in row.values())]
    return frozenset(word for text in said for word in folded(text).split() if len(word) > 2)


def take_texts(kit: Kit) -> None:
    """Everything that is said in an evening at once: a file that is changed meanwhile changes none of it, rather than
    half of it."""
    for stem in SAID:
        kit_texts(kit, stem)


def file_over(base: dict[str, Any], file: Path) -> dict[str, Any]:
    """The texts of a file over others."""
    try:
        laid: dict[str, Any] = _laid_over(base, texts_of(file)) if base else texts_of(file)
        return laid
    except LookupError as unknown:
        raise BrokenText("file.row", file=str(file), row=str(unknown.args[0])) from None


def _laid_over(base: Any, own: Any) -> Any:
    """Mappings key by key, rows of a list by id or place, everything else replaced; raises LookupError for a row that
    is not there. (`kit/inherit.py` lays a game's data so.)"""
    if not isinstance(own, dict) or not base or not isinstance(base, (dict, list)):
        return own
    if isinstance(base, dict):
        return base | {key: _laid_over(base.get(key), value) for key, value in own.items()}
    rows = {row["id"] if _has_id(row) else place: row for place, row in enumerate(base)}
    strange = [key for key in own if key not in rows]
    if strange:
        raise LookupError(strange[0])
    return [_laid_over(row, own[key]) if key in own else row for key, row in rows.items()]


def _has_id(row: Any) -> bool:
    return isinstance(row, dict) and "id" in row


def aliases_of(kit: Kit) -> dict[str, dict[str, list[str]]]:
    """Other words for the verbs of a game, by language, as `console.yaml` names them."""
    verbs = kit_texts(kit, "console").get("verbs") or {}
    return {str(name): _by_language(kit, entry.get("also") or {}) for name, entry in verbs.items()}


def _by_language(kit: Kit, also: Any) -> dict[str, list[str]]:
    """An own kit of earlier days may have one list for all languages but the first."""
    rows = also if isinstance(also, dict) else dict.fromkeys(kit.game.languages[1:], also)
    return {str(lang): [str(word) for word in words] for lang, words in rows.items() if isinstance(words, list)}


class VerbText(Struct, frozen=True):
    """What `console.yaml` says of a verb.

    `words`: its name, its other names in all languages, and how it is cut short where its documented form begins with
    that (`k romania`). `form`: how it is typed, by an example. `bare`: that form leaves the verb out (`cs 3 1`).
    `final`: it ends a turn, discards cards, or happens once a game, so that a guess at it is asked back. `blind`: what
    it brings is seen only then, so that nothing can be promised of it. `lies`: it tells what the table has laid out
    for itself before the first turn. `turn`: it ends a turn of several moves, so that a no is none of it while there
    is anything else to be done. `sample`: what is legal is no more than an example, as of cards that nobody has seen.
    """

    words: frozenset[str]
    form: str = ""
    bare: bool = True
    final: bool = False
    lies: bool = False
    blind: bool = False
    turn: bool = False
    sample: bool = False


def verb_texts(kit: Kit) -> dict[str, VerbText]:
    """All verbs that the texts know."""
    entries = kit_texts(kit, "console").get("verbs") or {}
    return {str(name): _verb_text(kit, str(name), entry) for name, entry in entries.items()}


def _verb_text(kit: Kit, name: str, entry: dict[str, Any]) -> VerbText:
    others = _by_language(kit, entry.get("also") or {}).values()
    whole = [folded(word) for word in (name, *(word for words in others for word in words))]
    form = str(entry.get("type", ""))
    first = folded(form).split()[:1]
    words = frozenset((*whole, *(word for word in first if any(known.startswith(word) for known in whole))))
    said = {key: bool(entry.get(key)) for key in ("final", "lies", "blind", "turn", "sample")}
    return VerbText(words, form, words.isdisjoint(first), **said)


def is_verb(kit: Kit, word: str, verb: str) -> bool:
    """Is this a word for the verb, in any language?"""
    entry = (kit_texts(kit, "console").get("verbs") or {}).get(verb) or {}
    return folded(word) in _verb_text(kit, verb, entry).words


def names_in_all(kit: Kit, key: str) -> list[str]:
    """What `messages.yaml` calls something, in every language."""
    words = (kit_texts(kit, "messages").get("names") or {}).get(key) or {}
    return [str(word) for word in words.values()]
