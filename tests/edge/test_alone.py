"""The edge ships alone: what it may import, and what it loads when a profile does not need it."""

import ast
import subprocess
import sys
import tomllib
from pathlib import Path

EDGE = Path("src/yamori/edge").resolve()
MODULES = [file for file in EDGE.rglob("*.py") if "micropython" not in file.parts]


def imported(file: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module} if node.module != "yamori.edge" else {f"yamori.edge.{alias.name}" for alias in node.names}
    return names


def test_of_ours_it_imports_only_the_domain_and_of_others_only_what_its_package_asks_for() -> None:
    project = tomllib.loads((EDGE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    asked = " ".join([*project["dependencies"], *(name for extra in project["optional-dependencies"].values() for name in extra)])
    known = {"pyyaml": "yaml", "pillow": "PIL", "luma.core": "luma", "gpiozero": "gpiozero", "xllamacpp": "xllamacpp"}
    allowed = {module for package, module in known.items() if package in asked} | set(sys.stdlib_module_names)
    foreign = {(file.name, name) for file in MODULES for name in imported(file) if name.partition(".")[0] not in allowed | {"yamori"}}
    ours = {(file.name, name) for file in MODULES for name in imported(file) if name.startswith("yamori.")}
    assert foreign == set()
    assert {name for name in ours if not name[1].startswith(("yamori.edge.", "yamori.domain."))} == set()


def test_the_libraries_of_parts_are_loaded_only_with_a_part() -> None:
    heavy = "{'PIL', 'gpiozero', 'luma', 'xllamacpp', 'httpx', 'pydantic', 'numpy'}"
    code = f"import sys, yamori.edge.app, yamori.edge.__main__; print(sorted({heavy} & {{name.partition('.')[0] for name in sys.modules}}))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.strip() == "[]"
