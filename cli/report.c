// report.c: diagnostics and ledgers, for people and for programs.
#include "cli.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int use_colour(void)
{
  const char *no = getenv("NO_COLOR"), *term = getenv("TERM");
  return isatty(STDERR_FILENO) && !(no && *no) && term && strcmp(term, "dumb");
}

static void print_diag(const dv_diag *g, int colour)
{
  static const char *const word[] = {"error", "warning"}, *const paint[] = {"\033[1;31m", "\033[1;33m"};
  const dv_mark *m = &g->mark;
  if (!m->file) fputs("davit: ", stderr);
  else if (m->line) fprintf(stderr, "%s:%d:%d: ", m->file, m->line, m->col);
  else fprintf(stderr, "%s: ", m->file);
  fprintf(stderr, "%s%s:%s %s%s%s\n", colour ? paint[g->severity] : "", word[g->severity], colour ? "\033[0m" : "", g->what,
          g->remedy ? "; " : "", g->remedy ? g->remedy : "");
}

void print_diags_from(const dv_diags *d, int first)
{
  int colour = use_colour();
  fflush(stdout);
  for (int i = first; i < d->n; i++) print_diag(&d->item[i], colour);
}

void print_diags(const dv_diags *d)
{
  int more = d->nerror + d->nwarning - d->n;
  print_diags_from(d, 0);
  if (more > 0) fprintf(stderr, "davit: and %d more\n", more);
  if (d->nacknowledged)
    fprintf(stderr, "davit: %d warning%s acknowledged by the file\n", d->nacknowledged, d->nacknowledged > 1 ? "s" : "");
}

static int known(const dv_diags *d, const dv_diag *g)
{
  for (int i = 0; i < d->n; i++) {
    const dv_diag *h = &d->item[i];
    if (h->mark.line == g->mark.line && h->mark.col == g->mark.col && !strcmp(h->what, g->what)) return 1;
  }
  return 0;
}

void move_diags(dv_diags *to, const dv_diags *from)
{
  for (int i = 0; i < from->nknown; i++) dv_diag_acknowledge(to, from->known[i]);
  if (to->nacknowledged < from->nacknowledged) to->nacknowledged = from->nacknowledged;
  for (int i = 0; i < from->n; i++) {
    dv_mark mark = from->item[i].mark;
    if (mark.file) mark.file = dv_arena_copy(to->arena, mark.file, strlen(mark.file));
    if (!known(to, &from->item[i])) dv_diag_add(to, from->item[i].severity, mark, from->item[i].remedy, "%s", from->item[i].what);
  }
}

void put_diags(dv_json_out *o, const dv_diags *d)
{
  dv_json_int(o, "errors", d->nerror);
  dv_json_int(o, "warnings", d->nwarning);
  dv_json_open(o, "diagnostics", '[');
  for (int i = 0; i < d->n; i++) {
    const dv_diag *g = &d->item[i];
    dv_json_open(o, NULL, '{');
    dv_json_text(o, "severity", g->severity == DV_ERROR ? "error" : "warning");
    dv_json_text(o, "file", g->mark.file);
    dv_json_int(o, "line", g->mark.line);
    dv_json_int(o, "column", g->mark.col);
    dv_json_text(o, "what", g->what);
    dv_json_text(o, "remedy", g->remedy);
    dv_json_close(o);
  }
  dv_json_close(o);
}

void put_command(dv_json_out *o, const char *file, int ok)
{
  dv_json_bool(o, "ok", ok);
  dv_json_text(o, "file", file);
}

void print_json(const dv_json_out *o) { fputs(dv_text_all(&o->text), stdout); }

int finish(dv_machine *m, int code)
{
  print_diags(m->diags);
  dv_machine_close(m);
  return code;
}

void print_failure(const args *a, const char *file, const dv_diags *d)
{
  dv_json_out o = {.text = {.arena = a->arena}};
  if (!has(a, "json")) return;
  dv_json_open(&o, NULL, '{');
  put_command(&o, file, 0);
  put_diags(&o, d);
  dv_json_close(&o);
  print_json(&o);
}

int fail_open(const args *a, dv_machine *m, const char *file)
{
  print_failure(a, file, m->diags);
  // faults without a file come from --set and the like
  int usage = m->diags->n > 0;
  for (int i = 0; i < m->diags->n; i++)
    if (m->diags->item[i].severity == DV_ERROR && m->diags->item[i].mark.file) usage = 0;
  print_diags(m->diags);
  if (!usage) print_sections(m);
  dv_machine_close(m);
  return usage ? BAD_USAGE : BAD_FILE;
}

static void print_row(const char *name, double supplied, double dissipated, double stored)
{
  printf("  %-24s %13.6g %13.6g %13.6g\n", name, supplied, dissipated, stored);
}

void print_ledger(const dv_ledger *l)
{
  printf("ledger [J]                      supplied    dissipated        stored\n");
  for (int i = 0; i < l->nrow; i++) print_row(l->row[i].name, l->row[i].supplied, l->row[i].dissipated, l->row[i].stored);
  print_row("kinetic", 0, 0, l->kinetic);
  print_row("potential", 0, 0, l->potential);
  print_row("sum", l->supplied - l->removed, l->dissipated, l->kinetic + l->potential + l->stored);
  printf("  residual %.3g J, %.3g of throughput %.6g J\n", l->residual, l->relative, l->throughput);
}

static void put_ledger_as(dv_json_out *o, const char *key, const dv_ledger *l)
{
  dv_json_open(o, key, '{');
  dv_json_number(o, "kinetic", l->kinetic);
  dv_json_number(o, "potential", l->potential);
  dv_json_number(o, "stored", l->stored);
  dv_json_number(o, "supplied", l->supplied);
  dv_json_number(o, "dissipated", l->dissipated);
  dv_json_number(o, "removed", l->removed);
  dv_json_number(o, "residual", l->residual);
  dv_json_number(o, "throughput", l->throughput);
  dv_json_number(o, "relative", l->relative);
  dv_json_open(o, "elements", '[');
  for (int i = 0; i < l->nrow; i++) {
    dv_json_open(o, NULL, '{');
    dv_json_text(o, "name", l->row[i].name);
    dv_json_number(o, "supplied", l->row[i].supplied);
    dv_json_number(o, "dissipated", l->row[i].dissipated);
    dv_json_number(o, "stored", l->row[i].stored);
    dv_json_close(o);
  }
  dv_json_close(o);
  dv_json_close(o);
}

void put_ledger(dv_json_out *o, const dv_ledger *l) { put_ledger_as(o, "ledger", l); }

const char *ledger_text(dv_arena *a, const dv_ledger *l)
{
  dv_json_out o = {.text = {.arena = a}};
  put_ledger_as(&o, NULL, l);
  return dv_text_all(&o.text);
}
