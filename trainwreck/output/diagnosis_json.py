"""A diagnosis as JSON for programs, and as annotations for CI."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from trainwreck.logs.failure_reports import Failure
from trainwreck.markdown.absolute_links import portable
from trainwreck.matching.judgement import Role
from trainwreck.matching.results import CodeInLog, Diagnosis, Match
from trainwreck.metadata import SITE
from trainwreck.notes.site_notes import EntryNotes, SiteNotes
from trainwreck.output.annotations import annotation
from trainwreck.output.numbers import evidence_json, numbers_json
from trainwreck.snapshot.entry import Entry


def as_plain(
    diagnosis: Diagnosis, cluster: str | None = None, notes: SiteNotes | None = None
) -> dict[str, Any]:
    """Return ``diagnosis`` as plain values, with the ``notes`` of a center if there are any."""
    action = diagnosis.action
    return {
        "source": diagnosis.source,
        "line_count": diagnosis.line_count,
        "verdict": diagnosis.verdict,
        "action": action
        and {
            "decision": str(action.decision),
            "reason": action.reason,
            "exclude": list(action.exclude),
        },
        "matches": [
            _match(match, cluster) | _added(notes.on(match.id) if notes else None, notes)
            for match in diagnosis.matches
        ],
        "hints": list(diagnosis.hints),
        "codes": [_code(code) | _on_code(code, notes) for code in diagnosis.codes],
        **numbers_json(diagnosis),
        "failures": [_failure(failure) for failure in diagnosis.failures],
        "similar": [
            {"id": entry.id, "title": entry.title, "url": SITE + entry.url}
            for entry in diagnosis.similar
        ],
    }


def as_json(diagnoses: Sequence[Mapping[str, Any]]) -> str:
    """Return diagnoses, each as :func:`as_plain` makes it, as a JSON list."""
    return json.dumps(diagnoses, indent=2, ensure_ascii=False)


def as_github(diagnosis: Diagnosis) -> str:
    """Return a workflow command for each cause and symptom in ``diagnosis``."""
    return "\n".join(
        _annotation(diagnosis, match)
        for match in diagnosis.matches
        if match.role is not Role.CONSEQUENCE
    )


def _annotation(diagnosis: Diagnosis, match: Match) -> str:
    place = f"{diagnosis.source}, line {match.lines[0].number}"
    entry = match.entry
    if entry is None:
        return annotation("error", f"{diagnosis.verdict}\n{place}", title="no entry yet")
    said = f"{portable(entry.cause)}\nFirst step: {entry.first_step}\n{place}\n{SITE}{entry.url}"
    level = "warning" if match.is_warning else "error"
    return annotation(level, said, title=f"{entry.id}: {entry.title}")


def _match(match: Match, cluster: str | None) -> dict[str, Any]:
    entry = match.entry
    return {
        "id": match.id,
        "title": match.title,
        "role": str(match.role),
        "caused_by": list(match.causes),
        "message": match.message,
        "confidence": str(match.confidence),
        "reason": match.reason,
        "count": match.count,
        "lines": [{"number": line.number, "text": line.text} for line in match.lines],
        "ranks": list(match.sources),
        "nodes": list(match.nodes),
        "narrows": match.general,
        "evidence": evidence_json(match.evidence),
        **(_of_entry(entry, cluster) if entry else {}),
    }


def _added(own: EntryNotes | None, notes: SiteNotes | None) -> dict[str, Any]:
    """Return what a center adds to an entry or a code; nothing if it adds nothing."""
    return {"site_notes": {"site": notes.site, **asdict(own)}} if notes and own else {}


def _on_code(code: CodeInLog, notes: SiteNotes | None) -> dict[str, Any]:
    return _added(notes.on_code(f"{code.table} {code.code}") if notes else None, notes)


def _of_entry(entry: Entry, cluster: str | None) -> dict[str, Any]:
    return {
        "severity": str(entry.severity),
        "category": str(entry.category),
        "verdict": entry.verdict,
        "cause": portable(entry.cause),
        "first_step": portable(entry.first_step),
        "action": {"decision": str(entry.action.decision), "reason": entry.action.reason},
        "fix": [
            {
                "number": step.number,
                "anchor": step.anchor_on(cluster) if cluster else step.anchor,
                "title": step.title,
                "when": step.when and portable(step.when),
                "danger": step.danger and portable(step.danger),
                "text": portable(step.text),
            }
            for step in entry.steps(cluster)
        ],
        "url": SITE + entry.url,
    }


def _code(code: CodeInLog) -> dict[str, Any]:
    return {
        "table": code.table,
        "code": code.code,
        "name": code.name,
        "text": code.text,
        "meaning": code.meaning and portable(code.meaning),
        "action": code.action and str(code.action),
        "entry": code.entry,
        "url": SITE + code.url,
        "line": {"number": code.line.number, "text": code.line.text},
    }


def _failure(failure: Failure) -> dict[str, Any]:
    return {
        "kind": str(failure.kind),
        "text": failure.text,
        "line": failure.line,
        "rank": failure.source,
        "node": failure.node,
        "code": failure.code,
        "secondary": failure.is_secondary,
    }
