"""What stops a survey. Finished parts are kept: the same command goes on from there."""


class SurveyError(Exception):
    """A survey cannot go on; the text says why and what to do."""


class InputError(SurveyError):
    """An option, the output folder or the accounting file cannot be used."""


class NoLogsError(SurveyError):
    """Nothing that was named contains a log."""


class SchedulerError(SurveyError):
    """The Dask scheduler cannot be reached, or its workers cannot survey."""


class OutputError(SurveyError):
    """A result cannot be written."""
