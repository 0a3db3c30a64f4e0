// Bad files: each fault is found once, at its place, with its cause and a remedy; all faults of a file at once.
#include "spec/read.h"

typedef struct {
  const char *yaml;
  int line, col;
  const char *what, *remedy;  // parts of the message; remedy NULL: not looked at
  int warning;
} bad;

#define HEAD "bodies: {b: {mass: 1, inertia: [1, 1, 1]}}\njoints: {j: {type: revolute, child: b}}\n"
#define PART HEAD "parts: {p: {"
#define OIL PART "kind: test.all, axle: j, mount: b, oil: o, gain: 1, u: 0, curve: [[0, 0], [1, 1]]}}\n"

#define HEAT                                                                                                                     \
  HEAD                                                                                                                           \
      "parts: {pot: {kind: hydraulic.heat, oil: 1 kg}, hot: {kind: hydraulic.heat, oil: 1 kg}, tank: {kind: hydraulic.tank, a: o}, gap: {kind: hydraulic.leak, a: o, b: v, conductance: 1e-12}}\n"

// clang-format off
static const bad files[] = {
    // keys and types
    {"bodys: {}\n", 1, 1, "unknown key 'bodys' in the machine", "did you mean 'bodies'?", 0},
    {"thermostat: {}\n", 1, 1, "unknown key 'thermostat'", "its keys are: davit, name", 0},
    {"bodies: {b: {mas: 1}}\njoints: {j: {type: fixed, child: b}}\n", 1, 14,
     "unknown key 'mas' in body 'b'", "did you mean 'mass'?", 0},
    {HEAD "solver: {metod: rk4}\n", 3, 10, "unknown key 'metod' in 'solver' of the machine", "did you mean 'method'?", 0},
    {HEAD "solver: {method: rk5}\n", 3, 18, "unknown method 'rk5'", "did you mean 'rk4'?", 0},
    {HEAD "solver: {method: rk4, step: auto}\n", 3, 29, "rk4 cannot choose its step", "give a step", 0},
    {HEAD "solver: {formulation: momentum, method: rkn}\n", 3, 23, "rkn integrates rates, not momenta", "formulation: velocity", 0},
    {"bodies: {b: {mass: [1]}}\njoints: {j: {type: fixed, child: b}}\n", 1, 20,
     "'mass' of body 'b' must be a number, not a list", NULL, 0},
    {"bodies: {b: {mass: }}\njoints: {j: {type: fixed, child: b}}\n", 1, 14,
     "'mass' of body 'b' has no value", "give it a number", 0},
    {"bodies: {b: {com: [1, 2]}}\njoints: {j: {type: fixed, child: b}}\n", 1, 19,
     "'com' of body 'b' has 2 numbers", "it takes a list of 3 numbers", 0},
    {"bodies: {b: {com: [1, 2, [3]]}}\njoints: {j: {type: fixed, child: b}}\n", 1, 26,
     "item 3 of 'com' of body 'b' must be a number", NULL, 0},
    {"bodies: [b]\n", 1, 9, "'bodies' of the machine must be a map, not a list", NULL, 0},
    {"parts: {a: {kind: bond.one}, b: {kind: bond.zero}, c: {kind: bond.TF, from: a, to: [], modulus: 2}}\n", 1, 84,
     "a bond ends nowhere", "name a bond junction", 0},
    {"loops:\n  x:\n", 2, 3, "loop 'x' has no 'type'", "add 'type: ...'", 0},
    {"axes: [~]\n", 1, 7, "'axes' of the machine must be a map, not a list", NULL, 0},
    {"axes: [{x: }]\n", 1, 7, "'axes' of the machine must be a map, not a list", NULL, 0},
    {"bodies: {b: {}}\njoints: {j: {type: fixed, child: b}}\naxes: {ram: {from: {body: b}, to: b}}\n", 3, 20, "'from' of axis 'ram' must be a text, not a map", "it is: body.point", 0},
    {"plots: {x: }\n", 1, 8, "'plots' of the machine must be a list, not a map", NULL, 0},
    {"gravity: down\n", 1, 10, "unknown name 'down'", NULL, 0},
    {"davit: 2\n", 1, 8, "version 2 of the language is not known", "davit: 1", 0},
    {"bodies:\n  a b: {}\njoints: {j: {type: fixed, child: a b}}\n", 2, 3,
     "character ' ' in the name 'a b' of a body", "use letters, digits, _ and -", 0},
    {"bodies: {g0: {}}\njoints: {j: {type: fixed, child: g0}}\n", 1, 10, "'g0' is a reserved name", "choose another", 0},
    // joints of a path, screws
    {"bodies: {b: {mass: 1}}\njoints: {w: {child: b, type: path}}\n", 2, 10, "joint 'w' has no path", "points: [[s, x, y, z]", 0},
    {"bodies: {b: {mass: 1}}\njoints: {w: {child: b, type: path, path: [s]}}\n", 2, 42, "the path of joint 'w' has 1 expressions", "z may be left out", 0},
    {"bodies: {b: {mass: 1}}\njoints: {w: {child: b, type: path, path: [s, s], points: [[0, 0, 0, 0], [1, 1, 1, 1]]}}\n", 2, 50, "joint 'w' has two paths", "remove one", 0},
    {"bodies: {b: {mass: 1}}\njoints: {w: {child: b, type: path, points: [[0, 0, 0, 0]]}}\n", 2, 44, "'points' has 1 rows", "give 2 or more", 0},
    {"bodies: {b: {mass: 1}}\njoints: {w: {child: b, type: path, path: [s, u]}}\n", 2, 46, "unknown name 'u'", NULL, 0},
    {"bodies: {b: {mass: 1}}\njoints: {w: {child: b, type: ball, path: [s, s]}}\n", 2, 36, "a ball joint has no 'path'", "make the joint a path", 0},
    {"bodies: {b: {mass: 1}}\njoints: {w: {child: b, type: leadscrew}}\n", 2, 10, "leadscrew joint 'w' has no lead", "add 'lead: ...'", 0},
    {"bodies: {b: {mass: 1}}\njoints: {w: {child: b, type: leadscrew, lead: 0}}\n", 2, 47, "leadscrew joint 'w' does not advance", "in a revolution", 0},
    {"bodies: {b: {mass: 1}}\njoints: {w: {child: b, type: parametric}}\n", 2, 30, "unknown type 'parametric'", NULL, 0},
    {"bodies: {b: {mass: 1}}\njoints: {w: {child: b, type: planar, limits: {x: 3}}}\n", 2, 50, "limits of 'w.x' are a single value", "give [lower, upper]", 0},
    {"bodies: {a: {mass: 1, inertia: [1, 1, 1]}, b: {mass: 1, inertia: [1, 1, 1]}}\njoints: {x: {type: revolute, child: a}, y: {type: revolute, child: b}}\nloops: {g: {type: gear, of: [x, y], ratio: 0}}\n", 3, 44, "ratio of loop 'g' is zero, so that 'x' could not move", "motion: locked", 0},
    // numbers, units, parameters
    {"bodies: {b: {mass: 3 m, inertia: [1, 1, 1]}}\njoints: {j: {type: free, child: b}}\n", 1, 20,
     "'3 m' is a length (m), but 'mass' needs kg", "give it in kg", 0},
    {"bodies: {b: {mass: 3 furlongs}}\njoints: {j: {type: fixed, child: b}}\n", 1, 20, "'3 furlongs' is a length", NULL, 0},
    {"bodies: {b: {mass: 3 kgg}}\njoints: {j: {type: fixed, child: b}}\n", 1, 22, "unknown unit 'kgg'", NULL, 0},
    {"bodies: {b: {mass: 2*sine(1)}}\njoints: {j: {type: fixed, child: b}}\n", 1, 22,
     "unknown function 'sine'", "did you mean 'sin'?", 0},
    {"bodies: {b: {mass: 1/0}}\njoints: {j: {type: fixed, child: b}}\n", 1, 20, "'1/0' is not a finite number", NULL, 0},
    {"parameters: {mass_b: 1}\nbodies: {b: {mass: 2*mas_b}}\njoints: {j: {type: fixed, child: b}}\n", 2, 22,
     "unknown name 'mas_b'", "did you mean 'mass_b'?", 0},
    {"parameters: {a: b, b: c + 1, c: a}\n", 1, 17,
     "parameters depend on each other: a -> b -> c -> a", "give one of them a number", 0},
    {"parameters: {a: a}\n", 1, 17, "parameters depend on each other: a -> a", NULL, 0},
    {"parameters: {a: 1 m + 2}\n", 1, 19, "unknown unit 'm + 2'", NULL, 0},
    {"parameters:\n  a: 1[m] + 2[kg]\n", 2, 11, "a length", NULL, 0},
    {"parameters: {a-b: 1}\n", 1, 14, "parameter 'a-b' has a '-'", "write _ instead", 0},
    {"parameters: {a: 1, a: 2}\n", 1, 20, "'a' appears twice here", NULL, 0},
    {"parameters: {pi: 3}\n", 1, 14, "'pi' is a reserved name", NULL, 0},
    {"signals: {s: t}\nbodies: {b: {mass: s}}\njoints: {j: {type: fixed, child: b}}\n", 2, 20,
     "'s' is a signal, but a fixed number is needed", NULL, 0},
    // bodies
    {"bodies: {b: {mass: -1 kg}}\njoints: {j: {type: fixed, child: b}}\n", 1, 20,
     "mass of body 'b' is negative (-1 kg)", NULL, 0},
    {"bodies: {b: {mass: 1, inertia: [1, 1, -1]}}\njoints: {j: {type: fixed, child: b}}\n", 1, 32,
     "inertia of body 'b' is not positive", "nearest physical value: inertia: [1, 1, 0] about", 0},
    {"bodies: {b: {mass: 1, inertia: [1, 1, 1, 2, 0, 0]}}\njoints: {j: {type: fixed, child: b}}\n", 1, 32,
     "inertia of body 'b' is not positive", "nearest physical value: inertia: [2, 2, 2, 1, 0, 0] about", 0},
    {"bodies: {b: {mass: 1, inertia: [1, 1, 1, 2]}}\njoints: {j: {type: fixed, child: b}}\n", 1, 32,
     "'inertia' has 4 numbers", NULL, 0},
    {"bodies: {b: {mass: 1, inertia: [1, 2, 5]}}\njoints: {j: {type: free, child: b}}\n", 1, 32,
     "its largest moment exceeds the sum of the others by 2 kg m^2", "inertia: [2, 3, 5]", 1},
    {"bodies: {b: {mass: 1, spatial: [[1,0,0,0,0,0],[0,1,0,0,0,0],[0,0,1,0,0,0],[0,0,0,1,0,2],[0,0,0,0,1,0],[0,0,0,0,0,1]]}}\njoints: {j: {type: fixed, child: b}}\n", 1, 32,
     "'spatial' of body 'b' is not symmetric", NULL, 0},
    {"bodies: {b: {mass: 1, spatial: [[1,0,0,0,0,0],[0,1,0,0,0,0],[0,0,1,0,0,0],[0,0,0,-2,0,0],[0,0,0,0,1,0],[0,0,0,0,0,1]]}}\njoints: {j: {type: fixed, child: b}}\n", 1, 32,
     "'spatial' of body 'b' makes its inertia negative", NULL, 0},
    {"bodies: {b: {solid: {box: [1, 1, 1]}}}\njoints: {j: {type: fixed, child: b}}\n", 1, 14,
     "neither density nor mass", NULL, 0},
    {"bodies: {b: {solid: {box: [1, 1, 1], sphere: {radius: 1}, mass: 1}}}\njoints: {j: {type: fixed, child: b}}\n", 1, 38,
     "both 'box' and 'sphere' give the shape", NULL, 0},
    {"bodies: {b: {solid: {sphere: 1 m, mass: 1}}}\njoints: {j: {type: fixed, child: b}}\n", 1, 30,
     "'sphere' of 'solid' of body 'b' must be a map", "write {radius: ...}", 0},
    {HEAD "expect: [{frequency: 0, is: 1, within: 1}]\n", 3, 22, "'frequency' is 0", "from 1", 0},
    {"parameters: {a: 3 m + 2 m}\n", 1, 19, "unknown unit 'm + 2 m'", "units stand in brackets", 0},
    {"bodies: {b: {solid: {cylinder: {radius: 1}, mass: 1}}}\njoints: {j: {type: fixed, child: b}}\n", 1, 22,
     "'cylinder' of 'solid' of body 'b' has no 'length'", NULL, 0},
    {"bodies: {b: {solid: {box: [1, 0, 1], mass: 1}}}\njoints: {j: {type: fixed, child: b}}\n", 1, 31,
     "'box' has the number 0", NULL, 0},
    {"bodies: {b: {com: [0, 0, 0], solid: {box: [1, 1, 1], mass: 1}}}\njoints: {j: {type: fixed, child: b}}\n", 1, 14,
     "'com' is given by the solid already", NULL, 0},
    {"bodies: {b: {visual: {box: [1, 1, 1], color: orang}}}\njoints: {j: {type: fixed, child: b}}\n", 1, 46,
     "unknown color 'orang'", "did you mean 'orange'?", 0},
    {"bodies: {b: {visual: {box: [1, 1, 1], color: peru}}}\njoints: {j: {type: fixed, child: b}}\n", 1, 46,
     "unknown color 'peru'", "write \"#rrggbb\" (in quotes), [r, g, b], or one of: black, white, gray, grey, silver, red", 0},
    // joints and tree
    {"bodies: {b: {mass: 1}}\njoints: {j: {type: revolut, child: b}}\n", 2, 20,
     "unknown type 'revolut' of joint 'j'", "did you mean 'revolute'?", 0},
    {"bodies: {boom: {mass: 1}}\njoints: {j: {type: fixed, child: bom}}\n", 2, 34,
     "child body 'bom' does not exist", "did you mean 'boom'?", 0},
    {"bodies: {b: {}}\njoints: {j: {type: fixed, parent: base, child: b}}\n", 2, 35,
     "parent body 'base' does not exist", "add it to 'bodies:'", 0},
    {"bodies: {b: {}}\njoints: {j: {type: fixed}, k: {type: fixed, child: b}}\n", 2, 10, "joint 'j' has no 'child'", NULL, 0},
    {"bodies: {b: {}}\njoints: {j: {type: fixed, child: b}, k: {type: fixed, child: b}}\n", 2, 38,
     "body 'b' is the child of joint 'k' and already of joint 'j' (line 2)", NULL, 0},
    {"bodies: {a: {}, b: {}}\njoints: {j: {type: fixed, parent: b, child: a}, k: {type: fixed, parent: a, child: b}}\n", 2, 10,
     "joints form a cycle: a -> b -> a", "parent world", 0},
    {"bodies: {b: {}}\njoints: {j: {type: fixed, parent: b, child: b}}\n", 2, 10, "joints form a cycle: b -> b", NULL, 0},
    {"bodies: {b: {}}\n", 1, 10, "body 'b' has no joint", "add a joint of type free or fixed", 0},
    {"bodies: {b: {}}\njoints: {j: {type: revolute, child: b}}\n", 1, 10,
     "body 'b' at the end of the chain has no mass: its free joint 'j' cannot be accelerated", "give it mass, or lock the joint", 0},
    {"bodies: {b: {mass: 1, com: [0, 0, 1]}}\njoints: {j: {type: revolute, child: b, axis: z}}\n", 1, 10,
     "no inertia about a free axis of joint 'j'", NULL, 0},
    {"bodies: {b: {mass: 1}}\njoints: {j: {type: free, child: b}}\n", 1, 10, "no inertia about a free axis", NULL, 0},
    // a load on a rope whose length a signal gives has inertia about the rope's end, wherever the signal begins
    {"bodies: {a: {}, b: {mass: 1}}\nsignals: {s: {kind: sine, amplitude: 1}}\njoints: {j: {type: revolute, axis: y, child: a}, k: {type: prismatic, parent: a, child: b, motion: {prescribed: s}}}\n",
     0, 0, NULL, NULL, 0},
    {HEAD "joints: {}\n", 3, 1, "'joints' appears twice", NULL, 0},
    {"bodies: {b: {}}\njoints: {j: {type: fixed, child: b, axis: w}}\n", 2, 43, "unknown axis 'w'", NULL, 0},
    {"bodies: {b: {}}\njoints: {j: {type: fixed, child: b, axis: [0, 0, 0]}}\n", 2, 43, "'axis' has no length", NULL, 0},
    {"bodies: {b: {}}\njoints: {j: {type: fixed, child: b, at: {rpy: [0, 0, 1 m]}}}\n", 2, 54,
     "'1 m' is a length (m), but 'rpy' needs rad", NULL, 0},
    {"bodies: {b: {}}\njoints: {j: {type: fixed, child: b, at: {matrix: [[1, 0, 0], [0, 1, 0], [0, 0, -1]]}}}\n", 2, 50,
     "the matrix is not a rotation", NULL, 0},
    {"bodies: {b: {}}\njoints: {j: {type: fixed, child: b, at: {matrix: [[1, 0, 0], [0, 1], [0, 0, 1]]}}}\n", 2, 62,
     "row 2 of the matrix has 2 numbers", NULL, 0},
    {"bodies: {a: {points: {hook: [0, 0, 1]}}, b: {}}\njoints: {i: {type: fixed, child: a}, j: {type: fixed, parent: a, child: b, at: {point: hok}}}\n", 2, 88,
     "body 'a' has no point 'hok'", "did you mean 'hook'?", 0},
    {"bodies: {b: {}}\njoints: {j: {type: ball, child: b, motion: locked, at: {dh: {a: 1}}}}\n", 2, 57,
     "a Denavit-Hartenberg row places a joint about or along z", NULL, 0},
    {"bodies: {b: {mass: 1}}\njoints: {j: {type: helical, child: b}}\n", 2, 10, "helical joint 'j' has no lead", NULL, 0},
    {HEAD "cases: {c: {initial: {k: 1}}}\n", 0, 0, NULL, NULL, 0},
    {"bodies: {b: {mass: 1, inertia: [1, 1, 1]}}\njoints: {j: {type: revolute, child: b, limits: [2, 1]}}\n", 2, 48,
     "lower limit 2 of 'j' is above the upper limit 1", NULL, 0},
    {"bodies: {b: {mass: 1, inertia: [1, 1, 1]}}\njoints: {j: {type: revolute, child: b, limits: [1, 2]}}\n", 2, 10,
     "initial position 0 of 'j' is outside its limits 1 to 2", NULL, 1},
    {"bodies: {b: {mass: 1, inertia: [1, 1, 1]}}\njoints: {j: {type: revolute, child: b, limits: {uper: 1}}}\n", 2, 49,
     "unknown key 'uper' in 'limits' of 'j'", "did you mean 'upper'?", 0},
    {"bodies: {b: {mass: 1, inertia: [1, 1, 1]}}\njoints: {j: {type: revolute, child: b, friction: {viscous: -1}}}\n", 2, 60,
     "'viscous' is -1", NULL, 0},
    {"bodies: {b: {mass: 1, inertia: [1, 1, 1]}}\njoints: {j: {type: ball, child: b, position: [2, 0, 0, 0]}}\n", 2, 46,
     "has the length 2, not 1", "divided by its length", 1},
    {"bodies: {b: {mass: 1, inertia: [1, 1, 1]}}\njoints: {j: {type: ball, child: b, position: [0, 0, 0, 0]}}\n", 2, 46,
     "the quaternion of joint 'j' has no length", NULL, 0},
    {"bodies: {b: {mass: 1, inertia: [1, 1, 1]}}\njoints: {j: {type: free, child: b, position: [1, 2]}}\n", 2, 46,
     "position of joint 'j' has the wrong number of values", NULL, 0},
    {"bodies: {b: {mass: 1, inertia: [1, 1, 1]}}\njoints: {j: {type: revolute, child: b, motion: {prescribed: ref}}}\n", 2, 61,
     "signal 'ref' that prescribes 'j' does not exist", "add it to 'signals:'", 0},
    {"bodies: {b: {mass: 1, inertia: [1, 1, 1]}}\njoints: {j: {type: cylindrical, child: b, motion: {slid: locked}}}\n", 2, 52,
     "joint 'j' has no coordinate 'slid'", "did you mean 'slide'?", 0},
    {"bodies: {b: {mass: 1, inertia: [1, 1, 1]}}\njoints: {j: {type: ball, child: b, motion: {roll: free, others: held}}}\n", 2, 65,
     "unknown motion of the other coordinates of 'j'", "free or locked", 0},
    // parts, signals, ports
    {PART "kind: force.sprin, axis: j, stiffness: 1}}\n", 3, 19, "unknown kind 'force.sprin'", "did you mean 'force.spring'?", 0},
    {PART "kind: spring, axis: j, stiffness: 1}}\n", 3, 19, "unknown kind 'spring'", "did you mean 'force.spring'?", 0},
    {PART "axis: j}}\n", 3, 9, "part 'p' has no kind", NULL, 0},
    {"signals: {s: {kind: control.reference-2, in: 1, omega: 1}}\n", 1, 21, "'control.reference-2' is an old name", "write 'signal.filter'", 1},
    {PART "kind: force.spring, axis: j}}\n", 3, 9, "part 'p' (force.spring) has no 'stiffness'", "add 'stiffness: ...'", 0},
    {PART "kind: force.spring, stiffness: 1}}\n", 3, 9, "has no 'axis'", NULL, 0},
    {PART "kind: force.effort, axis: j}}\n", 3, 9, "has no 'effort'", NULL, 0},
    {PART "kind: force.spring, axis: j, stifness: 1, stiffness: 1}}\n", 3, 42,
     "unknown key 'stifness' in part 'p' (force.spring)", "did you mean 'stiffness'?", 0},
    {PART "kind: force.spring, axis: k, stiffness: 1}}\n", 3, 39, "axis 'k' does not exist", NULL, 0},
    {PART "kind: force.spring, axis: j, stiffness: 1 N/m}}\n", 3, 53,
     "'1 N/m' is a stiffness (N/m), but 'stiffness' needs N.m/rad", NULL, 0},
    {PART "kind: force.spring, axis: j, stiffness: -1}}\n", 3, 53, "'stiffness' of p is out of range: -1", NULL, 0},
    {PART "kind: force.effort, axis: j, effort: jj}}\n", 3, 50, "unknown name 'jj'", NULL, 0},
    {PART "kind: force.effort, axis: j, effort: 3 N}}\n", 3, 50, "'3 N' is a force (N), but 'effort' needs N.m", NULL, 0},
    {PART "kind: force.wrench, frame: bb, fx: 1}}\n", 3, 40, "body 'bb' does not exist", NULL, 0},
    {PART "kind: force.wrench, frame: b.tip, fx: 1}}\n", 3, 42, "body 'b' has no point 'tip'", NULL, 0},
    {PART "kind: force.wrench, frame: b, axes: wrld}}\n", 3, 49, "unknown axes 'wrld'", "did you mean 'world'?", 0},
    {PART "kind: test.all, axle: j, mount: b, oil: o o, gain: 1, u: 0, curve: [[0, 0], [1, 1]]}}\n", 3, 53,
     "character ' ' in the name 'o o' of a node", NULL, 0},
    {PART "kind: test.all, axle: j, mount: b, oil: o, gain: 1, u: 0, curve: [[0, 0], [1]]}}\n", 3, 87,
     "this row of 'curve' has 1 numbers", NULL, 0},
    {PART "kind: test.all, axle: j, mount: b, oil: o, gain: 1, u: 0, curve: [[0, 0], [0, 1]]}}\n", 3, 87,
     "first column of 'curve' does not rise at row 2", NULL, 0},
    {PART "kind: test.all, axle: j, mount: b, oil: o, gain: 1, u: 0, curve: [[0, 0]]}}\n", 3, 78,
     "'curve' has 1 rows", "give 2 or more", 0},
    {PART "kind: test.all, axle: j, mount: b, oil: o, gain: 1, u: 0, curve: {csv: no-such.csv}}}\n", 3, 84,
     "cannot read 'no-such.csv'", NULL, 0},
    {PART "kind: test.all, axle: {from: b, to: world}, mount: b, oil: o, gain: 1, u: 0, curve: [[0, 0], [1, 1]]}}\n", 3, 35,
     "port 'axle' needs a rotary axis", NULL, 0},
    {PART "kind: test.all, axle: j, mount: b, oil: o, gain: 1, u: 0, curve: [[0, 0], [1, 1]], initial: {q: 1}}}\n", 3, 106,
     "unknown key 'q'", NULL, 0},
    {HEAD "signals: {s: {kind: sin, frequency: 1}}\n", 3, 21, "unknown kind 'sin'", "did you mean 'signal.sine'?", 0},
    {HEAD "signals: {s: {kind: force.spring}}\n", 3, 21, "'force.spring' is not a signal", NULL, 0},
    {HEAD "signals: {j: t}\n", 2, 10, "joint 'j' has the name of a signal (line 3)", NULL, 0},
    {HEAD "signals: {s: 2*r}\n", 3, 16, "unknown name 'r'", NULL, 0},
    {HEAD "signals: {s: t}\nparameters: {s: 1}\nparts: {p: {kind: force.effort, axis: j, effort: s}}\n", 5, 50,
     "'s' is a parameter and also a signal", NULL, 0},
    {HEAD "axes: {a: {from: b, to: c.x}}\n", 3, 25, "body 'c' does not exist", NULL, 0},
    {HEAD "axes: {a: {from: b}}\n", 3, 8, "axis 'a' has no 'to'", NULL, 0},
    {HEAD "axes: {a: {sum: {j: 1, k: 2}}}\n", 3, 24, "axis 'k' does not exist", NULL, 0},
    {HEAD "axes: {a: {sum: {j: 1 kg}}}\n", 3, 21, "'1 kg' is a mass (kg), but 'j' needs 1", NULL, 0},
    {HEAD "axes: {a: {sum: {j: 1}, from: b}}\n", 3, 25, "'from' has no place beside a sum", NULL, 0},
    {HEAD "axes: {a: {sum: {}}}\n", 3, 12, "the sum of axis 'a' has no terms", NULL, 0},
    {HEAD "axes: {a: {sum: {a: 1, j: 2}}}\n", 3, 8, "axis 'a' is made of itself", "let its terms be coordinates", 0},
    {HEAD "nodes: {A: {initial: 1 bar}}\n", 3, 9, "no port is connected to node 'A'", NULL, 0},
    {OIL "nodes: {o: {initial: 1 V}}\n", 4, 22, "'1 V' is a voltage (V), but 'initial' needs Pa", NULL, 0},
    {OIL "nodes: {o: {capacitance: 1 uF}}\n", 4, 13, "hydraulic node 'o' has no 'capacitance'", NULL, 0},
    {HEAT "oil: pott\n", 4, 6, "no part is called 'pott'", "did you mean 'pot'?", 0},
    {HEAT "oil: gap\n", 4, 6, "'gap' (hydraulic.leak) is no oil", "hydraulic.heat", 0},
    {HEAT "nodes: {o: {oil: pots}}\n", 4, 18, "no part is called 'pots'", "did you mean 'pot'?", 0},
    {HEAT "nodes: {o: {oil: pot}, v: {oil: hot}}\n", 3, 125, "'gap' is between two oils, 'pot' and 'hot'", "one oil", 0},
    {OIL "nodes: {o: {bulk: 1e9}}\n", 4, 13, "'bulk' of node 'o' has no volume", NULL, 0},
    // runs
    {HEAD "until: 3 m\n", 3, 8, "'3 m' is a length (m), but 'until' needs s", NULL, 0},
    {HEAD "until: 0\n", 3, 8, "'until' is 0", NULL, 0},
    {HEAD "plots: [[jj]]\n", 3, 10, "unknown name 'jj'", NULL, 0},
    {HEAD "plots: [{columns: [j], from: 2 s, to: 1 s}]\n", 3, 20, "`from` is not below `to`", NULL, 0},
    {HEAD "plots: [{columns: [j], polar: true}]\n", 3, 20, "a polar plot without an angle", "x: pin", 0},
    {HEAD "plots: [{columns: [j], log: x, from: 0 s}]\n", 3, 20, "a logarithmic axis has no zero", NULL, 0},
    {HEAD "plots: [{columns: [j], limits: [{name: a}]}]\n", 3, 20, "a line without a place", "at: 3 s", 0},
    {HEAD "plots: [{columns: [j], unit: blorps}]\n", 3, 20, "unknown unit", NULL, 0},
    {HEAD "plots: [{columns: [j], dashed: [k]}]\n", 3, 33, "unknown name 'k'", NULL, 0},
    {HEAD "operator: {controls: {x: {axis: 1.5}}}\nsignals: {x: {kind: input}}\n", 3, 33, "'axis' is 1.5", "give a whole number from 0 to 63", 0},
    {HEAD "operator: {controls: {x: {}}}\nsignals: {x: {kind: input}}\n", 3, 23, "nothing moves control 'x'", NULL, 0},
    {HEAD "operator: {controls: {x: {keys: [a, b, c]}}}\nsignals: {x: {kind: input}}\n", 3, 33, "a control has one key or two", NULL, 0},
    {HEAD "operator: {controls: {x: {axis: 0, mode: m}}}\nsignals: {x: {kind: input}}\n", 3, 42, "there is no mode 'm'", NULL, 0},
    {HEAD "faults: {f: {input: x}}\nsignals: {x: {kind: input}}\n", 3, 10, "fault 'f' has no 'value'", NULL, 0},
    {HEAD "expect: [{value: j, at: 1 s, within: 1}]\n", 3, 10, "the expectation has no number", NULL, 0},
    {HEAD "expect: [{value: j, at: 1 s, is: 1}]\n", 3, 10, "the expectation has no tolerance", NULL, 0},
    {HEAD "expect: [{value: j, is: 1, within: 1}]\n", 3, 10, "the expectation has no time", NULL, 0},
    {HEAD "expect: [{value: j, at: 20 s, is: 1, within: 1}]\n", 3, 25, "the run has no time 20 s", NULL, 0},
    {HEAD "expect: [{final: k, is: 1, within: 1}]\n", 3, 18, "unknown name 'k'", NULL, 0},
    {HEAD "expect: [{is: 1, within: 1}]\n", 3, 10, "no column is named", NULL, 0},
};
// clang-format on

