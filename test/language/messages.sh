# Limits that do not act are told, those of URDF are stops; messages that named the wrong cause.
. "$(dirname "$0")/says.sh"

cat > arm.urdf <<'U'
<robot name="arm">
  <link name="root"/>
  <link name="rod"><inertial><origin xyz="0 0 -0.5"/><mass value="1"/><inertia ixx="0.1" iyy="0.1" izz="0.1" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <joint name="pin" type="revolute"><parent link="root"/><child link="rod"/><origin rpy="1.5 0 0"/><axis xyz="1 0 0"/><limit lower="-0.5" upper="0.5" effort="10" velocity="1"/></joint>
</robot>
U
lacks "which do not act" run arm.urdf --until 1s
says "pin.stop" run arm.urdf --until 1s
cat > a.yaml <<'Y'
davit: 1
gravity: 0
bodies: {a: {mass: 1 kg}}
joints: {x: {type: prismatic, child: a, rate: 1 m/s, limits: [-1 m, 0.5 m]}}
until: 1 s
Y
once "beyond its limits, which do not act" run a.yaml
sed 's/limits: .*}}/limits: {lower: -1 m, upper: 0.5 m, stiffness: 100 N\/m}}}/' a.yaml > stop.yaml
lacks "do not act" run stop.yaml

# likewise the limits of axes, unless what sits on the axis has stops of its own
cat > axis.yaml <<'Y'
davit: 1
gravity: 0
bodies: {a: {mass: 1 kg, points: {p: [1, 0, 0]}}}
joints: {x: {type: prismatic, axis: x, child: a, rate: 1 m/s}}
axes: {ram: {from: world, to: a.p, limits: [0.5 m, 1.5 m]}}
until: 1 s
Y
once "axis.yaml:5:8: warning: 'ram.limits': the coordinate is beyond its limits, which do not act" run axis.yaml
lacks "do not act" run axis.yaml --until 0.4s
(cat axis.yaml; echo 'parts: {stop: {kind: force.bumper, axis: ram, lower: 0.5 m, upper: 1.5 m, stiffness: 1 kN/m}}') > stopped.yaml
lacks "do not act" run stopped.yaml

# where loops branch tight tolerances pass
cat > line.yaml <<Y
include: ["$tree/machines/benchmarks/a02-four-bars.yaml"]
cases: null
solver: {method: cvode, rtol: 1e-10, atol: 1e-12, step: null}
Y
passes run line.yaml
passes run line.yaml --solver dopri5 --rtol 1e-10 --atol 1e-12 --formulation momentum --columns crank0.tip.x --out line.csv
tail -n 1 line.csv | awk -F, '{ e = $2 - 0.328458111534; exit !(e < 1e-7 && e > -1e-7) }' || fault "A02 by dopri5 with momenta: $(tail -n 1 line.csv)"

# a run with few records is not judged by what it did not look at
cat > few.yaml <<'Y'
davit: 1
bodies: {a: {mass: 1 g}}
joints: {x: {type: prismatic, axis: x, child: a, position: 1 mm}}
parts: {s: {kind: force.spring, axis: x, stiffness: 1 N/m}}
until: 10 s
Y
lacks "ledger does not close" run few.yaml --every 10s
lacks "ledger does not close" run few.yaml --every 10ms
says "ledger does not close" run few.yaml --every 10ms --solver rk3 --step 60ms
cat > falls.yaml <<'Y'
davit: 1
bodies: {a: {mass: 1 kg}}
joints: {x: {type: prismatic, child: a}}
until: 1 ms
Y
lacks "ledger does not close" run falls.yaml
(cat falls.yaml; echo 'parts: {s: {kind: force.spring, axis: x, stiffness: 20 N/m, rest: 1 m}}') > sprung.yaml
lacks "ledger does not close" run sprung.yaml

