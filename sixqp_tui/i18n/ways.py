"""The ways to join a table without the program."""

from sixqp_tui.i18n import _


def way_lines(kind: str, line: str, fingerprint: str) -> list[str]:
    """What guests type and what their client shows; empty if the way is closed."""
    lines = [_("Without the program: {line}").format(line=line)] if line else []
    if line and kind == "page":
        lines.append(page_honesty(bool(fingerprint)))
    return [*lines, host_key(fingerprint)] if fingerprint else lines


def page_honesty(private: bool) -> str:
    """What a page can't protect, with a self-signed certificate (`private`) or without TLS."""
    if private:
        return _(
            "Browsers warn about its certificate because it is self-signed. Guests can compare it, or accept it."
        )
    return _("Anyone listening in on this network can see these guests' hands. --page-tls prevents that.")


def host_key(fingerprint: str) -> str:
    # Translators: ssh, or a browser, shows it to a guest, who compares both
    return _("The key is {fingerprint}").format(fingerprint=fingerprint)
