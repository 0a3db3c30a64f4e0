// compare_csv.c: tables in the file, and the same numbers in CSV files beside it.
#include "trial.h"

#include "base/file.h"
#include "base/number.h"
#include "base/text.h"

#include <string.h>

static int is_bare(const dv_node *n)
{
  double x;
  const char *rest = n->type == DV_SCALAR ? dv_number_read(n->text, &x) : NULL;
  return rest && !*rest;
}

// Rows of numbers, or one column of them, without units; 0: it is something else.
static int write_rows(dv_text *out, const dv_node *rows)
{
  static const char *const between[] = {", ", "; ", "\t", " "};
  for (int i = 0; i < rows->n; i++) {
    const dv_node *r = rows->item[i];
    if (r->type != DV_SEQ && !is_bare(r)) return 0;
    if (r->type != DV_SEQ) dv_text_add(out, "%s", r->text);
    for (int k = 0; r->type == DV_SEQ && k < r->n; k++) {
      if (!is_bare(r->item[k])) return 0;
      dv_text_add(out, "%s%s", k ? between[rows->n % 4] : "", r->item[k]->text);
    }
    dv_text_add(out, "\n");
  }
  return rows->n > 0;
}

static const dv_kind *kind_of(const dv_node *entry)
{
  const dv_node *kind = entry->type == DV_MAP ? dv_doc_find(entry, "kind") : NULL;
  for (int i = 0; kind && kind->text && dv_kinds_x1[i]; i++) {
    const char *name = dv_kinds_x1[i]->name;
    if (!strcmp(kind->text, name) || (!strncmp(name, "signal.", 7) && !strcmp(kind->text, name + 7))) return dv_kinds_x1[i];
  }
  return NULL;
}

static int move_tables(trial *t, dv_node *entry, int n)
{
  const dv_kind *k = kind_of(entry);
  for (int i = 0; k && i < k->ntable; i++) {
    dv_node *rows = dv_doc_find(entry, k->table[i].name);
    dv_text text = {.arena = t->arena};
    if (!rows || rows->type != DV_SEQ || !write_rows(&text, rows)) continue;
    const char *name = dv_arena_text(t->arena, "table%d.csv", ++n), *all = dv_text_all(&text);
    if (dv_file_write(dv_diags_new(t->arena), name, all, strlen(all))) return n - 1;
    dv_node *by = node_map(t->arena);
    node_put(t->arena, by, "csv", node_text(t->arena, "%s", name));
    by->key = rows->key;
    *rows = *by;
  }
  return n;
}

verdict compare_csv(trial *t)
{
  static const char *const section[] = {"signals", "parts"};
  dv_node *root = node_copy(t->arena, t->root);
  int n = 0;
  for (int s = 0; s < 2; s++) {
    dv_node *map = dv_doc_find(root, section[s]);
    for (int i = 0; map && i < map->n; i++) n = move_tables(t, map->item[i], n);
  }
  if (!n) return NOT_HERE;
  machine *m = machine_read(t->units, root, NULL, 0);
  verdict v =
      m->model ? same_machine(t, m, NULL, "tables from files") : say(t, "tables from files: refused: %s", machine_refusal(m));
  machine_free(m);
  return v;
}
