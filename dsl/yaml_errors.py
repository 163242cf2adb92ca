"""Syntax errors of YAML in our words: the parser's complaint and the text in, a `Problem` out.

The parser says what it stumbled over, which is often far from the mistake.  So its words only
choose among the cases below, and the message comes from looking at the text around the place.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from rulewright.dsl.problems import Problem, problem
from rulewright.dsl.source import SourceFile, Span
from rulewright.dsl.yaml_words import (
    CLOSES,
    CRAMPED_KEY,
    KEY,
    MARKS,
    QUOTE_IT,
    mark_problem,
    missing_space,
    quoted,
)

_DASHES = re.compile(r"[ ]*(?:-[ ]+)*")


@dataclass
class Seen:
    """What was read before the error: the last value, the innermost open bracket, documents."""

    quoted: tuple[int, int] | None = None
    """Start and end of the last value, if it was in quotes or brackets."""
    block_text: tuple[int, int] | None = None
    """Start and end of the last value, if it was a block of text after '|' or '>'."""
    open_bracket: int | None = None
    documents: int = 0


@dataclass(frozen=True)
class _Place:
    """An offset in the text with the line around it."""

    source: SourceFile
    offset: int

    @property
    def line(self) -> int:
        return self.source.position(self.offset)[0]

    @property
    def text(self) -> str:
        return self.source.line_text(self.line)

    @property
    def before(self) -> str:
        return self.source.text[self.source.line_range(self.line)[0] : self.offset]

    @property
    def at_line_start(self) -> bool:
        return not self.before.strip()

    @property
    def char(self) -> str:
        return self.source.text[self.offset : self.offset + 1]

    @property
    def one(self) -> Span:
        """The span of the one character here."""
        return self.source.span(self.offset, self.offset + len(self.char.strip("\r\n")))

    @property
    def rest(self) -> Span:
        """The span from here to the end of the line's text."""
        end = self.source.line_range(self.line)[0] + len(self.text.rstrip())
        return self.source.span(self.offset, max(end, self.offset))

    def moved(self, offset: int) -> _Place:
        return _Place(self.source, offset)


def explain(error: Exception, source: SourceFile, seen: Seen, reached: int) -> Problem:
    """Return the problem behind a parser's error; `reached` is how far reading had come."""
    said = f"{getattr(error, 'context', '') or ''} | {getattr(error, 'problem', '') or ''}"
    place = _Place(source, _index(getattr(error, "problem_mark", None), reached))
    began = place.moved(_index(getattr(error, "context_mark", None), place.offset))
    if isinstance(error, ValueError) or "double-quoted" in said:
        return _bad_escape(place, isinstance(error, ValueError))
    for kind in MARKS:
        if re.search(rf"while (scanning|parsing) an? {kind}", said):
            return mark_problem(kind, source, began.offset, began.offset + 1)
    if "quoted scalar" in said:
        return _unclosed_quote(began)
    if "cannot start any token" in said:
        return _tab(place) if place.char == "\t" else _reserved(place)
    if "block scalar" in said:
        return _block_header(began, place)
    if "sequence entries are not allowed" in said:
        return _dash_after_key(place)
    if "mapping keys are not allowed" in said:
        return _reserved(place)
    if "could not find expected ':'" in said:
        return _missing_colon(began)
    if "mapping values are not allowed" in said:
        return _extra_colon(place)
    if "flow" in said:
        return _in_brackets(place, began, said, seen)
    if "expected the node content" in said:
        return _stray(place)
    if "<block end>" in said or ("<document start>" in said and seen.documents):
        return _after_value(place, seen)
    if "<document start>" in said:
        return problem(
            "yaml-syntax",
            "After '%YAML 1.2' comes a line '---'.",
            place.one,
            "The line '%YAML 1.2' can simply be left out.",
        )
    return problem("yaml-syntax", "YAML cannot read this.", place.rest, QUOTE_IT)


def _index(mark: Any, otherwise: int) -> int:
    return otherwise if mark is None else int(mark.index)


def _bad_escape(place: _Place, out_of_range: bool) -> Problem:
    text = place.source.text
    if out_of_range:
        found = re.compile(r"\\U[0-9A-Fa-f]{8}").search(text, place.offset)
        start, end = found.span() if found else (place.offset, place.offset + 1)
    else:
        start = text.rfind("\\", 0, place.offset)
        end = min(place.offset + 1, len(text))
    return problem(
        "yaml-escape",
        f"{quoted(text[start:end])} is not an escape that YAML knows.",
        place.source.span(start, end),
        "Write '\\\\' for one backslash, or use single quotes, which take it as it is.",
    )


def _unclosed_quote(began: _Place) -> Problem:
    return problem(
        "yaml-unclosed-quote",
        f"This text starts with a quote ({began.char}) that is not closed.",
        began.rest,
        f"Close it with {began.char} on the same line.",
    )


