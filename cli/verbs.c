// verbs.c: the table of verbs. A new verb is a file and a row.
#include "cli.h"

#include <limits.h>

static const char more_run[] =
    "Without --out only the summary is printed. --solver, --step, --rtol, --atol, --every and --until win over the file.";
static const char more_test[] = "Exit code 2 if an expectation is not met.";
static const char more_metrics[] =
    "FILE: runs it (with --case) and gives its `metrics:`. RESULT (a file of run --out): all measures of its columns.\n"
    "'never' stands for a time that does not come within the window. Numbers are SI.";
static const char more_eval[] =
    "The state is JSON: position, rate, effort, acceleration (maps from coordinate to number) and base\n"
    "{position, quaternion, velocity, angular_velocity, force, moment, acceleration, angular_acceleration} in world axes.\n"
    "What is not given is taken from the file; efforts and accelerations are then zero.";
static const char more_convert[] =
    "TO.urdf, TO.sdf, TO.xml (MJCF of MuJoCo): the machine for other programs: bodies, joints, limits, friction, springs, shapes;\n"
    "loops by mimic joints (URDF), joints (SDF) or equality constraints (MJCF). What a format cannot say is told. doc/robots.md.\n\n"
    "TO.glb: the scene at the start as glTF 2.0, for slides and other viewers: a node for each body, y up. TO.png: a picture of it.\n"
    "TO.svg: side view and plan as a sketch, with names of joints and points, and the axes of joints: x red, y green, z blue.\n\n"
    "TO.dxf: side view (x, z) and plan (x, y) of the initial pose in millimetres, DXF of release 12. Each body has a layer of its\n"
    "name; POINTS, JOINTS and AXES hold names and lines of action. --case, --variant and --set change the pose. Reach curves:\n"
    "davit workspace --dxf.";
static const char more_blocks[] =
    "References, filters and controllers with what they read; the machine itself, with its bodies and parts, is one block. Powers:\n"
    "davit bondgraph.";
static const char more_circuit[] =
    "Actuators stand above, what feeds them below; red lines are fed by a source, tanks are drawn where oil returns.";
static const char more_verify[] = "The skeleton alone, all coordinates free; loops by independent coordinates and by "
                                  "multipliers. Exit code 2 if two formulations differ by more than --within.";
static const char more_equations[] =
    "lagrange-hamilton: p = B v, p' = 1/2 v' dB/dq v - g + tau. newton-euler: B a + c + g = tau. Rows and columns are rates;\n"
    "tau holds the efforts of the machine's parts and drives. --symbolic: M v' + C v + g = tau as formulas, of the bodies alone.";
static const char more_plot[] =
    "Without columns the figure is grouped as the machine file's `plots:` says. A column may be a pattern with *.\n"
    "Numbers of options are in the units that the axes show.\n"
    "e.g. davit plot a.h5 b.h5 pin --from 2 --to 5 --difference --points measured.csv --mark grip=3.2";

static const char more_loads[] =
    "NAME is a pin (joint), a part with a linear axis, or a column (with a dot); patterns with * are fine. Without names: all.\n"
    "The force of a joint is the one on its child; that of a part is positive when it pushes its axis open.\n"
    "factor: peak over the static value, where that is more than a twentieth of the peak.";

static const char more_sweep[] =
    "e.g. davit sweep machines/loader-crane.yaml --vary payload=0:10t:21 --vary supply=180:220bar:5\n"
    "         --metric 'lift [kN] = max(pin.reaction.force)' --plot out.svg -o out.h5\n"
    "     davit sweep machines/loader-crane.yaml --dist 'mass~normal(800kg, 50kg)' --sample 1000 --latin --metric 'final(pin)'\n"
    "Everything that --set changes can be varied: payload, initial.pin, solver.rtol, variant; and case.\n"
    "A metric reduces columns over the run: the measures of 'davit help metrics' as functions, at(x, 3 s), overshoot(x, goal),\n"
    "settling(x, goal, band); expressions may calculate with the results. The numbers are the same for any number of jobs and\n"
    "after any interruption. Returns 2 if a run failed; the table says which.";

