# A bare number never takes the place of a number in bar, degrees or centimetres, wherever one value replaces another.
. "$(dirname "$0")/says.sh"

cat > a.yaml <<'Y'
davit: 1
parameters: {p: 320 bar, m: 3 kg, tilt: 5 deg}
bodies: {a: {mass: m}}
joints: {x: {type: prismatic, child: a, axis: z, position: 10 cm}}
parts: {s: {kind: force.spring, axis: x, stiffness: "p*1[mm]"}}
initial: {x: 20 cm}
until: 10 ms
variants: {weak: {parameters: {p: 10 bar}}, held: {weld: {x: 12}}, bad: {parameters: {p: 10}}}
cases: {full: {}, empty: {parameters: {p: 10}}, high: {initial: {x: 3}}, long: {until: 2}, list: {set: {joints.x.at: {xyz: [1, 0, 0]}}}}
nominal: {}
Y
refuses "'p' is '300' without a unit, in the place of '320 bar'; write '300 bar' or '300 Pa'" run a.yaml --set p=300
refuses "write '-300 bar' or '-300 Pa'" run a.yaml --set p=-300
refuses "'tilt' is '3' without a unit, in the place of '5 deg'; write '3 deg' or '3 rad'" run a.yaml --set tilt=3
refuses "in the place of '10 cm'" run a.yaml --set joints.x.position=5
refuses "in the place of '20 cm'" run a.yaml --set initial.x=0.1
refuses "in the place of '10 ms'" run a.yaml --set until=1
refuses "a.yaml:8:90: error: 'p' is '10' without a unit" run a.yaml --variant bad
refuses "in the place of '10 cm'" run a.yaml --variant held
refuses "in the place of '320 bar'" run a.yaml --case empty
refuses "in the place of '20 cm'" run a.yaml --case high
refuses "in the place of '10 ms'" run a.yaml --case long
refuses "in the place of '320 bar'" sweep a.yaml --vary p=100:200:3 --metric 'final(x)'
refuses "in the place of '320 bar'" sweep a.yaml --vary p=100,200 --metric 'final(x)'
refuses "in the place of '320 bar'" sweep a.yaml --dist 'p~uniform(100, 200)' --sample 2 --metric 'final(x)'
refuses "in the place of '320 bar'" bench a.yaml --set p=100

# the same in the same unit, in SI where that is the unit, and nothing
passes run a.yaml --set 'p=300 bar'
passes run a.yaml --set p=0
passes run a.yaml --set m=4
passes run a.yaml --set 'm=2*2'
passes sweep a.yaml --vary p=100:200bar:3 --metric 'final(x)'

# a bare number that is allowed has the dimension of the one before
cat > b.yaml <<'Y'
davit: 1
parameters: {m: 3 kg, k: "m*9 [N/m/kg]"}
bodies: {a: {mass: m}}
joints: {x: {type: prismatic, child: a, position: 1, axis: y}}
parts: {s: {kind: force.spring, axis: x, stiffness: k}}
until: 1 s
cases: {heavy: {parameters: {m: 4}, expect: [{final: x, is: -0.98999249660, within: 1e-5, source: cos(3 t)}]}}
Y
passes test b.yaml

# over an include, and its parameters
printf 'include: [a.yaml]\nparameters: {p: 200}\ncases: null\nvariants: null\n' > over.yaml
printf 'include: [{file: a.yaml, as: l, with: {p: 200}}]\n' > with.yaml
refuses "over.yaml:2:17: error: 'p' is '200' without a unit" run over.yaml
refuses "with.yaml:1:43: error: 'p' is '200' without a unit" run with.yaml

