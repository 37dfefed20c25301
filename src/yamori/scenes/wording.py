"""What is said of scenes, in both languages. Pure; what devices did is said by the agent that had it done."""

from collections.abc import Sequence

from yamori.agentkit.agent import Declined
from yamori.agentkit.task import Question
from yamori.domain.language import Language
from yamori.scenes.kind import Kind
from yamori.scenes.naming import listed
from yamori.scenes.scene import Scene

_GREETINGS = {
    "good_night": ("Good night!", "おやすみなさい。"),
    "leaving": ("See you later!", "行ってらっしゃい。"),
    "home": ("Welcome home!", "おかえりなさい。"),
    "film": ("Enjoy the film!", "映画を楽しんでください。"),
    "dinner": ("Enjoy your meal!", "お食事を楽しんでください。"),
}
_TEXTS = {
    "nothing": (
        "I can't find anything in this home that would take part in “{name}”, so I changed nothing. You can tell me what it should do: "
        "“make a scene called {name} that …”.",
        "この家には「{name}」で動かせるものが見つからないため、何も変更していません。「{name}というシーンを作って、…」のように内容を教えてください。",
    ),
    "whole": (
        "I can't add single things to a scene, so I changed nothing. Set everything as you like it and say “save this as {name}”, or say "
        "anew what it does: “make a scene called {name} that …”.",
        "シーンに一つずつ足すことはできないため、何も変更していません。好みの状態にして「今の状態を{name}として保存」と言うか、「{name}というシーンを作って、…」と内容をもう一度教えてください。",
    ),
    "empty": (
        "There is nothing there whose state I could keep, so I saved nothing.",
        "状態を保存できるものが見つからないため、保存していません。",
    ),
    "saved": ("I saved the scene “{name}”: it will {does}.", "シーン「{name}」を保存しました：{does}。"),
    "replaces": (
        "There is a scene “{name}” already. The new one would {does}. Shall I replace it?",
        "シーン「{name}」はすでにあります。新しい内容は、{does}。置き換えてよいですか？",
    ),
    "no_such_value": (
        "“{name}” sets no such value of {device}, so I changed nothing.",
        "「{name}」には{device}のその値の設定がないため、変更していません。",
    ),
    "replaced": ("I replaced the scene “{name}”: it will {does}.", "シーン「{name}」を置き換えました：{does}。"),
    "renamed": ("“{old}” is called “{name}” now.", "「{old}」の名前を「{name}」に変えました。"),
    "taken": (
        "There is a scene called “{name}” already, so I renamed nothing.",
        "「{name}」という名前のシーンはすでにあるため、変更していません。",
    ),
    "removed": ("I removed the scene “{name}”.", "シーン「{name}」を削除しました。"),
    "changed": ("The scene “{name}” leaves {devices} alone from now on.", "シーン「{name}」から{devices}を外しました。"),
    "asks_change": ("Shall I leave {devices} out of “{name}” from now on?", "これから「{name}」では{devices}を動かさないようにしますか？"),
    "asks_change_back": (
        "Shall I put {devices} back as before, and leave it out of “{name}” from now on?",
        "{devices}を元に戻して、これから「{name}」では動かさないようにしますか？",
    ),
    "only_those": (
        "Without {devices} nothing would be left of “{name}”. Say “remove the {name} scene” to be rid of it.",
        "{devices}を外すと「{name}」には何も残りません。シーンごと消すときは「{name}のシーンを削除して」と言ってください。",
    ),
    "explains": ("“{name}” does this: {does}.", "「{name}」の内容：{does}。"),
    "would": ("You have no “{name}” of your own yet. I would {does}.", "「{name}」のシーンはまだありません。行うとすれば、{does}。"),
    "unknown": (
        "I know no scene “{name}”. Tell me what it should do (“make a scene called {name} that …”), or say “save this as {name}” once the "
        "room is as you like it.",
        "「{name}」というシーンはまだありません。「{name}というシーンを作って、…」と内容を教えるか、好みの状態にしてから「今の状態を{name}として保存」と言ってください。",
    ),
    "unnamed": (
        "I don't know which scene you mean, so I changed nothing. Ask “which scenes are there?”, or tell me what a new one should do.",
        "どのシーンのことか分からないため、何も変更していません。「どんなシーンがある？」と聞くか、新しいシーンの内容を教えてください。",
    ),
    "unfit": (
        "I can't do “{name}” as part of a scene, so I changed nothing. Please say it on its own.",
        "「{name}」はシーンと一緒には行えないため、何も変更していません。別に言ってください。",
    ),
    "no_value": (
        "“{name}” sets nothing that could be {value}, so I changed nothing.",
        "「{name}」には{value}にできるものがないため、何も変更していません。",
    ),
    "left_out": (
        "I don't understand “{name}” as something the scene could do, so I saved nothing.",
        "「{name}」がシーンで何をすることか分からないため、保存していません。",
    ),
    "which_old": ("In place of which one?", "どれの代わりにしますか？"),
    "cannot": (
        "{device} cannot do what {old} does in “{name}”, so I changed nothing.",
        "{device}は「{name}」での{old}と同じことができないため、何も変更していません。",
    ),
    "which_device": ("Which one do you mean?", "どれのことですか？"),
    "which_room": ("Which room should that be?", "どの部屋のことですか？"),
    "what_name": ("What should the scene be called?", "シーンの名前は何にしますか？"),
    "what_does": (
        "What should “{name}” do? Say it as you would ask for it, such as “dim the lamp to 30% and close the blinds”.",
        "「{name}」では何をしますか？「ランプを30%にしてブラインドを閉めて」のように言ってください。",
    ),
    "no_scenes": ("You have no scenes of your own yet.", "登録されているシーンはまだありません。"),
    "nothing_to_undo": ("There is nothing of mine to take back.", "取り消すものがありません。"),
    "put_back": ("The scene “{name}” is as it was before.", "シーン「{name}」を元に戻しました。"),
    "not_yours": (
        "Only whoever made the scene “{name}”, or a grown-up who lives here, can change it.",
        "シーン「{name}」を変更できるのは、作った人か、この家の大人だけです。",
    ),
    "not_agreed": (
        "“{name}” was never agreed to, so it can't run by itself, and I set nothing up. Say it once and answer yes, then it can.",
        "「{name}」はまだ一度も承認されていないため、自動では実行できず、何も設定していません。一度言って「はい」と答えると、使えるようになります。",
    ),
    "say_once": (
        "Nobody agreed to “{name}” yet, so I did nothing. Say it once, and answer yes to what I propose.",
        "「{name}」はまだ承認されていないため、何もしていません。一度言って、提案に「はい」と答えてください。",
    ),
    "asks_each_time": (
        "“{name}” holds something that needs your OK each time, so it can't run by itself, and I set nothing up.",
        "「{name}」には毎回の確認が必要な操作があるため、自動では実行できず、何も設定していません。",
    ),
    "refused": ("All right, I left everything as it is.", "分かりました。そのままにしておきます。"),
    "no_longer": ("That is no longer open; please ask for it again.", "その確認はもう終わっています。もう一度言ってください。"),
}


