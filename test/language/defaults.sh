# A default is physics, a document's way an option; results of every format have the same columns; modes say what a step may be.
. "$(dirname "$0")/says.sh"

for kind in backstepping computed-torque; do says "coriolis  christoffel, document" kinds "control.$kind"; done

# The model of a law, C(q, v) times the rate of its goal: without a word it is Christoffel's.
law() {
  cat <<Y
davit: 1
gravity: [0, -9.81, 0]
bodies: {a: &rod {mass: 3 kg, com: [0.5, 0, 0], inertia: [0, 0.25, 0.25]}, b: *rod}
joints:
  q: {type: revolute, axis: z, child: a, rate: 1 rad/s}
  r: {type: revolute, axis: z, parent: a, child: b, at: {xyz: [1, 0, 0]}, position: 1 rad, rate: 0.7 rad/s}
signals: {goal: 0.3}
parts: {law: {kind: control.computed-torque, joints: [q, r], kp: 25, kd: 10, goal: goal, goal_rate: 0.5$1}}
until: 10 ms
Y
}
law "" > plain.yaml
law ", coriolis: christoffel" > physics.yaml
law ", coriolis: document" > document.yaml
for f in plain physics document; do passes run $f.yaml --columns 'law.*' --out $f.csv; done
cmp -s plain.csv physics.csv || fault "the default of coriolis is not christoffel"
if cmp -s plain.csv document.csv; then fault "coriolis: document changes nothing"; fi

# Names with dots, and with _ in the same place, are columns of a MAT file.
cat > names.yaml <<'Y'
davit: 1
bodies: {a: {mass: 1 kg, inertia: [1, 1, 1], points: {p: [1, 0, 0]}}}
joints: {x: {type: revolute, child: a, axis: z, rate: 1 rad/s}}
signals: {x_rate: 2*x.rate, x_position: 3*x}
until: 1 ms
Y
passes run names.yaml --columns x.rate,x_rate,x.position,x_position --out names.mat
passes plot names.mat x.rate x_rate x.position x_position -o names.svg
for name in x.rate x_rate x.position x_position; do grep -q ">$name" names.svg || fault "names.mat has no column $name"; done
says "stable at any; follows the fastest pole below" modes names.yaml
done_now