static const char more_gradient[] =
    "e.g. davit gradient machines/loader-crane.yaml --of 'max(pin.reaction.force)' --by 'payload,supply,cylinder.*'\n"
    "One run, followed by its exact slopes: through oil, loops, beams, water, samples and events. By rk4 and other fixed steps they are those\n"
    "of the very numbers that the run computes; by cvode those of the motion, within its tolerances. What has no slope is told: a\n"
    "grip that closes, a moving sampling period, a structure that changes, a metric at a kink.";

static const char more_control[] =
    "e.g. davit control cart.yaml --at-equilibrium --weight 'slide=5cm,pole=2deg' --effort force=20N --period 10ms -o stand.yaml\n"
    "     davit control cart.yaml --weight pole=2deg --measured 'slide=1mm,pole=0.1deg' --disturbance force=2N -o stand.yaml\n"
    "Inputs are the machine's signals of kind input. The file that is written includes the machine, with a part in the place of\n"
    "these inputs, and runs as it is. Modes that inputs do not move or outputs do not show are "
    "named.";

static const char more_optimise[] =
    "e.g. davit optimise crane.yaml --vary 'mount.x=0.3..0.8m' --vary bore=63,80,100mm --min "
    "'max(pump.pressure)' --subject 'final(reach) >= 7 m'\n"
    "     davit optimise crane.yaml light-boom        (a question of `optimise:` in the file)\n"
    "Each point is a run of every case with its exact slopes (davit gradient). Limits hold in each case of --case a,b, objectives are\n"
    "their mean; 'light: max(p)' is of one. Exit code 2 if there is no answer: limits that exclude each other, an objective without\n"
    "end, a number without influence, a metric that jumps; the message says which.";

static const char more_plan[] =
    "e.g. davit plan crane.yaml --min time --to 'trolley = 4 m' --to rest --subject '|rope| <= 5 deg' -o move.yaml --plot move.svg\n"
    "     davit plan crane.yaml quick-move        (a question of `plan:` in the file)\n"
    "The motion starts where the machine does. Inputs are its signals of kind input. Direct collocation on the machine's own equations, with\n"
    "exact slopes, solved by Ipopt. The result is FILE.csv, the motion, and FILE.yaml, the machine with tables in the place of the inputs:\n"
    "'davit run FILE.yaml' replays it. Exit code 2 if there is no answer; the message says which limit is in the way.";

static const char more_compile[] =
    "The source has all numbers of the machine folded in and needs davit/real.h alone, so it can go into a controller.\n"
    "Every verb that runs the machine uses the library in your cache while its key fits; the results are the same. One with -o is\n"
    "code like any other: it runs only where --compiled names it.";

static const char more_fmu[] =
    "The archive holds the core of davit as a library without dependencies, the machine as a block of bytes, and the sources\n"
    "of both. Inputs are the machine's `input` signals; parameters of parts can be tuned; columns that a run records are "
    "outputs.";

static const char more_bench[] =
    "Compiled code is measured too if 'davit compile' has built it. Times are CPU time of one thread, the least over\n"
    "some turns; other work on this computer makes them longer.";

static const char more_bondgraph[] =
    "Half arrows point the way of positive power, causal strokes stand at the end that takes the effort, vector bonds are thick.\n"
    "Hand-written elements (bond.*) and parts are drawn together; the skeleton is an IC-field, "
    "each axis, frame and node a junction.";

static const char more_ik[] = "All branches are listed, those within the limits of joints and axes (cylinders) first.\n"
                              "Exit code 2 if there is none; the nearest pose within limits is then given.";
