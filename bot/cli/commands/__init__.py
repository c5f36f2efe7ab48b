"""What `herald` can do, one module for each group of commands.

Every module offers `add(commands)`, which declares its commands; each command's `run` takes the
parsed arguments and gives the exit status. Wrong use is raised as `WrongUse` or as one of the
engine's errors, a failure as `Failed`, and `bot.cli.program` makes one line of it.
"""
