// saved_fault.c: the part of the check of a saved block that needs no engine. After it every text ends and every variable is
// somewhere.
#include "model/saved_fault.h"

#include "base/hash.h"
#include "model/block_version.h"
#include "model/saved_graph.h"

#include <math.h>
#include <string.h>

uint64_t dv_saved_hash(const dv_model *m)
{
  dv_model head = *m;
  head.hash = 0;
  uint64_t rest = dv_hash_bytes((const char *)m + sizeof *m, (size_t)m->bytes - sizeof *m);
  return dv_hash_on(rest, &head, sizeof head);
}

static const char *head_fault(const dv_model *m, size_t n, uint64_t kinds)
{
  if (memcmp(m->magic, "davit\0\0", 8)) return "this is no saved model";
  if (m->byte_order != DV_BYTE_ORDER) return "this model was saved by a computer with another byte order; build it there again";
  if (m->version != dv_block_version()) return "this model was saved by another version of davit; build it again";
  if (m->bytes != (int64_t)n) return "this model is not whole: its length is not the one that it says";
  if (m->kinds != kinds) return "this model was saved with other kinds or closures; build it again with this davit";
  if (m->outside.room) return "this model needs kinds from outside, which a saved model cannot have";
  return NULL;
}

static int section_fits(const dv_section *s, size_t n)
{
  uint64_t bytes = s->count < 0 || s->size < 0 ? UINT64_MAX : (uint64_t)s->count * (uint64_t)s->size;
  return s->offset >= (int64_t)sizeof(dv_model) && s->offset % 64 == 0 && (uint64_t)s->offset <= n &&
         bytes <= n - (uint64_t)s->offset;
}

static const char *section_fault(const dv_model *m, size_t n)
{
  static const struct {
    int id;
    size_t size;
  } sized[] = {
      {DV_S_INT,        sizeof(int)          },
      {DV_S_VARIABLE,   sizeof(dv_variable)  },
      {DV_S_NUMBER,     sizeof(double)       },
      {DV_S_START,      sizeof(double)       },
      {DV_S_SCALE,      sizeof(double)       },
      {DV_S_SETTING,    sizeof(dv_settings)  },
      {DV_S_SLOPE,      sizeof(int)          },
      {DV_S_GRAPH,      sizeof(dv_graph_node)},
      {DV_S_GRAPH_INT,  sizeof(int)          },
      {DV_S_GRAPH_REAL, sizeof(double)       },
      {DV_S_TEXT,       1                    }
  };
  for (int i = 0; i < DV_S_COUNT; i++)
    if (!section_fits(&m->section[i], n)) return "this model is damaged: a section lies outside of it";
  for (size_t i = 0; i < sizeof sized / sizeof *sized; i++)
    if (m->section[sized[i].id].count && m->section[sized[i].id].size != (int)sized[i].size)
      return "this model is damaged: rows of a section have another size";
  if (m->hash != dv_saved_hash(m)) return "this model is damaged: its bytes have changed";
  return NULL;
}

static int is_count(int n) { return n >= 0 && n <= 1 << 28; }

static const char *count_fault(const dv_model *m)
{
  const int n[] = {m->nlink, m->nq, m->nv,   m->nz,    m->nseen, m->seen_nq, m->seen_nv,
                   m->nx,    m->nd, m->nnum, m->nwork, m->nroot, m->nquad};
  for (size_t i = 0; i < sizeof n / sizeof *n; i++)
    if (!is_count(n[i])) return "this model is damaged: a count cannot be";
  if (m->nx != m->nq + m->nv + m->nz) return "this model is damaged: its states do not add up";
  if (DV_MODEL_COUNT(m, NUMBER) < m->nnum || DV_MODEL_COUNT(m, START) < m->nx + m->nd || DV_MODEL_COUNT(m, SCALE) < m->nx ||
      DV_MODEL_COUNT(m, QUADRATURE) != m->nquad)
    return "this model is damaged: numbers are missing";
  return DV_MODEL_COUNT(m, SETTING) == 1 ? NULL : "this model does not say how it is run: make it by davit build";
}

