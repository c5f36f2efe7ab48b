"""Panels: a decision's grammar as buttons, selects and modals.

`draft` keeps an answer in the making, `state` writes it into ids, one file for each grammar node
shows it and changes it, and `panel` puts it together. All of it is plain functions of a decision
and a state: nothing here talks to Discord or to the service.
"""
