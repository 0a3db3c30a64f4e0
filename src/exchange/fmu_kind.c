// fmu_kind.c: the kind of a part that is an FMU: its keys are the FMU's parameters, inputs and initial states by name, and the
// ports that the file declares.
#include "exchange/fmu_part.h"

#include "base/text.h"
#include "spec/check.h"
#include "spec/doc.h"

#include <math.h>
#include <string.h>
#include <time.h>

typedef struct {
  dv_arena *arena;
  dv_diags *diags;
  const dv_fmu_description *is;
  dv_node *node;
  dv_fmu_part *part;
  int *role;  // [n] of variables: 1: taken by a port
  struct {
    dv_wire *item;
    int n, cap;
  } set, get;
  struct {
    dv_port *item;
    int n, cap;
  } port;
  struct {
    dv_param *item;
    int n, cap;
  } param;
  struct {
    int *item;
    int n, cap;
  } from;
  struct {
    dv_quantity *item;
    int n, cap;
  } in, out, state, discrete;
} making;

static int refuse(const making *m, dv_mark mark, const char *remedy, const char *what)
{
  dv_diag_add(m->diags, DV_ERROR, mark, remedy, "%s", what);
  return -1;
}

static const char *text_of(const dv_node *map, const char *key)
{
  const dv_node *n = dv_doc_find(map, key);
  return n && n->type == DV_SCALAR ? n->text : NULL;
}

// A variable by its name in the FMU, or as a key. -1 after a diagnostic.
static int find(const making *m, const dv_node *at, const char *name)
{
  const char **all = DV_TAKE(m->arena, const char *, m->is->n + 1);
  for (int i = 0; i < m->is->n; i++) {
    all[i] = m->is->variable[i].name;
    if (strcmp(name, all[i]) && strcmp(name, m->is->variable[i].key)) continue;
    if (m->is->variable[i].type == DV_FMI_NO_NUMBER)
      return refuse(m, at->mark, "choose a number", dv_arena_text(m->arena, "'%.80s' of the FMU is no single number", name));
    return i;
  }
  return refuse(m, at->mark, dv_did_you_mean(m->diags, name, all, m->is->n, "modelDescription.xml in the FMU lists them"),
                dv_arena_text(m->arena, "the FMU has no variable '%.80s'", name));
}

// ---- ports

static int domain_of(const char *word)
{
  for (int i = 0; i < DV_DOMAIN_COUNT; i++)
    if (!strcmp(dv_domain_of(i)->name, word)) return i;
  return -1;
}

// One of a port's variables: `effort: -F`. given: the FMU gives it, else it is told.
static int join(making *m, const dv_node *port, const char *key, int gives, dv_wire_end end, int slot)
{
  const dv_node *n = dv_doc_find(port, key);
  const char *name = n && n->type == DV_SCALAR ? n->text : NULL;
  if (!name && end == DV_WIRE_POSITION) return 0;
  if (!name)
    return refuse(m, port->mark, "write {flow: v, effort: -F}",
                  dv_arena_text(m->arena, "port '%.64s' does not say which variable is its %s", port->key, key));
  double sign = *name == '-' ? -1 : 1;
  int i = find(m, n, name + (*name == '-'));
  if (i < 0) return -1;
  int causality = m->is->variable[i].causality, fits = gives ? causality != DV_FMU_INPUT : causality == DV_FMU_INPUT;
  if (!fits)
    return refuse(m, n->mark, gives ? "name an output" : "name an input of the FMU",
                  dv_arena_text(m->arena, "the %s of port '%.64s' must be %s of the FMU: %s", key, port->key,
                                gives ? "an output" : "an input",
                                "an axis gives its rate and takes a force, a node gives its effort and takes a flow"));
  m->role[i] = 1;
  dv_wire w = {i, end, slot, sign, DV_BY_ANY};
  if (gives) *DV_PUSH(m->arena, &m->get) = w;
  else *DV_PUSH(m->arena, &m->set) = w;
  return 0;
}

