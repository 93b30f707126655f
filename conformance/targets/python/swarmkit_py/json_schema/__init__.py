"""JSON Schema, as far as the inputs of a skill need it."""

from .check import schema_problems
from .match import mismatch

__all__ = ["mismatch", "schema_problems"]
