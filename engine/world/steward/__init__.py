"""What stewards of games on the world board share: reading the board, weighing, going places.

A steward is a competent player that works from its seat's view alone. It stands in for absent
players and fills empty seats. A rule set builds its own from these parts:

* `deciding`: from the open decisions to one answer, by kind of decision;
* `survey`: who stands where; `strategy`: who threatens whom, and what is at stake;
* `weights`: its judgement in figures, read from a file with a reason beside each;
* `forms`: reading the grammar of orders; `odds`: chances with dice;
* `placement`, `exploring`, `ferrying`, `campaign`: starts, settlers, ships and armies;
* `wares`: what to buy for some gold.
"""
