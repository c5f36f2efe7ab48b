"""What each kind of button, select and modal does: the verbs of component ids.

The letters are written into messages that stay in channels for years: a verb keeps its letters, and
letters that fell out of use are not given to another verb.
"""

from __future__ import annotations

from enum import StrEnum


class Verb(StrEnum):
    """What a press does. Two letters, for an id has room for a hundred characters in all."""

    # The lobby and the table.
    JOIN = "lj"
    LEAVE = "ll"
    OPTIONS = "lo"
    START = "ls"
    ADD_AI = "la"
    REMOVE_SEAT = "xa"
    SET_HOST = "xh"
    CHOOSE_COLOUR = "lc"
    DICE_WORD = "lw"
    DICE_WORD_TYPED = "lv"
    OPEN_IN_THREAD = "lt"
    LEAVE_RUNNING_GAME = "lx"
    SET_OPTION = "xo"
    TYPE_OPTION = "xm"
    OPTION_TYPED = "xt"
    SET_SEATS = "xs"
    SET_PACE = "xp"
    SET_TIMEOUT = "xe"
    SET_WATCHING = "xw"
    TABLE_QUIET = "xq"
    TABLE_QUIET_TYPED = "xr"
    END_GAME = "ge"
    VOTE_YES = "vy"
    VOTE_NO = "vn"
    ASK_FOR_UNDO = "va"

    # Phase posts and results.
    MY_MOVE = "my"
    MAP = "mp"
    LOG = "lg"
    PHASE_RULES = "rp"
    COME_BACK = "cb"
    REMATCH = "rm"
    EXPORT = "ex"
    REPLAY = "rl"
    BOARD_PAGE = "bp"
    MAP_PART = "mz"
    LOG_PAGE = "lp"
    RULE_SECTION = "rv"
    SHARE_RULE = "rs"

    # A player's panel.
    OPEN_DECISION = "op"
    UNDO = "un"
    RULE = "ru"
    REFRESH_PANEL = "re"
    DRAFT_BACK = "pb"
    CANCEL_DRAFT = "px"
    CONFIRM_DRAFT = "py"
    WHY_NOT = "pw"
    WHY_NOT_TYPED = "pq"
    PICK = "pk"
    PICK_FROM_LIST = "pl"
    TAKE = "ps"
    TAKE_COUNT = "pc"
    TAKE_ALL = "pa"
    TAKE_NOTHING = "pz"
    TAKE_DONE = "pd"
    MORE_COUNTS = "pe"
    TAKE_DEFAULT = "pi"
    SET_NUMBER = "pv"
    SET_NUMBER_FROM_LIST = "pu"
    TYPE_NUMBER = "pm"
    NUMBER_TYPED = "pt"
    ORDER_NEXT = "po"
    ORDER_REST = "pr"
    SHOW_LIST_PART = "pg"
    COUNTER_OFFER = "oc"

    # Orders, now and for later.
    ORDERS_TYPED = "ot"
    GIVE_ORDERS = "og"
    EDIT_ORDERS = "oe"
    PLAN = "qa"
    PLAN_FOR = "qf"
    PLAN_TYPED = "qt"
    DROP_PREPARED = "qd"
    DROP_ALL_PREPARED = "qz"

    # A player's own settings.
    ME_NOTIFY = "mn"
    ME_WHEN_AWAY = "mw"
    ME_QUIET = "mq"
    ME_QUIET_TYPED = "mt"
    ME_AWAY = "ma"
    ME_AWAY_TYPED = "mb"
    ME_BACK = "mc"
