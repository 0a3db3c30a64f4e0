# Placements that are given twice, sums of angles and lengths in any order, points of the world, and the nearest name.
. "$(dirname "$0")/says.sh"

head='davit: 1
bodies: {a: {mass: 1 kg, inertia: [1, 1, 1], points: {eye: [1, 0, 0]}}, b: {mass: 2 kg, inertia: [1, 1, 1]}}
'
twice() { # KEYS TEXT
  printf '%sjoints: {q: {type: revolute, child: a}, r: {type: revolute, parent: a, child: b, at: {%s}}}\n' "$head" "$1" > t.yaml
  refuses "$2" check t.yaml
}
twice 'dh: {a: 1}, xyz: [1, 0, 0]' "both 'dh' and 'xyz' give the place"
twice 'dh: {a: 1}, rpy: [1, 0, 0]' "both 'dh' and 'rpy' give the place"
twice 'dh: {a: 1}, point: eye' "both 'dh' and 'point' give the place"
twice 'dh: {a: 1}, matrix: [[1, 0, 0], [0, 1, 0], [0, 0, 1]]' "both 'dh' and 'matrix' give the place"
twice 'point: eye, xyz: [1, 0, 0]' "both 'point' and 'xyz' give the place"
twice 'point: eye, matrix: [[1, 0, 0, 1], [0, 1, 0, 0], [0, 0, 1, 0]]' "both 'point' and the matrix give the origin"
# a variant that places it otherwise does not get the sum
cat > v.yaml <<Y
${head}joints: {q: {type: revolute, child: a}, r: {type: revolute, parent: a, child: b, at: {dh: {a: 1}}}}
variants: {sum: {joints: {r: {at: {xyz: [3, 0, 0]}}}}, moved: {joints: {r: {at: {dh: null, xyz: [3, 0, 0]}}}}}
until: 1 ms
gravity: 0
cases: {moved: {variant: moved, expect: [{final: b.x, is: 3, within: 1e-9}]}}
Y
refuses "both 'dh' and 'xyz' give the place; remove one of them; over an earlier one: 'dh: null'" check v.yaml
says "1 passed, 0 failed" test v.yaml

# a rope of two falls over a drum: 2 hook + 0.3 drum, in any order, and a drum alone
cat > s.yaml <<'Y'
davit: 1
gravity: 0
bodies: {d: {mass: 1 kg, inertia: [1, 1, 1]}, h: {mass: 1 kg}}
joints: {drum: {type: revolute, child: d, position: 2 rad, rate: 1 rad/s}, hook: {type: prismatic, child: h, position: 3 m}}
axes:
  one: {sum: {hook: 2, drum: 0.3 m}}
  two: {sum: {drum: 0.3 m, hook: 2}}
  way: {sum: {drum: 0.3 m}}
  turn: {sum: {hook: 2 1/m}, offset: 1 rad}
  all: {sum: {way: 1, two: 1}}
  later: {sum: {wide: 2}}
  wide: {sum: {drum: 5 cm}}
parts: {f: {kind: force.effort, axis: two, effort: 4 N}}
until: 0.1 ms
cases:
  start:
    expect:
      - {value: one, at: 0 s, is: 6.6, within: 1e-12, source: sum}
      - {value: two, at: 0 s, is: 6.6, within: 1e-12, source: sum}
      - {value: way, at: 0 s, is: 0.6, within: 1e-12, source: arc}
      - {value: turn, at: 0 s, is: 7, within: 1e-12, source: sum}
      - {value: all, at: 0 s, is: 7.2, within: 1e-12, source: sum}
      - {value: later, at: 0 s, is: 0.2, within: 1e-12, source: sum}
      - {value: way.rate, at: 0 s, is: 0.3, within: 1e-12, source: sum}
      - {value: drum.acceleration, at: 0 s, is: 1.2, within: 1e-9, source: 0.3 m x 4 N}
Y
says "8 passed, 0 failed" test s.yaml
sed 's/axis: two/axis: way/' s.yaml > w.yaml
passes check w.yaml
sed 's/two: {sum: {drum: 0.3 m, hook: 2}}/two: {sum: {drum: 0.3, hook: 2}}/' s.yaml > m.yaml
refuses "angles and lengths are added without units" check m.yaml
sed 's/two: {sum: {drum: 0.3 m, hook: 2}}/two: {sum: {drum: 0.3 kg, hook: 2}}/' s.yaml > k.yaml
refuses "but 'drum' needs" check k.yaml
# the same in a loop
cat > l.yaml <<'Y'
davit: 1
gravity: 0
bodies: {d: {mass: 1 kg, inertia: [1, 1, 1]}, h: {mass: 1 kg}}
joints: {drum: {type: revolute, child: d, rate: 1 rad/s}, hook: {type: prismatic, child: h}}
loops: {rope: {type: sum, sum: {drum: 0.3 m, hook: 2}, offset: 10 cm}}
independent: [drum]
until: 1 s
cases: {run: {expect: [{final: hook, is: -0.2, within: 1e-6, source: -(0.1 + 0.3)/2}]}}
Y
says "1 passed, 0 failed" test l.yaml

