// keys.h: what a machine file may contain. One table of keys per section: checker, JSON schema and the nearest
// name all read it; a kind's keys are made from its struct.
#pragma once

#include "davit/kind.h"
#include "spec/doc.h"

// Forms that a value may take; or-ed.
enum {
  DV_AS_NUMBER = 1,  // number, quantity or expression
  DV_AS_TEXT = 2,
  DV_AS_CHOICE = 4,     // one of `words`
  DV_AS_LIST = 8,       // least..most numbers
  DV_AS_ROWS = 16,      // list of lists of numbers
  DV_AS_MAP = 32,       // keys of `section`
  DV_AS_NAMED = 64,     // the user's names, each with a value as `each` says
  DV_AS_ITEMS = 128,    // list of values as `each` says
  DV_AS_OPEN = 256,     // map whose keys are checked by its reader; `section` has the usual ones
  DV_AS_PARTS = 512,    // the user's names, each with the keys of its kind
  DV_AS_SIGNALS = 1024  // the same, or an expression
};

typedef struct dv_section dv_section;

// What lies where a value goes.
typedef enum {
  DV_INTO_NOTHING,   // its reader knows
  DV_INTO_NUMBER,    // double
  DV_INTO_NUMBERS,   // double [most]
  DV_INTO_SERIES,    // double *, and how many at `count`
  DV_INTO_INT,       // int: a whole number, or which of the words
  DV_INTO_QUANTITY,  // dv_quantity_value: with its dimension, whatever that is
  DV_INTO_TEXT,      // const char *
  DV_INTO_REF,       // dv_ref
  DV_INTO_REFS,      // dv_ref *, and how many at `count`
  DV_INTO_SECTION,   // the struct that the rows of `section` are about
  DV_INTO_ITEMS,     // pointer to structs of `size` bytes, and how many at `count`; a named one begins with name and mark
  DV_INTO_FORM       // whatever `form` makes of it
} dv_into;

typedef enum { DV_ANY_NUMBER, DV_ABOVE_ZERO, DV_FROM_ZERO, DV_FROM_TO } dv_range;

enum { DV_NUMBERS_MOST = 8 };

struct dv_check;
struct dv_key;
// Reads a value that has a form of its own: to what `to` points to. 0, or -1: faulty and reported.
typedef int dv_form(struct dv_check *c, const struct dv_key *k, const dv_node *n, void *to);

// What a case or variant does with the machine's section that a key names.
typedef enum {
  DV_CHANGES_NOTHING,  // its reader knows
  DV_SETS_PATHS,       // the user's paths, anywhere in the machine
  DV_SETS_VALUES,      // values that the section has
  DV_MERGES,           // deep; null removes
  DV_REPLACES,         // one value
  DV_ADDS,             // entries behind those of the machine; of two with one name the new one counts
  DV_STANDS_ALONE      // the machine's own counts no more, also where nothing stands in its place
} dv_change_way;

typedef struct dv_key {
  const char *name;
  int as;
  const char *unit;   // of numbers; NULL: depends
  const char *words;  // of a choice: "first|second"; of a number: words that may stand in its place
  int least, most;    // length of a list; 0, 0: any
  const dv_section *section;
  const struct dv_key *each;
  int required;
  const char *doc;
  dv_into into;       // where the value goes, in the struct of its section (read.c)
  size_t at, count;   // offsets
  dv_range range;     // of numbers
  double lo, hi;      // of DV_FROM_TO
  double by_default;  // 0: the value stays as it was
  size_t size;
  dv_form *form;
  dv_change_way change;
  int place;  // of a form that is given a part: which of its kind's rows this is
  int later;  // 1: read by dv_read_one, when what it depends on is known
} dv_key;

struct dv_section {
  const char *name;  // "body"
  const dv_key *key;
  int n;
};

extern const dv_section dv_keys_machine, dv_keys_include, dv_keys_body, dv_keys_inertia, dv_keys_solid, dv_keys_visual,
    dv_keys_round, dv_keys_sphere, dv_keys_place, dv_keys_euler, dv_keys_velocity, dv_keys_dh, dv_keys_joint, dv_keys_pose,
    dv_keys_limits, dv_keys_friction, dv_keys_line, dv_keys_axis, dv_keys_node, dv_keys_csv, dv_keys_series, dv_keys_case,
    dv_keys_variant, dv_keys_start, dv_keys_solver, dv_keys_plot, dv_keys_plot_line, dv_keys_plot_window, dv_keys_metric,
    dv_keys_expect, dv_keys_optimise, dv_keys_plan, dv_keys_study, dv_keys_actuator, dv_keys_valve, dv_keys_rated;
extern const dv_section dv_keys_loop, dv_keys_frame, dv_keys_beam, dv_keys_modal, dv_keys_beam_section, dv_keys_material,
    dv_keys_beam_modes, dv_keys_beam_damping, dv_keys_beam_mass;
extern const dv_section dv_keys_press, dv_keys_modes, dv_keys_control, dv_keys_desk, dv_keys_fault, dv_keys_io, dv_keys_register,
    dv_keys_display;

const dv_section *dv_keys_of_kind(dv_arena *a, const dv_kind *k);

// Unknown keys, wrong types, unknown words, wrong lengths, bad names; all the way down. where: "body 'boom'".
void dv_keys_check(dv_diags *d, const dv_section *s, const dv_node *map, const char *where);
void dv_keys_check_value(dv_diags *d, const dv_key *k, const dv_node *value, const char *where);
int dv_keys_fits(const dv_key *k, const dv_node *value);  // the node's type is one of the key's forms
const dv_key *dv_keys_find(const dv_section *s, const char *name);
int dv_keys_word(const char *words, const char *text);    // number of the word in "first|second", or -1
const char *dv_keys_doc(dv_arena *a, const dv_key *k);    // doc with default and unit: "end of the run (10 s)"; NULL: none
const char *dv_keys_forms(dv_arena *a, const dv_key *k);  // "a number or a list of 3 numbers"

// "did you mean 'mass'?", or else the given fallback.
const char *dv_did_you_mean(dv_diags *d, const char *typed, const char *const *names, int n, const char *fallback);
const char *dv_keys_nearest(dv_diags *d, const dv_section *s, const char *typed);
void dv_name_check(dv_diags *d, const char *name, dv_mark mark, const char *what);  // characters, reserved names
