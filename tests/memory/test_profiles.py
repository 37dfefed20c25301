from datetime import timedelta

from tests.memory.fakes import NOW, Proposing, Residents, Talk

from yamori.memory import open_memory


async def test_a_day_is_summed_up_once_it_is_over_and_again_only_where_it_changed() -> None:
    model = Proposing({"summary": "plays the cello"})
    async with open_memory(None, residents=Residents(), models=model) as memory:
        talk = Talk(memory)
        await talk.say("I practise the cello before dinner")
        assert await memory.profiles.update("ines", now=NOW) == 0, "the day is not over"
        assert await memory.profiles.update("ines", now=NOW + timedelta(days=1)) == 2
        assert await memory.profiles.profile("ines") == "plays the cello"
        assert await memory.profiles.update("ines", now=NOW + timedelta(days=1)) == 0
        await talk.say("and a little Bach", days=1)
        assert await memory.profiles.update("ines", now=NOW + timedelta(days=2)) == 2
        assert len(model.asked) == 4
        assert "Bach" in model.asked[2].request and "cello before" not in model.asked[2].request


async def test_a_profile_is_folded_from_what_is_new_and_from_the_beginning_where_something_went() -> None:
    model = Proposing({"summary": "day one"}, {"summary": "profile one"}, {"summary": "day two"}, {"summary": "profile two"})
    async with open_memory(None, residents=Residents(), models=model) as memory:
        talk = Talk(memory)
        first = await talk.kept("I practise the cello")
        await memory.profiles.update("ines", now=NOW + timedelta(days=1))
        await talk.say("and a little Bach", days=1)
        await memory.profiles.update("ines", now=NOW + timedelta(days=2))
        assert "profile one" in model.asked[3].request
        await memory.forgetting.forget_utterance(first.id, by="ines")
        await memory.profiles.update("ines", now=NOW + timedelta(days=2))
        assert "Profile so far: none" in model.asked[4].request and "day one" not in model.asked[4].request


async def test_without_a_model_there_is_no_profile() -> None:
    async with open_memory(None, residents=Residents()) as memory:
        await Talk(memory).say("I practise the cello before dinner")
        assert await memory.profiles.update("ines", now=NOW + timedelta(days=1)) == 0
        assert await memory.profiles.profile("ines") == ""


async def test_a_profile_is_nobody_elses() -> None:
    async with open_memory(None, residents=Residents(), models=Proposing({"summary": "plays the cello"})) as memory:
        await Talk(memory).say("I practise the cello before dinner")
        await memory.profiles.update("ines", now=NOW + timedelta(days=1))
        assert [await memory.profiles.profile(person) for person in ("ines", "tomas", "visitor")] == ["plays the cello", "", ""]
