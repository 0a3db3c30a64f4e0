// describe.c: what both versions of modelDescription.xml share.
#include "exchange/describe.h"

#include "base/markup.h"
#include "base/number.h"
#include "spec/units.h"

#include <math.h>
#include <string.h>

const char *dv_xml(dv_arena *a, const char *text)
{
  dv_text t = {.arena = a};
  dv_text_markup(&t, text);
  return dv_text_all(&t);
}

void dv_describe_number(dv_text *t, const char *attribute, double x)
{
  char number[DV_NUMBER_TEXT];
  if (!isfinite(x)) return;
  dv_number_write(number, x);
  dv_text_add(t, " %s=\"%s\"", attribute, number);
}

// What people read of a unit: by the largest nominal size of its variables.
static dv_shown shown_as(const dv_description *d, const char *unit)
{
  double largest = 0;
  for (int i = 0; i < d->n; i++)
    if (!strcmp(d->info[i].unit, unit)) largest = fmax(largest, d->info[i].nominal);
  return dv_shown_as(unit, largest);
}

// Exponent of the radian in a unit: it counts as 1 in its dimension.
static int radians(const char *unit)
{
  const char *at = strstr(unit, "rad"), *bar = strchr(unit, '/');
  return !at ? 0 : bar && at > bar ? -1 : 1;
}

static int find_unit(dv_description *d, dv_units *units, const char *name)
{
  for (int i = 0; i < d->nunit; i++)
    if (!strcmp(d->unit[i].name, name)) return i;
  double factor, offset;
  dv_dim dim;
  if (dv_units_parse(units, name, &factor, &offset, &dim) || dim.any) return -1;
  dv_fmu_unit u = {.name = name, .radian = radians(name), .shown = shown_as(d, name)};
  for (int k = 0; k < 7; k++) {
    if (dim.e[k] % 2) return -1;  // FMI has whole exponents only
    u.e[k] = (signed char)(dim.e[k] / 2);
  }
  d->unit[d->nunit] = u;
  return d->nunit++;
}

static void put_base(dv_text *t, const dv_fmu_unit *u)
{
  static const char *const base[] = {"kg", "m", "s", "K", "A", "mol", "cd"};
  dv_text_add(t, "      <BaseUnit");
  for (int k = 0; k < 7; k++)
    if (u->e[k]) dv_text_add(t, " %s=\"%d\"", base[k], u->e[k]);
  if (u->radian) dv_text_add(t, " rad=\"%d\"", u->radian);
  dv_text_add(t, "/>\n");
}

static int is_shown_otherwise(const dv_fmu_unit *u) { return *u->shown.unit && strcmp(u->shown.unit, u->name) != 0; }

void dv_describe_units(dv_description *d)
{
  dv_units *units = dv_units_open(d->arena);
  d->unit = DV_TAKE(d->arena, dv_fmu_unit, d->n + 2);
  d->unit_of = DV_TAKE(d->arena, int, d->n + 1);
  for (int i = 0; i < d->n; i++) d->unit_of[i] = *d->info[i].unit ? find_unit(d, units, d->info[i].unit) : -1;
  find_unit(d, units, "s");  // of the time
  dv_text_add(&d->out, "  <UnitDefinitions>\n");
  for (int i = 0; i < d->nunit; i++) {
    const dv_fmu_unit *u = &d->unit[i];
    dv_text_add(&d->out, "    <Unit name=\"%s\">\n", dv_xml(d->arena, u->name));
    put_base(&d->out, u);
    if (is_shown_otherwise(u)) {
      dv_text_add(&d->out, "      <DisplayUnit name=\"%s\"", u->shown.unit);
      dv_describe_number(&d->out, "factor", u->shown.factor);
      if (u->shown.offset != 0) dv_describe_number(&d->out, "offset", u->shown.offset);
      dv_text_add(&d->out, "/>\n");
    }
    dv_text_add(&d->out, "    </Unit>\n");
  }
  dv_text_add(&d->out, "  </UnitDefinitions>\n");
}

