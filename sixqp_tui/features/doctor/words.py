"""What the doctor says: one line for each finding, and what to do."""

from collections.abc import Mapping, Sequence
from typing import Any

from sixqp_tui.i18n import _, ngettext, pgettext
from sixqp_tui.i18n.phrases import decimal, listed, quoted

LABEL = 12
MARK = 6
INDENT = MARK + LABEL + 2
SHOWN = 3
Facts = Mapping[str, Any]


def line(verdict: str, check: str, sentence: str) -> str:
    marks = {
        # Translators: a mark of at most 5 characters before a finding
        "ok": pgettext("doctor", "ok"),
        "note": pgettext("doctor", "note"),
        "bad": pgettext("doctor", "BAD"),
    }
    return f"{marks[verdict]:<{MARK}} {_labels()[check]:<{LABEL}} {sentence}"


def _labels() -> dict[str, str]:
    return {
        # Translators: the context “doctor” is what was examined, at most 12 characters
        "system": pgettext("doctor", "system"),
        "addresses": pgettext("doctor", "addresses"),
        "multicast": pgettext("doctor", "multicast"),
        # Translators: the name of a protocol
        "mdns": _("mDNS"),
        "broadcast": pgettext("doctor", "broadcast"),
        "port": pgettext("doctor", "port"),
        # Translators: the tables of other machines on this network
        "others": pgettext("doctor", "tables"),
        "firewall": pgettext("doctor", "firewall"),
        # Translators: whether this terminal reaches other machines of the local network (the macOS setting “Local
        # Network”)
        "local_network": pgettext("doctor", "neighbours"),
        # Translators: how guests by ssh are confined on this machine
        "ssh_guests": pgettext("doctor", "ssh guests"),
        "files": pgettext("doctor", "files"),
        "terminal": pgettext("doctor", "terminal"),
    }


def verdict(ways: Sequence[str]) -> str:
    if not ways:
        return _("A table opened here can't be found automatically. See above for what to do.")
    names = {"mdns": _("mDNS"), "broadcast": _("broadcast")}
    by = listed([names[way] for way in ways])
    return _("A table opened here can be found by {ways}.").format(ways=by)


def describe(check: str, code: str, facts: Facts) -> str:
    tell = {
        "system": _system,
        "addresses": _addresses,
        "multicast": _multicast,
        "mdns": _mdns,
        "broadcast": _broadcast,
        "port": _port,
        "others": _others,
        "firewall": _firewall,
        "local_network": _local_network,
        "ssh_guests": _ssh_guests,
        "files": _files,
        "terminal": _terminal,
    }[check]
    return tell(code, facts)


def _system(code: str, facts: Facts) -> str:
    if code == "wsl":
        sentence = _("sixqp {sixqp}, Python {python}, {system}: Linux inside Windows.")
    else:
        sentence = _("sixqp {sixqp}, protocol {protocol}, Python {python}, {system}.")
    return sentence.format(**facts)


def _addresses(code: str, facts: Facts) -> str:
    if code == "none":
        return _("This machine has no network address: only players on this machine can join.")
    (address, interface), *more = facts["names"]
    sentence = _("Others see this machine as {address} ({interface}).")
    if code == "virtual":
        sentence = _("Only {address} ({interface}), which belongs to a tunnel or to containers.")
    also = ", ".join(each for each, _interface in more[:SHOWN]) + (", …" if len(more) > SHOWN else "")
    text = sentence.format(address=address, interface=interface)
    return text + " " + _("Also announced: {addresses}.").format(addresses=also) if also else text


def _multicast(code: str, facts: Facts) -> str:
    if code == "refused":
        return _("The system refuses it: {reason}.").format(**facts)
    if code == "no_network":
        return _("There is no IPv4 network to try it on.")
    if code == "none":
        return _("A test message didn't come back.")
    # Translators: {heard} of {n}: another phrase follows the semicolon
    sentence = ngettext(
        "Sent and received back on {heard} of {n} network;", "Sent and received back on {heard} of {n} networks;",
        facts["networks"],
    ).format(heard=facts["heard"], n=facts["networks"])  # fmt: skip
    return f"{sentence} {_others_answer(facts['others'])}"


def _others_answer(count: int) -> str:
    if count == 0:
        return _("no other device answered (none here, or multicast is filtered).")
    return ngettext("{n} other device answered.", "{n} other devices answered.", count).format(n=count)


def _mdns(code: str, facts: Facts) -> str:
    if code == "found":
        seconds = decimal(facts["milliseconds"] / 1000)
        return _("A test announcement came back in {seconds} s.").format(seconds=seconds)
    if code == "failed":
        return _("It doesn't work here: {reason}.").format(**facts)
    return _("A test announcement didn't come back.")


