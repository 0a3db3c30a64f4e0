"""faults.py DAVIT ROOT CONTROLLER: bad frames, bad files, bad hosts, death on either side: a message, an exit code, no crash."""
import math
import os
import signal
import socket
import struct
import subprocess
import sys
import time

from served import CART, Served, check, controller, done, file, raises, run

HEAD = controller.HEAD


def frame(kind=3, body=b"", sequence=1, magic=b"DAVT", version=1, zero=0, size=None):
    return HEAD.pack(magic, version, kind, zero, len(body) if size is None else size, sequence, 0.0) + body


def told(fd):
    """All that comes until the end."""
    text = b""
    while True:
        try:
            more = fd.recv(65536)
        except ConnectionResetError:
            return text
        if not more:
            return text
        text += more


# What is wrong once a controller drives ends the run, and both are told.
number = struct.pack("<d", 1.0)
WRONG = [
    (frame(body=number, magic=b"HTTP"), "no frame"),
    (frame(body=number, version=2), "another version"),
    (frame(body=number, zero=1), "are zero"),
    (frame(kind=99), "no frame of this type"),
    (frame(kind=0), "no frame of this type"),
    (frame(kind=4, body=number), "only a machine sends"),
    (frame(size=0xFFFFFFFF), "at most 60000 bytes"),
    (frame(body=b""), "0 bytes of inputs came; this machine has 1 inputs, 8 bytes"),
    (frame(body=number + b"x"), "9 bytes of inputs"),
    (frame(body=struct.pack("<d", math.nan)), "input 1 of 1 is not a finite number"),
    (frame(body=struct.pack("<d", -math.inf)), "not a finite number"),
    (frame(body=number, sequence=2), "frame 2 came where 1 was due"),
    (frame(body=number, sequence=0x7FFFFFFF), "was due"),
]
for bytes, text in WRONG:
    with Served(CART) as s:
        m = s.machine()
        m.socket.sendall(bytes)
        raises(RuntimeError, text, lambda: m.receive(0, lambda: None))
        s.end(2, text)
for bytes, text in WRONG[7:]:
    with Served(CART, "--transport", "udp") as s:
        m = s.machine(udp=True)
        m.socket.sendall(bytes)
        raises(RuntimeError, text, lambda: m.receive(0, lambda: None))
        s.end(2, text)

# Before hello nobody is a controller: a client that is refused does not end the run.
with Served(CART, "--token", "a-secret-of-16-letters") as s:
    for bytes, text in [(b"GET / HTTP/1.1\r\n\r\n", b"no frame"), (frame(body=number), b"begins with hello"),
                        (frame(kind=1, sequence=0), b"token"), (frame(kind=1, body=b"a-secret-of-16-lettert"), b"token"),
                        (frame(kind=1, body=b"x" * 5000), b"token"), (frame(kind=1, body=b"a-secret-of-16-letters\0"), b"token")]:
        fd = socket.create_connection(("127.0.0.1", s.port))
        fd.sendall(bytes)
        check(text in told(fd), (bytes, text))
    m = s.machine(token="a-secret-of-16-letters")
    raises(RuntimeError, "another controller", lambda: s.machine(token="a-secret-of-16-letters"))
    # frames that come in pieces, and two at once
    both = frame(body=number, sequence=1) + frame(body=number, sequence=2)
    for i in range(0, len(both), 7):
        m.socket.sendall(both[i:i + 7])
        time.sleep(0.002)
    m.sequence = 1
    m.receive(4, lambda: None)
    m.sequence = 2
    m.receive(4, lambda: None)
    check(m.time == 0.002, m.time)
    m.bye()
    said = s.end(0)
    check("a-secret" not in said and said.count("a client was refused") == 6, said)

# Datagrams that are none of ours do not matter.
with Served(CART, "--transport", "udp") as s:
    m = s.machine(udp=True)
    other = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    for bytes in [b"", b"x", b"DAVT", frame(body=number), frame(kind=6), frame(body=number)[:-1], b"\0" * 60000]:
        other.sendto(bytes, ("127.0.0.1", s.port))
    for bytes in [b"", b"DAVT", frame(body=number)[:-1], frame(body=number) + b"x"]:
        m.socket.send(bytes)
    raises(RuntimeError, "another controller", lambda: s.machine(udp=True))
    check(abs(m.step(1.0)[1] - 0.0005) < 1e-18, m.values)
    m.bye()
    s.end(0, "11 datagrams were no frames of the controller")

# Death of the controller: by TCP at once, by UDP after its silence.
with Served(CART) as s:
    m = s.machine()
    m.step(1.0)
    m.socket.close()
    s.end(2, "the controller has gone without a word (at t = 0.001 s)")