def _tab(place: _Place) -> Problem:
    if place.at_line_start:
        message = "This line is indented with a tab."
        hint = "Use spaces: two for each level."
    elif not place.text[len(place.before) :].strip():
        message = "There is a tab at the end of this line."
        hint = "Delete it."
    else:
        message = "There is a tab between the parts of this line."
        hint = "Use a space instead."
    return problem("yaml-tab", message, place.one, hint)


def _reserved(place: _Place) -> Problem:
    return problem(
        "yaml-reserved-character",
        f"A text cannot start with '{place.char}', which YAML keeps for itself.",
        place.one,
        QUOTE_IT,
    )


def _block_header(began: _Place, place: _Place) -> Problem:
    if place.line != began.line:
        return problem(
            "yaml-indent",
            f"This line does not fit the indentation of the text that starts on line {began.line}.",
            place.rest,
            "Start all lines of the text in the same column.",
        )
    return problem(
        "yaml-block-text",
        f"YAML reads the leading '{began.char}' as the start of a text on the next lines.",
        began.rest,
        "Put something before it, or put the whole text in quotes.",
    )


def _dash_after_key(place: _Place) -> Problem:
    return problem(
        "yaml-dash",
        "A list item ('- ') cannot start behind a key on the same line.",
        place.one,
        "Start the list on the next line.",
    )


def _missing_colon(place: _Place) -> Problem:
    """Report a line among keys that has no ': ' of its own."""
    dashes = _DASHES.match(place.text)
    start = place.source.line_range(place.line)[0] + (dashes.end() if dashes else 0)
    text = place.source.text
    if cramped := CRAMPED_KEY.match(text, start):
        return missing_space(place.source, cramped.end(1))
    here = place.moved(start)
    words = text[start : start + len(place.text)].splitlines()[:1]
    word = words[0].split(" ")[0] if words else ""
    hint = f"Write '{word}: ...', or join the line to the one it belongs to."
    return problem(
        "yaml-missing-colon",
        "This line stands among keys, but it has no ': ' after its key.",
        here.rest,
        hint if re.fullmatch(KEY, word) else None,
    )


def _extra_colon(place: _Place) -> Problem:
    """Report a colon that would make a key where no key can stand."""
    start = _DASHES.match(place.before)
    key = place.before[start.end() if start else 0 :]
    if not re.search(r":\s", key):
        if len(key) > 1000:
            message = "The text before this ':' is too long for a key."
            return problem("yaml-colon", message, place.one, QUOTE_IT)
        above = _line_above(place)
        if above is not None and not key.lstrip().startswith(("'", '"', "{", "[")):
            return _key_below_text(place, above)
    return problem(
        "yaml-colon",
        "A text that contains ': ' has to stand in quotes: YAML reads the part before it as a key.",
        place.one,
        QUOTE_IT,
    )


def _key_below_text(place: _Place, above: _Place) -> Problem:
    """Report a key under a line whose text it would continue."""
    content = _DASHES.match(above.text)
    column = content.end() if content else 0
    rest = above.text[column:]
    cramped = CRAMPED_KEY.match(rest)
    if cramped and ": " not in rest:
        return missing_space(place.source, above.offset + column + cramped.end(1))
    indent = len(place.text) - len(place.text.lstrip(" "))
    own_key = re.match(r"[^:]+?(?=:\s)", rest)
    here = place.moved(place.offset - len(place.before) + indent)
    if indent > column or own_key:
        name = quoted(own_key.group() if own_key else rest)
        return problem(
            "yaml-indent",
            f"This line is indented more than {name} above it, which already has a value.",
            here.rest,
            f"Start it in the same column as {name}.",
            [(f"{name} stands here.", above.moved(above.offset + column).rest)],
        )
    return _missing_colon(above.moved(above.offset + column))


def _line_above(place: _Place) -> _Place | None:
    """Return the start of the nearest line above that holds more than a comment."""
    for line in range(place.line - 1, 0, -1):
        text = place.source.line_text(line).strip()
        if text and not text.startswith("#"):
            return place.moved(place.source.line_range(line)[0])
    return None


def _in_brackets(place: _Place, began: _Place, said: str, seen: Seen) -> Problem:
    text = place.source.text
    at_end = "<stream end>" in said or "<document" in said
    opening = seen.open_bracket
    if "expected ','" in said and began.char in CLOSES:
        opening = began.offset
    if opening is None:
        return _stray(place)
    bracket = place.moved(opening)
    close = CLOSES.get(bracket.char, "]")
    # A new key or line inside brackets that go on from a line above: they were left open.
    starts_line = place.at_line_start or (place.char == ":" and ":" not in place.before)
    if at_end or (bracket.line != place.line and starts_line and place.char not in CLOSES.values()):
        where = "" if at_end else f" before line {place.line}"
        comma = "" if at_end else ", or put a ',' between the entries"
        return problem(
            "yaml-unclosed-bracket",
            f"This '{bracket.char}' is not closed{where}.",
            bracket.one,
            f"Close it with '{close}'{comma}.",
        )
    if place.char in ("]", "}") and place.char != close:
        return problem(
            "yaml-unclosed-bracket",
            f"'{bracket.char}' is closed by '{place.char}', but needs '{close}'.",
            place.one,
            related=[(f"The '{bracket.char}' stands here.", bracket.one)],
        )
    if place.char == ":":
        return _missing_comma(place) or _extra_colon(place)
    if place.char in ("{", "[") and text[place.offset - 1] == ":":
        return missing_space(place.source, place.offset - 1)
    if "expected the node content" in said:
        return _stray(place)
    return problem(
        "yaml-after-quote",
        "There is a ',' missing, or text follows a closing quote or bracket.",
        place.one,
        "Put a ',' between the entries, or the whole text in quotes.",
    )


