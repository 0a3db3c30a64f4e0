// pad.c: a rectangular foot or shoe: its four corners touch the ground, each as contact.h says.
#include "kinds/contact/contact.h"

enum { CORNERS = 4 };

typedef struct {
  contact_par k;
  real length, width;
} par;

static const dv_port ports[] = {CONTACT_PORTS};
static const dv_param params[] = {
    CONTACT_PARAMS,
    {"length", "m", DV_REQUIRED, 0, 1e3, "between corners along the object's x"},
    {"width",  "m", DV_REQUIRED, 0, 1e3, "along its y"                         },
};
static const dv_quantity discrete[] = {
    {"touching_1", "1", 1, "1: corner -x -y in contact", 0},
    {"touching_2", "1", 1, "corner +x -y",               0},
    {"touching_3", "1", 1, "corner -x +y",               0},
    {"touching_4", "1", 1, "corner +x +y",               0},
    CONTACT_COUNTED
};

DV_FN v3 corner(const par *p, int i)
{
  v3 r = dv_v3_zero();
  r.x[0] = (i & 1 ? 0.5 : -0.5) * p->length;
  r.x[1] = (i & 2 ? 0.5 : -0.5) * p->width;
  return r;
}
DV_FN contact_look look(const par *p, const dv_cell *c, int i) { return contact_at(&p->k, c, i, corner(p, i)); }

DV_FAULT(fault) { return contact_fault(&p->k, c); }

DV_LAW(signal)
{
  contact_show_none(c, c->d + CORNERS);
  for (int i = 0; i < CORNERS; i++) {
    contact_look k = look(p, c, i);
    contact_show(&p->k, c, i, &k);
  }
}

DV_LAW(answer)
{
  contact_clear(c);
  for (int i = 0; i < CORNERS; i++) {
    contact_look k = look(p, c, i);
    contact_add(&p->k, c, corner(p, i), &k);
  }
}

DV_LAW(root)
{
  for (int i = 0; i < CORNERS; i++) c->root[i] = contact_meet(&p->k, c, corner(p, i)).s;
}

DV_LAW(jump)
{
  for (int i = 0; i < CORNERS; i++) {
    contact_look k = look(p, c, i);
    contact_switch(c, i, c->d + CORNERS, &k);
  }
}

DV_LAW(guard)
{
  c->guard[0] = p->k.deepest;
  for (int i = 0; i < CORNERS; i++) c->guard[0] = dv_min(c->guard[0], p->k.deepest - contact_meet(&p->k, c, corner(p, i)).s);
  c->guard[1] = dv_real(c->opt[CONTACT_SURFACE] && !c->service->grounds ? -1 : 1);
}

DV_AMOUNT(stored)
{
  real sum = dv_real(0);
  for (int i = 0; i < CORNERS; i++) {
    contact_look k = look(p, c, i);
    sum += contact_stored(&p->k, c, &k);
  }
  return sum;
}

DV_AMOUNT(carried)
{
  real sum = dv_real(0);
  for (int i = 0; i < CORNERS; i++) {
    contact_look k = look(p, c, i);
    sum += contact_carried(&p->k, &k);
  }
  return sum;
}

DV_AMOUNT(loss)
{
  real sum = dv_real(0);
  for (int i = 0; i < CORNERS; i++) {
    contact_look k = look(p, c, i);
    sum += contact_loss(&p->k, &k);
  }
  return sum;
}

DV_KIND(contact, pad) = {
    .name = "contact.pad",
    .doc = "a rectangular foot or shoe whose four corners touch the ground",
    .port = ports,
    .nport = DV_COUNT(ports),
    .param = params,
    .nparam = DV_COUNT(params),
    .npar = DV_NPAR(par),
    .option = contact_options,
    .noption = DV_COUNT(contact_options),
    .discrete = discrete,
    .ndiscrete = DV_COUNT(discrete),
    .in = contact_ins,
    .nin = DV_COUNT(contact_ins),
    .out = contact_outs,
    .nout = DV_COUNT(contact_outs),
    .nroot = CORNERS,
    .service = DV_ASKS_GROUND,
    .fault = fault,
    .signal = signal,
    .answer = answer,
    .root = root,
    .jump = jump,
    .warning = contact_warnings,
    .nguard = DV_COUNT(contact_warnings),
    .guard = guard,
    .carried = carried,
    .stored = stored,
    .loss = loss,
    .look = "contact",
    .bench = "# a plate on its four corners: sinks by m g/4k and rocks with w^2 = k width^2/I\n"
             "bodies: {plate: {mass: 4 kg, inertia: [0.1, 0.2, 0.3]}}\n"
             "joints: {base: {type: free, child: plate, position: [0, 0, -0.001, 1, 0, 0, 0], rate: [0, 0, 0, 0.01, 0, 0]}}\n"
             "gravity: [0, 0, -10]\n"
             "parts: {foot: {kind: contact.pad, object: plate, length: 0.6 m, width: 0.4 m, stiffness: 1e4 N/m}}\n"
             "until: 1 s\n"
             "solver: {rtol: 1e-11, atol: 1e-13}\n"
             "cases:\n"
             "  bench:\n"
             "    expect:\n"
             "      - {final: base.z, is: -0.001, within: 1e-8, source: m g/4k}\n"
             "      - {final: foot.touch, is: 4, within: 1e-12, source: it rests}\n"
             "      - {final: base.wx, is: 0.006767919046762869, within: 1e-7, source: w0 cos(w t)}\n"
             "      - {final: foot.normal, is: 40, within: 1e-4, source: its weight}\n",
};