with Served(CART, "--transport", "udp", "--watchdog", "0.3 s", "--out", file("cut.csv")) as s:
    m = s.machine(udp=True)
    m.step(1.0)
    m.socket.close()
    s.end(2, "the controller is silent (at t = 0.001 s)")
check(os.path.exists(file("cut.incomplete.csv")) and not os.path.exists(file("cut.csv")), "what was recorded")

# Death of the machine, and an order to stop.
for death, text in [(signal.SIGKILL, "the machine has gone without a word"), (signal.SIGTERM, "the machine was stopped")]:
    with Served(CART, "--until", "1000 s") as s:
        p = subprocess.Popen([sys.argv[3], "127.0.0.1", str(s.port)], stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True,
                             env=dict(os.environ, DAVIT_EXCHANGES="100000000"))
        time.sleep(0.2)
        s.process.send_signal(death)
        check(text in p.communicate(timeout=30)[1] and p.returncode == 2, (death, p.returncode))
        if death == signal.SIGTERM:
            s.end(2, "the machine was stopped")
with Served(CART, "--transport", "udp", "--until", "1000 s") as s:
    m = s.machine(udp=True, patience=0.01)
    s.process.kill()
    s.process.wait()
    raises(OSError, "", lambda: [m.step(0.0) for _ in range(2)])

# A machine that fails: the controller reads why.
broken = file("broken.yaml", open(CART).read().replace("effort: lever", "effort: sqrt(0.9 - lever)"))
with Served(broken) as s:
    m = s.machine()
    m.step(0.5)
    raises(RuntimeError, "finite", lambda: [m.step(1.0) for _ in range(3)])
    s.end(2, "finite")


# Files and command lines.
def io(text):
    head = open(CART).read().split("io:")[0]
    return head + "io: " + text + "\n"


for text, says in [
    ("{outputs: [x.positon]}", "did you mean 'x.position'?"),
    ("{inputs: [levr]}", "no input is called 'levr'"),
    ("{transport: tcpp}", "did you mean 'tcp'?"),
    ("{mode: lockstep, transport: modbus}", "cannot go in lock-step"),
    ("{period: 1 m}", "needs s"),
    ("{period: 0}", "above zero"),
    ("{port: 70000}", "from 1 to 65535"),
    ("{watchdg: 1 s}", "did you mean 'watchdog'?"),
    ("{transport: modbus}", "the machine has no registers"),
    ("{transport: modbus, registers: {lever: {address: 0}, x.rate: {address: 0}, x: {address: 0, scale: 1 mm}}}", "share a register"),
    ("{transport: modbus, registers: {x.rate: {address: 0, scale: 1 mm}}}", "a length (m), but the variable is in m/s"),
    ("{transport: modbus, registers: {x.rate: {address: 65535, as: int32}}}", "needs two registers"),
    ("{transport: modbus, registers: {x.*: {address: 0}}}", "a register holds one"),
    ("{transport: modbus, registers: {x.rate: {address: 0, scale: 0}}}", "'scale' is zero"),
    ("{transport: modbus, registers: {x.rate: {adress: 0}}}", "did you mean 'address'?"),
    ("{transport: modbus, registers: {x.rate: 3}}", "is not a map"),
]:
    check(says in run("serve", file("bad.yaml", io(text)), code=1), (text, says))
check("no variable fits 'x.positon'" in run("check", file("bad.yaml", io("{outputs: [x.positon]}"))), "check")
for words, says in [
    (["--lockstep", "--realtime"], "exclude each other"),
    (["--transport", "tpc"], "takes tcp|udp|pipe|modbus"),
    (["--port", "0"], "is no port"),
    (["--token", "short"], "16 to 100 letters"),
    (["--out", "x.txt"], ".csv"),
    (["--transport", "modbus", "--host", "0.0.0.0", "--port", "1502"], "--peer"),
]:
    check(says in run("serve", CART, *words, code=64), (words, says))
check("cannot listen" in run("serve", CART, "--host", "192.0.2.1", code=2), "not our address")
check("no address" in run("serve", CART, "--host", "nowhere.invalid", code=2), "no address")
with Served(CART) as s:
    check("cannot listen" in run("serve", CART, "--port", str(s.port), code=2), "taken")

# Beyond this computer a token is asked for, and one is made.
with Served(CART, "--host", "0.0.0.0") as s:
    word, token = s.process.stdout.readline().split()
    check(word == "token" and len(token) == 32, token)
    raises(RuntimeError, "token", lambda: s.machine())
    s.machine(token=token).bye()
    s.end(0)
done()
