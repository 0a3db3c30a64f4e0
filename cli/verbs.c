// verbs.c: the table of verbs. A new verb is a file and a row.
#include "cli.h"

#include <limits.h>

const option options_none[] = {{0}};

const verb verbs[] = {
  {"check", "FILE...", "find all faults of machine files", NULL, 1, INT_MAX, options_check, run_check},
  {"run", "FILE", "simulate a machine",
   "Without --out only the summary is printed. --solver, --step, --rtol, --atol, --every and --until win over the file.", 1, 1, options_run, run_run},
  {"test", "FILE...", "run the cases of machine files and compare with what they expect",
   "Exit code 2 if an expectation is not met.", 1, INT_MAX, options_test, run_test},
  {"eval", "FILE", "evaluate a machine at one state",
   "The state is JSON: position, rate, effort, acceleration (maps from coordinate to number) and base\n"
   "{position, quaternion, velocity, angular_velocity, force, moment, acceleration, angular_acceleration} in world axes.\n"
   "What is not given is taken from the file; efforts and accelerations are then zero.",
   1, 1, options_eval, run_eval},
  {"equilibrium", "FILE", "find a state of rest near the initial state", NULL, 1, 1, options_equilibrium, run_equilibrium},
  {"modes", "FILE", "linearise: eigenvalues, frequencies, damping, mode shapes", NULL, 1, 1, options_modes, run_modes},
  {"plot", "RESULT [COLUMN...]", "draw results (.csv, .h5, .mat) as SVG or PNG",
   "Without columns the figure is grouped as the machine file's `plots:` says. A column may be a pattern with *.", 1, INT_MAX, options_plot, run_plot},
  {"kinds", "[NAME]", "reference of the kinds of parts and signals", NULL, 0, 1, options_kinds, run_kinds},
  {"schema", "", "print a JSON Schema of machine files, for editors", NULL, 0, 0, options_none, run_schema},
  {"convert", "FROM.urdf TO.yaml", "turn a URDF into a machine file", NULL, 2, 2, options_none, run_convert},
  {"help", "[VERB]", "what davit can do, or what a verb takes", NULL, 0, 1, options_none, run_help},
  {"version", "", "print the version", NULL, 0, 0, options_none, run_version},
  {0},
};
