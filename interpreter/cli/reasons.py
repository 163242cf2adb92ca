"""Why: reasons for or against a move in; lines with the rule's file, line and words out."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .common import text_in
from .drawing import cut, wrap
from .output import Style
from .words import say

if TYPE_CHECKING:
    from rulewright.interpreter.explain import Reason
    from rulewright.interpreter.match import Match


def is_legal(reasons: Sequence[Reason]) -> bool:
    """Whether reasons speak for a move."""
    return all(reason.ok for reason in reasons)


def explained(text: str, reasons: Sequence[Reason], style: Style, lang: str = "en") -> list[str]:
    """Return why a move can or cannot be played, reason by reason."""
    legal = is_legal(reasons)
    look = "good" if legal else "bad"
    lines = [style.paint(say(lang, "legal" if legal else "illegal", text), look)]
    yes, no = ("✓", "✗") if style.unicode else ("+", "-")
    for reason in reasons:
        lines += wrap(reason.text, style.width, f"  {yes if reason.ok else no} ", "    ")
        lines += place_lines(reason.source, style, "    ")
    return lines


def place_lines(place: str, style: Style, indent: str = "") -> list[str]:
    """Return where a rule stands and, where the file is at hand, its line."""
    if not place:
        return []
    lines = [style.paint(indent + place, "place")]
    words = rule_line(place)
    if words:
        lines.append(indent + "    " + cut(words, style.width - len(indent) - 4, style.dots))
    return lines


def rule_line(place: str) -> str:
    """Return the line of a rule file that a `file:line:column` points at, or nothing."""
    from rulewright.interpreter.library import games_folder

    parts = place.rsplit(":", 2)
    if len(parts) != 3 or not parts[1].isdigit():
        return ""
    for path in (games_folder().parent / parts[0], Path(parts[0])):
        try:
            lines = path.read_text(encoding="utf-8").splitlines()
        except (OSError, UnicodeDecodeError):
            continue
        number = int(parts[1])
        return lines[number - 1].strip() if number <= len(lines) else ""
    return ""


def about_decision(match: Match, style: Style, lang: str) -> list[str]:
    """Return which rule asks for the decision."""
    decision = match.decision
    if decision is None:
        return [say(lang, "over")]
    lines = wrap(decision.prompt_in(lang), style.width) if decision.prompt_in(lang) else []
    fact = fact_of(match, decision.procedure.partition("#")[0])
    if fact is not None:
        said = text_in(fact.text, lang)
        lines += wrap(said, style.width, "  ") if said else []
    return lines + place_lines(decision.source, style, "  ")


def fact_of(match: Match, name: str) -> Any:
    """Return what is known about a procedure, component or rule, or None."""
    from rulewright.interpreter.moves import same_words

    wanted = same_words(name)
    for fact in match.game.program.facts:
        own = fact.path.rpartition(".")[2]
        if wanted in (same_words(own), *map(same_words, fact.name.values())):
            return fact
    return None
