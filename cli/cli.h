// cli.h: what the verbs share: the command line, machines, diagnostics, JSON.
//
// Results go to standard output, everything else to standard error.
#pragma once

#include "base/json.h"
#include "assemble/assemble.h"
#include "record/record.h"
#include "solve/solve.h"
#include "scene/film.h"
#include "engine/compiled.h"

enum { FINE = 0, BAD_FILE = 1, RUN_FAILED = 2, BAD_USAGE = 64 };

// What an option's value names: no file, one that is read, one that is written.
typedef enum { NO_FILE, READS, READS_STATE, WRITES, WRITES_STATE } option_role;

typedef struct {
  const char *name, *value, *doc;  // value: what stands after it; NULL: a flag
  option_role role;
} option;

typedef struct {
  const option *option;
  const char *value;
} given;

typedef struct {
  const struct verb *verb;
  const char *command;  // as typed
  dv_arena *arena;
  dv_diags *diags;  // faults of the command line
  const char **operand;
  given *given;
  int noperand, ngiven;
  struct {
    const char **item;
    int n, cap;
  } inputs;                 // files that the machine is read from
  const dv_outside *kinds;  // from libraries; NULL: none
  const dv_maker *fmus;
} args;

typedef struct verb {
  const char *name, *operands, *doc, *more;  // more: further lines of help, or NULL
  int least, most;                           // operands
  const option *options;                     // ends with an empty row
  int (*run)(args *a);
} verb;

extern const verb verbs[];             // ends with an empty row
extern const option common_options[];  // of every verb

#define OPTION_ROW(name, value, doc, role)                                                                                       \
  {                                                                                                                              \
    name, value, doc, role                                                                                                       \
  }
#define OPTION(name, value, doc) OPTION_ROW(name, value, doc, NO_FILE)
#define INPUT(name, value, doc) OPTION_ROW(name, value, doc, READS)    // the value names a file that is read
#define OUTPUT(name, value, doc) OPTION_ROW(name, value, doc, WRITES)  // ... a file or folder that is written
#define END_OPTIONS OPTION(NULL, NULL, NULL)

// Of verbs that run a machine: settings of its file (machine.c), with its units and its checks.
#define UNTIL_OPTION OPTION("until", "T", "end of the run, e.g. 2s")
#define STEP_OPTION                                                                                                              \
  OPTION("step", "H", "step of the one-step solvers, e.g. 1ms; auto: rosenbrock and dopri5 choose it by rtol and atol")
#define METRIC_EVERY_OPTION OPTION("every", "DT", "interval at which metrics look, e.g. 10ms")
#define TOLERANCE_OPTIONS                                                                                                        \
  OPTION("rtol", "R", "relative tolerance of cvode and of --step auto (1e-6)"),                                                  \
      OPTION("atol", "A", "absolute tolerance of both, relative to the nominal size of a state (1e-8)")

#define UNITS_OPTION OPTION("si", NULL, "units of SI instead of degrees, bar, kN, l/min, kW, mm")

// The options of every verb that opens a machine; and of those that run it as it is.
#define READING_OPTIONS                                                                                                          \
  OPTION("set", "path=value", "change a number of the file, e.g. --set m1=3kg; may be repeated"),                                \
      OPTION("case", "NAME", "apply a case of the file"), OPTION("variant", "NAME", "take a variant of the machine"),            \
      OPTION("base", "fixed|free", "how the root of a robot (URDF, SDF, MJCF) stands in the world (fixed)"),                     \
      OPTION("package", "NAME=FOLDER", "where package://NAME/ of a robot lies; may be repeated"),                                \
      OPTION("arg", "NAME=VALUE", "value of $(arg NAME) in a robot with macros (xacro); may be repeated"),                       \
      OPTION("contacts", "none|ground|self|all",                                                                                 \
             "what the collision shapes of a robot touch: the ground z = 0, each other, both (none)"),                           \
      OPTION("strict", NULL, "repair nothing in a robot's file")
#define MACHINE_OPTIONS                                                                                                          \
  READING_OPTIONS, OPTION("compiled", "FILE.so", "run the code of this library, made by 'davit compile -o FILE.so'")

