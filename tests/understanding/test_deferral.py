"""What is asked for on a condition or at a moment to come, and what only sounds like it."""

import pytest

from yamori.understanding.deferral import find_deferrals, is_deferred

DEFERRED = (
    "誰もいなければ電気を消して",
    "お客さんが来る前に部屋を明るくして",
    "As long as I am cooking, keep the hood on",
    "If it rains, close the windows",
    "Close the blinds if it gets too bright",
    "whenever the dishwasher is running, raise the volume",
    "the next time someone opens the door, turn on the hall light",
    "when May comes home turn on the lamp",
    "Could you turn on the heater when it gets cold?",
    "keep the lamp on until I come home",
    "turn off everything unless someone is in the room",
    "as soon as the film starts dim the lights",
    "turn on the porch light at sunset",
    "once the washing is done, turn off the light",
    "turn off the tv after dinner",
    "each time the bell rings flash the lamp",
    "Unless it's sunny, open the blinds",
    "in case it snows, turn on the heating",
    "雨が降ったら、カーテンを閉めて",
    "帰ったら電気をつけて",
    "暗くなった時に電気をつけて",
    "メイが帰るまで電気をつけておいて",
    "雨の場合は窓を閉めて",
    "洗濯が終わり次第電気を消して",
    "ドアが開くたびにライトを点けて",
    "暑ければエアコンをつけて",
    "晴れならブラインドを開けて",
    "寝ているときは音量を下げて",
    "日没に外灯をつけて",
    "雨の日の時は閉めて",
    "暗くなると、電気をつけて",
    "ドアが閉まってから電気を消して",
    "食洗機が動いている間は音量を上げて",
    "let me know once the kiln has cooled down",
    "Wenn es dunkel wird, öffne die Schleuse",
    "Sag mir, wenn das Tor aufgeht",
    "窯が冷めたら教えて",
    "誰かが戻ってきたら教えて",
    "鶏が戻ってきたら知らせてもらえませんか。",
)
NOW = (
    "差し支えなければ電気を消して",
    "電気を消さなければならない",
    "3秒間前に進んで",
    "Turn on the lamp",
    "when is the dentist?",
    "is it ok if I open the window?",
    "tell me if the door is locked",
    "check if the window is open",
    "turn on the lamp if you can",
    "Can you tell me if the heater is on?",
    "what happens if I press it?",
    "Take a photo, and when that is done, play a tune",
    "Check the surrounding situation, and when the shooting is finished, sound the buzzer",
    'Move Jetson forward for 3 seconds, and when it stops, display "Arrived"',
    "blink once",
    "turn it on once more",
    "The lamp was on when I came home, turn it off",
    'Put "if it rains" in my notes',
    "turn on the lamp when you can",
    "set the volume to 30 until 9",
    "dim it after that",
    "電気をつけて",
    "よかったら電気をつけて",
    "できれば電気を消して",
    "25％まで落として",
    "9時に電気を消して",
    "電気を消してくれたら助かる",
    "静かにならない？",
    "写真を撮って、撮影が終わったらブザーを鳴らして",
    "Jetson を3秒間前進させて、停止したらディスプレイに表示して",
    "あとで聴くから止めて",
    "その時の設定に戻して",
    "窓を閉めてからテレビをつけて",
    "次第に明るくして",
    "どうしたらいい？",
    "何時まで開いてる？",
    "暖かくしてもらえたら嬉しい",
    "もう少し明るくしたらどう？",
    "Öffne die Schleuse und schließe das Tor",
    "Ist es schlimm, wenn das Tor offen ist?",
    "Yamori, when was the sweep supposed to come?",
    "find out when the ferry goes",
    "空いている日があったらどれか教えて",
    "これが冷めたら、すぐ出していいんだっけ",
)


@pytest.mark.parametrize("text", DEFERRED)
def test_what_hangs_on_a_condition_or_a_moment_to_come_is_deferred(text: str) -> None:
    assert is_deferred(text)


@pytest.mark.parametrize("text", NOW)
def test_questions_politeness_sequences_and_stories_are_not(text: str) -> None:
    assert not is_deferred(text)


def test_where_the_condition_stands_is_known() -> None:
    text = "Turn off the lamp, and if it rains, close the windows"
    (found,) = find_deferrals(text)
    assert text[found.start : found.end] == "if it rains"