static int take_port(making *m, const dv_node *n)
{
  if (n->type != DV_MAP) return refuse(m, n->mark, "write {flow: v, effort: -F}", "a port of an FMU is a map");
  for (int i = 0; i < n->n; i++)
    if (!strstr(" domain flow effort position ", dv_arena_text(m->arena, " %s ", n->item[i]->key)))
      return refuse(m, n->item[i]->key_mark, "use domain, flow, effort, position",
                    dv_arena_text(m->arena, "unknown key '%.64s' in port '%.64s'", n->item[i]->key, n->key));
  const char *word = text_of(n, "domain");
  int domain = word ? domain_of(word) : DV_AXIS, slot = m->port.n;
  if (domain < 0 || domain == DV_FRAME)
    return refuse(m, n->mark, "use linear, rotary, axis, hydraulic or electric",
                  dv_arena_text(m->arena, "an FMU has no port of domain '%.64s'", word));
  int node = dv_domain_is_node(domain);
  *DV_PUSH(m->arena, &m->port) = (dv_port){n->key, (dv_domain)domain, DV_ANSWERS,
                                           dv_arena_text(m->arena, "%s that it acts on", dv_domain_of(domain)->place)};
  if (join(m, n, "flow", node, DV_WIRE_FLOW, slot) || join(m, n, "effort", !node, DV_WIRE_EFFORT, slot)) return -1;
  return node ? 0 : join(m, n, "position", 0, DV_WIRE_POSITION, slot);
}

static int take_ports(making *m)
{
  const dv_node *ports = dv_doc_find(m->node, "ports");
  int bad = 0;
  if (ports && ports->type != DV_MAP) return refuse(m, ports->mark, "write {name: {flow: v, effort: -F}}", "'ports' is a map");
  for (int i = 0; ports && i < ports->n; i++) bad |= take_port(m, ports->item[i]);
  return bad;
}

// ---- keys

static int is_taken(const making *m, const char *key)
{
  static const char *const own[] = {"kind", "step", "initial", "name"};
  if (dv_fmu_is_key(key)) return 1;
  for (size_t i = 0; i < sizeof own / sizeof *own; i++)
    if (!strcmp(own[i], key)) return 1;
  for (int i = 0; i < m->port.n; i++)
    if (!strcmp(m->port.item[i].name, key)) return 1;
  for (int i = 0; i < m->param.n; i++)
    if (!strcmp(m->param.item[i].name, key)) return 1;
  for (int i = 0; i < m->in.n; i++)
    if (!strcmp(m->in.item[i].name, key)) return 1;
  for (int i = 0; i < m->out.n; i++)
    if (!strcmp(m->out.item[i].name, key)) return 1;
  for (int i = 0; i < m->state.n; i++)
    if (!strcmp(m->state.item[i].name, key)) return 1;
  return 0;
}

// A name that nothing else of the part has.
static const char *key_for(const making *m, const dv_fmu_variable *v)
{
  const char *key = v->key;
  while (is_taken(m, key)) key = dv_arena_text(m->arena, "%s_", key);
  return key;
}

static void take_step(making *m)
{
  double step = m->is->step > 0 ? m->is->step : DV_REQUIRED;
  *DV_PUSH(m->arena, &m->param) = (dv_param){"step", "s", step, 1e-9, 1e9, "communication step"};
  *DV_PUSH(m->arena, &m->from) = -1;
}

static void take_params(making *m)
{
  for (int i = 0; i < m->is->n; i++) {
    const dv_fmu_variable *v = &m->is->variable[i];
    if (v->causality != DV_FMU_PARAMETER || v->type == DV_FMI_NO_NUMBER) continue;
    dv_param q = {key_for(m, v), v->unit ? v->unit : "*", v->start, fmin(v->min, v->max), fmax(v->min, v->max), v->doc};
    *DV_PUSH(m->arena, &m->param) = q;
    *DV_PUSH(m->arena, &m->from) = i;
  }
}

// By which laws an input is read: rates always, so that it is known; others as the description says.
static int readers(const making *m, int variable)
{
  int by = DV_BY_RATE;
  for (int i = 0; i < m->get.n; i++)
    if (dv_fmu_depends(m->is, m->get.item[i].variable, variable))
      by |= m->get.item[i].end == DV_WIRE_OUT ? DV_BY_SIGNAL : DV_BY_ANSWER;
  return by;
}

// An input that the file does not join keeps the value that the FMU starts it with.
static void leave_start(making *m, const char *key, double start)
{
  dv_text t = {.arena = m->arena};
  dv_node *n = dv_node_new(m->arena, DV_SCALAR, m->node->mark);
  dv_text_number(&t, start);
  n->text = dv_text_all(&t);
  n->key_mark = m->node->mark;
  dv_node_append(m->arena, m->node, key, n);
}

