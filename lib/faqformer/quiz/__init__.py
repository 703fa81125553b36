"""Quizzes: data in `<slug>.quiz.yml`, shown in a notebook, on the site and in a terminal."""