def _missing_comma(place: _Place) -> Problem | None:
    """Report `{risk: 1 yield: 2}`: a key stands behind a value of a single word."""
    found = re.search(rf"[{{,]\s*{KEY}:\s+[\w-]+\s+({KEY})$", place.before)
    if found is None:
        return None
    key = found[1]
    here = place.moved(place.offset - len(key))
    return problem(
        "yaml-after-quote",
        f"There is a ',' missing before {quoted(key)}.",
        here.source.span(here.offset, here.offset + len(key)),
        "Put a ',' between the entries, or the whole text in quotes.",
    )


def _stray(place: _Place) -> Problem:
    if place.char == "-":
        message = "A list inside brackets is written with commas, without '- '."
        return problem("yaml-dash", message, place.one)
    if not place.char.strip():
        return problem("yaml-syntax", "A value is missing here.", place.one)
    return problem(
        "yaml-stray-character",
        f"There is a '{place.char}' where a value is expected.",
        place.one,
        "Delete it, or put the whole text in quotes.",
    )


def _after_value(place: _Place, seen: Seen) -> Problem:
    """Report what follows a value that is already complete."""
    if not place.at_line_start:
        return _behind_value(place, seen)
    if place.char in ("]", "}", ","):
        return _stray(place)
    if place.char == "%":
        return _reserved(place)
    indent = len(place.before)
    levels = _levels_above(place)
    if re.match(r"-\s", place.source.text[place.offset : place.offset + 2]) and indent in levels:
        return problem(
            "yaml-dash",
            "This list item ('- ') stands where a key is expected.",
            place.rest,
            "Indent it below the key that it belongs to.",
        )
    if seen.block_text is not None and indent not in levels:
        first = place.source.position(seen.block_text[0])[0]
        return problem(
            "yaml-indent",
            f"This line is indented less than the text that starts on line {first}.",
            place.rest,
            "Start all lines of the text in the same column, with no longer empty line before.",
        )
    if indent in levels:
        return problem(
            "yaml-indent",
            f"This line starts in the same column as the list or value above (line "
            f"{levels[indent]}), but it is no part of it.",
            place.rest,
            "Start it in the column of the key that it belongs to.",
        )
    above = _line_above(place)
    shape = "more" if above and indent > len(_indent(above.text)) else "less"
    columns = sorted(levels)
    listed = " or ".join(str(column) for column in columns[-4:])
    return problem(
        "yaml-indent",
        f"This line is indented {shape} than the lines it could belong to: it has "
        f"{_spaces(indent)}, they have {listed}.",
        place.rest,
        "Start it in the same column as the lines of its block.",
    )


def _behind_value(place: _Place, seen: Seen) -> Problem:
    if place.char in ("]", "}"):
        return _stray(place)
    if seen.quoted is not None:
        start = place.moved(seen.quoted[0])
        last = place.source.position(seen.quoted[1])[0]
        if start.char in ("'", '"') and last > start.line:
            return problem(
                "yaml-unclosed-quote",
                f"This text starts with a quote ({start.char}) that is closed only on line {last}.",
                start.rest,
                f"Close it with {start.char} on the same line.",
            )
        kind = "bracket" if start.char in CLOSES else "quote"
        hint = QUOTE_IT
        if start.char == "'" and not place.before.endswith(" "):
            hint = "Inside single quotes write an apostrophe twice (''), or use double quotes."
        message = f"There is text after the closing {kind}."
        return problem("yaml-after-quote", message, place.rest, hint)
    return problem("yaml-syntax", "YAML cannot read the rest of this line.", place.rest, QUOTE_IT)


def _levels_above(place: _Place) -> dict[int, int]:
    """Return the columns in which blocks above started that may still go on, with a line each."""
    levels: dict[int, int] = {}
    lowest: int | None = None
    for line in range(place.line - 1, 0, -1):
        text = place.source.line_text(line)
        if not text.strip() or text.lstrip().startswith("#"):
            continue
        indent = len(_indent(text))
        if lowest is not None and indent >= lowest:
            continue
        dashes = _DASHES.match(text)
        if dashes and lowest is None and re.search(r":(\s|$)", text):
            levels.setdefault(dashes.end(), line)
        levels.setdefault(indent, line)
        lowest = indent
        if indent == 0:
            break
    return levels


def _indent(text: str) -> str:
    return text[: len(text) - len(text.lstrip(" "))]


def _spaces(number: int) -> str:
    return "no spaces" if number == 0 else "1 space" if number == 1 else f"{number} spaces"
