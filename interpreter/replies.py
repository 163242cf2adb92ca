"""What the engine itself says about moves: a key and a language in, a sentence or part of one out.

Without a language, or in one that is not here, it is English. What rule files say of themselves
(names, labels, conditions as they are written) stands in the Program, not here.
"""

from __future__ import annotations

ENGLISH = "en"

_REPLIES: dict[str, dict[str, str]] = {
    # Whole sentences.
    "over": {
        "en": "The game is over.",
        "fr": "La partie est finie.",
        "ja": "ゲームは終了しました。",
    },
    "carried": {
        "en": "It can be carried through.",
        "fr": "Cela peut être mené à bien.",
        "ja": "最後まで実行できます。",
    },
    "not offered": {
        "en": "It is not offered here.",
        "fr": "Ce n'est pas proposé ici.",
        "ja": "ここでは選べません。",
    },
    "cannot pay": {
        "en": "There is no way to pay this.",
        "fr": "Il n'y a pas moyen de payer cela.",
        "ja": "支払う方法がありません。",
    },
    "nothing to choose": {
        "en": "There is nothing to choose from.",
        "fr": "Il n'y a rien à choisir.",
        "ja": "選べるものがありません。",
    },
    "nothing later": {
        "en": "There would be nothing to choose from.",
        "fr": "Il n'y aurait rien à choisir.",
        "ja": "選べるものがなくなります。",
    },
    "unknown": {
        "en": "'{0}' is not a move here.",
        "fr": "« {0} » n'est pas un coup possible ici.",
        "ja": "「{0}」はここでの手ではありません。",
    },
    "elsewhere": {
        "en": "'{0}' is a move of this game, but not of this decision.",
        "fr": "« {0} » est un coup de ce jeu, mais pas de cette décision.",
        "ja": "「{0}」はこのゲームの手ですが、今の選択肢ではありません。",
    },
    "other decision": {
        "en": "'{0}' is a move, but this is not its decision or its number.",
        "fr": "« {0} » est un coup, mais ce n'est ni sa décision ni son numéro.",
        "ja": "「{0}」は手ですが、その選択または番号ではありません。",
    },
    "did you mean": {
        "en": " Did you mean '{0}'?",
        "fr": " Vouliez-vous dire « {0} » ?",
        "ja": "「{0}」のことですか？",
    },
    "there is": {"en": " There is {0}.", "fr": " Il y a {0}.", "ja": "選べる手: {0}。"},
    "quoted": {"en": "'{0}'", "fr": "« {0} »", "ja": "「{0}」"},
    # What goes around a condition that holds or does not.
    "holds": {"en": "{0}.", "fr": "{0}.", "ja": "{0}。"},
    "needs": {"en": "Needs {0}.", "fr": "Il faut : {0}.", "ja": "必要: {0}。"},
    # Conditions.
    "eq": {"en": "{0} is {1}", "fr": "{0} est {1}", "ja": "{0} = {1}"},
    "ne": {"en": "{0} is not {1}", "fr": "{0} n'est pas {1}", "ja": "{0} ≠ {1}"},
    "lt": {"en": "{0} < {1}"},
    "le": {"en": "{0} <= {1}"},
    "gt": {"en": "{0} > {1}"},
    "ge": {"en": "{0} >= {1}"},
    "not": {"en": "not ({0})", "fr": "non ({0})", "ja": "({0}) ではない"},
    "and": {"en": " and ", "fr": " et ", "ja": " かつ "},
    "or": {"en": " or ", "fr": " ou ", "ja": " または "},
    "counts": {
        "en": "{0} is among those that count",
        "fr": "{0} est parmi ceux qui comptent",
        "ja": "{0} が対象に含まれる",
    },
    "among": {
        "en": "{0} to be among what can be chosen here",
        "fr": "{0} parmi ce qu'on peut choisir ici",
        "ja": "{0} がここで選べること",
    },
    "can pay": {"en": "{0} can pay {1}", "fr": "{0} peut payer {1}", "ja": "{0} が支払える: {1}"},
    "some": {
        "en": "there is something to choose",
        "fr": "il y a quelque chose à choisir",
        "ja": "選べるものがある",
    },
    "possible": {
        "en": "this could be carried through",
        "fr": "cela pourrait être mené à bien",
        "ja": "最後まで実行できる",
    },
    "condition": {
        "en": "the condition holds",
        "fr": "la condition est remplie",
        "ja": "条件が満たされている",
    },
    "things": {"en": "{0} things", "fr": "{0} choses", "ja": "{0}個"},
    "pieces in": {"en": "pieces in {0}", "fr": "pièces dans {0}", "ja": "{0}のコマの数"},
    "value of": {"en": "{0}'s value", "fr": "valeur de {0}", "ja": "{0}の値"},
    "owned": {"en": "{0}'s {1}", "fr": "{1} de {0}", "ja": "{0}の{1}"},
    # Reasons that come with a rule and not from its file.
    "there is nothing to take": {"fr": "Il n'y a rien à prendre.", "ja": "取るものがありません。"},
    "there is not enough to take": {
        "fr": "Il n'y a pas assez à prendre.",
        "ja": "取るものが足りません。",
    },
    "you do not have what you would give": {
        "fr": "Vous n'avez pas ce que vous donneriez.",
        "ja": "渡すものを持っていません。",
    },
}


def reply(lang: str | None, key: str, *values: object) -> str:
    """Return what the engine says, in English where a language has no words for it.

    >>> reply("fr", "owned", "A", "or"), reply(None, "owned", "A", "gold")
    ('or de A', "A's gold")
    """
    forms = _REPLIES[key]
    return (forms.get(lang or ENGLISH) or forms[ENGLISH]).format(*values)


def sentence(lang: str | None, key: str, words: str) -> str:
    """Return words as a sentence of their own, with a capital at its start.

    >>> sentence(None, "holds", "gold (1) > 0")
    'Gold (1) > 0.'
    """
    said = reply(lang, key, words)
    return f"{said[:1].upper()}{said[1:]}"


def rule_reason(lang: str | None, reason: str) -> str:
    """Return the reason a Program gives for what cannot be done; a condition is as it is written.

    >>> rule_reason("fr", "needs walls_left > 0")
    'Il faut : walls_left > 0.'
    """
    own = _REPLIES.get(reason, {}).get(lang or ENGLISH)
    if own is not None:
        return own
    condition = reason.removeprefix("needs ")
    if condition != reason:
        return reply(lang, "needs", condition)
    return sentence(lang, "holds", reason.rstrip("."))