static void take_inputs(making *m)
{
  int exchange = m->part->fmi.exchange;
  for (int i = 0; i < m->is->n; i++) {
    const dv_fmu_variable *v = &m->is->variable[i];
    if (v->causality != DV_FMU_INPUT || v->type == DV_FMI_NO_NUMBER || m->role[i]) continue;
    const char *key = key_for(m, v);
    if (!dv_doc_find(m->node, key)) leave_start(m, key, v->has_start ? v->start : 0);
    int by = exchange ? readers(m, i) : DV_BY_SAMPLE;
    *DV_PUSH(m->arena, &m->set) = (dv_wire){i, DV_WIRE_IN, m->in.n, 1, by};
    *DV_PUSH(m->arena, &m->in) = (dv_quantity){key, v->unit ? v->unit : "", v->nominal, v->doc, by | DV_OPTIONAL};
  }
}

static void take_output(making *m, int i)
{
  const dv_fmu_variable *v = &m->is->variable[i];
  *DV_PUSH(m->arena, &m->get) = (dv_wire){i, DV_WIRE_OUT, m->out.n, 1, 0};
  const char *key = key_for(m, v);
  *DV_PUSH(m->arena, &m->out) = (dv_quantity){key, v->unit ? v->unit : "", v->nominal, v->doc, 0};
}

// Those that `outputs:` names, of any causality; else all of the FMU's.
static int take_outputs(making *m)
{
  const dv_node *list = dv_doc_find(m->node, "outputs");
  int bad = 0;
  if (list && list->type != DV_SEQ) return refuse(m, list->mark, "write [a, b]", "'outputs' is a list of names");
  for (int i = 0; list && i < list->n; i++) {
    const dv_node *n = list->item[i];
    int at = n->type == DV_SCALAR ? find(m, n, n->text) : refuse(m, n->mark, "write [a, b]", "'outputs' is a list of names");
    bad |= at < 0;
    if (at >= 0 && !(m->is->variable[at].is_state && m->part->fmi.exchange)) take_output(m, at);
  }
  for (int i = 0; !list && i < m->is->n; i++) {
    const dv_fmu_variable *v = &m->is->variable[i];
    int shown = m->part->fmi.exchange && v->is_state;  // under its name already
    if (v->causality == DV_FMU_OUTPUT && v->type != DV_FMI_NO_NUMBER && !shown) take_output(m, i);
  }
  return bad ? -1 : 0;
}

static void take_states(making *m)
{
  for (int i = 0; i < m->is->nstate; i++) {
    const dv_fmu_variable *v = &m->is->variable[m->is->state[i]];
    const char *key = key_for(m, v);
    *DV_PUSH(m->arena, &m->state) = (dv_quantity){key, v->unit ? v->unit : "", v->nominal, v->doc, 0};
  }
}

static void take_discrete(making *m)
{
  int n =
      m->part->fmi.exchange ? m->is->nstate + DV_FMU_SIDES + m->is->nroot + m->set.n : DV_FMU_INPUTS + m->set.n + 2 * m->get.n;
  for (int i = 0; i < n; i++)
    *DV_PUSH(m->arena, &m->discrete) = (dv_quantity){dv_arena_text(m->arena, "inside_%d", i), "*", 1, "what the FMU is at", 0};
}

// ---- the whole

static int take_mode(making *m)
{
  const dv_node *mode = dv_doc_find(m->node, "mode"), *order = dv_doc_find(m->node, "order");
  const char *word = text_of(m->node, "mode"), *number = text_of(m->node, "order");
  int exchange = m->is->identifier[1] != NULL;
  if (mode && (!word || (strcmp(word, "exchange") && strcmp(word, "steps"))))
    return refuse(m, mode->mark, "use exchange (Model Exchange) or steps (Co-Simulation)", "unknown mode of an FMU");
  if (word) exchange = !strcmp(word, "exchange");
  if (!m->is->identifier[exchange])
    return refuse(m, mode ? mode->mark : m->node->mark, exchange ? "use 'mode: steps'" : "use 'mode: exchange'",
                  dv_arena_text(m->arena, "this FMU has no %s", exchange ? "Model Exchange" : "Co-Simulation"));
  if (order && (exchange || !number || (strcmp(number, "0") && strcmp(number, "1"))))
    return refuse(m, order->mark, "write 'mode: steps' with 'order: 0' or 'order: 1'",
                  "'order' is that of the extrapolation between communication steps");
  m->part->fmi.exchange = exchange;
  m->part->order = number && *number == '1';
  return 0;
}

