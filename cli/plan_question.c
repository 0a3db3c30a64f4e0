// plan_question.c: what a plan asks, as text: from `plan:` of the file, or from the command line, which goes before it.
#include "plan_read.h"

#include <string.h>

static const char *text_of(const dv_node *map, const char *key)
{
  const dv_node *n = map ? dv_doc_find(map, key) : NULL;
  return n && n->type == DV_SCALAR ? n->text : NULL;
}

static int texts_of(args *a, const dv_node *map, const char *key, const char ***out)
{
  const dv_node *n = map ? dv_doc_find(map, key) : NULL;
  int count = !n ? 0 : n->type == DV_SCALAR ? 1 : n->n;
  *out = DV_TAKE(a->arena, const char *, count + 1);
  for (int i = 0; i < count; i++) (*out)[i] = n->type == DV_SCALAR ? n->text : n->item[i]->text ? n->item[i]->text : "";
  return count;
}

// {name: text} as the command line would say it: name=text.
static int pairs_of(args *a, const dv_node *map, const char *key, const char ***out)
{
  const dv_node *n = map ? dv_doc_find(map, key) : NULL;
  int count = n && n->type == DV_MAP ? n->n : 0;
  *out = DV_TAKE(a->arena, const char *, count + 1);
  for (int i = 0; i < count; i++) {
    const char *text = n->item[i]->type == DV_SCALAR ? n->item[i]->text : "";
    (*out)[i] = *text ? dv_arena_text(a->arena, "%s=%s", n->item[i]->key, text) : n->item[i]->key;
  }
  return count;
}

static int named_question(args *a, const dv_machine *m, const dv_node **out)
{
  const dv_node *all = dv_doc_find(m->spec->source->root, "plan");
  const char *name = a->noperand > 1 ? a->operand[1] : NULL;
  int n = all && all->type == DV_MAP ? all->n : 0;
  const char **names = DV_TAKE(a->arena, const char *, n + 1);
  for (int i = 0; i < n; i++) {
    names[i] = all->item[i]->key;
    if (name && !strcmp(name, names[i])) return *out = all->item[i], FINE;
  }
  if (name) return bad_usage(a, did_you_mean(a->arena, name, names, n), "the file has no plan '%s'", name);
  if (n == 1 && !has(a, "to") && !has(a, "min") && !has(a, "max")) *out = all->item[0];
  if (n > 1 && !has(a, "to") && !has(a, "min") && !has(a, "max"))
    return bad_usage(a, dv_arena_text(a->arena, "e.g. davit plan %s %s", a->operand[0], names[0]),
                     "the file has %d plans: say which", n);
  return FINE;
}

static void take_list(args *a, const char *option, const char ***list, int *n)
{
  if (has(a, option)) *n = values_of(a, option, list);
}

static void take_text(args *a, const char *option, const char **text)
{
  if (has(a, option)) *text = value_of(a, option);
}

int plan_ask(planning *w)
{
  args *a = w->a;
  plan_question *q = &w->q;
  const dv_node *from = NULL;
  int code = named_question(a, w->m, &from);
  if (code != FINE) return code;
  q->ninput = pairs_of(a, from, "inputs", &q->input), q->nrate = pairs_of(a, from, "rates", &q->rate);
  q->nsubject = texts_of(a, from, "subject", &q->subject), q->nto = texts_of(a, from, "to", &q->to);
  q->nthrough = texts_of(a, from, "through", &q->through);
  q->time = text_of(from, "time"), q->least = text_of(from, "minimise"), q->most = text_of(from, "maximise");
  q->grid = text_of(from, "grid"), q->method = text_of(from, "method"), q->between = text_of(from, "between");
  q->refine = text_of(from, "refine");
  take_list(a, "input", &q->input, &q->ninput), take_list(a, "rate", &q->rate, &q->nrate);
  take_list(a, "subject", &q->subject, &q->nsubject), take_list(a, "to", &q->to, &q->nto);
  take_list(a, "through", &q->through, &q->nthrough);
  if (has(a, "min") || has(a, "max")) q->least = q->most = NULL;
  take_text(a, "min", &q->least), take_text(a, "max", &q->most), take_text(a, "time", &q->time);
  take_text(a, "grid", &q->grid), take_text(a, "method", &q->method), take_text(a, "between", &q->between);
  take_text(a, "refine", &q->refine);
  if (!q->least && !q->most) return bad_usage(a, "e.g. --min time, or 'plan:' in the file", "nothing is to be made best");
  if (q->least && q->most) return bad_usage(a, "write one as -1*final(x)", "there are two objectives");
  return FINE;
}
