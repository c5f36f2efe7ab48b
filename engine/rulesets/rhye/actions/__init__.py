"""The six secret actions (rulebook chapter 7): chosen together, carried out in turn order.

`choosing.py` asks everyone at the same time for one form: the action, then the fields of its plan.
The form's source is a `Figures`, which finds out once what a seat can do. `carrying_out.py` goes
through the plans in turn order; what an earlier action made impossible is asked again, and nothing
else. There is one module for each action, with its fields and what it does.
"""
