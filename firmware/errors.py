"""What firmware itself refuses, with a code like the rules'."""

from rules.errors import RulesError


class Unclear(RulesError, ValueError):
    """What was typed or asked for means nothing here."""
