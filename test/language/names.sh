# One name space for columns, plots and expectations; `check` finds names that do not exist; warnings can be acknowledged.
. "$(dirname "$0")/says.sh"

cat > a.yaml <<'Y'
davit: 1
gravity: 0
bodies:
  a: {mass: 1 kg, inertia: [1, 1, 1], points: {p: [2, 0, 0]}}
joints: {q: {type: revolute, child: a, axis: z, rate: 0.5 rad/s}}
signals: {up: a.p.vy, turned: a.yaw}
until: 1 s
solver: {rtol: 1e-10, atol: 1e-12}
cases:
  good:
    expect:
      - {final: a.p.vy, is: 0.8775825618903728, within: 1e-8, source: 2 w cos(w t)}
      - {final: a.p.vx, is: -0.479425538604203, within: 1e-8, source: -2 w sin(w t)}
      - {final: a.yaw, is: 0.5, within: 1e-8, source: w t}
      - {final: a.p.yaw, is: 0.5, within: 1e-8, source: w t}
      - {final: a.p.wz, is: 0.5, within: 1e-8, source: w}
      - {final: a.p.roll, is: 0, within: 1e-8, source: plane}
      - {max: abs(up - a.p.vy) + abs(turned - a.yaw), is: 0, within: 1e-12, source: the same name}
      - {final: q.reaction.force, is: 0, within: 1e-9, source: about its centre}
      - {final: centre.x, is: 0, within: 1e-9, source: at rest}
Y
says "9 passed, 0 failed" test a.yaml
passes run a.yaml --columns 'a.p.v?,a.ya?' --out x.csv
head -n 30 x.csv | grep -q 'a.p.vx.*a.p.vy.*a.p.vz.*a.yaw' || fault "patterns with ? find nothing: $(grep -v '^#' x.csv | head -n 1)"
says "a.p.vz" check a.yaml --names
says "q.reaction.mx" check a.yaml --names

cat > b.yaml <<'Y'
davit: 1
bodies: {a: {mass: 1 kg, inertia: [1, 1, 1]}}
joints: {q: {type: revolute, child: a, axis: z}}
until: 1 ms
metrics: {top: {max: q.ratee}}
cases:
  c:
    expect:
      - {final: a.pp.z, is: 0, within: 1, source: no such point}
      - {final: q, is: 0, within: 1, source: there}
Y
refuses "b.yaml:9:9: error: there is no variable 'a.pp.z' to look at" check b.yaml
refuses "there is no variable 'q.ratee' to look at; did you mean 'q.rate'?" check b.yaml
says "1 passed, 1 failed" test b.yaml

# plots and records too
cat > p.yaml <<'Y'
davit: 1
bodies: {a: {mass: 1 kg, inertia: [1, 1, 1]}}
joints: {q: {type: revolute, child: a, axis: z}}
until: 1 ms
record: [q.ratee, 'a.*']
plots: [{title: a, columns: [q, q.raet, 'a.xx*']}, {columns: [q], x: q.rat}]
cases:
  c: {plots: [[q.hmm]]}
Y
says "p.yaml:5:10: warning: no variable fits 'q.ratee'; did you mean 'q.rate'?" check p.yaml
says "p.yaml:6:33: warning: no variable fits 'q.raet'; did you mean 'q.rate'?" check p.yaml
says "p.yaml:6:42: warning: no variable fits 'a.xx*'" check p.yaml
says "p.yaml:6:70: warning: no variable fits 'q.rat'; did you mean 'q.rate'?" check p.yaml
says "no variable fits 'q.hmm'; in case 'c'" check p.yaml
lacks "'a.*'" check p.yaml

# acknowledged warnings
cat > w.yaml <<'Y'
davit: 1
bodies: {a: {mass: 1 kg, inertia: [1, 1, 5]}}
joints: {q: {type: revolute, child: a, axis: z}}
until: 1 ms
Y
says "not that of any rigid body" check w.yaml
says "1 warning" check w.yaml
(cat w.yaml; echo 'acknowledge: [not that of any rigid body]') > k.yaml
says "1 acknowledged" check k.yaml
lacks "not that of any rigid body" run k.yaml
says "1 warning acknowledged by the file" run k.yaml
(cat w.yaml; echo 'acknowledge: [tri]') > s.yaml
refuses "'tri' would fit too many warnings" check s.yaml
done_now
