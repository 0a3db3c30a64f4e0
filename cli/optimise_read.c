// optimise_read.c: what shall be best, by which numbers, within which limits: from `optimise:` of the file or the command line.
#include "gradient.h"
#include "optimise.h"

#include "base/hash.h"
#include "base/number.h"
#include "spec/quantity.h"
#include "spec/units.h"
#include "study/minimise.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

enum { METRICS_MOST = 200, CHOICES_MOST = 2000 };

static const char *trimmed(dv_arena *a, const char *text, size_t n)
{
  while (n && (*text == ' ' || *text == '\t')) text++, n--;
  while (n && (text[n - 1] == ' ' || text[n - 1] == '\t')) n--;
  return dv_arena_copy(a, text, n);
}

// ---- texts

static int texts_of(args *a, const dv_node *map, const char *key, const char ***out)
{
  const dv_node *n = map ? dv_doc_find(map, key) : NULL;
  int count = !n ? 0 : n->type == DV_SCALAR ? 1 : n->n;
  *out = DV_TAKE(a->arena, const char *, count + 1);
  for (int i = 0; i < count; i++) (*out)[i] = n->type == DV_SCALAR ? n->text : n->item[i]->text ? n->item[i]->text : "";
  return count;
}

// `vary:` {path: "2..4 m"} or {path: [63 mm, 80 mm]} as the command line would say it.
static int vary_of(args *a, const dv_node *map, const char ***out)
{
  const dv_node *n = dv_doc_find(map, "vary");
  int count = n && n->type == DV_MAP ? n->n : 0;
  *out = DV_TAKE(a->arena, const char *, count + 1);
  for (int i = 0; i < count; i++) {
    const dv_node *v = n->item[i];
    dv_text t = {.arena = a->arena};
    dv_text_add(&t, "%s=", v->key);
    if (v->type == DV_SCALAR) dv_text_add(&t, "%s", v->text);
    for (int k = 0; k < v->n && v->type == DV_SEQ; k++)
      dv_text_add(&t, "%s%s", k ? "," : "", v->item[k]->text ? v->item[k]->text : "");
    (*out)[i] = dv_text_all(&t);
  }
  return count;
}

static const dv_node *named_question(args *a, const dv_machine *m, int *code)
{
  const dv_node *all = dv_doc_find(m->spec->source->root, "optimise");
  const char *name = a->noperand > 1 ? a->operand[1] : NULL;
  int n = all && all->type == DV_MAP ? all->n : 0;
  const char **names = DV_TAKE(a->arena, const char *, n + 1);
  for (int i = 0; i < n; i++) {
    names[i] = all->item[i]->key;
    if (name && !strcmp(name, names[i])) return all->item[i];
  }
  if (name) *code = bad_usage(a, did_you_mean(a->arena, name, names, n), "the file has no optimisation '%s'", name);
  if (!name && n == 1 && !has(a, "vary")) return all->item[0];
  if (!name && n > 1 && !has(a, "vary"))
    *code = bad_usage(a, dv_arena_text(a->arena, "e.g. davit optimise %s %s", a->operand[0], names[0]),
                      "the file has %d optimisations: say which", n);
  return NULL;
}

static int read_question(optimising *w)
{
  args *a = w->a;
  question *q = &w->q;
  int code = FINE;
  const dv_node *from = named_question(a, w->m, &code);
  if (code != FINE) return code;
  if (from) {
    q->nvary = vary_of(a, from, &q->vary);
    q->nleast = texts_of(a, from, "minimise", &q->least), q->nmost = texts_of(a, from, "maximise", &q->most);
    q->nsubject = texts_of(a, from, "subject", &q->subject), q->ncase = texts_of(a, from, "cases", &q->cases);
  } else {
    q->nvary = values_of(a, "vary", &q->vary);
    q->nleast = values_of(a, "min", &q->least), q->nmost = values_of(a, "max", &q->most);
    q->nsubject = values_of(a, "subject", &q->subject);
  }
  if (has(a, "case")) q->ncase = items_of(a, "case", &q->cases);
  if (!q->nvary) return bad_usage(a, "e.g. --vary boom.length=2..4m, or 'optimise:' in the file", "nothing is varied");
  if (!(q->nleast + q->nmost)) return bad_usage(a, "e.g. --min 'max(pump.pressure)'", "nothing is to be made best");
  if (q->nleast + q->nmost > 2) return bad_usage(a, "make limits of the others", "there are more than two objectives");
  return FINE;
}

// ---- numbers

static int has_unit(const char *text)
{
  double x;
  const char *end = dv_number_read(text, &x);
  while (end && *end == ' ') end++;
  return !end || *end;
}

