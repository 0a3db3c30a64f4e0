// declared.c: a kind's declaration: documented, its units are units, its counts fit its tables, and it has the laws that it
// needs.
#include "audit/audit.h"

#if DV_LANES == 1

#include "base/number.h"
#include "spec/spec.h"
#include "spec/units.h"

#include <string.h>

typedef struct {
  dv_diags *diags;
  const char *library;
  const dv_kind *k;
  int faults;
} audit;

static void check(audit *a, int ok, const char *what, const char *of)
{
  if (ok) return;
  a->faults++;
  dv_diag_add(a->diags, DV_ERROR, (dv_mark){a->library, 0, 0}, NULL, "kind '%s'%s%s: %s", a->k->name ? a->k->name : "?",
              of ? ", " : "", of ? of : "", what);
}

static int said(const char *text) { return text && *text; }

static int is_word(const char *text, size_t n)
{
  size_t fine = strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_");
  return n > 0 && fine >= n;
}

static int is_name(const char *name)
{
  const char *dot = name ? strchr(name, '.') : NULL;
  return dot && is_word(name, (size_t)(dot - name)) && is_word(dot + 1, strlen(dot + 1));
}

// Counts and tables, before anything looks into them. 0: sound.
static int tables(audit *a)
{
  const dv_kind *k = a->k;
  const struct {
    const void *table;
    int n;
    const char *what;
  } row[] = {
      {k->port,        k->nport,        "ports"       },
      {k->param,       k->nparam,       "parameters"  },
      {k->option,      k->noption,      "options"     },
      {k->table,       k->ntable,       "tables"      },
      {k->state,       k->nstate,       "states"      },
      {k->discrete,    k->ndiscrete,    "discrete"    },
      {k->in,          k->nin,          "inputs"      },
      {k->out,         k->nout,         "outputs"     },
      {k->warning,     k->nwarning,     "warnings"    },
      {k->terminal,    k->nterminal,    "terminals"   },
      {k->coefficient, k->ncoefficient, "coefficients"},
  };
  for (int i = 0; i < DV_COUNT(row); i++)
    check(a, row[i].n >= 0 && (row[i].table || !row[i].n), "a count without a table", row[i].what);
  check(a, k->ntable <= DV_TABLES, "there are too many tables", NULL);
  check(a, k->npar >= 0 && k->npar < 1 << 20, "npar is no size of a struct", NULL);
  return a->faults;
}

static void quantities(audit *a, const dv_quantity *q, int n)
{
  for (int i = 0; i < n; i++)
    check(a, said(q[i].name) && q[i].unit && said(q[i].doc) && q[i].nominal > 0,
          "it wants a name, a unit, a doc and a nominal size above 0", q[i].name);
}

static void parameters(audit *a)
{
  int numbers = 0;
  for (int i = 0; i < a->k->nparam; i++) {
    const dv_param *q = &a->k->param[i];
    check(a, said(q->name) && said(q->unit) && said(q->doc), "it wants a name, a unit and a doc", q->name);
    check(a, q->lo < q->hi, "its range is empty", q->name);
    check(a, isnan(q->def) || !dv_number_is_part(q->unit, q->def), "it counts, but its default is not whole", q->name);
    check(a, isnan(q->def) || (q->lo <= q->def && q->def <= q->hi), "its default is outside its range", q->name);
    numbers += said(q->name) && !strchr(q->name, '[');
  }
  check(a, numbers <= a->k->npar, "its struct has fewer numbers than its table: .npar is DV_NPAR(par)", NULL);
}

static void others(audit *a)
{
  const dv_kind *k = a->k;
  for (int i = 0; i < k->nport; i++) {
    check(a, said(k->port[i].name) && said(k->port[i].doc), "it wants a name and a doc", k->port[i].name);
    check(a, (unsigned)k->port[i].domain < DV_DOMAIN_COUNT && (unsigned)k->port[i].role <= DV_WATCHES, "no such domain or role",
          k->port[i].name);
  }
  for (int i = 0; i < k->noption; i++)
    check(a, said(k->option[i].name) && said(k->option[i].choices) && said(k->option[i].doc),
          "it wants a name, choices and a doc", k->option[i].name);
  for (int i = 0; i < k->ntable; i++) {
    check(a, said(k->table[i].name) && said(k->table[i].doc), "it wants a name and a doc", k->table[i].name);
    check(a, k->table[i].columns > 0 && k->table[i].columns <= DV_COLUMNS && k->table[i].derived >= 0,
          "no such number of columns", k->table[i].name);
  }
  for (int i = 0; i < k->nwarning; i++) check(a, said(k->warning[i]), "a warning has no text", NULL);
}

