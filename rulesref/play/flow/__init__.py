"""The play as a pure state machine: (game, state, line) -> (state, happenings) or problems (進行).

A state never changes; a line that is carried out makes a new one. What is not tracked is None and
asks nothing of anybody: conditions that look at it are left out, effects on it do nothing.

:mod:`state` is what is kept, :mod:`offers` what can be seen of it, :mod:`lines` what a line means;
:mod:`commands` carries it out by way of :mod:`effects`.
"""

from rulesref.play.flow.action_form import ActionForm
from rulesref.play.flow.actors import actor_of
from rulesref.play.flow.commands import begin, carry_out, neighbour, possible_choices
from rulesref.play.flow.correction_form import CorrectionForm, LineForm
from rulesref.play.flow.corrections import raw_value
from rulesref.play.flow.documents import beyond, merged, seated
from rulesref.play.flow.fitting import fitted
from rulesref.play.flow.gaining import Gaining, known_with
from rulesref.play.flow.offers import (
    checklist,
    choices,
    coming,
    dues,
    holds,
    holds_on,
    newly_due,
    numbers,
    pending,
    rules_here,
    scope_of,
    seat_now,
    stage_ids,
    stage_label,
    stage_names,
    turn_of,
)
from rulesref.play.flow.series import in_series
from rulesref.play.flow.state import (
    Command,
    Ended,
    Happening,
    Reminder,
    ShownReminders,
    State,
    Transition,
    flow_of,
    from_data,
    settled,
    to_data,
    told_of,
    tracks,
)
from rulesref.play.flow.stops import NoOpEnd, is_stop, stopped
from rulesref.play.flow.tracing import traced
from rulesref.play.flow.typed_lines import (
    action_called,
    answered,
    changing,
    understand,
)
from rulesref.play.flow.written import line_of

__all__ = [
    "ActionForm",
    "Command",
    "CorrectionForm",
    "Ended",
    "Gaining",
    "Happening",
    "LineForm",
    "NoOpEnd",
    "Reminder",
    "ShownReminders",
    "State",
    "Transition",
    "action_called",
    "actor_of",
    "answered",
    "begin",
    "beyond",
    "carry_out",
    "changing",
    "checklist",
    "choices",
    "coming",
    "dues",
    "fitted",
    "flow_of",
    "from_data",
    "holds",
    "holds_on",
    "in_series",
    "is_stop",
    "known_with",
    "line_of",
    "merged",
    "neighbour",
    "newly_due",
    "numbers",
    "pending",
    "possible_choices",
    "raw_value",
    "rules_here",
    "scope_of",
    "seat_now",
    "seated",
    "settled",
    "stage_ids",
    "stage_label",
    "stage_names",
    "stopped",
    "to_data",
    "told_of",
    "traced",
    "tracks",
    "turn_of",
    "understand",
]  # fmt: skip
