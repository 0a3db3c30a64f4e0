# Formulas may name states of parts, reactions, energies, momenta and attitudes; what would come back within the instant is told.
. "$(dirname "$0")/says.sh"

# a spinning arm: its pin holds m w^2 r; a valve of first order; sums over the skeleton; a beam's section
cat > a.yaml <<'Y'
davit: 1
gravity: 0
bodies:
  arm: {mass: 2 kg, com: [1.5, 0, 0], inertia: [1, 1, 1], points: {tip: [2, 0, 0]}}
joints: {q: {type: revolute, child: arm, axis: y, rate: 2 rad/s}}
nodes: {A: {volume: 1 l}, B: {volume: 1 l}}
signals:
  pull: -q.reaction.fx
  smooth: {kind: filter, in: q.reaction.force, omega: 20 rad/s}
  opened: 3*valve.spool
  moving: energy.kinetic
  turning: q.momentum
  along: momentum.px
  level: centre.z
  axis: arm.tip.r13
  half: arm.qy
parts:
  supply: {kind: hydraulic.pressure, a: P, pressure: 100 bar}
  tank: {kind: hydraulic.tank, a: T}
  valve: {kind: hydraulic.valve43, p: P, t: T, a: A, b: B, area: 20 mm^2, spool: first, time: 0.1 s, command: 1}
until: 1 s
solver: {rtol: 1e-10, atol: 1e-12}
cases:
  c:
    expect:
      - {final: pull, is: 12, within: 1e-8, source: m w^2 r}
      - {final: smooth, is: 12, within: 1e-4, source: m w^2 r}
      - {final: opened, is: 2.9998638002107125, within: 1e-8, source: 3 (1 - e^(-t/T))}
      - {final: moving, is: 11, within: 1e-8, source: (I + m r^2) w^2/2}
      - {final: turning, is: 11, within: 1e-8, source: (I + m r^2) w}
      - {final: q.momentum, is: 11, within: 1e-8, source: the column}
      - {final: along, is: -5.455784560954091, within: 1e-7, source: "-m r w sin(w t)"}
      - {final: level, is: -1.3639461402385227, within: 1e-8, source: "-r sin(w t)"}
      - {final: axis, is: 0.9092974268256817, within: 1e-9, source: sin(w t)}
      - {final: arm.r13, is: 0.9092974268256817, within: 1e-9, source: sin(w t)}
      - {final: arm.tip.r33, is: -0.4161468365471424, within: 1e-9, source: cos(w t)}
      - {final: axis.rate, is: -0.8322936730942848, within: 1e-8, source: w cos(w t)}
      - {final: half, is: 0.8414709848078965, within: 1e-9, source: sin(w t/2)}
      - {final: half.rate, is: 0.5403023058681398, within: 1e-8, source: w/2 cos(w t/2)}
Y
says "14 passed, 0 failed" test a.yaml

# forces that read them: v' = -c T of a mass, v = v0/(1 + c v0 t/2); p' = -b p; a controller's integral pushes a third: v = t^2
cat > b.yaml <<'Y'
davit: 1
gravity: 0
bodies: {a: {mass: 1 kg}, b: {mass: 2 kg}, c: {mass: 1 kg}}
joints:
  x: {type: prismatic, axis: x, child: a, rate: 2 m/s}
  y: {type: prismatic, axis: y, child: b, rate: 1 m/s}
  z: {type: prismatic, axis: z, child: c}
parts:
  brake: {kind: force.effort, axis: x, effort: '-1 [1/m]*(energy.kinetic - 0.5*y.rate*y.momentum - 0.5 [kg]*z.rate^2)'}
  drag: {kind: force.effort, axis: y, effort: '-0.5 [1/s]*y.momentum'}
  law: {kind: control.pid, goal: 1, value: 0, kp: 0, ki: 2}
  push: {kind: force.effort, axis: z, effort: '1 [N]*law.integral'}
