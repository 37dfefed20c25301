"""Files of other programs' bug reports, brought to the papers and asked for through `search_papers`: what is written in them is found."""

from pathlib import Path

import pytest
from tests.agents.lifestyle.test_endpoints import open_agent, run

from yamori.agents.lifestyle.intake import Step

CASES = Path(__file__).parent / "reading" / "cases"


@pytest.mark.parametrize(
    ("name", "question", "said"),
    [
        ("handover.pdf", "How many keys were handed over?", "Number of keys handed over: 5"),
        ("handover.pdf", "What was the electricity meter reading?", "Electricity meter reading: 48213 kWh"),
        ("handover.pdf", "How much deposit was paid?", "Deposit paid: 1840 EUR"),
        ("tenancy.docx", "What is the bank account for the rent?", "Bank account for the rent: DE00 1234 5678"),
        ("tenancy.docx", "How much is the monthly rent?", "The monthly rent is 960 EUR, due on the third working day."),
        ("two-columns.pdf", "How often is the filter rinsed?", "rinse the filter every two months under the tap."),
        (
            "neighbour-prose-interleaved.pdf",
            "How long does the warranty last?",
            "The warranty lasts five years if the service has been done",
        ),
        ("table-two-pages.pdf", "When is glass collected in September?", "Month: September; Paper: 6 September; Glass: 11 September"),
        ("letter.eml", "What does a cubic metre of drinking water cost?", "one cubic metre of drinking water costs 2.41 EUR."),
    ],
)
async def test_what_is_written_in_a_file_is_found(name: str, question: str, said: str) -> None:
    async with open_agent() as (kept, client):
        assert (await kept.add("household", name, CASES / name)).step is Step.READ
        found = await run(client, "search_papers", query=question)
    assert said in found["passages"][0]["text"]


async def test_what_was_attached_is_cited_with_its_name_and_what_could_not_be_read_is_named() -> None:
    letter = (CASES / "letter.eml").read_bytes()
    package = b'--M\nContent-Type: application/ms-tnef; name="winmail.dat"\nContent-Disposition: attachment\n\nx\x9f>"\n--M--'
    async with open_agent() as (kept, client):
        await kept.add("household", "letter.eml", letter.replace(b"--M--", package))
        found = await run(client, "search_papers", query="price of a cubic metre of drinking water")
        (paper,) = (await run(client, "list_papers"))["papers"]
    assert found["passages"][0]["headings"][-1] == "tariff.txt"
    assert [place["where"] for place in paper["left_out"]] == ["attachment winmail.dat"]
