"""The pages of one game in one language: the game, its rules, its parts, how to build it, the referee, the lab."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec import json

from venice_pnp import __version__
from venice_pnp.door.kits import boards_of
from venice_pnp.draw.engraving import cover_of
from venice_pnp.draw.pdf import Plates
from venice_pnp.draw.scene import Group, Scene
from venice_pnp.draw.studio import Studio
from venice_pnp.export.naming import names_of
from venice_pnp.export.site.leaflet import UP, Leaflet
from venice_pnp.export.site.markup import attributes, code, filled_form, plain, rich, table
from venice_pnp.export.site.showcase import LARGE, Exhibit, Showcase, boxed, image, slug, written_on
from venice_pnp.export.site.site_data import SiteWords
from venice_pnp.kit.models import Component
from venice_pnp.press.boxes import with_boxes
from venice_pnp.press.camera import exposed
from venice_pnp.press.folding import leaf_size
from venice_pnp.press.guide import how_to_build
from venice_pnp.press.guide_pages import GuideBlock
from venice_pnp.press.order import Manuscript, Order, chosen_boxes
from venice_pnp.press.pages import Layout
from venice_pnp.press.parts import Piece, draw_parts
from venice_pnp.press.preview import shown_face
from venice_pnp.press.profile import Profile
from venice_pnp.press.tableau import BOARD, Props, tableau
from venice_pnp.speech.texts import kit_texts
from venice_pnp.speech.words import Speech

if TYPE_CHECKING:
    from PIL import Image

    from venice_pnp.lab.tally import Findings, Scatter

LEFT_TO_PDF = ("guide-parts", "guide-extras", "guide-cutting")  # told on other pages, or sheet by sheet in kit.pdf
WIDTH = 1600  # points of the picture of the table
ZOOMING = ("zoom", "zoom-in", "zoom-out", "zoom-next", "zoom-back", "zoom-close", "found")
PERCENT = 100
GAME, RULES, PARTS, BUILDING, REFEREE, LAB = "game", "rules", "parts", "building", "referee", "lab"
FILES = {name: f"{'index' if name == GAME else name}.html" for name in (GAME, RULES, PARTS, BUILDING, REFEREE, LAB)}


class Offered(NamedTuple):
    """A file to download: on which paper, in which edition, where it lies from the site's own folder on, how large."""

    paper: str
    edition: str
    file: str
    bytes: int


class Source(NamedTuple):
    """What the pages of a game are made from, besides its kit."""

    manuscript: Manuscript | None
    plays: bool  # the referee knows its rules
    offered: Sequence[Offered]
    findings: Findings | None
    tongues: Mapping[str, str]  # languages of the site by their names


def page(words: SiteWords, up: str, kind: str, title: str, body: str, **slots: str) -> str:
    """A page in the site's form."""
    given = {
        "lang": words.lang,
        "up": up,
        "kind": kind,
        "title": escape(title),
        "description": escape(words.say("shelf-about")),
        "words": escape(json.encode({key: words.say(key, n="{n}") for key in ZOOMING}).decode()),
        "skip": escape(words.say("skip")),
        "home": f"{up}{words.lang}/index.html",
        "shelf": escape(words.say("shelf")),
        "menu": "",
        "body": body,
    }
    return filled_form("page.html", **(given | slots))


def tongue_links(words: SiteWords, links: Mapping[str, tuple[str, str]]) -> str:
    """The same page in other languages: by code, the address and the language's own name."""
    others = [
        f'<a href="{address}" hreflang="{code}" lang="{code}">{escape(name)}</a>'
        for code, (address, name) in links.items()
        if code != words.lang
    ]
    label = attributes(aria_label=words.say("languages"))
    return f'<nav class="tongues"{label}>{" ".join(others)}</nav>' if others else ""


