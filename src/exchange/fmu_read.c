// fmu_read.c: modelDescription.xml of FMI 2.0 and 3.0.
#include "exchange/fmu_read.h"

#include "base/number.h"
#include "spec/doc.h"
#include "spec/units.h"
#include "xml/xml.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  dv_arena *arena;
  dv_diags *diags;
  const char *file;
  const dv_xml *root, *units;
  dv_units *table;
  dv_fmu_description *out;
} reading;

static int refuse(const reading *r, dv_mark mark, const char *what)
{
  dv_diag_add(r->diags, DV_ERROR, mark, "take an FMU that follows the standard", "%s", what);
  return -1;
}

static int is(const char *text, const char *word) { return text && !strcmp(text, word); }

static double number(const dv_xml *e, const char *attribute, double none)
{
  const char *text = dv_xml_get(e, attribute);
  double x;
  const char *end = text ? dv_number_read(text, &x) : NULL;
  return end && !*end ? x : none;
}

static long whole(const dv_xml *e, const char *attribute, long none)
{
  double x = number(e, attribute, NAN);
  return x >= 0 && x <= 4294967295.0 && x == floor(x) ? (long)x : none;
}

static int truth(const dv_xml *e, const char *attribute)
{
  return is(dv_xml_get(e, attribute), "true") || is(dv_xml_get(e, attribute), "1");
}

// A name as keys of machine files are: `arm.x[2]` -> arm_x_2_
static const char *key_of(dv_arena *a, const char *name)
{
  char *out = dv_arena_text(a, "%s%s", isalpha((unsigned char)*name) || *name == '_' ? "" : "_", name);
  for (char *p = out; *p; p++)
    if (!isalnum((unsigned char)*p)) *p = '_';
  return out;
}

static const dv_xml *find_named(const dv_xml *list, const char *element, const char *name)
{
  for (int i = 0; list && name && i < list->n; i++)
    if (is(list->item[i]->name, element) && is(dv_xml_get(list->item[i], "name"), name)) return list->item[i];
  return NULL;
}

// 1: the name means the same here: J rather than N.m.
static int known_unit(const reading *r, const char *name, double factor, double offset, dv_dim dim)
{
  double f, o;
  dv_dim d;
  return factor == 1 && !offset && !dv_units_parse(r->table, name, &f, &o, &d) && f == 1 && o == 0 && dv_dim_equal(d, dim);
}

// The unit of a name in SI: exponents of its base unit.
static void take_unit(const reading *r, const char *name, dv_fmu_variable *v)
{
  static const char *const base[7] = {"kg", "m", "s", "K", "A", "mol", "cd"};
  const dv_xml *b = dv_xml_child(find_named(r->units, "Unit", name), "BaseUnit");
  dv_dim dim = {.any = 0};
  v->factor = 1;
  if (!b) return;
  for (int i = 0; i < 7; i++) {
    double e = number(b, base[i], 0);
    if (e != floor(e) || fabs(e) > 30) return;
    dim.e[i] = (signed char)(2 * e);
  }
  double factor = number(b, "factor", 1), offset = number(b, "offset", 0);
  if (!(fabs(factor) > 0) || !isfinite(factor) || !isfinite(offset)) return;
  v->unit = known_unit(r, name, factor, offset, dim) ? name : dv_dim_unit(r->arena, dim);
  if (!*v->unit) v->unit = "1";
  v->factor = factor, v->offset = offset;
}

static dv_fmi_type type_of(const char *element, int version)
{
  static const struct {
    const char *name;
    int version;
    dv_fmi_type type;
  } row[] = {
      {"Real",        2, DV_FMI_FLOAT64},
      {"Integer",     2, DV_FMI_INT32  },
      {"Boolean",     2, DV_FMI_BOOLEAN},
      {"Enumeration", 2, DV_FMI_INT32  },
      {"Float64",     3, DV_FMI_FLOAT64},
      {"Float32",     3, DV_FMI_FLOAT32},
      {"Int8",        3, DV_FMI_INT8   },
      {"UInt8",       3, DV_FMI_UINT8  },
      {"Int16",       3, DV_FMI_INT16  },
      {"UInt16",      3, DV_FMI_UINT16 },
      {"Int32",       3, DV_FMI_INT32  },
      {"UInt32",      3, DV_FMI_UINT32 },
      {"Int64",       3, DV_FMI_INT64  },
      {"UInt64",      3, DV_FMI_UINT64 },
      {"Boolean",     3, DV_FMI_BOOLEAN},
      {"Enumeration", 3, DV_FMI_INT64  },
  };
  for (size_t i = 0; i < sizeof row / sizeof *row; i++)
    if (row[i].version == version && is(element, row[i].name)) return row[i].type;
  return DV_FMI_NO_NUMBER;
}