void dv_describe_experiment(dv_description *d)
{
  dv_method by = dv_model_method(d->m);
  dv_text_add(&d->out, "  <LogCategories>\n    <Category name=\"logStatusWarning\"/>\n    <Category name=\"logStatusError\"/>\n"
                       "  </LogCategories>\n  <DefaultExperiment startTime=\"0\"");
  if (by.until > 0) dv_describe_number(&d->out, "stopTime", by.until);
  if (by.rtol > 0) dv_describe_number(&d->out, "tolerance", by.rtol);
  dv_describe_number(&d->out, "stepSize", by.step > 0 ? by.step : by.every > 0 ? by.every : 1e-3);
  dv_text_add(&d->out, "/>\n");
}

int dv_description_is_output(const dv_description *d, int handle)
{
  const dv_info *v = &d->info[handle];
  return v->shown && (v->is == DV_IS_OUTPUT || v->is == DV_IS_STATE);
}

int dv_description_is_unknown(const dv_description *d, int handle, int calculated_only)
{
  return dv_description_is_output(d, handle) && !(calculated_only && d->info[handle].is == DV_IS_STATE);
}

void dv_describe_variable(dv_description *d, const char *element, int i, const char *more)
{
  static const char *const says[] = {
      [DV_IS_STATE] = "variability=\"continuous\" initial=\"exact\"",
      [DV_IS_OUTPUT] = "variability=\"continuous\" initial=\"calculated\"",
      [DV_IS_INPUT] = "causality=\"input\" variability=\"continuous\"",
      [DV_IS_PARAMETER] = "causality=\"parameter\" initial=\"exact\"",
  };
  const dv_info *v = &d->info[i];
  dv_text_add(&d->out, "    <%s name=\"%s\" valueReference=\"%d\" %s", element, dv_xml(d->arena, v->name), i, says[v->is]);
  if (v->is == DV_IS_PARAMETER) dv_text_add(&d->out, " variability=\"%s\"", v->settable ? "tunable" : "fixed");
  if (v->is == DV_IS_STATE || v->is == DV_IS_OUTPUT)
    dv_text_add(&d->out, " causality=\"%s\"", dv_description_is_output(d, i) ? "output" : "local");
  dv_text_add(&d->out, "%s", more);
  if (v->doc && *v->doc) dv_text_add(&d->out, " description=\"%s\"", dv_xml(d->arena, v->doc));
}

void dv_describe_values(dv_description *d, int i)
{
  const dv_info *v = &d->info[i];
  const dv_fmu_unit *u = d->unit_of[i] < 0 ? NULL : &d->unit[d->unit_of[i]];
  if (u) dv_text_add(&d->out, " unit=\"%s\"", dv_xml(d->arena, u->name));
  if (u && is_shown_otherwise(u)) dv_text_add(&d->out, " displayUnit=\"%s\"", u->shown.unit);
  if (v->least < v->most) {
    dv_describe_number(&d->out, "min", v->least);
    dv_describe_number(&d->out, "max", v->most);
  }
  if (v->nominal > 0) dv_describe_number(&d->out, "nominal", v->nominal);
  if (v->is != DV_IS_OUTPUT) dv_describe_number(&d->out, "start", v->start);
  if (d->state_of[i] >= 0) dv_text_add(&d->out, " reinit=\"true\"");
}

void dv_describe_dependencies(dv_description *d, int row, int base)
{
  int columns = d->nstate + d->ninput, some = 0;
  if (!d->depends || row < 0) return;
  dv_text_add(&d->out, " dependencies=\"");
  for (int j = 0; j < columns; j++) {
    if (!d->depends[row * columns + j]) continue;
    int handle = j < d->nstate ? dv_model_state(d->m, j) : d->input[j - d->nstate];
    dv_text_add(&d->out, "%s%d", some++ ? " " : "", handle + base);
  }
  dv_text_add(&d->out, "\"");
}
