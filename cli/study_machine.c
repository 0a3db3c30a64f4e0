// study_machine.c: the machine in the report of a study: load cases, actuators, axes, bodies, and how the numbers came about.
#include "study_page.h"

#include <math.h>

void page_cases(page *p)
{
  dv_text_add(
      &p->t,
      "<h2>Load cases</h2>\n<table><tr><th>load case</th><th class=\"text\">what it is</th><th>mass of all bodies [kg]</th></tr>\n");
  for (int i = 0; i < p->l->n; i++) {
    const dv_duty *t = p->l->duty[i];
    double mass = 0;
    for (int b = 0; b < t->spec->nbody; b++) mass += t->spec->body[b].mass;
    page_element(p, "<tr><td>", load_name(t), "</td>");
    page_element(p, "<td class=\"text\">", t->load && t->load->doc ? t->load->doc : "", "</td>");
    dv_text_add(&p->t, "<td>%.6g</td></tr>\n", mass);
  }
  dv_text_add(&p->t, "</table>\n");
}

static const char *oil_of(page *p, const dv_actuator_spec *s)
{
  if (s->displacement > 0) return dv_arena_text(p->t.arena, "motor, %.4g l per rad of the axis", s->displacement * 1e3);
  if (s->area > 0 && s->annulus < s->area)
    return dv_arena_text(p->t.arena, "cylinder, %.4g / %.4g cm\u00b2", s->area * 1e4, s->annulus * 1e4);
  if (s->area > 0) return dv_arena_text(p->t.arena, "cylinder, %.4g cm\u00b2", s->area * 1e4);
  return "no oil";
}

static void put_actuators(page *p)
{
  const dv_study_spec *s = p->l->study;
  dv_text_add(&p->t,
              "<h3>Actuators</h3>\n<table><tr><th>actuator</th><th>axis</th><th>follows</th><th>oil</th><th>valve</th></tr>\n");
  for (int i = 0; i < s->nactuator; i++) {
    const dv_actuator_spec *k = &s->actuator[i];
    page_element(p, "<tr><td>", k->name, "</td>");
    page_element(p, "<td>", k->axis.text, "</td>");
    page_element(p, "<td>", k->motion.text, "</td>");
    page_element(p, "<td>", oil_of(p, k), "</td>");
    page_element(p, "<td>", k->valve < 0 ? "\u2013" : s->valve[k->valve].name, "</td></tr>\n");
  }
  dv_text_add(&p->t, "</table>\n");
}

static void put_bodies(page *p)
{
  const dv_spec *s = p->l->machine->spec;
  dv_text_add(
      &p->t,
      "<h3>Bodies</h3>\n<table><tr><th>body</th><th>mass [kg]</th><th>centre of mass [m]</th><th>Ixx, Iyy, Izz [kg m\u00b2]</th></tr>\n");
  for (int i = 0; i < s->nbody; i++) {
    const dv_body_spec *b = &s->body[i];
    page_element(p, "<tr><td>", b->name, "</td>");
    dv_text_add(&p->t, "<td>%.6g</td><td>%.4g, %.4g, %.4g</td><td>%.5g, %.5g, %.5g</td></tr>\n", b->mass, b->com[0], b->com[1],
                b->com[2], b->inertia[0], b->inertia[3], b->inertia[5]);
  }
  dv_text_add(&p->t, "</table>\n");
}

static void put_range(page *p, double lower, double upper, int rotary)
{
  dv_shown u = shown_as(p->l, rotary ? "rad" : "m");
  if (!isfinite(lower) && !isfinite(upper)) dv_text_add(&p->t, "<td>\u2013</td>");
  else dv_text_add(&p->t, "<td>%.5g \u2026 %.5g %s</td>", lower * u.factor, upper * u.factor, u.unit);
}

static void put_joints(page *p)
{
  const dv_spec *s = p->l->machine->spec;
  dv_text_add(&p->t, "<h3>Coordinates and axes</h3>\n<table><tr><th>name</th><th>of</th><th>limits</th></tr>\n");
  for (int i = 0; i < s->njoint; i++)
    for (int k = 0; k < s->joint[i].ncoordinate; k++) {
      const dv_coordinate_spec *c = &s->joint[i].coordinate[k];
      page_element(p, "<tr><td>", c->name, "</td>");
      page_element(p, "<td>", s->body[s->joint[i].child].name, "</td>");
      put_range(p, c->lower, c->upper, c->rotary);
      dv_text_add(&p->t, "</tr>\n");
    }
  for (int i = 0; i < s->naxis; i++) {
    const dv_axis_spec *x = &s->axis[i];
    page_element(p, "<tr><td>", x->name, "</td>");
    page_element(p, "<td>", x->nterm ? "sum of axes" : dv_arena_text(p->t.arena, "%s to %s", x->at.from.text, x->at.to.text),
                 "</td>");
    put_range(p, x->reach[0], x->reach[1], 0);
    dv_text_add(&p->t, "</tr>\n");
  }
  dv_text_add(&p->t, "</table>\n");
}

static void put_method(page *p)
{
  const dv_study_spec *s = p->l->study;
  dv_text_add(
      &p->t,
      "<h2>Method</h2>\n<p>The motion is given along the actuators. Lengths x(q) = X(t) give the joints; A q' = X' and "
      "A q'' = X'' \u2212 A' q' their rates, with A = \u2202x/\u2202q exact. Efforts are those that the machine with all parts of "
      "its file lacks for that motion, \u03c4 = M (q'' \u2212 q''<sub>free</sub>), and A\u1d40 f = \u03c4 gives the actuators' forces.</p>\n");
  if (s->supply > 0)
    dv_text_add(
        &p->t,
        "<p>Oil is incompressible: flow = area \u00d7 speed, pressure = force / area. The valve has what the supply of "
        "%.4g bar, the load%s leave%s; power of the pump is supply \u00d7 sum of flows / %.3g. Margins do not count in the first and last %.3g s.</p>\n",
        s->supply / 1e5, " and check valves in its line",
        s->line_loss > 0 ? dv_arena_text(p->t.arena, ", less %.3g %% for lines", 100 * s->line_loss) : "", s->efficiency,
        s->ends);
}

void page_machine(page *p)
{
  const dv_spec *s = p->l->machine->spec;
  page_element(p, "<h2>Machine</h2>\n<p>", s->doc ? s->doc : s->name, "</p>\n");
  put_actuators(p);
  put_joints(p);
  put_bodies(p);
  put_method(p);
}
