"""What the tools of Windows and macOS print, so that what is made of it is tried on any system.

No line was printed by a machine of ours. Each says where its form comes from; addresses and names are made up.
"""

import json
from typing import Final

# Windows: what the firewall's script prints. The numbers are those of the documented interfaces INetFwPolicy2 and
# INetFwRule (NET_FW_PROFILE_TYPE2: 1 domain, 2 private, 4 public; NET_FW_ACTION: 0 block, 1 allow; protocols 6 TCP,
# 17 UDP, 256 any) and of Get-NetConnectionProfile (NetworkCategory: 0 public, 1 private, 2 domain). "Cancel" in the
# question that Windows asks leaves two rules, TCP and UDP, named after the program, with its path in small letters:
# registry dumps in bug reports have them as "TCP Query User{…}C:\program files\…" with Action=Block.
PYTHON: Final = r"D:\Zoé\Python313\python.exe"
EVERY_PROFILE: Final = 0x7FFFFFFF


def windows_rule(
    program: str, action: int, protocol: int, ports: str = "*", profiles: int = 4
) -> dict[str, object]:
    return {"program": program, "action": action, "protocol": protocol, "ports": ports, "profiles": profiles}


CANCELLED: Final = [windows_rule(PYTHON.lower(), 0, protocol) for protocol in (6, 17)]
ALLOWED_IN_PRIVATE: Final = [windows_rule(PYTHON.lower(), 1, protocol, profiles=2) for protocol in (6, 17)]
OTHER_PYTHON: Final = [windows_rule(r"c:\python314\python.exe", 0, protocol) for protocol in (6, 17)]
OPENED: Final = [
    windows_rule("", 1, 6, "4666", EVERY_PROFILE),
    windows_rule("", 1, 17, "4666,5353", EVERY_PROFILE),
]


def windows_answer(
    rules: list[dict[str, object]], category: int = 0, profile: int = 4, on: bool = True, shut: bool = False
) -> str:
    """What the script prints on a machine in one network of this category."""
    return json.dumps(
        {
            "profiles": [{"profile": profile, "on": on, "shut": shut}],
            "rules": rules,
            "networks": [{"index": 12, "category": category}],
        }
    )


# macOS: `socketfilterfw --getglobalstate`. So they stand in the test data of several public projects;
# only the number in brackets is the same in all of them.
MAC_OFF: Final = "Firewall is disabled. (State = 0)\n"
MAC_ON: Final = "Firewall is enabled. (State = 1)\n"
MAC_BLOCKS_ALL: Final = "Firewall is blocking all non-essential incoming connections. (State = 2)\n"

# macOS: `socketfilterfw --listapps`. An older form begins with "ALF:" and has blank lines, and blanks inside the
# brackets; public test data that names macOS 26 as its source has neither.
MAC_PYTHON: Final = "/Library/Frameworks/Python.framework/Versions/3.13"
MAC_APPS_OLDER: Final = (
    "ALF: total number of apps = 2 \n\n"
    "1 :  /Applications/Google Chrome.app \n \t ( Allow incoming connections ) \n\n"
    f"2 :  {MAC_PYTHON}/Resources/Python.app \n \t ( {{}} incoming connections ) \n\n"
)
MAC_APPS: Final = (
    "Total number of apps = 2 \n"
    "1 : /usr/libexec/remoted \n             (Allow incoming connections)\n"
    f"2 : {MAC_PYTHON}/Resources/Python.app \n             ({{}} incoming connections)\n"
)
MAC_APPS_OF_OTHERS: Final = (
    "Total number of apps = 1 \n1 : /opt/homebrew/bin/python3.12 \n             (Block incoming connections)\n"
)

# macOS: `route -n get default` and `arp -an`; the form is that of their manual pages, of the network utilities of
# FreeBSD that they come from, and of answers to questions about them. The multicast group and the network's own
# broadcast address are in the list too, and a machine that does not answer is "(incomplete)".
MAC_ROUTE: Final = """\
   route to: default
destination: default
       mask: default
    gateway: 192.168.1.1
  interface: en0
      flags: <UP,GATEWAY,DONE,STATIC,PRCLONING,GLOBAL>
 recvpipe  sendpipe  ssthresh  rtt,msec    rttvar  hopcount      mtu     expire
       0         0         0         0         0         0      1500         0
"""
MAC_NO_ROUTE: Final = "route: writing to routing socket: not in table\n"
MAC_NEIGHBOURS: Final = """\
? (192.168.1.1) at 8c:e1:17:ef:cc:9d on en0 ifscope [ethernet]
? (192.168.1.20) at a8:be:27:c2:98:c0 on en0 ifscope permanent [ethernet]
? (192.168.1.34) at (incomplete) on en0 ifscope [ethernet]
? (192.168.1.41) at d8:3a:dd:c1:ba:55 on en0 ifscope [ethernet]
? (192.168.1.42) at 40:6c:8f:2:be:f on en0 ifscope [ethernet]
? (192.168.1.255) at ff:ff:ff:ff:ff:ff on en0 ifscope [ethernet]
? (192.168.64.5) at 50:eb:f6:7f:39:a7 on bridge100 ifscope [bridge]
? (224.0.0.251) at 1:0:5e:0:0:fb on en0 ifscope permanent [ethernet]
"""
