"""Lessons: a tutorial for each rule set, step by step, checked by what the learner did.

>>> lesson = lesson_of("standard")
>>> lesson.steps[0].goal is None, lesson.steps[1].goal.event
(True, 'Placed')
"""

from engine.lessons.steps import Goal, Lesson, NoLesson, Step, lesson_of, lessons

__all__ = ["Goal", "Lesson", "NoLesson", "Step", "lesson_of", "lessons"]
