"""Causes, symptoms and consequences are told apart by rules, without pairs written by hand."""

from dataclasses import dataclass, field

from trainwreck.logs.failure_reports import Failure, FailureKind
from trainwreck.matching.judgement import Finding, Role, judge
from trainwreck.matching.sightings import Level, Sighting
from trainwreck.model.vocabulary import Kind


@dataclass
class Known:
    """Relations between entries named by single letters."""

    causes: dict[str, list[str]] = field(default_factory=dict)
    general: dict[str, str] = field(default_factory=dict)
    kinds: dict[str, Kind] = field(default_factory=dict)

    def caused_by(self, id_: str) -> list[str]:
        return self.causes.get(id_, [])

    def narrows(self, id_: str) -> str | None:
        return self.general.get(id_)

    def kind(self, id_: str) -> Kind:
        return self.kinds.get(id_, Kind.CRASH)


def seen(line: int, *ranks: str, weight: int = 40) -> Sighting:
    return Sighting((line, 0), weight, "m", {line}, {line: "text"}, set(ranks))


def raised(text: str, line: int, rank: str | None = None, lines_after: int = 0) -> Failure:
    return Failure(FailureKind.EXCEPTION, text, line, line, line, rank, lines_after=lines_after)


def roles(findings: list[Finding]) -> list[tuple[str | None, Role]]:
    return [(finding.entry, finding.role) for finding in findings]


def test_secondary_message_is_a_consequence_of_any_crash_in_any_order() -> None:
    for crash_line in (1, 99):
        found = judge(
            {
                "watchdog": {Level.SECONDARY: seen(50, "0")},
                "oom": {Level.PRIMARY: seen(crash_line, "3")},
            },
            (),
            Known(),
        )
        assert roles(found) == [("oom", Role.CAUSE), ("watchdog", Role.CONSEQUENCE)]
        assert found[1].causes == ("oom",)


def test_secondary_message_alone_is_a_symptom() -> None:
    found = judge({"watchdog": {Level.SECONDARY: seen(5)}}, (), Known())
    assert roles(found) == [("watchdog", Role.SYMPTOM)]


def test_first_of_several_symptoms_leads_to_the_others() -> None:
    found = judge(
        {"child-failed": {Level.SECONDARY: seen(9)}, "watchdog": {Level.SECONDARY: seen(5)}},
        (),
        Known(),
    )
    assert roles(found) == [("watchdog", Role.SYMPTOM), ("child-failed", Role.CONSEQUENCE)]


def test_earliest_of_several_crashes_comes_first() -> None:
    found = judge(
        {"late": {Level.PRIMARY: seen(9, weight=90)}, "early": {Level.PRIMARY: seen(2, weight=15)}},
        (),
        Known(),
    )
    assert [finding.entry for finding in found] == ["early", "late"]


def test_unknown_exception_outranks_consequences() -> None:
    failure = raised("KeyError: 'x'", 3, "2")
    found = judge({"peer": {Level.SECONDARY: seen(5, "0", "1")}}, [failure], Known())
    assert roles(found) == [(None, Role.CAUSE), ("peer", Role.CONSEQUENCE)]
    assert found[0].failure == failure


def test_exception_that_an_entry_explains_is_not_unknown() -> None:
    failure = raised("OutOfMemoryError: …", 3, "2")
    found = judge(
        {"oom": {Level.PRIMARY: seen(3, "2")}, "peer": {Level.SECONDARY: seen(5)}},
        [failure],
        Known(),
    )
    assert roles(found) == [("oom", Role.CAUSE), ("peer", Role.CONSEQUENCE)]


def test_same_exception_on_other_ranks_is_explained_too() -> None:
    failures = [raised("ValueError: no", 3, "0"), raised("ValueError: no", 8, "1")]
    found = judge({"known": {Level.PRIMARY: seen(3, "0")}}, failures, Known())
    assert roles(found) == [("known", Role.CAUSE)]


def test_handled_exception_does_not_outrank_a_known_crash() -> None:
    handled = raised("ImportError: optional", 1, "0", lines_after=500)
    found = judge({"oom": {Level.PRIMARY: seen(600, "1")}}, [handled], Known())
    assert roles(found) == [("oom", Role.CAUSE)]


def test_unknown_exception_that_ended_another_rank_earlier_comes_first() -> None:
    found = judge({"oom": {Level.PRIMARY: seen(60, "1")}}, [raised("KeyError: 1", 1, "0")], Known())
    assert roles(found) == [(None, Role.CAUSE), ("oom", Role.CAUSE)]


def test_unknown_failure_alone_is_left_to_the_message_that_nothing_matched() -> None:
    assert judge({}, [raised("KeyError: 1", 1)], Known()) == []


def test_unknown_signal_is_the_cause_unless_its_rank_raised() -> None:
    signal = Failure(FailureKind.SIGNAL, "signal 11 (SIGSEGV)", 9, 9, 9, "2", code=11)
    peer = {"peer": {Level.SECONDARY: seen(5, "0")}}
    assert judge(peer, [signal], Known())[0].failure == signal
    exception = raised("KeyError: 1", 2, "2")
    assert judge(peer, [exception, signal], Known())[0].failure == exception


def test_narrower_entry_with_its_own_message_replaces_the_general_one() -> None:
    known = Known(general={"narrow": "general"})
    found = judge(
        {"general": {Level.PRIMARY: seen(1)}, "narrow": {Level.PRIMARY: seen(4)}}, (), known
    )
    assert [(f.entry, f.general) for f in found] == [("narrow", "general")]


