"""The six secret actions (rulebook chapter 7): chosen together, carried out in turn order.

`action.py` says what an action is. There is one module for each, with the parts of its plan, what
keeps a thing out of them, and what it does. `choosing.py` lists them and asks everyone at the same
time for one form: the action, then the parts of its plan. The form's source is a `Figures`, which
finds out once what a seat can do. `carrying_out.py` goes through the plans in turn order; what an
earlier action made impossible is asked again, and nothing else.
"""
