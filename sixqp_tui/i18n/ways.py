"""What is said of the ways into a table for guests without a program of their own."""

from sixqp_tui.i18n import _, pgettext


def your_name() -> str:
    # Translators: stands in “ssh -p 4668 NAME@192.168.1.20”: capital letters without accents or spaces
    return pgettext("placeholder", "NAME")


def heading() -> str:
    return _("WAYS IN FOR GUESTS WITHOUT THE PROGRAM")


def way_told(kind: str) -> str:
    # Translators: at most 26 characters
    return {"page": _("by a page, from any phone"), "ssh": _("by ssh, from any laptop")}[kind]


def way_hints(kind: str, locked: bool, private: bool = False, bears_code: bool = False) -> list[str]:
    """What a host says with the line, at a table that is `locked` or not; `private`: nobody can listen in.

    `bears_code`: the QR code has the room code in it.
    """
    if kind == "page":
        open_it = _("Guests open it in a browser, or point a camera at the code. The page asks for a name.")
        asked = _("Guests open it in a browser, or point a camera at the code. The page asks for the room code.")
        borne = _("The room code is in the QR code: whoever can see or photograph it comes in. k takes it out.")
        return [borne if bears_code else asked if locked else open_it, page_honesty(private)]
    if kind == "ssh" and locked:
        return [_("Guests type it in a terminal, with their own name; the room code is the password.")]
    return {"ssh": [_("Guests type it in a terminal, with their own name; there is no password.")]}[kind]


def state_told(opened: bool) -> str:
    # Translators: a way into a table, such as ssh
    return pgettext("way in", "open") if opened else pgettext("way in", "closed")


def state_switching(opening: bool) -> str:
    return pgettext("way in", "is being opened …") if opening else pgettext("way in", "is being closed …")


def copied() -> str:
    return _("Copied, if this terminal lets programs copy.")


def key_hint() -> str:
    # Translators: w is the key to press; at most 32 characters
    return _("w: guests without the program")


def way_lines(kind: str, line: str, fingerprint: str) -> list[str]:
    """Of a way in that is open: what guests type, and what their client shows. Nothing of one that is closed."""
    told = [_("Without the program: {line}").format(line=line)] if line else []
    if line and kind == "page":
        told.append(page_honesty(bool(fingerprint)))
    return [*told, host_key(fingerprint)] if fingerprint else told


def page_honesty(private: bool) -> str:
    """What a page does not protect, with TLS by a certificate of its own (`private`) or without."""
    if private:
        return _(
            "Browsers warn of its certificate, which nobody has signed: guests compare it, or take it on trust."
        )
    return _("Whoever listens in on this network can see the hands of those guests; --page-tls prevents that.")


def host_key(fingerprint: str) -> str:
    # Translators: ssh, or a browser, shows it to a guest, who compares both
    return _("The key is {fingerprint}").format(fingerprint=fingerprint)


def gateway_cannot_listen(way: str, usual: int, port: int | None, reason: str) -> str:
    """The program of this way in cannot listen; without a `reason` its port is taken, or all from `usual` on."""
    if not reason and port is None:
        # Translators: the ports of a way in; {way} is ssh or page, and --{way} an option
        return _("All the usual ports from {usual} on are taken: give a free one with --{way} PORT.").format(
            usual=usual, way=way
        )
    if not reason:
        sentence = _("Port {port} is taken by another program: give another one with --{way} PORT.")
        return sentence.format(port=port, way=way)
    if port is None:
        return _("This machine lets no guests in: {reason}.").format(reason=reason)
    return _("This machine lets no guests in on port {port}: {reason}.").format(port=port, reason=reason)


def gateway_did_not_start(log: str) -> str:
    return _("The program that lets guests in did not start; its log is {log}.").format(log=log)