// Room for the laws; epochs begin at a number that no other process has used.
static void take_room(making *m)
{
  dv_fmu_part *p = m->part;
  int widest = m->set.n > m->get.n ? m->set.n : m->get.n, rows = m->is->nroot > m->set.n ? m->is->nroot : m->set.n;
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  p->set = m->set.item, p->nset = m->set.n, p->get = m->get.item, p->nget = m->get.n;
  p->param = m->from.item, p->nparam = m->param.n;
  p->initial = DV_TAKE(m->arena, double, m->is->nstate + 1);
  for (int i = 0; i < m->is->nstate; i++) p->initial[i] = NAN;
  p->states = DV_TAKE(m->arena, double, m->is->nstate + m->set.n + 2 * widest + 8);
  p->value = DV_TAKE(m->arena, double, widest + 8);
  p->roots = DV_TAKE(m->arena, double, rows + 8);
  p->reference = DV_TAKE(m->arena, uint32_t, m->set.n + m->get.n + 8);
  p->line = DV_TAKE(m->arena, double, 2 * m->set.n + 1);
  p->line_of = DV_TAKE(m->arena, uint32_t, m->set.n + 1);
  p->most = m->is->only_once[p->fmi.exchange] ? 1 : DV_FMU_INSTANCES;
  p->count = floor(fmod((double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6, 1e12)) * 1e3;
  for (int i = 0; i < p->most; i++) {
    p->instance[i].par = DV_TAKE(m->arena, double, m->param.n + 1);
    p->instance[i].at = DV_TAKE(m->arena, double, 1 + m->is->nstate + m->set.n);
    p->instance[i].last = DV_TAKE(m->arena, double, 1 + m->set.n + m->get.n);
  }
}

// FMI 3.0: an importer says beforehand which inputs it will set within steps.
static void take_updated(making *m)
{
  dv_fmu_part *p = m->part;
  uint32_t *of = DV_TAKE(m->arena, uint32_t, m->set.n + 1);
  if (p->fmi.exchange || !p->order || m->is->version != 3 || !m->is->interpolates) return;
  for (int i = 0; i < m->set.n; i++) {
    const dv_fmu_variable *v = &m->is->variable[m->set.item[i].variable];
    if (v->updated && v->continuous && v->type == DV_FMI_FLOAT64) of[p->fmi.nupdated++] = v->reference;
  }
  p->fmi.updated = of;
}

static void fill_kind(making *m)
{
  dv_kind *k = &m->part->kind;
  k->name = dv_arena_text(m->arena, "fmu.%s", m->node->key);
  k->doc = m->is->doc ? m->is->doc : m->is->name;
  k->own = m->part;
  k->port = m->port.item, k->nport = m->port.n;
  k->param = m->param.item, k->nparam = k->npar = m->param.n;
  k->in = m->in.item, k->nin = m->in.n;
  k->out = m->out.item, k->nout = m->out.n;
  k->state = m->state.item, k->nstate = m->state.n;
  k->discrete = m->discrete.item, k->ndiscrete = m->discrete.n;
  k->active = 1;
  k->example = "";
  dv_fmu_laws(m->part);
}

dv_fmu_part *dv_fmu_kind(dv_arena *a, dv_diags *d, const dv_fmu_description *f, dv_node *node)
{
  making m = {.arena = a, .diags = d, .is = f, .node = node};
  m.role = DV_TAKE(a, int, f->n + 1);
  m.part = DV_TAKE(a, dv_fmu_part, 1);
  m.part->name = node->key, m.part->file = f->file, m.part->mark = node->key_mark, m.part->is = f;
  if (take_mode(&m) || take_ports(&m)) return NULL;
  if (!m.part->fmi.exchange) take_step(&m);
  if (m.part->fmi.exchange) take_states(&m);
  take_params(&m);
  if (take_outputs(&m)) return NULL;
  take_inputs(&m);
  take_discrete(&m);
  take_room(&m);
  take_updated(&m);
  fill_kind(&m);
  return m.part;
}