static void documented(audit *a)
{
  const dv_kind *k = a->k;
  check(a, is_name(k->name), "its name is not of the form domain.name: letters, digits, - and _", NULL);
  check(a, said(k->doc), "it has no doc", NULL);
  check(a, k->example && strstr(k->example, "expect:"), "it has no example that expects something", NULL);
  check(a, !k->example || !is_name(k->name) || strstr(k->example, strchr(k->name, '.') + 1), "its example does not use it", NULL);
  parameters(a);
  others(a);
  quantities(a, k->state, k->nstate);
  quantities(a, k->discrete, k->ndiscrete);
  quantities(a, k->in, k->nin);
  quantities(a, k->out, k->nout);
}

// What the engine calls must be there.
static void laws(audit *a)
{
  const dv_kind *k = a->k;
  int answers = 0, fixes = 0;
  for (int i = 0; i < k->nport; i++) {
    answers |= k->port[i].role == DV_ANSWERS || k->port[i].role == DV_MAY_ANSWER || k->port[i].role == DV_STORES;
    fixes |= k->port[i].role == DV_FIXES || k->port[i].role == DV_STORES;
  }
  check(a, !answers || k->answer, "a port answers, and there is no law 'answer'", NULL);
  check(a, !fixes || k->publish, "a port fixes or stores, and there is no law 'publish'", NULL);
  check(a, !k->nstate || k->rate || k->bond, "it has states and no law 'rate'", NULL);
  check(a, !k->nout || k->signal || k->bond || k->external, "it has outputs and no law 'signal'", NULL);
  check(a, !k->nroot || k->root, "it has roots and no law 'root'", NULL);
  check(a, !k->nwarning || k->guard, "it has warnings and no law 'guard'", NULL);
  check(a, k->period >= 0 && k->period <= k->nparam && (!k->period || k->sample),
        "its period is no parameter, or it has no law 'sample'", NULL);
  check(a, k->slope >= 0 && k->slope <= k->nin, "its slope is no input", NULL);
  check(a, !k->state_option || (k->state_option <= k->noption && k->state_count),
        "its option does not say how many states there are", NULL);
  check(a, !k->external || k->nparam, "an external input is its first parameter, and it has none", NULL);
}

static void unit(audit *a, dv_units *u, const char *text, const char *of)
{
  double factor, offset;
  dv_dim dim;
  if (!text || !*text || !strcmp(text, "*")) return;
  for (int rotary = 0; rotary < 2; rotary++) {
    const char *t = strchr(text, '{') ? dv_spec_axis_unit(a->diags->arena, text, rotary) : text;
    if (*t == '*') t = dv_arena_text(a->diags->arena, "1%s", t + 1);  // any dimension per second
    int bad = dv_units_parse(u, t, &factor, &offset, &dim);
    check(a, !bad, dv_arena_text(a->diags->arena, "the unit '%s' is unknown", t), of);
    check(a, bad || (offset == 0 && (fabs(factor - 1) <= 1e-12 || !strcmp(t, "Hz"))),
          dv_arena_text(a->diags->arena, "the unit '%s' is not SI", t), of);
    if (!strchr(text, '{')) return;
  }
}

static void units(audit *a)
{
  const dv_kind *k = a->k;
  dv_units *u = dv_units_open(a->diags->arena);
  for (int i = 0; i < k->nparam; i++) unit(a, u, k->param[i].unit, k->param[i].name);
  for (int i = 0; i < k->nstate; i++) unit(a, u, k->state[i].unit, k->state[i].name);
  for (int i = 0; i < k->ndiscrete; i++) unit(a, u, k->discrete[i].unit, k->discrete[i].name);
  for (int i = 0; i < k->nin; i++) unit(a, u, k->in[i].unit, k->in[i].name);
  for (int i = 0; i < k->nout; i++) unit(a, u, k->out[i].unit, k->out[i].name);
  for (int i = 0; i < k->ntable; i++)
    for (int n = 0; n < k->table[i].columns; n++) unit(a, u, k->table[i].unit[n], k->table[i].name);
}

int dv_audit_declared(dv_diags *d, const char *library, const dv_kind *k)
{
  audit a = {.diags = d, .library = library, .k = k};
  if (tables(&a)) return a.faults;
  documented(&a);
  laws(&a);
  if (!a.faults) units(&a);
  return a.faults;
}

#endif
