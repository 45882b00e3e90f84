"""The booklet as a page: the same chapters, rules, examples, tables and pictures, every rule at a place of its own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from venice_pnp.draw.scene import Scene, rect
from venice_pnp.draw.studio import Studio
from venice_pnp.draw.text import as_set
from venice_pnp.export.site.markup import plain, rich, table
from venice_pnp.export.site.showcase import Exhibit, Showcase, image, slug
from venice_pnp.export.site.site_data import SiteWords
from venice_pnp.kit.book import Block, Chapter, Faces, Situation, TurnPictures, describes
from venice_pnp.kit.models import OURS, RULING
from venice_pnp.kit.wording import Words
from venice_pnp.press.illustrating import Illustrator
from venice_pnp.press.order import Manuscript
from venice_pnp.press.parts import Parts, Piece
from venice_pnp.press.preview import shown_face
from venice_pnp.speech.rule_list import rule_list
from venice_pnp.speech.words import rules_of

UP = "../../"  # from the page to the site's own folder
SIGNS = {RULING: "◆", OURS: "◇"}
WIDE = 150.0  # mm: pictures of the board, with notes as large as in the booklet


class Leaflet:
    """Writes the booklet of one kit in one language."""

    def __init__(
        self, studio: Studio, parts: Parts, manuscript: Manuscript, showcase: Showcase, words: SiteWords
    ) -> None:
        self.studio, self.kit, self.lang, self.parts = studio, studio.kit, studio.lang, parts
        self.book, self.situate, self.showcase, self.words = manuscript.book, manuscript.situate, showcase, words
        self.pictures = Illustrator(studio, parts, manuscript)
        self.rules = rules_of(self.kit, self.lang)
        self._pieces = {(p.component, p.item): p for p in reversed(parts.pieces) if not p.alternative}
        self._told: set[str] = set()  # rules that have their place

    def shared(self, key: str) -> str:
        """A word of the printed sheets."""
        return self.kit.shared.words[key].in_language(self.lang)

    def said(self, text: str) -> str:
        return rich(self.kit.filled(text, self.lang), lambda name: self.showcase.symbol(name, UP), self.rules)

    def html(self) -> str:
        """All chapters, after a list of them."""
        chapters = [(slug(title), title, body) for title, body in self._chapters()]
        listed = "".join(f'<li><a href="#{place}">{escape(title)}</a></li>' for place, title, _ in chapters)
        contents = f'<nav class="contents" aria-label="{self.words.say("contents")}"><ol>{listed}</ol></nav>'
        bodies = (
            f'<section id="{place}"><h2>{escape(title)}</h2>\n{body}</section>\n' for place, title, body in chapters
        )
        return contents + "".join(bodies)

    def _chapters(self) -> Iterator[tuple[str, str]]:
        if self.book.brief:
            points = "".join(f"<li>{self.said(point.in_language(self.lang))}</li>" for point in self.book.brief)
            yield self.shared("brief"), f"<ol>{points}</ol>\n"
        turn = self.book.turn
        if turn and all(self.pictures.can_be(step.situation) for step in turn.steps if step.situation):
            yield turn.title.in_language(self.lang), "".join(self._turn(turn))
        for chapter in self.book.chapters:
            yield chapter.title.in_language(self.lang), "".join(self._chapter(chapter))
        if self.book.rulings:
            yield self.shared("silent"), "".join(self._silent())
        if rest := {rule: as_set(text) for rule, text in self.rules.items() if rule not in self._told}:
            about = f"<p>{escape(self.words.say('other-about'))}</p>"
            yield self.words.say("other-rules"), f'{about}<ul class="listed">{rule_list(rest)}</ul>'

    def _turn(self, turn: TurnPictures) -> Iterator[str]:
        """The first spread of the booklet: a turn in pictures."""
        yield f"<p>{self.said(turn.about.in_language(self.lang))}</p>\n"
        for number, step in enumerate(turn.steps, 1):
            title, text = (self.said(words.in_language(self.lang)) for words in (step.title, step.text))
            yield f"<h3>{number}. {title}</h3>\n<p>{text}</p>\n"
            if not (step.situation and self.situate(step.situation) is None):
                yield self._picture(Block(situation=step.situation, faces=step.faces), step.text)

    def _chapter(self, chapter: Chapter) -> Iterator[str]:
        for block in chapter.blocks:
            if block.situation and self.situate(block.situation) is None:
                continue  # an example that does not hold is left out, as on paper
            yield from self._block(block)

    def _block(self, block: Block) -> Iterator[str]:
        if block.heading:
            yield f"<h3>{self.said(block.heading.in_language(self.lang))}</h3>\n"
        elif block.example:
            word = escape(self.shared("example"))
            text = self.said(block.example.in_language(self.lang))
            yield f'<div class="example"><p><b>{word}</b> {text}</p>{self._picture(block)}</div>\n'
        elif block.text:
            yield f"<p>{self.said(block.text.in_language(self.lang))}</p>\n"
        elif block.table:
            yield self._table([[cell.in_language(self.lang) for cell in row] for row in block.table])
        elif block.parts:
            yield f'<ul class="box">{"".join(self._part_rows())}</ul>\n'
        else:
            yield self._picture(block)
        for rule in block.rules or ():
            yield self._rule(rule)

    def _rule(self, rule: str) -> str:
        self._told.add(rule)
        text = self.said(self.book.rules[rule].in_language(self.lang))
        return f'<p class="rule" id="{rule}">{self._number(rule)} {text}</p>\n'

    def _number(self, rule: str) -> str:
        """A link to the rule itself, to be shared; a sign says whose it is."""
        source = self.book.sources.get(rule, "")
        sign = ""
        if source in SIGNS:
            told = escape(self.words.say(source))
            sign = f'<span class="sign" title="{told}"><span aria-hidden="true">{SIGNS[source]}</span>'
            sign += f'<span class="unseen">{told}</span></span>'
        return f'<span class="number"><a href="#{rule}">{rule}</a>{sign}</span>'

    def _table(self, rows: Sequence[Sequence[str]]) -> str:
        head, *body = ([self.said(cell) for cell in row] for row in rows)
        return table(head, body)

    def _part_rows(self) -> Iterator[str]:
        """Every part with its picture, its number, and the rule that describes it."""
        for name, component in self.kit.components.items():
            called = component.name.in_language(self.lang)
            piece = next((p for p in self.parts.pieces if p.component == name and not p.alternative), None)
            picture = self._face(piece, called) if piece else ""
            head = f"<b>{component.count} × {escape(called)}</b>"
            rule, text, place = component.rule, "", ""
            if rule in self.rules and rule not in self._told and describes(rule):
                self._told.add(rule)
                place = f' id="{rule}"'
                text = f"<br>{self.said(self.book.rules[rule].in_language(self.lang))} {self._number(rule)}"
            yield f'<li{place}><span class="small">{picture}</span><span>{head}{text}</span></li>\n'

    def _silent(self) -> Iterator[str]:
        """Where the rulebook is silent: every ruling, what it says, what we play and why; then our additions."""
        told = [ruling for ruling in self.book.rulings if not ruling.program]
        elsewhere = len(self.book.rulings) - len(told)
        about = self.shared("silent-about").format(rulings=len(told))
        more = self.shared("silent-program").format(n=elsewhere) if elsewhere else ""
        yield f"<p>{self.said(f'{about} {more}'.strip())}</p>\n"
        for ruling in told:
            said = [ruling.book.in_language(self.lang), f"**{ruling.chosen.in_language(self.lang)}**"]
            said.append(ruling.why.in_language(self.lang))
            if ruling.other:
                said.append(self.shared("silent-other").format(text=ruling.other.in_language(self.lang)))
            links = ", ".join(f'<a class="ref" href="#{rule}">{rule}</a>' for rule in ruling.rules)
            yield f'<p class="ruling"><span class="number">{links}</span> {self.said(" ".join(said))}</p>\n'
        if printed := self.book.additions(self.kit)[0]:
            text = self.shared("silent-ours").format(printed=len(printed), rules=", ".join(printed))
            yield f"<p>{self.said(text)}</p>\n"

    # --- pictures ---------------------------------------------------------------------------------------
    def _picture(self, block: Block, otherwise: Words | None = None) -> str:
        """With its caption and the legend of its numbers; what it shows is told to those who do not see it."""
        share, legend = "", ""
        shown = block.situation or block.faces
        if shown is None:
            return ""
        caption = shown.caption.in_language(self.lang) if shown.caption else ""
        if block.situation:
            share = f' class="shared" style="--share: {block.situation.width:g}"'
            notes = enumerate(block.situation.notes, 1)
            said = {number: note.says.in_language(self.lang) for number, note in notes if note.says}
            rows = "".join(f'<li value="{number}">{self.said(one)}</li>' for number, one in said.items())
            legend = f"<ol>{rows}</ol>" if said else ""
            told = caption or (otherwise.in_language(self.lang) if otherwise else " ".join(said.values()))
            picture = image(self._situation(block.situation, told), UP)
        else:
            assert block.faces is not None
            picture = "".join(self._rows(block.faces))
        below = f"<figcaption>{self.said(caption)}{legend}</figcaption>" if caption or legend else ""
        return f"<figure{share}>{picture}{below}</figure>\n"

    def _rows(self, faces: Faces) -> Iterator[str]:
        """One row of parts, or a row for each group, with its label."""
        if faces.show:
            yield f'<span class="row">{"".join(self._row(faces.show))}</span>'
        for group in faces.groups:
            label = self.said(group.label.in_language(self.lang))
            yield f'<span class="row">{"".join(self._row(group.show))}<b>{label}</b></span>'

    def _row(self, show: Sequence[str]) -> Iterator[str]:
        for name in show:
            component, _, item = name.removesuffix("/back").partition("/")
            piece = self._pieces[component, item or component]
            called = self.kit.components[component].name.in_language(self.lang)
            yield self._face(piece, called, "back" if name.endswith("/back") else "front")

    def _face(self, piece: Piece, called: str, side: str = "front") -> str:
        scene = shown_face(self.kit, self.parts, piece, side)
        return image(self.showcase.small(f"{piece.component}-{piece.item}-{side}", scene, called), UP, zoom=False)

    def _situation(self, situation: Situation, caption: str) -> Exhibit:
        """The board with the pieces of a record, or the part of it that matters, as in the booklet."""
        drawn = self.pictures.board(situation, WIDE)
        scene = Scene(drawn.width, drawn.height, drawn.items, rect(0, 0, drawn.width, drawn.height), 0.0)
        alt = self.words.say("situation", caption=plain(self.kit.filled(caption, self.lang)))
        return self.showcase.show("situation", scene, alt)
