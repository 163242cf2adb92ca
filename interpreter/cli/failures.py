"""What goes wrong on the command line: any exception in, a line for people and a status out.

Nobody who writes rules or plays ever sees a Python traceback, unless they ask for it by setting
RULEWRIGHT_DEBUG=1.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from typing import Any

FOUND_WRONG = 1
WRONG_CALL = 2
INTERRUPTED = 130
BROKEN_PIPE = 141


class UserError(Exception):
    """Something wrong in files or moves; the message is all there is to say."""

    status = FOUND_WRONG
    code = "failed"


class CallError(UserError):
    """A command that was called in a way it cannot be."""

    status = WRONG_CALL
    code = "wrong-call"


class CannotWrite(UserError):
    """A file that could not be written, and why."""

    def __init__(self, name: str, why: str) -> None:
        super().__init__(f"cannot write '{name}': {why}.")
        self.name = name
        self.why = why


def guarded(run: Callable[[], int], *, as_json: bool = False) -> int:
    """Run a command; turn whatever it raises into a message and an exit status."""
    from .output import prepare

    try:
        prepare()
        status = run()
        sys.stdout.flush()
        return status
    except SystemExit as leaving:
        # argparse leaves this way after --help and after a wrong call.
        return leaving.code if isinstance(leaving.code, int) else FOUND_WRONG
    except BrokenPipeError:
        # Whoever read the output has seen enough; without this Python complains while it ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE
    except KeyboardInterrupt:
        _complain("\nrulewright: interrupted")
        return INTERRUPTED
    except Exception as error:
        if os.environ.get("RULEWRIGHT_DEBUG", "") not in ("", "0"):
            raise
        return _report(error, as_json)


def _report(error: Exception, as_json: bool) -> int:
    status, data, text = _described(error)
    if as_json:
        print(json.dumps(data, ensure_ascii=False))
    _complain(text)
    return status


def _described(error: Exception) -> tuple[int, dict[str, Any], str]:
    """Return the exit status, the JSON and the text for an exception."""
    from rulewright.dsl.problems import RuleFileError
    from rulewright.interpreter.errors import PlayError, RuleRuntimeError
    from rulewright.interpreter.library import UnknownGame

    if isinstance(error, RuleFileError):
        from rulewright.dsl.render import as_json

        problems = [as_json(each) for each in error.problems]
        return FOUND_WRONG, {"problems": problems}, str(error)
    if isinstance(error, UnknownGame):
        text = str(error)
        if error.near is None and not error.is_path:
            text += " `rulewright games` lists them."
        return WRONG_CALL, _data(error.code, str(error)), f"rulewright: {text}"
    if isinstance(error, UserError):
        return error.status, _data(error.code, str(error)), f"rulewright: {error}"
    if isinstance(error, RuleRuntimeError):
        data = _data(error.code, error.message)
        data["error"]["source"] = error.place
        return FOUND_WRONG, data, f"rulewright: the rules cannot go on: {error} [{error.code}]"
    if isinstance(error, PlayError):
        return FOUND_WRONG, _data(error.code, error.message), f"rulewright: {error.message}"
    if isinstance(error, OSError) and error.filename is not None:
        reason = error.strerror or type(error).__name__
        text = f"cannot use '{error.filename}': {reason}"
        return WRONG_CALL, _data("file", text), f"rulewright: {text}"
    said = " ".join(f"{type(error).__name__}: {error}".split())
    text = (
        f"rulewright: a mistake in Rulewright itself{_place(error)}: {said}\n"
        "Please report it with the command you gave and what it prints with RULEWRIGHT_DEBUG=1."
    )
    return FOUND_WRONG, _data("internal", said), text


def _data(code: str, message: str) -> dict[str, Any]:
    return {"error": {"code": code, "message": message}}


def _place(error: Exception) -> str:
    trace = error.__traceback__
    if trace is None:
        return ""
    while trace.tb_next is not None:
        trace = trace.tb_next
    name = os.path.basename(trace.tb_frame.f_code.co_filename)
    return f" ({name}:{trace.tb_lineno})"


def _complain(text: str) -> None:
    print(text, file=sys.stderr)