// args.c
int args_read(args *a, int argc, char **argv);  // 0, or BAD_USAGE with diagnostics
int has(const args *a, const char *option);
const char *value_of(const args *a, const char *option);               // the last one given; NULL: none
int values_of(const args *a, const char *option, const char ***list);  // all of them
int items_of(const args *a, const char *option, const char ***list);   // all of them, split at commas
int tell_usage(args *a, const char *remedy, const char *format, ...) __attribute__((format(printf, 3, 4)));
static inline int after_usage(int told) { return (void)told, BAD_USAGE; }
#define bad_usage(...) after_usage(tell_usage(__VA_ARGS__))  // never FINE, which an analyzer sees only here
const char *did_you_mean(dv_arena *a, const char *typed, const char *const *names, int n);  // "did you mean 'x'?" or NULL
const char *dashes(const char *option);  // what stands before its name: -o, --out
const verb *verb_find(const char *name);
int ends_with(const char *text, const char *end);
const char *shell_word(dv_arena *a, const char *text);               // as it is typed: quoted where a shell would see more in it
const char *extension(const char *path);                             // ".csv", or ""
const char *beside(dv_arena *a, const char *path, const char *end);  // the path with `end` in the place of its extension
int is_result(const char *path);                                     // 1: a file of that name holds a result

// libraries.c
int kinds_load(args *a);                           // what --kinds and DAVIT_KINDS name: FINE, or BAD_FILE with diagnostics
const dv_kind *const *kinds_table(const args *a);  // our own and those of libraries
const char *kinds_libraries(const args *a);        // "./my.so 0123456789abcdef, ..."; "": none
int kinds_audit(args *a);                          // kinds_audit.c
int kinds_examples(args *a, const char *folder);

// allow.c: FMUs that a machine names, as far as the user has allowed them
const dv_maker *fmus_maker(args *a);

// machine.c: open with the options above. NULL or errors in ->diags: say it and leave.
dv_machine *machine_open(args *a, const char *path, const char *case_name, int solver_options);
dv_machine *machine_open_variant(args *a, const char *path, const char *variant);
dv_machine *machine_open_drawn(args *a, const char *path, const char *case_name);  // with its bond graph
dv_import_options import_options(args *a);
dv_machine_options machine_options(args *a,
                                   const char *case_name);  // the options alone, for a verb that opens the machine by itself
dv_run_options run_options(const args *a, const dv_machine *m);
const dv_compiled *compiled_of(const args *a, const dv_machine *m);  // compiled.c; NULL: there is none of this very machine
const char *compiled_what(dv_arena *a, const char *file);            // of a cache's name: the file, wherever it is called from
enum { LOAD_COLUMNS = 2 };
extern const char *const load_columns[LOAD_COLUMNS];         // patterns of what `davit loads` looks at; loads.c
int recorded_columns(dv_machine *m, const char ***columns);  // without --columns: shown ones, those of plots and of loads; run.c
const char *command_with(args *a, const char *verb, const char *file, const char *case_name);  // how the machine was opened
int reads_si(const dv_history *l);  // 1: the machine of this result says `display: {units: si}`
void log_facts(const args *a, const dv_machine *m, dv_history *l);

// output.c: every file that a verb writes goes through here. Codes: FINE, BAD_USAGE if it is an input, RUN_FAILED; faults in d.
int outputs_check(args *a);  // what options name, against inputs, each other and the disk, before the work: a code
int output_ready(args *a, const char *path, option_role role);  // the same for a name that no option gives
void outputs_know(args *a,
                  dv_machine *m);  // the files of a machine are inputs; takes m->model away if an option would write over one
void input_known(args *a, const char *path);  // one more file that is read
int output_allowed(args *a, dv_diags *d, const char *path, option_role role);
int write_bytes(args *a, dv_diags *d, const char *path, const char *bytes, size_t n);
int write_text(args *a, dv_diags *d, const char *path, const char *text);
int write_history(args *a, dv_diags *d, const dv_history *l, const char *path);
int time_in_seconds(args *a, dv_history *l);      // the first column of measured data; not 0 after a diagnostic
dv_history *read_run(args *a, const char *path);  // a result whose time goes on; NULL after a diagnostic
int write_state(args *a, dv_diags *d, const dv_model *m, const dv_state *s, const char *path);

