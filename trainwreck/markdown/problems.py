"""The form in which the rules for Markdown report what they find."""

TextProblem = tuple[int, str, str]
"""Line within the text (from 0), what is wrong, what would be right."""
