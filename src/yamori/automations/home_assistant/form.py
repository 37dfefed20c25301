"""The whole automation as a YAML text that Home Assistant reads, or why there is none."""

import re
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from yamori.automations.action import Call
from yamori.automations.automation import Automation
from yamori.automations.home_assistant.actions import END_IT, actions_of
from yamori.automations.home_assistant.conditions import conditions_of
from yamori.automations.home_assistant.port import HomeAssistantHome
from yamori.automations.home_assistant.reasons import Reason, Remark, Unsayable, remark_text
from yamori.automations.home_assistant.triggers import triggers_of
from yamori.automations.home_assistant.written import Part, for_version, guarded
from yamori.domain.language import Language
from yamori.domain.plain_text import single_line

if TYPE_CHECKING:
    from yaml import SafeDumper

LONGEST_NAME = 120
_QUOTED = re.compile(r"\{\{|-?\d+:\d\d:\d\d$")
"""Templates and times of day, which older YAML would read as something else."""


@dataclass(frozen=True, kw_only=True)
class HomeAssistantForm:
    """An automation as Home Assistant would have it."""

    yaml: str | None
    """To be pasted into `configuration.yaml` or a package; None where it cannot be said there."""
    why: str = ""
    """Then the reason, for a person."""


def home_assistant_form(automation: Automation, home: HomeAssistantHome, *, zone: str, language: Language) -> HomeAssistantForm:
    """`zone` is the name of the household's time zone. Nothing of the automation is left out: it is said whole, or not."""
    try:
        document, remarks = _document(automation, home, zone)
    except Unsayable as unsayable:
        return HomeAssistantForm(yaml=None, why=unsayable.said(language))
    lines = [f"# {remark_text(remark, language)}\n" for remark in remarks]
    return HomeAssistantForm(yaml="".join(lines) + _yaml({"automation": [for_version(document, home.version)]}))


def _document(automation: Automation, home: HomeAssistantHome, zone: str) -> tuple[Part, list[Remark]]:
    if any(isinstance(action, Call) and not action.may_run for action in automation.actions):
        raise Unsayable(Reason.WAITS)
    life, ends = _life(automation)
    triggers = [written for trigger in automation.triggers for written in triggers_of(trigger, automation, home, zone)]
    parts, guards = guarded(triggers)
    name = single_line(automation.origin)[:LONGEST_NAME]
    remarks = [Remark.TWICE, *(remark for trigger in triggers for remark in trigger.remarks)]
    actions: list[Part] = []
    for action in automation.actions:
        calls, noted = actions_of(action, home, name)
        actions += calls
        remarks += noted
    conditions = [part for condition in automation.conditions for part in conditions_of(condition, home, zone)]
    document: Part = {"id": f"yamori_{automation.id}", "alias": name, "description": single_line(automation.says)}
    if not automation.enabled:
        document["initial_state"] = False
    document |= {"mode": "queued", "triggers": parts, "conditions": [*guards, *life, *conditions], "actions": [*ends, *actions]}
    return document, list(dict.fromkeys(remarks))


def _life(automation: Automation) -> tuple[list[Part], list[Part]]:
    """(conditions, actions) that end it there when it ends here."""
    until, times = automation.life.until, automation.life.times
    if times not in (None, 1):
        raise Unsayable(Reason.TIMES)
    before: Part = {"condition": "template", "value_template": f"{{{{ now() < as_datetime('{until.isoformat()}') }}}}"} if until else {}
    return ([before] if before else []), ([END_IT] if times == 1 else [])


def _yaml(document: Part) -> str:
    import yaml

    return yaml.dump(document, Dumper=_dumper(), sort_keys=False, allow_unicode=True, width=10_000)


@cache
def _dumper() -> "type[SafeDumper]":
    """Indents and quotes as Home Assistant's documentation does, and repeats what stands twice instead of referring to it."""
    import yaml

    class Documented(yaml.SafeDumper):
        def increase_indent(self, flow: bool = False, indentless: bool = False) -> None:
            super().increase_indent(flow, False)

        def ignore_aliases(self, data: object) -> bool:
            return True

    def represent(dumper: yaml.SafeDumper, text: str) -> yaml.Node:
        style = '"' if _QUOTED.match(text) and '"' not in text and "\\" not in text else None
        return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=style)

    Documented.add_representer(str, represent)
    return Documented