def text(name: str, language: Language, /, **said: str) -> str:
    """A sentence of the table with its places filled."""
    return _TEXTS[name][language is Language.JAPANESE].format(**said)


def refusal(name: str, language: Language, /, **said: str) -> Declined:
    return Declined(text=text(name, language, **said))


def asking(id: str, name: str, language: Language, options: Sequence[str] = (), /, **said: str) -> Declined:
    words = text(name, language, **said)
    return Declined(text=words, question=Question(id=id, text=words, options=tuple(options)))


def greeting(kind: Kind | str | None, language: Language) -> str:
    """What one says to a ritual; empty where nothing is said."""
    name = kind.name if isinstance(kind, Kind) else kind or ""
    return _GREETINGS.get(name, ("", ""))[language is Language.JAPANESE]


def does(scene: Scene, language: Language) -> str:
    """What a scene does, as a sentence ends."""
    parts = scene.says(language)
    return "、".join(parts) if language is Language.JAPANESE else listed_actions(parts)


def listed_actions(parts: Sequence[str]) -> str:
    """`turn off a and b, close c, and lock d`: the parts may hold an *and* themselves."""
    if len(parts) < 3 and not any(" and " in part for part in parts):
        return " and ".join(parts)
    return f"{', '.join(parts[:-1])}, and {parts[-1]}" if len(parts) > 1 else "".join(parts)


def proposal_text(scene: Scene, told: str, language: Language) -> str:
    """What is asked before a ritual is done for the first time."""
    name = scene.name(language)
    if language is Language.JAPANESE:
        return joined(
            [
                greeting(scene.kind, language),
                told,
                f"「{name}」では次のことをします：{does(scene, language)}。今実行して、これからも「{name}」のたびに行ってよろしいですか？",
            ],
            language,
        )
    asks = f"For “{name}” I would {does(scene, language)}. Shall I do that now, and from now on whenever you say so?"
    return joined([greeting(scene.kind, language), told, asks], language)


def offer_text(name: str, language: Language) -> str:
    """After a proposal was turned down more than once."""
    if language is Language.JAPANESE:
        return f"動かすものがあれば「{name}のシーンを実行して」と言ってください。"
    return f"Say “run the {name} scene” if you would like me to do something about it."


def list_text(scenes: Sequence[Scene], others: Sequence[Kind], language: Language) -> str:
    """Scenes there are, and rituals that could be had."""
    japanese = language is Language.JAPANESE
    lines = [text("no_scenes", language)] if not scenes else []
    if scenes:
        lines.append(f"シーンは{len(scenes)}件です。" if japanese else f"{len(scenes)} scene{'s' if len(scenes) != 1 else ''}:")
        lines += [f"\n- {scene.name(language)}{'：' if japanese else ': '}{does(scene, language)}" for scene in scenes]
        lines += ["\n"] if others else []
    if others:
        names = [f"「{kind.names[language]}」" if japanese else f"“{kind.names[language]}”" for kind in others]
        lines.append(
            f"{'、'.join(names)}も言えば提案します。" if japanese else f"I can propose one for {listed(names, language)}: just say so."
        )
    return ("" if japanese or scenes else " ").join(lines)


def so_already_text(language: Language) -> str:
    return "すべて、もうその状態です。" if language is Language.JAPANESE else "Everything is so already."


def gone_text(count: int, language: Language) -> str:
    if language is Language.JAPANESE:
        return f"このシーンの機器のうち{count}台はもうこの家にないため、動かしていません。"
    one = count == 1
    return f"{count} of its devices {'is' if one else 'are'} no longer in this home, so I did nothing with {'it' if one else 'them'}."


def silent_text(language: Language) -> str:
    return (
        "返事がなかったため、どうなったか分かりません。"
        if language is Language.JAPANESE
        else "I got no answer, so I don't know what came of it."
    )


def not_all_text(language: Language) -> str:
    return "実行できませんでした。" if language is Language.JAPANESE else "That could not be done."


def joined(sentences: Sequence[str], language: Language) -> str:
    return ("" if language is Language.JAPANESE else " ").join(filter(None, sentences))