# a fit: bounds have a unit where the file's number has one that is not SI's
cat > c.yaml <<'Y'
davit: 1
parameters: {k: 0.02 kN/m}
bodies: {a: {mass: 1 kg}}
joints: {x: {type: prismatic, child: a, position: 1, axis: y}}
parts: {s: {kind: force.spring, axis: x, stiffness: k}}
until: 1 s
solver: {every: 10 ms}
Y
passes run c.yaml --set 'k=25 N/m' --out d.csv --columns x
refuses "in the place of '0.02 kN/m'" identify fit c.yaml d.csv --fit k=10..100 --column x=x.position
says "25" identify fit c.yaml d.csv --fit 'k=10 N/m..100 N/m' --column x=x.position
# what a controller gives and misses is measured as its coordinates and rows are
cat > e.yaml <<'Y'
davit: 1
bodies: {a: {mass: 1 kg}, b: {mass: 1 kg, com: [1, 0, 0], inertia: [1, 1, 1], points: {tip: [2, 0, 0]}}}
joints: {slide: {type: prismatic, child: a, axis: x}, pin: {type: revolute, parent: a, child: b, axis: y}}
signals: {u: law.effort.pin, wrong: law.effort.pin + slide}
parts:
  law: {kind: control.pd-gravity, coordinates: [slide, pin], goal: [0, 0], kp: [1, 1], kd: [1, 1]}
  place: {kind: control.force-position, coordinates: [pin], task: [b.tip.z], goal_force: [1], force: [0], mass: [1], kp: [1], kd: [1], kf: [0], ki: [0]}
until: 10 ms
Y
says "left of it is a torque or energy (N.m), right of it is a length (m)" check e.yaml
passes run e.yaml --columns 'law.e*,place.e*,place.reference*,u' --out e.csv
for column in 'law.error.slide [m]' 'law.error.pin [rad]' 'law.effort.slide [N]' 'law.effort.pin [N.m]' 'place.error.b.tip.z [N]' 'place.reference.b.tip.z [m]' ',u [N.m]'; do
  head -n 1 e.csv | grep -qF -- "$column" || fault "e.csv has no column '$column'"
done

# a cycle is 2 pi rad: Hz is no rad/s, rpm no Hz, and what counts turns says so
turned() {  # turned SIGNALS PARTS
  printf 'davit: 1\nparameters: {f: 2 Hz, w: 3 rad/s, n: 50 rpm, k: 3 s}\nbodies: {b: {mass: 1}}\njoints: {x: {%s, child: b}}\nsignals: {a: {kind: sine, amplitude: 1, %s}}\nparts: {%s}\nuntil: 1 s\n' "$3" "$1" "$2" > turn.yaml
}
supply() { echo "s: {kind: hydraulic.pump-fixed, p: P, t: T, displacement: $1, speed: $2}, r: {kind: hydraulic.relief, a: P, b: T, setting: 9 MPa}, tank: {kind: hydraulic.tank, a: T}"; }
pump=$(supply '28 cm^3/rev' '1500 rpm')
slide='type: prismatic'
turned 'frequency: 1 Hz' "$pump" "$slide"
passes check turn.yaml
for right in 'frequency: f' 'omega: 2*pi*f' 'omega: f*2*pi' 'omega: 3 rad/s' 'omega: 1/k' 'omega: 5 1/s' 'frequency: w/(2*pi)' 'frequency: 90 1/min' 'omega: 2 rev/s' 'omega: 60 rpm'; do
  turned "$right" "$pump" "$slide"
  passes check turn.yaml
done
for wrong in 'omega: 2 Hz' 'omega: f' 'omega: 2 kHz'; do
  turned "$wrong" "$pump" "$slide"
  refuses "which needs rad/s; give rad/s, or rev/s: 1 Hz are 2 pi rad/s" check turn.yaml
done
for wrong in 'frequency: 12.6 rad/s' 'frequency: w' 'frequency: n' 'frequency: 60 rpm' 'frequency: 360 deg/s'; do
  turned "$wrong" "$pump" "$slide"
  refuses "which needs Hz; give cycles per second, Hz: 60 rpm are 1 Hz" check turn.yaml
