"""The answer to: may this agent call this skill now?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Decision:
    """`code` is None where it is allowed. `request_id` names the approval that could turn a no into a yes."""

    code: str | None
    reason: str
    tier: str | None
    request_id: str | None = None

    @property
    def allowed(self) -> bool:
        return self.code is None

    def to_json(self) -> dict[str, Any]:
        return {"allowed": self.allowed, "code": self.code, "reason": self.reason, "tier": self.tier}