# drag of a slender link is that of the speed across it, whatever way its axes lie; the document's way is an option
cat > rod.yaml <<'Y'
davit: 1
parameters: {turned: 0 deg}
bodies: {carriage: {mass: 0 kg}, rod: {mass: 10 kg, inertia: [1, 1, 1]}}
joints:
  tow: {type: prismatic, axis: y, child: carriage, rate: 1 m/s, at: {xyz: [0, 0, -50]}}
  hold: {type: fixed, parent: carriage, child: rod, at: {rpy: [turned, 0, 0]}}
parts:
  sea: {kind: marine.water, density: 1000 kg/m^3}
  drag: {kind: marine.strips, frame: rod, axis: x, length: 1 m, diameter: 0.1 m, cd: 1}
until: 1 s
solver: {rtol: 1e-10, atol: 1e-12}
cases:
  c:
    expect: [{final: tow.rate, is: 0.16666666666666666, within: 1e-8, source: "v0/(1 + k v0 t/m), k = rho cd D L/2 = 50 kg/m"}]
Y
says "1 passed, 0 failed" test rod.yaml
says "1 passed, 0 failed" test rod.yaml --set "turned=45 deg"

# a sweep of long runs ends when it is told to, once (a second signal ends it at once)
begin=$(date +%s)
timeout --foreground -s TERM 4 "$davit" sweep few.yaml --vary parts.s.stiffness=1,2,3 --until 1e7s --solver rk4 --step 1ms --metric 'final(x)' -o long.csv > out 2>&1
[ $(($(date +%s) - begin)) -lt 20 ] || fault "a sweep ends $(($(date +%s) - begin)) s after it began, told to end after 4 s"
grep -q "interrupted; 0 of 3 runs are kept" out || fault "an interrupted sweep says $(cat out)"

# strips without added mass sit on a beam; with it they are refused, once
cat > beam.yaml <<'Y'
davit: 1
bodies:
  boom: {beam: {length: 4 m, section: {tube: [0.2, 0.01]}, material: {E: 210e9 Pa, density: 7850 kg/m^3}, modes: {bending_y: 1}, shapes: clamped-free}}
joints: {root: {type: revolute, child: boom, axis: z}}
parts:
  sea: {kind: marine.water}
  drag: {kind: marine.strips, frame: boom, axis: x, length: 4 m, diameter: 0.2 m}
until: 10 ms
Y
passes run beam.yaml
sed 's/diameter: 0.2 m/diameter: 0.2 m, ca: 1/' beam.yaml > heavy.yaml
once "cannot have added mass" check heavy.yaml

cat > m.yaml <<'Y'
davit: 1
bodies: {a: {mass: 1 kg}}
joints: {x: {type: prismatic, child: a, axis: x}}
parts: {s: {kind: force.spring, axis: x, stiffness: 100 N/m}}
Y
says "rosenbrock     stable at any; follows the fastest pole below 0.1 s" modes m.yaml

# the speed of a joint's limits does not act, and a run that passes it says so; one that stops by a stiffness has it too
cat > fast.yaml <<'Y'
davit: 1
bodies: {a: {mass: 1 kg}}
joints: {z: {type: prismatic, child: a, axis: z, limits: {lower: -100 m, upper: 1 m, rate: 2 m/s}}}
until: 0.3 s
Y
once "fast.yaml:3:10: warning: 'z.limits': the coordinate moves faster than its limit" run fast.yaml
lacks "warning" run fast.yaml --until 0.2s
once "moves faster" run fast.yaml --set 'joints.z.limits.stiffness=1 kN/m'
cat > fast.urdf <<'U'
<robot name="r"><link name="base"/><link name="a"><inertial><mass value="1"/><origin xyz="0.5 0 0"/><inertia ixx="0.1" iyy="0.1" izz="0.1" ixy="0" ixz="0" iyz="0"/></inertial></link>
<joint name="j" type="revolute"><parent link="base"/><child link="a"/><axis xyz="0 1 0"/><limit lower="-9" upper="9" effort="5" velocity="1"/></joint></robot>
U
once "moves faster than its limit" run fast.urdf --until 1

