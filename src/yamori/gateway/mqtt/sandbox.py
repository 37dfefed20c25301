"""Jinja, as Home Assistant sets it up, for templates that anybody on the broker may send.

Jinja's own sandbox keeps a template away from what Python objects hold inside; it does not keep it from taking long. So here a template is
read into its tree first, and only statements that end are let through: no macros, no recursion, no blocks that are collected. Then whatever
costs more than a moment, an operation, a filter, a call, a list that is made, a turn of a loop, is charged to a `Budget`.
"""

import operator
import re
from collections.abc import Callable, Iterator, Mapping
from functools import partial, wraps
from typing import Any

from jinja2 import TemplateError, Undefined, nodes
from jinja2.filters import FILTERS
from jinja2.nativetypes import NativeCodeGenerator
from jinja2.runtime import Context, LoopContext
from jinja2.sandbox import ImmutableSandboxedEnvironment
from jinja2.tests import TESTS as JINJA_TESTS
from jinja2.utils import Namespace
from jinja2.visitor import NodeTransformer

from yamori.domain.clock import Clock
from yamori.gateway.mqtt.budget import Budget, Exceeded, check_text
from yamori.gateway.mqtt.words import filters, formatted_time, functions, join, replace, tests

LONGEST = 8_000
"""Characters of a template."""
_MOST_NODES = 3_000
_DEEPEST = 40
_PIECES = 1_000
"""Of a text that is split, and turns of one loop."""
_LONGEST_OUTPUT = 64 * 1024
_OFTEN = 20
"""So often a template may want too much before it is not run again: what costs tens of milliseconds can be sent many times."""

_STATEMENTS = (nodes.Output, nodes.If, nodes.Assign, nodes.For, nodes.With, nodes.Continue, nodes.Break)
_EXPRESSIONS = (
    nodes.TemplateData, nodes.Name, nodes.NSRef, nodes.Const, nodes.List, nodes.Dict, nodes.Pair, nodes.Tuple, nodes.Keyword,
    nodes.Filter, nodes.Test, nodes.Call, nodes.Getitem, nodes.Getattr, nodes.Slice, nodes.Concat, nodes.Compare, nodes.Operand,
    nodes.And, nodes.Or, nodes.Not, nodes.Neg, nodes.Pos, nodes.Add, nodes.Sub, nodes.Mul, nodes.Div, nodes.FloorDiv, nodes.Mod,
    nodes.Pow, nodes.CondExpr,
)  # fmt: skip
_TAKEN_OVER = (
    "capitalize", "d", "default", "dictsort", "first", "items", "last", "length", "count", "list", "lower", "map", "reject", "rejectattr",
    "reverse", "select", "selectattr", "sort", "string", "sum", "title", "trim", "truncate", "unique", "upper",
)  # fmt: skip
"""Of Jinja's own filters."""
_TESTS = (
    "boolean", "defined", "divisibleby", "eq", "equalto", "==", "even", "false", "float", "ge", ">=", "gt", "greaterthan", ">", "in",
    "integer", "iterable", "le", "<=", "lower", "lt", "lessthan", "<", "mapping", "ne", "!=", "none", "number", "odd", "sequence",
    "string", "true", "undefined", "upper",
)  # fmt: skip
_NARROW = re.compile(r"%(?:%|[-+ 0#]{0,2}\d{0,2}(?:\.\d{1,2})?[sdifgexX])")
"""What `%` may write into a text."""
_WIDE = re.compile(r"\d{3,}|\{[^{}]*\{|[.\[]_|__")
"""What `format` may not: a width that fills the memory, or one that is computed."""


def _format(text: str, *values: object, **named: object) -> str:
    if _WIDE.search(text):
        raise Exceeded("the form of a text is not understood")
    return text.format(*values, **named)


def _percent(text: str, values: object) -> str:
    if "%" in _NARROW.sub("", text):
        raise Exceeded("the form of a text is not understood")
    return text % values


