# Free and ball joints start by rotation matrix, quaternion, any order of Euler angles; their velocity in child, parent or world axes.
. "$(dirname "$0")/says.sh"

cat > a.yaml <<'Y'
davit: 1
gravity: 0
bodies: {b: {mass: 2 kg, inertia: [1, 2, 2.5]}}
joints:
  f:
    type: free
    child: b
    at: {rpy: [0, 0, 90 deg]}
    position: {xyz: [1, 2, 3], euler: {order: zxz, angles: [30 deg, 40 deg, 50 deg]}}
    rate: {linear: [1, 2, 3], angular: [0.1, 0.2, 0.3], axes: world}
until: 1 ms
cases:
  euler:
    expect:
      - {value: f.qw, at: 0 s, is: 0.7198463103929542, within: 1e-14, source: cos(b/2) cos((a + c)/2)}
      - {value: f.qx, at: 0 s, is: 0.3368240888334652, within: 1e-14, source: sin(b/2) cos((a - c)/2)}
      - {value: f.qy, at: 0 s, is: -0.05939117461388471, within: 1e-14, source: sin(b/2) sin((a - c)/2)}
      - {value: f.qz, at: 0 s, is: 0.6040227735550536, within: 1e-14, source: cos(b/2) sin((a + c)/2)}
      - {value: b.vx, at: 0 s, is: 1, within: 1e-14, source: as given}
      - {value: b.vy, at: 0 s, is: 2, within: 1e-14, source: as given}
      - {value: b.vz, at: 0 s, is: 3, within: 1e-14, source: as given}
      - {value: b.wx, at: 0 s, is: 0.1, within: 1e-14, source: as given}
      - {value: b.wy, at: 0 s, is: 0.2, within: 1e-14, source: as given}
      - {value: b.wz, at: 0 s, is: 0.3, within: 1e-14, source: as given}
      - {value: momentum.py, at: 0 s, is: 4, within: 1e-14, source: m v}
      - {value: f.momentum.vx^2 + f.momentum.vy^2 + f.momentum.vz^2, at: 0 s, is: 56, within: 1e-12, source: (m v)^2}
      - {value: b.r11^2 + b.r21^2 + b.r31^2, at: 0 s, is: 1, within: 1e-14, source: a unit vector}
  rpy:                                           # zyx is rpy in reverse
    set: {joints.f.position: {euler: {order: zyx, angles: [0.3 rad, 0.2 rad, 0.1 rad]}}, joints.f.at: null}
    expect:
      - {value: b.roll, at: 0 s, is: 0.1, within: 1e-14, source: as given}
      - {value: b.pitch, at: 0 s, is: 0.2, within: 1e-14, source: as given}
      - {value: b.yaw, at: 0 s, is: 0.3, within: 1e-14, source: as given}
  matrix:                                        # the case's attitude turns the file's world velocity too
    initial: {f: {matrix: [[0, 0, 1], [1, 0, 0], [0, 1, 0]]}}
    set: {joints.f.at: null}
    expect:
      - {value: f.vx, at: 0 s, is: 2, within: 1e-14, source: the body's x lies along the world's y}
      - {value: f.vy, at: 0 s, is: 3, within: 1e-14, source: its y along z}
      - {value: f.vz, at: 0 s, is: 1, within: 1e-14, source: its z along x}
      - {value: b.r13, at: 0 s, is: 1, within: 1e-14, source: as given}
      - {value: b.r21, at: 0 s, is: 1, within: 1e-14, source: as given}
  quaternion:
    initial: {f: {quaternion: [0, 0, 0, 1]}, f.rate: {angular: [1, 0, 0], axes: parent}}
    expect:
      - {value: f.wx, at: 0 s, is: -1, within: 1e-14, source: half a turn about z}
      - {value: b.wy, at: 0 s, is: 1, within: 1e-14, source: the joint's x is the world's y}
      - {value: f.vx, at: 0 s, is: 0, within: 1e-14, source: not given}
  held:                                          # some coordinates locked: a chain of six
    set: {joints.f.motion: {roll: locked, pitch: locked}}
    initial: {f: {rpy: [0, 0, 0.3]}, f.rate: {linear: [1, 2, 3], angular: [0, 0, 0.5], axes: world}}
    expect:
      - {value: b.vx, at: 0 s, is: 1, within: 1e-14, source: as given}
      - {value: f.yaw.rate, at: 0 s, is: 0.5, within: 1e-14, source: as given}
