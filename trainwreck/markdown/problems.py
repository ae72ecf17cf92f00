"""The form in which the rules for Markdown report what they find."""

Location = tuple[str | int, ...]
"""Names and indexes that lead to a value inside an entry."""
TextProblem = tuple[int, str, str]
"""Line within the text (from 0), what is wrong, what would be right."""
