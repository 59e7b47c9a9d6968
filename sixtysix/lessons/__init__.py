"""What the lessons put on the table: guided hands and quick questions, a module for each lesson.

The notebooks hold the text; what is played or asked in them is here as data, so that the tests can play every line.
"""