def _broadcast(code: str, facts: Facts) -> str:
    if code in ("all", "some"):
        sentence = ngettext(
            "A query was answered on {answered} of {n} network.",
            "A query was answered on {answered} of {n} networks.",
            facts["networks"],
        )  # fmt: skip
        return sentence.format(answered=facts["answered"], n=facts["networks"])
    if code == "refused":
        return _("The system refuses it: {reason}.").format(**facts)
    if code == "no_network":
        return _("There is no IPv4 network to try it on.")
    return _("A query got no answer: something on this machine blocks it.")


def _port(code: str, facts: Facts) -> str:
    if code == "refused":
        return _("No table can listen here: {reason}.").format(**facts)
    if code == "next_free":
        # Translators: what has taken the port
        by = {"table": _("a table on this machine"), "program": _("another program")}[facts["taken_by"]]
        text = _("Port 4666 is taken by {by}; the next table would take {port}.").format(by=by, port=facts["port"])
    else:
        text = _("TCP port {port} is free.").format(port=facts["port"])
    if facts["asked"]:
        reached = _("{reached} of {asked} addresses accept a connection from this machine itself.")
        text += " " + reached.format(**facts)
    return text if facts["udp"] else text + " " + _("UDP port 4666 is taken: broadcasts won't be answered.")


def _others(code: str, facts: Facts) -> str:
    if code == "nobody":
        return _("No table is announced here at the moment.")
    text = ngettext("{n} table is announced here: {titles}.", "{n} tables are announced here: {titles}.",
        facts["tables"],
    ).format(n=facts["tables"], titles=_some(facts["titles"]))  # fmt: skip
    if code == "silent":
        text += " " + _("Announced, but not answering: {titles}.").format(titles=_some(facts["silent_titles"]))
    return text


def _some(titles: Sequence[str]) -> str:
    return ", ".join(map(quoted, titles[:SHOWN])) + (", …" if len(titles) > SHOWN else "")


def _firewall(code: str, _facts: Facts) -> str:
    if code in ("off", "none_known"):
        return {
            "off": _("It is turned off."),
            "none_known": _("None was found that can be checked without admin rights."),
        }[code]
    names = {
        "mac": _("the macOS firewall"),
        "windows": _("Windows Defender Firewall"),
    }
    family, _underscore, state = code.partition("_")
    name = names.get(family, code)
    if state == "blocks_all":
        return _("On: {name}. It blocks all incoming connections, so nobody can join here.").format(name=name)
    if state == "blocked":
        return _("On: {name}. It blocks this Python, as “Cancel” does when it asks.").format(name=name)
    if state == "lets_in":
        return _("On: {name}. It lets this Python in.").format(name=name)
    text = _("On: {name}. To host, allow TCP and UDP port 4666, and UDP 5353:").format(name=name)
    if state == "public":
        return _("Windows treats this network as public.") + " " + text
    return text


def _local_network(code: str, facts: Facts) -> str:
    if code == "allowed":
        return _("macOS lets this terminal reach the other machines on this network.")
    text = _("macOS keeps this terminal off the local network: “No route to host”")
    if not facts["no_route"]:
        return text + "."
    gateway = facts["gateway"] == "answers"
    # Translators: follows “macOS keeps this terminal off the local network”
    tail = ngettext("for {n} neighbour", "for {n} neighbours", facts["no_route"]).format(n=facts["no_route"])
    return f"{text} {tail}" + (", " + _("though the gateway answers.") if gateway else ".")


def _ssh_guests(code: str, _facts: Facts) -> str:
    return {
        "full": _("The kernel keeps guests by ssh away from everything but their table."),
        "no_ports": _(
            "This kernel's Landlock is older than Linux 6.7: only Python keeps guests by ssh away from other ports."
        ),
        "no_landlock": _(
            "This kernel has no Landlock: only Python keeps guests by ssh away from your files and other ports."
        ),
        "no_seccomp": _(
            "This kernel has no seccomp that sixqp can use: only Python keeps guests by ssh from starting programs."
        ),
        "none": _("This system has neither Landlock nor seccomp: only Python confines guests by ssh."),
    }[code]


def _files(code: str, facts: Facts) -> str:
    if code == "writable":
        return _("sixqp keeps its files in {folder}.").format(**facts)
    if code == "read_only":
        return _("sixqp can't write to {folder}. Set SIXQP_HOME to use another folder.").format(**facts)
    return _("sixqp can't use {folder}: {reason}. Set SIXQP_HOME to use another folder.").format(**facts)