_METHODS: Mapping[type, Mapping[str, Callable[..., Any]]] = {
    str: {
        **{
            name: getattr(str, name)
            for name in (
                "capitalize", "count", "endswith", "find", "index", "isalnum", "isalpha", "isdecimal", "isdigit", "isnumeric", "lower",
                "lstrip", "partition", "removeprefix", "removesuffix", "rfind", "rpartition", "rstrip", "startswith", "strip", "swapcase",
                "title", "upper",
            )
        },
        "format": _format,
        "join": lambda text, items: join(items, text),
        "replace": replace,
        "split": lambda text, sep=None, maxsplit=-1: text.split(sep, maxsplit if 0 <= maxsplit < _PIECES else _PIECES),
        "zfill": lambda text, width: text.zfill(min(width, 100)),
    },
    dict: {"get": dict.get, "items": lambda d: [*d.items()], "keys": lambda d: [*d.keys()], "values": lambda d: [*d.values()]},
    list: {"count": list.count, "index": list.index},
    float: {"is_integer": float.is_integer},
}  # fmt: skip
_OF_TIMES = ("year", "month", "day", "hour", "minute", "second", "days", "seconds")
_OF_TIMES_CALLED = ("timestamp", "isoformat", "weekday", "isoweekday", "total_seconds", "date")
_OF_LOOPS = ("index", "index0", "first", "last", "length", "revindex", "revindex0", "depth")


class _Method(partial[Any]):
    """A method that a template may call."""


class Refused(ValueError):
    """A template that is not understood, or not let through."""


class Program:
    """One template, read and let through."""

    def __init__(self, run: Callable[[Mapping[str, Any]], list[object]]) -> None:
        self._run = run
        self._exceeded = 0

    def run(self, given: Mapping[str, Any]) -> list[object]:
        """What it writes, piece by piece, each as the value that it is. Raises whatever a template may raise, and `Exceeded`."""
        if self._exceeded >= _OFTEN:
            raise Exceeded("the template wanted too much before")
        try:
            return self._run(given)
        except Exceeded:
            self._exceeded += 1
            raise


class Sandbox:
    """Reads templates. One run at a time, never across an `await`."""

    def __init__(self, clock: Clock) -> None:
        self._budget = Budget()
        self._environment = _Environment(self._budget, clock)

    def program(self, source: str) -> Program:
        """Raises `Refused`."""
        if len(source) > LONGEST:
            raise Refused("the template is too long")
        self._budget.renew()
        try:
            tree = self._environment.parse(source)
            _check(tree, self._environment)
            _Charging().visit(tree)
            template = self._environment.from_string(tree)
        except TemplateError as error:
            raise Refused(f"the template is not understood: {error.message or 'it is malformed'}"[:200]) from error
        except Refused:
            raise
        except Exception as error:  # whatever Jinja or Python make of a malformed or hostile source: it is none that we run
            raise Refused(f"the template is not understood: {type(error).__name__}") from error

        def run(given: Mapping[str, Any]) -> list[object]:
            self._budget.renew()
            pieces: list[object] = []
            length = 0
            context = template.new_context(dict(given))
            for piece in template.root_render_func(context):
                self._budget.checked(piece)
                length += len(piece) if isinstance(piece, str) else 1
                if length > _LONGEST_OUTPUT:
                    raise Exceeded("the template writes too much")
                pieces.append(piece)
            return pieces

        return Program(run)