done
turned 'omega: 1500 1/min' "$pump" "$slide"
refuses "say what it counts: rpm, or rad/min" check turn.yaml
turned 'frequency: 1 Hz' "$(supply '28 cm^3' '1500 rpm')" "$slide"
refuses "say for what angle: cm^3/rev, or cm^3/rad" check turn.yaml
turned 'frequency: 1 Hz' "$(supply '28 cm^3/rev' '1500 1/min')" "$slide"
refuses "say what it counts: rpm, or rad/min" check turn.yaml
turned 'frequency: 1 Hz' "$pump" 'type: helical, pitch: 5 mm'
refuses "say for what angle: mm/rev, or mm/rad" check turn.yaml
turned 'frequency: 1 Hz' "$pump" 'type: helical, pitch: 5 mm/rev'
passes check turn.yaml

# an expectation is of the sort of what it measures
cat > sort.yaml <<'Y'
davit: 1
bodies: {a: {mass: 1 kg}}
joints: {x: {type: prismatic, child: a, axis: z, position: 10 cm}}
until: 10 ms
metrics: {high: {max: x}}
cases:
  right: {expect: [{max: x, is: 100 mm, within: 1 mm}, {final: x/x.rate, is: 1 s, within: 1 h}, {rise: x, is: 1 ms, within: 1 s}, {metric: high, is: 10 cm, within: 1}]}
  is: {expect: [{max: x, is: 3 kg, within: 1e9}]}
  within: {expect: [{max: x.rate, is: 3, within: 1e9 m}]}
  goal: {expect: [{rise: x, goal: 3 s, is: 1 ms, within: 1e9}]}
  time: {expect: [{rise: x, is: 3 m, within: 1e9}]}
  named: {expect: [{metric: high, is: 3 N, within: 1e9}]}
Y
says "sort.yaml:8:17: warning: 'is' is a mass (kg), but 'x' is a length (m)" check sort.yaml
says "warning: 'within' is a length (m), but 'x.rate' is a velocity (m/s)" check sort.yaml
says "warning: 'goal' is a time (s), but 'x' is a length (m)" check sort.yaml
says "warning: 'is' is a length (m), but rise of 'x' is a time (s)" check sort.yaml
says "warning: 'is' is a force (N), but 'x' is a length (m)" check sort.yaml
says "5 warnings" check sort.yaml
says "'is' is a mass (kg)" test sort.yaml
sed -i '8,12d' sort.yaml
lacks warning check sort.yaml

# a number for gravity points down
printf 'davit: 1\ngravity: -9.81\n' > up.yaml
says "up.yaml:2:10: warning: 'gravity: -9.81' points up; a number points down: give it without the sign; up is [0, 0, 9.81]" check up.yaml

# What prescribes a coordinate is of its sort: degrees do not move a slide, nor metres a hinge; bare numbers do.
cat > led.yaml <<'Y'
davit: 1
bodies: {a: {mass: 1 kg}, b: {mass: 1 kg, inertia: [1, 1, 1]}, c: {mass: 1 kg}}
joints:
  s: {type: prismatic, axis: x, child: a, motion: {prescribed: w}}
  h: {type: revolute, axis: x, child: b, motion: {prescribed: v}}
  g: {type: free, child: c, motion: {x: {prescribed: v}, yaw: {prescribed: w}, z: {prescribed: n}, others: locked}}
signals:
  w: {kind: sine, amplitude: 3 deg, frequency: 1 Hz}
  v: {kind: sine, amplitude: 3 cm, frequency: 1 Hz}
  n: {kind: sine, amplitude: 3, frequency: 1 Hz}
until: 1 s
Y
says "led.yaml:4:64: warning: 's' moves in m, but 'w', which prescribes it, is an angle or a pure number (rad, 1); give the numbers of 'w' in m" check led.yaml
says "'h' moves in rad, but 'v', which prescribes it, is a length (m); give the numbers of 'v' in rad or deg" check led.yaml
lacks "'g." check led.yaml
done_now