static int check(const bad *f)
{
  machine m = machine_read(f->yaml, NULL, NULL, 0);
  const dv_diag *d = m.diags->n ? &m.diags->item[0] : NULL;
  int want = f->what != NULL;
  int right = m.diags->n == want;
  if (right && want) {
    right = d->mark.line == f->line && d->mark.col == f->col && strstr(d->what, f->what) != NULL &&
            (d->severity == DV_WARNING) == f->warning;
    if (f->remedy) right = right && d->remedy && strstr(d->remedy, f->remedy);
    right = right && (m.spec != NULL) == f->warning;
  }
  if (!right) {
    print_message("%s  expected %d:%d: %s\n", f->yaml, f->line, f->col, f->what ? f->what : "nothing");
    machine_show(&m);
  }
  machine_free(&m);
  return right;
}

static void one_fault_each(void **state)
{
  (void)state;
  int wrong = 0;
  for (size_t i = 0; i < sizeof files / sizeof *files; i++) wrong += !check(&files[i]);
  assert_int_equal(wrong, 0);
}

static const char many[] = "gravty: 3\n"
                           "parameters: {a: b, b: a, k: 3 kgg}\n"
                           "bodies:\n"
                           "  x: {mass: 3 m, inertia: [1, 1, -1]}\n"
                           "  yoke: {mass: a}\n"
                           "  z: {mass: k, com: [1, q, r]}\n"
                           "joints:\n"
                           "  i: {type: revolut, child: x}\n"
                           "  j: {type: fixed, child: yoko}\n"
                           "parts:\n"
                           "  p: {kind: force.spring, axis: nowhere, stiffness: 1}\n"
                           "solver: {rtol: -1}\n";

