// plot_energy.c: `davit plot RESULT --energy`: where the energy of a run came from and where it went, by the ledger in its
// result.
#include "plot.h"

#include <math.h>
#include <string.h>

enum { STREAMS = 12 };  // more on a side are one band: "others"

typedef struct {
  dv_stream *item;
  int n, cap;
} streams;

static double number_of(const dv_json *map, const char *key)
{
  const dv_json *x = dv_json_find(map, key);
  return x && x->type == DV_JSON_NUMBER ? x->number : 0;
}

static void put(args *a, streams *to, const char *name, const char *what, double amount, dv_stream_sort sort)
{
  if (amount <= 0) return;
  *DV_PUSH(a->arena, to) = (dv_stream){what ? dv_arena_text(a->arena, "%s%s", name, what) : name, amount, sort};
}

// Positive: it took that much; negative: it gave it.
static void put_store(args *a, streams *in, streams *out, const char *name, const char *what, double amount)
{
  put(a, out, name, what, amount, DV_STREAM_STORE);
  put(a, in, name, what, -amount, DV_STREAM_STORE);
}

static void put_element(args *a, streams *in, streams *out, const dv_json *e)
{
  const dv_json *name = dv_json_find(e, "name");
  double supplied = number_of(e, "supplied"), dissipated = number_of(e, "dissipated");
  const char *text = name && name->type == DV_JSON_TEXT ? name->text : "?";
  put(a, in, text, NULL, supplied, DV_STREAM_SOURCE);
  put(a, out, text, " (taken out)", -supplied, DV_STREAM_SOURCE);
  put(a, out, text, NULL, dissipated, DV_STREAM_LOSS);
  put(a, in, text, NULL, -dissipated, DV_STREAM_LOSS);
  put_store(a, in, out, text, " (stored)", number_of(e, "stored"));
}

// What is less than a thousandth of all cannot be seen; the smallest of many are one band.
static void few(args *a, streams *s)
{
  double sum = 0, rest = 0, least = 0;
  for (int i = 0; i < s->n; i++) sum += s->item[i].amount;
  for (int top = s->n; top > STREAMS;) {
    least = HUGE_VAL;
    for (int i = 0; i < s->n; i++)
      if (s->item[i].amount > 0) least = fmin(least, s->item[i].amount);
    for (int i = 0; i < s->n; i++)
      if (s->item[i].amount == least) rest += least, s->item[i].amount = 0, top--;
  }
  int n = 0;
  for (int i = 0; i < s->n; i++)
    if (s->item[i].amount > 1e-3 * sum) s->item[n++] = s->item[i];
    else rest += s->item[i].amount;
  s->n = n;
  put(a, s, "others", NULL, rest > 1e-3 * sum ? rest : 0, DV_STREAM_LOSS);
}

static const char *caption_of(args *a, const dv_json *ledger)
{
  const char *given = value_of(a, "caption");
  if (given) return given;
  return dv_arena_text(a->arena, "Energy of the whole run. What is unaccounted for: %.2g J of %.6g J that went through.",
                       number_of(ledger, "residual"), number_of(ledger, "throughput"));
}

int plot_energy(args *a, const dv_history *l, const char *title, const char *path)
{
  if (!strcmp(extension(path), ""))
    return bad_usage(a, "give a file.svg, .png or .pdf", "--energy is one figure, not a folder of them");
  const char *text = dv_history_fact_text(l, "ledger");
  dv_json *ledger = text ? dv_json_read(a->arena, a->diags, a->operand[0], text, strlen(text)) : NULL;
  const dv_json *elements = ledger ? dv_json_find(ledger, "elements") : NULL;
  if (!elements)
    return bad_usage(a, "write the run to an .h5 file, with all its columns: davit run MACHINE --out run.h5",
                     "'%s' has no ledger of energy", a->operand[0]);
  streams in = {0}, out = {0};
  for (int i = 0; i < elements->n; i++) put_element(a, &in, &out, elements->item[i]);
  put_store(a, &in, &out, "kinetic", NULL, number_of(ledger, "kinetic"));
  put_store(a, &in, &out, "potential", NULL, number_of(ledger, "potential"));
  if (!in.n && !out.n) return bad_usage(a, NULL, "no energy flowed in '%s'", a->operand[0]);
  few(a, &in);
  few(a, &out);
  dv_sankey f = {title, caption_of(a, ledger), "J", in.item, out.item, in.n, out.n};
  return write_drawing(a, dv_sankey_svg(a->arena, &f), path);
}
