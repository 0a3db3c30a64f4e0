"""pipe.py DAVIT ROOT CONTROLLER: a program that starts its machine drives it by standard input and output."""
import os
import subprocess

from served import CART, Served, check, controller, davit, done, file, raises, run


class Started:
    """davit serve by pipes: what a controller sends to and hears from."""

    def __init__(self, *arguments):
        self.process = subprocess.Popen([davit, "serve", *arguments, "--transport", "pipe"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, bufsize=0)
        self.sendall, self.recv = self.process.stdin.write, self.process.stdout.read

    def machine(self):
        return controller.Machine(None, None, link=self)

    def end(self, code, *says):
        said = self.process.communicate(timeout=60)[1].decode()
        check(self.process.returncode == code, (self.process.returncode, said))
        for what in says:
            check(what in said, (what, said))


def hold(machine, steps):
    seen = []
    for _ in range(steps):
        x, v = machine.values[:2]
        seen.append((machine.time, x, v))
        machine.step(-100 * x - 25 * v)
    return seen


# A force that is constant over a period: x and v by the closed form; the same bits as over a connection.
s = Started(CART, "--out", file("pipe.csv"))
m = s.machine()
check(m.facts["machine"] == "cart" and m.inputs == [["lever", "", "0", "-50", "50"]], m.facts)
seen = hold(m, 500)
m.send(controller.BYE)
s.end(0, "pipe, lock-step, 1 inputs, 2 outputs", "501 exchanges")
x, v = 0.1, 0.0
for _, sx, sv in seen:
    check(abs(sx - x) < 1e-13 and abs(sv - v) < 1e-12, (sx, x, sv, v))
    a = max(-50, min(50, -100 * x - 25 * v)) / 2
    x, v = x + 1e-3 * v + 0.5e-6 * a, v + 1e-3 * a
with Served(CART, "--out", file("tcp.csv")) as t:
    m = t.machine()
    check(hold(m, 500) == seen, "over a connection")
    m.bye()
    t.end(0)
check(open(file("pipe.csv")).read() == open(file("tcp.csv")).read(), "what was recorded")

# It ends with its controller, in lock-step and in real time, and by what is no frame.
for mode, code in (("--lockstep", 2), ("--realtime", 0)):
    s = Started(CART, mode)
    hold(s.machine(), 3)
    s.end(code, "gone without a word")
for mode, code in (("--lockstep", 2), ("--realtime", 0)):
    s = Started(CART, mode)
    m = s.machine()
    s.sendall(b"GET / HTTP/1.1\r\nHost: machine\r\n\r\n" * 4)
    raises((RuntimeError, ConnectionError, EOFError), "", lambda: [m.frame() and m.receive(controller.OUTPUTS, lambda: None) for _ in range(1000)])
    s.end(code, "frame")

# A controller that does not read is not waited for for ever; one that has closed its end has gone.
s = Started(CART)
m = s.machine()
s.process.stdout.close()
for n in range(1, 3):
    try:
        m.sequence = n
        m.send(controller.INPUTS, b"\0" * 8)
    except OSError:
        break
s.process.stdout = open(os.devnull, "rb")
s.end(2, "does not read")

check("no address" in run("serve", CART, "--transport", "pipe", "--port", "5000", code=64), "--port")
check("no address" in run("serve", CART, "--transport", "pipe", "--host", "0.0.0.0", code=64), "--host")
done()
