// form_terminal.c: where the bonds of an element of a bond graph go.
//
// A terminal names a bond junction (all its components), one component of it (`v.x`), an axis, a node, or a body or point
// (six components); a list of names is a mux. An element has as many components as its first terminal.
#include "spec/check.h"
#include "spec/forms.h"

#include <string.h>

typedef struct {
  dv_bond_end *item;
  int n, cap;
} ends;

typedef struct {
  dv_ref *item;
  int n, cap;
} refs;

// The part of that name if it is a bond junction.
static const dv_node *find_junction(const dv_check *c, const char *name)
{
  int at = dv_names_find(&c->scope, name);
  if (at < 0 || strcmp(c->named[at].what, "part")) return NULL;
  int kind = dv_check_find_kind(c, c->named[at].node, 0);
  return kind >= 0 && dv_kind_is_junction(c->kinds[kind]) ? c->named[at].node : NULL;
}

static void add(dv_check *c, ends *to, refs *names, dv_bond_end end, const char *name)
{
  *DV_PUSH(c->arena, to) = end;
  *DV_PUSH(c->arena, names) = (dv_ref){name, end.at.name.mark};
}

static void no_junction(dv_check *c, const dv_node *n)
{
  refs all = {0};
  for (int i = 0; i < c->scope.n; i++)
    if (find_junction(c, c->scope.item[i])) *DV_PUSH(c->arena, &all) = (dv_ref){c->scope.item[i], n->mark};
  const char **names = DV_TAKE(c->arena, const char *, all.n + c->coordinates.n), *remedy;
  for (int i = 0; i < all.n; i++) names[i] = all.item[i].text;
  for (int i = 0; i < c->coordinates.n; i++) names[all.n + i] = c->coordinates.item[i];
  remedy = dv_did_you_mean(c->diags, n->text, names, all.n + c->coordinates.n,
                           "name a bond junction (a part of the kinds `bond`), an axis, a node or a body");
  dv_diag_add(c->diags, DV_ERROR, n->mark, remedy, "a bond cannot end at '%.64s'", n->text);
}

// A bond junction as a whole, or one of its components. 1 if the name is one.
static int to_junction(dv_check *c, const dv_node *n, dv_bond_end end, ends *to, refs *names)
{
  const char *dot = strchr(n->text, '.'), *word = dot ? dv_arena_copy(c->arena, n->text, (size_t)(dot - n->text)) : n->text;
  const dv_node *part = find_junction(c, word), *list = part ? dv_doc_find(part, "components") : NULL;
  int known = part && !dot, count = 0;
  if (!part) return 0;
  const dv_ref *all = list ? dv_read_refs(c, list, &count) : NULL;
  end.junction = 1;
  end.at.name.text = word;
  if (!count && !dot) add(c, to, names, end, "");
  for (int i = 0; i < count; i++) {
    end.component = i;
    if (dot && strcmp(dot + 1, all[i].text)) continue;
    add(c, to, names, end, dot ? "" : all[i].text);
    known = 1;
  }
  if (!known)
    dv_diag_add(c->diags, DV_ERROR, n->mark, count ? "name one of its `components:`" : "give it `components:`",
                "junction '%s' has no component '%.64s'", word, dot + 1);
  return 1;
}

static int to_frame(dv_check *c, const dv_node *n, dv_bond_end end, ends *to, refs *names)
{
  static const char *const component[6] = {"mx", "my", "mz", "fx", "fy", "fz"};
  const char *word = dv_arena_copy(c->arena, n->text, strcspn(n->text, "."));
  dv_port frame = {"at", DV_FRAME, DV_ANSWERS, NULL};
  if (strcmp(n->text, "world") && dv_names_find(&c->bodies, word) < 0) return 0;
  dv_check_port(c, n, &frame, &end.at);
  end.domain = DV_FRAME;
  for (end.component = 0; end.component < 6; end.component++) add(c, to, names, end, component[end.component]);
  return 1;
}

static void to_place(dv_check *c, const dv_node *n, ends *to, refs *names)
{
  dv_bond_end end = {.at = {.name = {n->text, n->mark}}, .domain = DV_AXIS};
  if (n->type == DV_MAP) {
    dv_check_line(c, n, &end.at);
    add(c, to, names, end, "");
    return;
  }
  if (n->type != DV_SCALAR || to_junction(c, n, end, to, names)) return;
  int node = dv_names_find(&c->nodes, n->text);
  if (node >= 0) end.domain = c->spec->node[node].domain;
  if (node >= 0 || dv_check_rotary(c, &end.at) >= 0) add(c, to, names, end, "");
  else if (!to_frame(c, n, end, to, names)) no_junction(c, n);
}

// In a mux the components go by the names of what they come from.
static void to_places(dv_check *c, const dv_node *n, ends *to, refs *names)
{
  for (int i = 0; i < n->n; i++) {
    int first = to->n;
    to_place(c, n->item[i], to, names);
    for (int k = first; k < to->n && n->item[i]->type == DV_SCALAR; k++)
      names->item[k].text =
          dv_arena_text(c->arena, "%s%s%s", n->item[i]->text, *names->item[k].text ? "." : "", names->item[k].text);
  }
}

int dv_form_terminal(dv_check *c, const dv_key *k, const dv_node *n, void *to)
{
  ends all = {0};
  refs names = {0};
  int before = c->diags->nerror;
  if (n->type == DV_SEQ) to_places(c, n, &all, &names);
  else to_place(c, n, &all, &names);
  if (!all.n && c->diags->nerror == before)
    dv_diag_add(c->diags, DV_ERROR, n->mark, "name a bond junction, an axis, a node or a body", "a bond ends nowhere");
  ((dv_part_spec *)to)->terminal[k->place] = (dv_terminal_spec){all.n, all.item, names.item};
  return 0;
}
