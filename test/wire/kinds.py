"""kinds.py DAVIT ROOT LIBRARY: a machine with kinds of a library is served like any other."""
import sys

from served import Served, check, done, file, run

# A cn(w t, 1/2) with A = w = 1 comes through zero at K(1/2) = 1.8540746773 s with the rate -sqrt(1/2).
MACHINE = file("duffing.yaml", """
bodies: {b: {mass: 2 kg}}
joints: {x: {type: prismatic, child: b, axis: [1, 0, 0], position: 1 m}}
signals: {lever: {kind: input, value: 0}}
parts:
  k: {kind: my.duffing, axis: x, hardening: 2 N/m^3}
  push: {kind: force.effort, axis: x, effort: lever}
solver: {method: rk4, step: 1 ms}
until: 2 s
""")
with Served(MACHINE, "--kinds", sys.argv[3]) as s:
    m = s.machine()
    for _ in range(1854):
        m.step(0.0)
    x = m.values[[name for name, *_ in m.outputs].index("x.position")]
    check(abs(x - 0.5**0.5 * 7.46773014e-5) < 1e-9, x)
    m.bye()
    s.end(0, "1855 exchanges")
check("unknown kind 'my.duffing'" in run("serve", MACHINE, code=1), "without the library")
done()