static const char more_identify[] =
    "pendulum [SWING.csv]     inertia from the period of a swing (--mass, --length, --period)\n"
    "stiffness DATA.csv       from columns load and deflection, end to end and by least squares\n"
    "drop SIGNAL.csv          damping from a decaying oscillation by its logarithmic decrement (--mass, --stiffness)\n"
    "fit MACHINE DATA.csv ... --fit parameters by runs of the machine against the columns of one or several logs; the first column is time\n"
    "Columns are converted to SI by the unit in their header: load [kgf].";
static const char more_study[] =
    "Inverse dynamics along the motions of the study's actuators, for every load case of `studies:` in the file.\n"
    "Exit code 2 if a valve is too small or an actuator cannot reach.";
static const char more_report[] = "The page holds everything: it opens from a file, without a network. RESULT is a .h5 file of "
                                  "davit run; other formats do not hold the poses.";

static const char more_reproduce[] =
    "Runs every case (a file without cases as it is), draws its `plots:` and sets what it gives beside what its `expect:` wants, with\n"
    "the difference and the source; its `metrics:`, too. Each stands beside the commands that make it. The page opens from a file,\n"
    "without a network. Exit code 2 if a case failed or a number is not as expected: the page says which.";

static const char more_page[] =
    "The page holds the engine (WebAssembly), the machine with its cases, and the viewer: it opens from a file and is driven by\n"
    "keys, gamepad, touch and sliders. It steps with the bits of 'davit run': its button Check shows the hash and the command.";

static const char more_view[] =
    "A machine runs live: drive it with sliders, keyboard or gamepad (`operator:` in its file). A .h5 file of davit run is replayed.\n"
    "Prints a URL with a secret token. Listens on this computer only; with --host anybody who has the URL and reaches that address\n"
    "can watch, drive and change parameters. End it with Ctrl-C.";

static const char more_edit[] =
    "The text stands left, with completion from the language and the kinds; faults are underlined as one types, with what would\n"
    "mend them; the machine stands right and runs, rebuilt at every pause. A file that is not there begins empty. Saving replaces\n"
    "the file whole, and says so if it was changed outside. Listens on this computer only.";

static const char more_serve[] =
    "The controller says hello and gets names and units, then sends inputs and gets outputs, frame by frame: doc/wire.md. In\n"
    "lock-step the machine waits for the controller, and the numbers are those of 'davit run' with the same inputs; in real time\n"
    "inputs go back to the file's values when the controller is silent. modbus: registers of `io: {registers: }`, for a PLC.\n"
    "Listens on this computer only; with --host a token is asked for (modbus has none: --peer names the one who is let in).";

#define VERB(name, operands, least, most, doc, more)                                                                             \
  {                                                                                                                              \
#name, operands, doc, more, least, most, options_##name, run_##name                                                          \
  }

