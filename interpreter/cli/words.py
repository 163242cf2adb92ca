"""What the terminal says around a game: a key and a language in, a sentence out."""

from __future__ import annotations

ENGLISH = "en"

_WORDS: dict[str, dict[str, str]] = {
    "you": {"en": "you", "fr": "vous"},
    "to play": {"en": "{0} to play", "fr": "À {0} de jouer"},
    "your move": {"en": "{0}, your move", "fr": "{0}, à vous"},
    "players": {"en": "{0} players", "fr": "{0} joueurs"},
    "alone": {"en": "alone", "fr": "en solitaire"},
    "seed": {"en": "seed {0}", "fr": "graine {0}"},
    "how": {
        "en": "Type the number or the name of a move; ? explains, help lists the rest.",
        "fr": "Tapez le numéro ou le nom d'un coup ; ? explique, help donne le reste.",
    },
    "any time": {"en": "At any time:", "fr": "À tout moment :", "ja": "いつでも："},
    "meanwhile": {"en": "What has happened:", "fr": "Entre-temps :"},
    "in secret": {"en": "(in secret)", "fr": "(en secret)"},
    "set-up": {"en": "Set-up:", "fr": "Mise en place :"},
    "over": {"en": "The game is over.", "fr": "La partie est finie."},
    "wins": {"en": "{0} wins.", "fr": "{0} gagne."},
    "share": {"en": "{0} share the win.", "fr": "{0} se partagent la victoire."},
    "nobody": {"en": "Nobody wins.", "fr": "Personne ne gagne."},
    "draw": {"en": "It is a draw.", "fr": "Match nul."},
    "total": {"en": "total", "fr": "total"},
    "points": {"en": "points", "fr": "points"},
    "pass": {
        "en": "Pass the keyboard to {0}, who presses Enter.",
        "fr": "Passez le clavier à {0}, qui appuie sur Entrée.",
    },
    "many": {
        "en": "... and {0} more: `moves WORD` lists those with a word.",
        "fr": "... et {0} autres : `moves MOT` montre ceux qui ont un mot.",
    },
    "several": {"en": "'{0}' could be {1}.", "fr": "« {0} » peut être {1}."},
    "numbers": {
        "en": "The moves have the numbers 1 to {0}; `moves` lists them.",
        "fr": "Les coups ont les numéros 1 à {0} ; `moves` les montre.",
    },
    "no such moves": {
        "en": "No move has '{0}' in it; `moves` lists them all.",
        "fr": "Aucun coup ne contient « {0} » ; `moves` les montre tous.",
    },
    "no log": {"en": "Nobody has moved yet.", "fr": "Personne n'a encore joué."},
    "save where": {
        "en": "Name a file, for example: save evening.json",
        "fr": "Nommez un fichier, par exemple : save soir.json",
    },
    "left": {"en": "You have left the game.", "fr": "Vous avez quitté la partie."},
    "ended": {
        "en": "The input has ended before the game.",
        "fr": "L'entrée s'est terminée avant la partie.",
    },
    "saved": {
        "en": "Saved. `{0}` goes on with it.",
        "fr": "Enregistré. `{0}` reprend la partie.",
    },
    "nothing to undo": {
        "en": "There is no move of yours to take back.",
        "fr": "Aucun de vos coups ne peut être repris.",
    },
    "undone": {"en": "Taken back: {0}", "fr": "Repris : {0}"},
    "legal": {"en": "'{0}' can be played now.", "fr": "« {0} » est possible."},
    "illegal": {"en": "'{0}' cannot be played now.", "fr": "« {0} » n'est pas possible."},
}


def say(lang: str, key: str, *values: object) -> str:
    """Return a sentence in a language, in English where there is none.

    >>> say("fr", "wins", "A")
    'A gagne.'
    """
    forms = _WORDS[key]
    return (forms.get(lang) or forms[ENGLISH]).format(*values)
