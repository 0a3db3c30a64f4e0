# What is recorded exactly where something happens is what it is from then on, by every solver: a grip that closes at 0.25 s gives
# the 20 N.s/m times 1 m/s of its damper there, and nothing before.
. "$(dirname "$0")/says.sh"

cat > grip.yaml <<'Y'
davit: 1
gravity: 0
bodies:
  hand: {mass: 4 kg, points: {h: [0, 0, 0]}}
  load: {mass: 2 kg, points: {p: [0.1, 0, 0]}}
joints:
  x: {type: prismatic, axis: x, child: hand, rate: 1 m/s}
  y: {type: prismatic, axis: x, child: load, position: 0.3 m}
signals: {close: {kind: step, from: 0, to: 1, at: 0.25 s}}
parts: {grip: {kind: contact.grip, hand: hand.h, object: load.p, stiffness: 1000 N/m, damping: 20 N.s/m, close: close}}
until: 0.5 s
Y
for solver in cvode-bdf cvode-adams dopri5 "rosenbrock --step auto" "rosenbrock --step 1ms" "rk4 --step 1ms" "rk4 --step 0.7ms" "euler --step 0.1ms"; do
  passes run grip.yaml --solver $solver --every 50ms --columns grip.fx --out grip.csv
  awk -F, '$1 == "0.2" { before = $2 == 0 } $1 == "0.25" { there = $2 > 20 - 1e-9 && $2 < 20 + 1e-9 } END { exit !(before && there) }' \
    grip.csv || fault "$solver: $(cat grip.csv)"
done

# What stands at zero and leaves it has its instant there, by every solver: a timer whose step has no condition, `less` and `sign`
# of what is nothing until then. The integrals are 3.1 - 1.00037, and six windows of 0.3 s and 0.1 s of a seventh.
cat > flat.yaml <<'Y'
davit: 1
signals:
  y: max(t - 1.00037, 0)
  late: less(0, y)
  turns: sign(y)
  train: {kind: control.sequence, end: repeat, steps: [[0, 0.3 s, 1, 0, 0, 0, 0, 0], [0, 0.2 s, 0, 0, 0, 0, 0, 0]]}
  since: {kind: state, rate: late}
  turned: {kind: state, rate: turns}
  on: {kind: state, rate: train}
until: 3.1 s
Y
for solver in cvode-bdf cvode-adams dopri5 "rosenbrock --step auto" "rk4 --step 1ms" "rk4 --step 0.7ms" "euler --step 10ms"; do
  passes run flat.yaml --solver $solver --every 50ms --columns since,turned,on --out flat.csv
  awk -F, 'function off(a, b) { return a - b > 1e-9 || b - a > 1e-9 }
    END { exit off($2, 2.09963) || off($3, 2.09963) || off($4, 1.9) }' flat.csv || fault "$solver: $(tail -1 flat.csv)"
done
done_now