const verb verbs[] = {
    VERB(check, "FILE...", 1, INT_MAX, "find all faults of machine files", NULL),
    VERB(run, "FILE", 1, 1, "simulate a machine", more_run),
    VERB(test, "FILE...", 1, INT_MAX, "run the cases of machine files and compare with what they expect", more_test),
    VERB(metrics, "RESULT|FILE", 1, 1, "rise, overshoot, settling, peaks, lost contacts... of a run", more_metrics),
    VERB(eval, "FILE", 1, 1, "evaluate a machine at one state", more_eval),
    VERB(equilibrium, "FILE", 1, 1, "find a state of rest near the initial state", NULL),
    VERB(modes, "FILE", 1, 1, "linearise: eigenvalues, frequencies, damping, mode shapes, largest stable steps", NULL),
    VERB(mobility, "FILE", 1, 1, "closed loops: rank, redundant closures, degrees of freedom, distance to singular positions",
         NULL),
    VERB(verify, "FILE", 1, 1, "compare all formulations of the machine's dynamics at random states", more_verify),
    VERB(equations, "FILE", 1, 1, "print the matrices of the equations of motion at one state, or as formulas", more_equations),
    VERB(bode, "FILE", 1, 1, "frequency response: a sine on the machine itself, beside its linearisation", NULL),
    VERB(ik, "FILE", 1, 1, "inverse kinematics: coordinates that bring a point to a place", more_ik),
    VERB(workspace, "FILE", 1, 1, "what a point reaches within all limits, and how well it moves there", NULL),
    VERB(identify, "WAY [FILE] [DATA.csv ...]", 1, 34, "parameters from measurements, with confidence intervals", more_identify),
    VERB(study, "FILE", 1, 1, "loads, flows, powers and valve margins along a duty, with a report", more_study),
    VERB(bondgraph, "FILE", 1, 1, "draw a machine as a bond graph and print its equations in order", more_bondgraph),
    VERB(blocks, "FILE", 1, 1, "draw the signals of a machine as a block diagram", more_blocks),
    VERB(circuit, "FILE", 1, 1, "draw the hydraulics of a machine as a circuit, in the symbols of ISO 1219-1", more_circuit),
    VERB(loads, "FILE|RESULT [NAME...]", 1, INT_MAX, "what pins and cylinders carry: peaks, amplification, rainflow cycles",
         more_loads),
    VERB(gradient, "FILE", 1, 1, "how metrics of a run change with numbers of the file: exact slopes", more_gradient),
    VERB(control, "FILE", 1, 1, "design a controller: LQR, poles, Kalman filter, sampled or not; written as a part",
         more_control),
    VERB(optimise, "FILE [NAME]", 1, 2, "numbers that make a metric best within limits, by exact slopes; goes on after a kill",
         more_optimise),
    VERB(plan, "FILE [NAME]", 1, 2, "the motion that is best within limits: time, energy, swing, peaks; replayed on the machine",
         more_plan),
    VERB(sweep, "FILE", 1, INT_MAX, "many runs with other numbers: grids, draws, metrics; goes on after a kill", more_sweep),
    VERB(compile, "FILE", 1, 1, "write the machine's equations as straight-line C and build them; runs then use them",
         more_compile),
    VERB(build, "FILE", 1, 1, "save the machine as one block (.dvm) that programs load and step without its file (davit.h)",
         NULL),
    VERB(fmu, "FILE", 1, 1, "write the machine as an FMU (FMI 3.0 or 2.0) for other simulators", more_fmu),
    VERB(bench, "FILE", 1, 1, "time a machine: right-hand side, step, lanes, compiled; its run against real time", more_bench),
    VERB(plot, "RESULT... [COLUMN...]", 1, INT_MAX, "draw results as SVG, PNG or PDF, several in one figure", more_plot),
    VERB(view, "FILE", 1, 1, "watch and drive a machine, or replay a result, in the browser", more_view),
    VERB(edit, "FILE", 1, 1, "write a machine file in the browser: completion, faults as one types, the machine beside it",
         more_edit),
    VERB(serve, "FILE", 1, 1, "let a controller in another process drive a machine: TCP, UDP, Modbus TCP", more_serve),
    VERB(page, "FILE", 1, 1, "write a machine as one page that simulates it: no server, no network", more_page),
    VERB(report, "RESULT", 1, 1, "write a result as one page: replay in 3D, plots, peaks, loads, energy", more_report),
    VERB(reproduce, "FILE...", 1, INT_MAX, "every figure and expected number of machine files as one page, beside their commands",
         more_reproduce),
    VERB(kinds, "[NAME|WORD]", 0, 1, "reference of the kinds of parts and signals; finds those that a word describes", NULL),
    VERB(schema, "", 0, 0, "print a JSON Schema of machine files, for editors", NULL),
    VERB(convert, "FROM TO", 2, 2,
         "turn a robot into a machine file (TO.yaml), a machine into a robot (TO.urdf, .sdf, .xml), a scene (TO.glb), a "
         "picture (TO.png), a sketch (TO.svg) or a drawing (TO.dxf)",
         more_convert),
    VERB(help, "[VERB]", 0, 1, "what davit can do, or what a verb takes", NULL),
    VERB(version, "", 0, 0, "print the version", NULL),
    {0},
};