class _Environment(ImmutableSandboxedEnvironment):
    code_generator_class = NativeCodeGenerator
    intercepted_binops = frozenset(["+", "-", "*", "/", "//", "%", "**"])

    def __init__(self, budget: Budget, clock: Clock) -> None:
        super().__init__(extensions=["jinja2.ext.loopcontrols"], optimized=False, autoescape=False, cache_size=0)
        self._budget = budget
        self.globals = {"namespace": Namespace, **functions(clock)}
        self._callable = {id(held) for held in self.globals.values() if callable(held)}
        own = {**{name: FILTERS[name] for name in _TAKEN_OVER}, **filters(clock, budget), "format": _percent_of}
        self.filters = {name: self._charged(held) for name, held in own.items()}
        self.filters |= {"_turns": self._turns, "_data": budget.checked, "_concat": self._concat}
        asked = {**{name: JINJA_TESTS[name] for name in _TESTS}, **tests(budget)}
        self.tests = {name: self._charged(held) for name, held in asked.items()}

    def getattr(self, obj: Any, attribute: str) -> Any:
        self._budget.spend()
        if isinstance(obj, Mapping) and attribute in obj:
            return obj[attribute]
        if isinstance(obj, Namespace):
            return getattr(obj, attribute, self.undefined(obj=obj, name=attribute))
        for kind, methods in _METHODS.items():
            if isinstance(obj, kind) and attribute in methods:
                return _Method(methods[attribute], obj)
        if isinstance(obj, LoopContext) and attribute in _OF_LOOPS:
            return getattr(obj, attribute)
        if hasattr(obj, "resolution"):  # a date, a time or a span
            if attribute in _OF_TIMES and hasattr(obj, attribute):
                return getattr(obj, attribute)
            if attribute in _OF_TIMES_CALLED and hasattr(obj, attribute):
                return _Method(getattr(obj, attribute))
            if attribute == "strftime" and hasattr(obj, attribute):
                return _Method(formatted_time, obj)
        return self.undefined(obj=obj, name=attribute) if not isinstance(obj, Undefined) else obj[attribute]

    def getitem(self, obj: Any, argument: Any) -> Any:
        self._budget.spend()
        if isinstance(obj, str | list | tuple | Mapping | Undefined):
            try:
                return obj[argument]
            except (LookupError, TypeError):
                if isinstance(argument, str) and not isinstance(obj, Mapping):
                    return self.getattr(obj, argument)
        return self.undefined(obj=obj, name=argument)

    def call(self, context: Context, obj: Any, *args: Any, **kwargs: Any) -> Any:
        for hidden in ("_loop_vars", "_block_vars"):  # what Jinja hands on to functions that ask for it
            kwargs.pop(hidden, None)
        if isinstance(obj, Undefined):
            return obj()
        if not isinstance(obj, _Method) and id(obj) not in self._callable:
            raise Refused("the template calls what it may not")
        for value in (*args, *kwargs.values()):
            self._budget.checked(value)
        if obj is Namespace:
            return Namespace(*args, **kwargs)
        if isinstance(obj, _Method):
            self._budget.checked(list(obj.args))
        return self._listed(obj(*args, **kwargs))

    def call_binop(self, context: Context, operator_: str, left: Any, right: Any) -> Any:
        self._budget.checked([left, right])
        if operator_ == "%" and isinstance(left, str):
            return self._budget.checked(_percent(left, right))
        if operator_ == "+":
            return self._budget.checked(left + right)
        if not isinstance(left, bool | int | float | Undefined) or not isinstance(right, bool | int | float | Undefined):
            if operator_ == "-" and hasattr(left, "resolution") and hasattr(right, "resolution"):
                return left - right
            raise TypeError("the template computes with what is no number")
        if operator_ == "**" and (abs(right) > 64 or abs(left) > 1e9):
            raise Exceeded("the template makes too large a number")
        return self._budget.checked(_OPERATORS[operator_](left, right))

    def _charged(self, function: Any) -> Callable[..., Any]:
        """Jinja tells by an attribute of the function what it hands over first; `wraps` keeps it."""
        hidden = 1 if getattr(function, "jinja_pass_arg", None) is not None else 0

        @wraps(function)
        def charged(*args: Any, **kwargs: Any) -> Any:
            for value in (*args[hidden:], *kwargs.values()):
                self._budget.checked(value)
            return self._listed(function(*args, **kwargs))

        return charged

    def _listed(self, value: Any) -> Any:
        """What a filter or a function gave, as data: what it would give bit by bit is taken at once."""
        if isinstance(value, Iterator | range) or type(value).__name__ in ("dict_items", "dict_keys", "dict_values"):
            value = [*value]
        return self._budget.checked(value)

    def _concat(self, first: object, *rest: object) -> str:
        texts = [str(self._budget.checked(value)) for value in (first, *rest)]
        check_text(sum(map(len, texts)))
        return "".join(texts)

    def _turns(self, value: Any, cost: int) -> Iterator[Any]:
        """What a loop goes through, each turn charged with all that stands inside the loop."""
        items = [*value] if isinstance(self._budget.checked(value), str | list | tuple | Mapping) else []
        if len(items) > _PIECES:
            raise Exceeded("the template's loop is too long")
        for item in items:
            self._budget.spend(cost)
            yield item