static int read_bound(optimising *w, const dv_gradient_by *by, const char *text, const char *unit, double *out)
{
  args *a = w->a;
  double bare, *to = out;
  const char *behind = dv_number_endless(text, out);
  if (behind && !*behind) return FINE;
  if (behind) text = dv_arena_text(a->arena, "1 %s", behind), to = &bare;  // its unit must fit all the same
  const char *whole = has_unit(text) ? text : dv_arena_text(a->arena, "%s %s", text, unit);
  if (!has_unit(whole) && *by->unit && by->factor != 1)
    return bad_usage(a, dv_arena_text(a->arena, "write %s %s", text, by->unit),
                     "--vary: '%s' of '%s' has no unit, the file's number has", text, by->name);
  return dv_quantity_read(a->arena, a->diags, dv_arena_text(a->arena, "--vary %s", by->name), whole, *by->unit ? by->unit : NULL,
                          to)
             ? BAD_USAGE
             : FINE;
}

// "LO..HI": a unit behind the second is that of both.
static int read_range(optimising *w, const dv_gradient_by *by, const char *text, const char *dots, dv_range *r)
{
  dv_arena *a = w->a->arena;
  const char *low = trimmed(a, text, (size_t)(dots - text)), *high = trimmed(a, dots + 2, strlen(dots + 2));
  if (read_bound(w, by, low, dv_number_bound_unit(high), &r->lower) ||
      read_bound(w, by, high, dv_number_bound_unit(low), &r->upper))
    return BAD_USAGE;
  if (!(r->lower < r->upper))
    return bad_usage(w->a, "write path=LO..HI", "--vary: the bounds of '%s' leave nothing between them", by->name);
  r->start = fmin(fmax(by->value, r->lower), r->upper);
  return FINE;
}

static int read_list(optimising *w, const char *path, const char *text, dv_listed *l)
{
  dv_arena *a = w->a->arena;
  const char *unit = "";
  int n = 1;
  for (const char *c = text; *c; c++) n += *c == ',';
  *l = (dv_listed){.path = path, .text = DV_TAKE(a, const char *, n + 1)};
  for (const char *c = text; c; c = strchr(c, ',') ? strchr(c, ',') + 1 : NULL) {
    const char *end = strchr(c, ',');
    const char *item = trimmed(a, c, end ? (size_t)(end - c) : strlen(c));
    if (*item) l->text[l->n++] = item;
    if (*item && *dv_number_unit(item)) unit = dv_number_unit(item);
  }
  for (int i = 0; i < l->n; i++)
    if (!has_unit(l->text[i])) l->text[i] = dv_arena_text(a, "%s %s", l->text[i], unit);
  return l->n ? FINE : bad_usage(w->a, "e.g. --vary bore=63,80,100mm", "--vary: '%s' has no values", path);
}

static int read_vary(optimising *w)
{
  args *a = w->a;
  int n = w->q.nvary, code = FINE;
  dv_listed *listed = DV_TAKE(a->arena, dv_listed, n + 1);
  dv_range *range = DV_TAKE(a->arena, dv_range, n + 1);
  dv_gradient_by *by = DV_TAKE(a->arena, dv_gradient_by, n + 1), *one;
  for (int i = 0, found; i < n && code == FINE; i++) {
    const char *text = w->q.vary[i], *equals = strchr(text, '='), *dots = equals ? strstr(equals, "..") : NULL;
    if (!equals) return bad_usage(a, "write path=LO..HI, or path=a,b,c", "--vary: '%s' has no bounds", text);
    const char *path = trimmed(a->arena, text, (size_t)(equals - text));
    code = numbers_named(a, w->m, "vary", &path, 1, &one, &found);
    if (code == FINE && found != 1) return bad_usage(a, "name each by itself", "--vary: '%s' is %d numbers", path, found);
    if (code != FINE) return code;
    if (!dots) code = read_list(w, one->path, equals + 1, &listed[w->o.nlisted++]);
    else if ((code = read_range(w, one, equals + 1, dots, &range[w->o.g.nby])) == FINE) by[w->o.g.nby++] = *one;
  }
  w->o.listed = listed, w->o.range = range, w->o.g.by = by;
  double choices = 1;
  for (int i = 0; i < w->o.nlisted; i++) choices *= w->o.listed[i].n;
  if (choices > (int)CHOICES_MOST)
    return bad_usage(a, "list fewer values", "%.0f combinations are more than %d", choices, (int)CHOICES_MOST);
  return code;
}

// ---- metrics

// Metrics are looked at in each of the cases, which may have signals of their own.
static int settle(optimising *w, dv_units *u, dv_metric *m)
{
  const dv_metric unsettled = *m;
  for (int c = w->o.ncase - 1; c >= 0; c--) {
    *m = unsettled;
    if (dv_metric_settle(w->a->arena, w->a->diags, u, m, w->in_case[c]->model, w->in_case[c]->spec->solver.until))
      return BAD_USAGE;
  }
  return FINE;
}

