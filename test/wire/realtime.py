"""realtime.py DAVIT ROOT CONTROLLER: by the clock, with a watchdog, over frames and over Modbus (a client by struct and socket)."""
import socket
import struct
import time

from served import CART, Served, check, done, file, raises

RT = ["--realtime", "--watchdog", "1 s", "--until", "20 s"]


def wait(machine, until):
    """Outputs as they come, without a word of ours."""
    seen = []
    while not until(machine):
        machine.sequence = None
        _, _, kind, _, _, sequence, machine.time, body = machine.frame()
        check(kind == 4, (kind, body))
        machine.values, machine.heard = machine.numbers(body), sequence
        seen.append((machine.time, *machine.values))
    return seen


def push(machine, n, *inputs):
    machine.sequence = n
    machine.send(3, struct.pack("<%dd" % len(inputs), *inputs))


for udp in False, True:
    with Served(CART, "--transport", "udp" if udp else "tcp", *RT) as s:
        begin, m = time.monotonic(), s.machine(udp=udp)
        m.heard = 0
        check(m.facts["mode"] == "realtime", m.facts)
        # Under a constant force the rate goes up evenly: a = F / m.
        push(m, 1, 4.0)
        wait(m, lambda m: m.heard == 1)
        first = wait(m, lambda m: m.time > 0.2)
        (t0, _, v0), (t1, _, v1) = first[0], first[-1]
        check(abs((v1 - v0) / (t1 - t0) - 2) < 1e-9, ((v1 - v0) / (t1 - t0)))
        # An older frame does not count.
        push(m, 5, 8.0)
        push(m, 3, -8.0)
        wait(m, lambda m: m.heard == 5)
        taken = m.time
        a = wait(m, lambda m: m.time > taken + 0.1)
        check(abs((a[-1][2] - a[0][2]) / (a[-1][0] - a[0][0]) - 4) < 1e-9, a[-1])
        # Silence: the lever goes to rest 1 s after the last frame, and the rate stays.
        still = wait(m, lambda m: m.time > taken + 1.8)
        check(still[-1][2] == still[-100][2], "the watchdog")
        moved = max(t for (t, _, v), (_, _, w) in zip(still, still[1:]) if v != w)
        check(0.7 < moved - taken < 1.3, (taken, moved))
        # It comes back; the clock of the machine is that of the wall, or behind it on a busy computer.
        push(m, 6, -4.0)
        back = wait(m, lambda m: m.heard == 6 and m.time > taken + 2)
        check(back[-1][2] < still[-1][2], "back")
        check(-1.5 < m.time - (time.monotonic() - begin) < 0.005, (time.monotonic() - begin, m.time))
        # NaN: refused, told, at rest; the machine goes on, and another controller may come.
        push(m, 7, float("nan"))
        raises(RuntimeError, "not a finite number", lambda: m.receive(0, lambda: None))
        other = s.machine(udp=udp)
        check(other.time > taken + 2, other.time)
        other.bye()
        s.process.terminate()
        said = s.end(0, "the watchdog let go of the inputs 1 time")
        check("the controller is silent; inputs are at rest" in said and "a finite number; inputs are at rest" in said, said)

# Strangers without the token do not put a controller out of its place, not even a silent one: not by a hello without it, nor by
# connections that say nothing, however many. A client with the token takes over.
SECRET = "a-secret-of-16-letters"
for udp in True, False:
    with Served(CART, "--transport", "udp" if udp else "tcp", "--token", SECRET, "--realtime", "--watchdog", "0.2 s", "--until",
                "20 s") as s:
        dumb = [] if udp else [socket.create_connection(("127.0.0.1", s.port)) for _ in range(20)]
        m = s.machine(udp=udp, token=SECRET)
        m.heard = 0
        push(m, 1, 4.0)
        wait(m, lambda m: m.heard == 1)
        taken = m.time
        wait(m, lambda m: m.time > taken + 0.5)
        dumb += [] if udp else [socket.create_connection(("127.0.0.1", s.port)) for _ in range(20)]
        wait(m, lambda m: m.time > taken + 1)
        raises(RuntimeError, "token", lambda: s.machine(udp=udp))
        push(m, 2, 4.0)
        wait(m, lambda m: m.heard == 2)
        taken = m.time
        wait(m, lambda m: m.time > taken + 0.5)
        other = s.machine(udp=udp, token=SECRET)
        check(other.time > taken, other.time)
        other.bye()
        s.process.terminate()
        s.end(0, "the watchdog let go of the inputs 2 times")

# What is recorded goes to disk as it comes: memory does not grow with the rows, 4.8 kB each, a thousand of them in a second.
wide = open(CART).read().replace("signals:", "signals:\n" + "".join("  s%d: x.position * %d\n" % (i, i) for i in range(200)))
wide = file("wide.yaml", wide.replace("[x.position, x.rate]", "['s*']"))
with Served(wide, "--realtime", "--watchdog", "100 s", "--until", "3 s", "--out", file("wide.npy")) as s:
    m = s.machine()


    def memory():
        with open("/proc/%d/status" % s.process.pid) as f:
            return next(int(line.split()[1]) for line in f if line.startswith("VmRSS"))


    m.heard = 0
    push(m, 1, 4.0)
    wait(m, lambda m: m.time > 0.5)
    early = memory()
    wait(m, lambda m: m.time > 2.8)
    check(memory() - early < 1000, (early, memory()))
    said = s.end(0)