# a tolerance that a fixed step does not heed is told
once "warning: --rtol changes nothing: dopri5 goes by a fixed step; choose cvode" run "$tree/machines/benchmarks/a02-four-bars.yaml" --solver dopri5 --rtol 1e-11 --until 1ms
lacks "changes nothing" run "$tree/machines/benchmarks/a02-four-bars.yaml" --solver dopri5 --step auto --rtol 1e-11 --until 1ms
lacks "changes nothing" run "$tree/machines/benchmarks/a02-four-bars.yaml" --solver cvode --rtol 1e-11 --until 1ms

# an option of one letter has one dash
refuses "option '-o' needs a value" build m.yaml -o
refuses "-o and --source name one file" compile m.yaml -o same.c --source same.c

# what counts is whole
cat > counts.yaml <<'Y'
davit: 1
signals:
  train: {kind: pulse, at: 1 s, width: 0.5 s, period: 2 s, count: 2.5}
  seen: {kind: sensor, in: train, period: 0.1 s, noise: 0.1, seed: 1.5}
until: 1 s
Y
says "counts.yaml:3:67: error: 'count' of train is 2.5; give a whole number" check counts.yaml
says "'seed' of seen is 1.5; give a whole number" check counts.yaml
sed 's/count: 2.5/count: 2/; s/seed: 1.5/seed: 3/' counts.yaml > whole.yaml
passes check whole.yaml
says "'count' of train is 1.5" run whole.yaml --set signals.train.count=1.5

# signals of a case can be made best: x = (5 k/6 + 1/2)/2 m after 1 s is 3 m where k = 6.6 N
cat > best.yaml <<'Y'
davit: 1
gravity: 0
bodies: {a: {mass: 2 kg}}
joints: {x: {type: prismatic, axis: x, child: a}}
parameters: {k: 3 N}
cases:
  push:
    signals: {f: '2*k - k*t/(1[s]) + 1[N]', miss: '(x.position - 3[m])*(x.position - 3[m])'}
    parts: {p: {kind: force.effort, axis: x, effort: f}}
    until: 1 s
Y
"$davit" optimise best.yaml --case push --vary k=1..20N --min 'final(miss)' -o best-found.yaml > out 2>&1
if ! grep -q 'built without NLopt' out; then
  awk '$1 == "k:" { e = $2 - 6.6; found = e < 1e-5 && e > -1e-5 } END { exit !found }' best-found.yaml || fault "optimise: $(cat out)"
fi
# what an option leaves without effect is told: a number, a table, an input, also where a case takes the option back
# a chain of 100 000 signals behind two that follow from each other
awk 'BEGIN { print "davit: 1\nsignals:"; for (i = 100000; i > 0; i--) printf "  s%d: s%d + 1\n", i, i - 1; print "  s0: a/2 + t\n  a: s0/2" }' > long.yaml
says "long.yaml: fine" check long.yaml

# load cases of studies are looked at, too
cat > load.yaml <<'Y'
davit: 1
bodies: {m: {mass: 2 kg}}
joints: {x: {type: prismatic, axis: x, child: m}}
signals: {s: {kind: trapezoid, to: 3, rate: 30, acceleration: 3}}
until: 2 s
studies:
  go:
    actuators: {a: {axis: x, motion: s}}
    cases:
      light: {set: {bodies.m.mass: 1 kg}}
      heavy: {set: {bodies.m.mass: 4 m}}
Y
says "load.yaml:11:36: error: '4 m' is a length (m), but 'mass' needs kg; give it in kg; in load case 'heavy'" check load.yaml
lacks "light" check load.yaml

cat > idle.yaml <<'Y'
davit: 1
bodies: {m: {mass: 1 kg, inertia: [1, 1, 1]}, n: {mass: 1 kg, inertia: [1, 1, 1]}}
joints: {x: {type: revolute, axis: y, child: m}, y: {type: revolute, axis: y, child: n}}
parts:
  belt: {kind: force.belt, type: toothed, friction: 0.3, a: x, b: y, stiffness: 1e5, pretension: 100, pulleys: [[0, 0, 0.1], [1, 0, 0.2]]}
  foot: {kind: contact.point, object: m, stiffness: 1e5, exponent: 2, bristle: 5}
  pot: {kind: hydraulic.volume, a: A, volume: 1 l, oil: aerated, air: 0.1}
