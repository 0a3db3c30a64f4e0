// xacro_function.c: the functions that expressions of xacro may call: Python's mathematics, conversions, and YAML files.
#include "import/xacro.h"

#include "base/file.h"

#include <math.h>
#include <string.h>

int dv_x_is_number(const dv_x_value *v) { return v->type == DV_X_TRUTH || v->type == DV_X_WHOLE || v->type == DV_X_NUMBER; }
int dv_x_is_whole(const dv_x_value *v) { return v->type == DV_X_TRUTH || v->type == DV_X_WHOLE; }

// Whole numbers stay whole while doubles hold them.
dv_x_value dv_x_of_number(dv_xacro *x, double value, int whole)
{
  if (!isfinite(value)) return dv_x_fault(x, "an expression is not a number that is finite");
  int stays = whole && fabs(value) < 9e15;
  return (dv_x_value){.type = stays ? DV_X_WHOLE : DV_X_NUMBER, .x = stays ? value + 0.0 : value};  // no whole number is -0
}

int dv_x_holds(const dv_x_value *v)
{
  if (v->type == DV_X_TEXT) return *v->text != 0;
  return v->type == DV_X_TREE ? v->tree->n > 0 : v->type != DV_X_NONE && v->x != 0;
}

typedef dv_x_value function(dv_xacro *x, const dv_x_value *v, int n);

#define REAL1(name, value)                                                                                                       \
  static dv_x_value name(dv_xacro *x, const dv_x_value *v, int n)                                                                \
  {                                                                                                                              \
    double y = v->x;                                                                                                             \
    (void)n;                                                                                                                     \
    return dv_x_of_number(x, value, 0);                                                                                          \
  }
REAL1(f_sin, sin(y))
REAL1(f_cos, cos(y))
REAL1(f_tan, tan(y))
REAL1(f_asin, asin(y))
REAL1(f_acos, acos(y))
REAL1(f_atan, atan(y))
REAL1(f_sqrt, sqrt(y))
REAL1(f_exp, exp(y))
REAL1(f_radians, y *(M_PI / 180))
REAL1(f_degrees, y *(180 / M_PI))
REAL1(f_fabs, fabs(y))

#define WHOLE1(name, value)                                                                                                      \
  static dv_x_value name(dv_xacro *x, const dv_x_value *v, int n)                                                                \
  {                                                                                                                              \
    double y = v->x;                                                                                                             \
    (void)n;                                                                                                                     \
    return dv_x_of_number(x, value, 1);                                                                                          \
  }
WHOLE1(f_floor, floor(y))
WHOLE1(f_ceil, ceil(y))

static dv_x_value f_log(dv_xacro *x, const dv_x_value *v, int n)
{
  return dv_x_of_number(x, n > 1 ? log(v[0].x) / log(v[1].x) : log(v[0].x), 0);
}

static dv_x_value f_atan2(dv_xacro *x, const dv_x_value *v, int n)
{
  return (void)n, dv_x_of_number(x, atan2(v[0].x, v[1].x), 0);
}
static dv_x_value f_hypot(dv_xacro *x, const dv_x_value *v, int n)
{
  return (void)n, dv_x_of_number(x, hypot(v[0].x, v[1].x), 0);
}
static dv_x_value f_pow(dv_xacro *x, const dv_x_value *v, int n) { return (void)n, dv_x_of_number(x, pow(v[0].x, v[1].x), 0); }
static dv_x_value f_abs(dv_xacro *x, const dv_x_value *v, int n)
{
  return (void)n, dv_x_of_number(x, fabs(v->x), dv_x_is_whole(v));
}

static dv_x_value f_round(dv_xacro *x, const dv_x_value *v, int n)
{
  double scale = n > 1 ? pow(10, v[1].x) : 1;
  return dv_x_of_number(x, nearbyint(v->x * scale) / scale, n == 1);
}

static dv_x_value least(const dv_x_value *v, int n, double sign)
{
  int at = 0;
  for (int i = 1; i < n; i++)
    if (sign * v[i].x < sign * v[at].x) at = i;
  return v[at];
}
static dv_x_value f_min(dv_xacro *x, const dv_x_value *v, int n) { return (void)x, least(v, n, 1); }
static dv_x_value f_max(dv_xacro *x, const dv_x_value *v, int n) { return (void)x, least(v, n, -1); }

static dv_x_value f_float(dv_xacro *x, const dv_x_value *v, int n)
{
  dv_x_value y = dv_x_literal(x, v);
  (void)n;
  return dv_x_is_number(&y) ? dv_x_of_number(x, y.x, 0) : dv_x_fault(x, "float() of what is no number");
}

static dv_x_value f_int(dv_xacro *x, const dv_x_value *v, int n)
{
  dv_x_value y = dv_x_literal(x, v);
  (void)n;
  return dv_x_is_number(&y) ? dv_x_of_number(x, trunc(y.x), 1) : dv_x_fault(x, "int() of what is no number");
}

static dv_x_value f_bool(dv_xacro *x, const dv_x_value *v, int n)
{
  return (void)x, (void)n, (dv_x_value){.type = DV_X_TRUTH, .x = dv_x_holds(v)};
}

static dv_x_value f_str(dv_xacro *x, const dv_x_value *v, int n)
{
  (void)n;
  if (v->type == DV_X_TREE) return dv_x_fault(x, "str() of a list");
  return (dv_x_value){.type = DV_X_TEXT, .text = dv_x_write(x, v, x->here)};
}

