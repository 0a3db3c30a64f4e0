# Includes, variants and cases: what is removed by null, what is begun with, what may be added.
. "$(dirname "$0")/says.sh"

cat > a.yaml <<'Y'
davit: 1
parameters: {m: 3 kg, rub: 0.1 N.s/m}
bodies: {a: {mass: m}, b: {mass: 1 kg}}
joints:
  x: {type: prismatic, child: a, axis: y, position: 1}
  y: {type: prismatic, parent: a, child: b, axis: y}
parts:
  s: {kind: force.spring, axis: x, stiffness: 12 N/m}
  f: {kind: force.spring, axis: y, stiffness: 1 kN/m}
  d: {kind: force.damper, axis: x, damping: rub}
variants:
  stiff: {parameters: {hard: 40 N/m}, parts: {s: {stiffness: hard}}}
  smooth: {parts: {d: null}}
  fast: {like: [stiff, smooth], parameters: {m: 9}}
cases:
  own: {expect: [{final: y, is: 0, within: 1}]}
until: 1 s
Y
# like several, one after the other, with a parameter that a variant adds: m + 1 kg on 40 N/m, w = 2
cat > b.yaml <<'Y'
include: [a.yaml]
parts: {f: null}
joints: {y: {type: fixed}}
cases:
  own: null
  quick: {variant: fast, solver: {rtol: 1e-10, atol: 1e-12}, expect: [{final: x, is: -0.41614683654714, within: 1e-8, source: cos(2 t)}]}
Y
says "1 passed, 0 failed" test b.yaml
says "fine: 2 bodies, 2 joints, 2 parts" check b.yaml
lacks "own" run b.yaml --list

# a machine without its cases
printf 'include: [a.yaml]\ncases: null\nparts: {f: null}\n' > c.yaml
says "fine: 2 bodies, 2 joints, 2 parts, 4 states, 3 variants" check c.yaml

# null for something that the included file has not is an entry as before: a body without mass
printf 'include: [a.yaml]\ncases: null\nbodies: {eye: }\njoints: {eyelet: {type: fixed, parent: b, child: eye}}\n' > d.yaml
says "fine: 3 bodies" check d.yaml

printf 'include: [a.yaml]\nvariants: {slip: {parameters: {rubb: 3}}}\n' > e.yaml
refuses "e.yaml:2:32: error: the variant adds a parameter 'rubb' that nothing uses; did you mean 'rub'?" check e.yaml
printf 'include: [a.yaml]\nvariants: {round: {like: [stiff, round]}}\n' > f.yaml
refuses "variants are like each other in a circle" check f.yaml
printf 'include: [a.yaml]\nvariants: {two: {like: [stiff, smoth]}}\n' > g.yaml
refuses "has no variant 'smoth'; did you mean 'smooth'?" check g.yaml
done_now