// filter.c: bytes of a program's output for `text` on its input; NULL with the reason in *why.
char *filter_text(args *a, const char *const *argv, const char *text, size_t *n, const char **why);
int write_dot(args *a, const char *path, const char *text);  // by Graphviz: .svg, .png, .pdf, or .dot; NULL: nothing; a code

// report.c
int use_colour(void);  // standard error is a terminal and NO_COLOR is not set
void print_diags(const dv_diags *d);
void print_diags_from(const dv_diags *d, int first);
void put_diags(dv_json_out *o, const dv_diags *d);           // "diagnostics": [...]
void put_command(dv_json_out *o, const char *file, int ok);  // "ok" and "file"
void print_json(const dv_json_out *o);
int finish(dv_machine *m, int code);                                     // prints the diagnostics and closes; gives code
void print_failure(const args *a, const char *file, const dv_diags *d);  // with --json: what the output says instead of results
void print_sections(const dv_machine *m);                                // of the guide, that tell about the faults of the file
int fail_open(const args *a, dv_machine *m,
              const char *file);  // machine has errors: as text, with --json as JSON too; BAD_FILE, or BAD_USAGE
int column_fits(dv_machine *m, const char *pattern, dv_mark mark);  // 0: none does, with a warning and the nearest name
void move_diags(dv_diags *to, const dv_diags *from);                // those that are not there yet
void print_ledger(const dv_ledger *l);
void put_ledger(dv_json_out *o, const dv_ledger *l);
const char *ledger_text(dv_arena *a, const dv_ledger *l);  // JSON

// listen.c
const char *token_given(args *a);            // of the command line, which forgets it, or of DAVIT_TOKEN; NULL: none
int token_fits(args *a, const char *token);  // FINE or BAD_USAGE
int port_given(args *a, int *port);          // the same; *port stays if none is

// screen.c
void screen_open(void);  // what is printed shows control characters instead of carrying them out

// progress.c: a bar on a terminal, and stopping at Ctrl-C
typedef struct {
  dv_record *record;
  dv_filming *filming;  // NULL: no film
  double next;          // s, wall
  int shown;
} watcher;
void watch_signals(void);
int watch_row(void *context, double t, const double *x, const double *dx, const double *work);
void watch_progress(void *context, double t, double until);
void watch_end(watcher *w);
int interrupted(void);
const volatile sig_atomic_t *interruption(void);  // not 0 once it was

// state.c: a state as people see it
double *new_work(dv_arena *a, const dv_model *m);
const char *rate_name(dv_arena *a, const dv_model *m, int i);        // of the i-th rate: "pin", "ball.wx"
const char *coordinate_name(dv_arena *a, const dv_model *m, int i);  // of the i-th coordinate: "pin", "ball.qw"

// One file per verb gives its options and its function.
#define DECLARE(name)                                                                                                            \
  extern const option options_##name[];                                                                                          \
  int run_##name(args *a)
DECLARE(check);
DECLARE(run);
DECLARE(test);
DECLARE(metrics);
DECLARE(eval);
DECLARE(equilibrium);
DECLARE(gradient);
DECLARE(control);
DECLARE(optimise);
DECLARE(plan);
DECLARE(modes);
DECLARE(mobility);
DECLARE(bode);
DECLARE(verify);
DECLARE(equations);
DECLARE(ik);
DECLARE(fmu);
DECLARE(workspace);
DECLARE(identify);
DECLARE(study);
DECLARE(blocks);
DECLARE(bondgraph);
DECLARE(circuit);
DECLARE(loads);
DECLARE(sweep);
DECLARE(compile);
DECLARE(build);
DECLARE(bench);
DECLARE(plot);
DECLARE(page);
DECLARE(report);
DECLARE(reproduce);
DECLARE(view);
DECLARE(edit);
DECLARE(serve);
DECLARE(kinds);
DECLARE(schema);
DECLARE(convert);
DECLARE(help);
DECLARE(version);