static dv_x_value f_len(dv_xacro *x, const dv_x_value *v, int n)
{
  (void)n;
  if (v->type == DV_X_TEXT) return dv_x_of_number(x, (double)strlen(v->text), 1);
  return v->type == DV_X_TREE ? dv_x_of_number(x, v->tree->n, 1) : dv_x_fault(x, "len() of a number");
}

static dv_x_value f_arg(dv_xacro *x, const dv_x_value *v, int n)
{
  (void)n;
  const dv_x_symbol *arg = v->type == DV_X_TEXT ? dv_x_symbol_find(&x->args, v->text, NULL) : NULL;
  return arg ? dv_x_literal(x, &arg->value) : dv_x_fault(x, "arg() of what is no argument");
}

// Units that xacro knows as tags of YAML ("!degrees 90").
static const struct {
  const char *name;
  double factor;
} units[] = {
    {"degrees",     0.017453292519943295},
    {"radians",     1                   },
    {"meters",      1                   },
    {"millimeters", 0.001               },
    {"foot",        0.3048              },
    {"inches",      0.0254              },
};

// A tag becomes a word with '@' behind it: "degrees@ 90"; places stay as they are.
static const char *without_tags(dv_arena *a, const char *bytes, size_t n)
{
  char *copy = dv_arena_copy(a, bytes, n);
  for (char *p = copy; (p = memchr(p, '!', n - (size_t)(p - copy))); p++)
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
      size_t length = strlen(units[i].name);
      if (p == copy || !strchr(" \t[,", p[-1]) || strncmp(p + 1, units[i].name, length) || p[1 + length] != ' ') continue;
      memmove(p, p + 1, length);
      p[length] = '@';
      break;
    }
  return copy;
}

dv_x_value dv_x_in_unit(dv_xacro *x, const char *text)
{
  for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
    size_t n = strlen(units[i].name);
    if (strncmp(text, units[i].name, n) || text[n] != '@') continue;
    dv_x_value v = dv_x_formula(x, &x->all, text + n + 1, strlen(text + n + 1), x->here);
    return dv_x_is_number(&v) ? dv_x_of_number(x, v.x * units[i].factor, 0) : v;
  }
  return (dv_x_value){.type = DV_X_NONE};
}

// A YAML file within the robot's package.
static dv_x_value f_load(dv_xacro *x, const dv_x_value *v, int n)
{
  dv_reader *r = x->u->r;
  size_t bytes_read;
  const char *path = v->type == DV_X_TEXT ? dv_find_include(x->u, x->here.file, v->text) : NULL;
  (void)n;
  if (!path)
    return dv_x_fault(x, "cannot read '%s'; it must lie within the robot's folder or package",
                      v->type == DV_X_TEXT ? v->text : "?");
  if (r->files-- <= 0) return dv_x_fault(x, "too many files");
  const char *bytes = dv_file_read(r->arena, r->diags, path, x->here, r->bytes, &bytes_read);
  if (bytes) dv_reader_took(r, bytes, bytes_read);
  const dv_node *tree = bytes ? dv_yaml_read(r, path, without_tags(r->arena, bytes, bytes_read), bytes_read) : NULL;
  return tree ? dv_x_of_node(x, tree) : dv_x_fault(x, "'%s' cannot be read as YAML", v->text);
}

static const struct {
  const char *name;
  int least, most, numbers;  // arguments; 1: all must be numbers
  function *of;
} functions[] = {
    {"sin",       1, 1,         1, f_sin    },
    {"cos",       1, 1,         1, f_cos    },
    {"tan",       1, 1,         1, f_tan    },
    {"asin",      1, 1,         1, f_asin   },
    {"acos",      1, 1,         1, f_acos   },
    {"atan",      1, 1,         1, f_atan   },
    {"atan2",     2, 2,         1, f_atan2  },
    {"sqrt",      1, 1,         1, f_sqrt   },
    {"exp",       1, 1,         1, f_exp    },
    {"log",       1, 2,         1, f_log    },
    {"pow",       2, 2,         1, f_pow    },
    {"hypot",     2, 2,         1, f_hypot  },
    {"radians",   1, 1,         1, f_radians},
    {"degrees",   1, 1,         1, f_degrees},
    {"fabs",      1, 1,         1, f_fabs   },
    {"abs",       1, 1,         1, f_abs    },
    {"floor",     1, 1,         1, f_floor  },
    {"ceil",      1, 1,         1, f_ceil   },
    {"round",     1, 2,         1, f_round  },
    {"min",       1, DV_X_ARGS, 1, f_min    },
    {"max",       1, DV_X_ARGS, 1, f_max    },
    {"float",     1, 1,         0, f_float  },
    {"int",       1, 1,         0, f_int    },
    {"bool",      1, 1,         0, f_bool   },
    {"str",       1, 1,         0, f_str    },
    {"len",       1, 1,         0, f_len    },
    {"arg",       1, 1,         0, f_arg    },
    {"load_yaml", 1, 1,         0, f_load   },
};

dv_x_value dv_x_function(dv_xacro *x, const char *name, const dv_x_value *v, int n)
{
  int numbers = 1;
  for (int i = 0; i < n; i++) numbers &= dv_x_is_number(&v[i]);
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
    if (strcmp(functions[i].name, name) != 0) continue;
    if (n < functions[i].least || n > functions[i].most) return dv_x_fault(x, "%s() has %d arguments here", name, n);
    return functions[i].numbers && !numbers ? dv_x_fault(x, "%s() of what is no number", name) : functions[i].of(x, v, n);
  }
  return dv_x_fault(x, "there is no function %s() here", name);
}