Y
says "26 passed, 0 failed" test a.yaml

cat > b.yaml <<'Y'
davit: 1
bodies: {b: {mass: 2 kg, inertia: [1, 2, 2.5]}, c: {mass: 1 kg, inertia: [1, 1, 1]}}
joints:
  f: {type: free, child: b, at: {quaternion: [2, 0, 0, 0]}, position: {euler: {order: zzx, angles: [0, 0, 0]}, rpy: [0, 0, 0]}}
  g: {type: ball, parent: b, child: c, rate: {angular: [0, 1, 0], axes: world}}
initial: {f: {rpyy: [0, 0, 0]}, f.rate: {angulr: [1, 2, 3]}, g.rate: {linear: [1, 2, 3]}}
until: 1 ms
Y
refuses "b.yaml:4:46: warning: the quaternion has the length 2, not 1" check b.yaml
refuses "'zzx' is no order of turns; three letters, no two neighbours alike" check b.yaml
refuses "both 'euler' and 'rpy' give the rotation" check b.yaml
refuses "unknown key 'rpyy' in 'f'; did you mean 'rpy'?" check b.yaml
refuses "unknown key 'angulr' in 'f.rate'; did you mean 'angular'?" check b.yaml
refuses "ball joint 'g' does not translate" check b.yaml
sed -i '/^initial/d; s/{euler.*rpy: \[0, 0, 0\]}/[0, 0, 0, 1, 0, 0, 0]/; s/\[2, 0, 0, 0\]/[1, 0, 0, 0]/' b.yaml
refuses "the rate of 'g' is given in world axes, but its parent moves; give it in \`axes: parent\`" check b.yaml
sed -i 's/axes: world/axes: parent/' b.yaml
passes run b.yaml

# A scissor lift: arms of L = 2 m at 30 degrees, platform M, arms m: the roller's cylinder pulls (M + m) g / tan(30 deg), so the oil
# at its rod has (305 kg) g / tan(30 deg) / 10 cm2. The roller starts at the foot: its axis has a length once the loops are closed.
cat > scissor.yaml <<'Y'
davit: 1
parameters: {L: 2 m, M: 300 kg, m: 5 kg}
bodies:
  arm1: {mass: m, inertia: [0, 'm*L^2/12', 'm*L^2/12'], com: ['L/2', 0, 0], points: {mid: ['L/2', 0, 0], top: [L, 0, 0]}}
  roller: {mass: 0.1 kg}
  arm2: {mass: m, inertia: [0, 'm*L^2/12', 'm*L^2/12'], com: ['L/2', 0, 0], points: {mid: ['L/2', 0, 0], top: [L, 0, 0]}}
  deck: {mass: M, inertia: [50, 50, 50], com: [0.7, 0, 0]}
joints:
  foot: {type: revolute, axis: -y, child: arm1, position: 30 deg}
  slide: {type: prismatic, axis: x, child: roller}
  knee: {type: revolute, axis: -y, parent: roller, child: arm2, position: 150 deg}
  head: {type: revolute, axis: -y, parent: arm2, child: deck, at: {point: top}, position: -150 deg}
loops:
  cross: {type: revolute, parent: arm1, child: arm2, at: {point: mid}, child_at: {point: mid}, axis: y}
  slot: {type: point-on-line, parent: deck, child: arm1, axis: x, child_at: {point: top}}
independent: [foot]
axes: {ram: {from: world, to: roller}}
parts:
  cylinder: {kind: hydraulic.cylinder, a: T, b: A, axis: ram, area_a: 20 cm^2, area_b: 10 cm^2, stroke: 1.5 m, closed: 0.4 m}
  tank: {kind: hydraulic.tank, a: T}
start: {at: equilibrium, hold: [foot]}
until: 0.1 s
Y
passes run scissor.yaml --columns A.pressure --every 0.1s --out scissor.csv
lacks "nothing carries it" run scissor.yaml
tail -n 1 scissor.csv | awk -F, '{ e = $2 - 305*9.81*sqrt(3)/1e-3; exit !(e < 1 && e > -1) }' || fault "scissor lift: $(cat scissor.csv)"
# oil on the side that would have to pull carries nothing
sed 's/a: T, b: A, axis: ram, area_a: 20 cm^2, area_b: 10 cm^2/a: A, b: T, axis: ram, area_a: 10 cm^2, area_b: 20 cm^2/' scissor.yaml > pulled.yaml
says "pulled.yaml:21:33: warning: 'foot' is held for the start, but nothing carries it" run pulled.yaml