rows = int(said.split("wide.npy: ")[1].split()[0])
with open(file("wide.npy"), "rb") as f:
    row = list(struct.iter_unpack("<602d", f.read()[-rows * 602 * 8:]))
check(rows == 3001 and [r[0] for r in row] == sorted(r[0] for r in row) and abs(row[-1][0] - 3) < 1e-9, (rows, row[-1][0]))
check(all(abs(r[8] - 2 * r[5]) < 1e-15 and abs(r[599] - 199 * r[5]) < 1e-12 for r in row), "every row is whole: s2 = 2 s1, s199 = 199 s1")


# ---- Modbus, as the standard says it

class Plc:
    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.settimeout(5)
        self.n = 0

    def ask(self, function, body):
        self.n += 1
        self.socket.sendall(struct.pack(">HHHBB", self.n, 0, 2 + len(body), 1, function) + body)
        head = self.socket.recv(7, socket.MSG_WAITALL)
        n, protocol, length, unit = struct.unpack(">HHHB", head)
        check(n == self.n and protocol == 0, head)
        answer = self.socket.recv(length - 1, socket.MSG_WAITALL)
        if answer[0] & 0x80:
            raise RuntimeError("exception %d" % answer[1])
        check(answer[0] == function, answer)
        return answer[1:]

    def read(self, address, n, function=4):
        return self.ask(function, struct.pack(">HH", address, n))[1:]

    def write(self, address, word):
        self.ask(6, struct.pack(">HH", address, word & 0xFFFF))

    def cart(self):
        x, v, _, t = struct.unpack(">ihhf", self.read(0, 6))  # in one request: of one instant
        return t, x * 1e-6, v * 1e-3


machine = open(CART).read().replace("    time: {address: 4, as: float32}\n", """    time: {address: 4, as: float32}
    brake: {address: 7, as: bit}
    moving: {address: 3, as: bit}
    slow: {address: 20, as: uint32, words: low-first, scale: 0.001, offset: -1}
    lamp: {address: 30, as: float32, words: low-first}
""").replace("signals:", """signals:
  brake: {kind: input, lower: 0, upper: 1}
  slow: {kind: input, lower: -1, upper: 1e6, value: 5}
  moving: brake
  lamp: slow * 1 + 0.25
""")
with Served(file("plc.yaml", machine), "--transport", "modbus", "--port", "15020", "--watchdog", "1 s", "--out", file("plc.csv")) as s:
    p = Plc(s.port)
    check(abs(p.cart()[1] - 0.1) < 1e-9, p.cart())
    p.write(0, 200)  # 2 N on 2 kg
    for _ in range(6):
        time.sleep(0.05)
        p.write(0, 200)
        t0, x0, v0 = p.cart()
    for _ in range(4):
        time.sleep(0.05)
        p.write(0, 200)
        t1, x1, v1 = p.cart()
    # v goes up by 1 m/s^2; a count is 1 mm/s
    check(abs((v1 - v0) - (t1 - t0)) < 0.0011, (v0, v1, t0, t1))
    check(abs((x1 - 0.1) - v1 * v1 / 2) < 0.001 * v1, (x1, v1))
    p.write(0, -300)
    check(struct.unpack(">h", p.read(0, 1, 3))[0] == -300, "a holding register keeps what was written")
    p.ask(5, struct.pack(">HH", 7, 0xFF00))
    p.ask(16, struct.pack(">HHBHH", 20, 2, 4, 123457 & 0xFFFF, 123457 >> 16))
    time.sleep(0.05)
    check(p.read(3, 1, 2)[0] == 1, "a coil goes in, a discrete input comes out")
    low, high = struct.unpack(">HH", p.read(30, 2))
    check(abs(struct.unpack(">f", struct.pack(">HH", high, low))[0] - (122.457 + 0.25)) < 1e-4, (low, high))
    # silence: rest, in the registers too
    time.sleep(1.5)
    check(struct.unpack(">h", p.read(0, 1, 3))[0] == 0 and p.read(3, 1, 2)[0] == 0, "the watchdog")
    check(struct.unpack(">HH", p.read(20, 2, 3)) == (6000, 0), "slow rests at 5 = -1 + 0.001 * 6000")
    # what is not there, and what is no Modbus
    raises(RuntimeError, "exception 2", lambda: p.read(100, 1))
    raises(RuntimeError, "exception 2", lambda: p.write(500, 1))
    raises(RuntimeError, "exception 1", lambda: p.ask(99, b"\0\0\0\0"))
    for bytes in [b"GET / HTTP/1.1\r\n\r\n", b"\0\1\0\0\0\0\1\3", b"\0\1\0\0\377\377\1\3", b"\0\1\0\0\0\2\1\3", b"\0\1\0\0\0\6\1\20\0\0\0\1",
                  b"\0\1\0\0\0\7\1\20\0\0\0\2\377", b"\0"]:
        other = socket.create_connection(("127.0.0.1", s.port))
        other.sendall(bytes)
        time.sleep(0.02)
        check(p.cart()[0] > t1, bytes)
        other.close()
    half = socket.create_connection(("127.0.0.1", s.port))
    half.sendall(b"\0\1\0\0\0\6\1\3\0")  # half a request holds nobody up
    t2 = p.cart()[0]
    time.sleep(0.3)
    check(p.cart()[0] - t2 > 0.1, "half a request")
    p.ask(16, struct.pack(">HHBHH", 20, 2, 4, 0, 0))
    p.socket.close(), half.close()
    time.sleep(0.1)
    s.process.terminate()
    s.end(0, "the watchdog let go of the inputs")
done()
