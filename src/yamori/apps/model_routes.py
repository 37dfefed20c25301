"""Which model each role uses, what it has cost, and switching it while the household runs: `GET /models`, `PUT /models/{role}`."""

from dataclasses import asdict
from typing import Any

from fastapi import APIRouter
from pydantic import BaseModel, ConfigDict, Field

from yamori.agentkit.access import allowed
from yamori.domain.access import Who
from yamori.domain.caller import Scope
from yamori.llm.port import Role
from yamori.llm.router import RoleModels


class ModelChoice(BaseModel):
    """What a role shall use from now on, until the process ends; `models.toml` is what it starts with."""

    model_config = ConfigDict(extra="forbid")

    model: str = Field(min_length=1, max_length=200)
    """`provider:model`."""
    stronger: str | None = Field(default=None, min_length=1, max_length=200)
    """For what the first got wrong."""


def model_router(models: RoleModels) -> APIRouter:
    router = APIRouter()

    @router.get("/models")
    @allowed(Who.ADULT, Scope.ADMIN)
    async def show() -> dict[str, Any]:  # a JSON object
        costs = await models.ledger.by_role()
        return {
            "roles": {
                role.value: {"model": models.of(role).model, "stronger": models.of(role).stronger}
                | ({"used": asdict(costs[role])} if role in costs else {})
                for role in Role
            },
            "embedded": {name: {"stage": p.stage.value, "says": p.says} for name, p in models.progress().items()},
        }

    @router.put("/models/{role}")
    @allowed(Who.ADULT, Scope.ADMIN)
    async def switch(role: Role, choice: ModelChoice) -> dict[str, str | None]:
        models.assign(role, choice.model, stronger=choice.stronger)
        return {"role": role.value, "model": choice.model, "stronger": choice.stronger}

    return router