static int find_metric(optimising *w, dv_units *u, dv_metric *all, const char *text, int *at)
{
  args *a = w->a;
  const dv_metric_spec *known = NULL;
  for (int i = 0; i < w->m->spec->nmetric; i++)
    if (!strcmp(w->m->spec->metric[i].name, text)) known = &w->m->spec->metric[i];
  for (int i = 0; i < w->o.g.nmetric; i++)
    if (!strcmp(all[i].name, text) || !strcmp(all[i].text, text)) return *at = i, FINE;
  if (w->o.g.nmetric == (int)METRICS_MOST) return bad_usage(a, NULL, "there are more than %d metrics", (int)METRICS_MOST);
  dv_metric *m = &all[w->o.g.nmetric];
  if (known ? dv_metric_of_file(a->arena, a->diags, u, known, m) : dv_metric_read(a->arena, a->diags, u, text, m))
    return BAD_USAGE;
  if (settle(w, u, m)) return BAD_USAGE;
  *at = w->o.g.nmetric++;
  return FINE;
}

// "case: metric" where that is one of the cases; else of all.
static const char *without_case(const optimising *w, const char *text, int *in_case)
{
  const char *colon = strchr(text, ':');
  *in_case = -1;
  for (int c = 0; c < w->o.ncase && colon; c++)
    if (w->o.case_name[c] && strlen(w->o.case_name[c]) == (size_t)(colon - text) &&
        !strncmp(w->o.case_name[c], text, (size_t)(colon - text))) {
      *in_case = c;
      return trimmed(w->a->arena, colon + 1, strlen(colon + 1));
    }
  return trimmed(w->a->arena, text, strlen(text));
}

static int read_objectives(optimising *w, dv_units *u, dv_metric *all)
{
  int n = w->q.nleast + w->q.nmost;
  dv_wanted *o = DV_TAKE(w->a->arena, dv_wanted, n + 1);
  for (int i = 0; i < n; i++) {
    const char *text = i < w->q.nleast ? w->q.least[i] : w->q.most[i - w->q.nleast];
    o[i] = (dv_wanted){.text = text, .sense = i < w->q.nleast ? 1 : -1};
    if (find_metric(w, u, all, without_case(w, text, &o[i].in_case), &o[i].metric)) return BAD_USAGE;
  }
  w->o.objective = o, w->o.nobjective = n;
  return FINE;
}

static int read_limit(optimising *w, dv_units *u, dv_metric *all, const char *text, dv_wanted *l)
{
  args *a = w->a;
  const char *less = strstr(text, "<="), *more = strstr(text, ">="), *equal = strrchr(text, '=');
  const char *op = less ? less : more ? more : equal;
  if (!op) return bad_usage(a, "e.g. 'max(pump.pressure) <= 210 bar'", "--subject: '%s' has no <=, >= or =", text);
  *l = (dv_wanted){.text = text, .sense = less ? -1 : more ? 1 : 0};
  const char *name = without_case(w, trimmed(a->arena, text, (size_t)(op - text)), &l->in_case);
  const char *number = trimmed(a->arena, op + (l->sense ? 2 : 1), strlen(op + (l->sense ? 2 : 1)));
  if (find_metric(w, u, all, name, &l->metric)) return BAD_USAGE;
  const dv_metric *m = &all[l->metric];
  double value;
  if (dv_quantity_read(a->arena, a->diags, dv_arena_text(a->arena, "--subject %s", name), number,
                       m->unit && *m->unit ? m->unit : NULL, &value))
    return BAD_USAGE;
  l->limit = has_unit(number) ? value / (m->factor != 0 ? m->factor : 1) : value;
  return isfinite(l->limit) ? FINE : bad_usage(a, NULL, "--subject: '%s' is no limit", number);
}

// A limit without a case holds in each.
static int read_limits(optimising *w, dv_units *u, dv_metric *all)
{
  dv_wanted one = {0}, *l = DV_TAKE(w->a->arena, dv_wanted, w->q.nsubject * w->o.ncase + 1);
  for (int i = 0; i < w->q.nsubject; i++) {
    if (read_limit(w, u, all, w->q.subject[i], &one)) return BAD_USAGE;
    for (int c = 0; c < w->o.ncase; c++)
      if (one.in_case < 0 || one.in_case == c) {
        l[w->o.nlimit] = one;
        l[w->o.nlimit].text =
            w->o.ncase > 1 && one.in_case < 0 ? dv_arena_text(w->a->arena, "%s: %s", w->o.case_name[c], one.text) : one.text;
        l[w->o.nlimit++].in_case = c;
      }
  }
  w->o.limit = l;
  return FINE;
}