cases: {pure: {parts: {pot: {oil: pure}}}}
Y
says "idle.yaml:5:53: warning: 'friction' of belt has no effect with type: toothed; it is for friction" check idle.yaml
says "'exponent' of foot has no effect with law: linear; it is for Hunt-Crossley; leave it out, or choose another law" check idle.yaml
says "'bristle' of foot has no effect with rub: slides; it is for sticks" check idle.yaml
says "'air' of pot has no effect with oil: pure; it is for aerated; leave it out, or choose another oil; in case 'pure'" check idle.yaml
sed 's/friction: 0.3, //; s/, exponent: 2, bristle: 5//; s/pot: {oil/pot: {air: null, oil/' idle.yaml > used.yaml
lacks "no effect" check used.yaml
# controls and faults move signals that are there, if only in a case
cat > desk.yaml <<'Y'
davit: 1
signals: {lever: {kind: input}}
cases: {drive: {signals: {stick: {kind: input}}}}
operator: {controls: {lever: {axis: 0}, stick: {axis: 1}, stik: {axis: 2}}}
faults: {one: {input: stick, value: 0.3}, two: {input: leverr, value: 0.3}}
Y
says "desk.yaml:4:59: warning: a control moves 'stik', but no signal is called so; name a signal of kind input" check desk.yaml
says "desk.yaml:5:56: warning: a fault moves 'leverr', but no signal is called so" check desk.yaml
says "2 warnings" check desk.yaml
# a rod that starts stretched towards a link may not turn at all: no method turns it through the link
cat > gape.yaml <<'Y'
davit: 1
gravity: 0
bodies: {rod: {mass: 1 kg, inertia: [1, 1, 1], points: {tip: [1, 0, 0]}}}
joints: {q: {type: revolute, child: rod, axis: z, position: 0, rate: 1 rad/s}}
loops: {link: {type: distance, child: rod, at: {xyz: [2, 0, 0]}, child_at: {point: tip}, length: 1 m}}
until: 0.1 s
Y
for method in cvode cvode-adams dopri5 rk4; do
  refuses "gape.yaml:5:9: error: loop 'link' does not stay closed at t = " run gape.yaml --solver $method --out gape.csv
  lacks "gape.csv: .* rows" run gape.yaml --solver $method --out gape.csv
done
refuses "begin beside that position" run gape.yaml
sed 's/position: 0, rate: 1/position: 0.1, rate: 1/; s/length: 1 m/length: 1.0049875621120890 m/' gape.yaml > held.yaml
lacks "does not stay closed" run held.yaml
# a drive moves a hand that has taken the world: no method goes on; a free one is held
cat > taken.yaml <<'Y'
davit: 1
gravity: 0
bodies: {hand: {mass: 1 kg}}
joints: {x: {type: prismatic, child: hand, axis: x, motion: {prescribed: way}}}
signals: {way: {kind: sine, amplitude: 0.1 m, frequency: 1 Hz}}
parts: {m: {kind: contact.merge, hand: hand, object: world, close: 1}}
until: 0.1 s
Y
refuses "loop 'm' does not stay closed" run taken.yaml
refuses "loop 'm' does not stay closed" run taken.yaml --solver rk4
sed 's/, motion: {prescribed: way}/, rate: 1/' taken.yaml > free.yaml
lacks "does not stay closed" run free.yaml

# what exerts nothing as it is written, or never changes, is told with the keys each of which would mend it; who gives a zero means
# it, and what a signal drives, what only watches and what acts where it is met is let alone
cat > idle.yaml <<'Y'
davit: 1
bodies: {a: {mass: 1 kg, inertia: [1, 1, 1]}, b: {mass: 1 kg, inertia: [1, 1, 1]}}
joints: {j: {type: free, child: a}, s: {type: prismatic, axis: x, child: b}}
signals:
  still: {kind: sine, amplitude: 2}
  off: {kind: sine, amplitude: 0}
  push: sin(t)
