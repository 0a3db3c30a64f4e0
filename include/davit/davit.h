// davit.h: the library for programs: open a machine, change it, run it, read the columns.
//
//   dv_session *s = dv_open("crane.yaml");
//   dv_set(s, "parameters.m1", "3 kg");
//   if (dv_simulate(s) == 0) { double x[100000]; dv_column_read(s, dv_column_find(s, "boom"), x); }
//   for (int i = 0; i < dv_message_count(s); i++) puts(dv_message(s, i));
//   dv_close(s);
//
// Nothing is printed, no signal is caught, no environment is read. A session belongs to one thread at a time; any number may be
// open, in any number of threads. Without enough memory a call gives DV_NO_MEMORY, and the program goes on. NULL in the place of
// a session or a text is wrong use, which is told: it never crashes.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

typedef struct dv_session dv_session;

enum { DV_OK = 0, DV_BAD_FILE = 1, DV_RUN_FAILED = 2, DV_NO_MEMORY = 3, DV_BAD_USE = 64 };  // as the command's exit codes

const char *dv_version(void);

dv_session *dv_open(const char *path);  // .yaml or .urdf; faults show in dv_check and dv_simulate. NULL: out of memory
void dv_close(dv_session *s);           // NULL is fine

// Before dv_check or dv_simulate; both may follow each other again and again.
void dv_case(dv_session *s, const char *name);                    // NULL: none
void dv_set(dv_session *s, const char *path, const char *value);  // as --set: "solver.method" "rk4", "until" "2 s", "m1" "3 kg"
void dv_record_only(dv_session *s, const char *pattern);  // columns to record, with *; may be repeated. Default: the shown ones

int dv_check(dv_session *s);     // reads and compiles
int dv_simulate(dv_session *s);  // and runs

// What was wrong, of the last call: "file:line:col: error: what; remedy".
int dv_message_count(const dv_session *s);
const char *dv_message(const dv_session *s, int i);

// Results of the last run. Column 0 is the time. Texts live until the next run.
int dv_row_count(const dv_session *s);
int dv_column_count(const dv_session *s);
const char *dv_column_name(const dv_session *s, int column);
const char *dv_column_unit(const dv_session *s, int column);
int dv_column_find(const dv_session *s, const char *name);          // -1: not recorded; "x" finds "x.position" too
void dv_column_read(const dv_session *s, int column, double *out);  // [dv_row_count]
int dv_save(dv_session *s, const char *path);                       // .csv, .h5 or .mat, whole or not at all

typedef struct {
  long steps, evaluations;
  double wall;                // s
  double residual, relative;  // of the energy ledger: J; of throughput
} dv_summary;
dv_summary dv_summary_of(const dv_session *s);

#ifdef __cplusplus
}
#endif
