"""What the terminal says of its own, in the household's two languages."""

from collections.abc import Mapping

from yamori.domain.language import Language

PHRASES: Mapping[Language, Mapping[str, str]] = {
    Language.ENGLISH: {
        "thinking": "thinking …",
        "plan": "Plan ({by})",
        "direct": "No agent needed ({by})",
        "again": "again, attempt {attempt}",
        "review": "Review ({by}): {verdict}",
        "question": "Question",
        "approve": "Shall I? [yes/no] ",
        "pin": "PIN: ",
        "answer": "Your answer: ",
        "held": "held for approval",
        "waiting": "the device has not answered yet",
        "refused": "refused",
        "unchanged": "already so",
        "failed": "failed",
        "no_answer": "Nobody answered. The turn {turn} is kept: answer it on the page or run `yamori chat` in a terminal.",
        "cost": "{seconds:.1f} s · model calls: {calls} · {prompt} prompt tokens ({cached} cached) · {completion} written",
        "hello": "Yamori. Say something; an empty line or Ctrl-D ends.",
        "you": "you> ",
    },
    Language.JAPANESE: {
        "thinking": "考えています…",
        "plan": "計画（{by}）",
        "direct": "エージェントは不要です（{by}）",
        "again": "やり直し {attempt}回目",
        "review": "確認（{by}）：{verdict}",
        "question": "質問",
        "approve": "実行してよいですか？［はい／いいえ］ ",
        "pin": "暗証番号：",
        "answer": "お返事：",
        "held": "承認待ち",
        "waiting": "機器の応答待ち",
        "refused": "実行しませんでした",
        "unchanged": "すでにその状態です",
        "failed": "失敗",
        "no_answer": "お返事がありませんでした。ターン {turn} は保存されています。ページか端末の `yamori chat` でお答えください。",
        "cost": "{seconds:.1f}秒・モデル呼び出し{calls}回・入力{prompt}トークン（うちキャッシュ{cached}）・出力{completion}",
        "hello": "ヤモリです。ご用件をどうぞ。空行かCtrl-Dで終わります。",
        "you": "あなた> ",
    },
}
