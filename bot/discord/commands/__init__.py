"""Slash commands and the presses that belong to them, one module for each part of playing.

Functions answer them by `@command` and `@press`. They are thin: read what was asked, call the
service, return what it answers.
"""
