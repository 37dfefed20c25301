"""The device as its description has it: components, their capabilities, and the driver behind each. Built by `main.py`;
`steps.py` sends it commands. A driver is an object with one async method per command and `attributes()`."""

import asyncio

from arguments import Wrong, complete, listed
from pause import Pause


class Component:
    def __init__(self):
        self.drivers = {}
        self.turn = asyncio.Lock()
        self.pause = Pause()
        self.generation = 0
        """How often it was stopped: a command that waited for its turn meanwhile does not begin."""

    def attributes(self):
        """Read from the hardware now, as `capability.attribute`."""
        found = {}
        for capability, driver in self.drivers.items():
            for name, value in driver.attributes().items():
                found["%s.%s" % (capability, name)] = value
        return found


class Device:
    def __init__(self, documents):
        self._documents = documents
        self.components = {}

    def component(self, name):
        if name not in self.components:
            self.components[name] = Component()
        return self.components[name]

    def add(self, name, capability, driver):
        self.component(name).drivers[capability] = driver

    def find(self, command):
        """(component, driver, arguments). Raises `Wrong` with what there is instead."""
        component = self.components.get(command.get("component"))
        if component is None:
            raise Wrong("no component %s; there is %s" % (command.get("component"), listed(self.components)))
        driver = component.drivers.get(command.get("capability"))
        if driver is None:
            raise Wrong("%s has no %s; it has %s" % (command.get("component"), command.get("capability"), listed(component.drivers)))
        commands = self._documents[command["capability"]]["commands"]
        if command.get("name") not in commands:
            raise Wrong("%s has no command %s; it has %s" % (command["capability"], command.get("name"), listed(commands)))
        return component, driver, complete(commands[command["name"]], command.get("arguments"))

    def ends_another(self, driver, name, arguments):
        """Whether the command ends what runs on its component, rather than waiting for it."""
        return driver.ends_another(name, arguments) if hasattr(driver, "ends_another") else name == "stop"

    def describe(self, config):
        used = set()
        components = {}
        for name, component in self.components.items():
            components[name] = {capability: driver.attributes() for capability, driver in component.drivers.items()}
            used.update(component.drivers)
        return {
            "id": config["id"],
            "name": config["name"],
            "aliases": config.get("aliases", []),
            "profile": "pico",
            "version": "1",
            "room": config.get("room"),
            "private": bool(config.get("private")),
            "thinks": False,
            "components": components,
            "capabilities": {name: self._documents[name] for name in sorted(used)},
        }

    def rest(self):
        """Everything that moves or sounds comes to rest."""
        for component in self.components.values():
            for driver in component.drivers.values():
                if hasattr(driver, "rest"):
                    driver.rest()
