"""Several threads read Japanese at the same time."""

from concurrent.futures import ThreadPoolExecutor

from yamori.understanding.analysis import morphemes_of

SENTENCES = (
    "窯の火を小さくしてから、三時間たったら止めてください",
    "あさっての朝八時に物置の鍵を開けておいて",
    "納屋の扉が閉まっているか見てきて",
)


def test_many_threads_may_analyse_at_once() -> None:
    analysed = morphemes_of.__wrapped__  # what was found is kept, and would be found once
    alone = [[m.surface for m in analysed(text)] for text in SENTENCES]
    with ThreadPoolExecutor(8) as threads:
        found = list(threads.map(lambda n: [m.surface for m in analysed(SENTENCES[n % 3])], range(3000)))
    assert all(found[n] == alone[n % 3] for n in range(3000))