class GamePages:
    """Writes them."""

    def __init__(self, studio: Studio, out: Path, source: Source, words: SiteWords, paper: str, fresh: bool) -> None:
        self.studio, self.kit, self.lang, self.words = studio, studio.kit, studio.lang, words
        self.source, self.paper = source, paper
        self.order = Order((paper,), (self.lang,), ("colour",), Profile().sides)
        self.parts = draw_parts(studio, boards_of(studio.kit))
        self.showcase = Showcase(out, studio, fresh)
        self.title = self.kit.game.title.in_language(self.lang)
        spoken = source.manuscript and self.lang in source.manuscript.book.languages
        self.manuscript = source.manuscript if spoken else None
        there = {RULES: self.manuscript, REFEREE: source.plays, LAB: source.findings}
        self.names = [name for name in FILES if there.get(name, True)]
        self.boxes = chosen_boxes(self.kit, self.order)
        self.boxed = with_boxes(studio, self.parts, self.boxes)
        cover = cover_of(studio, boards_of(self.kit))
        self.cover, self.table = self._cover(cover), self._table(cover)

    def written(self) -> dict[str, str]:
        """All pages by their files."""
        bodies = {
            GAME: self._game,
            RULES: self._rules,
            PARTS: self._parts_page,
            BUILDING: self._building,
            REFEREE: self._referee,
            LAB: self._lab,
        }
        return {FILES[name]: self._page(name, bodies[name]()) for name in self.names}

    def _page(self, name: str, body: str) -> str:
        said = self.words.say(name)
        title = self.title if name == GAME else f"{said} · {self.title}"
        here = f"{self.kit.name}/{FILES[name]}"
        links = {code: (f"{UP}{code}/{here}", called) for code, called in self.source.tongues.items()}
        menu = "".join(
            f'<a href="{FILES[one]}"{attributes(aria_current="page") if one == name else ""}>'
            f"{escape(self.title if one == GAME else self.words.say(one))}</a>"
            for one in self.names
        )
        head = "" if name == GAME else f"<h1>{escape(said)}</h1>\n<p class=credit>{escape(self.title)}</p>\n"
        return page(
            self.words,
            UP,
            f"page-{name}",
            title,
            head + body,
            menu=f"<nav{attributes(aria_label=self.words.say('pages'))}>{menu}</nav>",
            tongues=tongue_links(self.words, links),
            description=escape(f"{title}: {self.kit.game.credit.in_language(self.lang)}"),
            footer=escape(self.words.say("made-with", version=__version__, kit=self.kit.kit_id)),
        )

    def shared(self, key: str) -> str:
        return self.kit.shared.words[key].in_language(self.lang)

    def said(self, text: str) -> str:
        rules = self.manuscript.book.rules if self.manuscript else ()
        return rich(text, lambda name: self.showcase.symbol(name, UP), rules, FILES[RULES])

    # --- the game ---------------------------------------------------------------------------------------
    def _cover(self, scene: Scene) -> Exhibit:
        """What stands for the game; one without a cover of its own has its picture there, or its title alone."""
        return self.showcase.show("cover", scene, self.words.say("cover-of", game=self.title))

    def _table(self, cover: Scene) -> Exhibit | None:
        """The finished game on a table; of a game without a board there is none."""
        if BOARD not in self.kit.components:
            return None
        laid, before = self.manuscript.show() if self.manuscript else ((), ())
        size = leaf_size(self.kit.shared.papers[self.paper])
        things = tableau(Props(self.studio, self.boxed, laid, before, self.boxes, Group(cover.items), size))

        def photographed() -> Image.Image:
            plates = Plates(self.studio.fonts, dict(self.boxed.faces), packed=False)
            return exposed(things, self.studio.inks, plates, WIDTH)

        return self.showcase.photo("finished", things, photographed, self.words.say("table-of", game=self.title))

    def players(self) -> str:
        """For whom and how long."""
        game, (low, most) = self.kit.game, self.kit.game.players
        said = [self.words.say("players-one" if low == most else "players", low=low, most=most)]
        if game.minutes:
            first, last = game.minutes
            said.append(
                self.shared("opening-about" if first == last else "opening-minutes").format(low=first, most=last)
            )
        if game.age:
            said.append(self.shared("opening-age").format(age=game.age))
        return " · ".join(said)

    def _game(self) -> str:
        upright = " upright" if self.cover.height > self.cover.width * 1.1 else ""
        title = f"<h1>{escape(self.title)}</h1>"
        about = f'<p class="credit">{escape(self.kit.game.credit.in_language(self.lang))}</p>'
        about += f'<p class="meta">{escape(self.players())}</p>'
        cover = f'<div class="cover">{image(self.cover, UP, lazy=False)}</div>'
        hero = f'<div class="hero{upright}">{cover}<div>{title}{about}{self._intro()}</div></div>\n'
        table = ""
        if self.table:
            table = (
                f"<h2>{escape(self.words.say('table'))}</h2>\n<figure class=table>{image(self.table, UP)}</figure>\n"
            )
        return hero + self._cards() + table + self._box() + self._downloads()

    def _intro(self) -> str:
        """What one says of it in a sentence, and the first words of the booklet."""
        tagline = self.kit.game.tagline
        said = f'<p class="lead">{self.said(tagline.in_language(self.lang))}</p>' if tagline else ""
        return said + (f"<p>{self.said(text)}</p>" if (text := self._first_words()) else "")

    def _first_words(self) -> str:
        if self.manuscript is None:
            return ""
        texts = (block.text for chapter in self.manuscript.book.chapters for block in chapter.blocks)
        first = next((text for text in texts if text), None)
        return self.kit.filled(first.in_language(self.lang), self.lang) if first else ""

    def _cards(self) -> str:
        count = sum(component.count for component in self.kit.components.values())
        cards = "".join(
            f'<li><a class="card" href="{FILES[name]}"><strong>{escape(self.words.say(name))}</strong>'
            f"{escape(self.words.say(f'more-{name}', n=count))}</a></li>"
            for name in self.names
            if name != GAME
        )
        return f'<ul class="cards">{cards}</ul>\n'

    def _box(self) -> str:
        rows = "".join(
            f'<li><span class="small">{self._small(name)}</span>'
            f'<span><a href="{FILES[PARTS]}#{name}"><b>{component.count} ×</b> '
            f"{escape(component.name.in_language(self.lang))}</a></span></li>"
            for name, component in self.kit.components.items()
        )
        return f"<h2>{escape(self.words.say('in-box'))}</h2>\n<ul class=box>{rows}</ul>\n"

    def _small(self, component: str) -> str:
        piece = next((p for p in self.parts.pieces if p.component == component and not p.alternative), None)
        if piece is None:
            return ""
        scene = shown_face(self.kit, self.parts, piece)
        return image(self.showcase.small(f"{piece.component}-{piece.item}-front", scene, ""), UP, zoom=False)

    def _downloads(self) -> str:
        head = f'<h2 id="downloads">{escape(self.words.say("downloads"))}</h2>\n'
        if not self.source.offered:
            command = f"venice-pnp build {self.kit.name} --lang {self.lang}"
            return f"{head}<p>{escape(self.words.say('no-downloads'))}</p>\n<pre>{code(command)}</pre>\n"
        how = f"<p>{self.said(self.words.say('download-how'))}</p>\n"
        groups = groupby(self.source.offered, lambda one: (one.paper, one.edition))
        return head + how + "".join(self._table_of(key, files) for key, files in groups)

    def _table_of(self, key: tuple[str, str], files: Iterable[Offered]) -> str:
        paper = self.kit.shared.papers[key[0]].name.in_language(self.lang)
        head = self.words.say("files-of", paper=paper, edition=self.words.say(key[1]))
        rows = [(self._download(one), self._megabytes(one.bytes)) for one in files]
        return f"<h3>{escape(head)}</h3>\n" + table([escape(self.words.say(name)) for name in ("file", "size")], rows)

    def _download(self, one: Offered) -> str:
        return f'<a href="{UP}{one.file}" download>{escape(self._file_title(one.file))}</a>'

    def _file_title(self, file: str) -> str:
        stem = Path(file).stem
        known = self.kit.shared.words.get(f"file-{stem}")
        return f"{known.in_language(self.lang)} ({stem}.pdf)" if known else f"{stem}.pdf"

    def _megabytes(self, size: int) -> str:
        return f"{max(size, 50_000) / 1e6:.1f}\u00a0MB".replace(".", self.shared("decimal"))

    # --- rules ------------------------------------------------------------------------------------------
    def _rules(self) -> str:
        assert self.manuscript is not None  # else there is no such page
        find = escape(self.words.say("search"))
        form = (
            f'<form class="find" role="search" hidden><label for="search">{find}</label>'
            '<input id="search" type="search" autocomplete="off"><span id="state" role="status"></span></form>'
            '<ul id="found"></ul>\n'
        )
        about = f"<p>{escape(self.words.say('more-rules'))}"
        if self.manuscript.book.rulings:
            about += f" {escape(self.words.say('signs', silent=self.shared('silent')))}"
        leaflet = Leaflet(self.studio, self.parts, self.manuscript, self.showcase, self.words)
        return f"{about}</p>\n{form}{leaflet.html()}"

    # --- parts ------------------------------------------------------------------------------------------
    def _parts_page(self) -> str:
        return "".join(self._component(name, component) for name, component in self.kit.components.items())

    def _component(self, name: str, component: Component) -> str:
        called = component.name.in_language(self.lang)
        head = f'<section id="{name}"><h2>{component.count} × {escape(called)}</h2>\n'
        rule = self.said(component.rule)
        notes = [f"{escape(self.words.say('rule-of-part'))} {rule}"]
        if component.instead:
            notes.append(escape(self.shared("or").format(what=component.instead.in_language(self.lang))))
        shown = "".join(f"<li>{figure}</li>" for figure in self._figures(name, called))
        return f'{head}<p class="meta">{" · ".join(notes)}</p>\n<ul class="faces">{shown}</ul></section>\n'

    def _figures(self, name: str, called: str) -> Iterator[str]:
        """Every face once, with its name and how often it is there; the back that all share comes last."""
        own = [p for p in self.parts.pieces if p.component == name and not p.alternative]
        copies, names = Counter(piece.item for piece in own), names_of(self.kit, name, self.lang)
        firsts = list({piece.item: piece for piece in own}.values())
        backs = Counter(piece.back for piece in firsts if piece.back)
        for piece in firsts:
            item = names.get(piece.item, "")
            what = self.words.say("one-of", part=called, item=item) if item else called
            caption = f"{item} · {copies[piece.item]} ×" if item else f"{copies[piece.item]} ×"
            yield self._figure(piece, "front", what, caption)
            if piece.back and backs[piece.back] == 1:
                yield self._figure(piece, "back", what, self.words.say("back-of", what=item or called))
        for back in (back for back, times in backs.items() if times > 1):
            piece = next(one for one in firsts if one.back == back)
            yield self._figure(piece, "back", called, self.words.say("back-of", what=called))

    def _figure(self, piece: Piece, side: str, what: str, caption: str) -> str:
        two = piece.back is not None
        alt = self.words.say(f"{side}-of", what=what) if two else what
        shown = self._face(piece, side, alt)
        size = ' class="large"' if shown.width > LARGE else f' style="--mm: {shown.width:g}"'
        return f"<figure{size}>{image(shown, UP)}<figcaption>{escape(caption)}</figcaption></figure>"

    def _face(self, piece: Piece, side: str, alt: str) -> Exhibit:
        scene = shown_face(self.kit, self.parts, piece, side)
        said = written_on(scene.items) if scene.width <= LARGE else ""  # of a board it would be its numbers
        told = self.words.say("says", what=alt, text=said) if said else alt
        return self.showcase.show(f"{piece.component}-{piece.item}-{side}", scene, told)

    # --- building ---------------------------------------------------------------------------------------
    def _building(self) -> str:
        layout = Layout(self.studio, self.boxed, self.paper, self.order.sides, Profile())
        counts = Counter(piece.component for piece in self.parts.pieces if not piece.alternative)
        blocks = how_to_build(layout, layout.files(), dict(counts), self.boxes)
        about = self.words.say("building-how", paper=layout.paper.name.in_language(self.lang))
        return f"<p>{self.said(about)}</p>\n" + "".join(self._told(blocks))

    def _told(self, blocks: Sequence[GuideBlock]) -> Iterator[str]:
        """What the guide tells, section by section."""
        topic = ""
        sections: dict[str, list[GuideBlock]] = {}
        for block in blocks:
            topic = block.topic or topic
            sections.setdefault(topic, []).append(block)
        for topic, (head, *rest) in sections.items():
            if topic in LEFT_TO_PDF:
                continue
            yield f'<section id="{slug(topic)}"><h2>{escape(head.said[0])}</h2>\n'
            if topic == "guide-shopping":
                yield f'<ul class="ticks">{"".join(map(self._bought, rest))}</ul>'
            elif topic == "guide-printing":
                yield f'<ol class="steplist">{"".join(f"<li>{self.said(b.said[0])}</li>" for b in rest)}</ol>'
            else:
                yield from map(self._block, rest)
            yield "</section>\n"

    def _bought(self, block: GuideBlock) -> str:
        text, *notes = block.said
        return f"<li>{self.said(text)}{''.join(f'<small>{self.said(note)}</small>' for note in notes)}</li>"

    def _block(self, block: GuideBlock) -> str:
        """A paragraph, a few lines, or drawn steps with what they say."""
        if len(block.said) > 1:
            listed = [line for line in block.said if not line.endswith((":", "."))]  # without what leads to it
            lead = "".join(f"<p>{self.said(line)}</p>" for line in block.said if line not in listed)
            return f"{lead}<ul>{''.join(f'<li>{self.said(line)}</li>' for line in listed)}</ul>\n"
        text = block.said[0] if block.said else ""
        told = f"<p>{self.said(text)}</p>\n" if text else ""
        steps = [
            self.showcase.show("step", boxed(step.items, step.box), self._step_said(n, len(block.steps), text))
            for n, step in enumerate(block.steps, 1)
        ]
        if len(steps) == 1:
            return f"<figure>{image(steps[0], UP)}</figure>\n{told}"
        drawn = "".join(f"<li>{image(step, UP)}</li>" for step in steps)
        return (f'<ol class="steps">{drawn}</ol>\n' if steps else "") + told

    def _step_said(self, n: int, of: int, text: str) -> str:
        return self.words.say("steps-of", n=n, of=of, text=plain(text)) if text else self.words.say("board-sheets")

    # --- referee ----------------------------------------------------------------------------------------
    def _referee(self) -> str:
        name = self.kit.name
        commands = {"play": f"play {name}"}
        commands |= {"teach": f"play --teach {name}"} if kit_texts(self.kit, "lesson") else {}
        commands |= {"demo": f"play {name} --demo", "host": "host"}
        begin = "".join(
            f"<dt>{code(f'venice-pnp {typed}')}</dt><dd>{escape(self.words.say(key))}</dd>"
            for key, typed in commands.items()
        )
        asked = {"?": "ask-legal", "why": "ask-why", "u": "ask-undo", "check": "ask-check"}
        always = "".join(
            f"<dt><code>{typed}</code></dt><dd>{escape(self.words.say(key))}</dd>" for typed, key in asked.items()
        )
        return (
            f'<p class="lead">{escape(self.words.say("referee-about"))}</p>\n'
            f"<p>{self.said(self.words.say('getting'))}</p>\n"
            f"<h2>{escape(self.words.say('referee-start'))}</h2>\n<dl>{begin}</dl>\n{self._verbs()}"
            f"<h2>{escape(self.words.say('always'))}</h2>\n<dl>{always}</dl>\n{self._choices()}"
        )

    def _verbs(self) -> str:
        """What is typed for a move, as the console itself explains it."""
        verbs: Mapping[str, Any] = kit_texts(self.kit, "console").get("verbs") or {}
        rows = [
            (
                escape(self._verb(name, told)),
                code(str(told["type"])),
                self.said(self.kit.filled(self._text(told), self.lang)),
            )
            for name, told in verbs.items()
            if "type" in told
        ]
        head = [escape(self.words.say(key)) for key in ("move", "type", "does")]
        return f"<h2>{escape(self.words.say('typed'))}</h2>\n{table(head, rows, named=True)}" if rows else ""

    def _verb(self, name: str, told: Mapping[str, Any]) -> str:
        also = (told.get("also") or {}).get(self.lang) or []
        return str(also[0]) if self.lang != "en" and also else name

    def _text(self, told: Mapping[str, Any]) -> str:
        return str(told.get(self.lang) or told.get("en") or next(iter(told.values())))

    def _choices(self) -> str:
        options = kit_texts(self.kit, "console").get("options") or []
        told = "".join(
            f"<dt>{escape(self._text(option['ask']))}</dt>"
            + "".join(
                f"<dd>{self.said(self.kit.filled(self._text(value), self.lang))}</dd>"
                for value in (option.get("values") or {}).values()
            )
            for option in options
        )
        return f"<h2>{escape(self.words.say('choices'))}</h2>\n<dl>{told}</dl>\n" if told else ""

    # --- lab --------------------------------------------------------------------------------------------
    def _lab(self) -> str:
        from venice_pnp.lab.sentences import told  # only where there are figures

        findings = self.source.findings
        assert findings is not None  # else there is no such page
        summary, say = findings.summaries[-1], self.words.say
        lines = "".join(f"<p>{escape(line)}</p>" for line in told(findings, Speech(self.lang, self.kit)))
        seats = [
            (str(n), f"{share.value * PERCENT:.0f}", self._between(share.low * PERCENT, share.high * PERCENT))
            for n, share in enumerate(summary.seats, 1)
        ]
        measures: dict[str, Scatter] = {"points": summary.points, "moves": summary.moves}
        measures |= {"minutes": summary.minutes, "leads": summary.leads}
        rows = [
            (say(f"lab-{key}"), self._number(one.mean), self._between(one.low, one.high))
            for key, one in measures.items()
        ]
        return (
            f"<p>{escape(say('lab-about', sure=f'{findings.sure * PERCENT:.0f}'))}</p>\n{lines}\n"
            + self._figures_of(("lab-seat", "lab-wins", "lab-range"), seats)
            + self._figures_of(("lab-measure", "lab-mean", "lab-most"), rows)
        )

    def _between(self, low: float, high: float) -> str:
        return self.words.say("lab-to", low=f"{low:.0f}", high=f"{high:.0f}")

    def _number(self, value: float) -> str:
        return f"{value:.1f}".replace(".", self.shared("decimal"))

    def _figures_of(self, columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
        head = [escape(self.words.say(key)) for key in columns]
        return table(head, [[escape(cell) for cell in row] for row in rows], named=True)
