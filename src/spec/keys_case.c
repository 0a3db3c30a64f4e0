// keys_case.c: keys of variants and cases.
#include "spec/keys_inside.h"

// clang-format off
#define SET {"set", DV_AS_OPEN, .change = DV_SETS_PATHS, .doc = "path: value, for any path of the machine"}
#define PARAMETERS(change_) {"parameters", DV_AS_NAMED, .each = &dv_key_number, .change = change_, .doc = "parameters to change; a variant may add some"}
#define SIGNALS {"signals", DV_AS_OPEN, .change = DV_MERGES, .doc = "signals to add or change; null removes one"}
#define PARTS {"parts", DV_AS_OPEN, .change = DV_MERGES, .doc = "parts to add or change; null removes one"}

// Rows that change something do so in their order.
static const dv_key variant[] = {
  {"doc", DV_AS_TEXT, TO(dv_case_spec, doc), .doc = "what the variant is"},
  {"like", DV_AS_TEXT | DV_AS_ITEMS, .each = &dv_key_text, .doc = "variant to begin with, or several, one after the other"},
  {"drop", DV_AS_TEXT | DV_AS_ITEMS, .each = &dv_key_text, .doc = "bodies to leave out, with all that hangs on them"},
  {"lock", DV_AS_OPEN | DV_AS_ITEMS, .each = &dv_key_text, .doc = "joints to lock: {joint: position}, or [joint, ...] where they stand"},
  {"weld", DV_AS_OPEN | DV_AS_ITEMS, .each = &dv_key_text, .doc = "joints to weld, likewise: both bodies become one"},
  PARAMETERS(DV_MERGES),
  {"bodies", DV_AS_OPEN, .change = DV_MERGES, .doc = "bodies to add or change"},
  {"joints", DV_AS_OPEN, .change = DV_MERGES, .doc = "joints to add or change; null removes one"},
  {"loops", DV_AS_OPEN, .change = DV_MERGES, .doc = "loops to add or change; null removes one"},
  {"axes", DV_AS_OPEN, .change = DV_MERGES, .doc = "axes to add or change; null removes one"},
  {"nodes", DV_AS_OPEN, .change = DV_MERGES, .doc = "nodes to add or change; null removes one"},
  SIGNALS,
  PARTS,
  {"solver", DV_AS_MAP, .section = &dv_keys_solver, .change = DV_MERGES, .doc = "integrator and its tolerances"},
  SET,
};
const dv_section dv_keys_variant = KEYS("variant", variant);
const dv_key dv_key_variant = {"variant", DV_AS_MAP, .section = &dv_keys_variant};

static const dv_key one_case[] = {
  {"doc", DV_AS_TEXT, TO(dv_case_spec, doc), .doc = "what the case shows"},
  {"variant", DV_AS_TEXT, .doc = "variant of the machine that it is about"},
  SET,
  PARAMETERS(DV_SETS_VALUES),
  SIGNALS,
  PARTS,
  {"nominal", DV_AS_OPEN, .change = DV_MERGES, .doc = "path: value, what controllers believe in this case"},
#define NOWHERE(...)
  RUN(NOWHERE),
};
const dv_section dv_keys_case = KEYS("case", one_case);
const dv_key dv_key_case = {"case", DV_AS_MAP, .section = &dv_keys_case};