parts:
  bush: {kind: force.bushing, a: a, b: b}
  stop: {kind: force.bumper, axis: s, stiffness: 1e5 N/m}
  rub: {kind: force.friction, axis: s}
  pull: {kind: force.wrench, frame: a}
  zero: {kind: force.damper, axis: s, damping: 0}
  given: {kind: force.friction, axis: s, coulomb: 0}
  driven: {kind: force.wrench, frame: a, fx: push}
  floor: {kind: contact.point, object: a, stiffness: 1e9 N/m}
  meet: {kind: contact.point, object: a, ground: b, surface: ball, radius: 1 mm, shape_radius: 1 mm, stiffness: 1e9 N/m}
  crates: {kind: contact.box, object: a, ground: b, surface: box, length: 0.3 m, width: 0.2 m, tall: 0.25 m, shape_x: 0.3 m, shape_y: 0.3 m, shape_z: 0.3 m, stiffness: 1e6 N/m}
Y
says "idle.yaml:5:3: warning: 'still' (signal.sine) is the same at all times as it is written; give it one of: frequency, omega, period" check idle.yaml
says "'bush' (force.bushing) exerts nothing as it is written, whatever moves; give it one of: stiffness_x, stiffness_y, stiffness_z" check idle.yaml
says "'stop' (force.bumper) exerts nothing as it is written, whatever moves; give it one of: lower, upper" check idle.yaml
says "'rub' (force.friction) exerts nothing as it is written, whatever moves; give it one of: coulomb, viscous" check idle.yaml
says "'pull' (force.wrench) exerts nothing as it is written, whatever moves; give it one of: fx, fy, fz, mx" check idle.yaml
says "5 warnings" check idle.yaml

# what is meant in degrees Celsius or in mm2/s
cat > sheet.yaml <<'Y'
davit: 1
parts:
  pot: {kind: hydraulic.heat, oil: 40 kg, hot: 80 C}
  rail: {kind: hydraulic.pressure, a: P, pressure: 50 bar}
  tank: {kind: hydraulic.tank, a: T}
  line: {kind: hydraulic.hose, a: P, b: T, length: 1 m, diameter: 1 cm, viscosity: 46}
until: 1 s
Y
says "'80 C' is a charge (C), but 'hot' needs K; give it in K or degC" check sheet.yaml
says "'viscosity' of line is out of range: 46; give 1e-05 to 10 Pa.s" check sheet.yaml

# a valve block's table in millimetres of its spool, of which commands reach one
cat > spool.yaml <<'Y'
davit: 1
parts:
  rail: {kind: hydraulic.pressure, a: P, pressure: 50 bar}
  tank: {kind: hydraulic.tank, a: T}
  block: {kind: hydraulic.section, p: P, t: T, a: T, b: T, ls: T, command: 4, edges: [[0, 0, 0, 0, 0, 0], [8, 60 l/min, 0, 0, 60 l/min, 0]]}
until: 1 s
Y
says "'block': its edges go on where no command brings the spool; give the way of the spool in the table as reach" check spool.yaml
sed 's/command: 4/command: 4, reach: 8/' spool.yaml > whole.yaml
passes check whole.yaml

# a drum that goes down into another whose sides lie flush with its own: no corner is deep, its middle is
cat > flush.yaml <<'Y'
davit: 1
bodies: {low: {solid: {cylinder: {radius: 0.1 m, length: 0.1 m}, mass: 1 kg}}, high: {solid: {cylinder: {radius: 0.1 m, length: 0.1 m}, mass: 1 kg}}}
joints: {low: {type: fixed, child: low}, high: {type: prismatic, axis: z, child: high, position: 0.11 m}}
contacts: {pile: {of: high, with: low, by: {stiffness: 1e5 N/m, damping: 200 N.s/m}}}
until: 0.2 s
Y
says "pressed in deeper than its \`deepest\`" run flush.yaml --solver "rk4" --step 1ms
done_now