def test_telltale_selects_the_narrower_entry_beside_the_general_message_only() -> None:
    known = Known(general={"narrow": "general"})
    telltale = {"narrow": {Level.TELLTALE: seen(4)}}
    assert judge(telltale, (), known) == []
    found = judge({"general": {Level.PRIMARY: seen(1)}, **telltale}, (), known)
    assert [finding.entry for finding in found] == ["narrow"]
    assert found[0].sighting.numbers == {1, 4}


def test_telltale_of_a_narrower_entry_keeps_secondary_messages_secondary() -> None:
    known = Known(general={"narrow": "general"})
    found = judge(
        {"general": {Level.SECONDARY: seen(1)}, "narrow": {Level.TELLTALE: seen(4)}}, (), known
    )
    assert roles(found) == [("narrow", Role.SYMPTOM)]


def test_links_make_consequences_at_any_distance() -> None:
    known = Known(causes={"c": ["b"], "b": ["a"]})
    found = judge({"c": {Level.PRIMARY: seen(1)}, "a": {Level.PRIMARY: seen(9)}}, (), known)
    assert roles(found) == [("a", Role.CAUSE), ("c", Role.CONSEQUENCE)]


def test_crash_comes_before_a_warning_that_was_printed_earlier() -> None:
    known = Known(kinds={"warning": Kind.WARNING})
    found = judge({"warning": {Level.PRIMARY: seen(1)}, "oom": {Level.PRIMARY: seen(9)}}, (), known)
    assert [finding.entry for finding in found] == ["oom", "warning"]


def test_report_that_names_the_signal_explains_it() -> None:
    killed = Failure(FailureKind.SIGNAL, "signal 9 (SIGKILL)", 5, 5, 5, None, code=9)
    message = Sighting((5, 0), 6, "Killed", {5}, {5: "Killed"})
    found = judge({"killed": {Level.SECONDARY: message}}, [killed], Known())
    assert roles(found) == [("killed", Role.SYMPTOM)]
    other = Sighting((5, 0), 40, "failed (exitcode: <#>)", {5}, {5: "text"})
    found = judge({"child": {Level.SECONDARY: other}}, [killed], Known())
    assert roles(found) == [(None, Role.CAUSE), ("child", Role.CONSEQUENCE)]


def ended(code: int, line: int, rank: str, *, is_first: bool = False) -> Failure:
    kind = FailureKind.SIGNAL
    names = {6: "SIGABRT", 9: "SIGKILL"}
    text = f"signal {code} ({names[code]})"
    return Failure(kind, text, line, line, line, rank, code=code, is_first=is_first)


def about(message: str, line: int) -> Sighting:
    return Sighting((line, 0), 40, message, {line}, {line: "text"})


def test_abort_of_the_first_process_is_a_report_if_it_said_what_for() -> None:
    sightings = {"abort": {Level.SECONDARY: about("exited on signal 6 (Aborted)", 9)}}
    report = ended(6, 9, "2", is_first=True)
    (alone,) = judge(sightings, (report,), Known())
    assert (alone.entry, alone.role) == ("abort", Role.CAUSE)
    found = judge(sightings, (raised("KeyError: 3", 4, "2"), report), Known())
    assert roles(found) == [(None, Role.CAUSE), ("abort", Role.CONSEQUENCE)]


def test_report_of_an_end_after_the_first_signal_is_not_its_cause() -> None:
    known = Known(causes={"killed": ["cancelled"]})
    killed = {"killed": {Level.SECONDARY: about("task 5: Killed", 5)}}
    for line, expected in ((7, ["killed", "cancelled"]), (3, ["cancelled", "killed"])):
        sightings = {**killed, "cancelled": {Level.SECONDARY: about("cancelled", line)}}
        found = judge(sightings, (ended(9, 5, "5"),), known)
        assert [finding.entry for finding in found] == expected


def test_report_of_an_end_after_the_first_exit_code_is_not_its_cause() -> None:
    known = Known(causes={"child": ["cancelled"]})
    report = Failure(FailureKind.EXIT_CODE, "exit code 1", 5, 5, 5, "3", code=1, is_secondary=True)
    child = {"child": {Level.SECONDARY: about("task 3: Exited with exit code <#>", 5)}}
    for line, expected in ((7, ["child", "cancelled"]), (3, ["cancelled", "child"])):
        sightings = {**child, "cancelled": {Level.SECONDARY: about("cancelled", line)}}
        found = judge(sightings, (report,), known)
        assert roles(found) == [(expected[0], Role.SYMPTOM), (expected[1], Role.CONSEQUENCE)]
        crashed = {**sightings, "oom": {Level.PRIMARY: seen(9)}}
        found = judge(crashed, (report,), known)
        assert next(finding.entry for finding in found) == "oom"


def test_several_ranks_that_crash_alike_may_be_first_if_none_raised() -> None:
    known = Known(causes={"abort": ["cancelled"], "killed": ["cancelled"]})
    cancelled = {"cancelled": {Level.SECONDARY: about("cancelled", 7)}}
    abort = {**cancelled, "abort": {Level.SECONDARY: about("tasks 1,3: Aborted", 5)}}
    report = ended(6, 5, "1,3")
    found = judge(abort, (report,), known)
    assert [finding.entry for finding in found] == ["abort", "cancelled"]
    found = judge(abort, (raised("KeyError: 3", 4, "1"), report), known)
    assert [finding.entry for finding in found] == [None, "abort", "cancelled"]
    killed = {**cancelled, "killed": {Level.SECONDARY: about("tasks 0-3: Killed", 5)}}
    found = judge(killed, (ended(9, 5, "0-3"),), known)
    assert [finding.entry for finding in found] == ["cancelled", "killed"]