def _terminal(code: str, facts: Facts) -> str:
    if code == "none":
        return _("This isn't a terminal: use --plain here.")
    if code == "legacy":
        return _("This console is in legacy mode, where sixqp can't draw. --plain works.")
    text = _("{columns} × {lines}, colours: {colours}, {encoding}.").format(**facts)
    if name := _terminal_names().get(facts["program"]):
        text = f"{name}, {text}"
    if code == "small":
        return text + " " + _("sixqp needs 80 × 22.")
    if code == "wide_signs":
        return text + " " + _("It draws these characters wider than one cell: {signs}. --plain avoids "
                               "them.").format(
            signs=" ".join(facts["not_one_cell"])
        )  # fmt: skip
    return text if facts["measured"] else text + " " + _("It doesn't say how wide it draws characters.")


def _terminal_names() -> dict[str, str]:
    apple = _("Apple's Terminal")
    return {
        "windows_terminal": "Windows Terminal",
        # Translators: the window that Windows drew for cmd before Windows Terminal
        "windows_console": _("Probably the old console"),
        "apple_terminal": apple,
        "apple_terminal_256": apple,
        "iterm2": "iTerm2",
    }


Hints = Mapping[str, Sequence[str]]
"""Sentences by kind of command; "" needs none."""


def hints(check: str, code: str, facts: Facts) -> Hints:
    if check == "firewall":
        return _firewall_hints(code)
    if check == "local_network" and code == "denied":
        return {"": _local_network_hints(facts["app"])}
    if check == "terminal" and code == "legacy":
        return {"": (_("In its Properties, Options: turn off “Use legacy console”, then reopen it."),)}
    if check == "terminal" and code != "none":
        return {"": _terminal_hints(code, facts)}
    return {"": _other_hints(check, code)}


def _other_hints(check: str, code: str) -> tuple[str, ...]:
    if check == "others" and code == "silent":
        return (_("Their host's firewall may keep you out, or this network keeps its devices apart."),)
    if check == "system" and code == "wsl":
        return (_("WSL has a network of its own: host from Windows itself, or set networkingMode=mirrored."),)
    if check == "mdns" and code in ("silent", "failed"):
        return (_("Broadcast may be enough; a typed address always works: sixqp join HOST[:PORT]"),)
    return ()


def _firewall_hints(code: str) -> Hints:
    mac = _("System Settings, Network, Firewall, Options: allow incoming connections for Python.")
    admin = _("In an administrator terminal:")
    by_code: dict[str, Hints] = {
        "ufw": {"open": ()},
        "firewalld": {"open": ()},
        "nftables": {"open": ()},
        "mac": {"": (mac,)},
        "mac_blocked": {"": (mac,), "unblock": (_("Or in a terminal:"),)},
        "mac_blocks_all": {"": (mac, _("Turn off “Block all incoming connections” there."))},
        "windows": {"open": (admin,)},
        "windows_public": {
            "open": (admin,),
            "make_private": (_("Or make it private, in an administrator PowerShell, and allow sixqp when asked:"),),
        },
        "windows_blocked": {
            "unblock": (_("A block overrides anything allowed. In an administrator terminal:"),),
            "open": (),
        },
        "windows_blocks_all": {
            "": (_("Windows Security, Firewall, the network in use: don't block all incoming connections."),)
        },
    }
    return by_code.get(code, {})


def _local_network_hints(app: str) -> tuple[str, ...]:
    # Translators: the names of the settings are those of macOS; {app} is a program such as iTerm
    where = _("System Settings, Privacy & Security, Local Network: turn on {app}, then restart it.")
    return (
        where.format(app=app or _("the app of this terminal")),
        _("If it isn't in that list, use Apple's own Terminal, which is always allowed."),
    )


def _terminal_hints(code: str, facts: Facts) -> tuple[str, ...]:
    program, colours = facts["program"], facts["colours"]
    if program == "windows_console":
        return (
            _("If this is the old console, sixqp works in it, but the cursor may jump around the screen."),
            _("Windows Terminal draws better: type wt, or get it from the Microsoft Store."),
        )
    if program == "apple_terminal_256" and colours == "truecolor":
        return (_("Before macOS 26, it only has 256 colours, whatever COLORTERM says: type COLORTERM= sixqp"),)
    if program == "apple_terminal" and colours != "truecolor":
        return (_("Since macOS 26, it has all colours: type COLORTERM=truecolor sixqp"),)
    if program in ("apple_terminal", "apple_terminal_256"):
        return (
            _("sixqp can't copy text there: select it with the mouse and Fn."),
            _("To close the gaps between lines: Settings, Profiles, Text, less line spacing."),
        )
    if program == "iterm2" and code == "wide_signs":
        return (_("Settings, Profiles, Text: turn off double width for ambiguous-width characters."),)
    if program == "iterm2":
        return (_("To copy from sixqp: Settings, General, Selection, let applications access the clipboard."),)
    return ()
