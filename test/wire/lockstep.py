"""lockstep.py DAVIT ROOT CONTROLLER: a controller in another process gets the bits of `davit run`, whatever the way and the weather."""
import csv
import random
import re
import socket
import subprocess
import sys
import threading

from served import CART, Served, check, davit, done, file, root, run


def rows(path, *names):
    with open(path) as f:
        table = [r for r in csv.reader(f) if r and not r[0].startswith("#")]
    head = [h.split(" [")[0] for h in table[0]]
    return [[r[head.index(n)] for n in names] for r in table[1:]]


def hold(machine, seconds):
    """The controller of the examples; x, v and lever of each period."""
    seen = []
    while machine.time < seconds - 1e-9:
        x, v = machine.values[:2]
        lever = -100 * x - 25 * v
        seen.append((machine.time, x, v, lever))
        try:
            machine.step(lever)
        except EOFError:
            break
    seen.append((machine.time, *machine.values[:2]))
    return seen


# A force that is constant over a period: x and v by the closed form, to rounding.
with Served(CART, "--out", file("tcp.csv")) as s:
    m = s.machine()
    check(m.facts == {"machine": "cart", "mode": "lockstep", "period": "0.001", "until": "3"}, m.facts)
    check(m.inputs == [["lever", "", "0", "-50", "50"]], m.inputs)
    check(m.outputs == [["x.position", "m"], ["x.rate", "m/s"]], m.outputs)
    seen = hold(m, 2)
    m.bye()
    s.end(0, "2001 exchanges")
check(len(seen) == 2001, len(seen))
x, v = 0.1, 0.0
for t, sx, sv, *_ in seen:
    check(abs(sx - x) < 1e-13 and abs(sv - v) < 1e-12, (t, sx, x, sv, v))
    a = max(-50, min(50, -100 * x - 25 * v)) / 2
    x, v = x + 1e-3 * v + 0.5e-6 * a, v + 1e-3 * a

# UDP and the controller in C: the same bits; what was recorded as well.
with Served(CART, "--transport", "udp", "--out", file("udp.csv")) as s:
    check(hold(s.machine(udp=True), 2) == seen, "udp")
with Served(CART, "--out", file("c.csv")) as s:
    said = subprocess.run([sys.argv[3], "127.0.0.1", str(s.port)], capture_output=True, text=True)
    check(said.returncode == 0 and "x = %.17g m after 2 s" % seen[-1][1] in said.stdout, said)
    s.end(0)
check(open(file("tcp.csv")).read() == open(file("c.csv")).read(), "recorded by tcp and by c")


# Bad weather: frames are lost, doubled and overtaken both ways; the numbers stay the same.
def weather(port, seed):
    draw, wire = random.Random(seed), socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    wire.bind(("127.0.0.1", 0))
    other, kept = [None], {}

    def blow():
        while True:
            frame, at = wire.recvfrom(65536)
            if at[1] != port:
                other[0] = at
            to = other[0] if at[1] == port else ("127.0.0.1", port)
            luck = draw.random()
            if luck < 0.05:
                continue
            if luck < 0.1 and to not in kept:
                kept[to] = frame  # comes after the next
                continue
            for one in [frame] * (2 if luck < 0.2 else 1) + ([kept.pop(to)] if to in kept else []):
                wire.sendto(one, to)

    threading.Thread(target=blow, daemon=True).start()
    return wire.getsockname()[1]


with Served(CART, "--transport", "udp", "--until", "0.3 s") as s:
    server, s.port = s.port, weather(s.port, 7)
    m = s.machine(udp=True, patience=0.01)
    check(hold(m, 0.299) == [r[:3] if i == 299 else r for i, r in enumerate(seen[:300])], "weather")
    m.bye()
    m.socket.close()
    s.process.terminate()  # the goodbye may have been lost
    out = s.process.communicate(timeout=30)[0]
    check(int(re.search(r"(\d+) frames came late or twice", out)[1]) > 10, out)

# A machine with stops, a sampled controller and a pulse, driven by an awkward lever: the bits of davit run with the lever as a table.
DRIVEN = root + "/test/api/cart.yaml"
draw = random.Random(3)
lever = [round(draw.uniform(-30, 30), 3) for _ in range(1000)]
with Served(DRIVEN, "--out", file("wire.csv")) as s:
    m = s.machine()
    names = [n for n, *_ in m.outputs]
    for i, u in enumerate(lever):
        m.step(u)
    try:
        m.receive(0, lambda: None)
    except EOFError as end:
        check("the end of the run" in str(end), end)
    s.end(0, "1001 rows")
table = ", ".join("[%r, %r]" % (i / 1000, u) for i, u in enumerate(lever))
text = open(DRIVEN).read()
alone = file("alone.yaml", text.replace("lever: {kind: input, lower: -50, upper: 50}",
                                        "lever: {kind: table, between: hold, data: [%s]}" % table))
check("kind: table" in open(alone).read(), "the lever has another text now")
run("run", alone, "--every", "1ms", "--out", file("alone.csv"))
want = ["time", "x.position", "x.rate", "loop"]
a, b = rows(file("wire.csv"), *want), rows(file("alone.csv"), *want)
check([r[:3] for r in a] == [r[:3] for r in b], "the bits of davit run")
check(a[1:] == b[1:], "the sampled controller; before the first period it has not sampled yet")

# Reset, and the same again.
with Served(CART) as s:
    m = s.machine()
    first = hold(m, 0.05)
    m.sequence += 1
    m.values = m.numbers(m.ask(5, b"", 4))
    check(m.time == 0 and hold(m, 0.05) == first, "reset")
    m.bye()
    s.end(0)
done()
