"""What is said of the ways into a table for guests without a program of their own."""

from sixqp_tui.i18n import _


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
            "Browsers warn about its certificate because it is self-signed. Guests can compare it, or accept it."
        )
    return _("Anyone listening in on this network can see these guests' hands. --page-tls prevents that.")


def host_key(fingerprint: str) -> str:
    # Translators: ssh, or a browser, shows it to a guest, who compares both
    return _("The key is {fingerprint}").format(fingerprint=fingerprint)
