"""Whether a command's arguments are what its document says: a small part of JSON schema, and the defaults.
Called by `device.py`; plain decisions."""

KINDS = {"string": (str,), "boolean": (bool,), "integer": (int,), "number": (int, float), "object": (dict,), "array": (list,)}

MOST_LETTERS = 400


class Wrong(Exception):
    """The command cannot be done as it was sent; says why and what would do."""


def complete(command, given):
    """The arguments with defaults filled in. Raises `Wrong`."""
    schema = command.get("arguments") or {}
    known = schema.get("properties") or {}
    arguments = dict(command.get("defaults") or {})
    arguments.update({name: value for name, value in (given or {}).items() if value is not None})
    for name in arguments:
        if name not in known:
            raise Wrong("no argument %s; there is %s" % (name, listed(known)))
        arguments[name] = fit(name, known[name], arguments[name])
    for name in schema.get("required") or []:
        if name not in arguments:
            raise Wrong("%s is missing" % name)
    return arguments


def fit(name, rule, value):
    kind = rule.get("type")
    if kind == "integer" and isinstance(value, float) and value == int(value):
        value = int(value)
    if kind in KINDS and (not isinstance(value, KINDS[kind]) or (isinstance(value, bool) and kind != "boolean")):
        raise Wrong("%s must be of type %s" % (name, kind))
    if "enum" in rule and value not in rule["enum"]:
        raise Wrong("%s cannot be %s; it is one of %s" % (name, value, listed(rule["enum"])))
    if kind == "string" and len(value) < rule.get("minLength", 0):
        raise Wrong("%s must not be empty" % name)
    if kind == "string" and len(value) > rule.get("maxLength", MOST_LETTERS):
        raise Wrong("%s must have at most %d letters" % (name, rule.get("maxLength", MOST_LETTERS)))
    if "minimum" in rule and value < rule["minimum"]:
        raise Wrong("%s must be at least %s" % (name, rule["minimum"]))
    if "maximum" in rule and value > rule["maximum"]:
        raise Wrong("%s must be at most %s" % (name, rule["maximum"]))
    return value


def listed(names):
    return ", ".join([str(name) for name in names]) or "none"
