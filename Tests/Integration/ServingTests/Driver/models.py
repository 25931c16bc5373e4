"""Models of HabrTags and PetPhrases, which follow Documentation/Design/Behavior.md and not the keyboards' code.

The models read the tags and the phrases from the tables of this page.
"""

import os
import re

PAGE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../../Documentation/Design/Behavior.md")


def table(heading):
    """Returns the rows of the first table below a heading of Behavior.md, without the row of titles."""
    with open(PAGE, encoding="utf-8") as file:
        section = file.read().split(f"\n### {heading}\n")[1].split("\n#")[0]
    rows = [line.strip("| \n").split(" | ") for line in section.splitlines() if line.startswith("| ")]
    return [[cell.strip("` ") for cell in row] for row in rows[1:]]


class Field:
    """A text with its selection (Behavior.md#the-document). A list has one item for each grapheme cluster."""

    def __init__(self, before=(), selected=(), after=()):
        self.before, self.selected, self.after = list(before), list(selected), list(after)
        self.steps = []

    @property
    def text(self):
        return "".join(self.before + self.selected + self.after)

    @property
    def count(self):
        """The number of grapheme clusters in the text."""
        return len(self.before + self.selected + self.after)

    @property
    def selection(self):
        """The start and the length of the selection in Unicode scalars."""
        return len("".join(self.before)), len("".join(self.selected))

    @property
    def document(self):
        return {"before": "".join(self.before), "selected": "".join(self.selected), "after": "".join(self.after)}

    def begin_step(self):
        """Begins a step of undo: a gesture that changes the text."""
        self.steps.append((self.before, self.selected, self.after))
        self.steps = self.steps[-100:]

    def insert(self, text, behind=""):
        """Replaces the selection with `text` and `behind`. The insertion point is then between these texts."""
        self.begin_step()
        self.before, self.selected, self.after = self.before + list(text), [], list(behind) + self.after

    def delete(self):
        if self.selected:
            self.begin_step()
            self.selected = []
        elif self.before:
            self.begin_step()
            self.before = self.before[:-1]

    def clear(self):
        if self.text:
            self.begin_step()
            self.before, self.selected, self.after = [], [], []

    def move(self, count):
        """Moves the insertion point. A selection first becomes an insertion point at its start or its end."""
        text = self.before + self.selected + self.after
        start = len(self.before) + (len(self.selected) if count > 0 else 0)
        self.select(min(max(start + count, 0), len(text)), 0)

    def select(self, offset, length):
        text = self.before + self.selected + self.after
        end = offset + length
        self.before, self.selected, self.after = text[:offset], text[offset:end], text[end:]

    def undo(self, count):
        for _ in range(count):
            self.before, self.selected, self.after = self.steps.pop()


class HabrTags:
    """The keys that type tags (Behavior.md#habrtags)."""

    MAXIMUM_SELECTION = 8_191

    def __init__(self, settings):
        """`settings` contains a pair of texts for each key whose texts the user changed."""
        self.tags = {name: text for name, text in table("HabrTags")}
        for name, (start, end) in settings.items():
            self.tags[name] = self.bracketed(start, "[") + self.bracketed(end, "[/")

    @staticmethod
    def bracketed(text, start):
        return text if re.fullmatch(r"|\[.*\]|<.*>", text) else f"{start}{text}]"

    def press(self, name, field):
        if len(field.selected) > self.MAXIMUM_SELECTION:
            return
        tag = self.tags[name]
        ends = [tag.index(mark) + len(mark) for mark in ["]", "://", '="', ">"] if mark in tag]
        start, end = tag[: ends[0]], tag[ends[0] :]
        content = field.selected
        if start.removesuffix("http://").endswith('="'):
            content = [part for cluster in content for part in ("&quot;" if cluster == '"' else [cluster])]
        url = r"\s*([A-Za-z][A-Za-z0-9+.-]*://\S*|//\S+|mailto:\S+)\s*"
        if re.fullmatch(url, "".join(field.selected), re.IGNORECASE):
            start = start.removesuffix("http://")
        field.insert(list(start) + content, end)


class PetPhrases:
    """The keys that type phrases (Behavior.md#petphrases)."""

    LANGUAGES = ["en", "pl", "zh", "ru"]
    TITLES = ["EN", "PL", "中", "RU"]

    def __init__(self, settings, user):
        """`settings` contains the texts that the user set for keys. `user` is the user's language."""
        self.settings = settings
        self.phrases = {name: phrases for name, *phrases in table("PetPhrases")}
        self.keys = [*self.phrases, *(name for name in settings if name not in self.phrases)]
        self.first = self.index(user) or 0
        self.language = self.first

    def index(self, tag):
        base = re.split("[-_]", tag or "")[0]
        return self.LANGUAGES.index(base) if base in self.LANGUAGES else None

    def begin(self, document, title):
        """Handles a field that gets the focus, with its language or None, and the title of the language key."""
        shown, language = self.TITLES.index(title), self.index(document)
        # A fresh process begins in the user's language.
        allowed = [self.language, self.first] if language is None else [language]
        if shown not in allowed:
            raise AssertionError(f"a field in {document} shows {title} instead of {[self.TITLES[i] for i in allowed]}")
        self.language = shown

    def press(self, name, field):
        if name == "language":
            self.language = (self.language + 1) % len(self.LANGUAGES)
        else:
            field.insert(self.settings.get(name) or self.phrases[name][self.language])
