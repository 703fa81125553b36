"""What the files that people type must hold, as JSON schemas: the course, and of a chapter spine, quiz, saboteurs.

A schema's keyword `expected` says in words what it takes, for errors.
"""

from faqbook.schemas.course import COURSE
from faqbook.schemas.quiz import KINDS, QUIZ
from faqbook.schemas.saboteurs import SABOTEURS
from faqbook.schemas.spine import SPINE, VERDICTS

__all__ = ["COURSE", "KINDS", "QUIZ", "SABOTEURS", "SPINE", "VERDICTS"]
