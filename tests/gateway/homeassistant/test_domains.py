"""`domains.yaml` and `sensors.yaml` speak of capabilities, attributes and commands that exist."""

from yamori.gateway.capabilityfile import PRODUCT_CAPABILITIES, CapabilityCatalog
from yamori.gateway.homeassistant.domains import domains, sensors

SHELF = CapabilityCatalog(PRODUCT_CAPABILITIES)


def test_every_trait_is_a_capability_of_the_product_and_names_only_what_it_has() -> None:
    for domain in domains().values():
        for trait in domain.has:
            file = SHELF.find(trait.capability)
            assert file is not None, (domain.name, trait.capability)
            held = file.capability
            for name in (*trait.reads, *trait.numbers, *trait.choices):
                assert name in held.attributes, (domain.name, trait.capability, name)
            told = {"image", "taken"} if trait.stills else set(trait.reads)
            assert told == set(held.attributes), (domain.name, trait.capability)
            for name in (*(trait.commands or ()), *trait.calls, *trait.stills, *trait.arrives, *trait.prefers):
                assert name in held.commands, (domain.name, trait.capability, name)


def test_every_command_of_a_trait_reaches_a_service() -> None:
    for domain in domains().values():
        for trait in domain.has:
            file = SHELF.find(trait.capability)
            assert file is not None
            for name, spec in file.capability.commands.items():
                if trait.only == "simulated" or (trait.commands is not None and name not in trait.commands):
                    continue
                sets = [trait.reads[target].set for target in spec.effects if target in trait.reads]
                assert name in (*trait.calls, *trait.stills) or any(sets), (domain.name, trait.capability, name)


def test_the_features_that_are_asked_for_have_a_bit() -> None:
    for domain in domains().values():
        for trait in domain.has:
            needed = [name for names in (trait.commands or {}).values() for name in names]
            needed += [call.feature for calls in trait.calls.values() for call in calls if call.feature]
            asked = {*trait.when.get("feature", ()), *trait.when.get("lacks", ()), *needed}
            assert asked <= set(domain.features), (domain.name, trait.capability)
        assert set(domain.usual) <= set(domain.features), domain.name


def test_the_sensors_name_attributes_of_the_product() -> None:
    measured, binary = sensors()
    for path in (*measured.values(), *(words["as"] for words in binary.values() if "as" in words)):
        name, _, attribute = path.partition(".")
        file = SHELF.find(name)
        assert file is not None and attribute in file.capability.attributes, path
    for kind, words in binary.items():
        if "as" in words:
            name, _, attribute = words["as"].partition(".")
            file = SHELF.find(name)
            assert file is not None and {words["on"], words["off"]} <= set(file.capability.attributes[attribute].values), kind
