"""What the terminal says around a game: a key and a language in, a sentence out."""

from __future__ import annotations

ENGLISH = "en"

_WORDS: dict[str, dict[str, str]] = {
    "you": {"en": "you", "fr": "vous", "ja": "あなた"},
    "your move": {"en": "{0}, your move", "fr": "{0}, à vous", "ja": "{0}の番です"},
    "players": {"en": "{0} players", "fr": "{0} joueurs", "ja": "{0}人"},
    "alone": {"en": "alone", "fr": "en solitaire", "ja": "1人"},
    "seed": {"en": "seed {0}", "fr": "graine {0}", "ja": "シード {0}"},
    "no texts": {
        "en": "This game has no texts in '{0}'; those in English are used.",
        "fr": "Ce jeu n'a pas de textes en « {0} » ; ceux en anglais les remplacent.",
        "ja": "このゲームには「{0}」の文がないため、英語で表示します。",
    },
    "how": {
        "en": "Type the number or the name of a move; ? explains, help lists the rest.",
        "fr": "Tapez le numéro ou le nom d'un coup ; ? explique, help donne le reste.",
        "ja": "手の番号か名前を入力してください。? で説明、help で一覧が出ます。",
    },
    "any time": {"en": "At any time:", "fr": "À tout moment :", "ja": "いつでも："},
    "in secret": {"en": "(in secret)", "fr": "(en secret)", "ja": "(非公開)"},
    "over": {"en": "The game is over.", "fr": "La partie est finie.", "ja": "ゲーム終了。"},
    "wins": {"en": "{0} wins.", "fr": "{0} gagne.", "ja": "{0}の勝ちです。"},
    "share": {
        "en": "{0} share the win.",
        "fr": "{0} se partagent la victoire.",
        "ja": "{0}が勝利を分け合います。",
    },
    "nobody": {"en": "Nobody wins.", "fr": "Personne ne gagne.", "ja": "勝者はいません。"},
    "draw": {"en": "It is a draw.", "fr": "Match nul.", "ja": "引き分けです。"},
    "total": {"en": "total", "fr": "total", "ja": "合計"},
    "points": {"en": "points", "fr": "points", "ja": "得点"},
    "or": {"en": "or", "fr": "ou", "ja": "または"},
    "and": {"en": "and", "fr": "et", "ja": "と"},
    "not": {"en": "not {0}", "fr": "non {0}", "ja": "{0}でない"},
    "quoted": {"en": "'{0}'", "fr": "« {0} »", "ja": "「{0}」"},
    "pass": {
        "en": "Pass the keyboard to {0}, who presses Enter.",
        "fr": "Passez le clavier à {0}, qui appuie sur Entrée.",
        "ja": "キーボードを{0}に渡し、Enterを押してもらってください。",
    },
    "many": {
        "en": "... and {0} more: `moves WORD` lists those with a word.",
        "fr": "... et {0} autres : `moves MOT` montre ceux qui ont un mot.",
        "ja": "……ほか{0}手。`moves 単語` でその語を含む手を表示します。",
    },
    "several": {
        "en": "'{0}' could be {1}.",
        "fr": "« {0} » peut être {1}.",
        "ja": "「{0}」の候補: {1}。",
    },
    "numbers": {
        "en": "The moves have the numbers 1 to {0}; `moves` lists them.",
        "fr": "Les coups ont les numéros 1 à {0} ; `moves` les montre.",
        "ja": "手の番号は1から{0}までです。`moves` で表示します。",
    },
    "no such moves": {
        "en": "No move has '{0}' in it; `moves` lists them all.",
        "fr": "Aucun coup ne contient « {0} » ; `moves` les montre tous.",
        "ja": "「{0}」を含む手はありません。`moves` ですべて表示します。",
    },
    "no log": {
        "en": "Nobody has moved yet.",
        "fr": "Personne n'a encore joué.",
        "ja": "まだ誰も手を指していません。",
    },
    "save where": {
        "en": "Name a file, for example: save evening.json",
        "fr": "Nommez un fichier, par exemple : save soir.json",
        "ja": "ファイル名を付けてください。例: save evening.json",
    },
    "cannot write": {
        "en": "cannot write '{0}': {1}.",
        "fr": "impossible d'écrire « {0} » : {1}.",
        "ja": "「{0}」に書き込めません: {1}。",
    },
    "left": {
        "en": "You have left the game.",
        "fr": "Vous avez quitté la partie.",
        "ja": "ゲームを離れました。",
    },
    "ended": {
        "en": "The input has ended before the game.",
        "fr": "L'entrée s'est terminée avant la partie.",
        "ja": "ゲームの途中で入力が終わりました。",
    },
    "saved": {
        "en": "Saved. `{0}` goes on with it.",
        "fr": "Enregistré. `{0}` reprend la partie.",
        "ja": "保存しました。`{0}` で続けられます。",
    },
    "nothing to undo": {
        "en": "There is no move of yours to take back.",
        "fr": "Aucun de vos coups ne peut être repris.",
        "ja": "取り消せる手がありません。",
    },
    "undone": {"en": "Taken back: {0}", "fr": "Repris : {0}", "ja": "取り消し: {0}"},
    "legal": {
        "en": "'{0}' can be played now.",
        "fr": "« {0} » est possible.",
        "ja": "「{0}」は今できます。",
    },
    "illegal": {
        "en": "'{0}' cannot be played now.",
        "fr": "« {0} » n'est pas possible.",
        "ja": "「{0}」は今できません。",
    },
    # What is known about a part of the rules.
    "source": {"en": "source: {0}", "fr": "source : {0}", "ja": "出典: {0}"},
    "new in": {
        "en": "new in the variant {0}",
        "fr": "nouveau dans la variante {0}",
        "ja": "バリアント{0}で追加",
    },
    "new in several": {
        "en": "new in the variants {0}",
        "fr": "nouveau dans les variantes {0}",
        "ja": "バリアント{0}で追加",
    },
    "changed in": {
        "en": "changed in the variant {0}",
        "fr": "changé dans la variante {0}",
        "ja": "バリアント{0}で変更",
    },
    "changed in several": {
        "en": "changed in the variants {0}",
        "fr": "changé dans les variantes {0}",
        "ja": "バリアント{0}で変更",
    },
    # What can be typed.
    "help": {"en": "this list", "fr": "cette liste", "ja": "この一覧"},
    "?": {
        "en": "which rule asks; `? MOVE` says why a move can or cannot be played; "
        "`? NAME` what it is",
        "fr": "quelle règle pose la question ; `? COUP` dit pourquoi un coup est possible ou non ; "
        "`? NOM` ce que c'est",
        "ja": "どのルールによる選択か。`? 手` でその手の可否と理由、`? 名前` でその説明",
    },
    "board": {
        "en": "the game again; `board all` with every player's board",
        "fr": "revoir le jeu ; `board all` avec le plateau de chacun",
        "ja": "盤面をもう一度。`board all` で全員の盤面",
    },
    "moves": {
        "en": "the moves again; `moves WORD` only those with a word",
        "fr": "revoir les coups ; `moves MOT` seulement ceux qui ont un mot",
        "ja": "手をもう一度。`moves 単語` でその語を含む手だけ",
    },
    "score": {
        "en": "the points as they are now",
        "fr": "les points à ce moment",
        "ja": "現在の得点",
    },
    "log": {
        "en": "the last moves; `log all` every move",
        "fr": "les derniers coups ; `log all` tous les coups",
        "ja": "最近の手。`log all` ですべての手",
    },
    "undo": {
        "en": "take back your last move, and what followed it",
        "fr": "reprendre votre dernier coup et ce qui l'a suivi",
        "ja": "自分の最後の手と、その後のすべてを取り消す",
    },
    "save": {
        "en": "`save FILE` keeps the game; `rulewright play --resume FILE` goes on with it",
        "fr": "`save FICHIER` garde la partie ; `rulewright play --resume FICHIER` la reprend",
        "ja": "`save ファイル` で保存。`rulewright play --resume ファイル` で再開",
    },
    "quit": {"en": "leave the game", "fr": "quitter la partie", "ja": "ゲームを離れる"},
}


def say(lang: str, key: str, *values: object) -> str:
    """Return a sentence in a language, in English where there is none.

    >>> say("fr", "wins", "A")
    'A gagne.'
    """
    forms = _WORDS[key]
    return (forms.get(lang) or forms[ENGLISH]).format(*values)
