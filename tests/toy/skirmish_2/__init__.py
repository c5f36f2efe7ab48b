"""The second version of Skirmish: how a rule set goes on when games of the first are running."""

from tests.toy.skirmish_2.rules import RULESET as RULESET