int dv_is_shown(char c) { return c == 0 || c == '\n' || c == '\t' || ((unsigned char)c >= 0x20 && c != 0x7F); }

// Texts end: so does the last one. Names reach terminals and logs of whoever loads the block.
static const char *text_fault(const dv_model *m)
{
  int n = DV_MODEL_COUNT(m, TEXT);
  const char *text = dv_model_TEXT(m);
  if (n < 1 || text[0] || text[n - 1]) return "this model is damaged: a text does not end";
  for (int i = 0; i < n; i++)
    if (!dv_is_shown(text[i])) return "this model is damaged: a control character stands in a text";
  return NULL;
}

static int is_text(const dv_model *m, int at) { return at >= 0 && at < DV_MODEL_COUNT(m, TEXT); }

static int variable_fits(const dv_model *m, const dv_variable *v)
{
  const int most[] = {m->nx, m->nx, m->nwork, m->nnum};  // by dv_array
  if (v->array < DV_IN_STATE || v->array > DV_IN_NUMBER || v->role < DV_ROLE_STATE || v->role > DV_ROLE_PARAMETER) return 0;
  if ((v->role == DV_ROLE_INPUT || v->role == DV_ROLE_PARAMETER) != (v->array == DV_IN_NUMBER)) return 0;
  return is_text(m, v->path) && is_text(m, v->unit) && is_text(m, v->doc) && is_text(m, v->file) && v->index >= 0 &&
         v->index < most[v->array];
}

static const char *variable_fault(const dv_model *m)
{
  const dv_variable *v = dv_model_VARIABLE(m);
  for (int i = 0; i < DV_MODEL_COUNT(m, VARIABLE); i++)
    if (!variable_fits(m, v + i)) return "this model is damaged: a variable lies nowhere";
  return is_text(m, m->name) ? NULL : "this model is damaged: its name lies nowhere";
}

static int ends(const char *text, size_t room) { return memchr(text, 0, room) != NULL; }

static const char *setting_fault(const dv_model *m)
{
  const dv_settings *s = dv_model_SETTING(m);
  const double x[] = {s->step, s->rtol, s->atol, s->until, s->every, s->ledger};
  int good = ends(s->method, sizeof s->method) && ends(s->linear, sizeof s->linear) && s->order >= 0 && s->order <= 12;
  for (size_t i = 0; i < sizeof x / sizeof *x; i++) good &= isfinite(x[i]) != 0;
  return good && s->until >= 0 && s->every >= 0 ? NULL : "this model is damaged: how it is run cannot be";
}

static const char *slope_fault(const dv_model *m)
{
  const int *slope = dv_model_SLOPE(m);
  int n = DV_MODEL_COUNT(m, SLOPE), directions = 2 * m->nv + m->nz;
  if (n && n % 2 == 0) return "this model is damaged: the pattern of its Jacobian is not whole";
  for (int i = 1; i < n; i++)
    if (slope[i] < 0 || slope[i] >= directions) return "this model is damaged: the pattern of its Jacobian points nowhere";
  return NULL;
}

static const char *number_fault(const dv_model *m)
{
  const double *start = dv_model_START(m), *scale = dv_model_SCALE(m);
  for (int i = 0; i < m->nx + m->nd; i++)
    if (!isfinite(start[i])) return "this model is damaged: it starts at no number";
  for (int i = 0; i < m->nx; i++)
    if (!isfinite(scale[i])) return "this model is damaged: a state has no size";
  return NULL;
}

const char *dv_saved_fault(const dv_model *m, size_t n, uint64_t kinds)
{
  const char *why = n < sizeof *m ? "this is no saved model: it is too short" : head_fault(m, n, kinds);
  if (!why) why = section_fault(m, n);
  if (!why) why = count_fault(m);
  if (!why) why = text_fault(m);
  if (!why) why = variable_fault(m);
  if (!why) why = setting_fault(m);
  if (!why) why = slope_fault(m);
  if (!why) why = dv_saved_graph_fault(m);
  return why ? why : number_fault(m);
}