def _percent_of(text: object, *values: object) -> str:
    return _percent(str(text), values)


_OPERATORS: Mapping[str, Callable[[Any, Any], Any]] = {
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "//": operator.floordiv,
    "%": operator.mod,
    "**": operator.pow,
}


def _check(tree: nodes.Template, environment: _Environment) -> None:
    """Raises `Refused` for a tree with more than is let through."""
    seen = 0
    waiting: list[tuple[nodes.Node, int]] = [(node, 0) for node in tree.body]
    while waiting:
        node, depth = waiting.pop()
        seen += 1
        if seen > _MOST_NODES or depth > _DEEPEST:
            raise Refused("the template is too large or nested too deeply")
        if not isinstance(node, _STATEMENTS + _EXPRESSIONS):
            raise Refused(f"the template's {type(node).__name__.lower()} is not understood")
        match node:
            case nodes.Name(name=name) if name.startswith("_") or name in ("self", "caller", "varargs", "kwargs"):
                raise Refused(f"the template's name {name[:60]} is not understood")
            case nodes.For(recursive=True):
                raise Refused("a template that calls itself is not understood")
            case nodes.Filter(node=None):
                raise Refused("the template's filter has nothing to filter")
            case nodes.Filter(name=name) if name not in environment.filters or name.startswith("_"):
                raise Refused(f"the template's filter {name[:60]} is not understood")
            case nodes.Test(name=name) if name not in environment.tests:
                raise Refused(f"the template's test {name[:60]} is not understood")
            case nodes.Call(node=nodes.Name(name=name)) if name not in environment.globals:
                raise Refused(f"the template's function {name[:60]} is not understood")
        if isinstance(node, nodes.Call | nodes.Filter | nodes.Test) and (node.dyn_args is not None or node.dyn_kwargs is not None):
            raise Refused("arguments that are computed are not understood")
        waiting.extend((child, depth + 1) for child in node.iter_child_nodes())


class _Charging(NodeTransformer):
    """Puts a charge around what would cost something without passing by the environment."""

    def visit_For(self, node: nodes.For) -> nodes.Node:
        cost = sum(1 for each in node.body for _ in each.find_all(nodes.Node)) + 1
        self.generic_visit(node)
        node.iter = _filtered("_turns", node.iter, nodes.Const(cost))
        return node

    def visit_Concat(self, node: nodes.Concat) -> nodes.Node:
        self.generic_visit(node)
        first, *rest = node.nodes
        return _filtered("_concat", first, *rest)

    def visit_List(self, node: nodes.List) -> nodes.Node:
        self.generic_visit(node)
        return _filtered("_data", node)

    def visit_Dict(self, node: nodes.Dict) -> nodes.Node:
        self.generic_visit(node)
        return _filtered("_data", node)

    def visit_Tuple(self, node: nodes.Tuple) -> nodes.Node:
        self.generic_visit(node)
        return _filtered("_data", node) if node.ctx == "load" else node

    def visit_Assign(self, node: nodes.Assign) -> nodes.Node:
        self.generic_visit(node)
        if isinstance(node.target, nodes.NSRef):
            node.node = _filtered("_data", node.node)
        return node


def _filtered(name: str, node: nodes.Node, *arguments: nodes.Expr) -> nodes.Filter:
    return nodes.Filter(node, name, list(arguments), [], None, None)