// Everything in one pass, each once.
static void all_at_once(void **state)
{
  (void)state;
  static const struct {
    int line;
    const char *what;
  } want[] = {
      {1,  "unknown key 'gravty'" },
      {2,  "depend on each other" },
      {2,  "unknown unit 'kgg'"   },
      {4,  "'3 m' is a length"    },
      {4,  "is not positive"      },
      {6,  "unknown name 'q'"     },
      {6,  "unknown name 'r'"     },
      {8,  "unknown type"         },
      {9,  "'yoko' does not exist"},
      {6,  "body 'z' has no joint"},
      {11, "axis 'nowhere'"       },
      {12, "'rtol' is -1"         },
  };
  machine m = machine_read(many, NULL, NULL, 0);
  if (m.diags->n != (int)(sizeof want / sizeof *want)) machine_show(&m);
  for (size_t k = 0; k < sizeof want / sizeof *want; k++) {
    int found = 0;
    for (int i = 0; i < m.diags->n; i++)
      found += m.diags->item[i].mark.line == want[k].line && strstr(m.diags->item[i].what, want[k].what) != NULL;
    if (found != 1) fail_msg("'%s' found %d times", want[k].what, found);
  }
  assert_int_equal(m.diags->n, (int)(sizeof want / sizeof *want));
  assert_null(m.spec);
  machine_free(&m);
}