# a rest that lies 3 m below is where the machine went, and that is said; one that is near is not
cat > drop.yaml <<'Y'
davit: 1
bodies: {ball: {mass: 2 kg}}
joints: {z: {type: prismatic, child: ball, axis: z, position: 3 m}}
parts: {touch: {kind: contact.point, object: ball, stiffness: 2e4 N/m, damping: 200 N.s/m}}
start: {at: equilibrium}
until: 1 ms
Y
says "the equilibrium of the start lies where the machine moved to: z.position (drop.yaml:3) by -3;" run drop.yaml
sed 's/3 m/0.1 m/' drop.yaml > near.yaml
lacks "the equilibrium of the start lies" run near.yaml

# a vehicle that is alike to both sides stays between them, with any arithmetic: where it stands carries no wheel that is held
for kernel in Prescott Nehalem Haswell; do
  OPENBLAS_CORETYPE=$kernel "$davit" run "$tree/machines/telescopic-handler.yaml" --until 1ms --every 1ms --solver rk4 --step 1ms \
    --columns fly.y --out handler.csv > handler.txt 2>&1 || fault "handler: $(cat handler.txt)"
  tail -n 1 handler.csv | awk -F, '{ exit !($2 < 1e-4 && $2 > -1e-4) }' || fault "handler with $kernel: $(cat handler.csv)"
done

# a position or rate of what a signal prescribes has no effect; one that contradicts the signal is told, zeros of a list are not meant
cat > driven.yaml <<'Y'
davit: 1
bodies: {m: {mass: 1 kg}, n: {mass: 1 kg}, o: {mass: 1 kg, inertia: [1, 1, 1]}}
joints:
  x: {type: prismatic, axis: x, child: m, position: 0.3 m, rate: 1 m/s, motion: {prescribed: s}}
  f: {type: free, child: n, position: {xyz: [0, 1, 2]}, motion: {y: {prescribed: s}, z: locked, others: locked}}
  p: {type: planar, axis: z, child: o, position: [0, 1, 0], motion: {x: {prescribed: s}, y: locked, angle: free}}
signals: {s: {kind: sine, amplitude: 0.1 m, omega: 2 rad/s, offset: 0.2 m}}
until: 1 ms
Y
says "driven.yaml:4:3: warning: the position of 'x' is not 0.3 m, as given: 's' prescribes it, and begins with 0.2 m; take it out, or let 's' begin there" check driven.yaml
says "the rate of 'x' is not 1 m/s, as given: 's' prescribes it, and begins with 0.2 m/s" check driven.yaml
says "the position of 'f.y' is not 1 m, as given" check driven.yaml
lacks "'f.z'" check driven.yaml
lacks "'p.x'" check driven.yaml
sed 's/0.3 m, rate: 1 m/0.2 m, rate: 0.2 m/; s/\[0, 1, 2\]/[0, 0.2, 2]/' driven.yaml > meant.yaml
lacks warning check meant.yaml

# a joint that a loop ties to another is held as well: it was found from that other one, which moved
cat > tied.yaml <<'Y'
davit: 1
bodies:
  base: {mass: 100 kg, inertia: [50, 50, 50]}
  a: {mass: 10 kg, com: [0.5, 0, 0], inertia: [1, 1, 1]}
  b: {mass: 5 kg, com: [0.5, 0, 0], inertia: [1, 1, 1]}
  c: {mass: 1 kg, inertia: [1, 1, 1]}
joints:
  lift: {type: prismatic, axis: z, child: base, position: 0.5 m}
  tilt: {type: revolute, axis: y, parent: base, child: a, position: -0.3 rad}
  slide: {type: prismatic, axis: x, parent: a, child: b, position: 0.1 m}
  chain: {type: prismatic, axis: x, parent: base, child: c}
loops: {tied: {type: equal, of: [chain, slide]}}
parts: {legs: {kind: force.spring, axis: lift, stiffness: 20 kN/m}}
start: {at: equilibrium, hold: [tilt, slide]}
until: 1 ms
Y
says "slide.position                              0.1 m" equilibrium tied.yaml
says "chain.position                              0.1 m" equilibrium tied.yaml
says "lift.position                         -0.056898 m" equilibrium tied.yaml  # 116 kg g over 20 kN/m
done_now