static int causality_of(const char *text)
{
  if (is(text, "parameter")) return DV_FMU_PARAMETER;
  if (is(text, "input")) return DV_FMU_INPUT;
  if (is(text, "output")) return DV_FMU_OUTPUT;
  return !text || is(text, "local") ? DV_FMU_LOCAL : DV_FMU_OTHER;
}

// What a type definition says where the variable itself does not.
static const char *attribute(const dv_xml *own, const dv_xml *declared, const char *name)
{
  const char *text = dv_xml_get(own, name);
  return text || !declared ? text : dv_xml_get(declared, name);
}

static const dv_xml *declared_type(const reading *r, const dv_xml *own)
{
  const dv_xml *list = dv_xml_child(r->root, "TypeDefinitions");
  const char *name = dv_xml_get(own, "declaredType");
  for (int i = 0; list && name && i < list->n; i++) {
    const dv_xml *e = list->item[i];
    if (!is(dv_xml_get(e, "name"), name)) continue;
    return r->out->version == 2 && e->n ? e->item[0] : e;
  }
  return NULL;
}

static double bound(const dv_xml *own, const dv_xml *declared, const char *name, double none)
{
  double x = number(own, name, NAN);
  if (isnan(x)) x = number(declared, name, none);
  return x;
}

static void take_numbers(const reading *r, const dv_xml *own, dv_fmu_variable *v)
{
  const dv_xml *declared = declared_type(r, own);
  const char *start = dv_xml_get(own, "start");
  take_unit(r, attribute(own, declared, "unit"), v);
  if (v->type == DV_FMI_BOOLEAN) v->start = is(start, "true") || is(start, "1");
  else v->start = number(own, "start", 0) * v->factor + v->offset;
  v->has_start = start != NULL && isfinite(v->start);
  v->min = bound(own, declared, "min", -HUGE_VAL) * v->factor + v->offset;
  v->max = bound(own, declared, "max", HUGE_VAL) * v->factor + v->offset;
  double nominal = fabs(bound(own, declared, "nominal", 1) * v->factor);
  v->nominal = nominal > 0 && isfinite(nominal) ? nominal : 1;
}

// FMI 2.0: <ScalarVariable><Real .../></ScalarVariable>; FMI 3.0: <Float64 .../>.
static int take_variable(const reading *r, const dv_xml *e, dv_fmu_variable *v)
{
  int two = r->out->version == 2;
  const dv_xml *own = two ? (e->n ? e->item[0] : NULL) : e;
  for (int i = 0; two && i < e->n; i++)
    if (type_of(e->item[i]->name, 2) != DV_FMI_NO_NUMBER) own = e->item[i];
  const char *name = dv_xml_get(e, "name"), *variability = dv_xml_get(e, "variability");
  long reference = whole(e, "valueReference", -1);
  if (!name || !*name || reference < 0) return refuse(r, e->mark, "a variable of the FMU has no name or no value reference");
  v->type = own && !dv_xml_child(own, "Dimension") ? type_of(own->name, r->out->version) : DV_FMI_NO_NUMBER;
  v->name = name;
  v->key = key_of(r->arena, name);
  v->doc = dv_xml_get(e, "description") ? dv_xml_get(e, "description") : name;
  v->reference = (uint32_t)reference;
  v->causality = causality_of(dv_xml_get(e, "causality"));
  int real = v->type == DV_FMI_FLOAT64 || v->type == DV_FMI_FLOAT32;
  v->updated = truth(e, "intermediateUpdate");
  v->continuous = variability ? is(variability, "continuous") : real && v->causality != DV_FMU_PARAMETER;
  v->factor = 1;
  if (own) take_numbers(r, own, v);
  long derivative = own ? whole(own, "derivative", -1) : -1;
  v->derivative = derivative < 0 ? 0 : two ? derivative : derivative + 1;
  return 0;
}

static int take_variables(reading *r)
{
  const dv_xml *list = dv_xml_child(r->root, "ModelVariables");
  if (!list) return refuse(r, r->root->mark, "the FMU's description has no ModelVariables");
  r->out->variable = DV_TAKE(r->arena, dv_fmu_variable, list->n);
  for (int i = 0; i < list->n; i++)
    if (take_variable(r, list->item[i], &r->out->variable[r->out->n++])) return -1;
  return 0;
}

static int variable_at(const reading *r, long place)
{
  const dv_fmu_description *f = r->out;
  if (f->version == 2) return place >= 1 && place <= f->n ? (int)place - 1 : -1;
  for (int i = 0; i < f->n; i++)
    if ((long)f->variable[i].reference == place) return i;
  return -1;
}

static int unknown_of(const reading *r, const dv_xml *e)
{
  return variable_at(r, whole(e, r->out->version == 2 ? "index" : "valueReference", -1));
}

