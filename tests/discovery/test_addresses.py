"""The best address first, and none that nobody can come in by."""

from ipaddress import ip_address

import pytest

from sixqp_tui.discovery.addresses import NetworkWatch, OwnAddress, best_to_announce, best_to_reach, own_addresses

WIFI = OwnAddress("wlan0 wlan0", "192.168.1.20", 24)
CABLE = OwnAddress("eth0 eth0", "10.0.0.5", 8)
DOCKER = OwnAddress("docker0 docker0", "172.17.0.1", 16)
SIX = OwnAddress("wlan0 wlan0", "2a01:e0a::5", 64)
OWN = (
    DOCKER,
    OwnAddress("lo lo", "127.0.0.1", 8),
    OwnAddress("wlan0 wlan0", "fe80::1", 64),
    SIX,
    OwnAddress("eth1 eth1", "169.254.3.4", 16),
    CABLE,
    OwnAddress("tun0 tun0", "10.8.0.2", 24),
    WIFI,
)


def test_the_default_route_comes_first_and_tunnels_last() -> None:
    assert best_to_announce(OWN, frozenset({"192.168.1.20", "2a01:e0a::5"})) == (
        *("192.168.1.20", "2a01:e0a::5", "10.0.0.5", "169.254.3.4", "fe80::1", "172.17.0.1", "10.8.0.2"),
    )


def test_a_tunnel_is_last_even_with_the_default_route() -> None:
    assert best_to_announce(OWN, frozenset({"10.8.0.2"}))[-2:] == ("10.8.0.2", "172.17.0.1")


@pytest.mark.parametrize(
    ("name", "virtual"),
    [
        ("eth0 eth0", False),
        ("en0 en0", False),
        ("{846EE342-7039} Intel(R) Wi-Fi 6 AX201", False),
        ("{846EE342-7039} Hyper-V Virtual Ethernet Adapter", True),
        ("x vEthernet (WSL)", True),
        ("br-1f2e br-1f2e", True),
        ("br0 br0", False),
        ("virbr0 virbr0", True),
        ("utun3 utun3", True),
        ("tailscale0 tailscale0", True),
        ("vethab12 vethab12", True),
    ],
)
def test_container_and_tunnel_interfaces_are_known_by_name(name: str, virtual: bool) -> None:
    assert OwnAddress(name, "10.0.0.1", 24).virtual is virtual


def test_the_joiner_tries_its_own_network_first_and_foreign_containers_last() -> None:
    announced = ("172.17.0.1", "10.9.9.9", "2a01:e0a::9", "192.168.1.30")
    assert best_to_reach(announced, (WIFI, DOCKER, SIX)) == (
        "192.168.1.30",
        "2a01:e0a::9",
        "10.9.9.9",
        "172.17.0.1",
    )


def test_unreachable_and_invalid_addresses_are_dropped() -> None:
    bad = ("fe80::7", "224.0.0.1", "0.0.0.0", "::", "not one", "127.0.0.1", "::1")
    assert best_to_reach((*bad, "fe80::7%2", "10.0.0.9"), (WIFI,)) == ("10.0.0.9", "fe80::7%2")


def test_loopback_is_kept_only_when_alone() -> None:
    assert best_to_reach(("127.0.0.1",), ()) == ("127.0.0.1",)
    assert best_to_announce((OwnAddress("lo lo", "127.0.0.1", 8),), frozenset()) == ()


def test_a_long_list_of_addresses_is_truncated() -> None:
    assert len(best_to_reach((f"10.0.0.{number}" for number in range(1, 100)), ())) == 8


def test_this_machine_has_an_address() -> None:
    assert all(ip_address(each) for each in own_addresses())
    assert own_addresses()


@pytest.mark.parametrize(
    ("interface", "name"),
    [
        ("wlan0 wlan0", "wlan0"),
        ("{846EE342-7039-11DE-9D20-806E6F6E6963} Intel(R) Wi-Fi 6 AX201", "Intel(R) Wi-Fi 6 AX201"),
        ("{846EE342-7039-11DE-9D20-806E6F6E6963}", "{846EE342-7039-11DE-9D20-806E6F6E6963}"),
    ],
)
def test_an_interface_gets_a_readable_name(interface: str, name: str) -> None:
    assert OwnAddress(interface, "192.168.1.20", 24).name == name


def test_new_addresses_and_sleep_are_noticed_but_a_late_check_is_not() -> None:
    at, own = [0.0], [OwnAddress("eth0", "10.0.0.1", 24)]
    networks = NetworkWatch(lambda: tuple(own), lambda: at[0])

    def changed(seconds: float) -> bool:
        at[0] += seconds
        return networks.changed()

    assert not changed(1.0)
    own[0] = OwnAddress("eth0", "10.0.0.2", 24)
    assert changed(1.0) and networks.addresses == tuple(own)
    own.clear()
    assert changed(1.0)
    assert not changed(3.0)
    assert changed(3600.0)
    assert not changed(1.0)
    assert not changed(-7200.0), "a clock that is set back"