# points of the world: ends of axes, frames, places of joints
cat > p.yaml <<'Y'
davit: 1
world: {points: {P: [0, 3, 4], foot: [1, 2, 3]}}
bodies: {a: {mass: 1 kg}, b: {mass: 1 kg}}
joints:
  x: {type: prismatic, axis: x, child: a, motion: locked}
  y: {type: prismatic, axis: x, child: b, at: {point: foot}, motion: locked}
axes: {rope: {from: world.P, to: a}}
parts: {m: {kind: force.bushing, a: world.foot, b: b, stiffness_x: 1 N/m}}
until: 1 ms
cases: {start: {expect: [{final: rope, is: 5, within: 1e-12, source: Pythagoras}, {final: b.z, is: 3, within: 1e-12}, {final: m.fx, is: 0, within: 1e-12}]}}
Y
says "3 passed, 0 failed" test p.yaml
printf 'include: [{file: p.yaml, as: l, join: {parent: world, at: {xyz: [0, 0, 10]}}}]\nuntil: 1 ms\ncases: {c: {expect: [{final: l_rope, is: 5, within: 1e-12}, {final: l_b.z, is: 13, within: 1e-9}]}}\n' > j.yaml
says "2 passed, 0 failed" test j.yaml
sed 's/from: world.P/from: world.Q/' p.yaml > q.yaml
refuses "the world has no point 'Q'" check q.yaml

# two slips in a short word make another word
cat > n.yaml <<'Y'
davit: 1
bodies: {a: {mass: 1 kg}}
joints: {x: {type: prismatic, child: a}}
signals: {load2: 1, twice: 2*goal2}
Y
lacks "did you mean 'load2'" check n.yaml
refuses "unknown name 'goal2'" check n.yaml

# the directions of a planar joint: axis2 as far as it is in the plane, without it the next one in turn
cat > plane.yaml <<'Y'
davit: 1
gravity: 0
bodies: {a: {mass: 1 kg}, b: {mass: 1 kg}, c: {mass: 1 kg}}
joints:
  a: {type: planar, child: a, axis: -y, axis2: x, position: [1 m, 2 m, 0], motion: {angle: locked}}
  b: {type: planar, child: b, axis: y, position: [1 m, 2 m, 0], motion: {angle: locked}}
  c: {type: planar, child: c, axis: [0, 0, 2], axis2: [1, 1, 5], position: [sqrt(2), 0, 0], motion: {angle: locked}}
until: 1 ms
cases:
  start:
    expect: [{final: a.x, is: 1, within: 1e-12}, {final: a.z, is: 2, within: 1e-12}, {final: b.z, is: 1, within: 1e-12}, {final: b.x, is: 2, within: 1e-12},
             {final: c.x, is: 1, within: 1e-12}, {final: c.y, is: 1, within: 1e-12}]
Y
says "6 passed, 0 failed" test plane.yaml
sed 's/axis2: x,/axis2: [0, -3, 0],/' plane.yaml > flat.yaml
refuses "both axes of planar joint 'a' are parallel" check flat.yaml
sed 's/type: planar, child: a/type: cylindrical, child: a/; s/position: .1 m, 2 m, 0., motion: {angle: locked}/position: [1 m, 0]/' plane.yaml > slide.yaml
refuses "a cylindrical joint has no 'axis2'" check slide.yaml

# Denavit and Hartenberg: the joint turns about the parent's z, in Craig's rows after a and alpha
cat > dh.yaml <<'Y'
davit: 1
gravity: 0
bodies: {a: {mass: 1 kg, inertia: [1, 1, 1]}, b: {mass: 1 kg, inertia: [1, 1, 1]}}
joints:
  q: {type: revolute, child: a, at: {dh: {a: 1, alpha: 90 deg, d: 0.3, theta: 10 deg}}, position: 30 deg}
  r: {type: revolute, child: b, at: {dh: {a: 1, alpha: 90 deg, d: 0.3, theta: 10 deg, convention: modified}}, position: 30 deg}
until: 1 ms
cases:
  start:
    expect: [{final: a.x, is: cos(40*pi/180), within: 1e-12}, {final: a.y, is: sin(40*pi/180), within: 1e-12}, {final: a.z, is: 0.3, within: 1e-12}, {final: a.r23, is: -cos(40*pi/180), within: 1e-12},
             {final: b.x, is: 1, within: 1e-12}, {final: b.y, is: -0.3, within: 1e-12}, {final: b.z, is: 0, within: 1e-12}, {final: b.r31, is: sin(40*pi/180), within: 1e-12}]
Y
says "8 passed, 0 failed" test dh.yaml
done_now