static int take_rate(reading *r, const dv_xml *e)
{
  dv_fmu_description *f = r->out;
  int i = unknown_of(r, e), two = f->version == 2;
  int state = i >= 0 && f->variable[i].derivative ? variable_at(r, f->variable[i].derivative - (two ? 0 : 1)) : -1;
  if (state < 0) return refuse(r, e->mark, "a derivative of the FMU's ModelStructure belongs to no state");
  f->variable[i].depends = dv_xml_get(e, "dependencies");
  f->variable[state].is_state = 1;
  f->state[f->nstate] = state, f->rate[f->nstate++] = i;
  return 0;
}

static int take_structure(reading *r)
{
  const dv_xml *s = dv_xml_child(r->root, "ModelStructure");
  dv_fmu_description *f = r->out;
  int two = f->version == 2, bad = 0;
  const dv_xml *outputs = two ? dv_xml_child(s, "Outputs") : s, *rates = two ? dv_xml_child(s, "Derivatives") : s;
  f->state = DV_TAKE(r->arena, int, rates ? rates->n + 1 : 1), f->rate = DV_TAKE(r->arena, int, rates ? rates->n + 1 : 1);
  for (int i = 0; rates && !bad && i < rates->n; i++)
    if (is(rates->item[i]->name, two ? "Unknown" : "ContinuousStateDerivative")) bad = take_rate(r, rates->item[i]);
  for (int i = 0; outputs && i < outputs->n; i++) {
    const dv_xml *e = outputs->item[i];
    int at = is(e->name, two ? "Unknown" : "Output") ? unknown_of(r, e) : -1;
    if (at >= 0) f->variable[at].depends = dv_xml_get(e, "dependencies");
    f->nroot += !two && is(e->name, "EventIndicator");
  }
  if (two) f->nroot = (int)fmin(1e6, (double)whole(r->root, "numberOfEventIndicators", 0));
  return bad;
}

static void take_interface(reading *r, const char *name, int exchange)
{
  const dv_xml *e = dv_xml_child(r->root, name);
  dv_fmu_description *f = r->out;
  const char *id = dv_xml_get(e, "modelIdentifier");
  if (!e || !id || !*id || strchr(id, '/') || strlen(id) > 200) return;
  f->identifier[exchange] = id;
  f->only_once[exchange] = truth(e, "canBeInstantiatedOnlyOncePerProcess");
  if (exchange && f->version == 2) f->completed_needed = !truth(e, "completedIntegratorStepNotNeeded");
  if (exchange && f->version == 3) f->completed_needed = truth(e, "needsCompletedIntegratorStep");
  if (!exchange) f->interpolates = truth(e, f->version == 2 ? "canInterpolateInputs" : "providesIntermediateUpdate");
  if (!exchange && f->version == 3) f->step = number(e, "fixedInternalStepSize", 0);
}

const dv_fmu_description *dv_fmu_read(dv_arena *a, dv_diags *d, const char *file, const char *bytes, size_t n)
{
  int left = 4 * DV_DOC_NODES;
  reading r = {.arena = a, .diags = d, .file = file, .root = dv_xml_read(a, d, &left, file, bytes, n)};
  if (!r.root) return NULL;
  dv_fmu_description *f = r.out = DV_TAKE(a, dv_fmu_description, 1);
  const char *version = dv_xml_get(r.root, "fmiVersion");
  f->file = file;
  f->version = !version ? 0 : *version == '2' ? 2 : *version == '3' ? 3 : 0;
  if (!is(r.root->name, "fmiModelDescription") || !f->version)
    return refuse(&r, r.root->mark, "this is no FMU of FMI 2.0 or 3.0"), NULL;
  f->name = dv_xml_get(r.root, "modelName");
  f->doc = dv_xml_get(r.root, "description");
  f->token = dv_xml_get(r.root, f->version == 2 ? "guid" : "instantiationToken");
  r.units = dv_xml_child(r.root, "UnitDefinitions");
  r.table = dv_units_open(a);
  if (!f->token) return refuse(&r, r.root->mark, "the FMU's description has no token (guid)"), NULL;
  if (!f->name) f->name = file;
  take_interface(&r, "ModelExchange", 1);
  take_interface(&r, "CoSimulation", 0);
  if (!f->identifier[0] && !f->identifier[1])
    return refuse(&r, r.root->mark, "the FMU has neither Model Exchange nor Co-Simulation"), NULL;
  if (!(f->step > 0)) f->step = number(dv_xml_child(r.root, "DefaultExperiment"), "stepSize", 0);
  return take_variables(&r) || take_structure(&r) ? NULL : f;
}

int dv_fmu_depends(const dv_fmu_description *f, int unknown, int variable)
{
  const char *p = f->variable[unknown].depends;
  unsigned long mine = f->version == 2 ? (unsigned long)variable + 1 : f->variable[variable].reference;
  if (!p) return 1;
  for (char *end; *p; p = end) {
    unsigned long of = strtoul(p, &end, 10);
    if (end == p) return *p == 0 || strspn(p, " \t\n") == strlen(p) ? 0 : 1;
    if (of == mine) return 1;
  }
  return 0;
}