// An entry without a value lacks what it must have; it is not a joint of zeros.
static void empty_entry(void **state)
{
  (void)state;
  machine m = machine_read("bodies: {a: {mass: 1 kg}}\njoints:\n  j: {type: fixed, child: a}\n  x:\n", NULL, NULL, 0);
  assert_null(m.spec);
  assert_int_equal(m.diags->n, 2);
  assert_non_null(strstr(m.diags->item[0].what, "joint 'x' has no 'type'"));
  assert_non_null(strstr(m.diags->item[1].what, "joint 'x' has no 'child'"));
  assert_int_equal(m.diags->item[0].mark.line, 4);
  machine_free(&m);
}

// A chain of parameters as long as a file can hold must not use the stack.
static void long_chain(void **state)
{
  (void)state;
  enum { N = 20000 };
  dv_arena *a = dv_arena_new();
  char *text = dv_arena_take(a, 32 * N), *p = text + sprintf(text, "parameters:\n");
  for (int i = 0; i < N; i++) p += sprintf(p, "  a%d: a%d\n", i, i + 1);
  sprintf(p, "  a%d: 7\nuntil: a0\n", N);
  machine m = machine_good(text);
  assert_near(m.spec->solver.until, 7, 0);
  machine_free(&m);
  dv_arena_free(a);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(one_fault_each), cmocka_unit_test(empty_entry),
                                     cmocka_unit_test(all_at_once), cmocka_unit_test(long_chain)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
