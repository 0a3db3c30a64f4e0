// optimise_front.c: the front of two objectives. For each choice of listed values the best of either, then points between them:
// the first with the second at most so much. Of several choices together, those stay that no other is better than in both.
#include "optimise.h"

#include "base/text.h"

#include <math.h>

static double cost(const optimising *w, const dv_optimum *p, int k) { return w->o.objective[k].sense * p->objective[k]; }

static int has_answers(optimising *w, int choice, dv_diags *d)
{
  int good = 1;
  for (int i = choice * w->o.front; i < choice * w->o.front + 2 && good; i++)
    good = w->result[i] && !dv_optimise_answer(&w->o, &w->search[i], d, w->first, w->result[i]);
  return good;
}

// A choice without points, and why.
static void tell_none(optimising *w, int choice, const dv_diags *of)
{
  dv_text t = {.arena = w->a->arena};
  const char *why = "its runs fail", *remedy = NULL;
  for (int k = 0; k < w->o.nlisted; k++)
    dv_text_add(&t, "%s%s", k ? ", " : "", dv_optimise_choice(&w->o, w->a->arena, choice, k));
  for (int i = of->n - 1; i >= 0; i--)
    if (of->item[i].severity == DV_ERROR) why = of->item[i].what, remedy = of->item[i].remedy;
  dv_diag_add(w->a->diags, DV_WARNING, (dv_mark){w->a->operand[0], 0, 0}, remedy, "'%s' has no points: %s", dv_text_all(&t), why);
}

// The ends, then what is between. Without an answer at an end the choice has no points.
static int search_choice(optimising *w, int choice, int choices)
{
  dv_diags *d = choices > 1 ? dv_diags_new(w->a->arena) : w->a->diags;
  int n = w->o.front, first = choice * n, code;
  for (int i = 0; i < n; i++)
    w->search[first + i] =
        (dv_search){.item = first + i, .choice = choice, .leads = i == 1, .below = NAN, .halt = interruption()};
  if ((code = optimise_search_items(w, first, 2))) return code;
  if (!has_answers(w, choice, d)) {
    w->result[first] = w->result[first + 1] = NULL;
    if (choices > 1) tell_none(w, choice, d);
    return FINE;
  }
  double from = w->result[first]->objective[1], to = w->result[first + 1]->objective[1];
  for (int i = 2; i < n; i++) w->search[first + i].below = from + (to - from) * (i - 1) / (n - 1);
  return n > 2 ? optimise_search_items(w, first + 2, n - 2) : FINE;
}

static int is_beaten(const optimising *w, const dv_optimum *p)
{
  for (int i = 0; i < w->items; i++) {
    const dv_optimum *q = w->result[i];
    if (!q || q->choice == p->choice) continue;
    double room0 = 1e-9 * fabs(cost(w, p, 0)), room1 = 1e-9 * fabs(cost(w, p, 1));
    if (cost(w, q, 0) < cost(w, p, 0) - room0 && cost(w, q, 1) < cost(w, p, 1) - room1) return 1;
  }
  return 0;
}

// In the order of the first objective.
static void gather(optimising *w)
{
  w->front = DV_TAKE(w->a->arena, const dv_optimum *, w->items + 1), w->nfront = 0;
  for (int i = 0; i < w->items; i++) {
    const dv_optimum *p = w->result[i];
    if (!p || is_beaten(w, p)) continue;
    int at = w->nfront++;
    for (; at > 0 && cost(w, w->front[at - 1], 0) > cost(w, p, 0); at--) w->front[at] = w->front[at - 1];
    w->front[at] = p;
  }
  for (int i = 0; i < w->items; i++)
    if (w->nfront && w->result[i] == w->front[0]) w->best = i;
}

int optimise_front(optimising *w)
{
  int choices = dv_optimise_choices(&w->o), code = FINE;
  w->items = choices * w->o.front;
  for (int c = 0; c < choices && !code; c++) code = search_choice(w, c, choices);
  if (code) return code;
  gather(w);
  if (!w->nfront && !w->a->diags->nerror)
    dv_diag_add(w->a->diags, DV_ERROR, (dv_mark){w->a->operand[0], 0, 0}, "widen the bounds, or give way in a limit",
                "the front has no points");
  if (w->nfront && choices > 1) dv_optimise_answer(&w->o, &w->search[w->best], w->a->diags, w->first, w->result[w->best]);
  return w->nfront ? FINE : RUN_FAILED;
}
