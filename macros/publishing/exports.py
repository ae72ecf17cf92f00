"""What the site holds for programs beside its pages: JSON, an Atom feed, Markdown.

A pure function says which files there are and what stands in them; ``hooks.py`` hands them to
MkDocs. Everything depends on the catalog and its history alone, so that two builds of a commit are
the same to the byte.
"""

import datetime as dt
from collections.abc import Iterable, Iterator

from mkdocs.exceptions import PluginError

from macros.publishing import api, feed, twins
from macros.publishing.history import History, changed
from macros.publishing.page_twins import WrittenPage
from trainwreck import Catalog
from trainwreck.snapshot.catalog import Snapshot


def exports(
    catalog: Snapshot,
    site_url: str,
    history: History,
    pages: Iterable[WrittenPage],
    source_date_epoch: str | None = None,
) -> Iterator[tuple[str, str]]:
    """Yield the address of each file, relative to the site, and its text.

    Args:
        catalog: what is exported.
        site_url: address of the site; all links are absolute.
        history: when the entries changed.
        pages: the pages that people write, which llms.txt lists.
        source_date_epoch: seconds since 1970 that stand for the time of the build, as
            reproducible-builds.org defines the variable; without it the time of the last change.

    Raises:
        PluginError: where ``source_date_epoch`` is no number of seconds.

    """
    base = site_url.rstrip("/") + "/"
    made_at = _made_at(catalog, history, source_date_epoch)
    yield from api.documents(catalog, base, made_at)
    yield from feed.feed(catalog, base, history)
    yield "llms.txt", twins.llms_txt(catalog, base, pages)
    yield from twins.twins(catalog, base)


def _made_at(catalog: Catalog, history: History, source_date_epoch: str | None) -> str:
    if source_date_epoch:
        try:
            moment = dt.datetime.fromtimestamp(int(source_date_epoch), dt.UTC)
        except (ValueError, OverflowError, OSError) as error:
            raise PluginError(
                f'SOURCE_DATE_EPOCH is "{source_date_epoch}", which is no time; give the seconds'
                " since 1970, or unset it"
            ) from error
    else:
        never = dt.datetime.min.replace(tzinfo=dt.UTC)
        entries = catalog.entries.values()
        moment = max((changed(entry, history) for entry in entries), default=never)
    return f"{moment:%Y-%m-%dT%H:%M:%SZ}"