static int read_metrics(optimising *w)
{
  dv_metric *all = DV_TAKE(w->a->arena, dv_metric, METRICS_MOST);
  dv_units *u = dv_units_open(w->a->arena);
  w->o.g.metric = all;
  int code = read_objectives(w, u, all);
  return code == FINE ? read_limits(w, u, all) : code;
}

// The machine of each case; the first stands for them where numbers are named.
static int open_cases(optimising *w)
{
  w->o.ncase = w->q.ncase ? w->q.ncase : 1;
  w->o.case_name = w->q.ncase ? w->q.cases : DV_TAKE(w->a->arena, const char *, 1);
  w->in_case = DV_TAKE(w->a->arena, dv_machine *, w->o.ncase);
  for (int c = 0; c < w->o.ncase; c++) {
    dv_machine_options o = w->o.g.options;
    o.case_name = w->o.case_name[c];
    dv_machine *m = o.case_name ? dv_reading_machine(w->reading, &o) : w->m;
    if (!m->model) return fail_open(w->a, m, w->a->operand[0]);
    w->in_case[c] = m;
  }
  w->m = w->in_case[0];
  return FINE;
}

// ---- the rest

static int whole(args *a, const char *name, double least, double most, double *out)
{
  const char *text = value_of(a, name), *end = text ? dv_number_read(text, out) : "";
  if (!text || (end && !*end && *out >= least && *out <= most && *out == floor(*out))) return FINE;
  return bad_usage(a, dv_arena_text(a->arena, "give a whole number from %.0f to %.0f", least, most),
                   "--%s: '%s' is no such number", name, text);
}

static int read_method(optimising *w)
{
  args *a = w->a;
  const char *method = value_of(a, "method"), *tolerance = value_of(a, "tolerance");
  double starts = 1, front = 9, seed = 1, jobs = (double)sysconf(_SC_NPROCESSORS_ONLN);
  w->o.method = method ? method : dv_minimise_default(), w->o.tolerance = 1e-7;
  if (!dv_minimise_knows(w->o.method)) return bad_usage(a, dv_minimise_methods(), "there is no method '%s'", method);
  if (!strstr(dv_minimise_methods(), w->o.method))
    return bad_usage(a, dv_arena_text(a->arena, "there is %s", dv_minimise_methods()), "this davit was built without '%s'",
                     method);
  if (tolerance) {
    const char *end = dv_number_read(tolerance, &w->o.tolerance);
    if (!end || *end || !(w->o.tolerance > 0 && w->o.tolerance < 1))
      return bad_usage(a, NULL, "--tolerance must be between 0 and 1");
  }
  for (int k = 0; k < w->o.nlimit; k++)
    if (!w->o.limit[k].sense && !strcmp(w->o.method, "mma"))
      return bad_usage(a, "--method slsqp, or ipopt", "mma knows no limits with '='");
  if (whole(a, "starts", 1, 10000, &starts) || whole(a, "front", 2, 1000, &front) || whole(a, "seed", 0, 1e9, &seed) ||
      whole(a, "jobs", 1, 256, &jobs))
    return BAD_USAGE;
  w->o.starts = w->o.g.nby ? (int)starts : 1, w->o.front = (int)front, w->o.seed = (uint64_t)seed, w->jobs = (int)jobs;
  return FINE;
}

static uint64_t key_of(const optimising *w)
{
  const question *q = &w->q;
  uint64_t h = dv_hash_text(dv_hash_text(w->o.seed, w->m->doc->hash), DAVIT_VERSION);
  h = dv_hash_text(dv_hash_text(h, w->o.method),
                   dv_arena_text(w->a->arena, "%d %d %.17g", w->o.starts, w->o.front, w->o.tolerance));
  for (int i = 0; i < w->o.g.options.nsetting; i++) h = dv_hash_text(h, w->o.g.options.settings[i]);
  const char **list[] = {q->vary, q->least, q->most, q->subject, q->cases};
  int count[] = {q->nvary, q->nleast, q->nmost, q->nsubject, q->ncase};
  for (int k = 0; k < 5; k++)
    for (int i = 0; i < count[k]; i++) h = dv_hash_text(dv_hash_text(h, dv_arena_text(w->a->arena, "%d", k)), list[k][i]);
  return h;
}

int optimise_read(optimising *w)
{
  w->o.g.file = w->a->operand[0], w->o.g.reading = w->reading, w->o.g.options = machine_options(w->a, NULL);
  int code = read_question(w);
  if (code == FINE) code = open_cases(w);
  if (code == FINE) code = read_vary(w);
  if (code == FINE) code = read_metrics(w);
  if (code == FINE) code = read_method(w);
  if (code == FINE) w->key = key_of(w);
  return code;
}