until: 1 s
solver: {rtol: 1e-10, atol: 1e-12}
cases:
  c:
    expect:
      - {final: x.rate, is: 1, within: 1e-7, source: v0/(1 + c v0 t/2)}
      - {final: y.rate, is: 0.6065306597126334, within: 1e-7, source: e^(-b t)}
      - {final: z.rate, is: 1, within: 1e-7, source: the integral of 2 t}
Y
for how in "" "--formulation momentum" "--solver rk4 --step 1ms" "--solver rosenbrock --step auto"; do
  # shellcheck disable=SC2086
  passes run b.yaml $how --columns 'x.rate,y.rate,z.rate,law.integral' --out b.csv
  tail -n 1 b.csv | awk -F, '{ e = ($2 - 1)^2 + ($3 - 0.6065306597126334)^2; exit !(e < 1e-14) }' || fault "b.yaml $how: $(tail -n 1 b.csv)"
done
says "3 passed, 0 failed" test b.yaml

# loops: what the loop carries, in a formula and as a column, by three ways; a state that adds it up
cat > l.yaml <<'Y'
davit: 1
gravity: [0, -9.81, 0]
bodies:
  crank: &rod {mass: 1 kg, com: [0.5, 0, 0], inertia: [0, 1/12, 1/12], points: {tip: [1, 0, 0]}}
  coupler: *rod
  rocker: *rod
joints:
  A: {type: revolute, child: crank, position: 60 deg, rate: 1}
  B: {type: revolute, parent: crank, child: coupler, at: {point: tip}, position: -60 deg}
  C: {type: revolute, child: rocker, at: {xyz: [1, 0, 0]}, position: 60 deg}
loops: {D: {type: revolute, parent: coupler, child: rocker, at: {point: tip}, child_at: {point: tip}}}
signals:
  carried: D.reaction.fx
  grounded: A.reaction.force
  sum: {kind: state, rate: D.reaction.fx}
until: 0.3 s
solver: {rtol: 1e-10, atol: 1e-12}
cases:
  c:
    expect:
      - {max: abs(carried - D.reaction.fx), is: 0, within: 1e-12, source: the same}
      - {max: abs(grounded - A.reaction.force), is: 0, within: 1e-12, source: the same}
Y
says "2 passed, 0 failed" test l.yaml
first=
for how in "" "--formulation momentum" "--formulation multipliers" "--solver rk4 --step 1ms"; do
  # shellcheck disable=SC2086
  passes run l.yaml $how --columns sum --out l.csv
  value=$(tail -n 1 l.csv | cut -d, -f2)
  first=${first:-$value}
  awk "BEGIN { e = $value - $first; exit !(e < 1e-7 && e > -1e-7) }" || fault "sum by '$how' is $value, not $first"
done

# what comes back within the instant is a loop, and says so; what is no name says what there is
sed 's/law.integral/z.reaction.fx/' b.yaml > r.yaml
refuses "push (answer) <- push.effort (signal) <- reactions" check r.yaml
sed 's/law.integral/law.integrall/' b.yaml > s.yaml
refuses "there is no signal 'law.integrall'; its outputs are:" check s.yaml
refuses "its states:" check s.yaml
sed 's/law.integral/law.ki/' b.yaml > k.yaml
refuses "it is a parameter: give the number a name under \`parameters:\`" check k.yaml
sed 's/law.integral/energy.total/' b.yaml > t.yaml
refuses "it is summed up when all parts have answered" check t.yaml

# what a strip of soil knows of its height's rate is the part by travel: it is not called the rate of a height that is also dug
cat > d.yaml <<'Y'
davit: 1
signals: {y: 2*strip, v: y.rate}
parts: {strip: {kind: ground.soil, from: 0, width: 1 m, dump: 0.1, dump_at: 0.5}}
Y
refuses "'strip'" check d.yaml
sed 's/y.rate/2*strip.passing/' d.yaml > e.yaml
passes check e.yaml
done_now
